"""Tables of constants that are read at a run-time index: where they go, and that reads of them are right."""

from __future__ import annotations

import math
import re
import struct

import numpy as np
import pytest

import gpucc
from gpucc import driver
from gpucc.emit import header, manifest
from gpucc.emit.mbs import read, write
from gpucc.emit.mbs_program import from_program
from gpucc.errors import Unsupported
from gpucc.isa.model import FP16, FP32, Format
from gpucc.lowering.arrays.columns import TableColumn
from gpucc.lowering.arrays.dense import layout_of
from gpucc.lowering.arrays.tables import (
    TableWishes,
    column_of,
    is_worth,
    lay_out_tables,
    line_through,
    read_column,
)
from gpucc.lowering.graph import BOOL, F32, I32, Block, Node, Type
from gpucc.program import Program

VALUES = (0.5, 1.25, 3.0, -2.0, 7.5, 0.125, 9.0, 2.5)
PLAIN = TableWishes(2)
VERTEX = ("agal", "lima-vp", "pica200")


def shader(body: str, globals: str, parameters: str = "<4 x float> %p") -> str:
    """A shader that reads tables at `%i`, the whole part of the position's x, and returns `%r`."""
    return f"""{globals}
define <4 x float> @main({parameters}) {{
  %x = extractelement <4 x float> %p, i64 0
  %i = fptosi float %x to i32
{body}
  ret <4 x float> %r
}}
"""


def floats(name: str, values: tuple[float, ...]) -> str:
    return f"@{name} = constant [{len(values)} x float] [{', '.join(f'float {value:e}' for value in values)}]"


def vectors(name: str, rows: int) -> str:
    row = "<4 x float> <float {}.5, float {}.25, float -{}.0, float 1.0>"
    return (
        f"@{name} = constant [{rows} x <4 x float>] [{', '.join(row.format(k * k, 9 - k, k * k) for k in range(rows))}]"
    )


def read_scalar(name: str, index: str = "%i", into: str = "v", type: str = "float") -> str:
    return f"  %{into}.p = getelementptr {type}, ptr @{name}, i32 {index}\n  %{into} = load {type}, ptr %{into}.p\n"


ONE = shader(f"{read_scalar('t')}  %r = insertelement <4 x float> %p, float %v, i64 2", floats("t", VALUES))


def compiled(text: str, isa: str, **more: object) -> Program:
    stage = "fragment" if isa in ("lima-pp", "agsl") else "vertex"
    return driver.compile(text, isa, **{"stage": stage, "verify": 64, **more})


def table_of(program: Program, component: int = 0) -> list[float]:
    return [constant.value for constant in program.constants if constant.component == component][: len(VALUES)]


@pytest.mark.parametrize(("isa", "most"), [("agal", 5), ("lima-vp", 6), ("pica200", 4), ("lima-pp", 1)])
def test_table_in_registers(isa: str, most: int) -> None:
    """Selects took 22, 12, 26 and 8 instructions."""
    program = compiled(ONE, isa)
    assert table_of(program) == list(VALUES)
    assert program.stats["instructions"] <= most
    assert [slot.name for slot in program.interface.uniforms] == []


def test_step_by_step() -> None:
    steps = gpucc.encode(gpucc.schedule(gpucc.select(gpucc.lower(ONE, "agal", stage="vertex"))))
    assert (steps.code, steps.constants) == ((whole := compiled(ONE, "agal")).code, whole.constants)


def test_stage_without_indices_selects() -> None:
    program = compiled(ONE, "agal", stage="fragment")
    assert table_of(program) != list(VALUES)
    assert program.verified


def test_behind_uniforms_and_before_literals() -> None:
    body = f"{read_scalar('t')}  %u = load <4 x float>, ptr %m\n  %s = fadd <4 x float> %u, splat (float 2.5)\n"
    text = shader(
        f"{body}  %r = insertelement <4 x float> %s, float %v, i64 2", floats("t", VALUES), "<4 x float> %p, ptr %m"
    )
    program = compiled(text, "agal")
    places = {constant.register: constant.value for constant in program.constants if constant.component == 0}
    assert [places[1 + k] for k in range(len(VALUES))] == list(VALUES)
    assert min(constant.register for constant in program.constants) == 1


