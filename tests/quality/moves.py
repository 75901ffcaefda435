"""The reason for each mov of a program, determined from its decoded bytes.

A mov computes nothing, so there must be a reason for it. The reasons on AGAL:

* output: an output takes a value that nothing computes (each must be written, rules 3633 to 3635).
* whole: the colour must be written by one instruction (rule 3701), so its parts, or the parts of what that instruction
  reads, meet in a temporary first.
* kept: an output takes a value that is read again, and outputs cannot be read (rule 3646).
* operand: a source is one register, and an instruction over whole vectors (dp3, m44, tex ...) needs components that
  stand in several. The format of a token forces it where a product of vectors is asked for, as for every m44 and dp4: a
  source field names one register and a swizzle. Written out in scalars there is no such product, and the program is
  longer: `without_gathering` compiles that way. Instructions that work component by component could be split for
  free, so they do not count.
* constant: constants may not be the only source of an instruction except mov, nor both of its sources (rule 3625).
* join: both arms of a conditional leave their value in one place (outputs may not be written inside, rule 3751).

Anything else is a mov that packing or selection should have avoided.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gpucc import driver
from gpucc.emit.agal import decode
from gpucc.emit.agal_assembler import assemble
from gpucc.emit.agal_text import register
from gpucc.isa.agal import AGAL
from gpucc.isa.model import Instruction, Source
from gpucc.isel import cover
from gpucc.isel.pricing import Pricing
from gpucc.program import Program

OPS = {op.name: op for op in AGAL.ops}
REASONS = {
    "output": "an output takes a value that nothing computes (3633, 3634, 3635)",
    "whole": "the colour is written by one instruction (3701)",
    "kept": "an output takes a value that is read again, and outputs cannot be read (3646)",
    "operand": (
        "a dot or matrix product takes its vector from one register, and the components stand in several (listed below)"
    ),
    "constant": "constants are not the only sources of an instruction (3625)",
    "join": "both arms of a conditional leave their value in one place (3751)",
    "other": "no reason",
}
WHOLE = AGAL.file("output", "fragment").whole


@dataclass(frozen=True)
class Move:
    """`source` and `dest` are registers by name; `reader` is the op that needs the move, if any."""

    token: int
    reason: str
    reader: str = ""
    source: str = ""
    dest: str = ""


def moves(code: bytes) -> list[Move]:
    """Every mov that writes a part of an output, or a temporary, with its reason."""
    decoded = decode(code)
    tokens, stage = decoded.instructions, decoded.stage
    found = []
    depth = 0
    for i, token in enumerate(tokens):
        depth += {"if": 1, "endif": -1}.get(OPS[token.op].effect or "", 0)
        if token.op != "mov" or token.dest is None:
            continue
        source, dest = (register(place.file, place.number, stage) for place in (token.sources[0], token.dest))
        reader = ""
        if token.dest.file != "temporary":
            reason = "output" if token.sources[0].file != "temporary" else _out_of_temporary(tokens, i, stage)
        else:
            reason, reader = _into_temporary(tokens, i, depth, stage)
        found.append(Move(i + 1, reason, reader, source, dest))
    return found


@dataclass(frozen=True)
class Gathering:
    """An operand of `readers` that movs gather from `sources`, one from each."""

    kernel: str
    readers: tuple[str, ...]
    sources: tuple[str, ...]
    movs: int
    tokens: int
    without: int


HEAD = "| kernel | movs | operand of | gathered from | tokens | tokens without |\n| --- | --- | --- | --- | --- | --- |"


def row(found: Gathering) -> str:
    """A line of the document's table."""
    cells = (found.kernel, found.movs, ", ".join(found.readers), ", ".join(found.sources), found.tokens, found.without)
    return f"| {' | '.join(map(str, cells))} |"


TESTS = Path(__file__).resolve().parents[1]
KERNELS, GOLDEN = TESTS / "kernels", TESTS / "golden" / "agal"


def gatherings() -> list[Gathering]:
    """All gatherings in the golden assembly, with the length of the kernel with and without them."""
    found = []
    for wishes in json.loads((KERNELS / "index.json").read_text()):
        if "agal" in wishes["targets"]:
            code = assemble((GOLDEN / f"{wishes['name']}.s").read_text().partition("\n")[2])
            places: dict[str, list[Move]] = {}
            for move in moves(code):
                if move.reason == "operand":
                    places.setdefault(move.dest, []).append(move)
            if not places:
                continue
            lengths = (len(decode(code).instructions), len(decode(without_gathering(wishes).code).instructions))
            for group in places.values():
                readers, sources = ({getattr(move, name): None for move in group} for name in ("reader", "source"))
                found.append(Gathering(wishes["name"], tuple(readers), tuple(sources), len(group), *lengths))
    return found


def compiled(row: Mapping[str, Any]) -> Program:
    options = {"version": str(row["version"])} if row["version"] > 1 else {}
    wishes = {"entry": row["entry"], "stage": row["stage"], "bind": row["bind"]}
    return driver.compile(KERNELS / row["file"], "agal", **wishes, target=options, verify=64)


