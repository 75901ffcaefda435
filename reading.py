"""Read a source in any language as LLVM IR: the driver's interface to the front ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from gpucc.endings import (
    USUALLY_GLSL,
    hinted_stage,
    may_be_glsl,
    named_language,
    named_stage,
    other_language,
    shown_language,
)
from gpucc.errors import InputError, Location, UsageError
from gpucc.frontend.choices import LANGUAGES, MATHS, MATRICES, NEWEST, VERSIONS
from gpucc.isa.model import FP16, Format
from gpucc.lowering.demote import demoted
from gpucc.lowering.interface.canonicalise import canonicalise, linked
from gpucc.lowering.legalise.legalise import Half
from gpucc.lowering.licence.flags import STEPS, Arithmetic, step_named
from gpucc.lowering.modules import completes, linked_modules
from gpucc.lowering.source import SourceText, is_ir, is_text, read_whole
from gpucc.lowering.source import load as load_source
from gpucc.program import Observe, Shader, Stage
from gpucc.records import dataclass

IR_ENDINGS = (".ll", ".bc")
SAMPLER = re.compile(rb'^@(?:"([^"]+)"|(\S+)) = external addrspace\(4\) global', re.MULTILINE)
COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
# what shaders of one stage alone can name
TELLING: dict[Stage, re.Pattern[bytes]] = {
    "vertex": re.compile(rb"\bgl_Position\b"),
    "fragment": re.compile(rb"\b(?:gl_Frag\w+|gl_PointCoord|gl_FrontFacing|gl_LastFragData|discard|mainImage)\b"),
}
# how errors end that a vertex shader gives as a fragment shader
VERTEX_ALONE = ("only vertex shaders have attributes", "varyings are read only in a fragment shader")
NO_MAIN = "there is no function main"
MAIN = re.compile(rb"\b(?:(?P<agsl>(?:half4|float4|vec4)\s+main)|void\s+main(?:Image)?)\s*\(")

__all__ = [
    "NEWEST",
    "Bind",
    "Reading",
    "belong_together",
    "canonical",
    "load_any",
    "paired",
    "parts_of",
    "read_file",
    "samplers_in",
    "stage_of",
    "strings",
]

Bind = Sequence[str] | Mapping[str, str]
# the name under which a front end's search for an included file is told: its path, and whether it is there
LOOKED = "looked"


def strings(name: str, given: Any) -> tuple[str, ...]:
    """Check a list of strings: of a string its letters would be taken, and of a dict its keys."""
    listed = isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping)
    if not listed or not all(isinstance(one, str) for one in given):
        note = "each string is what the option of this name takes: docs/commands.md"
        raise UsageError(f"{name} is a list of strings, not {given!r}", notes=(note,))
    return tuple(given)


@dataclass(frozen=True, slots=True)
class Reading:
    """Options for reading a source: AGSL's mathematics and version, whether half (mediump) is rounded, the freedom to
    reorder arithmetic, and so on."""

    math: str = "glsl"
    android: str = NEWEST
    half: bool = False
    # whether the target needs names and precisions of values
    hints: bool = False
    include_anywhere: bool = False
    strict_es: bool = False
    arithmetic: str = "default"
    # what the host does and knows: see `driver.compile`
    derive: bool = False
    assume: Sequence[str] = ()
    # the states of samplers, as NAME=WORDS
    sampler: Sequence[str] = ()
    # whether doubles are computed as floats
    demote_doubles: bool = False
    # macros as NAME or NAME=TEXT, folders of included files, and the language if the name shall not tell it
    define: Sequence[str] = ()
    include: Sequence[str] = ()
    language: str | None = None
    # what uniforms of GLSL hold of a matrix
    matrices: str = "columns"

    def __post_init__(self) -> None:
        words = (
            ("math", self.math, MATHS),
            ("android", self.android, VERSIONS),
            ("arithmetic", self.arithmetic, STEPS),
            ("language", self.language or "ir", LANGUAGES),
            ("matrices", self.matrices, MATRICES),
        )
        for what, word, known in words:
            if word not in known:
                raise UsageError(
                    f"{what} cannot be {word!r}", notes=(f"choices: {', '.join(repr(one) for one in known)}",)
                )
        for name in ("assume", "sampler", "define", "include"):
            object.__setattr__(self, name, strings(name, getattr(self, name)))

    @property
    def order(self) -> Arithmetic:
        return step_named(self.arithmetic)

    def surroundings(self, notice: Observe) -> dict[str, Any]:
        """Return the keyword arguments that every front end takes: where included files are, the macros, and the
        receiver of warnings."""
        return {
            "include_anywhere": self.include_anywhere,
            "strict_es": self.strict_es,
            "define": self.define,
            "include": self.include,
            "matrices": self.matrices,
            "looked": lambda path, there: notice(LOOKED, (path, there)),
            "warn": lambda text: notice("warning", text),
        }

    def unused(self, notice: Observe, language: str) -> None:
        """Warn of options that are about another language."""
        options = [f"-{letter}" for letter, given in (("D", self.define), ("I", self.include)) if given]
        if options and language != "GLSL":
            does = "does" if len(options) == 1 else "do"
            notice("warning", f"{' and '.join(options)} {does} nothing for {language}, which has no preprocessor")
        about = (
            ("--matrices rows", self.matrices == "rows", "GLSL", "the uniforms of GLSL"),
            ("--strict-es", self.strict_es, "GLSL", "GLSL"),
            (f"--math {self.math}", self.math == "skia-cpu", "AGSL", "AGSL"),
            (
                f"--android {self.android}",
                self.android != NEWEST,
                "AGSL",
                f"AGSL that is read; --target android={self.android} is about AGSL that is written",
            ),
        )
        for option, given, own, what in about:
            if given and own != language:
                notice("warning", f"{option} does nothing for {language}: it is about {what}")

    def rounds(self, format: Format) -> Half:
        """The computation of halves. Formats with no more bits than a half round to it anyway."""
        return "round" if self.half and format.mantissa > FP16.mantissa else "widen"


def load_any(
    source: Any,
    name: str | None,
    notice: Observe,
    reading: Reading,
    stage: Stage | None,
    usual: str | None = None,
) -> SourceText:
    """Load LLVM IR unchanged, and a source in a shading language through its front end. The language is that of the
    options; else it follows from the name's ending, or from the text if the ending is not known. Of a file with several
    parts, the target's `usual` stage is read if no `stage` is given. A list of modules in LLVM IR is linked to its
    first."""
    if isinstance(source, list | tuple):
        return _joined([load_any(one, None if k else name, notice, reading, stage) for k, one in enumerate(source)])
    source, data, shown, dialect = _opened(source, name, reading.language)
    if dialect in (None, "ir") or not data or (reading.language is None and is_ir(data)):
        reading.unused(notice, "LLVM IR")
        return load_source(source, name=shown or None)
    assert dialect is not None
    # LLVM IR alone needs no front end
    from gpucc.frontend.compile import compile_source

    shown = shown or "<text>"
    if dialect == "agsl":
        reading.unused(notice, "AGSL")
    else:
        reading.unused(notice, "GLSL")
        stage = stage or named_stage(shown) or _only_stage(data, shown, usual)
    supposed = stage or _stage_named(usual) or "fragment"
    try:
        text = compile_source(
            data,
            shown,
            dialect,
            supposed,
            math=reading.math,
            half=reading.half,
            android=reading.android,
            **reading.surroundings(notice),
        )
    except InputError as error:
        raise (_of_another_stage(error, supposed) or _of_another_language(error, data) or error) from None
    found = replace(load_source(text, name=shown, own=True), stage=stage)
    if not reading.hints:
        return found
    from gpucc.hints import read_hints

    anywhere, define, include = reading.include_anywhere, reading.define, reading.include
    return replace(found, hints=read_hints(data, shown, dialect, supposed, anywhere, define, include))


def _of_another_stage(error: InputError, stage: Stage) -> InputError | None:
    """One error in place of many, if a vertex shader was compiled as a fragment shader: it assigns the position, and
    has attributes or assigns varyings."""
    found = (error, *error.also)
    position = next((one for one in found if one.message == "`gl_Position` is not declared"), None)
    if stage != "fragment" or position is None or not any(one.message.endswith(VERTEX_ALONE) for one in found):
        return None
    notes = ("compile it with --stage vertex, or give the file a name that ends in .vert",)
    message = "this is a vertex shader, but it is compiled as a fragment shader"
    return InputError(message, position.location, notes, position.source_line)


def _of_another_language(error: InputError, data: bytes) -> InputError | None:
    """One error in place of many, if a file that is named as one of GLSL or AGSL is in another language: a line that
    only that language has is an error, or there is no main."""
    bare = COMMENT.sub(b" ", data)
    for one in (error, *error.also):
        other = shown_language(bare if one.message == NO_MAIN else (one.source_line or "").encode(), bare)
        if other is not None:
            return InputError(f"gpucc does not read {other.name}", one.location, (other.remedy,), one.source_line)
    return None


def _opened(source: Any, name: str | None, language: str | None) -> tuple[Any, bytes, str, str | None]:
    """A source as it is to be loaded, its bytes (none if nothing needs them), its name and its language."""
    path = Path(source) if isinstance(source, Path) or (isinstance(source, str) and not _holds_text(source)) else None
    if path is None:
        data = (
            source.encode("utf-8", "replace")
            if isinstance(source, str)
            else source
            if isinstance(source, bytes)
            else b""
        )
        return (
            source,
            data,
            name or "",
            language or named_language(name or "") or _told_language(data, name or "<text>"),
        )
    shown = name or str(path)
    language = language or named_language(shown)
    if language is not None:
        return source, read_file(path), shown, language
    if path.suffix.lower() in IR_ENDINGS or not path.exists() or path.is_dir():
        return source, b"", name or "", None
    # read once, as it may be a pipe
    data = read_file(path)
    return data, data, shown, _told_language(data, shown)


def _told_language(data: bytes, name: str) -> str | None:
    """The language of a text whose name alone does not tell it; one that gpucc does not read is an error."""
    other = None if is_ir(data) or may_be_glsl(name) else other_language(name, COMMENT.sub(b" ", data))
    if other is not None:
        notes = (other.remedy, "if this is GLSL or AGSL, --language says so")
        raise InputError(f"gpucc does not read {other.name}", Location(name), notes)
    return guessed_language(data, PurePath(name))


def parts_of(data: bytes) -> tuple[Stage, ...]:
    """The stages that a source in GLSL has parts for, as RetroArch's files have; none if it is one shader."""
    from gpucc.frontend import retroarch

    return retroarch.parts_of(data.decode("utf-8", "replace")) if b"#" in data and not is_ir(data) else ()


