"""Assumptions: used by the compiler, kept by the lanes that the judge draws, and insisted on where a program is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpucc
from gpucc.emit import header, manifest
from gpucc.errors import Miscompiled, UsageError
from gpucc.interp.assumed import with_assumed
from gpucc.interp.inputs import make_batch
from gpucc.lowering.assume import facts, values
from gpucc.lowering.assume.facts import AssumedRange
from gpucc.lowering.assume.resolve import resolve
from gpucc.program import AssumedWord, Interface, Slot, Stage

SKIN = """attribute vec4 p; attribute vec4 bone; uniform mat4 bones[6]; uniform mat4 m; uniform float fog;
uniform int n; uniform vec4 at[4]; varying vec4 c;
void main() {
  gl_Position = m * (bones[int(bone.x)] * p);
  c = vec4(0.0);
  for (int i = 0; i < 4; i++) { if (i >= n) break; c += at[i]; }
  c *= clamp(fog, 0.0, 1.0);
}"""
INTERFACE = Interface(
    inputs=(Slot("bone", "input", 0, "ffff"),),
    uniforms=(
        Slot("m", "uniform", 0, "f" * 16, "mat4"),
        Slot("k", "uniform", 4, "fff.fff.fff", "mat3"),
        Slot("n", "uniform", 7, "i", "int"),
        Slot("on", "uniform", 8, "b", "bool"),
    ),
)


def compiled(*assume: str, isa: str = "agal", verify: int | None = 64) -> Any:
    return gpucc.compile(SKIN, isa=isa, stage="vertex", assume=assume, verify=verify)


def test_every_kind_of_assumption_is_used() -> None:
    """Each saves instructions beside those before it, and the programs are verified."""
    said: tuple[str, ...] = ()
    before = compiled(verify=None).stats["instructions"]
    for more in (("bone=integer", "bone=0..5"), ("fog=0..1",), ("n=2",), ("bones=affine", "p.w=1")):
        said = (*said, *more)
        now = compiled(*said, verify=64 if "p.w=1" in more else None)
        assert now.stats["instructions"] < before, more
        before = now.stats["instructions"]
    assert now.verified["verdict"] == "verified"


def test_what_breaks_an_assumption_is_refused(tmp_path: Path) -> None:
    program = compiled("bone=integer", "bone=0..5", "bones=affine", verify=None)
    program.save(tmp_path / "k.json")
    assert "Assumed: bones=affine" in header.write(program, "k")
    loaded = gpucc.load(tmp_path / "k.json")
    assert loaded.assumed == program.assumed == manifest.read(manifest.write(program)).assumed
    arrays = {
        "p": np.ones((2, 4)), "bone": np.zeros((2, 4)), "bones": np.tile(np.eye(4), (6, 1, 1)), "m": np.eye(4),
        "fog": np.array(0.5), "n": np.array(2), "at": np.ones((4, 4)),
    }  # fmt: skip
    np.testing.assert_array_equal(loaded.run(arrays)["c"], np.ones((2, 4)))
    wrong = {
        r"bone=integer, and bone\.y of lane 1 is 0\.5": {"bone": np.array([[0, 0, 0, 0], [0, 0.5, 0, 0]])},
        r"bone=0\.\.5, and bone\.x of lane 0 is 6": {"bone": np.full((2, 4), 6.0)},
        r"bone=integer, and bone\.x of lane 0 is nan": {"bone": np.full((2, 4), np.nan)},
        r"bones=affine, and bones\[4\]\.w is 1": {"bones": np.tile([np.eye(4), np.ones((4, 4))], (3, 1, 1))},
    }
    for message, given in wrong.items():
        with pytest.raises(UsageError, match=message):
            loaded.run(arrays | given)


def test_words_that_are_meant() -> None:
    def words(text: str) -> list[tuple[int, float, float, bool]]:
        return [(word.word, word.low, word.high, word.whole) for word in resolve([text], INTERFACE)[0].words]

    inf = float("inf")
    assert words("m=affine") == [(3, 0, 0, False), (7, 0, 0, False), (11, 0, 0, False), (15, 1, 1, False)]
    assert words("k=affine") == [(2, 0, 0, False), (6, 0, 0, False), (10, 1, 1, False)]
    assert words("m[3]=0,0,0,1") == [(12, 0, 0, False), (13, 0, 0, False), (14, 0, 0, False), (15, 1, 1, False)]
    assert words("k[1].yz=-1..") == [(5, -1, inf, False), (6, -1, inf, False)]
    assert words("bone.w=integer") == [(3, -inf, inf, True)]
    assert words("n=3") == [(0, 3, 3, False)]
    assert words("n=-2.5..7.5") == [(0, -2, 7, False)]
    assert words("on=..0.5") == [(0, -inf, 0, False)]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["m"], "takes NAME=VALUE"),
        (["mm=1"], "reads no 'mm'"),
        (["m=1,2"], "2 values for 16 components"),
        (["m[0].x=1,2"], "2 values for 1 component of"),
        (["bone=affine"], "no matrix"),
        (["bone=2..1"], "not less"),
        (["bone=x"], "no number of 32 bits"),
        (["bone=1e39"], "no number of 32 bits"),
        (["k[3]=1"], "3 registers"),
        (["k.w=1"], "no such component"),
        (["n=1.5"], "a whole number"),
        (["on=2"], "0 or 1"),
        (["bone=0..1", "bone.x=2"], "contradicts"),
        (["bone=integer", "bone.x=0.5"], "bone.x=0.5 contradicts"),
        (["bone.y=0.2..0.8", "bone=integer"], "bone=integer contradicts"),
        (["n=0.2..0.8"], "n holds a whole number"),
        (["n=3e9"], "n holds a whole number of 32 bits"),
        (["on=2..3"], "on holds 0 or 1"),
        (["on=0.2..0.8"], "on holds 0 or 1"),
    ],
)
def test_what_cannot_be_assumed(texts: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        resolve(texts, INTERFACE)


def test_lanes_keep_what_is_assumed() -> None:
    texts = ["bone=integer", "bone.xy=0..5", "bone.w=-2.5..", "m=affine", "n=3", "k[1]=-1..0.25"]
    assumed = resolve(texts, INTERFACE)
    batch, _ = make_batch(INTERFACE, 256, 0, stage="vertex")
    drawn = with_assumed(batch, INTERFACE, assumed)
    for one in assumed:
        slot = INTERFACE.find(one.name)
        assert slot is not None
        file = drawn.inputs if slot.kind == "input" else drawn.uniforms
        for word in one.words:
            column = file[:, slot.register + word.word // 4, word.word % 4]
            assert ((column >= word.low) & (column <= word.high)).all(), one.text
            assert not word.whole or (column == np.rint(column)).all()
    assert len(np.unique(drawn.inputs[:, 0, 0])) == 6
    assert len(np.unique(drawn.uniforms[:, 5, 0])) > 60
    # in an eighth of the lanes a value is an end of its range
    for column, ends in ((drawn.uniforms[:, 5, 0], (-1, 0.25)), (drawn.inputs[:, 0, 3], (-2,))):
        assert all(np.count_nonzero(column == end) >= 16 for end in ends)


@pytest.mark.parametrize("isa", ["agal", "lima-pp"])
@pytest.mark.parametrize("test", ["k < 4.125", "k <= 1.375", "n < 37", "n > 3"])
def test_an_end_that_is_taken_for_what_is_beside_it_is_noticed(
    isa: str, test: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only in lanes in which a value is the end of its range such a comparison has another answer."""
    kind, assume = ("float k", ["k=1.375..4.125"]) if test[0] == "k" else ("int n", ["n=integer", "n=3..37"])
    text = f"precision highp float; varying vec4 v; uniform {kind};"
    text += f" void main() {{ gl_FragColor = {test} ? v : v.wzyx + 0.5; }}"
    gpucc.compile(text, isa=isa, stage="fragment", assume=assume)
    honest = facts._answer

    def careless(op: str, a: AssumedRange, b: AssumedRange, same: bool) -> bool | None:
        if op in facts.LESS:
            return True if a.high <= b.low else False if a.low >= b.high else None
        return honest(op, a, b, same)

    monkeypatch.setattr(facts, "_answer", careless)
    with pytest.raises(Miscompiled):
        gpucc.compile(text, isa=isa, stage="fragment", assume=assume)