ARRAY = """
attribute vec4 p;
void main() {
  vec2 k[3];
  k[0] = vec2(0.5, 3.0);
  k[1] = vec2(1.25, 7.0);
  k[2] = vec2(-2.0, 8.0);
  gl_Position = p + vec4(k[int(p.x)], 0.0, 0.0);
}
"""


@pytest.mark.parametrize("isa", VERTEX)
def test_array_of_constants_in_glsl(isa: str) -> None:
    program = compiled(ARRAY, isa, name="k.vert")
    rows = {constant.register: constant.value for constant in program.constants if constant.component == 1}
    assert [value for _, value in sorted(rows.items())][:3] == [3.0, 7.0, 8.0]


def test_array_that_changes_stays_memory() -> None:
    text = ARRAY.replace("k[2] = vec2(-2.0, 8.0);", "k[2] = vec2(-2.0, 8.0); k[1] = p.zw;")
    program = compiled(text, "lima-vp", name="k.vert")
    assert not {3.0, 7.0, 8.0} <= {constant.value for constant in program.constants}


@pytest.mark.parametrize("isa", [*VERTEX, "lima-pp"])
def test_several_tables_share_registers(isa: str) -> None:
    """Vectors and integers, elements beside the index, and rows of a struct that are wider than a register."""
    body = (
        read_scalar("t")
        + read_scalar("n", "%j", "n", "i32")
        + read_scalar("w", "%i", "w", "{ <4 x float>, <2 x float> }").replace(
            "load { <4 x float>, <2 x float> }", "load <4 x float>"
        )
        + """  %q.p = getelementptr { <4 x float>, <2 x float> }, ptr @w, i32 %i, i32 1
  %q = load <2 x float>, ptr %q.p
  %q0 = extractelement <2 x float> %q, i64 1
  %f = sitofp i32 %n to float
  %a = fadd float %f, %v
  %b = fmul float %a, %q0
  %s = fadd <4 x float> %p, %w
  %r = insertelement <4 x float> %s, float %b, i64 3"""
    )
    wide = ", ".join(
        f"{{ <4 x float>, <2 x float> }} {{ <4 x float> <float {k * k}.5, float 2.0, float {k}.0, float -3.0>,"
        f" <2 x float> <float 0.0, float {7 - k * k}.0> }}"
        for k in range(4)
    )
    globals = (
        f"{floats('t', VALUES)}\n@n = constant [5 x i32] [i32 4, i32 -7, i32 100, i32 3, i32 9]\n"
        f"@w = constant [4 x {{ <4 x float>, <2 x float> }}] [{wide}]"
    )
    program = compiled(shader(f"  %j = add i32 %i, 1\n{body}", globals), isa)
    assert program.verified
    assert len({constant.register for constant in program.constants}) <= 13


def test_read_behind_a_branch_stays_inside() -> None:
    """The branch becomes a choice, and lanes that do not take it have any index."""
    text = """
attribute vec4 p;
void main() {
  float k[5];
  k[0] = 0.5; k[1] = 1.25; k[2] = 3.0; k[3] = -2.0; k[4] = 7.5;
  vec4 r = p;
  int i = int(p.w);
  if (i >= 0 && i < 5) r = p * k[i];
  gl_Position = r;
}
"""
    for isa in VERTEX:
        program = compiled(text, isa, name="k.vert")
        assert program.verified
        assert program.verified["compared"] >= 40


def test_no_room() -> None:
    body = f"{read_scalar('t', '%i', 'v', '<4 x float>')}  %r = fadd <4 x float> %p, %v"
    with pytest.raises(Unsupported, match="200 elements: the target's registers have no room for it, and at most 64"):
        compiled(shader(body, vectors("t", 200)), "pica200")
    # the last column holds one number only, so nothing is computed for it
    assert compiled(shader(body, vectors("t", 100)), "lima-vp").stats["instructions"] <= 6
    both = body.replace("%r = fadd <4 x float> %p, %v", "%s = fadd <4 x float> %p, %v\n") + (
        f"{read_scalar('u', '%i', 'w')}  %r = insertelement <4 x float> %s, float %w, i64 0"
    )
    # 95 registers of 96: the second table goes into a component that the first one leaves free
    program = compiled(shader(both, f"{vectors('t', 85)}\n{floats('u', (*VALUES, *VALUES))}"), "pica200")
    assert program.verified
    assert program.stats["instructions"] <= 5


