"""Passes that expand macros, functions and structs of a shader where they are used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gpucc.reduce.search import Reduction
from gpucc.reduce.shading_tokens import NAME, ShaderTokens, items, split

MACRO = re.compile(r"#\s*define\s+([A-Za-z_]\w*)(?:\(([^)]*)\))?\s*(.*)", re.DOTALL)
QUALIFIERS = frozenset(("const", "in", "highp", "mediump", "lowp"))


def write_out_names(reduction: Reduction) -> None:
    """Expand macros first, since functions may be made of them."""
    for propose in (_without_macros, _without_functions, _without_structs):
        while reduction.first(propose(ShaderTokens.of(reduction.best))):
            pass


def _without_macros(tokens: ShaderTokens) -> Iterator[str]:
    for index, word in enumerate(tokens.words):
        macro = MACRO.fullmatch(word)
        if macro is None:
            continue
        name, body = macro[1], split(macro[3])
        parameters = None if macro[2] is None else [each.strip() for each in macro[2].split(",") if each.strip()]
        uses = [at for at in range(index + 1, len(tokens.words)) if tokens.words[at] == name]
        edits: list[tuple[int, int, Sequence[str]]] = [(index, index + 1, ())]
        for at in uses:
            if parameters is None:
                edits.append((at, at + 1, body))
            elif tokens.word(at + 1) == "(" and at + 1 in tokens.partner:
                given = [tokens.words[slice(*span)] for span in items(tokens, at + 1)]
                values = dict(zip(parameters, given, strict=False))
                edits.append((at, tokens.partner[at + 1] + 1, _with_values(body, values)))
        yield tokens.edited(edits)


def _with_values(body: Sequence[str], values: Mapping[str, Sequence[str]]) -> list[str]:
    """The tokens with names replaced by values, except names of members."""
    found: list[str] = []
    for index, word in enumerate(body):
        named = word in values and (not index or body[index - 1] != ".")
        found += values[word] if named else [word]
    return found


def _without_functions(tokens: ShaderTokens) -> Iterator[str]:
    """Replace one call by the function's result, and put the function's statements before the statement with the
    call."""
    for name, opening in definitions(tokens):
        body = tokens.partner[opening] + 1
        inside = list(tokens.statements(body + 1, tokens.partner[body]))
        result = (
            tokens.words[inside[-1][0] + 1 : inside[-1][1] - 1]
            if inside and tokens.words[inside[-1][0]] == "return"
            else ()
        )
        statements = tokens.words[body + 1 : inside[-1][0] if result else tokens.partner[body]]
        if "return" in statements:
            continue
        parameters = [_parameter(tokens.words[slice(*span)]) for span in items(tokens, opening)]
        for at in range(tokens.partner[body], len(tokens.words)):
            if tokens.words[at] == name and tokens.word(at + 1) == "(" and at + 1 in tokens.partner:
                yield from _written_in(tokens, at, parameters, statements, result)


def _parameter(words: Sequence[str]) -> tuple[Sequence[str], str]:
    """The type and the name."""
    left = [word for word in words if word not in QUALIFIERS]
    return left[:1], left[1] if len(left) > 1 else ""


def _written_in(
    tokens: ShaderTokens,
    at: int,
    parameters: Sequence[tuple[Sequence[str], str]],
    statements: Sequence[str],
    result: Sequence[str],
) -> Iterator[str]:
    end = tokens.partner[at + 1] + 1
    given = [tokens.words[slice(*span)] for span in items(tokens, at + 1)]
    if len(given) != len(parameters):
        return
    start = max((first for level in tokens.levels()[1:] for first, last in level if first <= at < last), default=at)
    value = ["(", *result, ")"] if result else []
    if not statements:
        values = {name: ("(", *words, ")") for (_, name), words in zip(parameters, given, strict=True)}
        yield tokens.edited([(at, end, _with_values(value, values))])
    head = [
        word for (type, name), words in zip(parameters, given, strict=True) for word in (*type, name, "=", *words, ";")
    ]
    if result:
        yield tokens.edited([(start, start, (*head, *statements)), (at, end, value)])
    elif start == at:
        yield tokens.edited([(at, end + 1, (*head, *statements))])


def _without_structs(tokens: ShaderTokens) -> Iterator[str]:
    """Replace a variable of a struct by one variable for each member."""
    for start, _ in tokens.levels()[0]:
        if tokens.words[start] != "struct" or tokens.word(start + 2) != "{" or start + 2 not in tokens.partner:
            continue
        members = [tokens.words[slice(*span)] for span in tokens.statements(start + 3, tokens.partner[start + 2])]
        for index in range(tokens.partner[start + 2], len(tokens.words) - 2):
            type, name, end = tokens.words[index : index + 3]
            if type == tokens.words[start + 1] and NAME.fullmatch(name) and end == ";":
                yield tokens.edited([(index, index + 3, _members(members, name)), *_uses(tokens, name)])


def _members(members: Sequence[Sequence[str]], name: str) -> list[str]:
    return [
        f"{name}_{word}" if number == len(words) - 2 else word for words in members for number, word in enumerate(words)
    ]


def _uses(tokens: ShaderTokens, name: str) -> list[tuple[int, int, Sequence[str]]]:
    """Replace `name.member` by one name."""
    found = [at for at in range(len(tokens.words) - 2) if tokens.words[at] == name and tokens.words[at + 1] == "."]
    return [(at, at + 3, (f"{name}_{tokens.words[at + 2]}",)) for at in found if tokens.word(at - 1) != "."]


def definitions(tokens: ShaderTokens) -> Iterator[tuple[str, int]]:
    """Yield the name of each function and the position of its opening parenthesis."""
    for start, end in tokens.levels()[0]:
        for index in range(start + 1, end - 1):
            if tokens.words[index + 1] == "(" and index + 1 in tokens.partner and NAME.fullmatch(tokens.words[index]):
                if (
                    tokens.word(tokens.partner[index + 1] + 1) == "{"
                    and tokens.partner[index + 1] + 1 in tokens.partner
                ):
                    yield tokens.words[index], index + 1
                break
