"""Names in comments or directives of any text, escaped so that they cannot end a line or hide what follows, and the
interface of a program as such comments."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gpucc.program import Slot


def spelled(name: str) -> str:
    """Return the name with non-printing characters escaped: line ends and separators of any alphabet, control
    characters.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in name)


def registers_of(slot: Slot, register: Callable[[int], str]) -> str:
    """The register of a slot, or the first and the last one. `register` spells the one of a number."""
    first = register(slot.register)
    return first if slot.registers == 1 else f"{first}..{register(slot.register + slot.registers - 1)}"


def interface_comments(mark: str, rows: Sequence[tuple[str, Slot]]) -> list[str]:
    """A comment for each slot, behind the place where it is; `mark` begins a comment."""
    width = max((len(place) for place, _ in rows), default=0)
    return [f"{mark} {place:<{width}}  {slot.kind} {spelled(slot.name)}: {slot.type}" for place, slot in rows]
