"""Loads LLVM IR from files, text or objects and returns a verified module's canonical text.

LLVM parses, verifies and prints the module once; all later stages read that text. Input from outside is read in a child
process, because LLVM's readers abort the process on some malformed modules.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import llvmlite.ir
import numpy as np

from gpucc.errors import InputError, Location
from gpucc.lowering.apart import READ, REFUSED, ChildEnding, name_devices, read_apart, without_immediates
from gpucc.lowering.numbers import in_older_spelling
from gpucc.lowering.session import EXPECTED, MalformedText, opened
from gpucc.program import Hints, Stage
from gpucc.records import dataclass

BITCODE = b"BC\xc0\xde"
WRAPPER = b"\xde\xc0\x17\x0b"
OTHER_FILES = (
    (b"\x7fELF", "an ELF object file"),
    (b"MZ", "a Windows executable"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O object file"),
    (b"\xca\xfe\xba\xbe", "a Mach-O or Java file"),
    (b"\0asm", "a WebAssembly module"),
    (b"\x03\x02\x23\x07", "SPIR-V"),
    (b"!<arch>", "an archive"),
    (b"PK\x03\x04", "a zip file"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\x89PNG", "a picture"),
)
SOURCES = "gpucc reads LLVM IR (.ll, .bc), GLSL (.vert, .frag and the like) and AGSL (.agsl)"
IR_LINE = re.compile(
    rb"^(?:; ModuleID|source_filename =|target (?:triple|datalayout) =|(?:define|declare) [^\n]*@[^\n]*\(|"
    rb"@\S+ = |%\S+ = type )",
    re.MULTILINE,
)
MOST_BYTES = 1 << 28
OPENERS, CLOSERS = b"([{<", b")]}>"
# LLVM's parser recurses for every level of nesting; 8 MB of stack hold some 20,000
DEEPEST = 1000
HUGE_VECTOR = re.compile(r"<(\d{6,}) x ")
DEBUG_FLAG = '"Debug Info Version"'
DEBUG_INFORMATION = re.compile(
    r",?[ \t]*!dbg[ \t]+!\d+|^[ \t]*#dbg_[^\n]*$|^[ \t]*(?:tail )?call void @llvm\.dbg\.[^\n]*$|^!llvm\.dbg\.cu ="
    r" [^\n]*$",
    re.MULTILINE,
)
STRING_OR_COMMENT = re.compile(r'"[^"]*"|;[^\n]*')
# names as LLVM prints them: quotes follow the sigil, and special characters are two hexadecimal digits
NAME_OR_STRING = re.compile(r'([@%$]?)"([^"]*)"|;[^\n]*')
ESCAPED = re.compile(rb"\\(\\|[0-9a-fA-F]{2})")
# input on which LLVM's text reader is known to abort; text from a file is always read in a child process
DANGEROUS = re.compile(
    r"@llvm\.(?!(?:fabs|sqrt|floor|ceil|trunc|rint|round|roundeven|nearbyint|minnum|maxnum|minimum|maximum|fma|fmuladd|pow|sin|cos|exp|exp2"
    r"|log|log2|log10|copysign|[su]min|[su]max|fsh[lr]|ctpop|bitreverse|dbg\.(?:value|declare|label|assign)|lifetime|memcpy|memmove|memset|assume)\b)"
    r"|\bvscale\b|\bi\d{5,}\b|\bcc *\d{4,}\b|^!nvvm\.|\d{400}|(?:^!\d+ = [^\n]*\n){5000}|(?:^%[^\n]* = type"
    r" [^\n]*\n){2000}",
    re.MULTILINE,
)
TOKEN = re.compile(
    r"^ *%[^ ]+ = (?:tail |notail )?call token @llvm\.experimental\.convergence\.[^\n]*\n"
    r"|^declare token @llvm\.experimental\.convergence\.[^\n]*\n",
    re.MULTILINE,
)
# what LLVM says at an attribute that it does not know, and its form; at most so many are left out
AT_ATTRIBUTE = (
    "unterminated attribute group",
    "expected ')' at end of argument list",
    "expected '{' in function body",
)
ATTRIBUTE = re.compile(r"[a-z][a-z_]*(?:\([^()]*\)|=\d+)?(?=[ ,)])")
# attributes with words of their own, of which newer versions have more
WITH_WORDS = re.compile(r"\b(?:memory|captures)\([^()]*\)")
MOST_UNKNOWN = 64
BUNDLE = re.compile(r' \[ "convergencectrl"\(token %[^ )]+\) \]')


@dataclass(frozen=True, slots=True)
class SourceText:
    """A verified module as LLVM prints it, and its origin; `stage` is what a shading language says about it."""

    text: str
    file: str
    hints: Hints = field(default_factory=Hints, compare=False, repr=False)
    stage: Stage | None = None


def is_ir(data: bytes) -> bool:
    """Return whether a file holds LLVM IR, whatever its name: bitcode, or a line that no shading language could
    have.
    """
    return data.startswith((BITCODE, WRAPPER)) or IR_LINE.search(data) is not None


def load(source: Any, *, name: str | None = None, own: bool = False) -> SourceText:
    """Load a path, IR text, the bytes of a .ll or .bc file, an llvmlite `ir.Module` or a `ModuleRef`.

    `own` marks text that a front end of gpucc wrote, which is canonical already.
    """
    found = _loaded(source, name, own)
    return found if own else replace(found, text=_of_one_lane(found.text))


def _of_one_lane(text: str) -> str:
    """Return the text without the tokens that say which lanes run together: a shader is one lane, and some of LLVM's
    passes end the process at them."""
    if "@llvm.experimental.convergence." in text:
        text = BUNDLE.sub("", TOKEN.sub("", text))
    return text


def _loaded(source: Any, name: str | None, own: bool) -> SourceText:
    match source:
        case llvm.ModuleRef():
            return _from_module(source, name or source.name or "<module>")
        case llvmlite.ir.Module():
            return _from_text(_spell(source), name or source.name or "<module>")
        case bytes() | bytearray() | memoryview():
            return _from_bytes(bytes(source), name or "<bytes>")
        case Path():
            return _from_file(source, name)
        case str() if is_text(source):
            return SourceText(source, name or "<text>") if own else _from_text(source, name or "<text>")
        case str():
            return _from_file(Path(source), name)
    raise InputError(
        f"cannot read LLVM IR from {type(source).__name__}", notes=("give a path, text, bytes or a module of llvmlite",)
    )


def is_text(source: str) -> bool:
    """Return whether a string is IR itself and not the name of a file."""
    return "\n" in source or (re.search(r"\b(define|declare)\b.*[({]", source) is not None and not _exists(source))


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _spell(module: llvmlite.ir.Module) -> str:
    try:
        return str(module)
    except (AttributeError, TypeError, ValueError, NotImplementedError) as error:
        raise InputError(
            f"llvmlite cannot print this module: {error}", notes=("is every block of it terminated?",)
        ) from error


def read_whole(path: Path) -> bytes:
    """Return a file's bytes. A device or pipe may have no end: what is larger than any program is refused."""
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise InputError(
            f"the input is larger than {MOST_BYTES >> 20} MiB", Location(str(path)), ("no program is as large as that",)
        )
    return content


