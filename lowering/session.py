"""LLVM's modules during a compilation: text becomes a module, a module becomes text.

Within `session`, a module that was printed is kept. Opening the same text again yields a copy of it, which LLVM makes
in a fraction of the time of parsing. It is a copy so that each owner may change its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import field

import llvmlite.binding as llvm

from gpucc.errors import InputError, Location
from gpucc.records import dataclass

EXPECTED = "gpucc reads LLVM IR: a .ll or .bc file, e.g. from clang -S -emit-llvm or rustc --emit=llvm-ir"
ASSEMBLY = "assembly of a target, such as picasso's .vsh files, is read by `gpucc asm FILE --isa X`"
# what nearly every module of LLVM IR has, at the beginning of a line
MODULE = re.compile(r"^(define|declare|target|source_filename|@|%)", re.MULTILINE)
TEXT_NOTES = (
    (
        ("expected comma after load", "type of a load"),
        "this looks like IR of LLVM 3.6 or older; compile the source again with a newer compiler",
    ),
    (
        ("attribute",),
        (
            f"LLVM {'.'.join(map(str, llvm.llvm_version_info))} reads this file; a newer compiler may write attributes"
            " that it does not know"
        ),
    ),
    (
        ("floating point constant invalid",),
        "these are the digits of a double whose value no float has: write a decimal number, which is rounded",
    ),
    (("expected top-level entity",), EXPECTED),
    (
        ("expected type", "pointer"),
        "pointers are written `ptr`; most IR with typed pointers, such as `float*`, is read as well",
    ),
    (
        ("use of undefined value", "use of undefined type", "use of undefined metadata"),
        "every value, type and function must be defined or declared in the same file",
    ),
    (
        ("constexprs are no longer supported",),
        "older LLVMs wrote such constant expressions, which optimisation computes: compile with -O1 or more, or let the"
        " opt of the same LLVM do so (opt -O1 -S)",
    ),
)


class MalformedText(InputError):
    """LLVM's parser refuses the text."""


@dataclass(slots=True)
class _Kept:
    """The printed modules, by their text; `stack` closes them, and then their contexts."""

    stack: ExitStack
    modules: dict[str, llvm.ModuleRef] = field(default_factory=dict)


_SESSION: ContextVar[_Kept | None] = ContextVar("session", default=None)


@contextmanager
def session() -> Iterator[None]:
    """Keep the modules that `printed` prints until the end. A session within another is part of it."""
    if _SESSION.get() is not None:
        yield
        return
    with ExitStack() as stack:
        token = _SESSION.set(_Kept(stack))
        try:
            yield
        finally:
            _SESSION.reset(token)


@contextmanager
def opened(text: str, file: str) -> Iterator[llvm.ModuleRef]:
    """Open LLVM's module for the text, in its own context, so that names of types do not depend on what was parsed
    before.

    Module and context are closed at the end, in this order. Python's garbage collector, which a traceback may delay,
    could close the context first, and disposing of the module would then abort the process.
    """
    kept = _SESSION.get()
    known = kept.modules.get(text) if kept is not None else None
    with ExitStack() as stack:
        if known is not None:
            module = known.clone()
        else:
            context = llvm.create_context()
            (kept.stack if kept is not None else stack).callback(context.close)
            module = _parsed(text, file, context)
        stack.callback(module.close)
        yield module


def printed(module: llvm.ModuleRef) -> str:
    """Return the module's text, in the form that the reader expects."""
    text = str(module)
    kept = _SESSION.get()
    if kept is not None and text not in kept.modules:
        kept.modules[text] = copy = module.clone()
        kept.stack.callback(copy.close)
    return text


def link(module: llvm.ModuleRef, text: str, file: str) -> None:
    """Add the functions of a text to a module: LLVM parses only these, and its linker does the rest."""
    module.link_in(_parsed(text, file, module._context))


def _parsed(text: str, file: str, context: llvm.ContextRef) -> llvm.ModuleRef:
    try:
        return llvm.parse_assembly(text, context)
    except UnicodeDecodeError:
        raise MalformedText(
            "LLVM cannot read this IR, and says so in bytes that are not UTF-8", Location(file), (EXPECTED,)
        ) from None
    except RuntimeError as error:
        raise _explain(str(error), text, file) from None


def _explain(message: str, text: str, file: str) -> MalformedText:
    """Split LLVM's message `<string>:LINE:COLUMN: error: REASON`, which is followed by the line."""
    _, mark, rest = message.partition("<string>:")
    line, column, reason = [*rest.partition("\n")[0].split(":", 2), "", ""][:3]
    if not mark or not line.isdigit() or not reason.startswith(" error: "):
        reason = " ".join(message.removeprefix("LLVM IR parsing error").split())
        return MalformedText(f"LLVM cannot read this IR: {reason}", Location(file), (EXPECTED,))
    reason = reason.removeprefix(" error: ")
    lines = text.split("\n")
    shown = lines[int(line) - 1] if int(line) <= len(lines) else None
    notes = tuple(note for words, note in TEXT_NOTES if any(word in reason for word in words))[:1]
    if notes == (EXPECTED,) and not MODULE.search(text):
        notes += (ASSEMBLY,)
    return MalformedText(f"LLVM cannot read this IR: {reason}", Location(file, int(line), int(column)), notes, shown)
