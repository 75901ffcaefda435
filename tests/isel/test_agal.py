"""AGAL's rules one by one: a small graph, the exact code, and the code's results."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from iselkit import Maker, check_selection

from gpucc.errors import InputError, Unsupported
from gpucc.isa.agal import AGAL
from gpucc.isa.model import SamplerState
from gpucc.isel import Selected, Selector
from gpucc.isel.agal import AGAL_RULES
from gpucc.isel.text import show_selected
from gpucc.lowering.graph import AFN, ARCP, NINF, NNAN, NSZ, REASSOC, Block, Node

Build = Callable[[Maker, Node, Node, Node], Node]


def select(
    block: Block, stage: str = "fragment", version: int = 1, samplers: dict[int, SamplerState] | None = None
) -> Selected:
    return Selector(AGAL, AGAL_RULES, {"stage": stage, "version": version}).select(block, samplers=samplers)


def code(selected: Selected) -> list[str]:
    """The lines without those of outputs."""
    return [line for line in show_selected(selected).splitlines() if not line.startswith("out")]


def check(build: Build, *lines: str, stage: str = "fragment", values: bool = True) -> None:
    make = Maker()
    block = make.outputs(build(make, make.i(0), make.i(1), make.b()))
    selected = select(block, stage)
    assert code(selected) == [f"t{k} = {line}" for k, line in enumerate(lines)]
    if values:
        check_selection(block, selected)


ARITHMETIC: list[tuple[Build, list[str]]] = [
    (lambda m, x, y, c: m.fadd(x, m.fneg(y)), ["sub in0.x, in1.x"]),
    (lambda m, x, y, c: m.fadd(m.fneg(x), y), ["sub in1.x, in0.x"]),
    (lambda m, x, y, c: m.fsub(x, m.fneg(y)), ["add in0.x, in1.x"]),
    (lambda m, x, y, c: m.fmul(m.fneg(x), m.fneg(y)), ["mul in0.x, in1.x"]),
    (lambda m, x, y, c: m.fneg(m.fmul(x, 3.0)), ["mul in0.x, -3.0"]),
    (lambda m, x, y, c: m.fabs(m.fneg(x)), ["abs in0.x"]),
    (lambda m, x, y, c: m.fmax(m.fneg(x), x), ["abs in0.x"]),
    (lambda m, x, y, c: m.fmin(m.fmax(x, 0.0), 1.0), ["sat in0.x"]),
    (lambda m, x, y, c: m.fmin(1.0, m.fmax(0.0, x)), ["sat in0.x"]),
    (lambda m, x, y, c: m.fmax(m.fmin(x, 1.0), 0.0), ["min in0.x, 1.0", "max t0, 0.0"]),  # NaN would be 1, not 0
    (lambda m, x, y, c: m.fmax(m.fmin(m.btof(c), 1.0), 0.0), ["sat in3.x"]),
    (lambda m, x, y, c: m.fsub(x, m.floor(x)), ["frc in0.x"]),
    (lambda m, x, y, c: m.floor(x), ["frc in0.x", "sub in0.x, t0", "min t1, in0.x"]),
    (
        lambda m, x, y, c: m.floor(m.fmin(m.fmax(x, -5.0), 5.0)),
        ["max in0.x, -5.0", "min t0, 5.0", "frc t1", "sub t1, t2"],
    ),
    (lambda m, x, y, c: m.ceil(x), ["neg in0.x", "frc t0", "sub t0, t1", "min t2, t0", "neg t3"]),
    (lambda m, x, y, c: m.trunc(x), ["abs in0.x", "frc t0", "sub t0, t1", "neg t2", "min t2, in0.x", "max t3, t4"]),
    (lambda m, x, y, c: m.copysign(x, -2.0), ["abs in0.x", "neg t0"]),
    (lambda m, x, y, c: m.fdiv(1.0, x), ["rcp in0.x"]),
    (lambda m, x, y, c: m.fdiv(x, y), ["div in0.x, in1.x"]),
    (lambda m, x, y, c: m.fdiv(1.0, m.sqrt(x)), ["sqt in0.x", "rcp t0"]),
    (lambda m, x, y, c: m.fadd(m.u(0), m.u(1)), ["mov u1.x", "add u0.x, t0"]),  # never two constants
    (lambda m, x, y, c: m.sin(m.u(0)), ["mov u0.x", "sin t0"]),  # nor one alone
    (lambda m, x, y, c: m.fadd(m.fmul(x, m.u(0)), m.u(1)), ["mul in0.x, u0.x", "add t0, u1.x"]),
    (lambda m, x, y, c: m.exp2(m.log2(x)), ["log in0.x", "exp t0"]),
    (lambda m, x, y, c: m.pow(x, y), ["pow in0.x, in1.x"]),
    (lambda m, x, y, c: m.pow(x, 4.0), ["abs in0.x", "pow t0, 4.0"]),
    (lambda m, x, y, c: m.pow(m.fabs(x), 4.0), ["abs in0.x", "pow t0, 4.0"]),
    (lambda m, x, y, c: m.pow(x, 2.5), ["pow in0.x, 2.5"]),
]

TRUTHS: list[tuple[Build, list[str]]] = [
    (lambda m, x, y, c: m.btof(m.folt(x, y)), ["slt in0.x, in1.x"]),
    (lambda m, x, y, c: m.btof(m.fole(x, y)), ["sge in1.x, in0.x"]),
    (lambda m, x, y, c: m.btof(m.foeq(x, 1.0)), ["seq in0.x, 1.0"]),
    (lambda m, x, y, c: m.btof(m.fune(x, y)), ["sne in0.x, in1.x"]),
    (lambda m, x, y, c: m.btof(m.fult(x, y)), ["sge in0.x, in1.x", "sub 1.0, t0"]),
    (lambda m, x, y, c: m.btof(m.bnot(m.fult(x, y))), ["sge in0.x, in1.x"]),
    (lambda m, x, y, c: m.btof(m.bnot(m.foeq(x, y))), ["sne in0.x, in1.x"]),
    (lambda m, x, y, c: m.btof(m.ford(x, 0.0)), ["seq in0.x, in0.x"]),
    (lambda m, x, y, c: m.btof(m.funo(x, x)), ["sne in0.x, in0.x"]),
    (lambda m, x, y, c: m.btof(m.fone(x, y)), ["slt in0.x, in1.x", "slt in1.x, in0.x", "add t0, t1"]),
    (lambda m, x, y, c: m.btof(m.band(c, m.bnot(m.folt(x, y)))), ["slt in0.x, in1.x", "slt t0, in3.x"]),
    (lambda m, x, y, c: m.btof(m.bxor(c, m.folt(x, y))), ["slt in0.x, in1.x", "sne in3.x, t0"]),
    (lambda m, x, y, c: m.fsub(1.0, m.btof(m.foeq(x, y))), ["sne in0.x, in1.x"]),
    (lambda m, x, y, c: m.fadd(m.btof(c), x), ["add in3.x, in0.x"]),
]

SELECTS: list[tuple[Build, list[str]]] = [
    (lambda m, x, y, c: m.select(c, 1.0, 0.0), []),
    (lambda m, x, y, c: m.select(c, 0.0, 1.0), ["sub 1.0, in3.x"]),
    (lambda m, x, y, c: m.select(c, 3.0, 2.0), ["add in3.x, 2.0"]),
    (lambda m, x, y, c: m.select(c, 2.0, 3.0), ["sub 3.0, in3.x"]),
    (lambda m, x, y, c: m.select(c, 1.0, -1.0), ["mul in3.x, 2.0", "add t0, -1.0"]),
    (lambda m, x, y, c: m.select(c, 0.1, 0.0), ["mul in3.x, 0.1"]),
    (lambda m, x, y, c: m.select(c, -0.5, 0.0), ["mul in3.x, -0.5", "add t0, 0.0"]),  # 0 * -0.5 is -0
    (lambda m, x, y, c: m.select(c, 0.9, -0.7), ["sub 1.0, in3.x", "mul in3.x, 0.9", "mul t0, -0.7", "add t1, t2"]),
    (lambda m, x, y, c: m.select(c, x, 0.0), ["mul in3.x, in0.x", "add t0, 0.0"]),
    (lambda m, x, y, c: m.select(c, x, -0.0), ["mul in3.x, in0.x"]),
    (lambda m, x, y, c: m.select(c, m.fabs(x), 0.0), ["abs in0.x", "mul in3.x, t0"]),
    (lambda m, x, y, c: m.select(c, x, 1.0), ["sub 1.0, in3.x", "mul in3.x, in0.x", "add t0, t1"]),
    (lambda m, x, y, c: m.select(c, m.fadd(x, y), x), ["mul in3.x, in1.x", "add in0.x, t0"]),
    (lambda m, x, y, c: m.select(c, m.fneg(x), x), ["add in3.x, in3.x", "sub 1.0, t0", "mul in0.x, t1"]),
    (
        lambda m, x, y, c: m.select(m.fune(x, y), x, y),
        ["sne in0.x, in1.x", "seq in0.x, in1.x", "mul t0, in0.x", "mul t1, in1.x", "add t2, t3"],
    ),
    (lambda m, x, y, c: m.select(m.folt(0.0, x), x, 0.0), ["max in0.x, 0.0"]),
    (lambda m, x, y, c: m.select(m.folt(x, 1.0), x, 1.0), ["min in0.x, 1.0"]),
    (lambda m, x, y, c: m.select(m.fult(x, 1.0), 1.0, x), ["max in0.x, 1.0"]),
    (
        lambda m, x, y, c: m.select(m.folt(x, 0.0), 0.0, x),
        ["sge in0.x, 0.0", "mul t0, in0.x", "add t1, 0.0"],
    ),  # NaN stays
    (
        lambda m, x, y, c: m.select(m.folt(x, 0.0), -1.0, m.btof(m.folt(0.0, x))),
        ["slt 0.0, in0.x", "slt in0.x, 0.0", "sub t0, t1"],
    ),
]


@pytest.mark.parametrize(("build", "lines"), [*ARITHMETIC, *TRUTHS, *SELECTS])
def test_exact(build: Build, lines: list[str]) -> None:
    check(build, *lines)


FLAGGED: list[tuple[Build, list[str]]] = [
    (lambda m, x, y, c: m.btof(m.fone(x, y, flags=NNAN)), ["sne in0.x, in1.x"]),
    (lambda m, x, y, c: m.btof(m.fult(x, y, flags=NNAN)), ["slt in0.x, in1.x"]),
    (lambda m, x, y, c: m.fneg(m.fsub(x, y), flags=NSZ), ["sub in1.x, in0.x"]),
    (lambda m, x, y, c: m.floor(x, flags=NINF), ["frc in0.x", "sub in0.x, t0"]),
    (lambda m, x, y, c: m.fmax(m.fmin(x, 1.0, flags=NNAN), 0.0), ["sat in0.x"]),
    (lambda m, x, y, c: m.fdiv(1.0, m.sqrt(x), flags=ARCP), ["rsq in0.x"]),
    (lambda m, x, y, c: m.fdiv(1.0, m.sqrt(x, flags=AFN), flags=AFN), ["rsq in0.x"]),
    (lambda m, x, y, c: m.pow(x, 4.0, flags=AFN), ["pow in0.x, 4.0"]),
    (lambda m, x, y, c: m.select(c, x, 0.0, flags=NSZ), ["mul in3.x, in0.x"]),
    (lambda m, x, y, c: m.select(m.folt(x, y), x, y, flags=NNAN | NSZ), ["min in0.x, in1.x"]),
    (lambda m, x, y, c: m.select(m.folt(x, y, flags=NNAN), y, x, flags=NSZ), ["max in0.x, in1.x"]),
    (lambda m, x, y, c: m.select(m.folt(x, 2.0), 2.0, x, flags=NNAN), ["max in0.x, 2.0"]),
]


@pytest.mark.parametrize(("build", "lines"), FLAGGED)
def test_licensed_by_flags(build: Build, lines: list[str]) -> None:
    check(build, *lines, values=False)


# vectors --------------------------------------------------------------------------------------------------------------


def _ops(lines: list[str]) -> list[str]:
    return [line.split(" = ")[1].split()[0] for line in lines]


def dot(make: Maker, a: list[Node], b: list[Node], flags: int = 0) -> Node:
    total = make.fmul(a[0], b[0])
    for x, y in zip(a[1:], b[1:], strict=True):
        total = make.fadd(total, make.fmul(x, y), flags=flags)
    return total


def vector(leaf: Callable[[int, int], Node], register: int, lanes: int = 4) -> list[Node]:
    return [leaf(register, c) for c in range(lanes)]


@pytest.mark.parametrize("lanes", [3, 4])
def test_dot_products(lanes: int) -> None:
    make = Maker()
    a, b = vector(make.i, 0, lanes), vector(make.u, 2, lanes)
    b[1], a[1] = a[1], b[1]  # factors may be in either order
    block = make.outputs(dot(make, a, b))
    selected = select(block)
    assert [inst.op.name for inst in selected.insts] == [f"dp{lanes}"]
    check_selection(block, selected)


def test_columns_stay_vectors() -> None:
    """A matrix by columns: lanes of different registers cannot be an operand of a dot product, and copies would cost
    more."""
    make = Maker()
    columns, v = [vector(make.u, r) for r in range(4)], vector(make.i, 0)
    block = make.outputs(*(dot(make, [columns[r][k] for r in range(4)], v) for k in range(4)))
    selected = select(block)
    assert {inst.op.name for inst in selected.insts} == {"mul", "add"}
    assert selected.cost == pytest.approx(7.0)


def test_gathering_pays_for_several_rows() -> None:
    make = Maker()
    v = [make.i(0, 0), make.i(1, 0), make.i(2, 0)]
    rows = [vector(make.u, r) for r in range(4)]
    one = make.outputs(*(make.fadd(dot(make, v, row[:3]), row[3]) for row in rows))
    selected = select(one, "vertex")
    assert sorted(inst.op.name for inst in selected.insts) == ["m44", "mov", "mov", "mov", "mov"]
    check_selection(one, selected)
    make = Maker()
    v = [make.i(0, 0), make.i(1, 0), make.i(2, 0)]
    single = select(make.outputs(dot(make, v, vector(make.u, 0, 3))))
    assert "dp3" in {inst.op.name for inst in single.insts}


def test_sum_from_zero() -> None:
    make = Maker()
    v, row = vector(make.i, 0), vector(make.u, 0)
    total = make.fadd(make.fmul(v[0], row[0]), 0.0)
    for k in range(1, 4):
        total = make.fadd(total, make.fmul(v[k], row[k]))
    block = make.outputs(total)
    assert code(select(block)) == [
        "t0 = dp4 (in0.x, in0.y, in0.z, in0.w), (u0.x, u0.y, u0.z, u0.w)",
        "t1 = add t0, 0.0",
    ]
    check_selection(block, select(block))


def test_free_order_sorts_lanes() -> None:
    make = Maker()
    v, row = vector(make.i, 0), vector(make.u, 0)
    order = [2, 0, 3, 1]
    strict = dot(make, [v[k] for k in order], [row[k] for k in order])
    free = dot(make, [v[k] for k in order], [row[k] for k in order], flags=REASSOC)
    lines = code(select(make.outputs(strict, free)))
    assert lines[0].endswith("(u0.x, u0.z, u0.w, u0.y)")  # only the first two may change places
    assert lines[1].endswith("(u0.x, u0.y, u0.z, u0.w)")


def test_long_sums_need_a_licence() -> None:
    make = Maker()
    a, b = [*vector(make.i, 0), *vector(make.i, 1)], [*vector(make.u, 0), *vector(make.u, 1)]
    assert [i.op.name for i in select(make.outputs(dot(make, a, b, REASSOC))).insts] == ["dp4", "dp4", "add"]
    assert [i.op.name for i in select(make.outputs(dot(make, a, b))).insts].count("dp4") == 1


@pytest.mark.parametrize("divide", [False, True])
def test_normalise(divide: bool) -> None:
    def code_with(flags: int) -> list[str]:
        make = Maker()
        v = vector(make.i, 0, 3)
        root = make.sqrt(dot(make, v, v))
        scale = make.fdiv(1.0, root, flags=flags)
        return _ops(
            code(select(make.outputs(*(make.fdiv(x, root, flags=flags) if divide else make.fmul(x, scale) for x in v))))
        )

    assert code_with(ARCP) == ["nrm"]
    assert code_with(0) == ["dp3", "sqt", *(["div"] * 3 if divide else ["rcp", "mul", "mul", "mul"])]


def test_an_instruction_that_would_need_its_own_result_is_given_up() -> None:
    """The x lane of a cross product is part of an operand of its y lane."""
    make = Maker()
    a, b = vector(make.i, 0, 3), vector(make.i, 1, 3)
    x = make.fsub(make.fmul(a[1], b[2]), make.fmul(a[2], b[1]))
    a[0] = make.fadd(x, 1.0)
    y = make.fsub(make.fmul(a[2], b[0]), make.fmul(a[0], b[2]))
    z = make.fsub(make.fmul(a[0], b[1]), make.fmul(a[1], b[0]))
    block = make.outputs(x, y, z)
    selected = select(block)
    assert "crs" not in {inst.op.name for inst in selected.insts}
    check_selection(block, selected)


# textures, discard, indices -------------------------------------------------------------------------------------------


def test_texture() -> None:
    make = Maker()
    texel = make.texture(make.i(0, 0), make.i(0, 1), sampler=2)
    block = make.outputs(*texel)
    state = SamplerState(filter="linear")
    selected = select(block, samplers={2: state})
    assert code(selected) == ["t0 = tex (in0.x, in0.y)"]
    assert selected.insts[0].attr == (2, state)
    check_selection(block, selected)


def test_projection_divides_first() -> None:
    make = Maker()
    block = make.outputs(*make.texture(make.i(0, 0), make.i(0, 1), make.i(0, 2), mode="proj"))
    selected = select(block)
    assert code(selected) == ["t0 = div in0.x, in0.z", "t1 = div in0.y, in0.z", "t2 = tex (t0, t1)"]
    check_selection(block, selected)


def test_bias_goes_into_the_sampler() -> None:
    make = Maker()
    texel = make.texture(make.i(0, 0), make.i(0, 1), make.k(-1.5), mode="bias")
    selected = select(make.outputs(*texel), samplers={0: SamplerState(bias=0.5)})
    assert selected.insts[0].attr == (0, SamplerState(bias=-1.0))


BAD_TEXTURES: list[tuple[Callable[[Maker], list[Node]], type[Exception], str]] = [
    (lambda m: m.texture(m.i(0), m.i(1), m.k(0.3), mode="bias"), Unsupported, "cannot encode the texture bias 0.3"),
    (lambda m: m.texture(m.i(0), m.i(1), m.k(99.0), mode="bias"), Unsupported, "cannot encode the texture bias 99"),
    (lambda m: m.texture(m.i(0), m.i(1), m.i(2), mode="bias"), Unsupported, "must be a constant"),
    (lambda m: m.texture(m.i(0), m.i(1), m.k(1.0), mode="lod"), Unsupported, "mip level"),
    (lambda m: m.texture(m.i(0), m.i(1), m.i(2), sampler=1, dimension="cube"), InputError, "sampler 1 is a 2d texture"),
    (
        lambda m: [*m.texture(m.i(0), m.i(1)), *m.texture(m.i(0), m.i(1), m.k(1.0), mode="bias")],
        Unsupported,
        "sampler 0 is read with biases 0 and 1",
    ),
]


@pytest.mark.parametrize(("build", "error", "message"), BAD_TEXTURES)
def test_textures_that_agal_cannot_read(
    build: Callable[[Maker], list[Node]], error: type[Exception], message: str
) -> None:
    make = Maker()
    block = make.outputs(*build(make))
    with pytest.raises(error, match=message) as caught:
        select(block, samplers={0: SamplerState(), 1: SamplerState()})
    assert getattr(caught.value, "notes", ()) or error is InputError


DISCARDS: list[tuple[Callable[[Maker, Node, Node, Node], Node], list[str]]] = [
    (lambda m, x, y, c: m.folt(x, 0.0), ["kil in0.x"]),
    (lambda m, x, y, c: m.folt(0.0, x), ["neg in0.x", "kil t0"]),
    (lambda m, x, y, c: m.folt(x, y), ["sub in0.x, in1.x", "kil t0"]),
    (lambda m, x, y, c: m.fole(x, y), ["sge in1.x, in0.x", "neg t0", "kil t1"]),
    (lambda m, x, y, c: m.fult(x, y), ["sge in0.x, in1.x", "sub t0, 0.5", "kil t1"]),
    (lambda m, x, y, c: m.bor(m.folt(x, y), m.folt(y, 0.0)), ["sub in0.x, in1.x", "min t0, in1.x", "kil t1"]),
    (lambda m, x, y, c: c, ["neg in3.x", "kil t0"]),
    (lambda m, x, y, c: m.bnot(c), ["sub in3.x, 0.5", "kil t0"]),
]


@pytest.mark.parametrize(("build", "lines"), DISCARDS)
def test_discard(build: Callable[[Maker, Node, Node, Node], Node], lines: list[str]) -> None:
    make = Maker()
    make.discard(build(make, make.i(0), make.i(1), make.b()))
    block = make.outputs(make.i(2))
    selected = select(block)
    assert [line.split(" = ")[-1] for line in code(selected)] == lines
    check_selection(block, selected)


def test_indexed_uniforms() -> None:
    make = Maker()
    index = make.fadd(make.i(1), 2.0)
    block = make.outputs(
        make.fmul(make.at(make.i(0), 4, 1), make.i(2)), make.fadd(make.at(index, 3, 0), make.at(index, 3, 1))
    )
    assert code(select(block, "vertex")) == [
        "t0 = mul u[in0.x + 4].y, in2.x",
        "t1 = add in1.x, 2.0",
        "t2 = mov u[t1 + 3].y",
        "t3 = add u[t1 + 3].x, t2",
    ]
    with pytest.raises(Unsupported, match="only vertex programs can index constants"):
        select(block, "fragment")


def test_ops_of_other_stages_and_versions() -> None:
    make = Maker()
    block = make.outputs(make.dfdx(make.i(0)))
    assert code(select(block, version=2)) == ["t0 = ddx in0.x"]
    with pytest.raises(Unsupported, match=r"no instruction for dfdx\(f32\)") as caught:
        select(block)
    assert caught.value.notes == ("ddx exists in fragment programs of version 2, 3, 4",)


def test_what_nothing_selects_is_named() -> None:
    make = Maker()
    block = make.outputs(make.fadd(make.fma(make.i(0), make.i(1), make.i(2)), 1.0))
    with pytest.raises(Unsupported, match=r"no instruction for fma\(f32, f32, f32\) of type f32"):
        select(block)


def test_neutral_ops_for_lowering() -> None:
    ops = Selector(AGAL, AGAL_RULES, {"stage": "fragment"}).neutral_ops
    assert {"fadd", "floor", "ceil", "trunc", "select", "fult", "bxor", "discard", "sin", "sqrt", "fdiv"} <= ops
    assert not ops & {"fma", "exp", "dfdx", "uniform_at", "iadd", "copysign"}
    assert "dfdx" in Selector(AGAL, AGAL_RULES, {"stage": "fragment", "version": 2}).neutral_ops
