"""Mutants of the ISA record of pica200, judged by outside evidence only: `python -P benchmarks/mutate_pica200.py
[--write]`.

Encoder, decoder and simulator all see the same mutant ("both copies"), so that no round trip of ours can notice it;
only picasso's words with their texts, and results computed by an emulator, can. `--write` puts the survivors into
docs/tables/mutants-pica200.md. The test suite runs a sample.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "pica200")]

from mutants import Campaign, Mutant, collect, exchange, first_objection, misplaced_fields, put  # noqa: E402
from pica200_outside import SINGLE, Recorded, encodings, pair_wrong, recorded, run_wrong, vectors, words_wrong  # noqa: E402
from pica200_triangles import emitting, triangles_wrong  # noqa: E402

from gpucc.emit.pica200 import coder, decode  # noqa: E402
from gpucc.emit.pica200_assembler import assemble  # noqa: E402
from gpucc.isa.model import Instruction, Op  # noqa: E402
from gpucc.isa.pica200 import PICA200, PicaIsa  # noqa: E402


def mutants(isa: PicaIsa = PICA200) -> list[Mutant[PicaIsa]]:
    return collect(isa, (_words, _descriptor, _ops, _compares, _tests, _indices, _files, _limits))


def _words(isa: PicaIsa) -> Iterator[Mutant[PicaIsa]]:
    for index, word in enumerate(isa.words[:-1]):
        for field, what, changed in misplaced_fields(word):
            yield Mutant("words", f"{word.name}, {field}", what, replace(isa, words=put(isa.words, index, changed)))


def _descriptor(isa: PicaIsa) -> Iterator[Mutant[PicaIsa]]:
    for field, what, changed in misplaced_fields(isa.descriptor):
        yield Mutant("descriptor", field, what, replace(isa, descriptor=changed))


WRONG = {
    "add": ("fsub(a, b)",),
    "mul": ("fadd(a, b)",),
    "sge": ("btof(folt(b, a))", "btof(fole(a, b))", "btof(fult(b, a))"),
    "slt": ("btof(fole(a, b))", "btof(folt(b, a))", "btof(fult(a, b))"),
    "max": ("fmin(a, b)", "fmax(b, a)"),
    "min": ("fmax(a, b)", "fmin(b, a)"),
    "flr": ("ceil(a)", "trunc(a)", "rint(a)"),
    "rcp": ("fneg(fdiv(1.0, a.x))", "fdiv(1.0, a.y)"),
    "rsq": ("sqrt(a.x)", "fdiv(1.0, sqrt(fabs(a.x)))"),
    "ex2": ("exp(a.x)",),
    "lg2": ("log(a.x)", "log2(fabs(a.x))"),
    "mova": ("floor(a)", "rint(a)"),
    "mov": ("fneg(a)", "fabs(a)"),
    "mad": ("fsub(fmul(a, b), c)", "fadd(a, fmul(b, c))"),
    "madi": ("fsub(fmul(a, b), c)", "fadd(a, fmul(b, c))"),
}


def _ops(isa: PicaIsa) -> Iterator[Mutant[PicaIsa]]:
    for index, op in enumerate(isa.ops):
        for what, changed in _op_changes(op):
            yield Mutant("ops", op.name, what, replace(isa, ops=put(isa.ops, index, changed)))
        for later in range(index + 1, len(isa.ops)):
            other = isa.ops[later]
            if other.slots == op.slots:
                swapped = exchange(isa.ops, index, later, "code")
                yield Mutant("ops", op.name, f"code swapped with {other.name}", replace(isa, ops=swapped))
                break


def _op_changes(op: Op) -> Iterator[tuple[str, Op]]:
    yield "another code", replace(op, code=op.code ^ (2 if "5" in op.slots[0] else 16))
    if op.semantics:
        for semantics in WRONG.get(op.name.removesuffix("i") if op.name not in ("madi",) else op.name, ()):
            yield f"means {semantics}", replace(op, semantics=(semantics,))
    if len(op.semantics) == 4:
        yield "components turned", replace(op, semantics=(*op.semantics[1:], op.semantics[0]))
        yield "y is not changed", replace(op, semantics=(op.semantics[0], "a.y", *op.semantics[2:]))
    for lanes in (1, 2, 3, 4):
        for i, operand in enumerate(op.operands):
            if operand.lanes and operand.lanes != lanes:
                yield (
                    f"source {i + 1} has {lanes} components",
                    replace(op, operands=put(op.operands, i, replace(operand, lanes=lanes))),
                )
    if op.name in ("dp3", "dp4", "dph", "dphi"):
        turned = tuple(
            re.sub(r"\.([xyzw])", lambda found: "." + "yzwx"["xyzw".index(found[1])], s) for s in op.semantics
        )
        yield "components turned", replace(op, semantics=turned)
    other = {"format 1": "format 1i", "format 1i": "format 1", "format 5": "format 5i", "format 5i": "format 5"}
    if op.slots[0] in other:
        yield f"in {other[op.slots[0]]}", replace(op, slots=(other[op.slots[0]],))
    if op.effect == "light":
        yield "leaves the flags", replace(op, effect=None)
    effects = {"call": "jump", "jump": "if", "if": "jump", "loop": "if", "break": "nop", "end": "nop", "nop": "end"}
    if op.effect in effects:
        yield f"works as {effects[op.effect]}", replace(op, effect=effects[op.effect])


def _compares(isa: PicaIsa) -> Iterator[Mutant[PicaIsa]]:
    for index, compare in enumerate(isa.compares):
        for later in range(index + 1, len(isa.compares)):
            other = isa.compares[later]
            swapped = exchange(isa.compares, index, later, "code")
            yield Mutant("comparisons", compare.name, f"code swapped with {other.name}", replace(isa, compares=swapped))
        ordered = (
            compare.semantics.replace("fo", "fu").replace("fune", "fone")
            if "fune" not in compare.semantics
            else "fone(a, b)"
        )
        changed = put(isa.compares, index, replace(compare, semantics=ordered))
        yield Mutant("comparisons", compare.name, "otherwise with NaN", replace(isa, compares=changed))


def _tests(isa: PicaIsa) -> Iterator[Mutant[PicaIsa]]:
    for index in range(len(isa.tests)):
        for later in range(index + 1, len(isa.tests)):
            swapped = exchange(isa.tests, index, later)
            yield Mutant(
                "conditions", isa.tests[index], f"swapped with {isa.tests[later]}", replace(isa, tests=swapped)
            )


def _indices(isa: PicaIsa) -> Iterator[Mutant[PicaIsa]]:
    for index in range(len(isa.indices)):
        for later in range(index + 1, len(isa.indices)):
            swapped = exchange(isa.indices, index, later)
            yield Mutant("indices", f"code {index}", f"swapped with code {later}", replace(isa, indices=swapped))
    low, high = isa.index_range
    for what, changed in (
        ("wraps at 96", replace(isa, index_modulus=96)),
        ("wraps at 256", replace(isa, index_modulus=256)),
        ("down to -127", replace(isa, index_range=(low + 1, high))),
        ("down to -129", replace(isa, index_range=(low - 1, high))),
        ("up to 126", replace(isa, index_range=(low, high - 1))),
        ("up to 128", replace(isa, index_range=(low, high + 1))),
        ("any offset", replace(isa, index_range=(-(1 << 20), 1 << 20))),
        ("zeros beyond c95", replace(isa, beyond=0.0)),
    ):
        yield Mutant("indices", "sum", what, changed)


def _files(isa: PicaIsa) -> Iterator[Mutant[PicaIsa]]:
    for index, file in enumerate(isa.files):
        if file.readable or file.writable:
            for by in (-16, 16):
                if file.code + by >= 0:
                    changed = replace(file, code=file.code + by)
                    yield Mutant(
                        "registers",
                        file.name,
                        f"from 0x{changed.code:02x} on",
                        replace(isa, files=put(isa.files, index, changed)),
                    )
            for by in (-1, 1):
                changed = replace(file, count={"vertex": file.size("vertex") + by})
                yield Mutant(
                    "registers",
                    file.name,
                    f"{file.size('vertex') + by}",
                    replace(isa, files=put(isa.files, index, changed)),
                )


def _limits(isa: PicaIsa) -> Iterator[Mutant[PicaIsa]]:
    for name, limit in isa.limits.items():
        for changed in (limit - 1, limit + 1):
            yield Mutant("limits", name, f"{changed}", replace(isa, limits={**isa.limits, name: changed}))
    form = isa.format
    for what, changed_format in (
        ("infinity times zero is NaN", replace(form, zero_times_inf_is_zero=False)),
        ("a number wins min and max", replace(form, minmax="ieee")),
        ("a bit less", replace(form, mantissa=form.mantissa - 1)),
        ("another bit", replace(form, mantissa=form.mantissa + 1)),
        ("a smaller exponent", replace(form, exponent=form.exponent - 1)),
        ("subnormals", replace(form, subnormals=True)),
        ("negative zeros", replace(form, negative_zero=True)),
        ("cut off", replace(form, rounding="trunc")),
    ):
        yield Mutant("numbers", "fp24", what, replace(isa, format=changed_format))


# the judgement --------------------------------------------------------------------------------------------------------


def judge(isa: PicaIsa) -> str | None:
    """The outside evidence that contradicts the record, or None."""
    return (
        first_objection(pair_wrong, range(len(encodings()["pairs"])), isa)
        or first_objection(_text_wrong, range(len(_texts())), isa)
        or first_objection(words_wrong, (*recorded(), *emitting()), isa)
        or first_objection(_results_wrong, vectors(), isa)
        or first_objection(triangles_wrong, emitting(), isa)
    )


def _results_wrong(entry: Recorded, isa: PicaIsa) -> str | None:
    """Compare results in float32, and also in the record's own format where the recorded results hold in fp24."""
    single = replace(SINGLE, zero_times_inf_is_zero=isa.format.zero_times_inf_is_zero, minmax=isa.format.minmax)
    assert entry.vector is not None
    return run_wrong(entry, isa, (single, isa.format) if entry.vector["fp24_same"] else (single,), alone=False)


