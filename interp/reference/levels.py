"""The order in which the calls of a run can be answered.

The operands of a texture read or of a modelled function may come from the answers of others. Before those are known, an
answer would be one for the wrong operands, and computing it costs as much as a right one. A site's level is the longest
chain of other sites that its operands come from, so in the pass of that number they are final.

Levels decide when a call is first answered, never how: a level that is too low costs a useless answer, one that is too
high a pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpucc.interp.reference.irtext import LOCAL, TextFunction, TextLine, retreating

# no site waits for more passes than this
HIGHEST = 24
# shorter chains settle in about as many passes if all calls are answered at once
DEEP = 6
# the rounds after which levels still change only if blocks come in an unusual order
ROUNDS = 4


def levels_of(function: TextFunction, asking: Mapping[str, Sequence[int]], count: int) -> list[int]:
    """The level of each of `count` sites; `asking` has the sites of each instruction, by its result. In functions with
    loops, where a site may depend on itself, and where chains are short, all levels are zero."""
    levels = [0] * count
    if not asking or retreating(function):
        return levels
    found: dict[str, int] = {}
    ends = {block.name: block.lines[-1] for block in function.blocks}
    for _ in range(ROUNDS):
        before = dict(found)
        stored = 0
        for block in function.blocks:
            for line in block.lines:
                level = _needed(line, found, ends)
                match line.op:
                    case "store":
                        stored = max(stored, level)
                    case "load" if "alloca" in found:
                        level = max(level, stored)
                    case "alloca":
                        found["alloca"] = 0
                if line.result is None:
                    continue
                for site in asking.get(line.result, ()):
                    levels[site] = min(level, HIGHEST)
                found[line.result] = level + (line.result in asking)
        if found == before:
            break
    return levels if max(levels) >= DEEP else [0] * count


def _needed(line: TextLine, found: Mapping[str, int], ends: Mapping[str, TextLine]) -> int:
    """The level of an instruction's operands; that of a phi's are the conditions before it, too."""
    names = LOCAL.findall(line.rest)
    if line.op == "phi":
        names += [name for label in names if label in ends for name in LOCAL.findall(ends[label].rest)]
    return max((found.get(name, 0) for name in names), default=0)
