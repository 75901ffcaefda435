"""AGAL files without a manifest: their code says what they read, and they run as with one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from agal_haxe import engines

from gpucc import driver
from gpucc.cli import main
from gpucc.compiled import CompiledProgram
from gpucc.emit.agal_program import from_agal
from gpucc.errors import GpuccError
from gpucc.program import Program

ROOT = Path(__file__).resolve().parents[2]
LANES = 5


def laid_out(program: Program, arrays: dict[str, np.ndarray]) -> dict[tuple[str, int, int], np.ndarray]:
    """The numbers by kind, register and component; a component that nobody gives is 0."""
    found = {}
    for slot in (*program.interface.inputs, *program.interface.uniforms):
        rows = np.asarray(arrays[slot.name], np.float32)
        rows = rows.reshape(LANES if slot.kind == "input" else 1, -1)
        at = 0
        for place, letter in enumerate(slot.words):
            if letter != ".":
                found[slot.kind, slot.register + place // 4, place % 4] = rows[:, at]
                at += 1
    for constant in program.constants:
        found["uniform", constant.register, constant.component] = np.float32([constant.value])
    return found


def for_bare(bare: Program, found: dict[tuple[str, int, int], np.ndarray]) -> dict[str, np.ndarray]:
    arrays = {}
    for slot in (*bare.interface.inputs, *bare.interface.uniforms):
        lanes = LANES if slot.kind == "input" else 1
        columns = [
            found.get((slot.kind, slot.register + place // 4, place % 4), np.zeros(1, np.float32)).repeat(1)
            for place in range(4 * slot.registers)
        ]
        whole = np.stack([np.broadcast_to(column, lanes) for column in columns], 1)
        arrays[slot.name] = whole if slot.kind == "input" else whole.reshape(slot.registers, 4)
    return arrays


def same_with_and_without(program: CompiledProgram) -> bool:
    """Run a program with its manifest and without, on the same numbers."""
    random = np.random.default_rng(7)
    arrays = {}
    for slot in (*program.interface.inputs, *program.interface.uniforms):
        count = sum(letter != "." for letter in slot.words)
        arrays[slot.name] = random.uniform(0.1, 1.5, (LANES, count) if slot.kind == "input" else count)
    sizes = {slot.name: (6, 8, 8, 4) if "Cube" in slot.type else (8, 8, 4) for slot in program.interface.samplers}
    pictures = {name: random.uniform(0, 1, size) for name, size in sizes.items()}
    bare = CompiledProgram.of(from_agal(program.code))
    names = {slot.register: slot.name for slot in bare.interface.samplers}
    given = for_bare(bare, laid_out(program, arrays))
    given |= {
        names[slot.register]: pictures[slot.name] for slot in program.interface.samplers if slot.register in names
    }
    before, after = driver.run(program, arrays | pictures), driver.run(bare, given)
    registers = {slot.register: after[slot.name] for slot in bare.interface.outputs}
    for slot in program.interface.outputs:
        used = [i for i, letter in enumerate(slot.words) if letter != "."]
        wide = np.asarray(registers[slot.register], np.float32).reshape(LANES, -1)
        if not np.array_equal(np.asarray(before[slot.name]).reshape(LANES, -1), wide[:, used], equal_nan=True):
            return False
    return bool(program.interface.outputs)


@pytest.mark.parametrize(
    ("name", "stage"),
    [("mvp.ll", "vertex"), ("lit.vert", "vertex"), ("tinted.ll", "fragment"), ("lit.frag", "fragment")],
)
def test_a_program_runs_as_with_its_manifest(name: str, stage: str) -> None:
    assert same_with_and_without(driver.compile(ROOT / "examples" / name, "agal", stage=stage, verify=None))  # type: ignore[arg-type]


def test_fifty_programs_of_engines_run_as_with_their_manifests() -> None:
    found = {
        name: same_with_and_without(driver.compile(text, "agal", name=name, stage=stage, verify=None))
        for name, (stage, text) in engines().items()
    }
    assert len(found) == 50
    assert [name for name, same in found.items() if not same] == []


def interface(text: str, stage: str) -> list[str]:
    program = driver.assemble(text, "agal", stage=stage)  # type: ignore[arg-type]
    found = from_agal(program.code).interface
    slots = (*found.inputs, *found.outputs, *found.uniforms, *found.samplers)
    return [f"{slot.name}: {slot.type} {slot.register} {slot.words[:8]}" for slot in slots]


def test_the_interface_is_what_the_code_names() -> None:
    assert interface("m44 op, va0, vc2\nmov v1.xy, va3\nadd v1.zw, vc5, va3\nmul vt0, vc4, va0\n", "vertex") == [
        "va0: vec4 0 ffff", "va3: vec4 3 ffff", "op: vec4 0 ffff", "v1: vec4 2 ffff", "vc2: vec4[4] 2 ffffffff",
    ]  # fmt: skip
    assert interface("tex ft0, v2, fs1 <cube,linear>\nmul oc, ft0, fc3", "fragment") == [
        "v2: vec4 2 ffff", "oc: vec4 0 ffff", "fc3: vec4 3 ffff", "fs1: samplerCube 1 ",
    ]  # fmt: skip


def test_indexed_uniforms_are_one_array_of_all_registers() -> None:
    slots = interface("mov vt0, vc[va1.x+3]\nadd op, vt0, vc9", "vertex")
    assert slots == ["va1: vec4 1 ffff", "op: vec4 0 ffff", "vc: vec4[128] 0 ffffffff"]


def test_run_render_and_cost_take_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, picture, inputs = tmp_path / "x.agal", tmp_path / "x.png", tmp_path / "in.npz"
    file.write_bytes(driver.assemble("mul oc, v0, fc0", "agal", stage="fragment").code)
    np.savez(inputs, v0=np.ones((2, 4)), fc0=np.float32([1, 2, 3, 4]))
    assert main(["run", str(file), "--inputs", str(inputs)]) == 0
    assert "1 2 3 4" in capsys.readouterr().out
    assert main(["run", str(file)]) == 2
    assert "the program takes: v0, fc0" in capsys.readouterr().err
    assert main(["render", str(file), "--uniform", "fc0=1,1,1,1", "--size", "4x4", "-o", str(picture)]) == 0
    assert picture.stat().st_size > 0
    assert main(["cost", str(file)]) == 0
    assert "mul            1" in capsys.readouterr().out
    assert main(["cost", str(file), "--isa", "lima-vp"]) == 2


def test_assembly_under_the_name_of_code_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.agal"
    file.write_text("// a program of one instruction\nmov oc, v0\n")
    assert main(["disasm", str(file)]) == 1
    assert "this is text: gpucc asm" in capsys.readouterr().err
    assert main(["asm", str(file), "--isa", "agal", "-o", str(tmp_path / "y.agal")]) == 0
    assert (tmp_path / "y.agal").read_bytes()[0] == 0xA0


def test_a_broken_file_says_where(tmp_path: Path) -> None:
    file = tmp_path / "x.agal"
    file.write_bytes(b"\xa0\x01\x00\x00\x00\xa1\x00" + bytes(23))
    with pytest.raises(GpuccError) as caught:
        driver.load(file)
    assert caught.value.location
    assert caught.value.location.file == str(file)
