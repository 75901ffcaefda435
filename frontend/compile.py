"""The front ends as one pipeline: text, tokens, syntax tree, typed tree, LLVM IR."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from gpucc.collector import without_collector
from gpucc.errors import InputError, Location, UsageError
from gpucc.frontend.build.build import Builder
from gpucc.frontend.build.recipes import RECIPES
from gpucc.frontend.build.spell import spell
from gpucc.frontend.check.check import Checker
from gpucc.frontend.check.fixed_function import COORDINATES, MOST_COORDINATES, elements_of, uses_fixed_function
from gpucc.frontend.check.predefined import COLORS, MOST_COLORS
from gpucc.frontend.check.version import check_inlined, check_version
from gpucc.frontend.choices import MATHS, MATRICES, NEWEST, VERSIONS
from gpucc.frontend.dialect import DIALECTS, GLSL, UNMARKED, VERSIONS_OF_GLSL, Dialect
from gpucc.frontend.extensions import UNSAID, offered
from gpucc.frontend.link import check_versions, link
from gpucc.frontend.parse.includes import Includes, Looked, files_of, folder_of
from gpucc.frontend.parse.lexer import decode, refuse_binary, tokenise
from gpucc.frontend.parse.parser import Parser
from gpucc.frontend.parse.preprocess import Preprocessed, Preprocessor, Settings
from gpucc.frontend.places import Complaints, Place, ReportFull, ShaderText, skias_names
from gpucc.frontend.retroarch import macros_of, parameters, parts_of
from gpucc.frontend.shadertoy import (
    ON_DESKTOPS,
    SHADERTOY,
    defines_main,
    has_image,
    includes_files,
    is_shadertoy,
    surrounded,
)
from gpucc.frontend.typed import CheckedUnit
from gpucc.program import Stage
from gpucc.records import dataclass

STAGES = ("vertex", "fragment", "geometry")
# inputs and outputs as GLSL declares them since 1.30 and ES 3.00: `layout(location = 0) in highp vec4 a, b;`
STAGE_VARIABLE = re.compile(
    r"^[ \t]*(?:layout\s*\([^()]*\)\s*)?(?:(?:flat|smooth|noperspective|centroid|invariant|highp|mediump|lowp)\s+)*"
    r"(?:in|out)\s+(?:(?:highp|mediump|lowp)\s+)?\w+\s+\w+\s*[;,[]",
    re.MULTILINE,
)
VERSION = re.compile(r"^[ \t]*#[ \t]*version\b", re.MULTILINE)
INVARIANT_ALL = "STDGL invariant ( all )"
# the pragmas that OpenFL replaces by code of its own
TEMPLATE = frozenset({"header", "body"})
# the front ends by name. "glsl" is the version that the source tells; the others hold whatever it tells
NAMED = {
    **DIALECTS,
    "shadertoy": SHADERTOY,
    **{
        f"glsl{directive.replace(' ', '')}": replace(one) if one is GLSL else one
        for directive, one in VERSIONS_OF_GLSL.items()
    },
}


def settings(dialect: Dialect, stage: str) -> Settings:
    """The preprocessor's view of a version of GLSL. The extensions of GLSL ES 1.00 are part of later versions."""
    macros = {"__VERSION__": str(dialect.version)}
    if dialect.es:
        macros |= {"GL_ES": "1", "GL_FRAGMENT_PRECISION_HIGH": "1"}
    elif dialect.version >= 150:
        macros["GL_compatibility_profile" if dialect.fixed_function else "GL_core_profile"] = "1"
    if dialect.version >= 130:
        macros["GL_FRAGMENT_PRECISION_HIGH"] = "1"
    extensions = offered(dialect, stage)
    return Settings(dialect, macros | dict.fromkeys(extensions - UNSAID, "1"), extensions)


@dataclass(frozen=True, slots=True)
class Translation:
    """Options of a translation. `android` is the oldest version that must accept an AGSL source."""

    math: str = "glsl"
    half: bool = False
    android: str = NEWEST
    includes: Includes | None = None
    warn: Callable[[str], None] | None = None
    include_anywhere: bool = False
    strict_es: bool = False
    define: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    looked: Looked | None = None
    matrices: str = "columns"

    def found_by(self, source: ShaderText) -> Includes:
        if self.includes is not None:
            return self.includes
        return files_of(folder_of(source.name), self.include_anywhere, self.include, self.looked)


