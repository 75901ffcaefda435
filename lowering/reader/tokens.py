"""Splits LLVM IR text into tokens: one compiled pattern per statement, and a cursor over the tokens.

A vector or array of a plain element type is one token, `<4 x float>`: most types in shader code have this form and can
then be looked up instead of parsed.
"""

from __future__ import annotations

import re

from gpucc.debuginfo import unescape
from gpucc.errors import InputError, Location
from gpucc.lowering.llvm import Global, Local, LType

TOKEN = re.compile(r' *+([%@!#$^]?[-+.\w\\$]++|[,=()]|[<\[]\d++ x \w++[>\]]|[%@!$]?"[^"]*"|\S)', re.ASCII)
END = ("", "", "")

_CLOSE_BEFORE = frozenset(",):]>")
_CLOSE_AFTER = frozenset("([<")
_SPACED_GROUPS = frozenset(("splat", "to"))


def bare_name(token: str) -> str:
    """Return the name in `%x`, `@x` or `%"x y"`; a quoted number keeps its quotes, since `%"1"` is not `%1`."""
    if token[-1:] == '"':
        name = unescape(token[token.index('"') + 1 : -1])
        return f'"{name}"' if name.isdigit() else name
    return token[1:] if token[0] in "%@!$#" else token


def render(tokens: list[str]) -> str:
    """Return tokens as text again, with LLVM's spacing."""
    parts: list[str] = []
    before = ""
    for token in tokens:
        close = not before or token in _CLOSE_BEFORE or before in _CLOSE_AFTER or before in "!=" or token == "="
        if token == "(":
            close = before != "," and before not in _SPACED_GROUPS
        parts.append(token if close else " " + token)
        before = token
    return "".join(parts)


class Cursor:
    """A position in the tokens of one statement, and the tables in which names are looked up.

    `types` maps a token to its type, `pending` a named type to its text until it is needed; `locals` belongs to the
    function being read, `globals` and the attribute `groups` to the module.
    """

    __slots__ = (
        "at",
        "file",
        "globals",
        "groups",
        "line",
        "locals",
        "location",
        "pending",
        "statement",
        "text",
        "tokens",
        "types",
    )

    def __init__(self, file: str) -> None:
        self.file = file
        self.types: dict[str, LType] = {}
        self.pending: dict[str, str] = {}
        self.locals: dict[str, Local] = {}
        self.globals: dict[str, Global] = {}
        self.groups: dict[str, tuple[str, ...]] = {}
        self.tokens: list[str] = []
        self.at = 0
        self.line = 0
        self.statement = ""
        self.text = ""
        self.location: Location | None = None

    def load(self, statement: str, line: int) -> None:
        self.tokens = TOKEN.findall(statement)
        self.tokens.extend(END)
        self.at = 0
        self.line = line
        self.statement = statement

    def fail(self, message: str) -> InputError:
        where = Location(self.file, self.line)
        return InputError(f"cannot read this LLVM IR: {message}", where, source_line=self.statement.strip())

    def take(self) -> str:
        token = self.tokens[self.at]
        if not token:
            raise self.fail("the line ends too early")
        self.at += 1
        return token

    def accept(self, token: str) -> bool:
        if self.tokens[self.at] == token:
            self.at += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if self.tokens[self.at] != token:
            found = self.tokens[self.at]
            raise self.fail(f"expected '{token}'" + (f" before '{found}'" if found else " at the end of the line"))
        self.at += 1

    def integer(self) -> int:
        token = self.take()
        try:
            return int(token)
        except ValueError:
            raise self.fail(f"expected a number, not '{token}'") from None

    def group(self) -> list[str]:
        """Return the tokens of a balanced `( ... )`, with the parentheses; the cursor is at the opening one."""
        start = self.at
        depth = 0
        while True:
            token = self.take()
            if token == "(":
                depth += 1
            elif token == ")":
                depth -= 1
                if not depth:
                    return self.tokens[start : self.at]

    def end(self) -> None:
        """Check that only metadata attachments follow; those that matter were taken before."""
        token = self.tokens[self.at]
        if token and not (token == "," and self.tokens[self.at + 1][:1] == "!"):
            raise self.fail(f"unexpected '{token}'")
