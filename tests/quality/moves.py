"""Why each mov of a program is there, read off its decoded bytes.

A mov computes nothing, so something must force it. What can force it on AGAL:

* output: an output takes a value that nothing computes (each must be written, rules 3633 to 3635).
* whole: the colour must be written by one instruction (rule 3701), so its parts meet in a temporary first.
* kept: an output takes a value that is read again, and outputs cannot be read (rule 3646).
* operand: a source is one register, and an instruction over whole vectors (dp3, m44, tex ...) needs components that stand in
  several. Instructions that work component by component could be split instead, so they do not count.
* constant: constants may not be the only source of an instruction but of mov, nor both of its sources (rule 3625).
* join: both arms of a conditional leave their value in one place (outputs may not be written inside, rule 3751).

Anything else is a mov that packing or selection should have avoided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpucc.emit.agal import decode
from gpucc.isa.agal import AGAL
from gpucc.isa.model import Instruction, Source

OPS = {op.name: op for op in AGAL.ops}
REASONS = {
    "output": "an output takes a value that nothing computes (3633, 3634, 3635)",
    "whole": "the colour is written by one instruction (3701)",
    "kept": "an output takes a value that is read again, and outputs cannot be read (3646)",
    "operand": "a source is one register, its components stand in several",
    "constant": "constants are not the only sources of an instruction (3625)",
    "join": "both arms of a conditional leave their value in one place (3751)",
    "other": "not forced",
}
WHOLE = AGAL.file("output", "fragment").whole


@dataclass(frozen=True)
class Move:
    token: int
    reason: str
    reader: str = ""


def moves(code: bytes) -> list[Move]:
    """Every mov that writes a part of an output, or a temporary, and its reason."""
    decoded = decode(code)
    tokens, stage = decoded.instructions, decoded.stage
    found = []
    depth = 0
    for i, token in enumerate(tokens):
        depth += {"if": 1, "endif": -1}.get(OPS[token.op].effect or "", 0)
        if token.op != "mov" or token.dest is None:
            continue
        if token.dest.file != "temporary":
            if token.sources[0].file != "temporary":
                found.append(Move(i + 1, "output"))
            else:
                found.append(Move(i + 1, _out_of_temporary(tokens, i, stage)))
        else:
            found.append(_into_temporary(tokens, i, depth, stage))
    return found


def _out_of_temporary(tokens: Sequence[Instruction], i: int, stage: str) -> str:
    dest, source = tokens[i].dest, tokens[i].sources[0]
    assert dest is not None
    writers = _writers(tokens, i, source, dest.mask)
    if len(writers) > 1 and dest.file == "output" and dest.mask == 15 and stage in WHOLE:
        return "whole"
    if _is_joined(tokens, writers):
        return "join"
    return "kept" if all(len(_readers(tokens, writer)) > 1 for writer in writers) else "other"


def _into_temporary(tokens: Sequence[Instruction], i: int, depth: int, stage: str) -> Move:
    reasons: dict[str, str] = {}
    taken, given = tokens[i].sources[0], tokens[i].dest
    if given is not None and (taken.file, taken.number) == (given.file, given.number):
        return Move(i + 1, "other")  # whoever reads it can read the other component of the same register
    for reader, source in _readers(tokens, i):
        if len(_writers(tokens, reader, source, _lanes(tokens[reader], source))) > 1:
            dest = tokens[reader].dest
            into_colour = tokens[reader].op == "mov" and dest is not None and dest.file == "output" and stage in WHOLE
            if into_colour:
                reasons.setdefault("whole", "mov")
            elif OPS[tokens[reader].op].result != "each":
                reasons.setdefault("operand", tokens[reader].op)
        elif tokens[i].sources[0].file == "uniform" and _is_constant_bound(tokens[reader], source):
            reasons.setdefault("constant", tokens[reader].op)
    for reason in ("operand", "whole", "constant"):
        if reason in reasons:
            return Move(i + 1, reason, reasons[reason])
    return Move(i + 1, "join" if depth or _overwritten_in_arm(tokens, i) else "other")


def _is_constant_bound(reader: Instruction, source: Source) -> bool:
    """Whether the reader could not have taken a constant in place of the source."""
    others = [other for other in reader.sources if other is not source]
    return not others or any(other.file == "uniform" for other in others)


def _lanes(reader: Instruction, source: Source) -> int:
    """Bit set of swizzle lanes that count."""
    op = OPS[reader.op]
    index = next(i for i, other in enumerate(reader.sources) if other is source)
    lanes = op.operands[index].lanes
    if lanes:
        return (1 << lanes) - 1
    return reader.dest.mask if reader.dest is not None else 15


def _components(source: Source, lanes: int) -> set[int]:
    return {source.swizzle[lane] for lane in range(4) if lanes >> lane & 1}


def _is_joined(tokens: Sequence[Instruction], writers: set[int]) -> bool:
    """Whether one of the writers stands in a conditional, where it may not write an output."""
    depth = 0
    for i, token in enumerate(tokens):
        depth += {"if": 1, "endif": -1}.get(OPS[token.op].effect or "", 0)
        if depth and i in writers:
            return True
    return False


def _writers(tokens: Sequence[Instruction], reader: int, source: Source, lanes: int) -> set[int]:
    """Tokens that wrote what the reader takes from a temporary."""
    found = set()
    for component in _components(source, lanes):
        for i in range(reader - 1, -1, -1):
            dest = tokens[i].dest
            if dest is not None and (dest.file, dest.number) == (source.file, source.number) and dest.mask >> component & 1:
                found.add(i)
                break
    return found


def _readers(tokens: Sequence[Instruction], writer: int) -> list[tuple[int, Source]]:
    """Later sources that read what the token wrote."""
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
    """Whether a conditional behind the token writes the same place: the token gives the value of the other case."""
    mine = tokens[i].dest
    assert mine is not None
    depth = 0
    for token in tokens[i + 1 :]:
        depth += {"if": 1, "endif": -1}.get(OPS[token.op].effect or "", 0)
        dest = token.dest
        if depth and dest is not None and (dest.file, dest.number) == (mine.file, mine.number) and dest.mask & mine.mask:
            return True
    return False
