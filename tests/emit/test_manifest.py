"""A manifest reads back as an equal program, and for malformed texts the reader raises only its own errors."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucc.emit import manifest
from gpucc.errors import InputError, InternalError
from gpucc.isa.model import SamplerState
from gpucc.program import BlockPlace, Constant, Interface, Kind, Program, Slot

PROGRAM = Program(
    isa="agal",
    stage="fragment",
    code=bytes.fromhex("a001000000a101") + bytes(24),
    interface=Interface(
        inputs=(Slot("uv", "input", 0, "ff", "vec2"),),
        outputs=(Slot("gl_FragColor", "output", 0, "ffff", "vec4", "gl_FragColor"),),
        uniforms=(Slot("rows", "uniform", 1, "fff.fff.fff.", "mat3"), Slot("count", "uniform", 4, "i", "int")),
        samplers=(
            Slot(
                "picture",
                "sampler",
                0,
                "",
                "sampler2D",
                None,
                SamplerState(filter="linear", special=("single",), bias=-1.5),
            ),
        ),
    ),
    constants=(Constant(5, 0, 0.1), Constant(5, 1, -0.0), Constant(5, 2, math.inf), Constant(5, 3, 1e-45)),
    entry="main",
    options=(("version", "1"),),
    stats={"instructions": 1, "meets_bound": True, "slots": {}, "lines": {"a.c:3": 1}},
    verified={"lanes": 256, "max_ulp": 0, "max_abs": math.inf, "precision": "native"},
)
TEXT = manifest.write(PROGRAM)


def test_a_program_comes_back_equal() -> None:
    again = manifest.read(TEXT)
    assert again == PROGRAM
    assert math.copysign(1, again.constants[1].value) == -1
    assert manifest.write(again) == TEXT
    assert manifest.read(TEXT.encode()) == PROGRAM
    assert manifest.read(b"\xef\xbb\xbf" + TEXT.encode()) == PROGRAM


def test_it_has_the_promised_fields() -> None:
    data = json.loads(TEXT)
    promised = {
        "isa",
        "stage",
        "entry",
        "code",
        "constants",
        "inputs",
        "outputs",
        "uniforms",
        "samplers",
        "stats",
        "verified",
    }
    assert promised <= data.keys()
    assert data["uniforms"][0] == {
        "name": "rows",
        "type": "mat3",
        "register": 1,
        "components": 3,
        "words": "fff.fff.fff.",
    }
    assert data["constants"][2]["value"] == "inf"


def test_not_a_number_is_a_word() -> None:
    data = json.loads(TEXT)
    data["constants"] = [{"register": 0, "component": 0, "value": "nan"}]
    assert math.isnan(manifest.read(json.dumps(data)).constants[0].value)


names = st.text(max_size=12)
words = st.text("fiub.", max_size=9)
registers = st.integers(0, manifest.REGISTERS - 1)


@st.composite
def slots(draw: st.DrawFn, kind: Kind) -> Slot:
    state = st.builds(
        SamplerState,
        st.sampled_from(["2d", "cube"]),
        names,
        names,
        names,
        names,
        st.lists(names, max_size=2).map(tuple),
        st.floats(-16, 15),
    )
    sampler = draw(st.none() | state) if kind == "sampler" else None
    slot = Slot(draw(names), kind, draw(registers), draw(words), draw(names), draw(st.none() | names), sampler)
    count = len(slot.words.replace(".", ""))
    default = draw(st.just(()) | st.lists(st.floats(allow_nan=False), min_size=count, max_size=count).map(tuple))
    small = st.integers(0, 255)
    strides = st.lists(small, max_size=2).map(tuple)
    place = draw(st.none() | st.builds(BlockPlace, names, small, strides, small, st.booleans()))
    return replace(slot, most=draw(st.none() | small), default=default, place=place, rows=draw(st.booleans()))


def groups(kind: Kind) -> st.SearchStrategy[tuple[Slot, ...]]:
    return st.lists(slots(kind), max_size=3).map(tuple)


@given(
    st.builds(
        Program,
        names,
        st.sampled_from(["vertex", "fragment"]),
        st.binary(max_size=99),
        st.builds(Interface, groups("input"), groups("output"), groups("uniform"), groups("sampler")),
        st.lists(st.builds(Constant, registers, st.integers(0, 3), st.floats(allow_nan=False)), max_size=4).map(tuple),
        names,
    )
)
def test_every_program_comes_back_equal(program: Program) -> None:
    assert manifest.read(manifest.write(program)) == program


@pytest.mark.parametrize("length", range(0, len(TEXT) - 1, 23))
def test_every_truncation_is_refused(length: int) -> None:
    with pytest.raises(InputError):
        manifest.read(TEXT[:length])


CHANGES = [
    ("isa", 3, "isa is not a string"),
    ("stage", "compute", "stage is 'compute'"),
    ("code", "abc", "hexadecimal"),
    ("code", "zz", "hexadecimal"),
    ("code", " aa", "hexadecimal"),
    ("code", None, "code is not a string"),
    ("constants", {}, "constants is not an array"),
    ("constants", [1], "constants[0] is not an object"),
    ("constants", [{"register": -1, "component": 0, "value": 1}], "constants[0].register"),
    ("constants", [{"register": True, "component": 0, "value": 1}], "constants[0].register"),
    ("constants", [{"register": 1 << 70, "component": 0, "value": 1}], "constants[0].register"),
    ("constants", [{"register": 0, "component": 4, "value": 1}], "constants[0].component"),
    ("constants", [{"register": 0, "component": 0, "value": "x"}], "constants[0].value"),
    ("constants", [{"register": 0, "component": 0, "value": 10**400}], "too large"),
    ("constants", [{"register": 0, "component": 0}], "constants[0].value is missing"),
    ("inputs", [{"name": "a", "type": "f", "register": 0, "components": 1, "words": "q"}], "inputs[0].words"),
    ("inputs", [{"name": "a", "type": "f", "register": 0, "components": 2, "words": "f"}], "contradicts words"),
    (
        "samplers",
        [{"name": "a", "type": "f", "register": 0, "components": 0, "words": "", "sampler": 7}],
        "sampler is not an object",
    ),
    ("stats", [], "stats is not an object"),
    ("verified", 1, "verified is not an object"),
    ("options", {"version": 1}, "options.version is not a string"),
    ("manifest", 3, "format 3"),
]


@pytest.mark.parametrize(("key", "value", "problem"), CHANGES)
def test_a_wrong_value_is_named(key: str, value: object, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        manifest.read(json.dumps({**json.loads(TEXT), key: value}), "k.json")
    assert problem in caught.value.message
    assert caught.value.file == "k.json"


@pytest.mark.parametrize(
    "key", ["isa", "stage", "entry", "code", "constants", "inputs", "outputs", "uniforms", "samplers"]
)
def test_a_missing_field_is_named(key: str) -> None:
    data = json.loads(TEXT)
    del data[key]
    with pytest.raises(InputError, match=f"{key} is missing"):
        manifest.read(json.dumps(data))


GARBAGE: list[str | bytes] = [
    "",
    "null",
    "[]",
    "{",
    "nan",
    "NaN",
    "[" * 100_000,
    '{"a":' * 50_000,
    b"\xff\xfe",
    "1" * 10_000,
    '"\\ud800"',
    b"\0",
    '{"isa": NaN}',
]


@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_refused(text: str | bytes) -> None:
    with pytest.raises(InputError):
        manifest.read(text)


def test_the_place_of_a_syntax_error_is_told() -> None:
    with pytest.raises(InputError) as caught:
        manifest.read('{\n  "isa": ,\n}', "k.json")
    assert str(caught.value.location) == "k.json:2:10"


def test_what_json_cannot_hold_is_our_bug() -> None:
    with pytest.raises(InternalError):
        manifest.write(Program("agal", "vertex", b"", stats={"bad": object()}))
