"""The reader's results for each construct of LLVM's text: values, instructions, metadata, and damage."""

from __future__ import annotations

import math
import random
import struct
from pathlib import Path

import llvmlite.binding as llvm
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucc.errors import GpuccError, InputError, Location, Unsupported
from gpucc.lowering.llvm import (
    Aggregate,
    ArrayType,
    Expression,
    FloatConstant,
    FloatType,
    Global,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    Module,
    Opaque,
    OtherType,
    PointerType,
    StructType,
    Undefined,
    VectorType,
    Zero,
)
from gpucc.lowering.reader.read import read

HERE = Path(__file__).parent
F32 = FloatType("float")
V4 = VectorType(4, F32)
I32 = IntType(32)


def canonical(text: str) -> str:
    return str(llvm.parse_assembly(text, llvm.create_context()))


def instructions(module: Module, function: str) -> list[LlvmInstruction]:
    return [i for block in module.functions[function].blocks for i in block.instructions]


def named(module: Module, function: str, name: str) -> LlvmInstruction:
    return next(i for i in instructions(module, function) if i.name == name)


def read_body(
    body: str, parameters: str = "float %x, float %y, ptr %p, i32 %n, <4 x float> %v"
) -> list[LlvmInstruction]:
    return instructions(read(canonical(f"define void @f({parameters}) {{\n{body}\nret void\n}}")), "f")


@pytest.fixture(scope="module")
def everything() -> Module:
    return read(canonical((HERE / "fixtures/everything.ll").read_text()), "everything.ll")


# values ---------------------------------------------------------------------------------------------------------------


def initial(module: Module, name: str) -> object:
    return module.globals[name].initializer


@pytest.mark.parametrize(
    ("name", "value"),
    [("h", 1.0), ("h2", math.inf), ("b", 1.5), ("f2", math.inf), ("d", 0.1), ("q", 1.0), ("x", 1.0), ("p", 1.0)],
)
def test_float_formats(everything: Module, name: str, value: float) -> None:
    constant = initial(everything, name)
    assert isinstance(constant, FloatConstant)
    assert constant.value == value


def test_nan(everything: Module) -> None:
    constant = initial(everything, "f")
    assert isinstance(constant, FloatConstant)
    assert math.isnan(constant.value)


def pattern(constant: object, letter: str) -> int:
    assert isinstance(constant, FloatConstant)
    sizes = {"e": "H", "f": "I", "d": "Q"}
    return int(struct.unpack(sizes[letter], struct.pack(letter, constant.value))[0])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=8),
    st.lists(st.floats(width=16, allow_nan=False), max_size=8),
)
def test_floats_and_halves_are_exact(singles: list[float], halves: list[float]) -> None:
    lines = [
        f"@f{i} = global float 0x{struct.unpack('>Q', struct.pack('>d', x))[0]:016X}" for i, x in enumerate(singles)
    ]
    lines += [
        f"@h{i} = global half 0xH{struct.unpack('>H', struct.pack('>e', x))[0]:04X}" for i, x in enumerate(halves)
    ]
    module = read(canonical("\n".join(lines)))
    for i, x in enumerate(singles):
        assert pattern(initial(module, f"f{i}"), "d") == struct.unpack("Q", struct.pack("d", x))[0]
    for i, x in enumerate(halves):
        assert pattern(initial(module, f"h{i}"), "e") == struct.unpack("H", struct.pack("e", x))[0]


