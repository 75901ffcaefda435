"""No name becomes an instruction: for every name of an input, the text describes the same program."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpucc import driver
from gpucc.emit.names import spelled
from gpucc.targets import registry

# names in the spelling of LLVM's text, each followed by an instruction of every target
ENDS = [
    "\\0A",
    "\\0D",
    "\\0D\\0A",
    "\\0B",
    "\\0C",
    "\\1C",
    "\\1D",
    "\\1E",
    "\\C2\\85",
    "\\E2\\80\\A8",
    "\\E2\\80\\A9",
    "*/",
    "//",
    "\\22",
    "\\5C",
    ";",
    "#",
]
INSTRUCTIONS = {
    "agal": "mov vt0, va0",
    "lima-vp": "acc0 = a0.x",
    "lima-pp": "stop, mov.v0 $0 $1.x",
    "pica200": "mov r0, v0",
    "agsl": "uniform float evil;",
}
SOURCE = """define <4 x float> @STAGE(<4 x float> %"NAME", ptr %"u NAME") {
  %k = load <4 x float>, ptr %"u NAME", align 16
  %r = fadd <4 x float> %"NAME", %k
  ret <4 x float> %r
}
"""


def instructions(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("    ")]


@pytest.mark.parametrize("isa", INSTRUCTIONS)
@pytest.mark.parametrize("end", ENDS)
def test_assembly_says_what_the_program_does(isa: str, end: str, tmp_path: Path) -> None:
    stage = registry.find(isa).isa.stages[0]
    name = f"a{end}{INSTRUCTIONS[isa]}{end}// "
    program = driver.compile(SOURCE.replace("STAGE", stage).replace("NAME", name), isa, stage=stage, verify=None)
    text = driver.disassemble(program)
    assert len(text.splitlines()) == len(text.split("\n")) - text.endswith("\n")
    plain = driver.disassemble(
        driver.compile(SOURCE.replace("STAGE", stage).replace("NAME", "a"), isa, stage=stage, verify=None)
    )
    # on pica200 a name that is not a valid symbol takes another line
    assert len(text.splitlines()) <= len(plain.splitlines()) + (isa == "pica200")
    again = driver.assemble(text, isa, stage=stage)
    if isa == "pica200":  # its files hold the names themselves
        assert instructions(driver.disassemble(again)) == instructions(text)
    else:
        assert isa == "agsl" or again.code == program.code
    for ending in ("h", "txt", "json"):
        path = tmp_path / f"made.{ending}"
        try:
            driver.save(program, path)
        except driver.UsageError:
            continue
        written = path.read_text()
        assert "\u2028" not in written
        assert "\u0085" not in written


def test_what_prints_is_kept() -> None:
    assert spelled('größe·*/ "x" // y') == 'größe·*/ "x" // y'
    assert spelled("a\nb\r\x0b\u2028\u0085\t") == "a\\nb\\r\\x0b\\u2028\\x85\\t"
