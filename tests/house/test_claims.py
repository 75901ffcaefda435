"""Tables and lists in README.md, docs/commands.md and the help agree with the code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gpucc import cli, driver
from gpucc.compiled import CompiledProgram
from gpucc.emit import manifest, png
from gpucc.emit.files import KINDS
from gpucc.interp.lima_pp_check import facts_used as pp_facts
from gpucc.interp.lima_vp_check import facts_used as vp_facts
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import Fact, Isa
from gpucc.program import Program
from gpucc.targets import registry
from gpucc.terminal import options, render
from gpucc.terminal.wishes import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
PAGE = (ROOT / "docs" / "commands.md").read_text()


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading of docs/commands.md."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in section.splitlines()
        if line.startswith("|")
    ][2:]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]*)`", text)


def help_of(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.main([command, "--help"]) == 0
    return re.sub(r"\s+", " ", capsys.readouterr().out)


def example(isa: str) -> CompiledProgram:
    stage = registry.find(isa).isa.stages[0]
    return driver.compile(ROOT / "examples" / f"lit.{stage[:4]}", isa, verify=64)


def test_the_table_of_outputs_is_the_table_of_formats(capsys: pytest.CaptureFixture[str]) -> None:
    documented = {quoted(names)[0]: tuple(quoted(endings)) for names, endings, _ in rows("Outputs")}
    assert documented.pop("graph") == ()
    assert documented == {kind.name: kind.endings for kind in KINDS}
    listed = re.search(r"Format: ([\w, ]+)\.", help_of("compile", capsys))
    assert listed is not None
    assert set(listed[1].split(", ")) == {*documented, "graph"}


def test_the_shares_of_mesas_instructions_are_those_of_the_tables() -> None:
    def cells(page: str, head: str) -> list[str]:
        (line,) = (line for line in (ROOT / "docs" / page).read_text().splitlines() if line.startswith(f"| {head}"))
        return [cell.strip().replace(",", "") for cell in line.split("|")[2:-1]]

    shares = []
    for head in ("as in the packages", "all |"):
        _, own, mesa, *_ = [cell for cell in cells("wild.md", head) if cell]
        shares.append(int(own) / int(mesa))
    for head in ("all 39 without", "all 51 without"):
        own, mesa, *_ = [cell for cell in cells("glmark2.md", head) if cell]
        shares.append(int(own) / int(mesa))
    told = re.findall(r"0\.\d\d", README.split("**It is measured")[1].split("\n\n")[0])
    assert told == [f"{share:.2f}" for share in shares]


def test_every_target_has_its_row_and_its_page() -> None:
    for isa in driver.isas():
        assert re.search(rf"^\| `{isa}` \| .* \| \[[\w-]+\.md\]\(docs/[\w-]+\.md\) \|$", README, re.MULTILINE), isa
    assert len(LIMA_PP.pipeline.units) == 12
    assert "a pipeline of twelve units in half precision" in README
    assert LIMA_VP.wide.word.bits == 128


@pytest.mark.parametrize(
    ("isa", "used"),
    [(LIMA_PP, lambda program: pp_facts(program.code)), (LIMA_VP, lambda program: vp_facts(program.code))],
    ids=lambda each: getattr(each, "name", ""),
)
def test_what_a_record_says_is_never_emitted_is_in_no_kernel(isa: Isa, used: Callable[[Program], list[Fact]]) -> None:
    """The kernels' programs are those that tests/golden compares."""
    found: dict[str, Fact] = {}
    for path in sorted((ROOT / "tests" / "golden" / isa.name).glob("*.s")):
        assembly = path.read_text().partition("\n")[2]
        found |= {fact.name: fact for fact in used(driver.assemble(assembly, isa.name))}
    assert found
    assert [name for name, fact in found.items() if "never emitted" in fact.source] == []


def test_the_example_is_as_long_as_the_readme_says() -> None:
    text = (ROOT / "examples" / "mvp.ll").read_text()
    body = text.split("{\n", 1)[1].split("\n}", 1)[0]
    assert f"turns {len(body.splitlines())} instructions of vectorised LLVM IR into one" in README


@pytest.mark.parametrize("isa", ["agal", "agsl", "lima-pp", "lima-vp", "pica200"])
def test_the_manifest_has_what_the_page_lists_and_no_more(isa: str) -> None:
    documented = {name: what for names, what in rows("The manifest") for name in quoted(names)}
    data = json.loads(manifest.write(example(isa)))
    assert data.keys() == documented.keys() - {"derived", "assumed", "geometry"}, "which are tested elsewhere"
    assert data["stats"].keys() <= set(quoted(documented["stats"]))
    assert data["verified"].keys() == set(quoted(documented["verified"])) - {"null"}
    for slot in data["inputs"] + data["outputs"] + data["uniforms"]:
        promised = set(quoted(documented["inputs"])) - set("fiub.")
        assert promised <= slot.keys()
        assert slot.keys() <= promised | {"builtin", "sampler", "most", "default", "block"}