@pytest.mark.parametrize("isa", ["agal", "agsl"])
def test_elements_on_a_line_are_computed(isa: str) -> None:
    text = ONE.replace(floats("t", VALUES), floats("t", tuple(90.0 * k - 45.0 for k in range(8))))
    program = compiled(text, isa, stage="fragment")
    assert program.stats["instructions"] <= 10
    assert len(program.constants) <= 4


def constants(*values: float | None, type: Type = F32) -> list[Node]:
    return [Node("undef", type) if value is None else Node("const", type, (), value) for value in values]


def column(*values: float | None, type: Type = F32, format: Format = FP32, table: str = "t") -> TableColumn:
    found = column_of(table, 0, constants(*values, type=type), type, format)
    assert found is not None
    return found


def test_columns() -> None:
    assert column(0.0, 1.0) != column(-0.0, 1.0)
    assert math.isnan(column(math.nan, None).values[0])
    assert column_of("t", 0, constants(1e6, 1.0), F32, FP16) is None
    assert column_of("t", 0, constants(1 << 25, 1, type=I32), I32, FP32) is None
    assert [column(*values, type=I32).letter for values in ((0, 1), (0, 2), (-1, 1))] == ["b", "u", "i"]


@pytest.mark.parametrize(
    ("values", "format", "line"),
    [
        ((1.0, 3.0, 5.0), FP32, (2.0, 1.0)),
        ((1.0, 3.0, 6.0), FP32, None),
        ((1.0, 3.0), FP32, None),
        ((-0.0, 1.0, 2.0), FP32, None),
        ((0.0, 0.1, 0.2), FP32, None),
        ((1e-39, 2e-39, 3e-39), FP32, None),
        ((0.0, 2049.0, 4098.0), FP16, None),
        ((0.0, math.inf, math.inf), FP32, None),
    ],
)
def test_lines(values: tuple[float, ...], format: Format, line: tuple[float, float] | None) -> None:
    assert line_through(column(*values), format) == line


def test_when_registers_are_worth_it() -> None:
    index = Node("input", I32, (), (0, 0))
    condition = Node("btoi", I32, (Node("input", BOOL, (), (0, 0)),))
    two, three = column(1.0, 2.0), column(1.0, 2.0, 4.0)
    assert is_worth(two, (index,), TableWishes(2))
    assert not is_worth(two, (condition,), TableWishes(2))
    assert is_worth(three, (condition,), TableWishes(2))
    assert not is_worth(column(1.0, 1.0, 1.0), (index,), TableWishes(2))
    assert not is_worth(three, (index,), TableWishes())
    assert not is_worth(three, (index,), TableWishes(2, frozenset({"t"})))


def test_places() -> None:
    """Tables stand beside each other, and a table without room is refused."""
    block = Block("b")
    index = Node("input", I32, (), (0, 0))
    tables = {name: column(*range(count), 0.5, table=name) for name, count in (("a", 5), ("b", 4), ("c", 4), ("d", 3))}
    reads = [read_column(block, one, index, FP32, PLAIN) for one in tables.values()]
    file, refused = lay_out_tables(reads, 7, 6)
    assert not refused
    assert file.homes == {one: (7, component) for component, one in enumerate(tables.values())}
    assert lay_out_tables([*reads, read_column(block, column(*range(5), 0.5, table="e"), index, FP32, PLAIN)], 7, 6)[
        1
    ] == {"d"}
    assert file.slot().words == "ffff" * 4 + "fff." + "f..."


def test_files_carry_tables() -> None:
    program = compiled(ONE, "lima-pp")
    assert re.findall(r"# u\d = (\S+), _, _, _", program.asm()) == [f"{value:g}" for value in VALUES]
    again = manifest.read(manifest.write(program).encode(), "k.json")
    assert again.constants == program.constants
    symbols = read(write(from_program(program))).uniforms
    assert [symbol.values[0] for symbol in symbols] == list(VALUES)
    assert f"constant_count = {len(VALUES)}" in header.write(program, "k")


