"""Printable text: characters that no reader, terminal or encoder can take are made visible.

Characters that nobody sees, and that change how others are read, are shown as `<U+202E>`: a name
could pose as another with them, and text could hide from a person what a model reads. They stay
where writing needs them: joiners in the scripts that have them and in emoji, direction marks
beside right-to-left words.
"""

from __future__ import annotations

from pageful.lazy import patterns

# > "\x1b[31mERROR\x1b[0m"
_ANSI = patterns.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])")
_PICTURES = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)}
_REPLACED = dict.fromkeys([*range(0x80, 0xA0), *range(0xD800, 0xE000)], 0xFFFD)
_UNPRINTABLE = _PICTURES | {0x7F: 0x2421} | _REPLACED
# > "\x07"
_CONTROL = patterns.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")

# Zero-width space, word joiner and invisible operators, byte order mark, interlinear annotations;
# embeddings, overrides and isolates; tags, which spell ASCII that only a model reads.
_UNSEEN = (
    "\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb"
    "\u202a-\u202e\u2066-\u2069"
    "\U000e0001\U000e0020-\U000e007f"
)
_MARKS = "\u061c\u200e\u200f"
_JOINERS = "\u200c\u200d"

# Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms; the right-to-left planes.
_RIGHT_TO_LEFT = (
    "\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
)
# The scripts whose letters join: those of Arabic's kind, of India and South-East Asia, Tibetan,
# Khmer, Mongolian, and their later blocks.
_JOINING = (
    "\u0600-\u061b\u061d-\u109f\u1700-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc"
    "\U00010a00-\U00010fff\U00011000-\U00011fff\U0001e900-\U0001e95f"
)
# Pictographs, what selects their form (a variation selector), and skin colours.
_EMOJI = "\u00a9\u00ae\u203c-\u3299\ufe0f\U0001f000-\U0001faff"

# > "a\u200bb"
_SUSPECT = patterns.compile(rf"[{_UNSEEN}{_MARKS}{_JOINERS}]")
# > "\u202ecod.exe"
# > "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
_HIDDEN = patterns.compile(
    # The flag of England is 🏴 and the tags of `gbeng`: a whole sequence of that kind stays.
    "(?P<flag>\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f)"
    rf"|(?<![{_JOINING}])\u200c(?![{_JOINING}])"
    rf"|(?<![{_JOINING}{_EMOJI}])\u200d(?![{_JOINING}])"
    rf"|[{_UNSEEN}]"
)
# > "\u200e12"
_MARK = patterns.compile(rf"[{_MARKS}]")
# > שלום
_WRITTEN_RIGHT_TO_LEFT = patterns.compile(rf"[{_RIGHT_TO_LEFT}]")


def make_printable(text: str) -> str:
    """Make every newline a line feed, and unseen characters visible: NUL is `␀`, U+202E `<U+202E>`.

    C1 controls and lone surrogates become `�`.
    """
    if text.isascii() and text.isprintable():  # as most is, and an eighth of the time below
        return text
    if _CONTROL.search(text):
        text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_UNPRINTABLE)
    return _reveal(text) if _SUSPECT.search(text) else text


def strip_ansi(text: str) -> str:
    """Remove terminal escape sequences (ECMA-48 CSI, OSC and two-character ones)."""
    return _ANSI.sub("", text) if "\x1b" in text else text


def _reveal(text: str) -> str:
    revealed = _HIDDEN.sub(lambda found: found["flag"] or _code_point(found[0]), text)
    if _WRITTEN_RIGHT_TO_LEFT.search(text):
        return revealed
    return _MARK.sub(lambda found: _code_point(found[0]), revealed)


def _code_point(character: str) -> str:
    return f"<U+{ord(character):04X}>"
