"""The module's text made ready for analysis: one function with scalar parameters, everything inlined, nothing of the host's target.

`@gpucc.flat` has one parameter for each leaf of the entry's parameters and calls the entry; LLVM inlines and promotes,
so that what follows sees one function without traces of ABI, optimisation level or sanitizers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import llvmlite.binding as llvm

from gpucc.errors import InputError, Location, Unsupported
from gpucc.lowering.interface.calls import rename_functions
from gpucc.lowering.interface.coercions import leaves
from gpucc.lowering.interface.entry import ALIAS, CALLED, Entry, find_cycle
from gpucc.lowering.layout import Layout
from gpucc.lowering.licence.flags import Arithmetic, may_regroup, settle
from gpucc.lowering.licence.grant import amplified_globals, grant
from gpucc.lowering.llvm import Function, LType, Module, PointerType
from gpucc.lowering.optimise import passes
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import spell
from gpucc.lowering.session import opened, printed

FLAT = "gpucc.flat"
# what nobody calls goes first: a module may bring its whole run-time library
INLINE = ("global_dead_code_eliminate", "always_inliner", "global_dead_code_eliminate")
PROMOTE = ("sroa", "simplify_cfg", "aggressive_dce")
SIMPLIFY = ("sroa", "instruction_combine", "simplify_cfg", "sroa", "instruction_combine", "aggressive_dce", "global_dead_code_eliminate")

GROUP = re.compile(r"^attributes #\d+ = \{(.*)\}$")
STRING_WORD = re.compile(r' ?"[^"]*"(?:="[^"]*")?')
# they forbid or steer inlining, or ask for code that no shader has
DROPPED = re.compile(
    r"\b(?:noinline|optnone|alwaysinline|inlinehint|minsize|optsize|optdebug|cold|hot|ssp\w*|safestack|naked|strictfp|uwtable|nonlazybind"
    r"|noredzone|noimplicitfloat|(?:no)?sanitize_\w+|shadowcallstack|allockind|presplitcoroutine|coro_\w+)(?!\w)(?:\([^)]*\))? ?"
)
KEPT_METADATA = ("!llvm.dbg.cu ", "!llvm.module.flags ")
NAMED_METADATA = re.compile(r"^![-\w.$\\]*[A-Za-z_.$\\-][-\w.$\\]* = ")
EMPTY_LIST = re.compile(r"^@llvm\.global_[cd]tors = .*\[0 x ")
BOOKKEEPING = ("@llvm.used ", "@llvm.compiler.used ")
REPORT = re.compile(r"^  (?:(?:tail |notail )?call (?:[\w ]*)void @(?:__ubsan_handle_\w+|llvm\.trap|llvm\.ubsantrap|llvm\.debugtrap)\()")
TRAP_BRANCH = re.compile(r'^  br i1 [^,]+, label %("[^"]*"|[-\w.$]+), label %("[^"]*"|[-\w.$]+)(.*)$')
LABEL = re.compile(r'^("[^"]*"|[-\w.$]+):')
CALLED_NAME = re.compile(r'(@(?:"[^"]*"|[-\w.$]+))\(')
SYMBOL = re.compile(r'[@%](?:"[^"]*"|[-\w.$]+)')
GROUP_USED = re.compile(r"#\d+")
ENDLESS_GROUP = re.compile(r"^attributes (#\d+) = \{.*\bnoreturn\b")
ENDING_CALL = re.compile(r"^  (?:%[^ ]+ = )?(?:tail |notail )?(call|invoke) (?!.*\basm\b)")
THREAD_LOCAL = re.compile(r'^(@(?:"[^"]*"|[-\w.$]+) = [^"@]*?)\bthread_local(?:\(\w+\))? ')
THREAD_ADDRESS = re.compile(
    r'\bcall (?:[^@"]*)@llvm\.threadlocal\.address\.p0\((?:[\w ]*?)ptr (?:\w+ |align \d+ )*(@(?:"[^"]*"|[-\w.$]+))\)'
)
# a lane shares its memory with nobody
ATOMIC = re.compile(r'  (?:%(?:"[^"]*"|[-\w.$]+) = load|store) atomic ')
ORDERING = re.compile(r' (?:syncscope\("[^"]*"\) )?(?:unordered|monotonic|acquire|release|seq_cst)(?=, align )')
SCOPE = "  call void @llvm.experimental.noalias.scope.decl("


@dataclass(frozen=True, slots=True)
class FlatLeaf:
    """A parameter of `@gpucc.flat`: leaf `path` of the entry's parameter number `formal`."""

    formal: int
    path: tuple[int, ...]
    type: LType