def _only_stage(data: bytes, name: str, usual: str | None) -> Stage | None:
    """The stage of a source whose name does not tell it, if its text does."""
    parts = parts_of(data)
    if usual in parts:
        parts = tuple(part for part in parts if part == usual)
    if len(parts) > 1:
        notes = ("say --stage vertex or --stage fragment",)
        raise InputError("this file holds a vertex shader and a fragment shader", Location(name), notes)
    return parts[0] if parts else _told_stage(data, name)


def stage_of(name: str, source: Path | bytes) -> Stage | None:
    """The stage of a source, by its file's name or by what only one stage can name in GLSL; None if neither tells."""
    found = named_stage(name)
    if found is not None:
        return found
    data = read_file(source) if isinstance(source, Path) else source
    language = None if is_ir(data) else named_language(name) or guessed_language(data, Path(name))
    return _told_stage(data, name) if language == "glsl" else None


def _stage_named(word: str | None) -> Stage | None:
    return next((stage for stage in TELLING if stage == word), None)


def _told_stage(data: bytes, name: str) -> Stage | None:
    """The stage of a source in GLSL by its text, or else by the last word of its name."""
    bare = COMMENT.sub(b" ", data)
    found = [stage for stage, words in TELLING.items() if words.search(bare)]
    return found[0] if len(found) == 1 else hinted_stage(name)


