"""Repositories that tests make: small, in several languages, with a git directory or without."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

SHOP = {
    "src/auth/login.py": '''"""Signing in."""

import hashlib


class LoginFailed(Exception):
    """The password was wrong."""


def authenticate_user(username: str, password: str) -> str:
    """Authenticate a user with username and password."""
    digest = hashlib.sha256(password.encode()).hexdigest()
    if not digest:
        raise LoginFailed("Invalid credentials")
    return username
''',
    "src/auth/session.py": '''"""Sessions of users that have signed in."""


class SessionStore:
    """Keeps sessions until they expire."""

    def expire_old_sessions(self, now: float) -> int:
        """Drop every session whose time is over."""
        return 0
''',
    "src/cart/Cart.java": """package cart;

/** What a customer wants to buy. */
public class Cart {
    /** The price of everything in the cart, with tax. */
    public long totalPrice() {
        return 0;
    }
}
""",
    "web/cart.ts": """export interface CartItem { name: string; price: number }

export function renderCart(items: CartItem[]): string {
  return items.map((item) => `${item.name} ${item.price}`).join("\\n");
}
""",
    "README.md": """# Shop

A shop that sells things.

## Payments

Cards are charged at night.
""",
    "tests/test_login.py": """from auth.login import authenticate_user


def test_a_user_signs_in() -> None:
    assert authenticate_user("ann", "secret") == "ann"
""",
}


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a directory, which is given back."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def many(root: Path, files: int, *, lines: int = 20) -> Path:
    """Write many small modules, each with a name of its own in it."""
    return write(
        root,
        {
            f"package_{n % 17}/module_{n}.py": "".join(
                f"def function_{n}_{m}(argument):\n    return argument + {m}\n\n\n"
                for m in range(lines)
            )
            for n in range(files)
        },
    )
