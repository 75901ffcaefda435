"""AGAL's encoding, tested with bytes from other sources and with hostile ones."""

import json
from pathlib import Path
from typing import Any

import pytest

from gpucc.emit import agal as emit
from gpucc.emit import codec
from gpucc.emit.agal_assembler import assemble, parse
from gpucc.emit.agal_text import disassemble
from gpucc.errors import InputError
from gpucc.isa import agal
from gpucc.isa.model import Field, Instruction, Source, Word

REFERENCE = Path(__file__).parent.parent / "reference" / "agal"
ENCODINGS = json.loads((REFERENCE / "encodings.json").read_text())
PROGRAMS = json.loads((REFERENCE / "programs.json").read_text())
TOKENS = ENCODINGS["tokens"]


def source_text(entry: dict[str, Any]) -> str:
    if "asm_repeat" in entry:
        count, line, last = entry["asm_repeat"]
        return "\n".join([line] * count + [last])
    return "\n".join(entry["asm"])


def patch(code: bytes, entry: dict[str, Any]) -> bytes:
    data = bytearray(code)
    for offset, old, new in entry.get("patched", []):
        assert data[offset] == old
        data[offset] = new
    return bytes(data[: entry.get("cut", len(data))]) + bytes.fromhex(entry.get("appended", ""))


@pytest.mark.parametrize("entry", ENCODINGS["headers"], ids=lambda e: f"{e['stage']}-{e['version']}")
def test_headers(entry: dict[str, Any]) -> None:
    program = emit.encode((Instruction("eif"),), entry["stage"], entry["version"])
    assert program[:7].hex() == entry["bytes"]
    decoded = emit.decode(program)
    assert (decoded.stage, decoded.version) == (entry["stage"], entry["version"])


@pytest.mark.parametrize("entry", TOKENS, ids=lambda e: f"{e['stage'][0]}{e['version']} {e['text']}")
def test_tokens_both_ways(entry: dict[str, Any]) -> None:
    stage, version, data = entry["stage"], entry["version"], bytes.fromhex(entry["bytes"])
    assert assemble(entry["text"], stage, version, check=False)[7:].hex() == data.hex()
    instruction = emit.decode_token(data, stage)
    assert emit.encode_token(instruction, stage) == data
    whole = emit.encode((instruction,), stage, version)
    assert emit.decode(whole).instructions == (instruction,)
    assert assemble(disassemble(whole), check=False) == whole


@pytest.mark.parametrize("entry", PROGRAMS["programs"] + PROGRAMS["agal2_weak"], ids=lambda e: e["id"])
def test_program_bytes(entry: dict[str, Any]) -> None:
    code = assemble(source_text(entry), entry["stage"], entry["version"], check=False)
    assert patch(code, entry).hex() == entry["bytes"]


@pytest.mark.parametrize("entry", PROGRAMS["programs"] + PROGRAMS["agal2_weak"], ids=lambda e: e["id"])
def test_disassembly_keeps_every_byte(entry: dict[str, Any]) -> None:
    code = bytes.fromhex(entry["bytes"])
    try:
        text = disassemble(code)
    except InputError:
        assert entry["verdict"] == "INVALID"
        assert entry["rule"] in (3615, 3616, 3618, 3619)
    else:
        assert assemble(text, check=False) == code


GOOD = bytes.fromhex(PROGRAMS["programs"][2]["bytes"])


@pytest.mark.parametrize("size", range(len(GOOD) + 30))
def test_every_length_is_decoded_or_refused(size: int) -> None:
    code = (GOOD + bytes(30))[:size]
    if size > 7 and (size - 7) % 24 == 0 and size <= len(GOOD):
        assert len(emit.decode(code).instructions) == (size - 7) // 24
        return
    with pytest.raises(InputError) as error:
        emit.decode(code)
    message = error.value.message
    if size > 7:
        assert f"token {(size - 7) // 24 + 1}" in message or "token 4" in message
    assert "byte" in message


@pytest.mark.parametrize(
    ("offset", "value", "fragments"),
    [
        (7, 0x22, ("token 1 (byte 7)", "opcode 34")),
        (10, 1, ("token 1", "opcode")),
        (31 + 6, 0, ("token 2 (byte 31)", "mask")),
        (31 + 6, 0x1F, ("token 2", "reserved bits of the destination")),
        (31 + 7, 0x08, ("token 2", "type 8 of the destination")),
        (31 + 12, 0x0F, ("token 2", "type 15 of source 1")),
        (31 + 13, 1, ("token 2", "index fields of source 1")),
        (31 + 10, 7, ("token 2", "index fields of source 1")),
        (31 + 15, 0x40, ("token 2", "reserved bits of source 1")),
        (7 + 23, 0x13, ("token 1", "mip mode 3")),
        (7 + 22, 0x08, ("token 1", "special flags 8")),
        (7 + 22, 0x40, ("token 1", "wrap mode 4")),
        (7 + 20, 0x04, ("token 1", "no sampler")),
        (55 + 16, 1, ("token 3 (byte 55)", "source 2 is set")),
        (0, 0, ("byte 0",)),
        (5, 0, ("byte 5",)),
        (6, 2, ("byte 6",)),
        (2, 1, ("version 257",)),
    ],
)
def test_refusals_name_the_place(offset: int, value: int, fragments: tuple[str, ...]) -> None:
    code = bytearray(GOOD)
    code[offset] = value
    with pytest.raises(InputError) as error:
        emit.decode(bytes(code))
    for fragment in fragments:
        assert fragment in error.value.message


def test_what_agal_cannot_say_is_refused() -> None:
    plain = Source("temporary", 0)
    dest = parse("mov ft0, v0").tokens[0]
    assert isinstance(dest, Instruction)
    for sources in (
        (Source("temporary", 0, negate=True),),
        (Source("temporary", 0, absolute=True),),
        (plain, plain),
        (Source("temporary", 65536),),
    ):
        with pytest.raises(InputError):
            emit.encode((Instruction("mov", dest.dest, sources),), "fragment")
    with pytest.raises(InputError):
        emit.encode((), "fragment")
    with pytest.raises(InputError):
        emit.encode((Instruction("mov", dest.dest, (Source("instance", 0),)),), "fragment")
    with pytest.raises(InputError):
        emit.encode((Instruction("mul"),), "fragment")


def test_codec_checks_ranges_and_reserved_bits() -> None:
    word = Word("probe", 8, (Field("a", 0, 3), Field("b", 4, 3, signed=True)))
    assert codec.pack(word, {"a": 7, "b": -4}) == 0b1000111
    assert codec.unpack(word, 0b1000111) == {"a": 7, "b": -4}
    assert codec.reserved(word, 0xFF) == 0b10001000
    for values in ({"a": 8}, {"a": -1}, {"b": 4}, {"b": -5}, {"c": 0}):
        with pytest.raises(InputError):
            codec.pack(word, values)


def test_every_op_has_its_own_code_and_every_word_its_own_bits() -> None:
    assert len({op.code for op in agal.OPS}) == len({op.name for op in agal.OPS}) == len(agal.OPS)
    for word in agal.AGAL.words:
        assert sum(field.width for field in word.fields) == sum(
            ((1 << f.width) - 1 << f.low).bit_count() for f in word.fields
        )
        assert not codec.reserved(word, codec.pack(word, {f.name: codec.limits(f)[1] for f in word.fields}))
