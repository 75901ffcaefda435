"""Looks for mistakes in the ops, the coder and the rules of a target before a shader meets them, so that the message
can name the op or the rule. Targets of other packages are examined when they are loaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gpucc.errors import UsageError
from gpucc.isa.model import LANES, Isa, Op
from gpucc.isel.cover import Selector
from gpucc.isel.rules import Compiled
from gpucc.rules import semantics
from gpucc.rules.pattern import from_semantics, names

# the functions of a coder: emit.codec.MachineCoder
CODER = ("encode", "decode", "print", "parse", "line")
FILES = ("input", "uniform", "temporary", "output")


def examine_ops(isa: Isa) -> None:
    """Refuse ops whose semantics cannot be read."""
    for op in isa.computed():
        for text in op.semantics:
            _named(f"op {op.name!r}", lambda op=op, text=text: _examine_semantics(op, text))  # type: ignore[misc]


def _examine_semantics(op: Op, text: str) -> None:
    known = [operand.name for operand in op.operands]
    for name in names(from_semantics(semantics.parse(text))):
        if name.partition(".")[0] not in known:
            raise UsageError(f"its semantics {text!r} read {name}, and its operands are {', '.join(known) or 'none'}")


def examine_plain(isa: Isa, coder: object) -> None:
    """Refuse what a plain target cannot do without."""
    lacking = [name for name in CODER if not callable(getattr(coder, name, None))]
    if lacking:
        raise UsageError(f"its coder has no function {lacking[0]}", notes=(f"a coder has {', '.join(CODER)}",))
    examine_ops(isa)
    if not isa.format.name.isidentifier():
        raise UsageError(f"the name of its number format, {isa.format.name!r}, is not an identifier")
    for stage in isa.stages:
        for role in FILES:
            if not any(file.role == role and stage in file.prefix for file in isa.files):
                raise UsageError(f"it has no register file of the role {role!r} in {stage} programs")
    if not any(op.operands and op.semantics == (op.operands[0].name,) for op in isa.ops):
        raise UsageError("no op is a move, whose meaning is its operand alone, such as semantics=('a',)")


def examine_vectors(isa: Isa) -> None:
    """Refuse registers that are not vec4, and limits of a register file that their scheduler does not know."""
    if isa.lanes != LANES:
        raise UsageError(f"instructions of vec4 registers have lanes={LANES}, not lanes={isa.lanes}")
    for file in isa.files:
        if file.ports and (file.role != "input" or file.ports > 1):
            raise UsageError(
                f"register file {file.name!r}: instructions of vec4 registers cannot have ports={file.ports} there",
                notes=("Op.exclusive names files from which at most one operand of an instruction can come",),
            )


def examine_slots(isa: Isa) -> None:
    """Refuse wide registers, ops without a slot, and paths between slots that no op uses."""
    if not 1 <= isa.lanes <= LANES:
        raise UsageError(
            f"registers of slots have 1 to {LANES} components, not lanes={isa.lanes}",
            notes=("a wider register can be described as several; its coder finds the places of their components",),
        )
    slots = {slot for op in isa.ops for slot in op.slots}
    for op in isa.ops:
        if not op.slots or op.latency < 1:
            raise UsageError(f"op {op.name!r} needs a slot and a latency of at least 1")
        if op.versions and (op.result == "fixed" or any(operand.lanes > 1 for operand in op.operands)):
            raise UsageError(
                f"op {op.name!r} reads or makes several components, and an op of a slot is scalar",
                notes=("with versions=() programs may contain it, and no rule selects it",),
            )
    for path in isa.bypasses:
        for slot in (path.source, path.reader):
            if slot not in slots:
                raise UsageError(f"a bypass names the slot {slot!r}, which no op uses")


def examine_rules(selector: Selector, own: Sequence[str]) -> None:
    """Refuse rules that could never be applied, or not be told apart. `own` are the names of the ruleset's rules."""
    twice = sorted({name for name in own if own.count(name) > 1})
    if twice:
        raise UsageError(f"two of its rules are called {twice[0]!r}, so that --disable could not tell them apart")
    known = {"", *(name for kind in selector.rules.names_by_kind.values() for name in kind)}
    for compiled in selector.rules.compiled:
        _named(f"rule {compiled.rule.name!r}", lambda compiled=compiled: _examine_rule(compiled, known))  # type: ignore[misc]


def _examine_rule(compiled: Compiled, known: set[str]) -> None:
    if not isinstance(compiled.tree, semantics.Var):
        _ = compiled.template
    _ = compiled.checks, compiled.constants
    strange = sorted({compiled.rule.yields, *compiled.asks_for} - known)
    if strange:
        raise UsageError(f"there is no representation {strange[0]!r}")
    for name in semantics.machine_ops(compiled.tree):
        op = compiled.compiler.ops[name]
        if not op.semantics and not op.effect and not op.sampler:
            raise UsageError(f"op {name!r} has no semantics, so the rule has no meaning")


def _named(subject: str, look: Callable[[], Any]) -> None:
    """Look at an op or a rule, and begin messages about it with its name."""
    try:
        look()
    except UsageError as error:
        raise UsageError(f"{subject}: {error.message}", notes=error.notes) from error
    except (AttributeError, LookupError) as error:
        # names that the language of semantics does not have
        raise UsageError(f"{subject}: {error}") from error
