"""The front ends as one column: text, tokens, syntax tree, typed tree, LLVM IR."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Literal

from gpucc.errors import InputError, Location, UsageError
from gpucc.frontend.build import Builder
from gpucc.frontend.build_functions import Emit
from gpucc.frontend.build_recipes import RECIPES
from gpucc.frontend.check import Checker
from gpucc.frontend.dialect import DIALECTS, Dialect
from gpucc.frontend.lexer import Token, decode, tokenise
from gpucc.frontend.parser import Parser
from gpucc.frontend.places import Place, Report, Source, Stop, skias_names
from gpucc.frontend.preprocess import Includes, Preprocessor, Settings
from gpucc.frontend.signatures import EXTENSIONS
from gpucc.frontend.typed import Unit
from gpucc.program import Stage

Math = Literal["exact", "skia-cpu"]
MATHS = ("exact", "skia-cpu")
STAGES = ("vertex", "fragment")


def settings(stage: str) -> Settings:
    macros = {"GL_ES": "1", "__VERSION__": "100", "GL_FRAGMENT_PRECISION_HIGH": "1"}
    macros |= {extension: "1" for extension in EXTENSIONS if stage == "fragment"}
    return Settings(macros, frozenset(EXTENSIONS) if stage == "fragment" else frozenset())


def compile_source(
    text: str | bytes,
    name: str,
    dialect: str,
    stage: Stage = "fragment",
    *,
    math: Math = "exact",
    includes: Includes | None = None,
    keep: frozenset[str] | None = None,
    warn: Callable[[str], None] | None = None,
) -> str:
    """LLVM IR of a source in AGSL ("agsl") or GLSL ES 1.00 ("glsl"), with the interface in address spaces.

    Raises the first error of the source; its `also` are the others. `keep` names the varyings of a vertex shader that
    somebody reads, if that is known.
    """
    if dialect not in DIALECTS:
        raise UsageError(f"there is no front end for {dialect!r}", notes=(f"front ends: {', '.join(DIALECTS)}",))
    if stage not in STAGES or (dialect == "agsl" and stage != "fragment"):
        raise UsageError(f"{DIALECTS[dialect].name} has no {stage} stage")
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _compile(Source(name, decode(text)), DIALECTS[dialect], stage, math, includes, keep, warn)
    finally:
        if collecting:
            gc.enable()


def _compile(
    source: Source,
    dialect: Dialect,
    stage: Stage,
    math: Math,
    includes: Includes | None,
    keep: frozenset[str] | None,
    warn: Callable[[str], None] | None,
) -> str:
    report = Report(str if dialect.preprocessor else skias_names)
    unit = understand(source, dialect, stage, includes, report)
    for warning in report.warnings if warn is not None else ():
        assert warn is not None
        warn(warning)
    report.finish()
    if unit is None:
        raise InputError("there is nothing to compile", Location(source.name))
    return str(Builder(dialect, source, recipes(math), keep).unit(unit))


def understand(source: Source, dialect: Dialect, stage: str, includes: Includes | None, report: Report) -> Unit | None:
    """Everything up to the typed tree. The report holds what is wrong."""
    try:
        tokens, extensions = read(source, dialect, stage, includes, report)
        tops = Parser(tokens, dialect, report).module()
        return Checker(dialect, stage, extensions, report).unit(tops, Place(source, 1, 1))
    except Stop:
        return None


def read(source: Source, dialect: Dialect, stage: str, includes: Includes | None, report: Report) -> tuple[list[Token], set[str]]:
    if not dialect.preprocessor:
        return tokenise(source, report, lines=False), set()
    found = Preprocessor(settings(stage), report, includes).run(source)
    return found.tokens, found.extensions


def recipes(math: Math) -> dict[str, Emit]:
    if math not in MATHS:
        raise UsageError(f"there is no math profile {math!r}", notes=(f"profiles: {', '.join(MATHS)}",))
    return RECIPES if math == "skia-cpu" else {}
