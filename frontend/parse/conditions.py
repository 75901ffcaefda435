"""Evaluation of the conditions of `#if` and `#elif`: integers with C's operators."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.frontend.numbers import i32
from gpucc.frontend.parse.lexer import Token, shown
from gpucc.frontend.places import Complaints

DEEPEST = 60
PRECEDENCE = {
    operator: level
    for level, operators in enumerate(("||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %"))
    for operator in operators.split()
}
COMPUTE: dict[str, Callable[[int, int], int]] = {
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    ">": lambda a, b: int(a > b),
    "<=": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b),
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}


class Wrong(Exception):
    """An error in the condition that has been reported."""


class Condition:
    def __init__(self, tokens: list[Token], directive: Token, report: Complaints, strict: bool) -> None:
        """An undefined name is an error if that is `strict`, and otherwise zero, with a warning."""
        self.tokens = [*tokens, Token("end", "", directive.place)]
        self.at = 0
        self.report = report
        self.strict = strict
        self.depth = 0

    def value(self) -> bool:
        """The value of the condition; False if it is malformed."""
        try:
            found = self.binary(0, True)
            if self.tokens[self.at].kind != "end":
                self.wrong(f"{shown(self.tokens[self.at])} cannot stand here")
        except Wrong:
            return False
        return found != 0

    def wrong(self, message: str, *notes: str) -> None:
        self.report.error(f"{message} in a condition", self.tokens[self.at].place, *notes)
        raise Wrong

    def binary(self, level: int, wanted: bool) -> int:
        """Evaluate operators of this precedence and above. `wanted` is false after `0 &&` and `1 ||`, where nothing is
        evaluated."""
        left = self.unary(wanted)
        while (operator := self.tokens[self.at].text) in PRECEDENCE and PRECEDENCE[operator] >= level:
            self.at += 1
            needed = wanted and not (operator == "&&" and not left) and not (operator == "||" and left)
            right = self.binary(PRECEDENCE[operator] + 1, needed)
            left = self.compute(operator, left, right, needed)
        return left

    def compute(self, operator: str, left: int, right: int, needed: bool) -> int:
        if operator == "&&":
            return int(bool(left and right))
        if operator == "||":
            return int(bool(left or right))
        if not needed:
            return 0
        if operator in ("/", "%"):
            if not right:
                self.wrong("division by zero")
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return i32(quotient if operator == "/" else left - quotient * right)
        if operator in ("<<", ">>"):
            if not 0 <= right < 32:
                self.wrong(f"a shift by {right}")
            return i32(left << right if operator == "<<" else left >> right)
        return i32(COMPUTE[operator](left, right))

    def unary(self, wanted: bool) -> int:
        signs = []
        while self.tokens[self.at].text in ("-", "+", "!", "~"):
            signs.append(self.tokens[self.at].text)
            self.at += 1
        found = self.primary(wanted)
        for sign in reversed(signs):
            found = i32({"-": -found, "+": found, "!": int(not found), "~": ~found}[sign])
        return found

    def primary(self, wanted: bool) -> int:
        token = self.tokens[self.at]
        if token.text == "(":
            self.depth += 1
            if self.depth > DEEPEST:
                self.wrong(f"more than {DEEPEST} nested parentheses")
            self.at += 1
            found = self.binary(0, wanted)
            if self.tokens[self.at].text != ")":
                self.wrong(f"`)` expected before {shown(self.tokens[self.at])}")
            self.at += 1
            self.depth -= 1
            return found
        if token.kind == "number":
            self.at += 1
            return self.number(token)
        if token.kind == "name":
            if wanted and self.strict:
                self.wrong(
                    f"{token.text} is not defined",
                    "GLSL gives undefined names no value: test it with `defined` first, "
                    f"or give it one: -D {token.text}=0",
                )
            if wanted:
                self.report.warn(f"{token.text} is not defined, and taken for 0", token.place)
            self.at += 1
            return 0
        self.wrong(f"a number is expected before {shown(token)}")
        return 0

    def number(self, token: Token) -> int:
        text = token.text.rstrip("uU")
        try:
            if text[:1] == "0" and text.isdigit() and len(text) < 20:
                return i32(int(text, 8))
            return i32(int(text, 16 if text[:2] in ("0x", "0X") else 10)) if len(text) < 20 else 0
        except ValueError:
            self.at -= 1
            self.wrong(f"{shown(token)} is no whole number")
        return 0
