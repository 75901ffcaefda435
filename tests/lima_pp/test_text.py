"""The proposed syntax: printing and parsing are inverse, the document's own examples assemble, and mistakes are
explained at their place."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lima_outside import word_bytes
from lima_pp_outside import documents
from lima_pp_random import packet

from gpucc.emit.lima_lines import TextPlace
from gpucc.emit.lima_pp import CODER, LimaPpListing, RawWords, decode, decode_listing, encode, encode_listing, link
from gpucc.emit.lima_pp_assembler import assemble, parse
from gpucc.emit.lima_pp_statements import WrittenWord, _half
from gpucc.emit.lima_pp_text import disassemble, half, print_listing, print_program
from gpucc.errors import GpuccError, InputError, LimitExceeded
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import Dest, Source
from gpucc.isa.pipeline import Packet, UnitPart
from gpucc.program import Interface, Program, Slot


@pytest.mark.parametrize("seed", range(50))
def test_random_legal_instructions_survive_bytes_and_text(seed: int) -> None:
    rng = random.Random(seed)
    packets = tuple(packet(rng) for _ in range(100))
    code = encode(packets)
    assert decode(code) == packets
    assert assemble(print_listing(LimaPpListing(packets))) == code


def test_random_instructions_cover_the_record() -> None:
    rng = random.Random(1)
    seen = {part.op for _ in range(1500) for part in packet(rng).parts}
    assert seen == {op.name for op in LIMA_PP.ops}


@given(st.binary(min_size=1, max_size=120))
@settings(max_examples=200)
def test_any_bytes_survive(code: bytes) -> None:
    listing = decode_listing(code)
    assert encode_listing(listing) == code
    assert assemble(print_listing(listing)) == code


@given(st.integers(0, 2**26 - 1), st.binary(min_size=72, max_size=72))
@settings(max_examples=200)
def test_any_units_survive(control: int, rest: bytes) -> None:
    """Words whose length fits their units reach the units' own decoders."""
    sizes = [unit.bits for i, unit in enumerate(LIMA_PP.pipeline.units) if control >> 7 + i & 1]
    length = 1 + -(-sum(sizes) // 32)
    bits = int.from_bytes(rest, "little") & ((1 << sum(sizes)) - 1)
    code = (control & ~31 | length).to_bytes(4, "little") + bits.to_bytes(4 * length - 4, "little")
    listing = decode_listing(code)
    assert encode_listing(listing) == code
    assert assemble(print_listing(listing)) == code


def test_every_half_survives() -> None:
    nowhere = TextPlace("", 1, 0, "")
    assert all(_half(WrittenWord(half(bits), nowhere)) == bits for bits in range(1 << 16))
    assert [half(bits) for bits in (0x3C00, 0x8000, 0x7BFF, 0x7C00, 0xFC00, 0x3555, 0x0001, 0x7E01)] == [
        "1.0", "-0.0", "65504.0", "inf", "-inf", "0.3333", "6e-08", "0x7e01",
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(3))
def test_the_examples_of_the_document_mean_what_it_says(number: int) -> None:
    example = documents()[1]["wiki_examples"][number]
    assert assemble(f".dialect seed\n{example['wiki_syntax']}\n") == word_bytes(example["words"])
    with pytest.raises(InputError):
        assemble(example["wiki_syntax"])


def test_what_a_program_looks_like() -> None:
    text = (
        "# lima-pp, 4 instructions, 22 words\n"
        "# v0  input uv: vec2\n"
        "# o0  output color: vec4\n"
        "# outputs: 1\n"
        "    sync, load.v ^tex_coord.xy 0.xy, texld_2d 0, mul_sat.v0 ^v0 ^tex_sampler ^const0.x,\n"
        "        add.v1 $1 ^v0 -$0_abs.wzyx, const0 0.5 0.0 0.0 0.0\n"
        "    branch_lt $1.x ^const0.x L0, const0 0.25 0.0 0.0 0.0\n"
        "    stop, mov.v1 $1 $1\n"
        "L0:\n"
        "    stop, discard\n"
    )
    interface = Interface((Slot("uv", "input", 0, "ff", "vec2"),), (Slot("color", "output", 0, "ffff"),))
    program = Program("lima-pp", "fragment", assemble(text), interface, options=(("outputs", "1"),))
    assert print_program(program) == text


SAME = [
    ("mov.v1 $0 $1.xyzw", "mov.v1 $0.xyzw $1"),
    ("mov.v1 $0 $1.xyyy", "mov.v1 $0 $1.xy"),
    ("mov.v1 $0 $1.xxxx", "mov.v1 $0 $1.x"),
    (
        "load.v ^tex_coord.xy 0.xy, texld_2d 0, mov.v1 $0 ^tex_sampler",
        "load.v ^discard.xy 0.xy,\n  # on\n texld_2d 0,\n\n mov.v1 $0 ^texture",
    ),
    ("load.u 3, mov.v1 $0 ^u", "load.u 3.xyzw, mov.v1 $0 ^uniform"),
    ("a:\nnop\nbranch a", "a: nop\n\tbranch a  # back"),
    ("a:\nb:\nnop\nbranch a", "nop\nbranch @-1:1"),
    ("const0 1 2", "const0 1.0 2.0e0 0 0x0000"),
    (".dialect seed\nmov.v1 $1 $0, load.v 3 $1\n.dialect proposed\nnop", "load.v $1 3+(15.w), mov.v1 $0 $1\nnop"),
    ("nop\nnop", "next 1\nnext 0 off"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "other"), SAME)
def test_ways_to_write_the_same(text: str, other: str) -> None:
    assert assemble(text) == assemble(other)


DIFFERENT = [
    ("mul.v0 $0 $1 $2", "mul.v0 $0 $2 $1"),
    ("mul.v0 $0 $1 $2", "mul_x2.v0 $0 $1 $2"),
    ("mul.v0 $0 $1 $2", "mul_sat.v0 $0 $1 $2"),
    ("mov.v1 $0 $1", "mov.v0 $0 $1"),
    ("mov.v1 $0 -$1_abs", "mov.v1 $0 -$1"),
    ("load.v $0 1_dw", "load.v $0 1_dz"),
    ("load.v $0.xy 0.xy", "load.v $0.xy 0"),
    ("load.t -1", "load.u 1"),
    ("texldb_2d 0 $0.x", "texldl_2d 0 $0.x"),
    ("next 3\nnop", "nop\nnop"),
]


@pytest.mark.parametrize(("text", "other"), DIFFERENT)
def test_ways_that_are_not_the_same(text: str, other: str) -> None:
    assert assemble(text) != assemble(other)


WRONG = [
    ("add.v1 $0 $1 $2, mul.v0 $3 $1 $2", 1, 18, "mul.v0 must stand before add.v1"),
    ("mov.v1 $0 $1, stop", 1, 15, "stop must stand before mov.v1"),
    ("sync, stop", 1, 7, "stop must stand before sync"),
    ("mov.v1 $0 $1, add.v1 $0 $1 $2", 1, 15, "mov.v1 uses this unit already"),
    ("load.u 1, load.t -1", 1, 11, "load.u uses this unit already"),
    ("mov.v1 $6 $1", 1, 1, "there is no $6"),
    ("mov.v1 $0 $17", 1, 1, "there is no $17"),
    ("mov.v1 $0", 1, 1, "takes a destination and 1 operands, and here is 1 operands"),
    ("mov.v1 $0 $1 $2", 1, 14, "mov.v1 takes one operand"),
    ("add.v1 $0 $1 $2 $3", 1, 17, "takes a destination and 2 operands"),
    ("mov.v1 $0 foo", 1, 11, "'foo' is no operand"),
    ("mov.v1 foo $0", 1, 8, "'foo' is no destination"),
    ("mov.v1 $0.yx $0", 1, 8, "a mask names components in their order"),
    ("mov.s1 $0 $0.x", 1, 8, "a scalar unit writes one component"),
    ("mov.s1 $0.x $0", 1, 13, "this operand is one component"),
    ("mov.s1 $0.x $0.xy", 1, 13, "this operand is one component"),
    ("mov.v1 ^const0 $0", 1, 8, "cannot be written"),
    ("add.v1 $0 $1 ^v0", 1, 14, "^v0 can only be the first operand of the adder beside it"),
    ("mul.v0 $0 ^v0 $1", 1, 11, "^v0 can only be the first operand"),
    ("sel.v1 $0 $1 $2 $3", 1, 11, "the condition of sel is ^s0"),
    ("mov.v1 $0 $1_dw", 1, 11, "only load.v divides"),
    ("movv.v1 $0 $1", 1, 1, "unknown opcode 'movv.v1'"),
    ("rcp.v1 $0 $1", 1, 1, "there is no rcp.v1"),
    ("mov_neg.v1 $0 $1", 1, 1, "unknown opcode 'mov_neg.v1'"),
    ("load_sat.u 1", 1, 1, "has no output modifier"),
    ("load.v $0 0.yz", 1, 11, "one load takes xyzw, xy, zw or one component"),
    ("load.v $0 64", 1, 1, "index"),
    ("load.v $0 gl_Color", 1, 11, "unknown input 'gl_Color'"),
    ("load.v $0 normalize(3)", 1, 11, "normalize takes a register"),
    ("load.u x", 1, 8, "'x' is no place in memory"),
    ("load.u 999999999", 1, 8, "999999999 is too large"),
    ("store.t -1 ^u", 1, 12, "only registers can be stored"),
    ("store.t -1.xy $0", 1, 15, "2 components are stored"),
    ("texld_2d 0 $0.x", 1, 12, "texld takes no level"),
    ("texldb_2d 0", 1, 1, "texldb takes a sampler and the register of the bias"),
    ("branch nowhere", 1, 8, "there is no label 'nowhere'"),
    ("loop: nop\nbranch lop", 2, 8, "there is no label 'lop'"),
    ("branch_gt $0.x end\nend: nop", 1, 1, "two operands and a label"),
    ("nop\nbranch end\nend:", 2, 8, "no instruction follows the label end"),
    ("x: nop\nx: nop", 2, 1, "there is a label x already"),
    ("const0 70000", 1, 8, "too large for fp16"),
    ("const0 1 2 3 4 5", 1, 16, "takes one to four numbers"),
    ("const0 0x", 1, 8, "is no number"),
    ("nop, nop", 1, 6, "nop stands alone"),
    ("stop,", 1, 5, "the text ends after a comma"),
    ("stop,, sync", 1, 6, "an opcode is missing"),
    ("next 64", 1, 1, "0 to 63"),
    ("load.v $0 0.xyz", 1, 11, "one load takes xyzw, xy, zw or one component"),
    ("load.v $0 0.xw", 1, 11, "one load takes xyzw, xy, zw or one component"),
    (".dialect arm", 1, 1, "is no directive"),
    (".word 12", 1, 1, "is no directive"),
    (".tail 12\nnop", 2, 1, "nothing may follow .tail"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), WRONG, ids=lambda value: str(value)[:30])
def test_wrong_text_is_explained_at_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(GpuccError) as caught:
        assemble(text, "a.s")
    assert message in caught.value.message
    location = caught.value.location
    assert location is not None
    assert (location.file, location.line, location.column) == ("a.s", line, column)
    assert caught.value.source_line == text.splitlines()[line - 1]


@given(st.text(alphabet="$^.,:#_+-@()xyzw0123 \nvstulomdabrc", max_size=60))
@settings(max_examples=200)
def test_no_text_breaks_the_assembler(text: str) -> None:
    with contextlib.suppress(GpuccError):
        parse(text)


def test_words_that_are_no_instruction_are_kept_with_the_reason() -> None:
    for words, reason in (
        ("00000000", "its length is 0 words"),
        ("00000005", "its length is 5 words, and 1 are left"),
        ("00000082 00000000", "its length is 2 words, and its units take 3"),
        ("04000001", "bits 26 of the control word are set"),
        ("00000083 f0003c61 00000000", "perspective 1 is unknown"),
        ("00000083 f6003c60 00000000", "writes register 6"),
        ("00000083 00003c60 00000004", "bits behind the last unit"),
        ("00000083 f0003c6a 00000000", "no layout of its bits"),
        ("00000083 f0003c70 00000000", "bits 4: set, but without meaning"),
        ("00000403 00000000 00000480", "op 18 is unknown"),
    ):
        (item,) = decode_listing(word_bytes(words)).items[:1]
        assert isinstance(item, RawWords), words
        assert reason in item.reason, (words, item.reason)


def test_broken_programs_are_refused() -> None:
    with pytest.raises(InputError, match="at least one instruction"):
        decode(b"")
    with pytest.raises(InputError, match="instruction 1 is cut off: 3 of 4 bytes"):
        decode(encode([Packet()]) + b"abc")
    with pytest.raises(InputError, match=r"instruction 1 \(word 1\) is invalid"):
        decode(encode([Packet()]) + b"\0" * 4)
    with pytest.raises(InputError, match="there is no instruction"):
        assemble("# nothing")


def test_packets_that_have_no_encoding_are_refused() -> None:
    one = Source("register", 0)
    for part, message in (
        (UnitPart("vmul", "add", Dest("register", 0), (one, one)), "vmul has no op 'add'"),
        (UnitPart("valu", "add"), "there is no unit 'valu'"),
        (UnitPart("vadd", "add", Dest("register", 0), (one,)), "needs its operand b"),
        (UnitPart("vadd", "add", Dest("register", 0), (one, one, one)), "has 2 operands, not 3"),
        (UnitPart("vadd", "add", Dest("register", 6), (one, one)), "there is no $6"),
        (UnitPart("vadd", "add", Dest("register", 0, 0), (one, one)), "no mask"),
        (UnitPart("vadd", "add", Dest("discard", 0), (one, one)), "cannot write to discard"),
        (UnitPart("vadd", "add", Dest("register", 0), (one, Source("vmul", 0))), "cannot be the result of vmul"),
        (UnitPart("sadd", "add", Dest("register", 0, 3), (one, one)), "writes one component"),
        (UnitPart("vadd", "add", Dest("register", 0), (one, one), "neg"), "no output modifier 'neg'"),
        (UnitPart("combine", "rcp", None, (one,)), "always writes a register"),
        (UnitPart("uniform", "uniform", None, (), "", (("align", 3),)), "align cannot be 3"),
        (UnitPart("uniform", "uniform", None, (), "", (("index", 1 << 16),)), "index"),
        (UnitPart("uniform", "uniform", None, (), "", (("colour", 1),)), "has no colour"),
    ):
        with pytest.raises((InputError, LimitExceeded)) as caught:
            CODER.encode(Packet((part,)))
        assert message in caught.value.message
    mul, add = UnitPart("vmul", "mul", None, (one, one)), UnitPart("vadd", "add", None, (one, one))
    with pytest.raises(InputError, match="vmul stands behind a unit that works after it"):
        CODER.encode(Packet((add, mul)))
    with pytest.raises(InputError, match="vmul is used twice"):
        CODER.encode(Packet((mul, mul)))


def test_linking_fills_in_lengths_and_targets() -> None:
    loop = UnitPart("branch", "branch", settings=(("to", 0),))
    packets = link([Packet((UnitPart("const0", "const0"),)), Packet(), Packet((loop,)), Packet(stop=True)])
    assert [(packet.prefetch, packet.following) for packet in packets] == [(True, 1), (True, 4), (True, 1), (False, 0)]
    assert dict(packets[2].parts[0].settings) == {"target": -4, "target_length": 3}
    text = disassemble(encode(packets))
    assert "L0:\n    const0 0.0 0.0 0.0 0.0\n    nop\n    branch L0\n    stop\n" in text
    with pytest.raises(InputError, match="there are 1"):
        link([Packet((UnitPart("branch", "branch", settings=(("to", 1),)),))])


def test_the_longest_next_instruction() -> None:
    (item,) = parse("next 63 off\n").items
    assert (item.following, item.prefetch) == (63, False)


def test_too_large_a_number_exceeds_a_limit() -> None:
    with pytest.raises(LimitExceeded, match="is too large"):
        assemble("load.v $99999999999999999999 0")
