"""The preprocessor of GLSL: directives, macros and conditions; `#include "x"` is our extension."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from gpucc.frontend.dialect import COMPATIBLE, GLSL, VERSIONS_OF_GLSL, Dialect
from gpucc.frontend.extensions import GPU_4, NAMED_LINES, grown, known_as
from gpucc.frontend.parse.conditions import Condition
from gpucc.frontend.parse.includes import Includes, NotIncluded, files_of
from gpucc.frontend.parse.lexer import Token, decode, shown, tokenise
from gpucc.frontend.parse.macros import Expander, Macro
from gpucc.frontend.places import NUMBERED, Complaints, Place, ShaderText
from gpucc.records import dataclass

DEEPEST_INCLUDE = 32
MOST_INCLUDES = 5000
PROFILES = ("core", "compatibility")
BEHAVIOURS = ("require", "enable", "warn", "disable")
# `#include <x>` searches the folders of -I only
BRACKETS = re.compile(r"\s*#\s*include\s*<([^<>]+)>\s*(?://.*)?")
COMMAND_LINE = "<command line>"
DIRECTIVES = "define undef if ifdef ifndef else elif endif error pragma extension version line include"


@dataclass(frozen=True, slots=True)
class Settings:
    """The preprocessor's part of a dialect: predefined macros and known extensions."""

    dialect: Dialect
    macros: Mapping[str, str]
    extensions: frozenset[str]


@dataclass(slots=True)
class OpenIf:
    """An open `#if`: `active`, whether its current part is compiled; `taken`, whether any part was; `last`, whether
    `#else` was seen."""

    place: Place
    active: bool
    taken: bool
    outer: bool
    last: bool = False


@dataclass(slots=True)
class Preprocessed:
    """The tokens of a source, and the language that its `#version` names."""

    tokens: list[Token]
    dialect: Dialect
    extensions: set[str] = field(default_factory=set)
    pragmas: list[str] = field(default_factory=list)
    warned: set[str] = field(default_factory=set)


def with_unsigned(tokens: list[Token]) -> list[Token]:
    """The tokens with the type `uint` for the two words `unsigned int` of GL_EXT_gpu_shader4."""
    found: list[Token] = []
    for token in tokens:
        if token.text == "int" and found and found[-1].text == "unsigned":
            found[-1] = Token("name", "uint", found[-1].place)
        else:
            found.append(token)
    return found