def compile_source(
    text: str | bytes,
    name: str,
    dialect: str,
    stage: Stage = "fragment",
    *,
    math: str = "glsl",
    half: bool = False,
    android: str = NEWEST,
    includes: Includes | None = None,
    include_anywhere: bool = False,
    strict_es: bool = False,
    warn: Callable[[str], None] | None = None,
    define: Sequence[str] = (),
    include: Sequence[str] = (),
    looked: Looked | None = None,
    matrices: str = "columns",
) -> str:
    """Translate a source in AGSL ("agsl") or GLSL ("glsl") to LLVM IR, with the interface in address spaces. The
    version of GLSL is that of `#version`, or GLSL ES 1.00; a name such as "glsl330" or "shadertoy" tells it, too.

    Raises the first error of the source; its `also` holds the others. `half` rounds values of half and mediump to fp16.
    `includes` resolves the names in `#include`: a mapping, or a function of the name and the including file. By default
    these are files in the folder of the source and below, or anywhere with `include_anywhere`. `strict_es` refuses
    globals whose first value is not constant, which drivers accept. `define` are macros (NAME or NAME=TEXT), `include`
    folders in which files are looked for, too; `looked` is told where. `matrices` says what uniforms hold of a
    matrix, its "columns" or its "rows".
    """
    if dialect not in NAMED:
        raise UsageError(f"there is no front end for {dialect!r}", notes=(f"front ends: {', '.join(NAMED)}",))
    language = NAMED[dialect]
    if stage not in STAGES or (stage != "fragment" and (not language.preprocessor or language is SHADERTOY)):
        raise UsageError(f"{language.name} has no {stage} stage")
    wishes = Translation(
        math, half, android, includes, warn, include_anywhere, strict_es, tuple(define), tuple(include), looked,
        matrices,
    )  # fmt: skip
    refuse_binary(text, name)
    with without_collector():
        source = ShaderText(name, decode(text, keeps_mark=not language.preprocessor))
        return _build(source, _understood(source, language, stage, wishes), wishes)


def compile_pair(
    vertex: tuple[str, str | bytes],
    fragment: tuple[str, str | bytes],
    *,
    half: bool = False,
    includes: Includes | None = None,
    include_anywhere: bool = False,
    strict_es: bool = False,
    warn: Callable[[str], None] | None = None,
    define: Sequence[str] = (),
    include: Sequence[str] = (),
    looked: Looked | None = None,
    matrices: str = "columns",
    dialect: str = "glsl",
) -> tuple[str, str]:
    """Translate and link a vertex and a fragment shader, each given as (name, text). Varyings that are not read are
    dropped; the others must agree."""
    wishes = Translation(
        half=half, includes=includes, warn=warn, include_anywhere=include_anywhere, strict_es=strict_es,
        define=tuple(define), include=tuple(include), looked=looked, matrices=matrices,
    )  # fmt: skip
    language = NAMED[dialect]
    for name, text in (vertex, fragment):
        refuse_binary(text, name)
    with without_collector():
        one, other = (ShaderText(name, decode(text)) for name, text in (vertex, fragment))
        first, second = _understood(one, language, "vertex", wishes), _understood(other, language, "fragment", wishes)
        if first.dialect.es != second.dialect.es:
            # a pair without #version is of one family: what one stage needs, the other is read as
            if first.dialect is GLSL and not VERSION.search(one.text):
                first = _understood(one, second.dialect, "vertex", wishes)
            elif second.dialect is GLSL and not VERSION.search(other.text):
                second = _understood(other, first.dialect, "fragment", wishes)
        report = Complaints()
        check_versions(first, second, report, strict_es)
        keep = link(first, second, report, not strict_es and writes_both(one.text) and writes_both(other.text))
        _tell(report, wishes)
        return _build(one, first, wishes, keep), _build(other, second, wishes)


def writes_both(text: str) -> bool:
    """Whether a source is for GLSL ES and desktop GLSL: RetroArch puts the `#version` before its files itself."""
    return bool(parts_of(text)) and not VERSION.search(text)


def _understood(source: ShaderText, dialect: Dialect, stage: str, wishes: Translation) -> CheckedUnit:
    if wishes.math not in MATHS:
        raise UsageError(f"there is no math profile {wishes.math!r}", notes=(f"profiles: {', '.join(MATHS)}",))
    if wishes.android not in VERSIONS:
        raise UsageError(f"there are no rules for Android {wishes.android!r}", notes=(f"rules: {', '.join(VERSIONS)}",))
    if wishes.matrices not in MATRICES:
        raise UsageError(f"uniforms hold no {wishes.matrices!r} of matrices", notes=("choices: columns, rows",))
    if wishes.strict_es and not dialect.es:
        raise UsageError(f"strict_es refuses {dialect.name}", notes=("it is for the versions of GLSL ES",))
    report = Complaints(str if dialect.preprocessor else skias_names)
    unit = understand(source, dialect, stage, wishes.found_by(source), report, wishes.strict_es, wishes.define)
    open_to_more = dialect is GLSL or dialect is SHADERTOY
    if report.errors and open_to_more and not wishes.strict_es and not VERSION.search(source.text):
        unit, report = _widened(source, dialect, stage, wishes, unit, report)
    if unit is not None and not report.errors:
        if not dialect.preprocessor:
            check_version(unit, wishes.android, report)
        check_inlined(unit, report)
    _tell(report, wishes)
    if unit is None:
        raise InputError("there is nothing to compile", Location(source.name))
    return unit


