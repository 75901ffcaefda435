"""Macros and their expansion.

Each token carries the names of the macros from which it was expanded and is never expanded by those again (Prosser's
algorithm), so expansion ends. The size is bounded as well, because macros that double grow exponentially without
recursion.
"""

from __future__ import annotations

from gpucc.frontend.parse.lexer import LEXEME, Token
from gpucc.frontend.places import Complaints, Place
from gpucc.records import dataclass

MOST_TOKENS = 200_000
DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro. `parameters` is None for one without a list. `moving` names a predefined macro whose value depends on
    the place, such as __LINE__."""

    name: str
    body: tuple[Token, ...]
    parameters: tuple[str, ...] | None = None
    place: Place | None = None
    moving: str = ""

    def same(self, other: Macro) -> bool:
        def shape(macro: Macro) -> object:
            return macro.parameters, [(t.kind, t.text, t.spaced and i > 0) for i, t in enumerate(macro.body)]

        return shape(self) == shape(other)


class Expander:
    def __init__(self, macros: dict[str, Macro], report: Complaints) -> None:
        self.macros = macros
        self.report = report
        self.made = 0
        # in a condition, the name after `defined` is not expanded, even if `defined` itself comes from a macro
        self.in_condition = False
        # the end of the text that is being replaced: the value of a __LINE__ in a macro's body
        self.until: Place | None = None

    def expand(self, tokens: list[Token], depth: int = 0) -> list[Token]:
        if not any(token.text in self.macros for token in tokens):
            return tokens
        done: list[Token] = []
        pending = tokens[::-1]
        while pending:
            token = pending.pop()
            macro = self.macros.get(token.text) if token.kind == "name" else None
            if macro is None or macro.name in token.hidden:
                done.append(token)
                if self.in_condition and token.text == "defined":
                    done += _operand(pending)
            elif macro.moving:
                done.append(_moving(macro, token, self.until if token.hidden else None))
            elif macro.parameters is None:
                self.begin(token, token, depth)
                self.push(pending, macro, token, {}, {}, token.hidden | {macro.name})
            elif not self.call(pending, macro, token, depth):
                done.append(token)
        return done

    def begin(self, token: Token, last: Token, depth: int) -> None:
        if not depth and not token.hidden:
            self.until = last.place

    def push(
        self,
        pending: list[Token],
        macro: Macro,
        at: Token,
        given: dict[str, list[Token]],
        raw: dict[str, list[Token]],
        hidden: frozenset[str],
    ) -> None:
        """Push the macro's body in place of its name, with the arguments inserted.

        An argument is inserted as expanded (`given`), or as the source has it (`raw`) beside `##`, which joins tokens.
        """
        body: list[Token] = []
        joining = False
        for index, token in enumerate(macro.body):
            if token.text == "##":
                joining = True
                continue
            beside = joining or any(one.text == "##" for one in macro.body[index + 1 : index + 2])
            if token.kind == "name" and token.text in given:
                part = [
                    Token(t.kind, t.text, t.place, t.spaced, t.hidden | hidden if t.hidden else hidden)
                    for t in (raw if beside else given)[token.text]
                ]
            else:
                part = [Token(token.kind, token.text, at.place, token.spaced, hidden)]
            if joining and part and body:
                part[0] = self.joined(body.pop(), part[0])
            body += part
            joining = False
        self.made += len(body) + 1
        if self.made > MOST_TOKENS:
            self.report.fatal(
                f"macros expand to more than {MOST_TOKENS} tokens",
                at.place,
                f"the last one was {macro.name}",
                limit=True,
            )
        pending.extend(reversed(body))

    def joined(self, left: Token, right: Token) -> Token:
        text = left.text + right.text
        found = LEXEME.fullmatch(text)
        if found is None or found.lastgroup not in ("name", "number", "op"):
            self.report.error(f"`{left.text[:40]}` and `{right.text[:40]}` make no token together", left.place)
            return left
        return Token(found.lastgroup, text, left.place, left.spaced, left.hidden)

    def call(self, pending: list[Token], macro: Macro, at: Token, depth: int) -> bool:
        """Expand a function-like macro. Returns False if no parenthesis follows its name."""
        if not pending or pending[-1].text != "(":
            return False
        if depth > DEEPEST:
            self.report.fatal(f"macro calls are nested more than {DEEPEST} deep", at.place, limit=True)
        arguments = self.arguments(pending, macro, at, depth)
        assert macro.parameters is not None
        if arguments is None:
            return True
        if len(arguments) == 1 and not arguments[0] and not macro.parameters:
            arguments = []
        if len(arguments) != len(macro.parameters):
            defined = f"it is defined at {macro.place.location}" if macro.place else ""
            message = f"the macro {macro.name} takes {len(macro.parameters)} arguments, not {len(arguments)}"
            self.report.error(message, at.place, defined)
            return True
        expanded = [self.expand(argument, depth + 1) for argument in arguments]
        given, raw = (dict(zip(macro.parameters, one, strict=True)) for one in (expanded, arguments))
        self.push(pending, macro, at, given, raw, at.hidden | {macro.name})
        return True

    def arguments(self, pending: list[Token], macro: Macro, at: Token, level: int) -> list[list[Token]] | None:
        pending.pop()
        found: list[list[Token]] = [[]]
        depth = 0
        while pending:
            token = pending.pop()
            if token.kind == "op":
                if token.text == ")":
                    if not depth:
                        self.begin(at, token, level)
                        return found
                    depth -= 1
                elif token.text == "(":
                    depth += 1
                elif token.text == "," and not depth:
                    found.append([])
                    continue
            found[-1].append(token)
        self.report.error(
            f"the arguments of the macro {macro.name} have no end", at.place, "a closing parenthesis is missing"
        )
        return None


def _operand(pending: list[Token]) -> list[Token]:
    """Take the operand of `defined`: a name, or one in parentheses."""
    opened = bool(pending) and pending[-1].text == "("
    return [pending.pop() for _ in range(min(len(pending), 2 if opened else 1))]


def _moving(macro: Macro, token: Token, until: Place | None) -> Token:
    place = until or token.place
    number = place.location.line if macro.moving == "line" else place.source.number(place.line)
    return Token("number", str(number), token.place, token.spaced)