@cache
def _texts() -> tuple[tuple[str, int, int | None, tuple[Any, ...]], ...]:
    """Recorded texts with word and descriptor, and their meaning: decoded once with the true record, from the text and
    not from the word."""
    found = []
    for pair in encodings()["pairs"]:
        binary = assemble(f".proc main\nfor i0\n{pair['text']}\nnop\n.end\n.end")
        instruction = decode(binary.words, binary.descriptors).whole()[1]
        descriptor = int(pair["descriptor"], 16) if "descriptor" in pair else None
        found.append((pair["text"], int(pair["word"], 16), descriptor, _said(instruction)))
    return tuple(found)


def _said(instruction: Instruction) -> tuple[Any, ...]:
    """An instruction as facts, without components that do not matter."""
    needed = coder(PICA200).needs(instruction)
    word = coder(PICA200).word(instruction, 0)
    return instruction.op, word, None if needed is None else (needed[0] & needed[1], needed[1])


def _text_wrong(number: int, isa: PicaIsa) -> str | None:
    """Check that the record decodes a recorded word to the meaning of its text."""
    text, word, descriptor, said = _texts()[number]
    (instruction,) = decode((word,), () if descriptor is None else (descriptor,), isa).whole()
    return None if _said(instruction) == said else f"{text}: reads otherwise"


CAMPAIGN = Campaign(PICA200, mutants, judge, "docs/tables/mutants-pica200.md")

if __name__ == "__main__":
    CAMPAIGN.run(__doc__)