class Preprocessor:
    def __init__(
        self,
        settings: Callable[[Dialect], Settings],
        dialect: Dialect,
        report: Complaints,
        includes: Includes | None,
        es_only: bool = False,
        given: Mapping[str, str] | None = None,
        define: Sequence[str] = (),
    ) -> None:
        """`dialect` is the language of a source without `#version`. `given` are macros defined before its first line,
        as by `#define`; `define` are those of the command line, as NAME or NAME=TEXT."""
        self.given = given or {}
        self.outer = [ShaderText(COMMAND_LINE, _defining(word)) for word in define]
        self.first = dialect
        self.strict = es_only
        self.known = {name: one for name, one in VERSIONS_OF_GLSL.items() if one.es or not es_only}
        self.settings_of = settings
        self.settings = settings(dialect)
        self.report = report
        self.includes = includes if includes is not None else files_of(None)
        self.macros = self.predefined()
        self.expander = Expander(self.macros, report)
        self.done: list[Token] = []
        self.waiting: list[Token] = []
        self.extensions: set[str] = set()
        self.warned: set[str] = set()
        self.pragmas: list[str] = []
        self.included = 0
        self.begun = False
        self.define_outer()

    def run(self, *sources: ShaderText) -> Preprocessed:
        for source in sources:
            self.begun = False
            end = self.read(source, 0)
        self.flush()
        self.done.append(end)
        dialect = grown(self.settings.dialect, frozenset(self.extensions))
        tokens = with_unsigned(self.done) if GPU_4 in self.extensions else self.done
        return Preprocessed(tokens, dialect, self.extensions, self.pragmas, self.warned)

    def predefined(self) -> dict[str, Macro]:
        nowhere = Place(ShaderText("<predefined>", ""), 1, 1)
        found = {
            name: Macro(
                name, (Token("number", text, nowhere),), moving={"__LINE__": "line", "__FILE__": "file"}.get(name, "")
            )
            for name, text in {"__LINE__": "0", "__FILE__": "0", **self.settings.macros}.items()
        }
        for name, text in self.given.items():
            found[name] = Macro(name, (Token("number", text, nowhere),), place=nowhere)
        return found

    def define_outer(self) -> None:
        """Define the macros of the command line."""
        for source in self.outer:
            name, *body, _ = tokenise(source, self.report, lines=False)
            self.define(name, [name, *body])

    def flush(self) -> None:
        """Expand all text since the last directive at once, since arguments of a macro may extend over several
        lines."""
        if self.waiting:
            self.done += self.expander.expand(self.waiting)
            self.waiting = []

    def read(self, source: ShaderText, depth: int) -> Token:
        tokens = tokenise(source, self.report, lines=True)
        branches: list[OpenIf] = []
        start = 0
        for at, token in enumerate(tokens):
            if token.kind != "line":
                continue
            line = tokens[start:at]
            start = at + 1
            if line and line[0].text == "#" and line[0].kind == "op":
                self.flush()
                self.directive(line, branches, source, depth)
                self.begun = True
            elif line and (not branches or branches[-1].active):
                self.begun = True
                self.waiting += line
        for branch in branches:
            self.report.error("this condition has no #endif", branch.place)
        return tokens[-1]

    def directive(self, line: list[Token], branches: list[OpenIf], source: ShaderText, depth: int) -> None:
        if len(line) == 1:
            return
        name, rest = line[1], line[2:]
        active = not branches or branches[-1].active
        if name.text in ("if", "ifdef", "ifndef", "elif", "else", "endif"):
            self.condition(name, rest, branches, active)
        elif not active:
            return
        elif name.text == "define":
            self.define(name, rest)
        elif name.text == "undef":
            self.undefine(name, rest)
        elif name.text == "error":
            message = " ".join(token.text for token in rest)
            self.report.error(f"#error {message}", name.place)
        elif name.text == "pragma":
            self.pragmas.append(" ".join(token.text for token in rest))
        elif name.text == "extension":
            self.extension(name, rest)
        elif name.text == "version":
            self.version(name, rest)
        elif name.text == "line":
            self.line(name, rest, source)
        elif name.text == "include":
            self.include(name, rest, source, depth)
        else:
            self.report.error(f"there is no directive #{name.text}", name.place, f"the directives are {DIRECTIVES}")

    # conditions ------------------------------------------------------------------------------------------------------

    def condition(self, name: Token, rest: list[Token], branches: list[OpenIf], active: bool) -> None:
        if name.text in ("if", "ifdef", "ifndef"):
            chosen = active and self.holds(name, rest)
            branches.append(OpenIf(name.place, chosen, chosen, active))
            return
        if not branches:
            self.report.error(f"#{name.text} without #if", name.place)
            return
        branch = branches[-1]
        if name.text == "endif":
            if branch.outer:
                self.nothing_behind(name, rest)
            branches.pop()
            return
        if branch.last:
            self.report.error(
                f"#{name.text} after #else", name.place, f"the condition begins at {branch.place.location}"
            )
            return
        if name.text == "else":
            if branch.outer:
                self.nothing_behind(name, rest)
            branch.last = True
            branch.active = branch.outer and not branch.taken
        else:
            branch.active = branch.outer and not branch.taken and self.holds(name, rest)
        branch.taken = branch.taken or branch.active

    def holds(self, name: Token, rest: list[Token]) -> bool:
        if name.text in ("ifdef", "ifndef"):
            if not rest or rest[0].kind != "name":
                self.report.error(f"#{name.text} needs the name of a macro", name.place)
                return False
            self.nothing_behind(name, rest[1:])
            return (rest[0].text in self.macros) == (name.text == "ifdef")
        self.expander.in_condition = True
        # the operator, even if the source defines a macro of this name
        hidden = self.macros.pop("defined", None)
        expanded = self.expander.expand(rest)
        if hidden is not None:
            self.macros["defined"] = hidden
        self.expander.in_condition = False
        dialect = self.settings.dialect
        # drivers of desktop GLSL take undefined names for zero; a source that does not say that it is such is no excuse
        strict = dialect.es or dialect is self.first
        return Condition(self.resolve_defined(expanded), name, self.report, strict).value()

    def nothing_behind(self, name: Token, rest: list[Token]) -> None:
        if rest:
            self.report.error(
                f"{shown(rest[0])} cannot stand after #{name.text}", rest[0].place, "make it a comment: // .."
            )

    def resolve_defined(self, tokens: list[Token]) -> list[Token]:
        done: list[Token] = []
        rest = tokens[::-1]
        while rest:
            token = rest.pop()
            if token.text != "defined" or token.kind != "name":
                done.append(token)
                continue
            inner = rest[-1].text == "(" if rest else False
            if inner:
                rest.pop()
            if not rest or rest[-1].kind != "name":
                self.report.error("`defined` needs the name of a macro", token.place)
                return [Token("number", "0", token.place)]
            known = rest.pop().text in self.macros
            if inner and (not rest or rest.pop().text != ")"):
                self.report.error("`)` is missing after `defined`", token.place)
            done.append(Token("number", str(int(known)), token.place))
        return done

    # macros ----------------------------------------------------------------------------------------------------------

    def define(self, directive: Token, rest: list[Token]) -> None:
        """Handle #define."""
        if not rest or rest[0].kind != "name":
            self.report.error("#define needs a name", directive.place)
            return
        name, body = rest[0], rest[1:]
        if not self.may_define(name):
            return
        parameters: list[str] | None = None
        if body and body[0].text == "(" and not body[0].spaced:
            end = next((i for i, token in enumerate(body) if token.text == ")"), None)
            inner = body[1:end] if end is not None else body[1:]
            parameters = [token.text for token in inner[::2]]
            names = all(token.kind == "name" for token in inner[::2]) and all(
                token.text == "," for token in inner[1::2]
            )
            if end is None or not names or (inner and len(inner) % 2 == 0) or len(set(parameters)) != len(parameters):
                self.report.error(f"the parameters of the macro {name.text} are no list of different names", name.place)
                return
            body = body[end + 1 :]
        for index, token in enumerate(body):
            if token.text == "#" or (token.text == "##" and self.settings.dialect.es):
                self.report.error(f"macros of {self.settings.dialect.name} have no {token.text}", token.place)
                return
            if token.text == "##" and index in (0, len(body) - 1):
                self.report.error("## joins two tokens: one stands before it and one after it", token.place)
                return
        macro = Macro(name.text, tuple(body), tuple(parameters) if parameters is not None else None, name.place)
        before = self.macros.get(name.text)
        if before is not None and not macro.same(before):
            where = f"it is defined at {before.place.location}" if before.place else "it is predefined"
            self.report.error(
                f"the macro {name.text} is defined differently before", name.place, where, "#undef it first"
            )
            return
        self.macros[name.text] = macro

    def may_define(self, name: Token) -> bool:
        if (
            (name.text == "defined" and self.settings.dialect.version == 100)
            or name.text.startswith("GL_")
            or (name.text in self.macros and self.macros[name.text].place is None)
        ):
            self.report.error(f"{name.text} cannot be defined: the name is reserved", name.place)
            return False
        return True

    def undefine(self, directive: Token, rest: list[Token]) -> None:
        if not rest or rest[0].kind != "name":
            self.report.error("#undef needs a name", directive.place)
        elif rest[0].text in self.macros and self.macros[rest[0].text].place is None:
            self.report.error(f"{rest[0].text} is predefined", rest[0].place)
        else:
            self.nothing_behind(directive, rest[1:])
            self.macros.pop(rest[0].text, None)

    # the other directives --------------------------------------------------------------------------------------------

    def extension(self, directive: Token, rest: list[Token]) -> None:
        if len(rest) != 3 or rest[0].kind != "name" or rest[1].text != ":" or rest[2].text not in BEHAVIOURS:
            note = "write #extension NAME : enable (or require, warn, disable)"
            self.report.error("this #extension cannot be read", directive.place, note)
            return
        name, behaviour = rest[0].text, rest[2].text
        if self.done and not self.strict and self.settings.dialect.version == 100:
            # drivers of WebGL 1 and glslang warn only: hosts put declarations before the text of a shader
            self.report.warn(
                "#extension should stand before all code, and some drivers refuse it here", directive.place
            )
        elif self.done:
            self.report.error(
                "#extension must stand before all code", directive.place, "move it to the top, after #version"
            )
        if name == "all" and behaviour in ("require", "enable"):
            self.report.error(f"`all` cannot be set to {behaviour}", rest[2].place, "name the extensions one by one")
        elif name == "all":
            self.behave(set(self.settings.extensions), behaviour)
        elif name in self.settings.extensions:
            self.behave({name}, behaviour)
        else:
            advice = known_as(name, self.settings.extensions, self.settings.dialect)
            if behaviour == "require":
                self.report.error(f"the extension {name} is not supported", rest[0].place, advice)
            else:
                self.report.warn(f"the extension {name} is not supported; {advice}", rest[0].place)

    def behave(self, names: set[str], behaviour: str) -> None:
        """Set the behaviour of extensions: `warn` enables them, and makes their uses warnings."""
        self.warned -= names
        self.extensions -= names
        if behaviour != "disable":
            self.extensions |= names
        if behaviour == "warn":
            self.warned |= names

    def version(self, directive: Token, rest: list[Token]) -> None:
        if self.begun:
            self.report.error("#version must come first", directive.place)
        words, profile = [token.text for token in rest], ""
        if len(words) == 2 and words[1] in PROFILES and words[0].isdigit() and int(words[0]) >= 150:
            profile = words.pop()
        given = " ".join(words)
        found = self.known.get(given)
        if found is not None and profile == "compatibility":
            found = COMPATIBLE.get(given, found)
        if found is None:
            known = ", ".join(self.known)
            es = f"{given} es" in self.known
            note = f"did you mean #version {given} es?" if es else f"versions: {known}; without #version it is 100"
            message = f"version {given[:40] or 'without a number'} is not supported"
            self.report.error(message, directive.place, note)
            return
        if self.first is not GLSL and found.directive != self.first.directive:
            message = f"#version says {found.name}, but the source is read as {self.first.name}"
            self.report.error(message, directive.place, self.first.version_remedy)
        if found.directive == self.first.directive:
            return
        self.settings = self.settings_of(found)
        self.macros.clear()
        self.macros.update(self.predefined())
        self.define_outer()

    def line(self, directive: Token, rest: list[Token], source: ShaderText) -> None:
        """Handle #line: the next line gets the given number, as in all implementations; desktop GLSL before 3.30 gave
        it to the directive itself."""
        numbers = self.expander.expand(rest)
        good = 1 <= len(numbers) <= 2 and numbers[0].text.isdigit() and len(numbers[0].text) < 9
        named = len(numbers) == 2 and numbers[1].kind == "text" and NAMED_LINES in self.extensions
        if not good or (len(numbers) == 2 and not named and not numbers[1].text.isdigit()):
            note = "GLSL ES numbers its sources: #line 42 0" if len(numbers) == 2 and numbers[1].kind == "text" else ""
            self.report.error(
                "#line needs a number, and a second one for the source string if there are several",
                directive.place,
                note,
            )
            return
        here = directive.place.line
        file = source.shown(here)[0]
        if named:
            file = numbers[1].text[1:-1]
        elif len(numbers) == 2:
            given = numbers[1].text
            file = source.name if given == "0" else f"{NUMBERED}{given[:12]}"
        source.renumbered.append((here + 1, int(numbers[0].text) - here - 1, file))

    def include(self, directive: Token, rest: list[Token], source: ShaderText, depth: int) -> None:
        bracketed = BRACKETS.fullmatch(directive.place.text or "")
        if not bracketed and rest and rest[0].kind == "text":
            self.nothing_behind(directive, rest[1:])
        elif not bracketed:
            note = "#include <x> looks in the folders that -I names"
            self.report.error('#include needs a file in quotes: #include "x"', directive.place, note)
            return
        name = bracketed[1] if bracketed else rest[0].text[1:-1]
        called = f"<{name}>" if bracketed else shown(rest[0])
        self.included += 1
        if self.included > MOST_INCLUDES:
            self.report.fatal(
                f"more than {MOST_INCLUDES} files are included", rest[0].place, "include each of them once", limit=True
            )
        if depth >= DEEPEST_INCLUDE:
            again = any(one.name == source.name for one in source.around)
            why = ": the files include each other" if again else f"; at most {DEEPEST_INCLUDE - 1} are allowed"
            remedy = "guard each with #ifndef" if again else "include more of them from one file"
            self.report.fatal(f"{name} is included {depth} deep{why}", rest[0].place, remedy, limit=True)
        if isinstance(self.includes, Mapping):
            text = self.includes.get(name)
            found = (name, text) if text is not None else None
        else:
            try:
                found = self.includes(name, "" if bracketed else source.name)
            except NotIncluded as error:
                reason, remedy = error.args
                self.report.error(f"cannot include {called}: {reason}", rest[0].place, remedy)
                return
        if found is None:
            note = "-I names further folders to look in"
            self.report.error(f"cannot include {called}: there is no such file", rest[0].place, note)
            return
        self.read(ShaderText(found[0], decode(found[1]), included_at=rest[0].place), depth + 1)


def _defining(word: str) -> str:
    """The text behind `#define` for a macro of the command line; without a value it is 1."""
    name, equals, value = word.partition("=")
    return f"{name} {value if equals else '1'}"
