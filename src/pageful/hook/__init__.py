"""Hooks in agents' clients: `pageful run` is put before the builds that an agent types."""
