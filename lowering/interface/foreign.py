"""Removes leftovers of tool chains without a meaning in a shader: attributes, aliases, threads, empty assembly, checks
that report errors, and the freedom in counts of the zeros of zero.

Each function here edits the records of a module in place. A statement that changes gets a new line; its record stays as
it was.
"""

from __future__ import annotations

import re
from collections.abc import Set

from gpucc.errors import Unsupported
from gpucc.lowering.interface.entry import aliases, closure, names_met
from gpucc.lowering.llvm import BasicBlock, Function, Global, LlvmInstruction, Local, Module, Opaque
from gpucc.lowering.reader.edit import mentioned, own_statement, renamed, restated, without
from gpucc.lowering.reader.globals import read_group
from gpucc.lowering.reader.spelling import quote, spell
from gpucc.lowering.reader.tokens import Cursor, bare_name

# attributes that forbid or steer inlining, or request code that no shader has
DROPPED = frozenset(
    "noinline optnone alwaysinline inlinehint minsize optsize optdebug cold hot safestack naked strictfp uwtable"
    " nonlazybind noredzone noimplicitfloat shadowcallstack allockind presplitcoroutine noreturn".split()
)
DROPPED_FAMILIES = ("ssp", "sanitize_", "nosanitize_", "coro_", '"')
# a group needs at least one word
EMPTY_GROUP = '"gpucc"'
KEPT_METADATA = ("!llvm.dbg.cu", "!llvm.module.flags")
BOOKKEEPING = ("llvm.used", "llvm.compiler.used")
REPORTS = frozenset(("llvm.trap", "llvm.ubsantrap", "llvm.debugtrap"))
DISCARD = "gpucc.discard"
REPORTING = "__ubsan_handle_"
THREAD_ADDRESS = "llvm.threadlocal.address."
# a lane shares its memory with no other lane
ORDER = frozenset("atomic syncscope unordered monotonic acquire release acq_rel seq_cst".split())

COUNTS = ("llvm.ctlz.", "llvm.cttz.")
OPEN_FOR_ZERO = re.compile(r"\bi1 true\)")

# with nothing or a comment as its text; the group holds the constraints
EMPTY_ASSEMBLY = re.compile(r'asm [a-z ]*"\s*(?:#[^"\\]*)?"\s*,\s*"([^"]*)"')


def remove_foreign(module: Module, entry: str) -> None:
    """Remove the host's target and tuning, aliases, threads, reports, and metadata that is not debug information."""
    _remove_aliases(module)
    module.head = [line for line in module.head if not line.startswith(("target ", "module asm"))]
    module.tail = [_plain_group(line) if line[:1] == "a" else line for line in module.tail if _is_kept(line)]
    for variable in list(module.globals.values()):
        _clean_variable(module, variable.name, entry)
    endless = {
        name: one
        for name, one in module.functions.items()
        if "noreturn" in one.attributes and not name.startswith("llvm.")
    }
    discarding = frozenset(
        name for name, one in endless.items() if name.startswith(DISCARD) or any(map(_discards, one.blocks))
    )
    for function in module.functions.values():
        _return_discarded(function, discarding)
        _remove_reports(function, endless.keys() - discarding)
        for block in function.blocks:
            _remove_empty_assembly(block)
            for i, one in enumerate(block.instructions):
                block.lines[i] = _counted(_alone(block.lines[i], one), one)


def _is_kept(line: str) -> bool:
    name = line.partition(" = ")[0]
    return name[:1] != "!" or name[1:].isdigit() or name in KEPT_METADATA


def _plain_group(line: str) -> str:
    c = Cursor("<ir>")
    c.load(line, 0)
    name, words = read_group(c)
    kept = [word for word in words if word.partition("(")[0] not in DROPPED and not word.startswith(DROPPED_FAMILIES)]
    return f"attributes {name} = {{ {' '.join(kept or [EMPTY_GROUP])} }}"


def _clean_variable(module: Module, name: str, entry: str) -> None:
    variable = module.globals[name]
    if name in BOOKKEEPING or (name in ("llvm.global_ctors", "llvm.global_dtors") and " [0 x " in variable.line):
        del module.globals[name]
    elif name == "llvm.global_ctors":
        _refuse_started(module, entry)
        del module.globals[name]
    elif "thread_local" in variable.line:
        variable.line = without(variable.line, {"thread_local"})


def _refuse_started(module: Module, entry: str) -> None:
    """Refuse code that runs before the shader starts, if the shader uses a variable that this code uses as well."""
    users = {f"@{name}": names_met(one) for name, one in module.functions.items()}
    users |= {f"@{name}": mentioned([one.line], "@") for name, one in module.globals.items()}
    met, started = (
        closure({start}, lambda name: users.get(name, set())) for start in (f"@{entry}", "@llvm.global_ctors")
    )
    shared = [name for name, one in module.globals.items() if f"@{name}" in met & started and not one.constant]
    if shared:
        raise Unsupported(
            f"{shared[0]} gets its value from code that runs before the shader starts",
            notes=("give it a constant initial value: constinit or constexpr in C++",),
        )


