"""A kernel whose body stands beside it as a second function."""

from __future__ import annotations

from pathlib import Path

from gpucc import driver


def test_the_kernel_is_the_shader() -> None:
    path = Path(__file__).parent / "fixtures" / "kernel_with_its_body.ll"
    program = driver.compile(path, "agal", stage="vertex", verify=64)
    assert len(program.interface.outputs) == 1
