"""The commands in successful cases."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpucc.emit import png

Run = Callable[..., Any]
GPUCC = Path(sys.executable).with_name("gpucc")
LL = "define <4 x float> @main(<4 x float> %a) {\n  %b = fadd <4 x float> %a, %a\n  ret <4 x float> %b\n}\n"
TWO = LL.replace("main", "bright") + LL.replace("main", "dark").replace("fadd", "fmul")


def test_assembly_goes_out_and_the_summary_aside(gpucc: Run) -> None:
    end = gpucc("k.ll --isa agal --stage vertex", {"k.ll": LL})
    assert end.code == 0
    assert "add op, va0, va0" in end.text
    assert end.err.startswith("k: agal vertex shader, ")
    assert "verified on 256 of 256 lanes" in end.err
    assert len(end.err.splitlines()) == 1


def test_standard_input_and_output(gpucc: Run) -> None:
    named = gpucc("k.ll --isa agal --stage vertex", {"k.ll": LL})
    piped = gpucc("- --isa agal --stage vertex -o -", stdin=LL.encode())
    assert piped.text == named.text


@pytest.mark.parametrize(
    "words",
    ["k.ll --isa agal", "--isa agal k.ll", "compile k.ll --isa agal", "-O1 --isa=agal k.ll", "-w k.ll --isa agal"],
)
def test_the_default_command_needs_no_name(gpucc: Run, words: str) -> None:
    end = gpucc(f"{words} --stage vertex", {"k.ll": LL})
    assert end.code == 0
    assert "add op" in end.text


def test_a_file_named_like_a_command(gpucc: Run) -> None:
    assert gpucc("./verify --isa agal --stage vertex", {"verify": LL}).code == 0


def test_a_name_with_a_line_break_stays_on_its_line(gpucc: Run) -> None:
    end = gpucc(["k\nerror: none.ll", "--isa", "agal", "--stage", "vertex"], {"k\nerror: none.ll": LL})
    assert end.code == 0, end.err
    assert end.err.splitlines()[-1].startswith("k\\nerror: none: agal vertex shader")


def test_every_ending_writes_its_format(gpucc: Run) -> None:
    for ending in ("s", "asm", "bin", "agal", "json", "h"):
        end = gpucc(f"k.ll --isa agal --stage vertex -o k.{ending}", {"k.ll": LL})
        assert end.code == 0
        assert end.out == b""
        assert end.new == (f"k.{ending}",)
    code = Path("k.agal").read_bytes()
    assert code == Path("k.bin").read_bytes()
    assert json.loads(Path("k.json").read_text())["code"] == code.hex()
    assert code.startswith(bytes.fromhex("a001000000a100"))
    assert "k_code" in Path("k.h").read_text()
    assert "add op" in Path("k.s").read_text()


def test_the_format_can_be_told(gpucc: Run) -> None:
    gpucc("k.ll --isa agal --stage vertex -o k.out --emit json", {"k.ll": LL})
    assert json.loads(Path("k.out").read_text())["isa"] == "agal"
    end = gpucc("k.ll --isa agal --stage vertex --emit bin")
    assert end.out.startswith(b"\xa0")


def test_the_graph_shows_every_stage(gpucc: Run) -> None:
    text = gpucc("k.ll --isa agal --stage vertex --emit graph", {"k.ll": LL}).text
    stages = [line for line in text.splitlines() if line.startswith("== ")]
    assert len(stages) >= 6
    assert "fadd" in text


def test_explain_and_stats_are_asides(gpucc: Run) -> None:
    end = gpucc("k.ll --isa agal --stage vertex --explain --stats", {"k.ll": LL})
    assert "== select ==" in end.err
    assert "lower bound" in end.err
    assert "instructions:" in end.err
    assert "==" not in end.text


def test_rules_are_counted_and_disabled(gpucc: Run) -> None:
    end = gpucc("k.ll --isa agal --stage vertex --explain", {"k.ll": LL})
    assert "== rules ==" in end.err
    assert re.search(r"^select +agal/add +4$", end.err, re.MULTILINE)
    end = gpucc(["k.ll", "--isa", "agal", "--stage", "vertex", "--disable", "rule:sums"])
    assert (end.code, end.text) == (2, "")
    assert "there is no rule 'sums'" in end.err


def test_several_entries_give_several_outputs(gpucc: Run) -> None:
    Path("out").mkdir()
    end = gpucc("k.ll --isa agal --stage vertex --entry bright --entry dark -o out", {"k.ll": TWO})
    assert end.new == ("out/bright.s", "out/dark.s")
    end = gpucc("k.ll --isa agal --stage vertex --entry bright --entry dark -o k.agal")
    assert end.new == ("k.bright.agal", "k.dark.agal")
    end = gpucc("k.ll --isa agal --stage vertex --entry bright --entry dark")
    assert "add op" in end.text
    assert "mul op" in end.text
    assert len(end.err.splitlines()) == 2


def test_two_inputs_are_linked(gpucc: Run) -> None:
    vertex = "define { <4 x float>, <4 x float> } @main(<4 x float> %a, <4 x float> %c) {\n"
    vertex += "  %r = insertvalue { <4 x float>, <4 x float> } poison, <4 x float> %a, 0\n"
    vertex += (
        "  %s = insertvalue { <4 x float>, <4 x float> } %r, <4 x float> %c, 1\n  ret { <4 x float>, <4 x float> }"
        " %s\n}\n"
    )
    end = gpucc("v.ll f.ll --isa agal -o game.agal", {"v.ll": vertex, "f.ll": LL})
    assert end.code == 0, end.err
    assert end.new == ("game.f.agal", "game.v.agal")
    assert Path("game.v.agal").read_bytes()[6] == 0
    assert Path("game.f.agal").read_bytes()[6] == 1


def test_no_verification_is_said(gpucc: Run) -> None:
    assert "not verified" in gpucc("k.ll --isa agal --stage vertex --no-verify", {"k.ll": LL}).err
    assert "on 64 of 64 lanes" in gpucc("k.ll --isa agal --stage vertex --verify 64").err


def test_verify_prints_a_table(gpucc: Run) -> None:
    end = gpucc("verify k.ll --stage vertex --lanes 512", {"k.ll": LL})
    assert end.code == 0
    heading, row, *others = end.text.splitlines()
    verdicts = {line.split()[0]: line.split()[1] for line in others}
    assert verdicts == {"agsl": "unsupported", "lima-pp": "unsupported", "lima-vp": "agrees", "pica200": "agrees"}
    assert heading.split()[:3] == ["isa", "verdict", "lanes"]
    assert row.split()[:3] == ["agal", "agrees", "512"]


def test_asm_and_disasm_are_inverse(gpucc: Run) -> None:
    gpucc("k.ll --isa agal --stage vertex -o k.agal", {"k.ll": LL})
    listing = gpucc("disasm k.agal")
    assert listing.code == 0
    Path("again.s").write_text(listing.text)
    assert gpucc("asm again.s --isa agal -o again.agal").code == 0
    assert Path("again.agal").read_bytes() == Path("k.agal").read_bytes()
    assert gpucc("disasm - --isa agal", stdin=Path("k.agal").read_bytes()).text == listing.text
    assert gpucc("asm again.s --isa agal").out == Path("k.agal").read_bytes()


def test_disasm_reads_the_manifest_beside_the_file(gpucc: Run) -> None:
    gpucc("k.ll --isa agal --stage vertex -o k.agal", {"k.ll": LL})
    bare = gpucc("disasm k.agal").text
    gpucc("k.ll --isa agal --stage vertex -o k.json")
    assert gpucc("disasm k.agal").text == gpucc("disasm k.json").text == gpucc("k.ll --isa agal --stage vertex").text
    assert "input a" not in bare
    assert "input a" in gpucc("disasm k.agal").text


def test_check_accepts_our_own_code(gpucc: Run) -> None:
    gpucc("k.ll --isa agal --stage vertex -o k.agal", {"k.ll": LL})
    for profile in ("adobe2012", "player"):
        end = gpucc(f"disasm k.agal --check --profile {profile}")
        assert (end.code, end.err) == (0, "")


def test_check_names_every_broken_rule(gpucc: Run) -> None:
    end = gpucc(
        "asm k.s --isa agal --stage vertex -o k.agal", {"k.s": "add vt0, vc0, vc1\nrcp vt1, vc0\nmov op, vt0\n"}
    )
    assert end.code == 0, end.err
    end = gpucc("disasm k.agal --check --profile adobe2012")
    assert end.code == 1
    assert len(end.errors) == 2
    assert "3625" in end.errors[0]


def test_run_takes_sources_and_programs_alike(gpucc: Run) -> None:
    lanes = np.arange(8, dtype=np.float32).reshape(2, 4)
    gpucc("k.ll --isa agal --stage vertex -o k.json", {"k.ll": LL})
    np.savez("in.npz", a=lanes)
    for words in ("run k.json", "run k.ll --isa agal --stage vertex"):
        end = gpucc(f"{words} --inputs in.npz -o out.npz")
        assert end.code == 0, end.err
        with np.load("out.npz") as found:
            (name,) = found.files
            assert np.array_equal(found[name], lanes * 2)
    first = Path("out.npz").read_bytes()
    gpucc("run k.json --inputs in.npz -o out.npz")
    assert Path("out.npz").read_bytes() == first
    shown = gpucc("run k.json --inputs in.npz")
    assert "0 2 4 6" in shown.text
    assert gpucc("run k.json --inputs in.npz -o -").out == first


def test_run_finds_constants_in_the_manifest_beside_the_code(gpucc: Run) -> None:
    text = LL.replace("fadd <4 x float> %a, %a", "fadd <4 x float> %a, <float 1.0, float 2.0, float 3.0, float 4.0>")
    gpucc("k.ll --isa agal --stage vertex -o k.agal", {"k.ll": text})
    gpucc("k.ll --isa agal --stage vertex -o other.json")
    np.savez("in.npz", a=np.zeros((1, 4), np.float32))
    end = gpucc("run k.agal --manifest other.json --inputs in.npz")
    assert end.code == 0, end.err
    assert "1 2 3 4" in end.text


FRAGMENT = (
    "define <4 x float> @main(<2 x float> %uv) {\n  %r = shufflevector <2 x float> %uv, <2 x float> <float 0.0, float"
    " 1.0>, "
)
FRAGMENT += "<4 x i32> <i32 0, i32 1, i32 2, i32 3>\n  ret <4 x float> %r\n}\n"


def test_render_draws_u_to_the_right_and_v_up(gpucc: Run) -> None:
    end = gpucc("render k.ll --isa agal --size 6x4 -o k.png", {"k.ll": FRAGMENT})
    assert end.code == 0, end.err
    image = png.read(Path("k.png").read_bytes())
    assert image.shape == (4, 6, 4)
    assert image[0, 0].tolist() == [21, 223, 0, 255]
    assert image[3, 5].tolist() == [234, 32, 0, 255]


def test_render_takes_expressions(gpucc: Run) -> None:
    words = [
        "render",
        "k.ll",
        "--isa",
        "agal",
        "--size",
        "4x4",
        "-o",
        "k.png",
        "--varying",
        "uv=step(2, x) * 0.5, 1 - v**2",
    ]
    assert gpucc(words, {"k.ll": FRAGMENT}).code == 0
    image = png.read(Path("k.png").read_bytes())
    assert image[3, :, 0].tolist() == [0, 0, 128, 128]
    assert image[0, 0, 1] == round(255 * (1 - 0.875**2))


def test_render_can_draw_the_difference_from_the_jit(gpucc: Run) -> None:
    end = gpucc("render k.ll --isa agal --size 6x4 -o k.png --diff", {"k.ll": FRAGMENT})
    assert end.code == 0, end.err
    assert "largest difference 0, 0 of 24 pixels differ" in end.err
    assert png.read(Path("k.png").read_bytes()).reshape(-1, 4).tolist() == [[0, 0, 0, 255]] * 24
    assert gpucc("render - --isa agal --size 6x4 -o k.png --diff", stdin=FRAGMENT.encode()).code == 0


def test_isas_lists_and_tells(gpucc: Run) -> None:
    overview = gpucc("isas").text
    assert "agal" in overview
    assert "--isa lima compiles each shader for lima-pp or lima-vp, by its stage" in overview
    told = gpucc("isas agal").text
    for word in ("registers", "dp4", "tokens", "version"):
        assert word in told


def test_a_family_is_explained(gpucc: Run) -> None:
    end = gpucc("isas lima")
    assert end.code == 0
    assert "--isa lima compiles each shader for the member that runs its stage" in end.text
    assert re.search(r"^lima-pp +.* fragment\nlima-vp +.* vertex$", end.text, re.MULTILINE)


def test_cost_counts(gpucc: Run) -> None:
    heading, row, *_ = gpucc("cost k.ll --stage vertex", {"k.ll": LL}).text.splitlines()
    assert heading.split()[:3] == ["isa", "instructions", "words"]
    assert row.split()[:3] == ["agal", "1", "6"]


def test_cost_counts_per_source_line(gpucc: Run, examples: dict[str, bytes]) -> None:
    end = gpucc("cost examples/lit.ll --stage vertex", examples)
    lines = [line.split() for line in end.text.splitlines() if line.startswith("lit.c:")]
    total = int(end.text.splitlines()[1].split()[1])
    assert lines
    assert sum(int(row[1]) for row in lines) == total
    assert [int(row[0].split(":")[1]) for row in lines] == sorted(int(row[0].split(":")[1]) for row in lines)


# the console script itself --------------------------------------------------------------------------------------------


def shell(*words: str, cwd: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "100", **options.pop("env", {})}
    return subprocess.run(
        [str(GPUCC), *words], cwd=cwd, capture_output=True, text=True, check=False, env=environment, **options
    )


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["compile", "--help"], ["render", "--help"]])
def test_help_imports_neither_llvmlite_nor_numpy(tmp_path: Path, words: list[str]) -> None:
    done = shell(*words, cwd=tmp_path, env={"PYTHONPROFILEIMPORTTIME": "1"})
    assert done.returncode == 0
    assert done.stdout
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert "typer" in imported
    assert not {"llvmlite", "numpy", "rich", "gpucc.driver"} & imported


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("gpucc ", {"compile", "verify", "explain", "render", "isas"}),
        ("gpucc --is", {"--isa"}),
        ("gpucc k.ll --isa ", {"agal"}),
        ("gpucc k.ll --sta", {"--stats", "--stage"}),
        ("gpucc verify k.ll --isa a", {"agal", "all"}),
        ("gpucc k.ll --emit ", {"asm", "json", "h", "graph"}),
        ("gpucc k.ll --stage v", {"vertex"}),
    ],
)
def test_completion_offers_and_imports_little(tmp_path: Path, line: str, offered: set[str]) -> None:
    words = {"_GPUCC_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
    done = shell(cwd=tmp_path, env={**words, "PYTHONPROFILEIMPORTTIME": "1"})
    assert offered <= set(done.stdout.split())
    assert not any(line.rpartition("|")[2].strip() in ("llvmlite", "numpy") for line in done.stderr.splitlines())


def test_the_script_and_the_module_are_one(tmp_path: Path) -> None:
    (tmp_path / "k.ll").write_text(LL)
    script = shell("k.ll", "--isa", "agal", "--stage", "vertex", cwd=tmp_path)
    module = subprocess.run(
        [sys.executable, "-m", "gpucc", "k.ll", "--isa", "agal", "--stage", "vertex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (script.returncode, script.stdout, script.stderr) == (module.returncode, module.stdout, module.stderr)
    assert script.returncode == 0


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path, examples: dict[str, bytes]) -> None:
    (tmp_path / "k.ll").write_bytes(examples["examples/lit.ll"])
    made = set()
    for seed in ("1", "2"):
        assert (
            shell(
                "k.ll", "--isa", "agal", "--stage", "vertex", "-o", "k.json", cwd=tmp_path, env={"PYTHONHASHSEED": seed}
            ).returncode
            == 0
        )
        made.add((tmp_path / "k.json").read_bytes())
    assert len(made) == 1


def test_errors_and_usage_through_the_script(tmp_path: Path) -> None:
    bad = shell("none.ll", "--isa", "agal", cwd=tmp_path)
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.startswith("gpucc: error: cannot read 'none.ll'")
    nothing = shell(cwd=tmp_path)
    assert nothing.returncode == 2
    assert "Usage: gpucc" in nothing.stderr


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "k.ll").write_text(LL)
    line = f"set -o pipefail; {GPUCC} isas agal | head -1"
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
    assert done.returncode in (0, 141)


def test_a_full_standard_output_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "k.ll").write_text(LL)
    line = f"{GPUCC} k.ll --isa agal --stage vertex > /dev/full"
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("error:") == 1
    assert "No space left" in done.stderr


def test_closed_streams_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "k.ll").write_text(LL)
    line = f"{GPUCC} k.ll --isa agal --stage vertex -o k.agal >&- 2>&- <&-"
    assert subprocess.run(["bash", "-c", line], cwd=tmp_path, check=False).returncode == 0
    assert (tmp_path / "k.agal").exists()


@pytest.mark.parametrize(
    "words", ["k.ll --isa agal --stage vertex", "k.ll --isa agal --stage vertex --emit agal", "isas", "--help"]
)
def test_a_result_for_a_closed_output_is_an_error(tmp_path: Path, words: str) -> None:
    (tmp_path / "k.ll").write_text(LL)
    line = f"{GPUCC} {words} >&-"
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "gpucc: error: cannot write standard output: it is closed\n")


def test_the_ending_of_a_file_names_its_stage(gpucc: Run) -> None:
    for name, stage in (("k.vert", "vertex"), ("k.frag.ll", "fragment")):
        assert f"{stage} program" in gpucc(f"{name} --isa agal", {name: LL}).text


POSITION = """
@gl_Position = external addrspace(3) global <4 x float>
define void @main(<4 x float> %p) {
  store <4 x float> %p, ptr addrspace(3) @gl_Position
  ret void
}
"""


def test_a_container_needs_no_manifest(gpucc: Run) -> None:
    """MBS holds names and constants, so it runs, disassembles and is checked without other files."""
    assert gpucc("k.ll --isa lima-vp -o k.mbs", {"k.ll": POSITION}).code == 0
    listing = gpucc("disasm k.mbs --check")
    assert listing.code == 0
    assert "gl_mali_ViewportTransform" in listing.text
    assert gpucc("k.ll --isa lima-vp -o k.s").code == 0
    assert gpucc("asm k.s --isa lima-vp -o k.bin").code == 0
    gpucc("k.ll --isa lima-vp -o again.bin")
    assert Path("k.bin").read_bytes() == Path("again.bin").read_bytes()
    arrays = {
        "p": np.float32([[1, 2, 3, 2]]),
        "gl_mali_ViewportTransform": np.float32([[2, 2, 2, 0], [1, 1, 1, 0]]),
    }
    np.savez("in.npz", **arrays)
    assert gpucc("run k.mbs --inputs in.npz -o out.npz").code == 0
    assert np.array_equal(np.load("out.npz")["gl_Position"], np.float32([[2, 3, 4, 0.5]]))


@pytest.mark.parametrize(("reader", "code"), [("> /dev/full", 1), ("| head -c 0", 141)])
def test_help_that_does_not_arrive_is_no_bug(tmp_path: Path, reader: str, code: int) -> None:
    line = f"{GPUCC} --help {reader}; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "bug" not in done.stderr
    assert done.stderr == ("gpucc: error: cannot write standard output: No space left on device\n" if code == 1 else "")


def test_disasm_of_a_text_says_that_it_is_no_code(gpucc: Run) -> None:
    log = "lima: ppir block 0\n000 (@  0): 022a1086 31003c60\n"
    end = gpucc("disasm k.log --isa lima-pp", {"k.log": log})
    assert end.code == 1
    assert "this is text, and disasm reads code" in end.err
    assert "gpucc asm k.log" in end.err


def test_isas_lists_the_facts_with_their_sources(gpucc: Run) -> None:
    end = gpucc("isas lima-pp")
    assert end.code == 0
    assert "function-bounds" in end.text
    assert "assumed: nobody measured" in end.text


def test_what_an_android_refuses_has_a_place_and_a_remedy(gpucc: Run) -> None:
    text = "half4 main(float2 p) {\n  p++;\n  return half4(half2(p), 0.0, 1.0);\n}\n"
    end = gpucc("disasm k.agsl --check --profile 13", {"k.agsl": text})
    assert end.code == 1
    assert "rule language, line 2" in end.err
    assert "Broken(" not in end.err
