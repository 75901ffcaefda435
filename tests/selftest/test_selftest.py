"""The self-tests that a chip runs: one for each fact below "proven", which fails if the fact does not hold; and the
program that runs them, on Mesa's own driver in software as far as that goes."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import gpucc
from gpucc import cli, driver
from gpucc.emit import mbs, mesa
from gpucc.errors import InternalError
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.selftest import answers, folder
from gpucc.selftest.model import Otherwise, SelfTest, shade
from gpucc.targets import registry

RECORDS = {"lima-vp": LIMA_VP, "lima-pp": LIMA_PP}
# facts that two programs by the clock try, since no colour shows a price
BY_CLOCK = {"fetch-price"}
CASES = [(isa, test) for isa in RECORDS for test in folder.tests_of(isa)]
IDS = [f"{isa}-{test.fact}" for isa, test in CASES]


def written(isa: str) -> tuple[tuple[folder.WrittenTest, ...], dict[str, str | bytes]]:
    return folder.written(isa, gpucc.__version__)


@pytest.mark.parametrize("isa", RECORDS)
def test_each_fact_below_proven_has_one(isa: str) -> None:
    wanted = {fact.name for fact in RECORDS[isa].facts if fact.level != "proven"}
    found = [test.fact for test in folder.tests_of(isa)]
    assert set(found) == wanted
    assert len(found) == len(wanted)


@pytest.mark.parametrize(("isa", "test"), CASES, ids=IDS)
def test_it_fails_if_the_fact_is_otherwise(isa: str, test: SelfTest) -> None:
    """The colour is that of the fact; every other way has another one, none is the stand-in's or what was there."""
    found = answers.answer(test, isa)
    assert bool(test.otherwise) is (test.fact not in BY_CLOCK)
    told_apart = [*found.otherwise, (51, 102, 153, 204), (255, 0, 255, 255)]
    for other in told_apart:
        assert max(abs(a - b) for a, b in zip(found.expected, other, strict=True)) >= answers.CLOSEST


# the facts that the record has no place for: what a program relies on is then not told by its words
SILENT = {
    "lima-vp": {"address-latency", "temporary-latency", "address0-at-once", "visible-after-branch", "uniform-count",
                "varying-count", "special-values", "attribute-next", "address-pair", "function-bounds"},
    "lima-pp": {"mul-shift-rounds", "sync", "sum-order", "precision", "function-bounds", "special-values",
                "fetch-price", "address-space"},
}  # fmt: skip


@pytest.mark.parametrize(("isa", "test"), CASES, ids=IDS)
def test_it_relies_on_its_fact(isa: str, test: SelfTest) -> None:
    """Under facts=proven the checker names the fact as what forbids the program."""
    program = answers.program_of(test, isa, test.text)
    broken = " ".join(str(one.message) for one in registry.find(isa).check(program.code, "proven"))
    statement = next(fact.statement for fact in RECORDS[isa].facts if fact.name == test.fact)
    assert (statement in broken) or test.fact in SILENT[isa], broken


def test_a_way_that_shows_nothing_is_refused() -> None:
    plain = SelfTest("mul-shift", "stop, mov.v1 $0 ^const0, const0 0.5\n", (Otherwise("nothing", (("0.5", "0.51"),)),))
    with pytest.raises(InternalError, match="also if nothing"):
        answers.answer(plain, "lima-pp")
    with pytest.raises(InternalError, match="has no 'x' to exchange"):
        answers.answer(SelfTest("sync", plain.text, (Otherwise("nothing", (("x", "y"),)),)), "lima-pp")
    assert shade(51, 102, 153, 204) == (0.2, 0.4, 0.6, 0.8)


@pytest.mark.parametrize("isa", RECORDS)
def test_the_files_hold_the_programs(isa: str) -> None:
    tests, files = written(isa)
    assert {path.partition("/")[0] for path in files} - {"device.c", "tests.txt", "README.md"} == {
        one.test.fact for one in tests
    }
    for one in tests:
        own = "vertex" if isa == "lima-vp" else "fragment"
        program = answers.program_of(one.test, isa, one.test.text)
        packed = one.files[f"{own}.mbs"]
        assert isinstance(packed, bytes)
        assert mbs.read(packed, "k.mbs").code == program.code
        text = one.files[f"{own}.s"]
        assert isinstance(text, str)
        assert driver.assemble(text, isa).code == program.code
        kept = one.files.get(f"{own}.mesa")
        assert (kept is None) is (one.test.only == "mbs")
        if isinstance(kept, bytes):
            assert program.code in kept
            assert len(kept) < 0x20000


