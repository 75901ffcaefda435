"""Which function is the shader, and what its header says."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gpucc.errors import InputError, Location, Unsupported
from gpucc.lowering.llvm import Global, LType, Module
from gpucc.lowering.reader.calls import read_attribute, read_words
from gpucc.lowering.reader.tokens import Cursor, bare_name, render
from gpucc.lowering.reader.types import PRIMITIVES, read_type, starts_type

DEFINE = re.compile(r'^define (.*?)@((?:"[^"]*"|[-\w.$]+))\(')
DECLARE = re.compile(r'^declare (.*?)@((?:"[^"]*"|[-\w.$]+))\(')
ALIAS = re.compile(r'^@("[^"]*"|[-\w.$]+) = .*\balias .*, ptr (?:addrspace\(\d+\) )?@("[^"]*"|[-\w.$]+)(?:,.*)?$')
NAMED_TYPE = re.compile(r'^(%[-\w.$]+|%"[^"]*") = type (.*)$')
CALLED = re.compile(r'@("[^"]*"|[-\w.$]+)')
LOCAL_LINKAGE = re.compile(r"\b(internal|private|linkonce|linkonce_odr|available_externally)\b")
POINTEE = re.compile(r"^(?:sret|byval)\((.*)\)$")
SUBPROGRAM = re.compile(r"!dbg (!\d+)")
# what Numba calls the function with a C signature that it makes of a kernel
NUMBA = "cfunc."


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
    """`line` is the index of the header in the text."""

    name: str
    token: str
    line: int
    result: LType
    spelled: str
    formals: tuple[Formal, ...]
    personality: str = ""
    subprogram: str = ""


def choose_entry(lines: list[str], wanted: str | None, file: str) -> int:
    """The line of the entry's header: the wanted function, else the only one that can be meant, else `main`.

    Only one can be meant if only one is defined, only one is visible outside, or only one visible function is called
    by no other. Numba's `cfunc.` functions go before the rest.
    """
    defined = {bare_name("@" + found[2]): i for i, line in enumerate(lines) if (found := DEFINE.match(line))}
    if wanted is not None:
        return _find_wanted(lines, defined, wanted, file)
    if not defined:
        notes = ("the shader is a function of the module: define it, or compile the source file that does",)
        raise InputError("this module defines no function", Location(file), notes)
    visible = [name for name, i in defined.items() if not LOCAL_LINKAGE.search(_prefix(lines[i]))]
    for names in (list(defined), visible):
        if len(names) == 1:
            return defined[names[0]]
    if "main" in defined:
        return defined["main"]
    numba = [name for name in visible if name.startswith(NUMBA)]
    called = _called(lines)
    for names in (numba, [name for name in visible if name not in called]):
        if len(names) == 1:
            return defined[names[0]]
    candidates = ", ".join(visible or defined)
    notes = (f"choose one with --entry: {candidates}",)
    raise InputError(f"this module defines {len(visible or defined)} functions that could be the shader", Location(file), notes)


def _prefix(line: str) -> str:
    found = DEFINE.match(line)
    return found[1] if found else ""


def _find_wanted(lines: list[str], defined: dict[str, int], wanted: str, file: str) -> int:
    aliases = {bare_name("@" + found[1]): bare_name("@" + found[2]) for line in lines if (found := ALIAS.match(line))}
    name = aliases.get(wanted, wanted)
    if name in defined:
        return defined[name]
    declared = {bare_name("@" + found[2]) for line in lines if (found := DECLARE.match(line))}
    reason = "is declared in this module, but not defined" if name in declared else "is not in this module"
    notes = (f"defined here: {', '.join(defined)}",) if defined else ("this module defines no function",)
    raise InputError(f"the entry {wanted} {reason}", Location(file), notes)


def _called(lines: list[str]) -> set[str]:
    """Names of functions that other functions mention."""
    found: set[str] = set()
    inside = ""
    for line in lines:
        if head := DEFINE.match(line):
            inside = head[2]
        elif line.startswith("  ") and "@" in line:
            found.update(bare_name("@" + name) for name in CALLED.findall(line) if name != inside)
    return found


def read_entry(lines: list[str], line: int, file: str) -> Entry:
    c = Cursor(file)
    c.types.update(PRIMITIVES)
    c.pending.update((found[1], found[2]) for text in lines if text[:1] == "%" and (found := NAMED_TYPE.match(text)))
    c.load(lines[line], line + 1)
    c.at += 1
    while not starts_type(c.tokens[c.at]):
        read_attribute(c)
    start = c.at
    result = read_type(c)
    spelled = render(c.tokens[start : c.at])
    token = c.take()[1:]
    formals = _read_formals(c, bare_name("@" + token), file)
    personality = re.search(r"personality ptr @(?:\"[^\"]*\"|[-\w.$]+)", lines[line])
    subprogram = SUBPROGRAM.search(lines[line])
    return Entry(
        bare_name("@" + token),
        token,
        line,
        result,
        spelled,
        formals,
        personality[0] if personality else "",
        subprogram[1] if subprogram else "",
    )


def _read_formals(c: Cursor, function: str, file: str) -> tuple[Formal, ...]:
    c.expect("(")
    formals: list[Formal] = []
    while not c.accept(")"):
        if formals:
            c.expect(",")
        if c.accept("..."):
            raise Unsupported(
                f"the entry {function} takes a variable number of arguments", Location(file), ("give it a fixed list of parameters",)
            )
        start = c.at
        type = read_type(c)
        spelled = render(c.tokens[start : c.at])
        attributes = read_words(c)
        number = sum(formal.token[1:].isdigit() for formal in formals)
        token = c.take() if c.tokens[c.at][:1] == "%" else f"%{number}"
        name = bare_name(token)
        formals.append(Formal("" if name.isdigit() else name, token, type, spelled, attributes))
    return tuple(replace(formal, pointee=_pointee(c, formal.attributes)) for formal in formals)


def _pointee(c: Cursor, attributes: tuple[str, ...]) -> LType | None:
    for word in attributes:
        if found := POINTEE.match(word):
            c.load(found[1], c.line)
            return read_type(c)
    return None


# recursion ---------------------------------------------------------------------------------------------------------------


def find_cycle(module: Module, start: str) -> list[str]:
    """Functions that call each other in a circle, reachable from `start`: [f, g, f]; empty if there is none."""
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
