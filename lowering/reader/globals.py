"""Reads LLVM IR text outside of function bodies: globals, function headers, attribute groups."""

from __future__ import annotations

from gpucc.lowering.llvm import Function, GlobalVariable, Local, Parameter, PointerType
from gpucc.lowering.reader.calls import read_attribute, read_grouped, read_words
from gpucc.lowering.reader.tokens import Cursor, bare_name, render
from gpucc.lowering.reader.types import read_space, read_type, starts_type
from gpucc.lowering.reader.values import read_typed, read_value

LINKAGES = frozenset(
    (
        "private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr "
        "external"
    ).split()
)
DECLARING = frozenset(("external", "extern_weak"))
KINDS = frozenset(("global", "constant", "alias", "ifunc"))


def read_global(c: Cursor) -> GlobalVariable:
    """Read `@name = linkage ... global|constant|alias|ifunc T ...`; section, comdat and alignment are not needed."""
    token = c.take()
    c.expect("=")
    linkage, space = "", 0
    while (word := c.take()) not in KINDS:
        if word in LINKAGES:
            linkage = word
        elif word == "addrspace":
            c.at -= 1
            space = read_space(c)
        elif c.tokens[c.at] == "(":
            c.group()
    type = read_type(c)
    initializer = None
    if word in ("alias", "ifunc"):
        c.expect(",")
        initializer = read_typed(c)
        space = initializer.type.space if isinstance(initializer.type, PointerType) else 0
    elif linkage not in DECLARING:
        initializer = read_value(c, type)
    if c.tokens[c.at] not in ("", ","):
        while c.tokens[c.at][:1] == "#":
            c.at += 1
        if c.tokens[c.at] not in ("", ","):
            raise c.fail(f"unexpected '{c.tokens[c.at]}'")
    kind = word if word in ("alias", "ifunc") else "variable"
    return GlobalVariable(bare_name(token), type, space, word == "constant", initializer, linkage, kind)


def read_header(c: Cursor) -> Function:
    """Read `define|declare ... T @name(parameters) ...`; enter the parameters into the cursor's locals."""
    c.at += 1
    words: list[str] = []
    _read_attachments(c)
    while not starts_type(c.tokens[c.at]):
        words.append(read_attribute(c))
    start = c.at
    result = read_type(c)
    spelled = render(c.tokens[start : c.at])
    name = bare_name(c.take())
    personality = ""
    parameters, variadic = _read_parameters(c)
    while (token := c.tokens[c.at]) not in ("", "{"):
        if token[:1] == "!":
            break
        if token in ("prefix", "prologue", "personality"):
            start = c.at
            c.at += 1
            read_typed(c)
            personality = render(c.tokens[start : c.at]) if token == "personality" else personality
        elif token in ("section", "partition", "gc"):
            c.at += 2
        elif token == "addrspace":
            read_space(c)
        else:
            words.extend(read_grouped(c))
    return Function(
        name, result, parameters, variadic=variadic, attributes=tuple(words), spelled=spelled, personality=personality
    )


def _read_attachments(c: Cursor) -> None:
    """Skip the metadata that a declaration has before its result."""
    while c.tokens[c.at][:1] == "!":
        c.at += 2


def _read_parameters(c: Cursor) -> tuple[tuple[Parameter, ...], bool]:
    c.expect("(")
    parameters: list[Parameter] = []
    number = 0
    while not c.accept(")"):
        if parameters:
            c.expect(",")
        if c.accept("..."):
            c.expect(")")
            return tuple(parameters), True
        start = c.at
        type = read_type(c)
        spelled = render(c.tokens[start : c.at])
        words = read_words(c)
        token = c.tokens[c.at]
        if token[:1] == "%":
            c.at += 1
        else:
            token = f"%{number}"
        number += token == f"%{number}"
        name = bare_name(token)
        c.locals[token] = Local(name, type)
        parameters.append(Parameter(name, type, words, spelled))
    return tuple(parameters), False


def read_group(c: Cursor) -> tuple[str, tuple[str, ...]]:
    """Read `attributes #0 = { nounwind "key"="value" }`."""
    c.at += 1
    name = c.take()
    c.expect("=")
    c.expect("{")
    words: list[str] = []
    while not c.accept("}"):
        start = c.at
        word = read_attribute(c)
        if c.accept("="):
            c.take()
            word = render(c.tokens[start : c.at])
        words.append(word)
    return name, tuple(words)