@pytest.mark.parametrize("isa", RECORDS)
def test_both_programs_of_a_pair_agree(isa: str) -> None:
    """The varyings have the same names on both sides, as a driver of MBS files wants it."""
    for one in written(isa)[0]:
        vertex, fragment = (one.files[f"{stage}.mbs"] for stage in ("vertex", "fragment"))
        assert isinstance(vertex, bytes)
        assert isinstance(fragment, bytes)
        given = {symbol.name for symbol in mbs.read(vertex, "a").varyings}
        wanted = {symbol.name for symbol in mbs.read(fragment, "b").varyings}
        assert wanted - {"gl_FBColor"} <= given


def test_temporaries_have_room_in_mesa() -> None:
    (test,) = (test for test in folder.tests_of("lima-vp") if test.fact == "temporary-store")
    shader = mesa.shader_of(answers.program_of(test, "lima-vp", test.text))
    assert isinstance(shader.state, mesa.MesaVertexState)
    rows = (shader.state.uniform_size + mesa.VIEWPORT_BYTES + shader.state.constant_size) // 16
    assert rows == 304
    assert set(shader.constants) == {0}


@pytest.mark.parametrize("isa", RECORDS)
def test_the_index_is_read_whole(isa: str) -> None:
    """Every line begins with a word that device.c knows, and every number of its limits suffices."""
    tests, files = written(isa)
    source, index = str(files["device.c"]), str(files["tests.txt"])
    known = set(re.findall(r'!strcmp\(first, "(\w+)"\)', source))
    used = {line.split()[0] for line in index.splitlines() if line and not line.startswith("#")}
    assert used <= known
    limits = {name: int(value, 0) for name, value in re.findall(r"^#define (\w+) (\w+)", source, re.MULTILINE)
              if value.isdigit()}  # fmt: skip
    for one in tests:
        assert len(one.test.inputs) <= limits["ATTRIBUTES"]
        assert len(one.test.uniforms) <= limits["ROWS"]
        assert len(one.test.levels) <= limits["TEXTURES"]
        assert len(one.test.otherwise) <= limits["WAYS"]
        assert all(len(way.means) < 150 for way in one.test.otherwise)
    assert max(map(len, index.splitlines())) < 500


def compiled(place: Path) -> Path:
    compiler = shutil.which("gcc")
    if compiler is None or not Path("/usr/include/GLES2/gl2.h").exists() or not Path("/usr/include/EGL/egl.h").exists():
        pytest.skip("gcc or the headers of OpenGL ES and EGL (Debian: libgles-dev, libegl-dev) are not installed")
    words = [compiler, "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(place / "selftest")]
    done = subprocess.run([*words, str(place / "device.c"), "-lEGL", "-lGLESv2"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return place / "selftest"


@pytest.mark.parametrize(
    ("isa", "names"),
    [("lima-vp", ["address-pair", "varying-count"]), ("lima-pp", ["explicit-lod", "fetch-price"])],
)
def test_the_folder_runs_on_another_driver(
    isa: str, names: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In software nothing of the chip is tried: each pair is drawn as its stand-ins, and the colour is theirs."""
    place = tmp_path / "folder"
    assert cli.main(["selftest", "--isa", isa, "-o", str(place)]) == 0
    assert f"{len(folder.tests_of(isa))} self-tests of {isa}" in capsys.readouterr().err
    program = compiled(place)
    run = subprocess.run([program, *names], cwd=place, capture_output=True, text=True, timeout=120)
    if "there is no display" in run.stdout or "no configuration" in run.stdout:
        pytest.skip("no driver of OpenGL ES is installed (Debian: libegl-mesa0, libgl1-mesa-dri)")
    only_arm = sum(name == "varying-count" for name in names)
    assert run.stdout.splitlines()[-1] == (
        f"{len(names)} tests: 0 right, 0 wrong, {only_arm} not run, {len(names) - only_arm} stand-ins"
    )
    assert run.returncode == (2 if only_arm else 3)


def test_a_target_without_facts_of_this_kind_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["selftest", "--isa", "agal", "-o", str(tmp_path)]) == 1
    assert "there are no self-tests for agal\nnote: targets with some: lima-vp, lima-pp" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert cli.main(["selftest", "--isa", "lima-vp", "-o", str(tmp_path / "file")]) == 2
    assert "-o names a folder, and" in capsys.readouterr().err
    assert cli.main(["selftest", "--isa", "lima-vp", "-o", str(tmp_path / "file" / "below")]) == 1
    assert "cannot make the folder" in capsys.readouterr().err


def test_two_targets_do_not_share_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["selftest", "-o", str(tmp_path)]
    assert cli.main([*words, "--isa", "lima-vp"]) == 0
    before = (tmp_path / "README.md").read_text()
    capsys.readouterr()
    assert cli.main([*words, "--isa", "lima-pp"]) == 2
    said = capsys.readouterr().err
    assert "not of the self-tests of lima-pp\nnote: every target needs a folder of its own" in said
    assert (tmp_path / "README.md").read_text() == before
    assert cli.main([*words, "--isa", "lima-vp"]) == 0
