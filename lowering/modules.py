"""Links modules: a shader and the modules that define what it calls.

Functions of further modules become internal, so that they are inlined where they are called and never taken for the
shader; LLVM's linker resolves the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import llvmlite.binding as llvm

from gpucc.errors import InputError, Location
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import Module
from gpucc.lowering.optimise import passes
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote
from gpucc.lowering.session import link, opened
from gpucc.lowering.source import SourceText

TARGET = re.compile(r"^target (?:triple|datalayout) = .*\n", re.MULTILINE)
# an integer of 128 bits as a type; a layout names it too, behind a dash
WIDE = re.compile(r"(?<![-\w%@.])i128\b")
# definitions that give way to another one of the same name, or are not seen from outside
YIELDING = frozenset(
    "internal private linkonce linkonce_odr weak weak_odr available_externally common appending extern_weak"
    " external".split()
)


def linked_modules(sources: Sequence[SourceText]) -> SourceText:
    """The first module with the others linked to it."""
    first, *others = sources
    outlines = [read(one.text, one.file, bodies=False) for one in sources]
    _refuse_duplicates(sources, outlines)
    _refuse_layouts(sources, outlines)
    with opened(first.text, first.file) as module:
        for one, outline in zip(others, outlines[1:], strict=True):
            try:
                link(module, TARGET.sub("", one.text), one.file)
            except RuntimeError as error:
                reason = " ".join(str(error).split())
                notes = ("do both declare it with the same type?",)
                raise InputError(
                    f"cannot link {one.file} to {first.file}: {reason}", Location(one.file), notes
                ) from None
            _hide(module, outline)
        text = str(module)
    aliases = [quote(name) for outline in outlines[1:] for name, one in outline.globals.items() if one.kind == "alias"]
    for name in aliases:
        text = text.replace(f"\n@{name} = ", f"\n@{name} = internal ")
    return replace(first, text=text)


def completes(first: SourceText, second: SourceText) -> bool:
    """Return whether one of two modules defines a function that the other only declares and calls."""
    outlines = [read(one.text, one.file, bodies=False) for one in (first, second)]
    declared, defined = (
        [{name for name, one in outline.functions.items() if one.declared_only == wanted} for outline in outlines]
        for wanted in (True, False)
    )
    return bool(declared[0] & defined[1] or declared[1] & defined[0])


def _refuse_duplicates(sources: Sequence[SourceText], outlines: Sequence[Module]) -> None:
    places: dict[str, str] = {}
    for source, outline in zip(sources, outlines, strict=True):
        for name in _defined(outline):
            if name in places:
                notes = ("remove one of the two, or make it local to its file (static in C, internal in IR)",)
                raise InputError(
                    f"{name} is defined in {places[name]} and again in {source.file}", Location(source.file), notes
                )
            places[name] = source.file


def _defined(outline: Module) -> Iterator[str]:
    """The names that only one module may define."""
    for name, function in outline.functions.items():
        if not function.declared_only and YIELDING.isdisjoint(function.attributes):
            yield name
    for name, variable in outline.globals.items():
        if variable.initializer is not None and YIELDING.isdisjoint(variable.line.split(" = ", 1)[-1].split()[:2]):
            yield name


def _refuse_layouts(sources: Sequence[SourceText], outlines: Sequence[Module]) -> None:
    """Refuse modules for different kinds of machines: a struct of one would be read in the other's layout."""
    # LLVM 18 changed how integers of 128 bits are aligned on x86-64: modules without them fit together all the same
    widest = 128 if any(WIDE.search(source.text) for source in sources) else 64
    layouts = [_memory(Layout(outline.datalayout or passes.DATALAYOUT), widest) for outline in outlines]
    machines = [outline.triple or "a machine that is not named" for outline in outlines]
    for source, machine, layout in zip(sources, machines, layouts, strict=True):
        if layout != layouts[0]:
            raise InputError(
                f"{source.file}, for {machine}, lays out memory otherwise than {sources[0].file}, for {machines[0]}",
                Location(source.file),
                ("compile all of them for one target, by one version of LLVM",),
            )


def _memory(layout: Layout, widest: int) -> tuple[object, ...]:
    """How types are laid out in memory, up to integers of this many bits."""
    integers = {bits: align for bits, align in layout.integers.items() if bits <= widest}
    return integers, layout.vectors, layout.floats, layout.pointer


def _hide(module: llvm.ModuleRef, outline: Module) -> None:
    """Make the functions that a further module defines internal."""
    wanted = {name for name, one in outline.functions.items() if not one.declared_only}
    for function in module.functions:
        if function.name in wanted:
            function.linkage = "internal"
