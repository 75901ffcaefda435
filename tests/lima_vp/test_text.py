"""Bundles through bytes and through text, and the assembler's errors for invalid text."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lima_vp_outside import Recorded, recorded
from lima_vp_random import bundle

from gpucc.emit.lima_vp import CODER, LimaVpListing, LimaVpRawWord, decode, decode_listing, encode, encode_listing
from gpucc.emit.lima_vp_assembler import assemble, parse
from gpucc.emit.lima_vp_text import disassemble, print_listing, print_program
from gpucc.errors import GpuccError, InputError, LimitExceeded
from gpucc.isa.wide import Bundle, Issue, Load, WideRead, WideStore
from gpucc.program import Constant, Interface, Program, Slot


@given(st.integers(0, 2**32), st.integers(1, 6))
@settings(max_examples=150)
def test_random_instructions_survive_bytes_and_text(seed: int, count: int) -> None:
    rng = random.Random(seed)
    bundles = tuple(bundle(rng) for _ in range(count))
    code = encode(bundles)
    assert decode(code) == bundles
    assert assemble(disassemble(code)) == code


@given(st.binary(min_size=1, max_size=80))
@settings(max_examples=150)
def test_any_bytes_can_be_listed_and_assembled_again(code: bytes) -> None:
    listing = decode_listing(code)
    assert encode_listing(listing) == code
    assert assemble(print_listing(listing)) == code


@given(st.integers(0, 2**128 - 1))
@settings(max_examples=150)
def test_what_decodes_encodes_to_itself(word: int) -> None:
    try:
        found = CODER.bundle(word)
    except InputError:
        return
    assert CODER.word(found) == word


@pytest.mark.parametrize("entry", recorded(), ids=lambda entry: entry.name)
def test_recorded_programs_survive_text(entry: Recorded) -> None:
    assert assemble(disassemble(entry.code)) == entry.code


def test_what_a_program_looks_like() -> None:
    interface = Interface(
        inputs=(Slot("pos", "input", 0, "ffff"),),
        outputs=(Slot("gl_Position", "output", 0, "ffff"),),
        uniforms=(Slot("viewport", "uniform", 0, "ffffffff", "vec4[2]"),),
    )
    constants = (Constant(2, 0, -32768.0), Constant(2, 1, 32768.0))
    code = recorded()[0].code
    assert (
        print_program(Program("lima-vp", "vertex", code, interface, constants))
        == "// lima-vp, 9 instructions\n// a0      input pos: vec4\n// v0      output gl_Position: vec4\n// u0..u1 "
        " uniform viewport: vec4[2]\n// u2 = -32768, 32768, _, _\n0:  mul0 = complex2(a0.w, a0.w); complex ="
        " rcp_part(a0.w)\n1:  mul01 = complex1(complex@1, mul0@1, complex@1, a0.w)\n2:  nop\n3:  acc0 = max(mul0@2,"
        " u2.x)\n4:  acc0 = min(acc0@1, u2.y)\n5:  acc0 = acc0@1; mul0 = a0.y * acc0@1; mul1 = a0.z * acc0@1\n6: "
        " acc0 = u0.x; acc1 = u0.y; mul0 = a0.x * acc0@1; mul1 = mul1@1 * u0.z; complex = mul0@1; pass = acc0@1\n7: "
        " acc0 = mul1@1 + u1.z; acc1 = pass@1; mul0 = complex@1 * acc1@1; mul1 = mul0@1 * acc0@1\n8:  acc0 = mul1@1"
        " + u1.x; acc1 = mul0@1 + u1.y; mul0 = acc1@1; mul1 = acc0@1; v0.xyzw = acc0, acc1, mul1, mul0\n"
    )


SAME = [
    ("mul0 = -(a0.x * u1.y)", "mul0 = a0.x * -u1.y"),
    ("mul0 = a0.x * u1.y", "mul0 = -a0.x * -u1.y"),
    ("mul0 = -a0.x", "mul0 = -(a0.x * 1)"),
    ("acc0 = a0.x - r1.y", "acc0 = a0.x + -r1.y"),
    ("acc0 = a0.x", "acc0 = a0.x - 0"),
    ("acc0 = r3.x + r4.y", "reg0 = r4; acc0 = r3.x + reg0.y; reg1 = r3"),
    (
        "v0.xyzw = acc0, acc0, acc0, pass; acc0 = a0.x; pass = a0.y",
        "pass = a0.y; acc0 = a0.x; v0.wx = pass, acc0; v0.z = acc0; v0.y = acc0",
    ),
    ("pass = clamp(a0.x, u3)", "load = u3; pass = clamp(a0.x, u3);"),
    ("loop: nop\nbranch loop; pass = u0.x", "nop\n  // back\nbranch 0\n  ; pass = u0.x"),
    ("mul0 = u[addr1+4].x", "mul0 = load.x; load = u[addr1+4]"),
]


@pytest.mark.parametrize(("text", "other"), SAME)
def test_ways_to_write_the_same(text: str, other: str) -> None:
    assert assemble(text) == assemble(other)


DIFFERENT = [
    ("acc0 = a0.x", "acc0 = a0.x + 0"),  # -0 + 0 is 0
    ("acc0 = a0.x", "acc1 = a0.x"),
    ("mul0 = acc0@1", "mul0 = acc0@2"),
    ("mul0 = reg0.x@1", "mul0 = reg0.x"),
]


@pytest.mark.parametrize(("text", "other"), DIFFERENT)
def test_ways_that_are_not_the_same(text: str, other: str) -> None:
    assert assemble(text) != assemble(other)


def test_loads_become_statements_only_where_names_do_not_tell() -> None:
    def shown(issues: list[Issue], *loads: Load) -> str:
        return print_listing(LimaVpListing((Bundle(tuple(issues), loads),))).splitlines()[1]

    copy, add = (WideRead("identity", negate=True),), "add"
    one, two = Load("reg0", "register", 5), Load("reg1", "register", 6)
    assert shown([Issue("acc0", add, (WideRead("reg1"), *copy))], two) == "0:  acc0 = r6.x"
    assert shown([Issue("acc0", add, (WideRead("reg0"), *copy))], one) == "0:  acc0 = r5.x; reg0 = r5"
    assert shown([Issue("acc0", add, (WideRead("reg1"), WideRead("reg0")))], one, two) == "0:  acc0 = r6.x + r5.x"
    assert (
        shown([Issue("acc0", add, (WideRead("reg0"), WideRead("reg1")))], one, two)
        == "0:  acc0 = r5.x + r6.x; reg0 = r5"
    )
    both = Load("reg0", "register", 6)
    assert (
        shown([Issue("acc0", add, (WideRead("reg0"), WideRead("reg1")))], both, two)
        == "0:  acc0 = reg0.x + r6.x; reg0 = r6; reg1 = r6"
    )
    assert shown([], Load("load", "uniform", 9)) == "0:  load = u9"


WRONG = [
    ("acc0 = foo.x", 1, 8, "unknown operand 'foo'"),
    ("acc0 = u0.x + u1.x", 1, 1, "cannot load u1 as well"),
    ("acc0 = r0.x + r1.x; mul0 = r2.x", 1, 1, "cannot load r2 as well"),
    ("acc0 = a0.x + a1.x", 1, 1, "cannot load a1 as well"),
    ("acc0 = floor(a0.x); acc1 = a0.y", 1, 1, "share one opcode"),
    ("mul0 = a0.x * complex@1", 1, 1, "complex cannot be this operand of mul"),
    ("acc0 = mul0@3", 1, 1, "no operand number reads mul0 3 instructions back"),
    ("mul0 = select(a0.x, a0.y, a0.z)", 1, 1, "select is written mul01"),
    ("mul01 = select(a0.x, a0.y)", 1, 26, "expected ','"),
    ("mul1 = complex2(a0.x, a0.x)", 1, 8, "mul1 has no op 'complex2'"),
    ("acc0 = a0.x; acc0 = a0.y", 1, 14, "acc0 is used twice"),
    ("mul01 = select(a0.x, a0.y, a0.z); mul1 = a0.x", 1, 1, "mul1 is used twice"),
    ("nop\nacc0 = a0.q", 2, 11, "one component"),
    ("acc0 = 2", 1, 8, "must come from a uniform"),
    ("complex = 1", 1, 11, "must come from a uniform"),
    ("pass = -a0.x", 1, 1, "cannot be negated"),
    ("acc0 = -(a0.x + a0.y)", 1, 1, "cannot negate its result"),
    ("branch nowhere", 1, 1, "no label 'nowhere'"),
    ("branch 600; pass = u0.x", 1, 1, "cannot reach instruction 600"),
    ("x: nop\nx: nop", 2, 1, "already that of instruction 0"),
    ("; nop", 1, 3, "there is none above"),
    ("acc2 = a0.x", 1, 1, "unknown unit or statement 'acc2'"),
    ("v0.xx = acc0, acc0", 1, 4, "no choice of components"),
    ("v0.x = acc0; r1.y = acc0", 1, 14, "xy of two vec4"),
    ("v0.x = acc0; v0.xy = acc0, acc1", 1, 14, "a component of xy is stored twice"),
    ("t[addr1].x = acc0", 1, 1, "a temporary is stored to [addr0]"),
    ("t[addr0].x = acc0; branch 0", 1, 1, "cannot do both temporary and branch"),
    ("v16.x = acc0", 1, 1, "v16 is out of range"),
    ("acc0 = u512.x", 1, 8, "u512 is out of range"),
    (".word 1 2 3 4", 1, 1, "four words of eight"),
    (".tail 12 3", 1, 1, ".tail takes 1 to 15 bytes"),
    ("mul0 = " + "-(" * 50, 1, 26, "too many brackets"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), WRONG, ids=lambda value: str(value)[:30])
def test_wrong_text_is_explained_at_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(LimitExceeded if "out of range" in message else InputError) as caught:
        assemble(text, "a.s")
    assert message in caught.value.message
    location = caught.value.location
    assert location is not None
    assert (location.file, location.line, location.column) == ("a.s", line, column)
    assert caught.value.source_line == text.splitlines()[line - 1]


@given(st.text(alphabet="acru0123.xyzw@=-+*()[],;: \nmulpscbranchp_", max_size=60))
@settings(max_examples=150)
def test_no_text_breaks_the_assembler(text: str) -> None:
    with contextlib.suppress(GpuccError):
        parse(text)


def test_unknown_words_are_kept_with_the_reason() -> None:
    nop = int.from_bytes(encode([Bundle()]), "little")
    for change, reason in (
        (3 << 83, "acc_op 3 is unknown"),
        (5 << 100, "mul_op 5 is unknown"),
        (1 << 103, "pass_op 3 is unknown"),
        (8 ^ 21, "operand number 8 is unknown"),
        (7 << 55 ^ 4 << 55, "load_index 4 is unknown"),
        (5 << 71 ^ 7 << 71, "store_x 5 is unknown"),
        (1 << 120, "branch_target: set, but without meaning"),
        (1 << 117, "mode: set, but without meaning"),
        (1 << 67 | 1 << 94, "a varying and a temporary at once"),
    ):
        (word,) = decode_listing((nop ^ change).to_bytes(16, "little")).words
        assert isinstance(word, LimaVpRawWord), reason
        assert reason in word.reason


def test_broken_programs_are_refused() -> None:
    with pytest.raises(InputError, match="at least one instruction"):
        decode(b"")
    with pytest.raises(InputError, match="instruction 1 is cut off: 3 of 16 bytes"):
        decode(encode([Bundle()]) + b"abc")
    with pytest.raises(InputError, match=r"instruction 1 \(byte 16\) is invalid"):
        decode(encode([Bundle()]) + b"\xff" * 16)
    with pytest.raises(LimitExceeded, match="513 instructions"):
        encode([Bundle()] * 513)
    with pytest.raises(InputError, match="there is no instruction"):
        assemble("// nothing")


def test_bundles_that_have_no_encoding_are_refused() -> None:
    add = Issue("acc0", "add", (WideRead("load"), WideRead("identity")))
    for wrong, message in (
        (Bundle((add, add)), "acc0 is used twice"),
        (Bundle((Issue("acc0", "mul", add.reads),)), "acc0 has no op 'mul'"),
        (Bundle((Issue("acc9", "add", add.reads),)), "there is no unit 'acc9'"),
        (Bundle((Issue("acc0", "add", add.reads[:1]),)), "fills 2 operands, not 1"),
        (Bundle((Issue("acc0", "add", add.reads[::-1]),)), "cannot have the identity in this place"),
        (Bundle(loads=(Load("load", "attribute"),)), "load cannot load from attribute"),
        (Bundle(loads=(Load("reg1", "register", 0, "addr1"),)), "reg1 cannot be indexed"),
        (Bundle(loads=(Load("load", "uniform", 0, "addr0"),)), "load cannot be indexed by 'addr0'"),
        (Bundle(loads=(Load("reg1", "register", 16),)), "reg1_address"),
        (Bundle(stores=(WideStore("store0", "uniform", 0, ("acc0", "")),)), "store0 cannot store to uniform"),
        (Bundle(stores=(WideStore("store0", "temporary", 3, ("acc0", "")),)), "addressed by addr0 alone"),
        (Bundle(stores=(WideStore("store0", "register", 3, ("load", "")),)), "store0 cannot store 'load'"),
        (Bundle(stores=(WideStore("store0", "register", 3, ("acc0",)),)), "stores 2 components, not 1"),
        (Bundle(stores=(WideStore("store2", "register", 3, ("acc0", "")),)), "store2 is no store unit"),
    ):
        with pytest.raises(InputError) as caught:
            encode([Bundle(), wrong])
        assert caught.value.message.startswith("instruction 1: ")
        assert message in caught.value.message
