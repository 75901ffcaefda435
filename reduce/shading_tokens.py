"""Shaders as tokens: matching brackets, statements, and the text of tokens with one statement per line.

Broken sources have tokens too, so the front end need not accept the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from gpucc.records import dataclass

LEXEME = re.compile(
    r"""(?P<space>\s+)|(?P<note>//[^\n]*|/\*.*?(?:\*/|\Z))
      | (?P<word>[A-Za-z_]\w*|\.?[0-9](?:[eE][+-](?=[0-9])|[\w.])*|"[^"\n]*")
      | (?P<op><<=|>>=|\+\+|--|<=|>=|==|!=|&&|\|\||\^\^|[-+*/%&|^]=|<<|>>|.)""",
    re.VERBOSE | re.DOTALL,
)
DIRECTIVE = re.compile(r"[ \t]*#(?:[^\n\\]|\\(?:\r?\n|.))*")
NAME = re.compile(r"[A-Za-z_]\w*")
OPENING = {"(": ")", "[": "]", "{": "}"}
BRANCHES = frozenset(("if", "for", "while", "switch"))
# after one of these words there is a blank before a sign or a parenthesis
APART = frozenset(("return", "if", "for", "while", "switch", "else", "do", "case"))
TIGHT_BEFORE = frozenset((")", "]", ",", ";", "[", ".", "++", "--"))
TIGHT_BEHIND = frozenset(("(", "[", ".", "!", "~"))
OPERATORS = frozenset("+ - * / % < > <= >= == != && || ^^ & | ^ << >> ? : = += -= *= /= %= <<= >>= &= |= ^=".split())

Span = tuple[int, int]


def split(text: str) -> list[str]:
    """The tokens of a shader without comments. A preprocessor directive is one token, including its continuation
    lines."""
    found: list[str] = []
    at, fresh = 0, True
    while at < len(text):
        directive = DIRECTIVE.match(text, at) if fresh else None
        if directive is not None:
            found.append(re.sub(r"\\\r?\n", " ", directive[0]).strip())
            at = directive.end()
            continue
        match = LEXEME.match(text, at)
        assert match is not None, "every character is a token"
        at = match.end()
        if match.lastgroup == "space":
            fresh = fresh or "\n" in match[0]
        elif match.lastgroup != "note":
            found.append(match[0])
            fresh = False
    return found


@dataclass(frozen=True)
class ShaderTokens:
    """The tokens of one candidate."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> ShaderTokens:
        return cls(tuple(split(text)))

    @cached_property
    def partner(self) -> dict[int, int]:
        """The closing bracket of each opening one; brackets without a partner are missing."""
        found: dict[int, int] = {}
        open_at: list[int] = []
        for index, word in enumerate(self.words):
            if word in OPENING:
                open_at.append(index)
            elif word in OPENING.values() and open_at and OPENING[self.words[open_at[-1]]] == word:
                found[open_at.pop()] = index
        return found

    def word(self, index: int) -> str:
        return self.words[index] if 0 <= index < len(self.words) else ""

    def text(self, start: int, end: int) -> str:
        return " ".join(self.words[start:end])

    # statements ------------------------------------------------------------------------------------------------------

    def statement_end(self, start: int, limit: int) -> int:
        """The end of the statement or declaration that begins here."""
        word = self.words[start]
        if word.startswith("#"):
            return start + 1
        if word == "{" and start in self.partner:
            return self.partner[start] + 1
        if word in BRANCHES and start + 1 in self.partner and self.word(start + 1) == "(":
            end = self._inner_end(self.partner[start + 1] + 1, limit)
            if word == "if" and end < limit and self.words[end] == "else":
                end = self._inner_end(end + 1, limit)
            return end
        if word == "do":
            return self._simple_end(self._inner_end(start + 1, limit), limit)
        if word in ("case", "default"):
            return next((index + 1 for index in range(start, limit) if self.words[index] == ":"), limit)
        return self._simple_end(start, limit)

    def _inner_end(self, start: int, limit: int) -> int:
        return self.statement_end(start, limit) if start < limit else limit

    def _simple_end(self, start: int, limit: int) -> int:
        index, record = start, False
        while index < limit:
            word = self.words[index]
            record = record or word == "struct"
            if word == ";":
                return index + 1
            if word.startswith("#") and index > start:
                return index
            closing = self.partner.get(index)
            if closing is not None:
                index = closing
                if word == "{" and not record:
                    return closing + 1
            index += 1
        return limit

    def statements(self, start: int, end: int) -> Iterator[Span]:
        while start < end:
            stop = max(start + 1, min(end, self.statement_end(start, end)))
            yield start, stop
            start = stop

    def levels(self) -> list[list[Span]]:
        """All statements by the depth of their block, the top level first."""
        found = [list(self.statements(0, len(self.words)))]
        depth: dict[int, list[Span]] = {}
        level = 0
        for index, word in enumerate(self.words):
            if word == "{":
                level += 1
                if index in self.partner:
                    depth.setdefault(level, []).extend(self.statements(index + 1, self.partner[index]))
            elif word == "}":
                level -= 1
        return [*found, *(depth[key] for key in sorted(depth))]

    # other texts -----------------------------------------------------------------------------------------------------

    def without(self, spans: Sequence[Span]) -> str:
        return self.edited([(start, end, ()) for start, end in spans])

    def edited(self, edits: Sequence[tuple[int, int, Sequence[str]]]) -> str:
        """The text with spans replaced by other tokens. Spans inside others are lost with them."""
        words: list[str] = []
        at = 0
        for start, end, new in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
            if start < at:
                continue
            words += [*self.words[at:start], *new]
            at = end
        return shown([*words, *self.words[at:]])


def depths(tokens: ShaderTokens, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the indices with the number of brackets open there."""
    depth = 0
    for index in range(start, end):
        depth -= tokens.words[index] in (")", "]", "}")
        yield index, depth
        depth += tokens.words[index] in ("(", "[", "{")


def items(tokens: ShaderTokens, opening: int) -> list[Span]:
    """The parts between the commas in a pair of brackets."""
    start, end = opening + 1, tokens.partner[opening]
    if start == end:
        return []
    commas = [index for index, depth in depths(tokens, start, end) if depth == 0 and tokens.words[index] == ","]
    return list(zip([start, *(comma + 1 for comma in commas)], [*commas, end], strict=True))


def shown(words: Sequence[str]) -> str:
    """Tokens as text: one statement per line, indented by its block."""
    lines: list[str] = []
    line: list[str] = []
    level = nested = 0

    def finish() -> None:
        if line:
            lines.append("    " * max(0, level) + spaced(line))
            line.clear()

    for index, word in enumerate(words):
        if word.startswith("#"):
            finish()
            lines.append(word)
            continue
        if word == "}" and not nested:
            finish()
            level -= 1
        line.append(word)
        nested += (word in "([") - (word in ")]")
        following = words[index + 1] if index + 1 < len(words) else ""
        if word == "{" and not nested:
            finish()
            level += 1
        elif not nested and (word == ";" or (word == "}" and _ends_line(following, words, index))):
            finish()
    finish()
    return "\n".join(lines) + "\n"


def _ends_line(following: str, words: Sequence[str], index: int) -> bool:
    """Return whether a line ends after a closing brace: not before the name of a struct's variable, for instance."""
    behind = words[index + 2] if index + 2 < len(words) else ""
    named = NAME.fullmatch(following) is not None and behind in (";", ",", "[")
    return not named and following not in (";", "else", "while")


def spaced(words: Sequence[str]) -> str:
    """Tokens of one line with the usual blanks."""
    out = ""
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        out += word if not index or _tight(words, index, before, word) else f" {word}"
    return out


def _tight(words: Sequence[str], index: int, before: str, word: str) -> bool:
    if before in ("-", "+") and (index < 2 or words[index - 2] in (*OPERATORS, *OPENING, ",", "return")):
        return word not in ("-", "+", "--", "++")
    if word == "(":
        return before not in APART and (NAME.fullmatch(before) is not None or before in ("(", "[", "!", "~"))
    if before == "." and NAME.fullmatch(word) is None:
        return False
    return (
        word in TIGHT_BEFORE or before in TIGHT_BEHIND or (before in ("++", "--") and NAME.fullmatch(word) is not None)
    )
