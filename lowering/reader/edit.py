"""Edits statements in LLVM's text, for changes where the records lack information to write the statement again.

A name follows % or @, with or without quotes. Strings are never searched, so that a name may be any word, and a string
may contain any name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from gpucc.lowering.reader.calls import FAST_MATH, TAILS
from gpucc.lowering.reader.spelling import quote
from gpucc.lowering.reader.tokens import TOKEN, bare_name
from gpucc.records import dataclass

_RESULT = re.compile(r'\s*%(?:[\w.$-]+|"[^"]*") = ')

OPENING, CLOSING = frozenset("([{<"), frozenset(")]}>")

WORD = r'(?:"[^"]*"|[-\w.$]+)'
NAME = re.compile(rf'[%@]{WORD}|"[^"]*"')
POINTER = re.compile(r'[%@]?"[^"]*"|[%@][-\w.$]+|\bptr addrspace\((\d+)\)')
SPACE = re.compile(r"\baddrspace\((\d+)\) ")
# the address space of a local variable, as code for AMD's GPUs has it
LOCAL_SPACE = re.compile(rf"^(  %{WORD} = alloca [^\n]*), addrspace\(\d+\)", re.MULTILINE)
MANGLED = re.compile(r'"[^"]*"|@llvm\.[\w.]*\.p\d[\w.]*')
MANGLED_SPACE = re.compile(r"\.p(\d+)(?=\.|$)")
SAME_CAST = re.compile(rf"\baddrspacecast ptr ([%@]{WORD}|\S+) to ptr(?=,|$)")
SAME_CONSTANT = re.compile(rf"\baddrspacecast \(ptr (@{WORD}|[^()]*\([^()]*\)) to ptr\)")
# an innermost constant expression, which contains no other
EXPRESSION = re.compile(r"\b(getelementptr(?: inbounds| nusw| nuw)*|addrspacecast|bitcast|ptrtoint) \(([^()]*)\)")


def renamed(text: str, new: Callable[[str], str | None]) -> str:
    """Return the text with other names. `new` maps each name with its sigil to its new text, or to None if it stays."""

    def name(found: re.Match[str]) -> str:
        again = new(found[0]) if found[0][0] != '"' else None
        return found[0] if again is None else again

    return NAME.sub(name, text)


def own_statement(line: str) -> str:
    """Return the statement without the debug records before it."""
    return line.rpartition("\n")[2]


def respelled(line: str, change: Callable[[list[str]], Iterable[str]]) -> str:
    """Return the line with its statement's tokens replaced by `change`. Each token has the space before it; debug
    records stay.
    """
    before, newline, own = line.rpartition("\n")
    return f"{before}{newline}{''.join(change([found[0] for found in TOKEN.finditer(own)]))}"


def without(line: str, words: Container[str]) -> str:
    """Return the line without these words, and without the parentheses that follow one of them."""
    return respelled(line, lambda pieces: _without(pieces, words))


def _without(pieces: list[str], words: Container[str]) -> Iterator[str]:
    dropped, depth = False, 0
    for piece in pieces:
        word = piece.strip()
        if dropped and (depth or word == "("):
            depth += (word == "(") - (word == ")")
            dropped = depth > 0
            continue
        dropped = word in words
        if not dropped:
            yield piece


def mentioned(lines: Iterable[str], signs: str) -> set[str]:
    """Return the names in these lines that have one of the sigils, each with its sigil and without quotes."""
    tokens = (token for line in lines for token in TOKEN.findall(line))
    return {token[0] + bare_name(token) for token in tokens if token[0] in signs and len(token) > 1}


def restated(line: str, statement: str) -> str:
    """Return the line with another statement; debug records before it and attachments after it stay."""
    before, newline, own = line.rpartition("\n")
    _, mark, attached = own.partition(", !")
    return f"{before}{newline}  {statement}{mark}{attached}"


def without_attached(line: str, kind: str) -> str:
    """Return the statement without attached metadata of this kind."""

    def others(pieces: list[str]) -> Iterator[str]:
        at = next((i for i, piece in enumerate(pieces) if piece.strip() == kind), len(pieces) + 1)
        return (piece for i, piece in enumerate(pieces) if not at - 1 <= i <= at + 1)

    return respelled(line, others)


def label_names(line: str) -> list[str]:
    """Return the possible targets of a terminator."""
    tokens = TOKEN.findall(own_statement(line)) if "label" in line else []
    return [bare_name(tokens[i + 1]) for i, token in enumerate(tokens) if token == "label"]


@dataclass(frozen=True, slots=True)
class Phi:
    """A phi as text: the text before its entries, (value, name of the block) each, and the attachments after them."""

    head: str
    entries: tuple[tuple[str, str], ...]
    tail: str

    def line(self) -> str:
        return f"{self.head}{', '.join(f'[ {value}, %{quote(label)} ]' for value, label in self.entries)}{self.tail}"


def phi_of(line: str) -> Phi | None:
    """Return the statement as a phi, if it is one. Its type may be an array's, and its values may be arrays."""
    own = own_statement(line)
    pieces = [found[0] for found in TOKEN.finditer(own)] if " = phi " in own else []
    words = [piece.strip() for piece in pieces]
    if words[1:3] != ["=", "phi"]:
        return None
    spans: list[tuple[int, int]] = []
    start = depth = 0
    for i, word in enumerate(words):
        if not depth:
            start = i
        depth += (word in OPENING) - (word in CLOSING)
        if not depth and word == "]" and words[start + 2] != "x":
            spans.append((start, i))
    entries = tuple(
        ("".join(pieces[first + 1 : last - 2]).strip(), bare_name(words[last - 1])) for first, last in spans
    )
    records = line[: len(line) - len(own)]
    return Phi(f"{records}{''.join(pieces[: spans[0][0]])} ", entries, "".join(pieces[spans[-1][1] + 1 :]))


