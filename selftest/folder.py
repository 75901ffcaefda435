"""A folder of self-tests: for each one its programs, as assembly and as drivers take them, stand-ins in GLSL, and one
index with inputs and colours, which `device.c` reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path

from gpucc import driver
from gpucc.emit import files, mesa
from gpucc.errors import Unsupported
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import Fact
from gpucc.program import Interface, Program, Slot
from gpucc.records import dataclass
from gpucc.selftest import lima_pp, lima_vp, stand_in
from gpucc.selftest.answers import Answer, answer, program_of
from gpucc.selftest.model import BYTE, Row, SelfTest, Vertices
from gpucc.targets import registry

TESTS = {LIMA_VP.name: lima_vp.TESTS, LIMA_PP.name: lima_pp.TESTS}
RUNNER = "device.c"
INDEX = "tests.txt"
HEAD = """# Self-tests of {isa}, written by gpucc {version}: one for each fact below "proven". device.c reads this.
# Inputs are 12 numbers, four for each vertex of a triangle over the picture. Colours are bytes: what every pixel has
# if the fact holds, and what it has otherwise.
"""


@dataclass(frozen=True, slots=True)
class WrittenTest:
    """A self-test with the statement of its fact, its colours, and its files by their name in its folder."""

    test: SelfTest
    fact: Fact
    answer: Answer
    files: Mapping[str, str | bytes]


def tests_of(isa: str) -> tuple[SelfTest, ...]:
    """The self-tests of a target."""
    if isa not in TESTS:
        raise Unsupported(f"there are no self-tests for {isa}", notes=(f"targets with some: {', '.join(TESTS)}",))
    return TESTS[isa]


@cache
def written(isa: str, version: str) -> tuple[tuple[WrittenTest, ...], dict[str, str | bytes]]:
    """All self-tests of a target, and all files of their folder by path."""
    record = registry.find(isa).isa
    facts = {fact.name: fact for fact in record.facts}
    tests = []
    for test in tests_of(isa):
        colors = answer(test, isa)
        tests.append(WrittenTest(test, facts[test.fact], colors, _files(test, isa)))
    all_files = {f"{one.test.fact}/{name}": content for one in tests for name, content in one.files.items()}
    index = HEAD.format(isa=isa, version=version) + "".join(map(_entry, tests))
    runner = Path(__file__).with_name(RUNNER).read_text("utf-8")
    return tuple(tests), {INDEX: index, RUNNER: runner, "README.md": _readme(isa, tests), **all_files}


def _files(test: SelfTest, isa: str) -> dict[str, str | bytes]:
    own = program_of(test, isa, test.text)
    made: dict[str, str | bytes] = {}
    if own.stage == "vertex":
        partner = _compiled(stand_in.PLAIN)
        texts = {"vertex.vert": stand_in.vertex(test), "fragment.frag": stand_in.PLAIN}
        pair = {"vertex": own, "fragment": partner}
    else:
        texts = {"vertex.vert": stand_in.carrier(test), "fragment.frag": stand_in.fragment(test)}
        pair = {"vertex": _carrier(test), "fragment": own}
    if test.by_clock:
        texts["other.frag"] = stand_in.fragment(test, stand_in.SECOND)
        pair["other"] = program_of(test, isa, test.by_clock)
    made |= texts
    for name, program in pair.items():
        made[f"{name}.s"] = registry.find(program.isa).text(program)
        assert files.MBS.make is not None
        made[f"{name}.mbs"] = files.MBS.make(program, name)
        if test.only in ("", "mesa"):
            made[f"{name}.mesa"] = mesa.shader_of(program).packed()
    return made


@cache
def _compiled(text: str) -> Program:
    return driver.compile(text.encode(), LIMA_PP.name, name="fragment.frag", target={"facts": "proven"})


def _carrier(test: SelfTest) -> Program:
    """A vertex program that hands on the position and every varying as they come."""
    lines = "".join(
        f"acc0 = a{i}.x; acc1 = a{i}.y; mul0 = a{i}.z; mul1 = a{i}.w; v{i}.xyzw = acc0, acc1, mul0, mul1\n"
        for i in range(len(test.inputs) + 1)
    )
    program = program_of(replace(test, uniforms=(), inputs=test.inputs), LIMA_VP.name, lines)
    outputs = (program.interface.outputs[0], *(Slot(f"v{i}", "output", i + 1, "ffff") for i in range(len(test.inputs))))
    viewport = replace(program.interface.uniforms[1], register=0)
    return replace(program, interface=Interface(program.interface.inputs, outputs, (viewport,)))


# The index ------------------------------------------------------------------------------------------------------------


def _numbers(values: Iterable[float]) -> str:
    return " ".join(f"{value:.9g}" for value in values)


def _bytes(row: Row) -> str:
    return " ".join(str(round(value * BYTE)) for value in row)


def _corners(row: Row | Vertices) -> str:
    corners: Sequence[Row] = row if isinstance(row[0], tuple) else (row,) * 3
    return _numbers(chain.from_iterable(corners))


def _entry(one: WrittenTest) -> str:
    test = one.test
    lines = ["", f"# {one.fact.level}: {one.fact.statement}", f"# source: {one.fact.source}", f"test {test.fact}"]
    lines += [f"only {test.only}"] * bool(test.only) + ["clock"] * bool(test.by_clock)
    lines += [f"attribute {_corners(row)}" for row in test.inputs]
    lines += [f"uniform {_numbers(row)}" for row in test.uniforms]
    for colors in test.levels:
        lines += ["texture", *(f"level {_bytes(color)}" for color in colors)]
    lines += [f"frame {_bytes(test.frame)}"] * any(test.frame)
    lines.append(f"expect {' '.join(map(str, one.answer.expected))}")
    lines += [
        f"otherwise {' '.join(map(str, color))} {way.means}"
        for way, color in zip(test.otherwise, one.answer.otherwise, strict=True)
    ]
    return "\n".join(lines) + "\n"


README = """# Self-tests of {isa}

