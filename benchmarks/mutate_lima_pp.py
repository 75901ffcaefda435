"""Mutants of the ISA record of lima-pp, judged by outside evidence only: `python -P benchmarks/mutate_lima_pp.py
[--write]`.

Encoder, decoder, simulator and checker all see the same mutant ("both copies"), so that no round trip of ours can
notice it; only Mesa's words, its disassembly of them, and the results of its programs can. `--write` puts the survivors
into docs/tables/mutants-lima-pp.md. The test suite runs a sample.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "lima_pp")]

from lima_pp_outside import program_wrong, recorded, rules_wrong, words_wrong  # noqa: E402
from mutants import Campaign, Mutant, collect, exchange, first_objection, put  # noqa: E402

from gpucc.isa.lima_pp import LIMA_PP  # noqa: E402
from gpucc.isa.model import Op, Word  # noqa: E402
from gpucc.isa.pipeline import Form, PipeIsa, PipePort, PipeUnit, ResultPlace, Setting  # noqa: E402


def mutants(isa: PipeIsa = LIMA_PP) -> list[Mutant[PipeIsa]]:
    return collect(isa, (_control, _fields, _units, _forms, _pipes, _modifiers, _ops, _limits))


def _pipeline(isa: PipeIsa, **changes: Any) -> PipeIsa:
    return replace(isa, pipeline=replace(isa.pipeline, **changes))


def _unit(isa: PipeIsa, old: PipeUnit, new: PipeUnit) -> PipeIsa:
    return _pipeline(isa, units=tuple(new if unit is old else unit for unit in isa.pipeline.units))


def _form(isa: PipeIsa, unit: PipeUnit, old: Form, new: Form) -> PipeIsa:
    return _unit(isa, unit, replace(unit, forms=tuple(new if form is old else form for form in unit.forms)))


# mistakes -------------------------------------------------------------------------------------------------------------


def _words(word: Word) -> Iterator[tuple[str, str, Word]]:
    """Yield words with a field one bit too low, too high, too narrow, or without its sign."""
    for index, field in enumerate(word.fields):
        changes = [
            ("one bit lower", replace(field, low=field.low - 1)),
            ("one bit higher", replace(field, low=field.low + 1)),
        ]
        if field.width > 1:
            changes.append(("one bit narrower", replace(field, width=field.width - 1)))
        if field.signed:
            changes.append(("unsigned", replace(field, signed=False)))
        for what, changed in changes:
            if changed.low >= 0 and changed.low + changed.width <= word.bits:
                yield field.name, what, replace(word, fields=put(word.fields, index, changed))


def _control(isa: PipeIsa) -> Iterator[Mutant[PipeIsa]]:
    for name, what, word in _words(isa.pipeline.control):
        yield Mutant("control word", f"control {name}", what, _pipeline(isa, control=word))


def _fields(isa: PipeIsa) -> Iterator[Mutant[PipeIsa]]:
    for unit in isa.pipeline.units:
        for form in unit.forms:
            for name, what, word in _words(form.word):
                yield Mutant("fields", f"{form.name} {name}", what, _form(isa, unit, form, replace(form, word=word)))


def _units(isa: PipeIsa) -> Iterator[Mutant[PipeIsa]]:
    units = isa.pipeline.units
    for i, unit in enumerate(units):
        for bits in (unit.bits - 1, unit.bits + 1):
            yield Mutant("units", unit.name, f"{bits} bits", _unit(isa, unit, replace(unit, bits=bits)))
        if i + 1 < len(units):
            other = units[i + 1]
            order = (*units[:i], other, unit, *units[i + 2 :])
            yield Mutant("units", unit.name, f"behind {other.name}", _pipeline(isa, units=order))
    for first, second in (("vmul", "smul"), ("vadd", "sadd")):
        unit = isa.pipeline.unit(second)
        early = tuple(
            replace(u, step=2.5 if u.name == first == "vmul" else 3.5 if u.name == first else u.step) for u in units
        )
        yield Mutant("units", unit.name, f"works after {first}, not beside it", _pipeline(isa, units=early))


def _forms(isa: PipeIsa) -> Iterator[Mutant[PipeIsa]]:
    for unit in isa.pipeline.units:
        for form in unit.forms:
            for what, changed in _form_changes(form):
                yield Mutant("forms", form.name, what, _form(isa, unit, form, changed))


def _form_changes(form: Form) -> Iterator[tuple[str, Form]]:
    for i, (name, value) in enumerate(form.fixed):
        for other in (value ^ 1, value ^ 2):
            yield f"{name} is {other}", replace(form, fixed=put(form.fixed, i, (name, other)))
    for i, port in enumerate(form.ports):
        for what, changed in _port_changes(port):
            yield f"{port.name} {what}", replace(form, ports=put(form.ports, i, changed))
    if len(form.ports) == 2 and form.ports[0].scalar == form.ports[1].scalar:
        a, b = form.ports
        yield "operands change places", replace(form, ports=(replace(b, name=a.name), replace(a, name=b.name)))
    if form.target is not None:
        for what, target in _target_changes(form.target):
            yield what, replace(form, target=target)
    for i, setting in enumerate(form.settings):
        for what, setting_ in _setting_changes(setting):
            yield what, replace(form, settings=put(form.settings, i, setting_))


def _port_changes(port: PipePort) -> Iterator[tuple[str, PipePort]]:
    if port.absolute:
        yield "has abs and neg exchanged", replace(port, absolute=port.negate, negate=port.absolute)
    if port.bypass:
        yield "takes the result of the other multiplier", replace(port, unit="smul" if port.unit == "vmul" else "vmul")
    if port.none is not None:
        yield "is none as 14", replace(port, none=14)
    if port.enable:
        yield "is always there", replace(port, enable="")
    if port.plain:
        yield "reads pipeline registers", replace(port, plain=False)


def _target_changes(target: ResultPlace) -> Iterator[tuple[str, ResultPlace]]:
    if target.discard is not None:
        yield "discards to 14", replace(target, discard=14)
    if target.enable:
        yield "always writes", replace(target, enable="")
    if target.whole:
        yield "writes x only", replace(target, whole=1)


def _setting_changes(setting: Setting) -> Iterator[tuple[str, Setting]]:
    pairs = setting.values
    for i in range(len(pairs) - 1):
        (a, x), (b, y) = pairs[i], pairs[i + 1]
        values = (*pairs[:i], (a, y), (b, x), *pairs[i + 2 :])
        yield f"{setting.name} {a} and {b} exchanged", replace(setting, values=values)


def _pipes(isa: PipeIsa) -> Iterator[Mutant[PipeIsa]]:
    pipes = isa.pipeline.pipes
    for i, pipe in enumerate(pipes):
        for j in range(i + 1, len(pipes)):
            other = pipes[j]
            if pipe.code is not None and other.code is not None:
                changed = exchange(pipes, i, j, "code")
                yield Mutant(
                    "pipeline registers", pipe.name, f"exchanged with {other.name}", _pipeline(isa, pipes=changed)
                )


def _modifiers(isa: PipeIsa) -> Iterator[Mutant[PipeIsa]]:
    modifiers = isa.pipeline.modifiers
    meanings = {
        "sat": ("fmax(a, 0.0)", "fmin(a, 1.0)"),
        "pos": ("fabs(a)", "fmin(fmax(a, 0.0), 1.0)"),
        "int": ("rint(a)", "floor(a)", "round(a)"),
    }
    for i, modifier in enumerate(modifiers):
        for j in range(i + 1, len(modifiers)):
            other = modifiers[j]
            changed = exchange(modifiers, i, j, "code")
            yield Mutant(
                "modifiers", modifier.name or "none", f"exchanged with {other.name}", _pipeline(isa, modifiers=changed)
            )
        for meaning in meanings.get(modifier.name, ()):
            changed = put(modifiers, i, replace(modifier, semantics=meaning))
            yield Mutant("modifiers", modifier.name, f"means {meaning}", _pipeline(isa, modifiers=changed))


MEANINGS = {
    "sel": ("select(fune(condition, 0.0), b, a)",),
    "fract": ("fsub(a, trunc(a))", "fsub(ceil(a), a)"),
    "sum3": ("fadd(fadd(a.y, a.z), a.w)", "fadd(a.x, a.y)", "fadd(fadd(fadd(a.x, a.y), a.z), a.w)"),
    "sum4": ("fadd(fadd(a.x, a.y), a.z)",),
    "sin": ("sin(a)",),
    "cos": ("cos(a)",),
    "rsqrt": ("sqrt(a)",),
    "exp2": ("exp(a)",),
    "log2": ("log(a)",),
    "rcp": ("fneg(fdiv(1.0, a))",),
}
NEAR = {
    "fmul": ("fadd",), "fadd": ("fsub", "fmul"), "fmin": ("fmax",), "fmax": ("fmin",), "floor": ("ceil", "trunc"),
    "ceil": ("floor", "trunc"), "folt": ("fole", "foeq"),
    "fole": ("folt", "fult"), "foeq": ("fune",), "fune": ("foeq",), "fone": ("foeq",), "sqrt": ("fabs",),
    "band": ("bor",), "bor": ("band", "bxor"), "bxor": ("bor",),
}  # fmt: skip


def _ops(isa: PipeIsa) -> Iterator[Mutant[PipeIsa]]:
    for i, op in enumerate(isa.ops):
        for what, changed in _op_changes(op):
            yield Mutant("ops", op.name, what, replace(isa, ops=put(isa.ops, i, changed)))
        for j in range(i + 1, len(isa.ops)):
            other = isa.ops[j]
            if set(op.slots) & set(other.slots):
                pair = exchange(isa.ops, i, j, "code")
                yield Mutant("ops", op.name, f"code exchanged with {other.name}", replace(isa, ops=pair))
                break


def _op_changes(op: Op) -> Iterator[tuple[str, Op]]:
    if not op.semantics:
        if op.effect in ("derivative_x", "derivative_y"):
            other = {"derivative_x": "derivative_y", "derivative_y": "derivative_x"}[op.effect]
            yield f"does {other}", replace(op, effect=other)
        return
    (meaning,) = op.semantics
    texts = [*MEANINGS.get(op.name, ())]
    if "a" in meaning and re.search(r"\bb\b", meaning):
        texts.append(re.sub(r"\b[ab]\b", lambda found: "b" if found[0] == "a" else "a", meaning))
    for name in dict.fromkeys(re.findall(r"[a-z]+\d?(?=\()", meaning)):
        texts += [re.sub(rf"\b{name}\(", f"{other}(", meaning, count=1) for other in NEAR.get(name, ())]
    for text in dict.fromkeys(texts):
        if not _commutes(meaning, text):
            yield f"means {text}", replace(op, semantics=(text,))


def _commutes(meaning: str, text: str) -> bool:
    """Return whether the text is the same function with its operands swapped."""
    swapped = re.sub(r"\b[ab]\b", lambda found: "b" if found[0] == "a" else "a", meaning)
    symmetric = not any(name in meaning for name in ("folt", "fole", "fsub", "select"))
    return text == meaning or (symmetric and text == swapped)


def _limits(isa: PipeIsa) -> Iterator[Mutant[PipeIsa]]:
    for count in (isa.pipeline.registers - 1, isa.pipeline.registers + 1):
        yield Mutant("limits", "registers", str(count), _pipeline(isa, registers=count))
    for name, size in isa.limits.items():
        for other in (size // 2, size * 2):
            yield Mutant("limits", name, str(other), replace(isa, limits={**isa.limits, name: other}))
    for i, file in enumerate(isa.files):
        for size in {count + more for count in file.count.values() for more in (-1, 1)}:
            changed = replace(file, count=dict.fromkeys(file.count, size))
            yield Mutant("limits", file.name, str(size), replace(isa, files=put(isa.files, i, changed)))


# the judgement --------------------------------------------------------------------------------------------------------


def judge(isa: PipeIsa) -> str | None:
    """The outside evidence that contradicts the record, or None."""
    entries = recorded()
    programs = [entry for entry in entries if entry.program is not None]
    right = [entry for entry in programs if entry.right]
    return (
        first_objection(words_wrong, entries[::-1], isa)
        or first_objection(program_wrong, right, isa)
        or first_objection(rules_wrong, programs, isa)
    )


CAMPAIGN = Campaign(LIMA_PP, mutants, judge, "docs/tables/mutants-lima-pp.md")

if __name__ == "__main__":
    CAMPAIGN.run(__doc__)
