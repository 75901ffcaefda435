"""The conformance kit finds nothing in the targets that there are, and finds what is wrong with others."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpucc import driver
from gpucc.isel import P, Rule, Ruleset
from gpucc.targets import registry, vector_target
from gpucc.testing import Conformance

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# the rules of the built-in targets are proved in tests/rules
SOURCES = {
    "agal": ["lit.vert"],
    "agsl": ["noise/gradient_sine.frag"],
    "lima-pp": ["tinted.ll"],
    "lima-vp": ["lit.vert"],
    "pica200": ["lit.vert"],
    "arbvp1": ["lit.vert"],
    "toyvliw": ["lit.vert"],
}
# tests/fuzz has random programs for all built-in targets
RANDOM = ("agal", "arbvp1", "toyvliw")

pytestmark = pytest.mark.usefixtures("installed")


@pytest.mark.parametrize("isa", SOURCES)
def test_the_kit_finds_nothing(isa: str) -> None:
    kit = Conformance(isa)
    assert kit.run([EXAMPLES / name for name in SOURCES[isa]], proofs=False, programs=isa in RANDOM) == []
    assert kit.refused == []


def test_the_kit_finds_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = Conformance("arbvp1")
    import gpucc_arbvp1 as module

    class Careless(module.Coder):  # type: ignore[misc,name-defined]
        """Takes differences for sums in text."""

        def parse(self, text: str, name: str) -> object:
            return super().parse(text if name == "<program>" else text.replace("SUB", "ADD"), name)

    rules = Ruleset((Rule("product", P.fmul("a", "b"), "ADD(a, b)", cost=0.5),), module.RULES.representations)
    kit.target = vector_target(module.ARBVP1, rules, Careless())
    monkeypatch.setattr(driver.registry, "find", lambda name: kit.target)
    monkeypatch.setattr(registry, "find", lambda name: kit.target)
    source = "attribute vec4 a, b; void main() { gl_Position = a * b - b.x; }"
    (tmp_path / "k.vert").write_text(source)
    assert [fault.subject for fault in kit.rules()] == ["product"]
    assert [fault.subject for fault in kit.record()] == ["fdiv"]
    (wrong,) = kit.semantics([tmp_path / "k.vert"])
    assert "differs from LLVM's JIT" in wrong.problem
    lost = [fault.problem for fault in kit.texts([tmp_path / "k.vert"])]
    assert lost == ["assembling what it prints gives other bytes", "its bytes give another text"]