@pytest.mark.parametrize(("isa", "stage"), [("lima-pp", "fragment"), ("pica200", "vertex"), ("agal", "vertex")])
def test_numbers_that_are_one_in_the_target_format(isa: str, stage: Stage) -> None:
    """The range and the numbers beside it are different in the source, and equal in halves."""
    kind, out = ("varying", "gl_FragColor") if stage == "fragment" else ("attribute", "gl_Position")
    text = f"precision highp float; {kind} vec4 v; uniform float k, h; void main() {{ {out} = v * (k < 3.3005 ? 2.0"
    text += " : 3.0) + (h >= 0.1000001 ? vec4(0.5) : v) + (k > 0.0999999 ? v.yzwx : v.wwww) + max(k, 0.1); }"
    program = gpucc.compile(text, isa=isa, stage=stage, assume=["k=0.1..3.3", "h=0.1..0.7"])
    assert (program.verified or {}).get("verdict") == "verified"


def test_a_value_in_the_wrong_place_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on a target of halves, whose own run is compared with the text that the values are in."""

    def shifted(self: Any, name: str, value: str, type: Any, known: dict[int, float]) -> Any:
        return honest(self, name, value, type, {lane ^ 1: number for lane, number in known.items()})

    honest = values._ValueWriter.over
    monkeypatch.setattr(values._ValueWriter, "over", shifted)
    text = "precision mediump float; varying vec4 v; uniform vec4 k; void main() { gl_FragColor = v * k; }"
    with pytest.raises(Miscompiled):
        gpucc.compile(text, isa="lima-pp", stage="fragment", assume=["k.x=0.5"], verify=64)


def test_words_of_a_range_decide_comparisons_on_halves() -> None:
    text = "precision mediump float; varying float v; void main() { gl_FragColor = vec4(v < 2.0 ? abs(v) : 9.0); }"
    plain, known = (
        gpucc.compile(text, isa="lima-pp", stage="fragment", assume=assume, verify=64) for assume in ((), ("v=0..1",))
    )
    assert known.stats["instructions"] <= plain.stats["instructions"]
    assert known.stats["words"] < plain.stats["words"]
    assert AssumedWord(0, 0.0, 1.0) in known.assumed[0].words


NEAR = """define <4 x float> @vertex(<4 x float> %v, ptr readonly dereferenceable(16) %u) {
  %x = load float, ptr %u
  %y = extractelement <4 x float> %v, i32 0
  %some = fcmp olt float %y, 0x7FF0000000000000
  %least = select i1 %some, float %x, float %y
  %sum = fadd float %least, 0.0
  %s = call float @llvm.copysign.f32(float %y, float %sum)
  %r = insertelement <4 x float> %v, float %s, i32 0
  ret <4 x float> %r
}
declare float @llvm.copysign.f32(float, float)
"""


@pytest.mark.parametrize("isa", ["agal", "lima-vp", "pica200"])
def test_facts_beside_infinities_and_zeros(isa: str) -> None:
    """An infinity has no whole part, and the sum of -0 and 0 is 0."""
    program = gpucc.compile(NEAR, isa=isa, stage="vertex", assume=("u=-1..1",), verify=128)
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"


@pytest.mark.parametrize("isa", ["agal", "lima-pp"])
def test_the_fraction_of_a_whole_number_is_zero(isa: str) -> None:
    text = """precision highp float; varying vec2 uv; uniform float k;
    void main() { gl_FragColor = vec4(fract(k) + uv.x, k, uv); }"""
    fixed = text.replace("fract(k) + ", "")
    counts = [gpucc.compile(one, isa=isa, assume=("k=integer",)).stats["instructions"] for one in (text, fixed)]
    assert counts[0] == counts[1]