def _remove_aliases(module: Module) -> None:
    """Replace each alias by its target."""
    known = {f"@{name}": f"@{quote(target)}" for name, target in aliases(module).items()}
    if not known:
        return

    def target(token: str) -> str | None:
        return known.get(f"@{bare_name(token)}") if token[0] == "@" else None

    for name in known:
        del module.globals[name[1:]]
    for variable in module.globals.values():
        variable.line = renamed(variable.line, target)
    for function in module.functions.values():
        function.line = renamed(function.line, target)
        for block in function.blocks:
            block.lines = [renamed(line, target) if "@" in line else line for line in block.lines]


# threads --------------------------------------------------------------------------------------------------------------


def _alone(line: str, one: LlvmInstruction) -> str:
    """Return the statement for a program without other threads."""
    if "atomic" in one.flags and one.op in ("load", "store"):
        return without(line, ORDER)
    match one.callee, one.operands:
        case Global(name), (Global(variable),) if name.startswith(THREAD_ADDRESS):
            return restated(line, f"%{quote(one.name or '')} = bitcast ptr @{quote(variable)} to ptr")
    return line


# counts of zeros ------------------------------------------------------------------------------------------------------


def _counted(line: str, one: LlvmInstruction) -> str:
    """Return a count of leading or trailing zeros that counts all bits of zero. Where the count is open, LLVM takes the
    argument for another number, and some of its passes fold what others would have left to the target.
    """
    if not isinstance(one.callee, Global) or not one.callee.name.startswith(COUNTS):
        return line
    before, newline, own = line.rpartition("\n")
    return f"{before}{newline}{OPEN_FOR_ZERO.sub('i1 false)', own, count=1)}"


# inline assembly without an instruction -------------------------------------------------------------------------------


def _remove_empty_assembly(block: BasicBlock) -> None:
    """Remove inline assembly without an instruction. It only hides a value from a compiler, as benchmarks and software
    mathematics in C, Rust and Zig do.
    """
    if not any(isinstance(one.callee, Opaque) for one in block.instructions):
        return
    kept, lines, records = [], [], ""
    for line, one in zip(block.lines, block.instructions, strict=True):
        found = EMPTY_ASSEMBLY.fullmatch(one.callee.text) if isinstance(one.callee, Opaque) else None
        constraints = [word for word in found[1].split(",") if word[:2] != "~{"] if found and one.op == "call" else []
        if found and one.name is None and not any("=" in word for word in constraints):
            records += line[: len(line) - len(own_statement(line))]
            continue
        match constraints, one.operands:
            case [output, "0"], [Local(value)] if output[:1] == "=" and "*" not in output:
                line = restated(line, f"%{quote(one.name or '')} = freeze {spell(one.type)} %{quote(value)}")
        kept.append(one)
        lines.append(records + line)
        records = ""
    block.instructions, block.lines = kept, lines


# reports --------------------------------------------------------------------------------------------------------------


def _callee(one: LlvmInstruction) -> str:
    return one.callee.name if isinstance(one.callee, Global) else ""


def _discards(block: BasicBlock) -> bool:
    return any(_callee(one).startswith(DISCARD) for one in block.instructions)


def _return_discarded(function: Function, discarding: frozenset[str]) -> None:
    """Return from functions that discard a fragment and never return. LLVM would take their end for unreachable, and
    remove all code that leads there.
    """
    for block in function.blocks:
        if block.instructions[-1].op == "unreachable" and any(_callee(one) in discarding for one in block.instructions):
            block.lines[-1] = _ending(
                block.lines[-1], "ret void" if function.spelled == "void" else f"ret {function.spelled} poison"
            )


def _ending(line: str, statement: str) -> str:
    """Return the line with another terminator, without attachments."""
    return f"{line[: len(line) - len(own_statement(line))]}  {statement}"


def _remove_reports(function: Function, endless: Set[str]) -> None:
    """Remove a sanitizer's checks and calls that never return, such as rustc's panics.

    They become undefined behaviour, since a shader cannot report anything. Branches to blocks that only report are
    removed.
    """
    traps = {block.name for block in function.blocks if _remove_reports_of(block, endless)}
    if not traps:
        return
    for block in function.blocks:
        last = block.instructions[-1]
        ways = [label for label in last.labels if label not in traps]
        if last.op == "br" and len(last.labels) == 2 and len(ways) == 1:
            block.lines[-1] = _ending(block.lines[-1], f"br label %{quote(ways[0])}")


def _remove_reports_of(block: BasicBlock, endless: Set[str]) -> bool:
    """Remove reports from a block; return whether it contained only reports before its unreachable end."""
    kept, lines, records, trap = [], [], "", True
    for line, one in zip(block.lines, block.instructions, strict=True):
        name = _callee(one)
        if name in endless or name in REPORTS or name.startswith(REPORTING):
            records += line[: len(line) - len(own_statement(line))]
            if one.op == "call":
                continue
            line = "  unreachable"
        elif one.op in ("call", "invoke", "store"):
            trap = False
        kept.append(one)
        lines.append(records + line)
        records = ""
    block.instructions, block.lines = kept, lines
    return trap and own_statement(lines[-1]).startswith("  unreachable")