def test_the_profiles_are_those_of_the_targets() -> None:
    section = PAGE.split("## asm, disasm\n")[1].split("\n## ")[0]
    for isa in driver.isas():
        assert set(registry.find(isa).profiles) <= set(quoted(section)), isa


def test_choices_of_options_are_spelled_out(capsys: pytest.CaptureFixture[str]) -> None:
    documented = {
        words.split()[0]: words.split()[1]
        for option, _ in rows("Sources in shading languages")
        for words in quoted(option)
        if " " in words
    }
    assert documented["--math"].replace("\\", "").split("|") == list(options.MATHS)
    assert documented["--arithmetic"].replace("\\", "").split("|") == list(options.ARITHMETIC)
    first, last = documented["--android"].replace("\\", "").split("|")
    assert (first, last) == ("13..16", options.ANDROIDS[-1])
    assert options.ANDROIDS[:-1] == tuple(str(version) for version in range(13, 17))
    for command in ("compile", "verify", "explain", "run", "render", "cost"):
        told = help_of(command, capsys)
        assert all(option in told for option in ("--math", "--arithmetic", "--android", "--half")), command
    for command in COMMANDS:
        assert help_of(command, capsys)


def test_what_a_varying_is_written_in() -> None:
    (expression,) = (what for name, what in rows("render") if name.startswith("`--varying"))
    names = quoted(expression)[0].split()
    assert set(names) == set(render.grid(2, 2).coordinates())


INPUTS = """precision highp float;
uniform samplerCube sky;
varying vec4 all;
void main() {
    vec4 known = vec4(gl_FragCoord.zw, gl_PointCoord.y, gl_FrontFacing ? 1.0 : 0.0);
    gl_FragColor = %s;
}
"""


def drawn(folder: Path, colour: str, *words: str) -> np.ndarray:
    (folder / "k.frag").write_text(INPUTS.replace("%s", colour))
    out = folder / "k.png"
    assert (
        cli.main(["render", str(folder / "k.frag"), "--isa", "lima-pp", "--size", "4x4", "-o", str(out), *words]) == 0
    )
    return png.read(out.read_bytes())


def test_what_a_shader_reads_is_what_the_page_says(tmp_path: Path) -> None:
    """gl_FragCoord has z 0 and w 1, gl_PointCoord is (u, 1 - v), every fragment faces front, a varying is (u, v, 0,
    1)."""
    known = drawn(tmp_path, "known")
    assert (known[..., [0, 1, 3]] == (0, 255, 255)).all()
    assert known[:, 0, 2].tolist() == [32, 96, 159, 223]
    assert (drawn(tmp_path, "all")[..., 2:] == (0, 255)).all()


@pytest.mark.parametrize("upright", [False, True])
def test_the_faces_of_a_cube_stand_in_a_strip(tmp_path: Path, upright: bool) -> None:
    """In the documented order, from the left or from above."""
    faces = np.zeros((1, 6, 4), np.uint8)
    faces[0, :, 0], faces[0, :, 3] = range(0, 240, 40), 255
    (tmp_path / "sky.png").write_bytes(png.write(np.ascontiguousarray(faces.reshape(6, 1, 4) if upright else faces)))
    (order,) = re.findall(r"strip \(([^)]*)\)", PAGE)
    for number, face in enumerate(order.split()):
        axis = ["0.0"] * 3
        axis["xyz".index(face[1])] = f"{face[0]}1.0"
        image = drawn(
            tmp_path, f"textureCube(sky, vec3({', '.join(axis)}))", "--texture", f"sky={tmp_path / 'sky.png'}"
        )
        assert np.abs(image[..., 0].astype(int) - 40 * number).max() <= 1, face


def test_what_pages_import_is_there() -> None:
    lines = {
        (path.name, line.strip())
        for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
        for line in path.read_text().splitlines()
        if re.fullmatch(r"\s*(?:import gpucc[\w.]*|from gpucc[\w.]* import [\w, ]+)", line)
    }
    assert len(lines) > 15
    for page, line in sorted(lines):
        try:
            exec(line, {})
        except ImportError as error:
            pytest.fail(f"{page}: {line}: {error}")
