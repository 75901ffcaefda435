"""The lexer. Every byte sequence can be tokenised; characters that are not part of the language become tokens of kind
`bad`."""

from __future__ import annotations

import re
from typing import NamedTuple

from gpucc.errors import InputError, Location
from gpucc.frontend.places import Complaints, Place, ShaderText


def _lexemes(join: str) -> re.Pattern[str]:
    """The pattern of a token. `join` matches a line continuation, which may stand inside comments, names and
    numbers."""
    return re.compile(
        rf"""(?P<space>[ \t\f\v]+|\\(?:\r\n|\r|\n))
          | (?P<line>\r\n|\r|\n)
          | (?P<note>//(?:{join}[^\r\n])*)
          | (?P<block>/\*.*?\*/)
          | (?P<open>/\*)
          | (?P<name>[A-Za-z_](?:{join}[A-Za-z0-9_])*)
          | (?P<number>\.?[0-9](?:{join}[eE][+-](?=[0-9])|[A-Za-z0-9_.])*)
          | (?P<op><<=|>>=|\+\+|--|<=|>=|==|!=|&&|\|\||\^\^|\+=|-=|\*=|/=|%=|<<|>>|&=|\|=|\^=|\#\#
              |[-+*/%<>=!&|^~?:.,;(){{}}\[\]\#$])
          | (?P<text>"[^"\r\n]*")
          | (?P<bad>.)""",
        re.VERBOSE | re.DOTALL,
    )


LEXEME = _lexemes("")
JOIN = re.compile(r"\\(?:\r\n|\r|\n)")
CONTINUED = _lexemes(f"{JOIN.pattern}|")
BREAK = re.compile(r"\r\n|\r|\n")
MOST_CHARACTERS = 4_000_000


class Token(NamedTuple):
    """A token of a source. `kind` is name, number, op, text, bad, line or end. Macros in `hidden` are not expanded in
    this token again."""

    kind: str
    text: str
    place: Place
    spaced: bool = False
    hidden: frozenset[str] = frozenset()


def tokenise(source: ShaderText, report: Complaints, lines: bool) -> list[Token]:
    """Return all tokens followed by `end`; with `lines`, ends of lines are tokens too."""
    text = source.text
    if len(text) > MOST_CHARACTERS:
        message = f"the source has {len(text)} characters; gpucc takes at most {MOST_CHARACTERS}"
        report.fatal(message, Place(source, 1, 1), limit=True)
    found: list[Token] = []
    add = found.append
    line, start, spaced = 1, 0, False
    continued = lines and "\\" in text
    for match in (CONTINUED if continued else LEXEME).finditer(text):
        kind = match.lastgroup
        at = match.start()
        if kind == "space":
            spaced = True
            if text[at] == "\\":
                line, start = line + 1, match.end()
        elif kind == "line":
            if lines:
                add(Token("line", "", Place(source, line, at - start + 1)))
            line, start, spaced = line + 1, match.end(), True
        elif kind in ("note", "block"):
            spaced = True
            if continued and kind == "note" and _hides_code(match[0]):
                message = "the backslash at the end of this comment makes the next line a part of it"
                report.warn(message, Place(source, line, at - start + 1))
            for inner in BREAK.finditer(match[0]):
                line, start = line + 1, at + inner.end()
        elif kind == "open":
            report.fatal("this comment has no end", Place(source, line, at - start + 1), "close it with */")
        else:
            add(Token(kind or "bad", match[0], Place(source, line, at - start + 1), spaced))
            spaced = False
            if continued and kind in ("name", "number") and "\\" in match[0]:
                found[-1] = found[-1]._replace(text=JOIN.sub("", match[0]))
                for inner in BREAK.finditer(match[0]):
                    line, start = line + 1, at + inner.end()
    last = Place(source, max(1, len(source.lines)), len(source.lines[-1]) + 1)
    if lines:
        add(Token("line", "", last))
    add(Token("end", "", last))
    return found


def _hides_code(note: str) -> bool:
    """Whether a comment goes on in a line that is neither empty nor a comment itself. GLSL ES 1.00 and desktop GLSL
    before 4.20 have no backslashes that continue lines: there some compilers take that line for code."""
    return any(line.strip() and not line.lstrip().startswith("//") for line in JOIN.split(note)[1:])


def shown(token: Token) -> str:
    """The token as messages show it."""
    if token.kind == "end":
        return "the end of the source"
    if token.kind == "bad" and not token.text.isprintable():
        name = "the byte order mark" if token.text == "\ufeff" else "the character"
        return f"{name} U+{ord(token.text):04X}"
    return f"`{token.text[:40]}`"


def decode(text: str | bytes, keeps_mark: bool = False) -> str:
    """Decode UTF-8. Invalid bytes become U+FFFD, which is not a valid token. A byte order mark is dropped unless
    `keeps_mark` is set."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    return text if keeps_mark else text.removeprefix("\ufeff")


SPIRV = (b"\x03\x02\x23\x07", b"\x07\x23\x02\x03")


def refuse_binary(text: str | bytes, name: str) -> None:
    """Report a binary file or UTF-16 with a single error, instead of one for each line."""
    zero = text.find(b"\0") if isinstance(text, bytes) else -1
    if isinstance(text, bytes) and text.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("this text is UTF-16", Location(name), ("save it as UTF-8",))
    if isinstance(text, bytes) and text.startswith(SPIRV):
        note = "gpucc reads GLSL, AGSL and LLVM IR: compile the shader's source, or let spirv-cross write GLSL"
        raise InputError("this is SPIR-V", Location(name), (note,))
    if isinstance(text, bytes) and zero >= 0:
        line = text.count(b"\n", 0, zero) + 1
        raise InputError(f"this is no text: byte {zero} is NUL", Location(name, line), ("a shader is a text in UTF-8",))