@dataclass(frozen=True, slots=True)
class Flat:
    """`module` defines only `@gpucc.flat`. `bytes`: memory that holds a byte in each component."""

    module: Module
    leaves: tuple[FlatLeaf, ...]
    bytes: frozenset[str] = frozenset()

    @property
    def function(self) -> Function:
        return self.module.functions[FLAT]


def flatten_entry(lines: list[str], entry: Entry, file: str, arithmetic: Arithmetic, amplified: Mapping[str, int]) -> Flat:
    """`amplified` are globals of which another stage reads these components in a way that amplifies."""
    text, parts = _called_flat(lines, entry, file)
    settled = settle(text, arithmetic)
    if arithmetic == "default" and may_regroup(settled):
        settled = grant(_inlined(settled, file), FLAT, file, amplified)
    with opened(settled, file) as module:
        _inline(module)
        passes.run(module, *SIMPLIFY)
        done = [line for line in str(module).split("\n") if not line.startswith(SCOPE)]
    records = read("\n".join(done), file)
    _refuse_recursion(records, text, file)
    return Flat(records, parts)


def amplified_reads(lines: list[str], entry: Entry, file: str) -> dict[str, int]:
    """The globals that the entry reads in a way that amplifies, and which components of them."""
    text, _ = _called_flat(lines, entry, file)
    return amplified_globals(_inlined(settle(text, "default"), file), FLAT, file)


def _called_flat(lines: list[str], entry: Entry, file: str) -> tuple[str, tuple[FlatLeaf, ...]]:
    """The module with `@gpucc.flat`, which calls the entry, and its parameters."""
    if any(f"@{FLAT}(" in line and line.startswith(("define ", "declare ")) for line in lines):
        raise InputError(f"the name {FLAT} is gpucc's own", Location(file), ("rename the function",))
    parts = tuple(FlatLeaf(k, path, type) for k, formal in enumerate(entry.formals) for path, type in leaves(formal.type))
    prepared = rename_functions(_remove_traps(_strip(lines, entry)))
    return "\n".join([*prepared, *_flat_function(entry, parts)]) + "\n", parts


def _inlined(text: str, file: str) -> str:
    """One function as far as calls can be inlined, in which memory is only what must be; no arithmetic is touched."""
    with opened(text, file) as module:
        _inline(module)
        passes.run(module, *PROMOTE)
        return printed(module)


def _inline(module: llvm.ModuleRef) -> None:
    for function in module.functions:
        if not function.is_declaration and function.name != FLAT:
            function.linkage = "internal"
            function.add_function_attribute("alwaysinline")
    passes.run(module, *INLINE)


def _strip(lines: list[str], entry: Entry) -> list[str]:
    """The module without host target, tuning attributes, aliases, threads, and metadata that is not debug information."""
    lines = _without_aliases(lines)
    done: list[str] = []
    for i, line in enumerate(lines):
        first = line[:1]
        if i == entry.line:
            formals = ", ".join(f"{formal.spelled} {formal.token}" for formal in entry.formals)
            line = f"define internal {entry.spelled} @{entry.token}({formals}) alwaysinline {entry.personality} {{"
        elif first == "a" and GROUP.match(line):
            line = DROPPED.sub("", STRING_WORD.sub("", line)).replace("{ }", '{ "gpucc" }')
        elif (first == "t" and line.startswith("target ")) or (
            first == "!" and NAMED_METADATA.match(line) and not line.startswith(KEPT_METADATA)
        ):
            continue
        elif first == "@":
            if line.startswith(BOOKKEEPING):
                continue
            line = THREAD_LOCAL.sub(r"\1", line)
            if EMPTY_LIST.match(line):
                continue
            if line.startswith("@llvm.global_ctors "):
                raise Unsupported("this module runs code before the shader starts", notes=("give its globals constant initial values",))
        elif first == "m" and line.startswith("module asm"):
            continue
        elif " atomic " in line and ATOMIC.match(line):
            line = ORDERING.sub("", line.replace(" atomic ", " ", 1))
        elif "@llvm.threadlocal.address." in line:
            line = THREAD_ADDRESS.sub(r"bitcast ptr \1 to ptr", line)
        done.append(line)
    return [f'target datalayout = "{passes.DATALAYOUT}"', f'target triple = "{passes.TRIPLE}"', *done]


