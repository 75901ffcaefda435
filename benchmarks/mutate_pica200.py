"""Mutants of the ISA record of pica200, judged by outside evidence only: `python -P benchmarks/mutate_pica200.py [--write]`.

Encoder, decoder and simulator all see the same mutant ("both copies"), so that no round trip of ours can notice it: only picasso's
words with their texts, and the results that an emulator computed. `--write` puts the survivors into docs/pica200.md. The suite runs
a sample.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "pica200"), str(ROOT / "benchmarks")]

from pica200_outside import SINGLE, Recorded, encodings, pair_wrong, recorded, run_wrong, vectors, words_wrong  # noqa: E402
from sections import section, write_section  # noqa: E402

from gpucc.emit.pica200 import coder, decode  # noqa: E402
from gpucc.emit.pica200_assembler import assemble  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402
from gpucc.isa.model import Instruction, Op, Word  # noqa: E402
from gpucc.isa.pica200 import PICA200, PicaIsa  # noqa: E402

DOCUMENT = "docs/pica200.md"


@dataclass(frozen=True)
class Mutant:
    """`subject` is the part of the record that is wrong, such as a field or an op."""

    group: str
    subject: str
    what: str
    isa: PicaIsa

    @property
    def name(self) -> str:
        return f"{self.subject}: {self.what}"


def mutants(isa: PicaIsa = PICA200) -> list[Mutant]:
    """All mutants, in the order of the record; none equals the record or another."""
    found: list[Mutant] = []
    for make in (_words, _descriptor, _ops, _compares, _tests, _indices, _files, _limits):
        for mutant in make(isa):
            if mutant.isa != isa and all(mutant.isa != other.isa for other in found if other.subject == mutant.subject):
                found.append(mutant)
    return found


def _with(items: Sequence[Any], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _fields(word: Word) -> Iterator[tuple[str, str, Word]]:
    for index, field in enumerate(word.fields):
        changes = [(f"one bit {side}", replace(field, low=field.low + by)) for side, by in (("lower", -1), ("higher", 1))]
        changes += [(f"{field.width + by} bits wide", replace(field, width=field.width + by)) for by in (-1, 1)]
        for what, changed in changes:
            if changed.low >= 0 and changed.low + changed.width <= word.bits and changed.width:
                yield field.name, what, replace(word, fields=_with(word.fields, index, changed))
        for later in range(index + 1, len(word.fields)):
            other = word.fields[later]
            if other.width == field.width:
                swapped = _with(_with(word.fields, index, replace(field, low=other.low)), later, replace(other, low=field.low))
                yield field.name, f"swapped with {other.name}", replace(word, fields=swapped)
                break


def _words(isa: PicaIsa) -> Iterator[Mutant]:
    for index, word in enumerate(isa.words[:-1]):
        for field, what, changed in _fields(word):
            yield Mutant("words", f"{word.name}, {field}", what, replace(isa, words=_with(isa.words, index, changed)))


def _descriptor(isa: PicaIsa) -> Iterator[Mutant]:
    for field, what, changed in _fields(isa.descriptor):
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


def _ops(isa: PicaIsa) -> Iterator[Mutant]:
    for index, op in enumerate(isa.ops):
        for what, changed in _op_changes(op, isa):
            yield Mutant("ops", op.name, what, replace(isa, ops=_with(isa.ops, index, changed)))
        for later in range(index + 1, len(isa.ops)):
            other = isa.ops[later]
            if other.slots == op.slots:
                swapped = _with(_with(isa.ops, index, replace(op, code=other.code)), later, replace(other, code=op.code))
                yield Mutant("ops", op.name, f"code swapped with {other.name}", replace(isa, ops=swapped))
                break


def _op_changes(op: Op, isa: PicaIsa) -> Iterator[tuple[str, Op]]:
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
                yield f"source {i + 1} has {lanes} components", replace(op, operands=_with(op.operands, i, replace(operand, lanes=lanes)))
    if op.name in ("dp3", "dp4", "dph", "dphi"):
        turned = tuple(re.sub(r"\.([xyzw])", lambda found: "." + "yzwx"["xyzw".index(found[1])], s) for s in op.semantics)
        yield "components turned", replace(op, semantics=turned)
    other = {"format 1": "format 1i", "format 1i": "format 1", "format 5": "format 5i", "format 5i": "format 5"}
    if op.slots[0] in other:
        yield f"in {other[op.slots[0]]}", replace(op, slots=(other[op.slots[0]],))
    if op.effect == "light":
        yield "leaves the flags", replace(op, effect=None)
    effects = {"call": "jump", "jump": "if", "if": "jump", "loop": "if", "break": "nop", "end": "nop", "nop": "end"}
    if op.effect in effects:
        yield f"works as {effects[op.effect]}", replace(op, effect=effects[op.effect])


def _compares(isa: PicaIsa) -> Iterator[Mutant]:
    for index, compare in enumerate(isa.compares):
        for later in range(index + 1, len(isa.compares)):
            other = isa.compares[later]
            swapped = _with(_with(isa.compares, index, replace(compare, code=other.code)), later, replace(other, code=compare.code))
            yield Mutant("comparisons", compare.name, f"code swapped with {other.name}", replace(isa, compares=swapped))
        ordered = compare.semantics.replace("fo", "fu").replace("fune", "fone") if "fune" not in compare.semantics else "fone(a, b)"
        changed = _with(isa.compares, index, replace(compare, semantics=ordered))
        yield Mutant("comparisons", compare.name, "otherwise with NaN", replace(isa, compares=changed))


def _tests(isa: PicaIsa) -> Iterator[Mutant]:
    for index in range(len(isa.tests)):
        for later in range(index + 1, len(isa.tests)):
            swapped = _with(_with(isa.tests, index, isa.tests[later]), later, isa.tests[index])
            yield Mutant("conditions", isa.tests[index], f"swapped with {isa.tests[later]}", replace(isa, tests=swapped))


def _indices(isa: PicaIsa) -> Iterator[Mutant]:
    for index in range(len(isa.indices)):
        for later in range(index + 1, len(isa.indices)):
            swapped = _with(_with(isa.indices, index, isa.indices[later]), later, isa.indices[index])
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


def _files(isa: PicaIsa) -> Iterator[Mutant]:
    for index, file in enumerate(isa.files):
        if file.readable or file.writable:
            for by in (-16, 16):
                if file.code + by >= 0:
                    changed = replace(file, code=file.code + by)
                    yield Mutant(
                        "registers", file.name, f"from 0x{changed.code:02x} on", replace(isa, files=_with(isa.files, index, changed))
                    )
            for by in (-1, 1):
                changed = replace(file, count={"vertex": file.size("vertex") + by})
                yield Mutant("registers", file.name, f"{file.size('vertex') + by}", replace(isa, files=_with(isa.files, index, changed)))


def _limits(isa: PicaIsa) -> Iterator[Mutant]:
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


# The judgement ----------------------------------------------------------------------------------------------------------


def judge(isa: PicaIsa) -> str | None:
    """What outside evidence contradicts the record, or None. A record that no longer fits together contradicts itself."""
    questions: tuple[tuple[Callable[[Any, PicaIsa], str | None], Sequence[Any]], ...] = (
        (pair_wrong, range(len(encodings()["pairs"]))),
        (_text_wrong, range(len(_texts()))),
        (words_wrong, recorded()),
        (_results_wrong, vectors()),
    )
    for question, asked in questions:
        for entry in asked:
            try:
                wrong = question(entry, isa)
            except (GpuccError, LookupError, ValueError, AssertionError, TypeError, AttributeError) as error:
                wrong = f"{entry}: {type(error).__name__}: {error}"
            if wrong:
                return wrong
    return None


def _results_wrong(entry: Recorded, isa: PicaIsa) -> str | None:
    """In float32, and in the record's own format where the recorded results are said to hold in fp24."""
    single = replace(SINGLE, zero_times_inf_is_zero=isa.format.zero_times_inf_is_zero, minmax=isa.format.minmax)
    assert entry.vector is not None
    return run_wrong(entry, isa, (single, isa.format) if entry.vector["fp24_same"] else (single,), alone=False)


