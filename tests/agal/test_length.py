"""A program that is far too long is refused before it is scheduled."""

from __future__ import annotations

import pytest

import gpucc
from gpucc.errors import LimitExceeded
from gpucc.targets import agal as target_agal

LOOKUP = """  %x{n} = extractelement <4 x float> %v{n}, i32 {lane}
  %i{n} = fptosi float %x{n} to i32
  %p{n} = getelementptr [60 x <4 x float>], ptr %table, i32 0, i32 %i{n}
  %a{n} = load <4 x float>, ptr %p{n}
  %v{next} = fmul <4 x float> %v{n}, %a{n}
"""


def test_a_program_that_cannot_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups = "".join(LOOKUP.format(n=n, lane=n % 4, next=n + 1) for n in range(12))
    source = (
        f"define <4 x float> @f(<4 x float> %v0, ptr readonly dereferenceable(960) %table) {{\n{lookups}  ret <4 x"
        " float> %v12\n}\n"
    )
    monkeypatch.setattr(target_agal, "schedule_vectors", None)
    with pytest.raises(LimitExceeded, match=r"at least \d+ tokens, and agal version 2 \(fragment\) has room for 1024"):
        gpucc.compile(source, "agal", stage="fragment", target={"version": "2"}, verify=None)


def test_an_older_version_says_which_newer_one_has_room() -> None:
    body = "".join(f"  %v{n + 1} = call float @llvm.sin.f32(float %v{n})\n" for n in range(240))
    source = f"declare float @llvm.sin.f32(float)\ndefine float @f(float %v0) {{\n{body}  ret float %v240\n}}\n"
    with pytest.raises(LimitExceeded) as caught:
        gpucc.compile(source, "agal", stage="vertex", verify=None)
    assert caught.value.notes[:2] == (
        "version 2 has room for 1024 (--target version=2)",
        "version 3 has room for 2048 (--target version=3)",
    )