@pytest.mark.parametrize(
    ("literal", "type", "value"),
    [
        ("0x36A0000000000000", "float", 2.0**-149),
        ("0xH0001", "half", 2.0**-24),
        ("0xHFBFF", "half", -65504.0),
        ("0xR0001", "bfloat", 2.0**-133),
        ("0xKC000C000000000000000", "x86_fp80", -3.0),
        ("0xK7FFF8000000000000000", "x86_fp80", math.inf),
        ("0xL00000000000000014000000000000000", "fp128", 2.0),
        ("0xL00000000000000007FFEFFFFFFFFFFFF", "fp128", math.inf),
        ("-0.0", "double", -0.0),
        ("4.9406564584124654e-324", "double", 5e-324),
    ],
)
def test_float_literals(literal: str, type: str, value: float) -> None:
    constant = initial(read(canonical(f"@g = global {type} {literal}")), "g")
    assert isinstance(constant, FloatConstant)
    assert struct.pack("d", constant.value) == struct.pack("d", value)


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("+inf", math.inf),
        ("-inf", -math.inf),
        ("f0x40490FDB", 3.1415927410125732),
        ("+qnan", math.nan),
        ("+nan(0x1)", math.nan),
    ],
)
def test_float_literals_of_newer_printers(literal: str, value: float) -> None:
    constant = initial(read(f"@g = global float {literal}, align 4\n"), "g")
    assert isinstance(constant, FloatConstant)
    assert constant.value == value or math.isnan(constant.value) == math.isnan(value) is True


def test_aggregates(everything: Module) -> None:
    assert initial(everything, "v") == Aggregate(V4, (FloatConstant(F32, 1.0),) * 4)
    bits = IntType(1)
    lanes = (IntConstant(bits, 1), IntConstant(bits, 0), Undefined(bits), Undefined(bits, poison=True))
    assert initial(everything, "v3") == Aggregate(VectorType(4, bits), lanes)
    text = initial(everything, 'a"b')
    assert isinstance(text, Aggregate)
    assert [element.value for element in text.elements if isinstance(element, IntConstant)] == [97, 34, 0]
    packed = initial(everything, "g3")
    assert isinstance(packed, Aggregate)
    assert packed.type == StructType((IntType(8), F32), packed=True)
    assert packed.elements == (IntConstant(IntType(8), 1), FloatConstant(F32, 2.0))


def test_constant_expressions(everything: Module) -> None:
    address = initial(everything, "g")
    assert isinstance(address, Expression)
    assert (address.op, address.source) == ("getelementptr", StructType((I32, ArrayType(4, F32))))
    assert address.operands[0] == Global("g2", PointerType())
    total = initial(everything, "g5")
    assert isinstance(total, Expression)
    inner = total.operands[0]
    assert isinstance(inner, Expression)
    assert (total.op, inner.op, total.operands[1]) == ("add", "ptrtoint", IntConstant(IntType(64), 7))
    assert initial(everything, "ba") == Opaque('blockaddress(@fn, %"x y")', PointerType())


def test_globals(everything: Module) -> None:
    shared = everything.globals["g3"]
    assert (shared.space, shared.constant, shared.linkage) == (3, False, "")
    assert everything.globals["g2"].linkage == "external"
    assert everything.globals["g2"].initializer is None
    assert (everything.globals["al"].kind, everything.globals["if"].kind) == ("alias", "ifunc")
    assert everything.types["a b"] == StructType((F32, StructType((IntType(8), I32), packed=True)))


def test_quoted_numbers_do_not_meet_numbered_values() -> None:
    body = read_body('%"0" = fadd float %x, 1.0\n%2 = fadd float %0, %"0"', "float %0, float %x")
    assert body[1].operands == (Local("0", F32), Local('"0"', F32))


def test_names_beyond_ascii() -> None:
    body = read_body('%"é x" = fneg float %x\n%y2 = fneg float %"é x"')
    assert body[0].name == "é x"
    assert body[1].operands == (Local("é x", F32),)


# instructions ---------------------------------------------------------------------------------------------------------


def test_flags_and_predicates(everything: Module) -> None:
    def flags(name: str) -> set[str]:
        return set(named(everything, "fn", name).flags)

    assert flags("s2") == {"nnan", "contract"}
    assert flags("g") == {"inbounds", "nuw"}
    assert flags("t") == {"nuw", "nsw"}
    assert flags("z") == flags("uf") == {"nneg"}
    assert flags("d") == {"disjoint"}
    assert flags("l") == {"atomic"}
    compare = named(everything, "fn", "ic")
    assert (compare.predicate, compare.flags, compare.type) == ("ult", {"samesign"}, IntType(1))
    vector = named(everything, "more", "8")
    assert (vector.predicate, vector.flags, vector.type) == ("une", {"fast"}, VectorType(2, IntType(1)))


