"""The error of an index that can't be read and has to be rebuilt."""


class DamagedIndexError(Exception):
    """An index is not as it was written, or of another format; the message says how."""
