"""The small expression language of op semantics, guards and templates: `sub(x, frc(x))`.

expression := name "(" expressions ")"      a neutral op in semantics and guards, a machine op in templates
            | name [":" representation]     a variable; lanes are `a.x`, rows of a matrix `m.1.x`
            | number
            | "[" expressions "]"           lanes of one operand, in a template
            | "{" expression "}"            a neutral expression over constants, computed at selection, in a template
            | "-" expression                a template's operand negated, or the result of an op that can negate it
            | "|" expression "|"            a template's operand, without its sign
            | call ":" modifier             in a template: a modifier that the op applies to its result
            | name "~" origin "(" ... ")"   on the right of a `Rewrite`: the op on the left with its flags and location
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from gpucc.errors import UsageError
from gpucc.isa.model import LETTERS
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class Call:
    name: str
    args: tuple[Expr, ...]
    negated: bool = False
    absolute: bool = False
    modifier: str = ""
    origin: str = ""

    def __str__(self) -> str:
        head = f"{self.name}~{self.origin}" if self.origin else self.name
        text = f"{head}({', '.join(map(str, self.args))})" + (f":{self.modifier}" if self.modifier else "")
        text = f"|{text}|" if self.absolute else text
        return f"-{text}" if self.negated else text


@dataclass(frozen=True, slots=True)
class Var:
    name: str
    representation: str = ""
    negated: bool = False
    absolute: bool = False

    def __str__(self) -> str:
        text = f"{self.name}:{self.representation}" if self.representation else self.name
        text = f"|{text}|" if self.absolute else text
        return f"-{text}" if self.negated else text


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    """A number, equal to another if their bits are: 0 is not -0."""

    value: float

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and repr(self.value) == repr(other.value)

    def __hash__(self) -> int:
        return hash(repr(self.value))

    def __str__(self) -> str:
        return repr(self.value)


@dataclass(frozen=True, slots=True)
class Lanes:
    items: tuple[Expr, ...]

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.items))}]"


@dataclass(frozen=True, slots=True)
class Computed:
    expression: Expr

    def __str__(self) -> str:
        return f"{{{self.expression}}}"


Expr = Call | Var | Number | Lanes | Computed

_TOKEN = re.compile(
    r"\s*(?:(?P<number>-?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|inf|nan)(?![\w.]))"
    r"|(?P<name>[A-Za-z_]\w*(?:\.\w+)*)|(?P<mark>[(),:\[\]{}|@=~&-]))"
)


@lru_cache(maxsize=4096)
def parse(text: str) -> Expr:
    reader = ExpressionReader(text)
    result = reader.expression()
    reader.expect("")
    return result


class ExpressionReader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [*_tokens(text), ("", "")]
        self.position = 0

    def expression(self) -> Expr:
        kind, word = self.take()
        match kind, word:
            case "number", _:
                return Number(float(word))
            case "name", _ if self.peek() in ("(", "~"):
                origin = self._origin()
                self.expect("(")
                return replace(Call(word, self._list(")"), origin=origin), modifier=self._suffix())
            case "name", _:
                return self._variable(word)
            case "mark", "-":
                inner = self.expression()
                if isinstance(inner, Var | Call):
                    return replace(inner, negated=not inner.negated)
            case "mark", "|":
                inner = self.expression()
                self.expect("|")
                if isinstance(inner, Var | Call):
                    return replace(inner, absolute=True)
            case "mark", "[":
                return Lanes(self._list("]"))
            case "mark", "{":
                inner = self.expression()
                self.expect("}")
                return Computed(inner)
        raise self.error(word)

    def _variable(self, name: str) -> Var:
        return Var(name, self._suffix())

    def _origin(self) -> str:
        """Read the origin after a `~`, from which a new node takes its flags: 0, an op on the left side, or several of
        them, as in `&m&n`."""
        if self.peek() != "~":
            return ""
        self.take()
        words = [self.take()[1]]
        while words[-1] == "&" or self.peek() == "&":
            words.append(self.take()[1])
        return "".join(words)

    def _suffix(self) -> str:
        """Read the word after a colon: a representation or a modifier."""
        if self.peek() != ":":
            return ""
        self.take()
        return self.take()[1]

    def _list(self, end: str) -> tuple[Expr, ...]:
        items: list[Expr] = []
        if self.peek() == end:
            self.take()
            return ()
        while True:
            items.append(self.expression())
            _, word = self.take()
            if word == end:
                return tuple(items)
            if word != ",":
                raise self.error(word)

    def expect(self, word: str) -> None:
        if self.take()[1] != word:
            raise self.error(self.tokens[self.position - 1][1])

    def peek(self) -> str:
        return self.tokens[self.position][1]

    def take(self) -> tuple[str, str]:
        self.position = min(self.position + 1, len(self.tokens))
        return self.tokens[self.position - 1]

    def error(self, word: str) -> UsageError:
        return UsageError(f"expression '{self.text}': unexpected {word or 'end'!r}")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position = 0
    while position < len(text.rstrip()):
        found = _TOKEN.match(text, position)
        if found is None or found.lastgroup is None:
            raise UsageError(f"expression '{text}': unexpected {text[position:].strip()[:1]!r}")
        yield found.lastgroup, found.group(found.lastgroup)
        position = found.end()


def children(expr: Expr) -> tuple[Expr, ...]:
    match expr:
        case Call(_, args):
            return args
        case Lanes(items):
            return items
        case Computed(inner):
            return (inner,)
    return ()


def walk(expr: Expr) -> Iterator[Expr]:
    yield expr
    for child in children(expr):
        yield from walk(child)


def machine_ops(template: Expr) -> Iterator[str]:
    """Yield the names of a template's ops, outermost first."""
    if isinstance(template, Call):
        yield template.name
    if not isinstance(template, Computed):
        for child in children(template):
            yield from machine_ops(child)


def variables(expr: Expr) -> tuple[str, ...]:
    """Return the names of variables in order of first appearance."""
    return tuple(dict.fromkeys(e.name for e in walk(expr) if isinstance(e, Var)))


def group_lanes(name: str, variables: Sequence[str]) -> tuple[str, ...]:
    """Return the variables `name.x`, `name.y` ..., in the order of the lanes; rows of a matrix one after the other."""
    prefix = name + "."
    return tuple(
        sorted((v for v in variables if v.startswith(prefix)), key=lambda v: [_lane_order(p) for p in v.split(".")[1:]])
    )


def _lane_order(part: str) -> int:
    return LETTERS.index(part) if part in LETTERS else int(part)


# Result modifiers and the function that each applies to the value of its op
RESULT_MODIFIERS = {
    "sat": "fmin(fmax(a, 0.0), 1.0)",
    "pos": "fmax(a, 0.0)",
    "int": "trunc(a)",
    "neg": "fneg(a)",
    "abs": "fabs(a)",
}
