"""Names in comments or directives of any text, escaped so that they cannot end a line or hide what follows."""

from __future__ import annotations


def spelled(name: str) -> str:
    """Return the name with non-printing characters escaped: line ends and separators of any alphabet, control
    characters.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in name)
