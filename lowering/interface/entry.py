"""Chooses the function that is the shader, and reads its header."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gpucc.errors import InputError, Location, Unsupported
from gpucc.lowering.llvm import Function, Global, LType, Module, Parameter
from gpucc.lowering.reader.edit import mentioned
from gpucc.lowering.reader.read import read, type_spelled
from gpucc.lowering.reader.spelling import quote
from gpucc.lowering.reader.tokens import TOKEN, bare_name
from gpucc.records import dataclass

# linkages of functions that are no module's own: their text is in each module that uses them, as templates are
LOCAL_LINKAGE = frozenset(("internal", "private", "linkonce", "linkonce_odr", "weak_odr", "available_externally"))
# the prefix of the function with a C signature that Numba makes of a kernel
NUMBA = "cfunc."
KERNELS = frozenset({"spir_kernel", "amdgpu_kernel", "ptx_kernel"})


@dataclass(frozen=True, slots=True)
class Formal:
    """A parameter of the entry. `name` is empty where the source gives none; `token` is its name in the text.

    `pointee` is the type that `sret` or `byval` names.
    """

    name: str
    token: str
    type: LType
    spelled: str
    attributes: tuple[str, ...] = ()
    pointee: LType | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """The shader's function; `token` is its name as in the text, without its sigil."""

    name: str
    token: str
    result: LType
    spelled: str
    formals: tuple[Formal, ...]
    personality: str = ""
    subprogram: str = ""


def choose_entry(module: Module, wanted: str | None, file: str) -> str:
    """Return the name of the entry: the wanted function, the only candidate, or `main`.

    There is one candidate if only one function is defined, only one is visible outside, or only one visible function is
    not called by another. Numba's `cfunc.` functions and kernels take precedence over the rest.
    """
    defined = {name: one for name, one in module.functions.items() if not one.declared_only}
    if wanted is not None:
        return _find_wanted(module, list(defined), wanted, file)
    if not defined:
        notes = ("the shader is a function of the module: define it, or compile the source file that does",)
        raise InputError("this module defines no function", Location(file), notes)
    named = {target for name, target in aliases(module).items() if _is_visible(module.globals[name].line)}
    visible = [name for name, one in defined.items() if LOCAL_LINKAGE.isdisjoint(one.attributes) or name in named]
    for names in (list(defined), visible):
        if len(names) == 1:
            return names[0]
    if "main" in defined:
        return "main"
    numba = [name for name in visible if name.startswith(NUMBA)]
    called = {found for name, one in defined.items() for found in names_met(one) - {f"@{name}"}}
    called |= {f"@{target}" for name, target in aliases(module).items() if f"@{name}" in called}
    # a kernel of OpenCL has its body a second time, as a function that other kernels may call (clang from 21 on)
    kernels = [name for name in visible if not KERNELS.isdisjoint(defined[name].attributes)]
    for names in (numba, kernels, [name for name in visible if f"@{name}" not in called]):
        if len(names) == 1:
            return names[0]
    candidates = ", ".join(visible or defined)
    notes = (f"choose one with --entry: {candidates}",)
    raise InputError(
        f"this module defines {len(visible or defined)} functions that could be the shader", Location(file), notes
    )


def _is_visible(line: str) -> bool:
    return LOCAL_LINKAGE.isdisjoint(line.partition(" alias ")[0].split())


def _find_wanted(module: Module, defined: list[str], wanted: str, file: str) -> str:
    name = aliases(module).get(wanted, wanted)
    if name in defined:
        return name
    reason = "is declared in this module, but not defined" if name in module.functions else "is not in this module"
    notes = (f"defined here: {', '.join(defined)}",) if defined else ("this module defines no function",)
    raise InputError(f"the entry {wanted} {reason}", Location(file), notes)


def aliases(module: Module) -> dict[str, str]:
    """Return the targets of aliases that are another name of a function or variable, and not an address within it."""
    direct = {
        name: one.initializer.name
        for name, one in module.globals.items()
        if one.kind == "alias" and isinstance(one.initializer, Global)
    }
    found = {}
    for name, target in direct.items():
        for _ in direct:
            target = direct.get(target, target)
        found[name] = target
    return found


def names_met(function: Function, signs: str = "@") -> set[str]:
    return mentioned([function.line, *(line for block in function.blocks for line in block.lines)], signs)


# functions that the entry reaches ------------------------------------------------------------------------------------


def read_reached(outline: Module, entry: str, file: str) -> Module:
    """Add to a module that was read without bodies the functions that the entry reaches."""
    functions = outline.functions

    def users(name: str) -> set[str]:
        return names_met(functions[name[1:]]) if name[1:] in functions else set()

    rest = [*outline.head, *(one.line for one in outline.globals.values()), *outline.tail]
    reached = closure({f"@{entry}", *mentioned(rest, "@")}, users)
    outline.functions = {name: one for name, one in outline.functions.items() if f"@{name}" in reached}
    return read(outline.text(), file)


def met_types(module: Module, entry: str) -> set[str]:
    """Return the named types that are used in the entry, in code that it reaches, or within one another."""
    users = {f"@{name}": names_met(one, "@%") for name, one in module.functions.items()}
    users |= {f"@{name}": mentioned([one.line], "@%") for name, one in module.globals.items()}
    types = [line for line in module.head if line[:1] == "%"]
    users |= {f"%{bare_name(TOKEN.findall(line)[0])}": mentioned([line], "%") for line in types}
    return closure({f"@{entry}"}, lambda name: users.get(name, set()))


def closure(start: Iterable[str], users: Callable[[str], set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += users(name)
    return reached


# header ---------------------------------------------------------------------------------------------------------------


def read_entry(module: Module, name: str, file: str) -> Entry:
    function = module.functions[name]
    if function.variadic:
        notes = ("give it a fixed list of parameters",)
        raise Unsupported(f"the entry {name} takes a variable number of arguments", Location(file), notes)
    formals = tuple(_formal(module, one, file) for one in function.parameters)
    return Entry(
        name, quote(name), function.result, function.spelled, formals, function.personality, function.subprogram
    )


def _formal(module: Module, one: Parameter, file: str) -> Formal:
    pointees = (word.partition("(") for word in one.attributes if word.startswith(("sret(", "byval(")))
    pointee = next((type_spelled(inner[:-1], module, file) for _, _, inner in pointees), None)
    name = "" if one.name.isdigit() else one.name
    return Formal(name, f"%{quote(one.name)}", one.type, one.spelled, one.attributes, pointee)


# recursion ------------------------------------------------------------------------------------------------------------


def find_cycle(module: Module, start: str) -> list[str]:
    """Return functions reachable from `start` that call each other in a circle: [f, g, f]; empty if there is none."""
    calls = {name: _callees(module, name) for name in module.functions}
    path: list[str] = [start]
    choices = [iter(calls.get(start, ()))]
    done: set[str] = set()
    while path:
        following = next(choices[-1], None)
        if following is None:
            done.add(path.pop())
            choices.pop()
        elif following in path:
            return [*path[path.index(following) :], following]
        elif following not in done:
            path.append(following)
            choices.append(iter(calls.get(following, ())))
    return []


def _callees(module: Module, name: str) -> list[str]:
    found: dict[str, None] = {}
    for block in module.functions[name].blocks:
        for instruction in block.instructions:
            if isinstance(instruction.callee, Global) and instruction.callee.name in module.functions:
                found[instruction.callee.name] = None
    return list(found)
