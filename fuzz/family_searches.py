"""Loops that search: they end early, keep what they found or passed, and ask about their counter in the middle.

What such a loop leaves behind depends on how it ended. Passes that recognise ends of loops, counters with two limits or
pairs of assignments by their shape are wrong, if they are, near these.
"""

from __future__ import annotations

from gpucc.fuzz.draws import Draws
from gpucc.fuzz.shading import Shell, some_language
from gpucc.fuzz.trials import FuzzFamily, FuzzSample
from gpucc.isa.model import Isa
from gpucc.program import Stage

KEPT = ("found", "passed", "total")
LEAVES = (*KEPT, *KEPT, "here", "v.x", "v.y", "v.z", "1.0", "0.5", "float(i) * 0.1")
VALUES = ("({} * 0.5 + {})", "({} + {})", "({} - {})", "min({}, {})", "max({}, {})", "({} * 0.25 - {})")
TESTS = ("{} > {}", "{} < {}", "{} >= {}", "{} == {}")
COUNTS = ("i == {}", "i != {}", "i > {}", "i < {}", "float(i) == min(v.w, {}.0)", "i == (n < {} ? n : {})",
          "i != (n < {} ? n : {})", "float(i) > v.w + {}.0")  # fmt: skip
# the most rounds: where loops are unrolled, the program must stay short
ROUNDS, FEW = (6, 40, 100), (6, 9)


def searches(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    language = some_language(draws, isa, stage)
    rounds = draws.one(ROUNDS if isa.loops else FEW)
    first = _value(draws, 1).replace("here", "passed")
    body = " ".join(_statement(draws, 1) for _ in range(draws.number(2, 5)))
    if draws.chance(2):
        body = f"{body} {_end(draws)}"
    starts = [draws.one(options) for options in (("7.0", "0.0", "v.y"), ("0.0", "1.0", "v.x"), ("2.0", "0.0"))]
    lines = [
        *(f"float {name} = {start};" for name, start in zip(KEPT, starts, strict=True)),
        f"for (int i = 0; i < {rounds}; i++) {{ float here = {first}; {body} }}",
    ]
    result = draws.one(("vec4(found, passed, total, found * 0.5 + passed)", "vec4(found)"))
    shell = Shell(language, stage, {"v": "vec4"}, ("int n",))
    return FuzzSample(shell.program(lines, result), shell.name, stage, refusable=True, undefinable=True, lanes=256)


def _end(draws: Draws) -> str:
    """What a march does at the end of a round: it keeps a value as found and ends, or as passed and goes on."""
    one, other = draws.shuffled(KEPT)[:2]
    value = draws.one(("here", "here", _value(draws, 0)))
    return f"if ({_test(draws)}) {{ {one} = {value}; break; }} {other} = {value};"


def _value(draws: Draws, depth: int) -> str:
    if not depth or draws.chance(3):
        return draws.one(LEAVES)
    return draws.one(VALUES).format(_value(draws, depth - 1), _value(draws, depth - 1))


def _test(draws: Draws) -> str:
    if draws.chance(3):
        limit = draws.number(1, 7)
        return draws.one(COUNTS).format(limit, limit)
    return draws.one(TESTS).format(draws.one(LEAVES), draws.one(("v.x", "v.y", "v.z", draws.one(LEAVES))))


def _statement(draws: Draws, depth: int) -> str:
    kind = draws.below(10)
    if kind < 5 or (kind > 6 and not depth):
        return f"{draws.one((*KEPT, 'here'))} = {_value(draws, 1)};"
    test = _test(draws)
    if kind == 5:
        kept = _statement(draws, 0) if draws.chance(2) else f"{draws.one(KEPT)} = here;"
        return f"if ({test}) {{ {kept} break; }}"
    if kind == 6:
        return f"if ({test}) continue;"
    inside = _statement(draws, depth - 1)
    return f"if ({test}) {{ {inside} }}" + (f" else {{ {_statement(draws, depth - 1)} }}" if kind == 9 else "")


FAMILIES = (FuzzFamily("searches", searches, 2),)
