"""Prepares the module's text for analysis: one function with scalar parameters, everything inlined, nothing of the
host's target.

`@gpucc.flat` has one parameter for each leaf of the entry's parameters and calls the entry; LLVM inlines and promotes,
so that the analysis sees one function without traces of ABI, optimisation level or sanitizers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import llvmlite.binding as llvm

from gpucc.errors import InputError, Location, Unsupported
from gpucc.lowering.interface.calls import rename_functions
from gpucc.lowering.interface.coercions import leaves
from gpucc.lowering.interface.entry import Entry, find_cycle, met_types
from gpucc.lowering.interface.foreign import remove_foreign
from gpucc.lowering.interface.pairs import pairs_apart
from gpucc.lowering.interface.words import all_words_apart, has_new_parts, words_apart
from gpucc.lowering.layout import Layout
from gpucc.lowering.licence.flags import Arithmetic, settle
from gpucc.lowering.licence.grant import amplified_globals, grant, keep_fractions
from gpucc.lowering.llvm import Function, LType, Module, OtherType, PointerType
from gpucc.lowering.optimise import passes
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import spell
from gpucc.lowering.session import opened, printed
from gpucc.records import dataclass

FLAT = "gpucc.flat"
# functions that are not called are removed first: a module may contain its whole run-time library
INLINE = ("global_dead_code_eliminate", "always_inliner", "global_dead_code_eliminate")
PROMOTE = ("sroa", "simplify_cfg", "aggressive_dce")
SIMPLIFY = (
    "sroa",
    "instruction_combine",
    "simplify_cfg",
    "sroa",
    "instruction_combine",
    "aggressive_dce",
    "global_dead_code_eliminate",
)

# functions of Numba's memory
ALLOCATION = (".dtor.", "NRT_")
ALLOCATED = (
    "Numba allocates memory for lists, dictionaries and new arrays, which a shader cannot: use tuples and numbers"
)
SCOPE = "  call void @llvm.experimental.noalias.scope.decl("
# what a compiler's middle end would still have answered: whether a value is known, and how large its object is
QUESTION = re.compile(
    r"(?P<result>  %\S+ = )(?:tail )?call [^@]*?(?P<type>i\d+) @llvm\."
    r"(?:is\.constant\.|objectsize\.\S*?\(ptr [^,]*, i1 (?P<least>\w+)).*"
)


@dataclass(frozen=True, slots=True)
class FlatLeaf:
    """A parameter of `@gpucc.flat`: leaf `path` of the entry's parameter number `formal`."""

    formal: int
    path: tuple[int, ...]
    type: LType


@dataclass(frozen=True, slots=True)
class Flat:
    """`module` defines only `@gpucc.flat`. `bytes`: memory that holds a byte in each component.

    If the licence takes flags away, `licensed` is the function without them, as it was before simplification: `module`,
    in which they are left, only shows what the interface is.
    """

    module: Module
    leaves: tuple[FlatLeaf, ...]
    licensed: Module | None = None
    bytes: frozenset[str] = frozenset()

    @property
    def function(self) -> Function:
        return self.module.functions[FLAT]


def flatten_entry(
    module: Module, entry: Entry, file: str, arithmetic: Arithmetic, amplified: Mapping[str, int]
) -> Flat:
    """Return the module with its entry flat. The given records become the input of LLVM.

    `amplified` are globals of which another stage reads these components in a way that amplifies.
    """
    free = _prepare(module, entry, file, arithmetic)
    parts = _parts(entry)
    text = given = _called_flat(module, entry, parts)
    licensed = None
    if free:
        text = _inlined(given, file)
        reduced = read(_without_scopes(text), file)
        changed = grant(reduced, FLAT, amplified) if arithmetic == "default" else keep_fractions(reduced, FLAT)
        licensed = reduced if changed else None
    records = _simplified(text, file)
    _refuse_recursion(records, given, file)
    return Flat(records, parts, licensed)


def with_licence(flat: Flat, file: str) -> Flat:
    """Return the simplified function with the flags that the licence left it, so that its code can be rewritten."""
    return flat if flat.licensed is None else Flat(_simplified(flat.licensed.text(), file), flat.leaves)


def _simplified(text: str, file: str) -> Module:
    found = _passed(words_apart(text), file)
    if has_new_parts(text, found):
        found = _passed(all_words_apart(text), file)
    return read(_answered(_without_scopes(found)), file)


def _passed(text: str, file: str) -> str:
    with opened(pairs_apart(text, file), file) as module:
        _inline(module)
        passes.run(module, *SIMPLIFY)
        return str(module)


def _answered(text: str) -> str:
    """Answer what LLVM's passes left open: the value is not known, and of a size nothing is known but its limit."""
    if "@llvm.is.constant." not in text and "@llvm.objectsize." not in text:
        return text

    def answer(question: re.Match[str]) -> str:
        value = "-1" if question["least"] == "false" else "0"
        return f"{question['result']}or {question['type']} 0, {value}"

    return "\n".join(QUESTION.sub(answer, line) for line in text.split("\n"))