def test_shuffle_masks(everything: Module) -> None:
    masks = [named(everything, "fn", name).mask for name in ("sh", "sh2", "sh3")]
    assert masks == [(0, -1, 1, 0), (-1, -1, -1, -1), (1, 1, 1, 1)]
    zeros, _ = read_body("%s = shufflevector <4 x float> %v, <4 x float> poison, <3 x i32> zeroinitializer")
    assert (zeros.mask, zeros.type) == ((0, 0, 0), VectorType(3, F32))


def test_control_flow(everything: Module) -> None:
    switch = next(i for i in instructions(everything, "fn") if i.op == "switch")
    assert switch.labels == ("def", "def", "ok2")
    assert switch.operands == (Local("a", I32), IntConstant(I32, -1), IntConstant(I32, 2))
    phi = named(everything, "fn", "ph")
    assert phi.labels == ("ok", "ind", "ok", "ok2")
    assert phi.operands[:2] == (FloatConstant(F32, 1.0), Local("0", F32))
    assert named(everything, "fn", "inv").labels == ("ok", "lp")
    branch = everything.functions["fn"].blocks[0].instructions[-1]
    assert (branch.op, branch.labels) == ("br", ("x y",))
    assert [block.name for block in everything.functions["fn"].blocks] == ["2", "x y", "ok", "ok2", "ind", "def", "lp"]


def test_calls(everything: Module) -> None:
    call = named(everything, "fn", "cc")
    assert call.callee == Global("ext", PointerType())
    assert call.operands == (Local("0", F32), Local("g", PointerType()))
    assert call.flags == {"tail", "fast"}
    assert call.attributes[:4] == ("fastcc", "nofpclass(nan)", "nounwind", '"x"="y"')
    assert call.argument_attributes == (("nofpclass(nan)",), ("byval(i32)", "align 4"))
    printf = named(everything, "fn", "pp")
    assert (printf.type, len(printf.operands)) == (I32, 2)
    assembly = named(everything, "fn", "as")
    assert isinstance(assembly.callee, Opaque)


def test_memory(everything: Module) -> None:
    store, load = (next(i for i in instructions(everything, "fn") if i.op == op) for op in ("store", "load"))
    assert (store.element, store.operands) == (F32, (Local("s2", F32), Local("g", PointerType())))
    assert (load.element, load.operands) == (F32, (Local("g", PointerType()),))
    array, counted = (named(everything, "fn", name) for name in ("al", "al2"))
    assert (array.element, array.operands) == (ArrayType(4, F32), ())
    assert counted.operands == (Local("a", I32),)
    assert named(everything, "fn", "g").element == IntType(8)
    assert named(everything, "more", "10").type == VectorType(2, PointerType(2))
    assert named(everything, "more", "2").indices == (1, 1)


def test_parameters(everything: Module) -> None:
    a, pointer, x, _ = everything.functions["fn"].parameters
    assert (a.name, a.type, a.attributes) == ("a", I32, ("range(i32 0, 4)",))
    assert pointer.attributes == (
        "sret({ float, float })",
        "align 8",
        "captures(none)",
        "dereferenceable(16)",
        "initializes((0, 8), (12, 16))",
    )
    assert (x.name, x.attributes) == ("0", ("nofpclass(nan inf)",))
    assert everything.functions["fn"].variadic
    assert '"a"="b"' in everything.functions["fn"].attributes
    assert everything.functions["printf"].declared_only


# metadata -------------------------------------------------------------------------------------------------------------


def test_named_metadata() -> None:
    text = """
        @tint = external addrspace(2) global <4 x float>
        !gpucc.interface = !{!0, !1}
        !gpucc.empty = !{}
        !0 = !{!"pos \\22x\\22", !"input", i32 3, float 0.5, null, i1 true}
        !1 = !{!"tint", ptr addrspace(2) @tint, !0}
    """
    module = read(canonical(text))
    first, second = module.named_metadata["gpucc.interface"]
    assert first == ('pos "x"', "input", 3, 0.5, None, 1)
    assert second[:2] == ("tint", Global("tint", PointerType(2)))
    assert isinstance(second[2], Opaque)
    assert module.named_metadata["gpucc.empty"] == ()


