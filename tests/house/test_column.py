"""The pipeline from source to verdict: every target has the same five stages in one order, constructed with keywords
only."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

import pytest

from gpucc import driver
from gpucc.targets import registry
from gpucc.targets.record import CompileJob, Stages, Target, TargetStage
from gpucc.terminal import options

ROOT = Path(__file__).resolve().parents[2]
STAGES = ["select", "schedule", "allocate", "encode", "check"]
SOURCE = (
    "precision highp float; varying vec2 v; void main() { gl_FragColor = vec4(v.x > 0.5 ? v.x : sqrt(v.y), v.y * 0.25,"
    " 0.0, 1.0); }"
)
VERTEX = "attribute vec2 v; void main() { gl_Position = vec4(v.x > 0.5 ? v.x : v.y, v.y * 0.25, 0.0, 1.0); }"


def watched(isa: str) -> list[tuple[str, str]]:
    """The driver's notices while it compiles for a target."""
    seen: list[tuple[str, str]] = []
    source, ending = (SOURCE, "frag") if "fragment" in registry.find(isa).isa.stages else (VERTEX, "vert")
    driver.compile(
        source, isa, name=f"k.{ending}", verify=16, observe=lambda stage, value: seen.append((stage, str(value)))
    )
    return seen


def test_the_record_names_the_stages_in_order() -> None:
    assert [field.name for field in fields(Stages)] == STAGES


@pytest.mark.parametrize("isa", registry.names())
def test_every_target_goes_through_the_five_stages(isa: str) -> None:
    seen = [(stage, text) for stage, text in watched(isa) if stage not in ("warning", "rules")]
    assert [stage for stage, _ in seen[-8:]] == [*STAGES, "verify", "compared", "visited"]
    assert tuple(stage for stage, _ in seen[:-3]) == options.STAGES, "what --stop-after names"
    assert all(text.strip() for _, text in seen), "every stage shows what it made"


def _positional(path: Path) -> list[str]:
    """Calls that construct the records of stages with positional arguments."""
    names = {record.__name__ for record in (CompileJob, Stages, TargetStage, Target)}
    return [
        f"{path.name}:{node.lineno} {node.func.id}"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names and node.args
    ]


def test_targets_are_made_with_keywords_only(tmp_path: Path) -> None:
    assert [call for path in sorted((ROOT / "targets").glob("*.py")) for call in _positional(path)] == []
    wrong = tmp_path / "wrong.py"
    wrong.write_text("TARGET = Target(ISA, neutral=None)\nSTEP = TargetStage(run=print, show=str)\n")
    assert _positional(wrong) == ["wrong.py:1 Target"]
    with pytest.raises(TypeError):
        TargetStage(print, str)  # type: ignore[misc]


def test_the_driver_names_no_target_and_no_other_stage() -> None:
    """Code for a single target is in its module; the driver calls only the target's five stages."""
    files = [ast.parse((ROOT / name).read_text()) for name in ("driver.py", "backend.py")]
    nodes = [node for tree in files for node in ast.walk(tree)]
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert not words & set(registry.names())
    called = [node.attr for node in nodes if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "stages"]
    assert called == STAGES