@cache
def _texts() -> tuple[tuple[str, int, int | None, tuple[Any, ...]], ...]:
    """Recorded texts with word and descriptor, and what they say: read by the true record once, from the text and not from the word."""
    found = []
    for pair in encodings()["pairs"]:
        binary = assemble(f".proc main\nfor i0\n{pair['text']}\nnop\n.end\n.end")
        instruction = decode(binary.words, binary.descriptors).whole()[1]
        descriptor = int(pair["descriptor"], 16) if "descriptor" in pair else None
        found.append((pair["text"], int(pair["word"], 16), descriptor, _said(instruction)))
    return tuple(found)


def _said(instruction: Instruction) -> tuple[Any, ...]:
    """An instruction as facts, components that do not count left out."""
    needed = coder(PICA200).needs(instruction)
    word = coder(PICA200).word(instruction, 0)
    return instruction.op, word, None if needed is None else (needed[0] & needed[1], needed[1])


def _text_wrong(number: int, isa: PicaIsa) -> str | None:
    """Whether the record reads a recorded word as its text says."""
    text, word, descriptor, said = _texts()[number]
    (instruction,) = decode((word,), () if descriptor is None else (descriptor,), isa).whole()
    return None if _said(instruction) == said else f"{text}: reads otherwise"


def campaign(found: Sequence[Mutant], report: Callable[[str], None], ask: Callable[[PicaIsa], str | None] = judge) -> list[Mutant]:
    survivors = []
    for number, mutant in enumerate(found, 1):
        wrong = ask(mutant.isa)
        if wrong is None:
            survivors.append(mutant)
        report(f"{number}/{len(found)} {mutant.group} {mutant.name}: {wrong or 'SURVIVES'}")
    return survivors