def _without_aliases(lines: list[str]) -> list[str]:
    """The module with what an alias stands for in its place."""
    aliases = {found[1]: found[2] for line in lines if line[:1] == "@" and (found := ALIAS.match(line))}
    if not aliases:
        return lines

    def target(found: re.Match[str]) -> str:
        name = found[1]
        for _ in aliases:
            name = aliases.get(name, name)
        return f"@{name}"

    return ["" if line[:1] == "@" and ALIAS.match(line) else CALLED.sub(target, line) if line[:1] in (" ", "@") else line for line in lines]


def _remove_traps(lines: list[str]) -> list[str]:
    """The module without a sanitizer's checks and rustc's panics: undefined behaviour, since a shader can report nothing."""
    lines = _end_at_panics(lines)
    if not any(REPORT.match(line) for line in lines):
        return lines
    traps: set[str] = set()
    done: list[str] = []
    label, only_reports = "", False
    for line in lines:
        if found := LABEL.match(line):
            label, only_reports = found[1], True
        elif line.startswith("define "):
            label, only_reports = "", False
            traps.clear()
        elif REPORT.match(line):
            continue
        elif line.startswith("  unreachable") and only_reports and label:
            traps.add(label)
        elif line.startswith("  ") and (" call " in line or "invoke " in line or line.startswith("  store ")):
            only_reports = False
        elif line.startswith("}"):
            _skip_traps(done, traps)
        done.append(line)
    return done


def _endless(lines: list[str]) -> set[str]:
    """Functions that never return: those from elsewhere, and those of the module that do not discard the fragment."""
    groups = {found[1] for line in lines if (found := ENDLESS_GROUP.match(line))}
    ending: set[str] = set()
    name = ""
    for line in lines:
        if line.startswith(("define ", "declare ")):
            found = CALLED_NAME.search(line)
            name = found[1] if found else ""
            if name and not name.startswith("@llvm.") and ("noreturn" in line or groups & set(GROUP_USED.findall(line))):
                ending.add(name)
        elif name in ending and "@gpucc.discard" in line:
            ending.discard(name)
    return ending


def _end_at_panics(lines: list[str]) -> list[str]:
    """Calls to functions that never return become traps."""
    ending = _endless(lines)
    if not ending:
        return lines
    done: list[str] = []
    for line in lines:
        found = CALLED_NAME.search(line) if line.startswith("  ") else None
        if found and found[1] in ending and (call := ENDING_CALL.match(line)):
            done += ["  call void @llvm.trap()"] + ["  unreachable"] * (call[1] == "invoke")
        elif not (line.lstrip().startswith("to label ") and done and done[-1] == "  unreachable"):
            done.append(line)
    if not any(line.startswith("declare void @llvm.trap(") for line in lines):
        done.append("declare void @llvm.trap()")
    return done


def _skip_traps(done: list[str], traps: set[str]) -> None:
    """In the function that ends here, no branch leads to a block that only reports."""
    for i in range(len(done) - 1, -1, -1):
        if done[i].startswith("define "):
            return
        if found := TRAP_BRANCH.match(done[i]):
            ways = [way for way in found.groups()[:2] if way not in traps]
            if len(ways) == 1:
                done[i] = f"  br label %{ways[0]}"


