"""The imports of a compilation: its own target and no other, and no front end if the source is LLVM IR."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from gpucc.targets import registry

# packages of the scheduler, with the targets that use them
SCHEDULERS = {"wide": {"lima-vp"}, "pipe": {"lima-pp"}, "structured": {"pica200"}, "vectors": {"agal", "pica200"}}
IR = """
define <4 x float> @k(<4 x float> %p) {
  %sum = fadd <4 x float> %p, <float 0.25, float 0.5, float 1.0, float 2.0>
  ret <4 x float> %sum
}
"""
# forks one child process per target, after importing the driver
SCRIPT = """
import json, os, sys
from gpucc import driver
import gpucc.terminal.compiling
for isa, stage in json.loads(sys.argv[2]):
    if os.fork() == 0:
        program = driver.compile(sys.argv[1].encode(), isa, stage=stage, verify=16)
        program.asm()
        print(isa, *(name for name in sys.modules if name.startswith("gpucc.")), flush=True)
        os._exit(0)
    assert os.wait()[1] == 0, isa
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    wanted = json.dumps([(isa, registry.find(isa).isa.default_stage or "vertex") for isa in registry.names()])
    done = subprocess.run(
        [sys.executable, "-P", "-c", SCRIPT, IR, wanted],
        cwd=tmp_path_factory.mktemp("imports"),
        capture_output=True,
        text=True,
        check=True,
    )
    return {line.split()[0]: set(line.split()[1:]) for line in done.stdout.splitlines()}


def owners(module: str) -> set[str]:
    """The targets that a module belongs to, by its name; empty if it serves all."""
    parts = module.split(".")[1:]
    if parts[0] == "sched" and len(parts) > 1:
        return SCHEDULERS.get(parts[1], set())
    return {isa for isa in registry.names() for part in parts if (part + "_").startswith(isa.replace("-", "_") + "_")}


@pytest.mark.parametrize("isa", registry.names())
def test_a_compilation_imports_no_module_of_another_target(isa: str, loaded: dict[str, set[str]]) -> None:
    own = {module for module in loaded[isa] if isa in owners(module)}
    assert len(own) > 10
    assert [module for module in sorted(loaded[isa]) if owners(module) - {isa} and module not in own] == []


def test_llvm_ir_needs_no_front_end(loaded: dict[str, set[str]]) -> None:
    """agsl is excluded, because its judge reads the written text with the front end."""
    for isa in set(registry.names()) - {"agsl"}:
        front = {module for module in loaded[isa] if module.startswith("gpucc.frontend")}
        assert front <= {"gpucc.frontend", "gpucc.frontend.choices"}
