"""The languages of the page, and the source that a text in one of them is."""

from __future__ import annotations

from gpucc.errors import UsageError
from gpucc.program import Stage
from gpucc.records import dataclass
from gpucc.terminal.wishes import GivenSource

# bytes of a source
MOST_SOURCE = 256_000


@dataclass(frozen=True, slots=True)
class PageLanguage:
    """A language: its title, the name that its sources get, and what the compiler is told. `compiler` is the program
    that translates it first."""

    title: str
    file: str
    stage: Stage | None = None
    dialect: str | None = None
    compiler: str = ""


LANGUAGES = {
    "frag": PageLanguage("GLSL, fragment", "shader.frag", "fragment"),
    "vert": PageLanguage("GLSL, vertex", "shader.vert", "vertex"),
    "android": PageLanguage("AGSL, for Android", "shader.agsl", "fragment"),
    "ir": PageLanguage("LLVM IR", "shader.ll", dialect="ir"),
    "c": PageLanguage("C", "shader.c", dialect="ir", compiler="clang"),
    "rust": PageLanguage("Rust", "shader.rs", dialect="ir", compiler="rustc"),
}


def given_source(text: str, language: str, compilers: bool) -> tuple[GivenSource, list[str]]:
    """The source as the driver takes it, and warnings. C and Rust are refused unless `compilers` are allowed."""
    if language not in LANGUAGES:
        raise UsageError(f"the page knows no language {language!r}", notes=(f"languages: {', '.join(LANGUAGES)}",))
    known = LANGUAGES[language]
    data = text.encode("utf-8", "replace")
    if not known.compiler:
        return GivenSource(data, known.file), []
    if not compilers:
        raise UsageError(
            f"{known.title} needs {known.compiler}, which gpucc serve runs only if it is allowed to",
            notes=("start it with gpucc serve --allow-compilers",),
        )
    from gpucc.serve.compilers import translate

    return translate(data, known.compiler, known.file)