def named(statement: str) -> tuple[str, str]:
    """Split a statement behind the name of its result, which may contain anything. Without a result, the first part is
    empty."""
    found = _RESULT.match(statement)
    return ("", statement) if found is None else (found[0], statement[found.end() :])


def with_flags(line: str, change: Callable[[list[str]], list[str]]) -> str:
    """Return the statement with its fast-math flags, if it has any, replaced by `change`."""
    before, newline, own = line.rpartition("\n")
    head, rest = named(own)
    words = rest.split(" ")
    first = last = 2 if words[0] in TAILS else 1
    while last < len(words) and words[last] in FAST_MATH:
        last += 1
    if first == last or not own.startswith("  %"):
        return line
    return f"{before}{newline}{head}{' '.join([*words[:first], *change(words[first:last]), *words[last:]])}"


def free_node(lines: Iterable[str]) -> int:
    """Return the first number that no metadata node has."""
    heads = (line[1:].partition(" = ")[0] for line in lines if line[:1] == "!")
    return 1 + max((int(head) for head in heads if head.isdigit()), default=-1)


def free_number(lines: Iterable[str], stem: str) -> int:
    """Return a number greater than every number that follows the stem in the lines, so that the stem with it is a new
    name."""
    numbers = re.compile(re.escape(stem) + r"(\d+)")
    return 1 + max((int(found[1]) for line in lines if stem in line for found in numbers.finditer(line)), default=0)


def in_plain_space(text: str, kept: Container[int]) -> str:
    """Return the text with plain pointers in place of every address space except the kept ones, and without casts that
    become redundant.
    """
    if "addrspace" not in text and ".p" not in text:
        return text

    def pointer(found: re.Match[str]) -> str:
        return found[0] if found[1] is None or int(found[1]) in kept else "ptr"

    def mangled(found: re.Match[str]) -> str:
        return found[0] if found[0][0] == '"' else mangled_plainly(found[0], kept)

    text = LOCAL_SPACE.sub(r"\1", MANGLED.sub(mangled, POINTER.sub(pointer, text)))
    return SAME_CONSTANT.sub(r"\1", SAME_CAST.sub(r"bitcast ptr \1 to ptr", text))


def mangled_plainly(name: str, kept: Container[int]) -> str:
    """Return the name of an intrinsic function for such pointers."""
    return MANGLED_SPACE.sub(lambda part: part[0] if int(part[1]) in kept else ".p0", name)


def defined_plainly(line: str, name: str, kept: Container[int]) -> str:
    """Return the definition of a global, with its own address space removed, too."""
    head = len(name) + len("@ = ")
    return line[:head] + SPACE.sub(lambda found: found[0] if int(found[1]) in kept else "", line[head:], count=1)


def with_locals(line: str, places: Mapping[str, str], hoisted: dict[str, str]) -> str:
    """Return the statement with locals in place of globals. `hoisted` receives constant expressions of such a global,
    which no longer are constant.
    """
    replaced = renamed(line, lambda token: places.get(bare_name(token)) if token[0] == "@" else None)
    if replaced == line:
        return line
    while True:
        found = next((one for one in EXPRESSION.finditer(replaced) if "%gpucc." in one[2]), None)
        if found is None:
            return replaced
        if found[1] == "addrspacecast":
            name = found[2].split()[-3]
        else:
            name = hoisted.setdefault(f"{found[1]} {found[2]}", f"%gpucc.expression{len(hoisted)}")
        replaced = replaced[: found.start()] + name + replaced[found.end() :]