def _widened(
    source: ShaderText, asked: Dialect, stage: str, wishes: Translation, unit: CheckedUnit | None, report: Complaints
) -> tuple[CheckedUnit | None, Complaints]:
    """A source without `#version` that is not valid in the version `asked` for may still be desktop GLSL, with a
    `mainImage` or a `main`. If not, its errors stay those of that version, unless it declares `in` or `out` (3.30) or
    uses the fixed-function pipeline (1.20)."""
    failed: list[Complaints] = []
    first = report.errors[0]

    def tried(dialect: Dialect) -> tuple[CheckedUnit | None, Complaints]:
        told = Complaints()
        found = understand(source, dialect, stage, wishes.found_by(source), told, define=wishes.define)
        return (None if told.errors else found), told

    if stage == "fragment" and has_image(source.text):
        # a `main` that other sites need, behind a condition that does not hold here
        found, toy = tried(SHADERTOY)
        if found is not None:
            return found, toy
        found, other = tried(ON_DESKTOPS)
        if found is not None:
            refusal = toy.errors[0]
            message = f"{refusal.location}: this is no {SHADERTOY.name} ({refusal.message}): it is compiled as"
            other.warnings.insert(0, f"{message} {ON_DESKTOPS.name}, which browsers do not take")
            return found, other
        alone = is_shadertoy(source.text) and not includes_files(source.text)
        if alone and len(other.errors) < len(toy.errors):
            # what both refuse
            return None, other
    if asked is SHADERTOY:
        return unit, report
    for dialect in UNMARKED:
        found, other = tried(dialect)
        if found is not None:
            message = f"{first.location}: this is no {GLSL.name} ({first.message}): it is compiled as {dialect.name}"
            other.warnings.insert(0, f"{message}; say so with #version {dialect.directive}")
            return found, other
        failed.append(other)
    if STAGE_VARIABLE.search(source.text):
        return None, failed[0]
    return (None, failed[1]) if uses_fixed_function(source.text) else (unit, report)


def _tell(report: Complaints, wishes: Translation) -> None:
    if wishes.warn is not None:
        for warning in report.warnings:
            wishes.warn(warning)
    report.finish()


def _build(source: ShaderText, unit: CheckedUnit, wishes: Translation, keep: tuple[str, ...] | None = None) -> str:
    # AGSL alone has no preprocessor
    math = "glsl" if unit.dialect.preprocessor else wishes.math
    by_rows = wishes.matrices == "rows" and unit.dialect.preprocessor
    builder = Builder(unit.dialect, source, RECIPES if math == "skia-cpu" else {}, keep, wishes.half, by_rows)
    if math == "strict":
        builder.emit.flags = ()
    return spell(builder.unit(unit))


def understand(
    source: ShaderText,
    dialect: Dialect,
    stage: str,
    includes: Includes | None,
    report: Complaints,
    strict: bool = False,
    define: Sequence[str] = (),
) -> CheckedUnit | None:
    """Run all steps up to the typed tree. Errors are in the report. `strict` refuses what GLSL ES refuses and drivers
    accept."""
    try:
        found = read(source, dialect, stage, includes, report, strict, define)
        tops = Parser(found.tokens, found.dialect, report).module()
        checker = Checker(found.dialect, stage, found.extensions, report, found.warned)
        checker.globals.all_invariant = INVARIANT_ALL in found.pragmas
        checker.globals.strict = strict
        checker.context.is_template = not TEMPLATE.isdisjoint(found.pragmas)
        checker.colors = elements_of(COLORS, MOST_COLORS, found.tokens)
        if found.dialect.fixed_function:
            checker.coordinates = elements_of(COORDINATES, MOST_COORDINATES, found.tokens)
        unit = checker.unit(tops, Place(source, 1, 1))
        if unit is not None:
            unit.defaults |= {name: (value,) for name, value in parameters(found.pragmas).items()}
        return unit
    except ReportFull:
        return None


def read(
    source: ShaderText,
    dialect: Dialect,
    stage: str,
    includes: Includes | None,
    report: Complaints,
    strict: bool = False,
    define: Sequence[str] = (),
) -> Preprocessed:
    if not dialect.preprocessor:
        return Preprocessed(tokenise(source, report, lines=False), dialect)
    given = macros_of(source.text, stage)

    def preprocessed(dialect: Dialect, report: Complaints) -> Preprocessed:
        start = Preprocessor(lambda one: settings(one, stage), dialect, report, includes, strict, given, define)
        return start.run(*(surrounded(source) if dialect.opaque_images else (source,)))

    if stage == "fragment" and dialect is GLSL and not strict and is_shadertoy(source.text):
        if not includes_files(source.text):
            return preprocessed(SHADERTOY, report)
        found = preprocessed(GLSL, aside := Complaints())
        if not defines_main(found.tokens):
            return preprocessed(SHADERTOY, report)
        if not aside.errors:
            return found
    return preprocessed(dialect, report)