def _without_scopes(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith(SCOPE))


def amplified_reads(module: Module, entry: Entry, file: str) -> dict[str, int]:
    """Return the globals that the entry reads in a way that amplifies, and their components. The records are used
    up.
    """
    _prepare(module, entry, file, "default")
    return amplified_globals(_inlined(_called_flat(module, entry, _parts(entry)), file), FLAT, file)


def _prepare(module: Module, entry: Entry, file: str, arithmetic: Arithmetic) -> bool:
    """Edit the records as LLVM's passes require; return whether anything in them may be regrouped."""
    if FLAT in module.functions:
        raise InputError(f"the name {FLAT} is gpucc's own", Location(file), ("rename the function",))
    formals = ", ".join(f"{formal.spelled} {formal.token}" for formal in entry.formals)
    header = f"define internal {entry.spelled} @{entry.token}({formals}) alwaysinline {entry.personality} {{"
    module.functions[entry.name].line = header
    remove_foreign(module, entry.name)
    rename_functions(module)
    return settle(module, arithmetic)


def _parts(entry: Entry) -> tuple[FlatLeaf, ...]:
    return tuple(
        FlatLeaf(k, path, type) for k, formal in enumerate(entry.formals) for path, type in leaves(formal.type)
    )


def _called_flat(module: Module, entry: Entry, parts: tuple[FlatLeaf, ...]) -> str:
    """Return the text of the prepared module with `@gpucc.flat`, which calls the entry."""
    return "\n".join([*passes.HEAD, module.text(), *_flat_function(entry, parts)]) + "\n"


def _inlined(text: str, file: str) -> str:
    """Return one function, with calls inlined and memory promoted where possible; arithmetic is unchanged."""
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


def _flat_function(entry: Entry, parts: tuple[FlatLeaf, ...]) -> list[str]:
    debug = f" !dbg {entry.subprogram}" if entry.subprogram else ""
    header = (
        f"define {entry.spelled}"
        f" @{FLAT}({', '.join(_parameter(leaf.type, i) for i, leaf in enumerate(parts))}){debug} {{"
    )
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
    """Return a parameter; every pointer of a shader is the address of separate memory."""
    return f"{spell(type)} noalias nonnull %p{number}" if isinstance(type, PointerType) else f"{spell(type)} %p{number}"


def _refuse_recursion(records: Module, text: str, file: str) -> None:
    rest = [name for name, function in records.functions.items() if function.blocks and name != FLAT]
    if not rest:
        return
    given = read(text, file)
    cycle = find_cycle(given, FLAT)
    if cycle:
        round_trip = " -> ".join(cycle)
        raise Unsupported(
            f"recursion cannot be compiled: {round_trip}",
            Location(file),
            ("write it as a loop with a constant number of steps",),
        )
    for last in (block.instructions[-1] for name in rest for block in given.functions[name].blocks):
        if last.op in ("indirectbr", "callbr"):
            notes = ("use a switch over a number instead",)
            raise Unsupported("a jump to an address cannot be compiled", last.location, notes, last.text)
    raise Unsupported(
        f"the function {rest[0]} could not be inlined",
        Location(file),
        (
            ALLOCATED
            if rest[0].startswith(ALLOCATION)
            else "a shader is one function: call functions by name, not by address",
        ),
    )


def check_vectors(module: Module, file: str) -> None:
    """Refuse vectors of unknown length, which LLVM's passes do not survive once their length is asked for."""
    for function in module.functions.values():
        for line in (function.line, *(line for block in function.blocks for line in block.lines)):
            if "<vscale x " in line:
                raise Unsupported(
                    "vectors whose length only the machine knows cannot be compiled",
                    Location(file),
                    ("compile for a target without them: AArch64 without SVE, RISC-V without V",),
                    line.partition("\n")[0],
                )


def check_layout(module: Module, entry: Entry, file: str) -> None:
    """Refuse modules whose target lays out structs differently from the plain 64-bit target of gpucc."""
    if module.datalayout.startswith("E"):
        raise Unsupported("this IR is for a big-endian target", Location(file), ("compile it for aarch64 or x86-64",))
    own, theirs = Layout(passes.DATALAYOUT), Layout(module.datalayout)
    if (own.integers, own.vectors, own.floats, own.pointer) == (
        theirs.integers,
        theirs.vectors,
        theirs.floats,
        theirs.pointer,
    ):
        return
    met = met_types(module, entry.name)
    for name, type in module.types.items():
        if f"%{name}" in met and not isinstance(type, OtherType) and own.size(type) != theirs.size(type):
            problem = (
                f"the struct {name} has {theirs.size(type)} bytes on the target of this IR, but {own.size(type)} on a"
                " 64-bit one"
            )
            raise InputError(problem, Location(file), ("compile it for aarch64 or x86-64",))