def table(found: Sequence[Mutant], survivors: Sequence[Mutant]) -> str:
    """The section of the documentation: numbers by group, and each survivor by name."""
    lines = [f"{len(found)} mutants, {len(found) - len(survivors)} killed, {len(survivors)} survive.", ""]
    lines += ["| part of the record | mutants | killed |", "| --- | --- | --- |"]
    for group in dict.fromkeys(mutant.group for mutant in found):
        mine, alive = ([mutant for mutant in some if mutant.group == group] for some in (found, survivors))
        lines.append(f"| {group} | {len(mine)} | {len(mine) - len(alive)} |")
    return "\n".join([*lines, "", *(f"- `{mutant.name}`" for mutant in survivors)])


def documented_survivors(name: str = "survivors") -> set[str]:
    """The names that a section lists."""
    return set(re.findall(r"^- `(.*)`$", section(DOCUMENT, name), re.MULTILINE))


def run(ask: Callable[[PicaIsa], str | None], name: str, about: str | None) -> None:
    """The command line: all mutants, and with --write the section of the documentation."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0] if about else None)
    parser.add_argument("--write", action="store_true", help="put the survivors into docs/pica200.md")
    parser.add_argument("--quiet", action="store_true", help="print only the summary")
    arguments = parser.parse_args()
    start = time.perf_counter()
    if (wrong := ask(PICA200)) is not None:
        raise SystemExit(f"the record itself is wrong: {wrong}")
    found = mutants()
    survivors = campaign(found, (lambda line: None) if arguments.quiet else print, ask)
    text = table(found, survivors)
    print(text)
    print(f"{time.perf_counter() - start:.0f} s")
    if arguments.write:
        write_section(DOCUMENT, name, text)


if __name__ == "__main__":
    run(judge, "survivors", __doc__)
