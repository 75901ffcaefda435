"""What is public: docs/api.md lists it, and the steps of the compiler work one by one."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import gpucc
import gpucc.isa
import gpucc.targets
from gpucc.errors import GpuccError, Unsupported, UsageError

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "api.md").read_text()
MODULES = ("gpucc", "gpucc.errors", "gpucc.isa", "gpucc.isel", "gpucc.sched", "gpucc.emit.codec", "gpucc.interp",
           "gpucc.targets", "gpucc.testing")  # fmt: skip
MVP = ROOT / "examples" / "mvp.ll"


@pytest.mark.parametrize("module", MODULES)
def test_the_page_lists_what_is_public(module: str) -> None:
    (chapter,) = re.findall(rf"^## `{re.escape(module)}`: .*?\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| (`\w.*?`) \|", chapter.partition("\n### ")[0], re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    public = importlib.import_module(module).__all__
    assert sorted(listed) == sorted(public)
    assert all(hasattr(importlib.import_module(module), name) for name in public)


@pytest.mark.parametrize("module", MODULES)
def test_help_has_a_sentence_for_each_public_function_and_method(module: str) -> None:
    public = importlib.import_module(module)
    for name in public.__all__:
        found = getattr(public, name)
        parts = {"": found} | (vars(found) if inspect.isclass(found) else {})
        for part, method in parts.items():
            if not part.startswith("_") and (inspect.isroutine(method) or isinstance(method, property)):
                assert inspect.getdoc(method), f"{module}.{name}.{part}"


def test_help_has_the_fields_of_records() -> None:
    assert str(inspect.signature(gpucc.isa.Dest)) == "(file: 'str', number: 'int', mask: 'int' = 15) -> None"
    only_named = inspect.signature(gpucc.targets.Target).parameters["isa"]
    assert (only_named.kind, only_named.default) == (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.empty)
    assert inspect.signature(gpucc.isa.Isa).parameters["limits"].default == {}
    assert not hasattr(gpucc.isa.FP32, "__signature__")


def test_the_steps_make_the_program_that_compile_makes() -> None:
    graph = gpucc.lower(MVP, "agal", stage="vertex")
    assert "out0.x = %6" in str(graph)
    operations = gpucc.select(graph)
    assert str(operations).startswith("t0 = m44 (in0.x")
    program = gpucc.encode(gpucc.schedule(operations))
    assert program.code == gpucc.compile(MVP, isa="agal", stage="vertex", verify=None).code
    with pytest.raises(UsageError, match="the step 'encode' takes the result of 'allocate', not of 'lower'"):
        gpucc.encode(graph)


def test_what_searches_note_stays_in_one_compilation() -> None:
    """The same input gives the same bytes, whatever was compiled before in this process."""
    first, second = (gpucc.lower(MVP, "agal", stage="vertex").job.options for _ in range(2))
    assert first.allowance is not second.allowance


def test_selection_as_a_library() -> None:
    path = ROOT / "examples" / "own_isel.py"
    assert len(path.read_text().splitlines()) < 80
    spec = importlib.util.spec_from_file_location("own_isel", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.selected() == "t0 = add in0.x, in0.x\nt1 = mad t0, in2.x, -in1.x\nout0.x = t1\n"
    lowered = gpucc.lower(module.interpolation(), module.MACHINE, ops=["fmul", "fsub"], stage="vertex")
    with pytest.raises(UsageError, match="mine is an ISA record alone"):
        gpucc.select(lowered)


def test_lower_refuses_what_compile_refuses() -> None:
    wrong: list[tuple[dict[str, Any], type[GpuccError], str]] = [
        ({"opt": 7}, UsageError, "there is no optimisation level 7"),
        ({"stage": "pixel"}, UsageError, "there is no stage 'pixel'"),
        ({"isa": "agsl"}, Unsupported, "agsl runs fragment shaders only, and this is a vertex shader"),
        ({"isa": 3}, UsageError, "isa is the name of a target, not 3"),
    ]
    for wishes, kind, message in wrong:
        for function in (gpucc.lower, gpucc.compile):
            with pytest.raises(kind, match=message):
                function(MVP, **{"isa": "agal", "stage": "vertex", **wishes})
