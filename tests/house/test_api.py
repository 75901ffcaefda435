"""The Python functions: misuse raises their own errors, and help() finds all of them."""

from __future__ import annotations

import inspect
import traceback
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpucc
from gpucc.errors import InputError, Location, UsageError

MVP = Path(__file__).parents[2] / "examples" / "mvp.ll"
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "lanes": ({"verify": -1}, "verify is a whole number from 0 to 16777216, not -1"),
    "a truth value in place of a number of lanes": (
        {"verify": True},
        "verify is a whole number from 0 to .*, not T",
    ),
    "a fraction of lanes": ({"verify": 2.5}, "verify is a whole number"),
    "a level in quotes": ({"opt": "2"}, "no optimisation level '2'"),
    "stage": ({"stage": "pixel"}, "there is no stage 'pixel'"),
    "mathematics": ({"math": "fast"}, "math cannot be 'fast'"),
    "Android": ({"android": 14}, "android cannot be 14"),
    "a bind without a register": ({"bind": "arg0"}, "--bind arg0: the kind is missing"),
    "a macro in a string": ({"define": "COUNT=4"}, "define is a list of strings"),
    "macros in a dict": ({"define": {"COUNT": 4}}, "define is a list of strings"),
    "a folder in a string": ({"include": "folder"}, "include is a list of strings"),
    "assumptions that are numbers": ({"assume": [3]}, "assume is a list of strings"),
    "a rule in a string": ({"disable": "rule:lit"}, "disable is a list of strings"),
    "a bind that is a number": ({"bind": 3}, "bind is a list of strings"),
    "a time in a string": ({"time_limit": "5"}, "a time limit is a number of seconds"),
    "switches in a string": ({"target": "version=2"}, "target is a dict of switches"),
    "no target": ({"isa": None}, "isa is the name of a target"),
    "several targets": ({"isa": ["agal"]}, "isa is the name of a target"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_told(name: str) -> None:
    wishes, message = WRONG[name]
    with pytest.raises(UsageError, match=message):
        gpucc.compile(MVP, **{"isa": "agal", "stage": "vertex", **wishes})


def test_wrong_wishes_of_a_run_and_a_comparison() -> None:
    program = gpucc.compile(MVP, isa="agal", stage="vertex", bind="arg0=input:1", verify=16)
    assert program.interface.inputs[0].register == 1
    arrays = {"arg0": np.ones((2, 4)), "arg1": np.eye(4)}
    assert program.run(arrays)["ret0"].shape == (2, 4)
    with pytest.raises(UsageError, match="there is no precision 'f16'"):
        program.run(arrays, precision="f16")
    for wishes in ({"lanes": 0}, {"lanes": "4"}, {"seed": -1}):
        with pytest.raises(UsageError, match="is a whole number"):
            gpucc.verify(MVP, isa="agal", stage="vertex", **wishes)


FRAGMENT = "precision mediump float; varying vec2 v; void main() { gl_FragColor = vec4(v, 0.0, 1.0); }\n"


def test_a_family_is_compiled_for_the_member_that_runs_the_stage(tmp_path: Path) -> None:
    (tmp_path / "k.frag").write_text(FRAGMENT)
    for source in (tmp_path / "k.frag", str(tmp_path / "k.frag"), FRAGMENT, FRAGMENT.encode()):
        assert gpucc.compile(source, "lima", verify=16).isa == "lima-pp"
    program = gpucc.compile(MVP, isa="lima", stage="vertex", target={"viewport": "32768"}, verify=16)
    assert program.isa == "lima-vp"
    ((isa, report),) = gpucc.verify(FRAGMENT, "lima", lanes=16)
    assert (isa, type(report).__name__) == ("lima-pp", "Report")
    assert gpucc.lower(FRAGMENT, "lima").target.isa.name == "lima-pp"
    with pytest.raises(UsageError, match="unknown target 'lina'"):
        gpucc.verify(FRAGMENT, "lina", lanes=16)
    with pytest.raises(UsageError, match="target is a dict of switches"):
        gpucc.compile(MVP, isa="lima", stage="vertex", target="viewport=32768")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="which target of lima is meant") as found:
        gpucc.compile(MVP, isa="lima")
    assert "lima-pp (fragment), lima-vp (vertex)" in found.value.notes[0]
    with pytest.raises(InputError, match="No such file"):
        gpucc.compile(tmp_path / "none.glsl", isa="lima")


def test_a_program_shows_itself_in_one_line() -> None:
    program = gpucc.compile(MVP, isa="agal", stage="vertex", verify=16)
    assert (
        repr(program) == "<gpucc program: agal vertex shader, 1 instruction, verified on 16 of 16 lanes, bit for bit>"
    )
    assert repr(gpucc.compile(MVP, isa="agal", stage="vertex", verify=None)).endswith("1 instruction, not verified>")


def test_help_finds_everything() -> None:
    assert set(dir(gpucc)) == set(gpucc.__all__)
    assert all(inspect.getdoc(getattr(gpucc, name)) for name in gpucc.__all__)
    assert all(inspect.getdoc(getattr(gpucc.Program, name)) for name in ("asm", "run", "save"))


def test_a_traceback_shows_the_place_and_the_remedies() -> None:
    error = InputError("`x` is not declared", Location("k.frag", 3, 7), ("declare it",), "  y = x;")
    shown = traceback.format_exception_only(error)
    assert "".join(shown) == "gpucc.errors.InputError: `x` is not declared\nat k.frag:3:7\n  y = x;\ndeclare it\n"


def test_textures_of_bytes_are_fractions() -> None:
    text = (
        "precision mediump float; varying vec2 v; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, v); }"
    )
    program = gpucc.compile(text, isa="agal", name="k.frag", verify=None)
    texels = np.array([[[255, 51, 0, 102]]])
    shown = program.run({"v": np.zeros((1, 2)), "s": texels.astype(np.uint8)})["gl_FragColor"]
    assert shown == pytest.approx(np.array([[1.0, 0.2, 0.0, 0.4]]))
    assert (program.run({"v": np.zeros((1, 2)), "s": texels})["gl_FragColor"] == texels.reshape(1, 4)).all()
    with pytest.raises(UsageError, match="texture s must be numbers"):
        program.run({"v": np.zeros((1, 2)), "s": texels.astype(str)})


def test_a_manifest_of_another_target_is_left_alone(tmp_path: Path) -> None:
    text = "attribute vec4 p; void main() { gl_Position = p; }"
    gpucc.compile(text, isa="lima-vp", name="w.vert", verify=None).save(tmp_path / "w.mbs")
    gpucc.compile(text, isa="agal", name="w.vert", verify=None).save(tmp_path / "w.json")
    assert gpucc.load(tmp_path / "w.mbs").isa == "lima-vp"
    assert gpucc.load(tmp_path / "w.json").isa == "agal"