def _joined(modules: Sequence[SourceText]) -> SourceText:
    if not modules:
        raise UsageError("there is no input", notes=("give a list of modules: the shader's, and those that it calls",))
    return linked_modules(modules) if len(modules) > 1 else modules[0]


def canonical(
    text: SourceText,
    entry: str | None,
    stage: Stage | None,
    bind: Bind | None,
    default_stage: str | None,
    reading: Reading,
) -> Shader:
    """The shader in the canonical form that all later stages and the reference use."""
    if reading.demote_doubles:
        text = demoted(text)
    words = [f"{name}={place}" for name, place in bind.items()] if isinstance(bind, Mapping) else bind or ()
    known = [words] if isinstance(words, str) else list(strings("bind", words))
    chosen = stage or text.stage or named_stage(text.file)
    return canonicalise(
        text, entry=entry, stage=chosen, bind=known, default_stage=default_stage, arithmetic=reading.order,
        samplers=reading.sampler,
    )  # fmt: skip


def _holds_text(source: str) -> bool:
    """Return whether a string is a source itself and not the name of a file."""
    return is_text(source) or MAIN.search(source.encode("utf-8", "replace")) is not None


def paired(
    vertex: Path | bytes,
    fragment: Path | bytes,
    notice: Observe | None = None,
    reading: Reading = Reading(),  # noqa: B008
) -> tuple[Path | bytes, Path | bytes]:
    """Translate two sources to be linked. GLSL sources are translated together, so that varyings are matched by name;
    IR is unchanged.

    The translation of the vertex shader uses which of its outputs the fragment shader reads in a way that amplifies
    errors (lowering.licence).
    """
    found = translated(vertex, fragment, notice, reading)
    if found is None:
        return vertex, fragment
    return linked(*found).encode(), found[1].text.encode()


