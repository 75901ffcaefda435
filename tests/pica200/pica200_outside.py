"""The outside evidence on PICA200 (tests/reference/pica200) as checks of any version of the ISA record.

Each check returns the contradiction, or None; the mutation campaign applies the same checks to records with a mistake.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from gpucc.emit import shbin
from gpucc.emit.pica200 import STRAY, PicaCode, PicaRawWord, coder, decode, encode
from gpucc.interp import pica200
from gpucc.interp.data import Batch
from gpucc.interp.simulate import single
from gpucc.isa.model import FP24, Format
from gpucc.isa.pica200 import BOOLEAN_BASE, INTEGER_BASE, PICA200, PicaIsa
from gpucc.program import Program

FOLDER = Path(__file__).resolve().parents[1] / "reference" / "pica200"
FILES = ("arith", "mad", "special", "compare", "branch", "loop", "call", "address", "interface")
TRUNCATED = replace(FP24, rounding="trunc")
SINGLE = single(FP24)


@dataclass(frozen=True)
class Recorded:
    name: str
    source: str
    words: tuple[int, ...]
    descriptors: tuple[int, ...]
    vector: dict[str, Any] | None = None

    @property
    def binary(self) -> shbin.ShbinBinary:
        assert self.vector is not None
        return shbin.read(self.file)

    @property
    def file(self) -> bytes:
        assert self.vector is not None
        return base64.b64decode(self.vector["shbin"])


def _numbers(texts: Sequence[str]) -> tuple[int, ...]:
    return tuple(int(text, 16) for text in texts)


@cache
def encodings() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "encoding.json").read_text())
    return found


@cache
def vectors() -> tuple[Recorded, ...]:
    found = []
    for name in FILES:
        for v in json.loads((FOLDER / f"{name}.json").read_text())["vectors"]:
            found.append(
                Recorded(v["name"], "\n".join(v["source"]), _numbers(v["code"]), _numbers(v["descriptors"]), v)
            )
    return tuple(found)


@cache
def recorded() -> tuple[Recorded, ...]:
    """All programs with words: vectors, blocks, and the sheet."""
    parts = [*((f"block {b['name']}", b) for b in encodings()["blocks"]), ("sheet", encodings()["sheet"])]
    blocks = [
        Recorded(name, "\n".join(b["source"]), _numbers(b["code"]), _numbers(b["descriptors"])) for name, b in parts
    ]
    return (*vectors(), *blocks)


# words ----------------------------------------------------------------------------------------------------------------


def resolved(words: Sequence[int], descriptors: Sequence[int], isa: PicaIsa = PICA200) -> list[tuple[int, int, int]]:
    """Words without descriptor numbers, each with the relevant bits of its descriptor and their mask."""
    code = decode(words, descriptors, isa)
    found = []
    for word, instruction in zip(words, code.instructions, strict=True):
        if isinstance(instruction, PicaRawWord):
            found.append((word, 0, 0))
            continue
        value, counts = coder(isa).needs(instruction) or (0, 0)
        found.append((coder(isa).word(instruction, 0), value & counts, counts))
    return found


def words_wrong(entry: Recorded, isa: PicaIsa = PICA200) -> str | None:
    """Check that recorded words decode, and encode to themselves."""
    code = decode(entry.words, entry.descriptors, isa)
    if encode(code, isa) != entry.words:
        return f"{entry.name}: the words do not come back"
    if any(instruction.immediate(STRAY) for instruction in code.whole()):
        return f"{entry.name}: bits are left over"
    return None


def pair_wrong(number: int, isa: PicaIsa = PICA200) -> str | None:
    """Check that a single recorded word decodes to the meaning of its text, with the right relevant bits of the
    descriptor."""
    pair = encodings()["pairs"][number]
    word, descriptor = int(pair["word"], 16), int(pair.get("descriptor", "0"), 16)
    code = decode((word,), (descriptor,) if "descriptor" in pair else (), isa)
    (instruction,) = code.whole()
    if encode(PicaCode(code.instructions, code.numbers, code.descriptors), isa) != (word,):
        return f"{pair['text']}: the word does not come back"
    if instruction.immediate(STRAY):
        return f"{pair['text']}: bits are left over"
    needed = coder(isa).needs(instruction)
    if (needed is None) != ("descriptor" not in pair) or (needed is not None and needed[1] != int(pair["care"], 16)):
        return f"{pair['text']}: other bits of the descriptor count"
    # the ops of both forms have one name in the text
    if pair["text"].split()[0] not in (instruction.op, instruction.op.removesuffix("i")):
        return f"{pair['text']}: reads as {instruction.op}"
    return None


# runs -----------------------------------------------------------------------------------------------------------------


def batch(runs: Sequence[dict[str, Any]]) -> Batch:
    """One lane for each run."""
    inputs = np.zeros((len(runs), 16, 4), np.float32)
    uniforms = np.zeros((len(runs), BOOLEAN_BASE + 16, 4), np.float32)
    for lane, run in enumerate(runs):
        for name, value in run["set"].items():
            bank, number = name[0], int(name[1:])
            match bank:
                case "v":
                    inputs[lane, number] = [float(x) for x in value]
                case "c":
                    uniforms[lane, number] = [float(x) for x in value]
                case "i":
                    uniforms[lane, INTEGER_BASE + number] = value
                case "b":
                    uniforms[lane, BOOLEAN_BASE + number, 0] = value
    return Batch(inputs, uniforms)


def formats(entry: Recorded) -> tuple[Format, ...]:
    """The formats in which the recorded results hold."""
    assert entry.vector is not None
    return (SINGLE, FP24, TRUNCATED) if entry.vector["fp24_same"] else (SINGLE,)


def run_wrong(
    entry: Recorded, isa: PicaIsa = PICA200, forms: Sequence[Format] | None = None, alone: bool = True
) -> str | None:
    """Check that a recorded program computes the recorded results, in as many steps: all lanes at once, then each
    alone."""
    assert entry.vector is not None
    runs = entry.vector["runs"]
    program = Program("pica200", "vertex", entry.file)
    for form in forms or formats(entry):
        for group in (runs, *([run] for run in runs if alone)):
            outcome = pica200.run(program, isa, batch(group), format=form, perturb=None, step_limit=10000)
            if outcome.unsure.any():
                return f"{entry.name}: unsure lanes"
            if outcome.steps != max(run["steps"] for run in group):
                return f"{entry.name}: {outcome.steps} steps"
            for lane, run in enumerate(group):
                for register, values in run["out"].items():
                    for component, text in enumerate(values):
                        found = outcome.outputs[lane, int(register[1:]), component]
                        if text is not None and not _same(found, text, entry.vector["approximate"]):
                            return (
                                f"{entry.name}: {register}.{'xyzw'[component]} is {found!r}, not {text} ({form.name}"
                                f" {form.rounding})"
                            )
    return None


def _same(found: np.float32, text: str, approximate: bool) -> bool:
    expected = np.uint32(int(text, 16)).view(np.float32)
    if np.isnan(expected) or not approximate:
        return bool(found == expected or (np.isnan(found) and np.isnan(expected)))
    return bool(found == expected or abs(found - expected) <= 1e-5 * abs(expected) + 1e-6)