# tables of more elements than there are registers ---------------------------------------------------------------------

PERMUTATION = tuple(57 * k * k % 251 for k in range(256))
LONG_TABLES = {
    "a permutation twice": ("i8", (*PERMUTATION, *PERMUTATION), 511),
    "a permutation": ("i8", PERMUTATION, 255),
    "words with negative numbers": ("i32", tuple(k * k % 1000 - 500 for k in range(300)), 299),
    "floats": ("float", tuple(math.sin(k) for k in range(256)), 255),
    "words that need all bits": ("i32", tuple(k * k for k in range(200)), 199),
}


def long_table(name: str) -> str:
    type, values, last = LONG_TABLES[name]
    shown = ", ".join(f"{type} {struct_float(value) if type == 'float' else int(value)}" for value in values)
    made = {"float": "", "i8": "  %w = zext i8 %e to i32\n  %v = uitofp i32 %w to float\n", "i32": ""}[type]
    made = made or ("  %v = fadd float %e, 0.0\n" if type == "float" else "  %v = sitofp i32 %e to float\n")
    limited = f"  %l = call i32 @llvm.smax.i32(i32 %i, i32 0)\n  %k = call i32 @llvm.smin.i32(i32 %l, i32 {last})\n"
    body = limited + read_scalar("t", "%k", "e", type) + made + "  %r = insertelement <4 x float> %p, float %v, i64 2"
    declared = "declare i32 @llvm.smax.i32(i32, i32)\ndeclare i32 @llvm.smin.i32(i32, i32)\n"
    return shader(body, f"{declared}@t = constant [{len(values)} x {type}] [{shown}]")


def struct_float(value: float) -> str:
    return f"0x{struct.unpack('<Q', struct.pack('<d', struct.unpack('<f', struct.pack('<f', value))[0]))[0]:016X}"


@pytest.mark.parametrize(
    ("isa", "name"),
    [
        *(("lima-vp", name) for name in LONG_TABLES),
        *(("pica200", name) for name in LONG_TABLES if name not in ("words that need all bits",)),
        ("agal", "a permutation twice"),
        ("lima-pp", "a permutation twice"),
    ],
)
def test_long_tables(isa: str, name: str) -> None:
    program = compiled(long_table(name), isa)
    assert program.verified is not None
    assert program.verified["compared"] >= 32
    places = np.array([-5.0, 0, 1, 3, 63, 64, 65, 127, 128, 199, 200, 255, 256, 299, 511], np.float32)
    given = np.zeros((len(places), 4), np.float32)
    given[:, 0] = places
    _, values, last = LONG_TABLES[name]
    found = next(iter(driver.run(program, {"p": given}, lanes=len(places)).values()))
    expected = [values[min(max(int(k), 0), last)] for k in places]
    assert np.allclose(np.asarray(found)[:, 2], expected, rtol=2.0**-9, atol=1e-6)


def test_layouts() -> None:
    """A period of 256 fills 64 registers, or 16 with three digits in each component of float32, of which four fit."""
    twice = column(*map(float, (*PERMUTATION, *PERMUTATION)), type=I32)
    assert layout_of(twice, False, FP32)[:3] == (256, 64, 1)
    assert layout_of(twice, True, FP32)[:3] == (256, 32, 2)
    assert layout_of(twice, True, FP16)[:3] == (256, 64, 1)


@pytest.mark.parametrize(("isa", "count"), [("agal", 4), ("pica200", 3)])
def test_columns_on_a_line_are_read_with_the_others(isa: str, count: int) -> None:
    rows = [(0.5, 1.25, 7.75, 1.0), (1.5, 2.25, 6.75, 1.0), (2.5, 5.25, 5.75, 1.0), (3.5, 10.25, 4.75, 1.0)]
    table = ", ".join(f"vec4{row}" for row in rows)
    text = f"""#version 300 es
in vec4 p; in float which;
void main() {{ const vec4 k[4] = vec4[4]({table}); gl_Position = p * k[int(which)]; }}
"""
    program = driver.compile(text, isa, stage="vertex", name="k.vert", verify=256)
    # the last column is 1.0 everywhere, and so it is no product
    assert program.stats["instructions"] == count + 1