def translated(
    vertex: Path | bytes,
    fragment: Path | bytes,
    notice: Observe | None = None,
    reading: Reading = Reading(),  # noqa: B008
) -> tuple[SourceText, SourceText] | None:
    """Translate two sources in GLSL, whose varyings are matched by name; None if they are not both in GLSL."""
    given = [(str(one), read_file(one)) if isinstance(one, Path) else ("<stdin>", one) for one in (vertex, fragment)]
    if not all(_is_glsl(name, data, reading.language) for name, data in given):
        return None
    from gpucc.frontend.compile import compile_pair

    told = notice or (lambda what, text: None)
    reading.unused(told, "GLSL")
    try:
        texts = compile_pair(
            given[0],
            given[1],
            half=reading.half,
            dialect=reading.language or "glsl",
            **reading.surroundings(told),
        )
    except InputError as error:
        refused = next((data for name, data in given if error.file == name), b"")
        raise (_of_another_language(error, refused) or error) from None
    first, second = (load_source(text, name=name, own=True) for text, (name, _) in zip(texts, given, strict=True))
    return first, second


def samplers_in(text: bytes) -> frozenset[str]:
    """The names of the samplers that a translated shader reads."""
    return frozenset(quoted.decode() or plain.decode() for quoted, plain in SAMPLER.findall(text))


def _is_glsl(name: str, data: bytes, language: str | None = None) -> bool:
    """Return whether a source can be linked by the names of its varyings."""
    if language is not None:
        return language not in ("ir", "agsl")
    if is_ir(data):
        return False
    # as for one input: what the name does not tell, the text does
    known = named_language(name) or guessed_language(data, PurePath(name))
    return known == "glsl" or len(parts_of(data)) > 1


def guessed_language(data: bytes, path: PurePath | None = None) -> str | None:
    """The language of a text whose name does not tell it: each language has its own form of main."""
    found = [] if is_ir(data) else list(MAIN.finditer(COMMENT.sub(b" ", data)))
    if not found:
        return "glsl" if path is not None and path.suffix.lower() == USUALLY_GLSL else None
    return "agsl" if all(one["agsl"] for one in found) else "glsl"


def belong_together(first: Path | bytes, second: Path | bytes) -> bool:
    """Return whether one of two inputs in LLVM IR defines functions that the other calls; two stages do not."""
    data = [read_file(one) if isinstance(one, Path) else one for one in (first, second)]
    names = [str(one) if isinstance(one, Path) else None for one in (first, second)]
    return all(map(is_ir, data)) and completes(
        *(load_source(one, name=name) for one, name in zip(data, names, strict=True))
    )


def read_file(path: Path) -> bytes:
    try:
        return read_whole(path)
    except OSError as error:
        raise InputError(f"cannot read it: {error.strerror}", Location(str(path))) from error