def _from_file(path: Path, name: str | None) -> SourceText:
    file = name or str(path)
    if not str(path) or str(path) == ".":
        raise InputError("the name of the input file is empty", notes=(EXPECTED,))
    try:
        content = read_whole(path)
    except IsADirectoryError:
        raise InputError(f"{file} is a folder", Location(file), (EXPECTED,)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot read {file}: {reason}", Location(file)) from None
    return _from_bytes(content, file)


def _from_bytes(content: bytes, file: str) -> SourceText:
    place = Location(file)
    if not content.strip():
        raise InputError("the input is empty", place, (SOURCES,))
    if content.startswith((BITCODE, WRAPPER)):
        text = _from_bitcode(content, place)
        _refuse_odd_names(text, file)
        return SourceText(text, file)
    for magic, what in OTHER_FILES:
        if content.startswith(magic):
            raise InputError(f"this is {what}, not LLVM IR", place, (EXPECTED,))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = f"this is neither LLVM bitcode nor text: byte {error.start} is not UTF-8"
        raise InputError(problem, Location(file, line), (EXPECTED,)) from None
    return _from_text(text, file, foreign=True)


def _from_bitcode(content: bytes, place: Location) -> str:
    content = _unwrap(content, place)
    if len(content) % 4:
        raise InputError("this bitcode is truncated: its length is no multiple of four", place)
    ending = read_apart(content, "bitcode")
    if ending.code == REFUSED:
        reason = " ".join(ending.answer.removeprefix("LLVM bitcode parsing error").split())
        raise InputError(
            f"LLVM cannot read this bitcode: {reason}", place, ("is the file complete, and not from a newer LLVM?",)
        )
    if ending.code != READ:
        raise InputError(f"LLVM cannot read this bitcode: {ending.reason()}", place, ("the file is damaged",))
    _refuse_what_ends_the_process(ending.answer, ending.answer.encode("utf-8"), str(place))
    return ending.answer


def _unwrap(content: bytes, place: Location) -> bytes:
    """Return the bitcode in a Darwin wrapper: magic, version, offset, size, cpu, each 32 bits."""
    if not content.startswith(WRAPPER):
        return content
    offset, size = (int.from_bytes(content[i : i + 4], "little") for i in (8, 12))
    inner = content[offset : offset + size]
    if len(content) < 20 or len(inner) != size or not inner.startswith(BITCODE):
        raise InputError("this bitcode is truncated: its wrapper promises more than there is", place)
    return inner


def _from_text(text: str, file: str, foreign: bool = False) -> SourceText:
    """Read a text. Attributes that only a newer LLVM knows are left out: they allow optimisations, or describe machines
    of their own."""
    for _ in range(MOST_UNKNOWN):
        try:
            return _read_text(text, file, foreign)
        except MalformedText as error:
            shorter = _without_attribute(text, error)
            if shorter is None:
                raise
            text = shorter
    return _read_text(text, file, foreign)


def _without_attribute(text: str, error: MalformedText) -> str | None:
    """The text without the attribute that LLVM does not know, if that is the error."""
    if error.location is None:
        return None
    lines = text.split("\n")
    line, column = lines[error.location.line - 1], error.location.column - 1
    if error.message.endswith(AT_ATTRIBUTE):
        found = ATTRIBUTE.match(line, column)
        # a parameter of a definition has a name behind its attributes
        if found is None or (line.startswith("define ") and line[found.end()] in ",)"):
            return None
        start, end = found.span()
    else:
        around = [found for found in WITH_WORDS.finditer(line) if found.start() < column < found.end()]
        if not around or "expected " not in error.message:
            return None
        start, end = around[0].span()
    # a group must not become empty
    instead = "nounwind" if line.startswith("attributes ") else ""
    lines[error.location.line - 1] = line[:start] + instead + line[end:]
    return "\n".join(lines)


def _read_text(text: str, file: str, foreign: bool) -> SourceText:
    place = Location(file)
    if not text.strip():
        raise InputError("the input is empty", place, (SOURCES,))
    if "\0" in text:
        raise InputError(
            "the text contains a NUL byte", Location(file, text.count("\n", 0, text.index("\0")) + 1), (EXPECTED,)
        )
    text = in_older_spelling(text)
    try:
        encoded = text.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError("the text contains characters that UTF-8 cannot carry", place, (EXPECTED,)) from None
    _refuse_what_ends_the_process(text, encoded, file)
    _refuse_odd_names(text, file, lines=True)
    if foreign or DANGEROUS.search(text):
        try:
            answer = _read_by_child(encoded)
            _refuse_odd_names(answer, file)
            return SourceText(answer, file)
        except _Unread as error:
            if error.ending.code != REFUSED:
                _explain_debug_information(text, file)
                problem = f"LLVM cannot read this IR: {error.ending.reason()}"
                raise InputError(problem, place, ("is it what a compiler wrote?",)) from None
    elif DEBUG_FLAG in text:
        _verify_without_debug_information(text, file)
    with opened(text, file) as module:
        return _from_module(module, file)


class _Unread(Exception):
    """A child could not read a text."""

    def __init__(self, ending: ChildEnding) -> None:
        super().__init__(ending)
        self.ending = ending


# one source is often compiled for several targets
@lru_cache(maxsize=2)
def _read_by_child(content: bytes) -> str:
    """The text that a child printed."""
    ending = read_apart(content, "text")
    if ending.code != READ:
        raise _Unread(ending)
    return ending.answer


def _refuse_odd_names(text: str, file: str, lines: bool = False) -> None:
    """Refuse names that are not UTF-8. LLVM's names may be any bytes, but all later stages treat them as text. `lines`:
    the text has the line numbers of the file.
    """
    if "\\" not in text:
        return
    for found in NAME_OR_STRING.finditer(text):
        if found[1] and "\\" in found[2]:
            name = ESCAPED.sub(
                lambda digits: digits[1] if digits[1] == b"\\" else bytes([int(digits[1], 16)]),
                found[2].encode("utf-8"),
            )
            try:
                name.decode("utf-8")
            except UnicodeDecodeError:
                line = text.count("\n", 0, found.start()) + 1 if lines else 0
                place = Location(file, line, found.start() - text.rfind("\n", 0, found.start()) if lines else 0)
                shown = text.split("\n", line)[line - 1] if lines else None
                raise InputError(f"the name {found[0]} is not UTF-8", place, ("give it another name",), shown) from None


def _refuse_what_ends_the_process(text: str, encoded: bytes, file: str) -> None:
    """Refuse input for which LLVM's parser ends the process instead of reporting an error."""
    if _depth(encoded) > DEEPEST and _depth(STRING_OR_COMMENT.sub("", text).encode("utf-8")) > DEEPEST:
        raise InputError(f"brackets are nested more than {DEEPEST} levels deep", Location(file))
    if found := HUGE_VECTOR.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise InputError(
            f"a vector of {found[1]} elements is too large",
            Location(file, line),
            source_line=text.split("\n")[line - 1],
        )


def _without_debug_information(text: str) -> str:
    """Disable debug information. With it, the parser itself verifies the module, and aborts if the module is broken."""
    return DEBUG_INFORMATION.sub("", text).replace(DEBUG_FLAG, DEBUG_FLAG.swapcase())


def _explain_debug_information(text: str, file: str) -> None:
    """Report the error of a text that aborts the process, if LLVM finds it without verifying while it reads."""
    if DEBUG_FLAG in text and read_apart(_without_debug_information(text).encode("utf-8"), "text").code == REFUSED:
        _verify_without_debug_information(text, file)


def _verify_without_debug_information(text: str, file: str) -> None:
    try:
        with opened(_without_debug_information(text), file) as module:
            _verify(module, file)
    except MalformedText:
        return


def _depth(encoded: bytes) -> int:
    steps = np.zeros(256, np.int8)
    steps[list(OPENERS)] = 1
    steps[list(CLOSERS)] = -1
    return int(np.cumsum(steps[np.frombuffer(encoded, np.uint8)], dtype=np.int64).max())


def _from_module(module: llvm.ModuleRef, file: str) -> SourceText:
    try:
        if name_devices(module):
            with opened(without_immediates(str(module)), file) as plain:
                return _from_module(plain, file)
        _verify(module, file)
        text = str(module)
    except UnicodeDecodeError:
        raise InputError("a name or string of this module is not UTF-8", Location(file)) from None
    _refuse_odd_names(text, file)
    return SourceText(text, file)


def _verify(module: llvm.ModuleRef, file: str) -> None:
    try:
        module.verify()
    except RuntimeError as error:
        first, *rest = str(error).strip().splitlines() or ["no reason given"]
        notes = tuple(line.strip() for line in rest[:4])
        raise InputError(f"this IR is not valid: {first}", Location(file), notes) from None
