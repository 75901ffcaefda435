"""Parsing of expressions by precedence climbing: one function for all binary operators, loops where a chain could be
long."""

from __future__ import annotations

import re
from typing import NoReturn

from gpucc.frontend.parse.base import TokenCursor
from gpucc.frontend.parse.lexer import Token, shown
from gpucc.frontend.syntax import (
    AssignExpr,
    BinaryExpr,
    BrokenExpr,
    CallExpr,
    Choose,
    Expr,
    IndexExpr,
    Member,
    NameExpr,
    NumberExpr,
    Truth,
    TypeName,
    Unary,
)

LEVELS = ("||", "^^", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %")
PRECEDENCE = {operator: level for level, operators in enumerate(LEVELS, 1) for operator in operators.split()}
ASSIGNMENTS = frozenset("= += -= *= /= %= <<= >>= &= |= ^=".split())
SWIZZLED = re.compile(r"([0-9]*\.[0-9]+|[0-9]+\.[0-9]*)\.([A-Za-z0-9]+)")
PREFIXES = frozenset("+ - ! ~ ++ --".split())


class ExpressionParser(TokenCursor):
    def expression(self) -> Expr:
        """Parse an expression, including the comma operator."""
        before = self.depth
        left = self.assignment()
        while self.token.text == "," and self.token.kind == "op":
            comma = self.take()
            self.linked()
            left = BinaryExpr(comma.place, ",", left, self.assignment())
        self.depth = before
        return left

    def assignment(self) -> Expr:
        before = self.depth if self.dialect.counts_links else self.deeper()
        left = self.binary(1)
        token = self.token
        if token.kind == "op" and token.text == "?":
            self.at += 1
            self.linked()
            yes = self.expression()
            self.expect(":", " in this choice")
            left = Choose(token.place, left, yes, self.assignment())
        elif token.kind == "op" and token.text in ASSIGNMENTS:
            self.refuse(token)
            self.at += 1
            self.linked()
            left = AssignExpr(token.place, token.text, left, self.assignment())
        self.depth = before
        return left

    def refuse(self, token: Token) -> None:
        if token.text in self.dialect.refused_operators:
            note = {"%": "mod(x, y) works on floats", "%=": "mod(x, y) works on floats"}.get(
                token.text, "use arithmetic instead"
            )
            if self.dialect.preprocessor:
                note += "; or write #version 300 es in the first line"
            self.report.error(f"operator `{token.text}` is not allowed in {self.dialect.name}", token.place, note)

    def binary(self, level: int) -> Expr:
        """Parse binary operators of at least this precedence. Within one loop operators bind ever more loosely, so the
        depth is reset when the precedence changes."""
        before, last = self.depth, 0
        left = self.unary()
        while True:
            token = self.tokens[self.at]
            found = PRECEDENCE.get(token.text) if token.kind == "op" else None
            if found is None or found < level:
                self.depth = before
                return left
            if token.text in self.dialect.refused_operators:
                self.refuse(token)
            self.at += 1
            if found != last:
                self.depth, last = before, found
            if self.dialect.counts_links:
                self.deeper()
            left = BinaryExpr(token.place, token.text, left, self.binary(found + 1))

    def unary(self) -> Expr:
        first = self.tokens[self.at]
        if first.kind != "op" or first.text not in PREFIXES:
            return self.postfix(self.primary())
        signs: list[Token] = []
        while self.token.kind == "op" and self.token.text in PREFIXES:
            self.refuse(self.token)
            signs.append(self.take())
        before = self.deeper(len(signs))
        found = self.postfix(self.primary())
        for sign in reversed(signs):
            found = Unary(sign.place, sign.text, found)
        self.depth = before
        return found

    def postfix(self, found: Expr) -> Expr:
        before, links = self.depth, 0
        while True:
            token = self.tokens[self.at]
            if token.kind == "number":
                if not (self.dialect.constant_components and token.text.startswith(".")):
                    break
                self.at += 1
                self.linked()
                for name in token.text[1:].split("."):
                    found = Member(token.place, found, name, token.place)
            elif token.kind != "op" or token.text not in (".", "[", "(", "++", "--"):
                break
            else:
                self.at += 1
                # Skia's parser recurses for the chain, and once more for each link
                self.linked()
                inside = self.linked()
                found = self.link(found, token)
                self.depth = inside
            links += 1
            if links > 40 and not self.dialect.counts_links:
                self.depth = self.deeper(links - 40)
        self.depth = before
        return found

    def link(self, found: Expr, token: Token) -> Expr:
        match token.text:
            case ".":
                name = self.token
                if name.kind != "name":
                    self.wrong(f"the name of a member is expected after `.`, not {shown(name)}")
                self.at += 1
                return Member(token.place, found, name.text, name.place)
            case "[":
                index = self.expression()
                self.expect("]", " after the index")
                return IndexExpr(token.place, found, index)
            case "(":
                return CallExpr(found.at if isinstance(found, Member) else found.place, found, self.arguments())
        return Unary(token.place, token.text, found, postfix=True)

    def arguments(self) -> list[Expr]:
        """Parse arguments after the opening parenthesis."""
        if self.accept(")"):
            return []
        if self.token.text == "void" and self.ahead().text == ")":
            self.at += 2
            return []
        found = [self.assignment()]
        while self.accept(","):
            found.append(self.assignment())
        self.expect(")", " after the arguments")
        return found

    def number_token(self, token: Token) -> Expr:
        """Parse a number. `2.0.xx` is one token; where scalars have swizzles, it is a swizzle of a number."""
        found = SWIZZLED.fullmatch(token.text) if self.dialect.constant_components else None
        if found is None:
            return NumberExpr(token.place, token.text)
        return Member(token.place, NumberExpr(token.place, found[1]), found[2], token.place)

    def named(self, token: Token) -> Expr:
        if token.text in ("true", "false"):
            return Truth(token.place, token.text == "true")
        if self.begins_array_constructor():
            if not self.dialect.array_values:
                self.no_array_constructor()
            sizes = self.sizes()
            self.expect("(")
            return CallExpr(token.place, TypeName(token.place, token.text, sizes=sizes), self.arguments())
        if token.text in self.dialect.types:
            return self.constructor(token)
        if token.text in self.dialect.reserved:
            self.refuse_word(token)
            self.wrong(f"`{token.text}` cannot stand in an expression", token.place)
        return NameExpr(token.place, token.text)

    def primary(self) -> Expr:
        token = self.token
        if token.kind == "name":
            self.at += 1
            return self.named(token)
        if token.kind == "number":
            self.at += 1
            return self.number_token(token)
        if token.kind == "op" and token.text == "(":
            self.at += 1
            before = self.linked()
            found = self.expression()
            self.depth = before
            self.expect(")", "", f"the parenthesis opens at {token.place.location}")
            return found
        if token.text == "{":
            return self.wrong("a list in braces is no value", None, "use a constructor, such as vec3(1.0, 2.0, 3.0)")
        return self.wrong(f"an expression is expected, not {shown(token)}")

    def sizes(self) -> tuple[Expr | None, ...]:
        """Parse the sizes of an array, each in brackets; None for empty brackets."""
        found: list[Expr | None] = []
        while self.token.text == "[" and self.token.kind == "op":
            self.at += 1
            if self.accept("]"):
                found.append(None)
                continue
            found.append(self.assignment())
            self.expect("]", " after the size")
        return tuple(found)

    def begins_array_constructor(self) -> bool:
        """Return whether brackets and a parenthesis follow the name: T[2](..). Nothing else looks like this."""
        after = self.tokens[self.behind_sizes(self.at)]
        return self.token.text == "[" and after.text == "(" and after.kind == "op"

    def behind_sizes(self, at: int) -> int:
        """The position behind the brackets at a position, or that of the token which cannot stand in them."""
        depth = 0
        while self.tokens[at].text == "[" or depth:
            token = self.tokens[at]
            if token.kind == "end" or token.text in (";", "{", "}"):
                break
            depth += (token.text == "[") - (token.text == "]")
            at += 1
        return at

    def no_array_constructor(self) -> NoReturn:
        self.wrong(f"{self.dialect.name} has no array constructors", None, "assign the elements one by one")

    def constructor(self, token: Token) -> Expr:
        if self.token.text == "[":
            self.no_array_constructor()
        if self.token.text != "(":
            self.wrong(
                f"the type `{token.text}` is no value", token.place, f"a constructor has arguments: {token.text}(...)"
            )
        self.at += 1
        before = self.linked()
        self.linked()
        found = CallExpr(token.place, TypeName(token.place, token.text), self.arguments())
        self.depth = before
        return found


def broken(token: Token) -> Expr:
    return BrokenExpr(token.place)
