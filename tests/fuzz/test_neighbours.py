"""Neighbours of a shader (benchmarks/neighbours.py)."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import neighbours
import pytest

from gpucc.errors import Miscompiled

SHADER = """precision highp float;
varying vec4 a; uniform float k;
// no token of a comment changes: max(a.x, 2.0)
void main() { gl_FragColor = vec4(1.0 / max(k, a.x * inversesqrt(a.y)), sin(a.z), 0.5, k); }
"""


def test_a_neighbour_differs_in_the_tokens_that_are_told() -> None:
    seen: set[str] = set()
    for seed in range(200):
        made = neighbours.changed(SHADER, random.Random(seed))
        assert made is not None
        text, told = made
        before, after = neighbours.TOKEN.findall(SHADER), neighbours.TOKEN.findall(text)
        pairs = zip(before, after, strict=True)
        differ = [f"line 4: {one} -> {other}" for one, other in pairs if one != other]
        assert differ == told
        assert 1 <= len(told) <= 3
        seen.update(one.partition(" -> ")[0].rpartition(" ")[2] for one in told)
    assert {"max", "inversesqrt", "sin", "0.5", "k", "x", "*", "/"} <= seen
    assert not seen & {"void", "vec4", "main", "varying"}


def test_a_difference_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.frag").write_text(SHADER)
    keep = tmp_path / "kept"
    words = ["neighbours", str(tmp_path), "--isa", "lima-pp", "--count", "3", "--lanes", "64", "--keep", str(keep)]
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit) as ended:
        neighbours.main()
    assert ended.value.code == 0
    assert not keep.exists()
    assert "lima-pp, seed 1: 3 " in capsys.readouterr().out

    def wrong(*given: object, **wishes: object) -> None:
        raise Miscompiled("it differs")

    monkeypatch.setattr(neighbours.driver, "compile", wrong)
    with pytest.raises(SystemExit) as ended:
        neighbours.main()
    assert ended.value.code == 1
    assert len(list(keep.iterdir())) == 3
    assert "it differs" in capsys.readouterr().out
