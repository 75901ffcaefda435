"""Details of derived constants and assumptions that once could be changed without any test failing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import gpucc
from gpucc.emit import manifest
from gpucc.errors import InputError, Miscompiled, Unverified
from gpucc.lowering.assume.facts import LARGEST, AssumedRange, _computed
from gpucc.lowering.derive.regroup import regrouped
from gpucc.lowering.derive.values import DerivedValues
from gpucc.program import Shader
from gpucc.targets import deriving
from gpucc.terminal.given import USUAL
from gpucc.terminal.running import DRIVERS


def test_a_manifest_whose_steps_take_other_kinds_is_refused() -> None:
    text = "uniform vec4 a; varying vec4 v; void main() { gl_FragColor = v * (a.x * a.y + float(int(a.z))); }"
    program = gpucc.compile("precision highp float; " + text, isa="agal", derive=True, name="k.frag", verify=None)
    record = json.loads(manifest.write(program))
    steps = record["derived"]["steps"]
    floats = next(i for i, step in enumerate(steps) if step["op"] == "uniform")
    (converted,) = [step for step in steps if step["op"] == "sitofp"]
    converted["args"] = [floats]
    with pytest.raises(InputError, match="are not what sitofp takes: i, f a float"):
        manifest.read(json.dumps(record))


def test_a_range_beyond_the_largest_number_says_nothing_of_what_is_computed() -> None:
    """In halves it may overflow."""
    large, small = AssumedRange(0.0, 2 * LARGEST), AssumedRange(0.0, 1.0)
    for op in ("fadd", "fsub", "fmul"):
        assert _computed(op, [large, small]) is None
        assert _computed(op, [small, AssumedRange(-2 * LARGEST, 0.0)]) is None
        assert _computed(op, [small, small]) is not None
    for op in ("floor", "fptosi"):
        assert _computed(op, [large]) is None


def test_an_unsigned_number_is_not_what_a_negative_one_was() -> None:
    assert _computed("uitofp", [AssumedRange(-1.0, 5.0, True)]) is None
    assert _computed("sitofp", [AssumedRange(-1.0, 5.0, True)]) == AssumedRange(-1.0, 5.0, True)
    assert _computed("uitofp", [AssumedRange(0.0, 5.0, True)]) == AssumedRange(0.0, 5.0, True)


PACKED = """define <4 x float> @main({{ <2 x float>, float }} %p) {{
  %x = extractvalue {{ <2 x float>, float }} %p, 0
  %a = extractelement <2 x float> %x, i32 0
  %z = extractvalue {{ <2 x float>, float }} %p, 1
  %s = fmul float %a, {z}
  %r = insertelement <4 x float> zeroinitializer, float %s, i32 0
  ret <4 x float> %r
}}
"""
HEAD = 'target triple = "x86_64-unknown-linux-gnu"\n'


def test_a_component_of_an_input_is_assumed_where_it_stands() -> None:
    text = HEAD + PACKED.format(z="%z")
    plain = gpucc.compile(text, isa="agal", stage="vertex", verify=64)
    ((name, words),) = [(slot.name, slot.words) for slot in plain.interface.inputs]
    assert words == "fff"
    program = gpucc.compile(text, isa="agal", stage="vertex", assume=[f"{name}.z=2"], verify=64)
    fixed = gpucc.compile(HEAD + PACKED.format(z="2.0"), isa="agal", stage="vertex", verify=64)
    assert program.code == fixed.code


def test_what_a_driver_usually_sets_is_what_the_note_says() -> None:
    for name, numbers in USUAL.items():
        (told,) = re.findall(r"(\[[\d\[\], ]+\])(?: leaves| is usual)", DRIVERS[name])
        assert [float(one) for one in re.findall(r"\d+", told)] == [float(one) for one in numbers.split(",")]


QUOTIENT = """define <4 x float> @fragment(<4 x float> %v, ptr %u) {
  %a = load float, ptr %u
  %p = getelementptr float, ptr %u, i64 4
  %b = load float, ptr %p
  %x = extractelement <4 x float> %v, i64 0
  %m = fmul float %x, %a
  %q = fdiv arcp float %m, %b
  %r = insertelement <4 x float> %v, float %q, i64 1
  ret <4 x float> %r
}
"""


def test_factors_of_a_quotient_are_joined_only_if_both_steps_permit_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, Shader]] = []

    def kept(text: str, shader: Shader) -> str:
        given.append((text, shader))
        return regrouped(text, shader)

    monkeypatch.setattr(deriving, "regrouped", kept)
    gpucc.compile(QUOTIENT, isa="agal", stage="fragment", derive=True, verify=None)
    text, shader = given[0]
    joined = re.compile(r"= fmul [\w ]*float %a\.i\.i, %gpucc\.joined")
    product = text.replace("fmul float", "fmul contract float")
    assert joined.search(regrouped(product.replace("fdiv arcp", "fdiv arcp contract"), shader))
    assert not joined.search(regrouped(product, shader))
    assert not joined.search(regrouped(text, shader))


# LLVM makes 3.3333333 of the divisor 0.3, and 0.3 has more bits than pica200 holds
REMAINDER = """attribute vec4 p; uniform vec3 l; uniform float t; varying float c;
void main() { gl_Position = p; c = p.x * (floor(l.x * t) / mod(t, 0.3)); }"""


def test_literals_of_derived_constants_are_not_rounded_to_the_format_of_the_target() -> None:
    """The quotient by a remainder makes much of the last bits of 0.3, which the host keeps."""
    made = gpucc.compile(REMAINDER, "pica200", stage="vertex", derive=True)
    assert made.verified is not None
    assert made.verified["verdict"] == "verified"


def test_a_wrong_literal_of_a_derived_constant_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = DerivedValues.step

    def wrong(self: DerivedValues, op: str, *args: int, **more: Any) -> int:
        value = more.get("value")
        return honest(self, op, *args, **({**more, "value": value * 1.001} if op == "const" else more))

    monkeypatch.setattr(DerivedValues, "step", wrong)
    with pytest.raises((Miscompiled, Unverified)):
        gpucc.compile(REMAINDER, "pica200", stage="vertex", derive=True)