Nothing but notes or guesses vouch for {count} facts that gpucc knows of this chip. Here is a program for each: it draws
one colour if the fact holds, and another if it does not. Whoever has a chip can tell.

## Run them
On the machine with the chip, with its OpenGL ES 2.0 and EGL (Debian: `libgles-dev`, `libegl-dev`, a C compiler):

    cc -O1 -o selftest device.c -lEGL -lGLESv2
    ./selftest

- With Mesa's driver (made for {mesa}) each pair is drawn twice: a stand-in, whose place in Mesa's cache of shaders that
  shows, then with the test's programs in that place. The caches are below run/; Mesa's own is not touched.
- With ARM's driver the MBS files go through glShaderBinary.
- With any other driver only stand-ins are drawn. That tests this folder, and no fact.

A line says `right`, or `WRONG` with what was drawn and, where a test foresees it, what that means. Please tell the
project both: a fact that is right becomes proven, and one that is wrong is corrected in one place.

`./selftest NAME` runs one test. Its folder has the program as assembly (`.s`), as Mesa keeps it (`.mesa`) and as ARM's
compiler writes it (`.mbs`), with its partner in the other stage, and the stand-ins (`.vert`, `.frag`); tests.txt has
the inputs and colours.

## The tests
| test | fact | level | otherwise |
| --- | --- | --- | --- |
{rows}
"""


def _readme(isa: str, tests: Sequence[WrittenTest]) -> str:
    escape: Callable[[str], str] = lambda text: text.replace("|", "\\|")  # noqa: E731
    rows = []
    for one in tests:
        ways = "; ".join(way.means for way in one.test.otherwise) or "judged by the clock"
        note = " (ARM's driver only)" if one.test.only == "mbs" else ""
        rows.append(f"| `{one.test.fact}`{note} | {escape(one.fact.statement)} | {one.fact.level} | {escape(ways)} |")
    return README.format(isa=isa, count=len(tests), mesa=f"Mesa {mesa.VERSION}", rows="\n".join(rows))