def without_gathering(row: Mapping[str, Any]) -> Program:
    """The kernel compiled without copies that gather the lanes of an operand."""

    class Dear(Pricing):
        def __init__(self, problem: Any, share: Any, gather: float, index_kinds: Any) -> None:
            super().__init__(problem, share, 1e6, index_kinds)

    with patch.object(cover, "Pricing", Dear):
        return compiled(row)


def _out_of_temporary(tokens: Sequence[Instruction], i: int, stage: str) -> str:
    dest, source = tokens[i].dest, tokens[i].sources[0]
    assert dest is not None
    writers = _writers(tokens, i, source, dest.mask)
    if len(writers) > 1 and dest.file == "output" and dest.mask == 15 and stage in WHOLE:
        return "whole"
    if _is_joined(tokens, writers):
        return "join"
    return "kept" if all(len(_readers(tokens, writer)) > 1 for writer in writers) else "other"


def _into_temporary(tokens: Sequence[Instruction], i: int, depth: int, stage: str) -> tuple[str, str]:
    """(the reason, the op that needs it)"""
    reasons: dict[str, str] = {}
    taken, given = tokens[i].sources[0], tokens[i].dest
    if given is not None and (taken.file, taken.number) == (given.file, given.number):
        return "other", ""  # its readers can read the other component of the same register
    for reader, source in _readers(tokens, i):
        if len(_writers(tokens, reader, source, _lanes(tokens[reader], source))) > 1:
            dest = tokens[reader].dest
            if dest is not None and dest.file == "output" and dest.mask == 15 and stage in WHOLE:
                reasons.setdefault("whole", tokens[reader].op)
            elif OPS[tokens[reader].op].result != "each":
                reasons.setdefault("operand", tokens[reader].op)
        elif tokens[i].sources[0].file == "uniform" and _is_constant_bound(tokens[reader], source):
            reasons.setdefault("constant", tokens[reader].op)
    for reason in ("operand", "whole", "constant"):
        if reason in reasons:
            return reason, reasons[reason]
    return ("join" if depth or _overwritten_in_arm(tokens, i) else "other"), ""


def _is_constant_bound(reader: Instruction, source: Source) -> bool:
    """Return whether the reader could not have taken a constant in place of the source."""
    others = [other for other in reader.sources if other is not source]
    return not others or any(other.file == "uniform" for other in others)


def _lanes(reader: Instruction, source: Source) -> int:
    """Bit set of relevant swizzle lanes."""
    op = OPS[reader.op]
    index = next(i for i, other in enumerate(reader.sources) if other is source)
    lanes = op.operands[index].lanes
    if lanes:
        return (1 << lanes) - 1
    return reader.dest.mask if reader.dest is not None else 15


def _components(source: Source, lanes: int) -> set[int]:
    return {source.swizzle[lane] for lane in range(4) if lanes >> lane & 1}


def _is_joined(tokens: Sequence[Instruction], writers: set[int]) -> bool:
    """Return whether one of the writers is inside a conditional, where it may not write an output."""
    depth = 0
    for i, token in enumerate(tokens):
        depth += {"if": 1, "endif": -1}.get(OPS[token.op].effect or "", 0)
        if depth and i in writers:
            return True
    return False


def _writers(tokens: Sequence[Instruction], reader: int, source: Source, lanes: int) -> set[int]:
    """The tokens that wrote the components that the reader takes from a temporary."""
    found = set()
    for component in _components(source, lanes):
        for i in range(reader - 1, -1, -1):
            dest = tokens[i].dest
            if (
                dest is not None
                and (dest.file, dest.number) == (source.file, source.number)
                and dest.mask >> component & 1
            ):
                found.add(i)
                break
    return found


def _readers(tokens: Sequence[Instruction], writer: int) -> list[tuple[int, Source]]:
    """Later sources that read the token's result."""
    dest = tokens[writer].dest
    assert dest is not None
    alive = dest.mask
    found = []
    for i in range(writer + 1, len(tokens)):
        for index, source in enumerate(tokens[i].sources):
            rows = OPS[tokens[i].op].operands[index].rows
            read = sum(1 << c for c in _components(source, _lanes(tokens[i], source)))
            if source.file == "temporary" and source.number <= dest.number < source.number + rows and alive & read:
                found.append((i, source))
            if source.index is not None and source.index.file == "temporary" and source.index.number == dest.number:
                found.append((i, source))
        later = tokens[i].dest
        if later is not None and (later.file, later.number) == (dest.file, dest.number):
            alive &= ~later.mask
    return found


def _overwritten_in_arm(tokens: Sequence[Instruction], i: int) -> bool:
    """Return whether a conditional after the token writes the same place, so that the token provides the value of the
    other case."""
    mine = tokens[i].dest
    assert mine is not None
    depth = 0
    for token in tokens[i + 1 :]:
        depth += {"if": 1, "endif": -1}.get(OPS[token.op].effect or "", 0)
        dest = token.dest
        if (
            depth
            and dest is not None
            and (dest.file, dest.number) == (mine.file, mine.number)
            and dest.mask & mine.mask
        ):
            return True
    return False