def _flat_function(entry: Entry, parts: tuple[FlatLeaf, ...]) -> list[str]:
    debug = f" !dbg {entry.subprogram}" if entry.subprogram else ""
    header = f"define {entry.spelled} @{FLAT}({', '.join(_parameter(leaf.type, i) for i, leaf in enumerate(parts))}){debug} {{"
    body: list[str] = []
    arguments: list[str] = []
    for k, formal in enumerate(entry.formals):
        value = "poison"
        for i, leaf in enumerate(parts):
            if leaf.formal == k and not leaf.path:
                value = f"%p{i}"
            elif leaf.formal == k:
                indices = ", ".join(map(str, leaf.path))
                body.append(f"  %a{i} = insertvalue {formal.spelled} {value}, {spell(leaf.type)} %p{i}, {indices}")
                value = f"%a{i}"
        arguments.append(f"{formal.spelled} {value}")
    call = f"call {entry.spelled} @{entry.token}({', '.join(arguments)})"
    if entry.spelled == "void":
        return ["", header, *body, f"  {call}", "  ret void", "}"]
    return ["", header, *body, f"  %r = {call}", f"  ret {entry.spelled} %r", "}"]


def _parameter(type: LType, number: int) -> str:
    """Every pointer that a shader gets is an address of memory of its own."""
    return f"{spell(type)} noalias nonnull %p{number}" if isinstance(type, PointerType) else f"{spell(type)} %p{number}"


def _refuse_recursion(records: Module, text: str, file: str) -> None:
    rest = [name for name, function in records.functions.items() if function.blocks and name != FLAT]
    if not rest:
        return
    with opened(text, file) as module:
        given = read(str(module), file)
    cycle = find_cycle(given, FLAT)
    if cycle:
        round_trip = " -> ".join(cycle)
        raise Unsupported(
            f"recursion cannot be compiled: {round_trip}", Location(file), ("write it as a loop with a constant number of steps",)
        )
    for last in (block.instructions[-1] for name in rest for block in given.functions[name].blocks):
        if last.op in ("indirectbr", "callbr"):
            notes = ("use a switch over a number instead",)
            raise Unsupported("a jump to an address cannot be compiled", last.location, notes, last.text)
    raise Unsupported(
        f"the function {rest[0]} could not be inlined",
        Location(file),
        ("a shader is one function: call functions by name, not by address",),
    )


def check_layout(lines: list[str], entry: Entry, file: str) -> None:
    """C lays structs out by the target that the module was compiled for; gpucc by a plain 64-bit one."""
    stated = next((line.split('"')[1] for line in lines if line.startswith("target datalayout")), "")
    if stated.startswith("E"):
        raise Unsupported("this IR is for a big-endian target", Location(file), ("compile it for aarch64 or x86-64",))
    own, theirs = Layout(passes.DATALAYOUT), Layout(stated)
    if (own.integers, own.vectors, own.floats, own.pointer) == (theirs.integers, theirs.vectors, theirs.floats, theirs.pointer):
        return
    used = _reachable(lines, entry)
    for name, type in read("\n".join(line for line in lines if line[:1] == "%"), file).types.items():
        if own.size(type) != theirs.size(type) and "%" + name.replace('"', "") in used:
            problem = f"the struct {name} has {theirs.size(type)} bytes on the target of this IR, but {own.size(type)} on a 64-bit one"
            raise InputError(problem, Location(file), ("compile it for aarch64 or x86-64",))


def _reachable(lines: list[str], entry: Entry) -> set[str]:
    """The named types that stand in the entry, in what it calls, or within one another."""
    users: dict[str, set[str]] = {}
    current = ""
    for i, line in enumerate(lines):
        if line.startswith("define "):
            found = CALLED_NAME.search(line)
            current = f"@{entry.token}" if i == entry.line else found[1] if found else ""
        elif line[:1] in ("%", "@"):
            current = line.split(" ", 1)[0]
        if current:
            users.setdefault(current, set()).update(SYMBOL.findall(line))
        if line == "}" or line[:1] in ("%", "@"):
            current = ""
    reached: set[str] = set()
    waiting = [f"@{entry.token}"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += users.get(name, ())
    return {name.replace('"', "") for name in reached}
