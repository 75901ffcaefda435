"""The verdict "verified" requires that enough lanes were compared; otherwise nothing is written unless the user allows
it, and all outputs mention it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import gpucc
from gpucc import driver
from gpucc.errors import Unverified
from gpucc.interp.report import Report
from gpucc.verdict import told

# for every input the sum exceeds the integers that a float register holds exactly, so no lane is guaranteed anything
BEYOND = """precision highp float; varying vec2 v; void main() {
gl_FragColor = vec4(float(int(v.x) + 33554432) * 1.0e-9); }
"""
# hardly any lane of ordinary data has such a size
GUARDED = """precision highp float; varying vec2 v; uniform vec2 size;
void main() { vec2 p = v * size; if (size.x < 100.0 || p.x < 0.0) discard; gl_FragColor = vec4(p / size, 0.0, 1.0); }
"""
# the first value of h is missing, too
UNSET = BEYOND.replace("gl_FragColor = vec4(", "float h; h += v.y; gl_FragColor = vec4(h, h, h, ")
# nor is such a power defined
NEGATIVE = """precision highp float; varying vec2 v; uniform float e; void main() {
gl_FragColor = vec4(pow(-abs(v.x) - 0.1, e), v, 1.0); }
"""


def test_warnings_stand_before_the_error(gpucc) -> None:  # type: ignore[no-untyped-def]
    """What they say is often the reason."""
    end = gpucc("n.frag --isa agal -o n.agal", {"n.frag": UNSET})
    assert end.code == 1
    first, second = end.err.splitlines()[:2]
    assert "warning" in first
    assert "`h` is used before it has a value" in first
    assert "is not verified" in second
    assert "warning" not in gpucc("n.frag --isa agal -w -o n.agal").err


def test_a_program_that_cannot_be_compared_is_not_written(gpucc, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    end = gpucc("n.frag --isa agal -o n.agal", {"n.frag": BEYOND})
    assert end.code == 1
    assert "the agal program is not verified: only" in end.err
    assert "--allow-unverified" in end.err
    assert not end.new
    end = gpucc("n.frag --isa agal --allow-unverified -o n.json")
    assert end.code == 0
    assert "warning: not verified: only" in end.err
    assert "NOT VERIFIED: only" in end.err.splitlines()[-1]
    verified = json.loads(Path("n.json").read_text())["verified"]
    assert verified["verdict"] == "unverified"
    assert verified["ordinary_compared"] < verified["needed"] == 64
    assert gpucc("n.frag --isa agal --allow-unverified -w").out.startswith(b"// NOT VERIFIED: only")
    assert gpucc("n.frag --isa agsl --allow-unverified -w --emit agsl").out.startswith(b"// NOT VERIFIED: only")
    assert b"/* NOT VERIFIED: only" in gpucc("n.frag --isa agal --allow-unverified -w --emit h").out
    assert gpucc("verify n.frag --isa agal --lanes 64").code == 1


def test_python_gets_an_exception_of_its_own() -> None:
    with pytest.raises(Unverified, match="is not verified: only"):
        gpucc.compile(BEYOND, isa="agal", name="n.frag")
    assert gpucc.compile(BEYOND, isa="agal", name="n.frag", allow_unverified=True).verified is not None


def test_lanes_are_drawn_beside_the_hard_ones() -> None:
    """Discards count as comparisons, and ranges of inputs are learnt from the program's comparisons."""
    ((_, report),) = driver.verify(GUARDED, "agal", lanes=64, name="g.frag")
    assert isinstance(report, Report)
    assert report.verdict == "verified"
    assert report.lanes >= 64
    assert report.ordinary_compared >= 32


def test_units_of_the_last_place_are_told_while_they_say_something() -> None:
    """Where the source's own sum cancels to zero, and the program does not compute it, they are beyond all measure."""
    program = gpucc.compile("varying highp vec4 v; void main() { gl_FragColor = v; }", "agal", name="f.frag")
    verified = dict(program.verified or {})
    near, far = (replace(program, verified={**verified, "max_ulp": ulp}) for ulp in (3.5, 6.2e36))
    assert told(near).endswith("lanes, within 3.5 ulp")
    assert told(far).endswith("lanes, within the bounds of rounding")


def test_an_error_and_a_manifest_tell_where_results_are_lost(gpucc, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    end = gpucc("f.frag --isa lima-pp --verify 64 -o f.s", {"f.frag": NEGATIVE})
    assert end.code == 1
    told = r"lanes lose their results to a power of zero or of a negative number at f\.frag:2:\d+ \(32 lanes\)"
    assert re.search(rf"^note: {told}$", end.err, re.M)
    end = gpucc("f.frag --isa lima-pp --verify 64 --allow-unverified -o f.json")
    assert end.code == 0
    assert re.search(rf"warning: not verified: only .*; {told}$", end.err, re.M)
    (loss,) = json.loads(Path("f.json").read_text())["verified"]["losses"]
    assert loss["reason"] == "a power of zero or of a negative number"
    assert (loss["lanes"], loss["float32"]) == (32, 0)
