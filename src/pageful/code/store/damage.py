"""The error that an index can't be read: it has to be rebuilt."""


class Damaged(Exception):
    """An index is not as it was written, or of another format; the message says how."""
