"""The token cursor that both halves of the parser share: lookahead, nesting depth, and recovery from errors."""

from __future__ import annotations

from typing import NoReturn

from gpucc.frontend.advice import WORDS
from gpucc.frontend.dialect import Dialect
from gpucc.frontend.parse.lexer import Token, shown
from gpucc.frontend.places import Complaints, Place

OPENING = {"(": ")", "[": "]", "{": "}"}


class Bad(Exception):
    """A syntax error that has been reported. Code that can resume after it catches this."""


class TokenCursor:
    def __init__(self, tokens: list[Token], dialect: Dialect, report: Complaints) -> None:
        self.tokens = tokens
        self.dialect = dialect
        self.report = report
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def ahead(self, distance: int = 1) -> Token:
        return self.tokens[min(self.at + distance, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.tokens[self.at]
        if token.kind != "end":
            self.at += 1
        return token

    def accept(self, text: str) -> bool:
        token = self.tokens[self.at]
        if token.text == text and token.kind in ("op", "name"):
            self.at += 1
            return True
        return False

    def expect(self, text: str, why: str = "", *notes: str) -> Token:
        token = self.tokens[self.at]
        if token.text != text or token.kind not in ("op", "name"):
            message = f"`{text}` expected{why}, not {shown(token)}"
            if text == ";" and self.on_new_line():
                self.report.error(message, self.behind() or token.place)
                return token
            self.wrong(message, self.behind() if text == ";" else None, *notes)
        self.at += 1
        return token

    def on_new_line(self) -> bool:
        """Return whether a new line begins here, so that the previous statement probably lacks only its semicolon."""
        last = self.tokens[self.at - 1] if self.at else None
        return last is not None and self.token.place.line > last.place.line and self.token.kind == "name"

    def behind(self) -> Place | None:
        """The end of the last token, where a missing token is reported."""
        last = self.tokens[self.at - 1] if self.at else None
        if last is None or self.token.kind == "bad":
            return None
        return Place(last.place.source, last.place.line, last.place.column + len(last.text))

    def wrong(self, message: str, place: Place | None = None, *notes: str) -> NoReturn:
        if place is None:
            place = self.token.place
            if self.token.text == "\ufeff":
                notes = ("save the file without it",)
            if self.token.kind == "bad" and "found" not in message:
                message = f"{shown(self.token)} has no meaning in {self.dialect.name}"
        self.report.error(message, place, *notes)
        raise Bad

    def deeper(self, levels: int = 1) -> int:
        """Go one or more levels deeper; returns the depth to restore. The depth is bounded, so that recursive walks
        over the tree cannot exhaust the stack."""
        before = self.depth
        self.depth = before + levels
        if self.depth > self.dialect.deepest:
            message = f"this is nested more than {self.dialect.deepest} deep"
            notes: tuple[str, ...] = ("name parts of it, or use functions",)
            if self.dialect.counts_links:
                notes += (
                    "Skia counts statements, blocks, parentheses, calls, swizzles, signs, and each operator of a sum",
                )
            self.report.fatal(message, self.token.place, *notes, limit=True)
        return before

    def linked(self) -> int:
        """Go one level deeper in dialects that count the links of a chain as nested."""
        return self.deeper() if self.dialect.counts_links else self.depth

    def identifier(self, what: str) -> Token:
        """Take an identifier that the source may define."""
        token = self.token
        if token.kind != "name":
            self.wrong(f"{what} expected, not {shown(token)}")
        self.at += 1
        self.check_name(token, what)
        return token

    def refuse_word(self, token: Token) -> None:
        """Report a word that is reserved here and has a meaning in other versions of GLSL."""
        old = self.dialect.preprocessor and not self.dialect.stage_variables
        if token.text in WORDS and token.kind == "name" and old:
            self.wrong(f"{self.dialect.name} has no `{token.text}`", token.place, WORDS[token.text])

    def check_name(self, token: Token, what: str) -> None:
        name = token.text
        if name in self.dialect.types:
            self.report.error(f"`{name}` is a type and cannot be {what}", token.place)
        elif name in self.dialect.reserved:
            self.report.error(f"`{name}` is a reserved word of {self.dialect.name}", token.place, "choose another name")
        elif name.startswith(self.dialect.prefixes) and not (name == "gl_TexCoord" and self.dialect.fixed_function):
            prefix = next(prefix for prefix in self.dialect.prefixes if name.startswith(prefix))
            self.report.error(f"names that begin with `{prefix}` are reserved", token.place)
        elif "__" in name and self.dialect.preprocessor:
            self.report.warn(f"names with two underscores, such as {name}, are reserved", token.place)
        elif len(name) > 1024:
            self.report.error(
                f"this name has {len(name)} characters; at most 1024 are allowed", token.place, limit=True
            )

    def skip_statement(self) -> None:
        """Recover from an error: skip to the end of the statement, over anything in brackets."""
        closers: list[str] = []
        while self.token.kind != "end":
            text = self.token.text if self.token.kind == "op" else ""
            if not closers and text == ";":
                self.at += 1
                return
            if not closers and text == "}":
                return
            if text in OPENING:
                closers.append(OPENING[text])
            elif text in ("}", ")", "]"):
                while closers and closers.pop() != text:
                    pass
                if not closers and text == "}":
                    self.at += 1
                    return
            self.at += 1
