"""Edits several forms of one function in a single round trip through text.

A form is what some passes make of the function. LLVM links all forms into one module, prints it and, when the records
are edited, parses it. Each form is then taken out of a copy of that module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

import llvmlite.binding as llvm

from gpucc.lowering.llvm import Function, Module
from gpucc.lowering.optimise import passes
from gpucc.lowering.reader.edit import respelled
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.tokens import TOKEN
from gpucc.lowering.session import opened
from gpucc.records import dataclass

UNITS = "!llvm.dbg.cu = !{"
# edits a function of a module
Edit = Callable[[Module, Function], None]


@dataclass(frozen=True, slots=True)
class LoopForm:
    """A module with one function, which is copied, the passes for the copy, and the edit after them. Only with `bodies`
    does the edit see instructions; otherwise it sees lines.
    """

    module: llvm.ModuleRef
    passes: Sequence[str]
    edit: Edit
    bodies: bool = False


class Edited:
    """All forms in one module, edited; LLVM parses it when the first form is taken."""

    def __init__(self, records: Module, name: str, suffixes: Mapping[str, str], stack: ExitStack) -> None:
        self.records, self.name, self.suffixes, self.stack = records, name, suffixes, stack
        self.module: llvm.ModuleRef | None = None

    @contextmanager
    def taken(self, form: str) -> Iterator[llvm.ModuleRef]:
        """Take a form out of the module of all, into one where the function has its own name. Each is taken once."""
        if self.module is None:
            self.module = self.stack.enter_context(opened(self.records.text(), "<forms>"))
        wanted = self.name + self.suffixes[form]
        with copied(self.module) as module:
            _remove(self.module, lambda name: name == wanted)
            _remove(module, lambda name: name != wanted)
            module.get_function(wanted).name = self.name
            yield module


def _remove(module: llvm.ModuleRef, unwanted: Callable[[str], bool]) -> None:
    for function in module.functions:
        if not function.is_declaration and unwanted(function.name):
            function.linkage = "internal"
    passes.run(module, "global_dead_code_eliminate")


@contextmanager
def copied(module: llvm.ModuleRef) -> Iterator[llvm.ModuleRef]:
    """Copy a module, in the same context."""
    copy = module.clone()
    try:
        yield copy
    finally:
        copy.close()


@contextmanager
def edited(forms: Mapping[str, LoopForm]) -> Iterator[Edited]:
    """Edit the forms together."""
    suffixes = {form: f".{i}" for i, form in enumerate(forms)}
    name, text = _linked(forms, suffixes)
    records = read(text, bodies=frozenset(name + suffixes[form] for form, one in forms.items() if one.bodies))
    _share_units(records, len(forms))
    for form, one in forms.items():
        one.edit(records, records.functions[name + suffixes[form]])
    with ExitStack() as stack:
        yield Edited(records, name, suffixes, stack)


def _linked(forms: Mapping[str, LoopForm], suffixes: Mapping[str, str]) -> tuple[str, str]:
    """Return the name of the function, and the text of the module with all forms."""
    name, modules = "", []
    with ExitStack() as stack:
        for form, one in forms.items():
            module = stack.enter_context(copied(one.module))
            modules.append(module)
            passes.run(module, *one.passes)
            (function,) = (function for function in module.functions if not function.is_declaration)
            name = function.name
            function.name = name + suffixes[form]
            for variable in module.global_variables:
                # every form brings the module's variables with it
                if not variable.is_declaration:
                    variable.linkage = "internal"
        whole, *rest = modules
        for module in rest:
            whole.link_in(module)
        return name, str(whole)


def _share_units(records: Module, forms: int) -> None:
    """Give all forms the compile units of the first, since every form brought copies of them."""
    at = next((i for i, line in enumerate(records.tail) if line.startswith(UNITS)), None)
    if at is None:
        return
    units = [token for token in TOKEN.findall(records.tail[at]) if token[1:].isdigit()]
    first = units[: len(units) // forms]
    same = dict(zip(units, first * forms, strict=True))

    def shared(pieces: list[str]) -> Iterator[str]:
        for before, piece in zip(["", "", *pieces], pieces, strict=False):
            yield f" {same[piece.strip()]}" if before.strip() == "unit" and piece.strip() in same else piece

    records.tail[at] = f"{UNITS}{', '.join(first)}}}"
    records.tail = [respelled(line, shared) if "unit: !" in line else line for line in records.tail]