def test_locations_are_those_of_the_inlined_source() -> None:
    module = read(canonical((HERE / "fixtures/inlined.ll").read_text()))
    source = (HERE / "fixtures/inlined.c").read_text().splitlines()
    shade = module.functions["shade"]
    assert shade.location == Location(
        "inlined.c", source.index("float4 shade(float4 colour, const float *gain, int mode)") + 1
    )
    halved = next(i for i in instructions(module, "shade") if i.op == "fmul")
    assert halved.location is not None
    line = source[halved.location.line - 1]
    assert (halved.location.file, line.strip()) == ("inlined.c", "return x * 0.5f;")
    assert line[halved.location.column - 1] == "*"


def test_broken_scopes_give_no_location() -> None:
    text = (
        "define void @f() {\n  ret void, !dbg !1\n}\n!1 = !DILocation(line: 3, scope: !2)\n!2 = !DILexicalBlock(scope:"
        " !2)\n"
    )
    assert instructions(read(text), "f")[0].location == Location("")


def test_data_layout_and_triple() -> None:
    module = read(canonical('target datalayout = "e-p:64:64"\ntarget triple = "aarch64-linux-musl"\n'))
    assert (module.datalayout.split("-")[0], module.triple) == ("e", "aarch64-linux-musl")


# damage ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "%a = frobnicate float %x",
        "%a = fadd float %x",
        "%a = fadd quux %x, %x",
        "%a = fadd float %x, banana",
        "%a = load float, ptr %p, align 4 extra",
        "%a = shufflevector <4 x float> %v, <4 x float> %v, <2 x i32> <i32 0>",
        "%a = extractvalue { float } undef, 7",
        "br i1 true, label %a",
        "%a = fadd float 0xZZ, %x",
        "%a = call float @f(float %x",
    ],
)
def test_unknown_syntax_is_an_error_with_its_line(statement: str) -> None:
    with pytest.raises(InputError) as caught:
        read(f"define void @f(float %x, ptr %p, <4 x float> %v) {{\n  {statement}\n}}\n", "broken.ll")
    assert caught.value.location == Location("broken.ll", 2)
    assert caught.value.source_line == statement


def test_scalable_vectors_are_refused_kindly() -> None:
    with pytest.raises(Unsupported, match="not fixed"):
        read_body("%a = extractelement <vscale x 4 x float> zeroinitializer, i32 0")


def test_deep_nesting_is_refused() -> None:
    text = "@g = external global " + "{ " * 20000 + "float" + " }" * 20000 + "\n"
    with pytest.raises(Unsupported, match="nested too deeply"):
        read(text)


def test_opaque_types() -> None:
    module = read(canonical("%t = type opaque\n@g = external global %t"))
    assert module.types["t"] == OtherType("opaque")


def test_zero_and_null(everything: Module) -> None:
    assert initial(everything, "em") == Zero(StructType(()))


def test_damaged_text_never_crashes() -> None:
    rng = random.Random(5)
    words = [
        '"',
        "(",
        ")",
        "{",
        "<",
        "]",
        ",",
        "%x",
        "@f",
        "-1",
        "0x",
        "float",
        "!",
        "!dbg",
        "#0",
        "x",
        "...",
        "=",
        "c",
        "<4 x bogus>",
        "\n",
    ]
    lines = canonical((HERE / "fixtures/everything.ll").read_text()).split("\n")
    for _ in range(600):
        damaged = list(lines)
        i = rng.randrange(len(lines))
        tokens = damaged[i].split(" ")
        j = rng.randrange(len(tokens))
        tokens[j : j + rng.randrange(2)] = rng.choice(([], [rng.choice(words)]))
        damaged[i] = " ".join(tokens)
        try:
            read("\n".join(damaged))
        except GpuccError:
            continue
