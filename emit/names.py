"""A name as it may stand in a comment or directive of any text: no character of it ends a line or hides what
follows."""

from __future__ import annotations


def spelled(name: str) -> str:
    """The name with everything that does not print as an escape: line ends and separators of any alphabet, control
    characters."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in name)
