"""Passes for shaders in GLSL ES and AGSL: declarations and statements are removed, blocks unwrapped, variables replaced
by their values.

A pass proposes texts without knowing types and names; the judge refuses those that the front end refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gpucc.reduce.search import Reduction
from gpucc.reduce.shading_calls import definitions, write_out_names
from gpucc.reduce.shading_expressions import reduce_expressions
from gpucc.reduce.shading_tokens import NAME, ShaderTokens, Span, depths, items

OPENS_CONDITION = re.compile(r"#\s*if")
ENDS_CONDITION = re.compile(r"#\s*endif")
NEXT_PART = re.compile(r"#\s*el(?:se|if)")
# a variable is replaced by its value only if the text grows by no more tokens than this
MOST_GROWTH = 60


def tidy(reduction: Reduction) -> None:
    """Offer the source without comments, with one statement per line."""
    reduction.offer(ShaderTokens.of(reduction.best).edited([]))


def drop_conditions(reduction: Reduction) -> None:
    """Replace `#if .. #else .. #endif` by nothing, or by one part without the directives."""
    while reduction.first(_without_conditions(ShaderTokens.of(reduction.best))):
        pass


def _without_conditions(tokens: ShaderTokens) -> Iterator[str]:
    stack: list[list[int]] = []
    for index, word in enumerate(tokens.words):
        if OPENS_CONDITION.match(word):
            stack.append([index])
        elif stack and NEXT_PART.match(word):
            stack[-1].append(index)
        elif stack and ENDS_CONDITION.match(word):
            parts = [*stack.pop(), index]
            yield tokens.without([(parts[0], index + 1)])
            for start, end in pairwise(parts):
                yield tokens.without([(parts[0], start + 1), (end, index + 1)])


def drop_statements(reduction: Reduction) -> None:
    """Remove declarations and statements, level by level."""
    level = 0
    while True:
        tokens = ShaderTokens.of(reduction.best)
        levels = tokens.levels()
        if level >= len(levels):
            return
        spans = levels[level]
        reduction.leave_out(len(spans), lambda kept, tokens=tokens, spans=spans: tokens.without(_lost(spans, kept)))  # type: ignore[misc]
        level += 1


def _lost(spans: Sequence[Span], kept: Sequence[bool]) -> list[Span]:
    return [span for span, keep in zip(spans, kept, strict=True) if not keep]


def unwrap(reduction: Reduction) -> None:
    """Replace a branch or a loop by one of its parts, and a block by its statements."""
    while reduction.first(_unwrapped(ShaderTokens.of(reduction.best))):
        pass


def _unwrapped(tokens: ShaderTokens) -> Iterator[str]:
    for level in tokens.levels()[1:]:
        for start, end in level:
            for parts in _parts(tokens, start, end):
                yield tokens.edited([(start, end, [word for part in parts for word in tokens.words[slice(*part)]])])


def _parts(tokens: ShaderTokens, start: int, end: int) -> Iterator[Sequence[Span]]:
    """Yield replacements of a statement, each a list of spans of it."""
    word = tokens.words[start]
    if word == "{" and start in tokens.partner:
        yield [(start + 1, end - 1)]
    elif word == "do":
        yield [_inside(tokens, start + 1, tokens.statement_end(start + 1, end))]
    elif word in ("if", "for", "while", "switch") and start + 1 in tokens.partner:
        head = (start + 2, tokens.partner[start + 1])
        first = head[1] + 1
        if first >= end:
            return
        stop = min(end, tokens.statement_end(first, end))
        yield [_inside(tokens, first, stop)]
        if word == "for":
            semicolon = next(iter(tokens.statements(*head)), (head[0], head[0]))
            yield [semicolon, _inside(tokens, first, stop)]
        if stop < end and tokens.words[stop] == "else":
            yield [_inside(tokens, stop + 1, end)]
            yield [(start, stop)]


def _inside(tokens: ShaderTokens, start: int, end: int) -> Span:
    """The span of a block's statements, or of the statement itself."""
    return (start + 1, end - 1) if tokens.word(start) == "{" and tokens.partner.get(start) == end - 1 else (start, end)


def drop_list_items(reduction: Reduction) -> None:
    """Remove one variable from a declaration like `float a = 1.0, b;`, or a parameter with its arguments."""
    while reduction.first(_fewer_items(ShaderTokens.of(reduction.best))):
        pass


def _fewer_items(tokens: ShaderTokens) -> Iterator[str]:
    for level in tokens.levels():
        for start, end in level:
            commas = [index for index, depth in depths(tokens, start, end) if depth == 0 and tokens.words[index] == ","]
            for number, comma in enumerate(commas):
                stop = commas[number + 1] if number + 1 < len(commas) else end - 1
                yield tokens.without([(comma, stop)])
            if commas and (first := _declared(tokens, start, commas[0])) is not None:
                yield tokens.without([(first, commas[0] + 1)])
    for name, opening in definitions(tokens):
        for number in range(len(items(tokens, opening))):
            spans = []
            for index, word in enumerate(tokens.words):
                found = (
                    items(tokens, index + 1)
                    if word == name and tokens.word(index + 1) == "(" and index + 1 in tokens.partner
                    else []
                )
                if number < len(found):
                    first, last = found[number]
                    spans.append((first, last + 1) if number + 1 < len(found) else (first - (number > 0), last))
            yield tokens.without(spans)


def _declared(tokens: ShaderTokens, start: int, comma: int) -> int | None:
    """The position of the first name in a declaration."""
    found = [
        i for i in range(start + 1, comma) if NAME.fullmatch(tokens.words[i]) and NAME.fullmatch(tokens.words[i - 1])
    ]
    until = next((i for i in range(start, comma) if tokens.words[i] in ("=", "(", "[")), comma)
    return max((i for i in found if i < until), default=None)


def write_out(reduction: Reduction) -> None:
    """Drop `float x = e;` and replace x by e."""
    while reduction.first(_written_out(ShaderTokens.of(reduction.best))):
        pass


def _written_out(tokens: ShaderTokens) -> Iterator[str]:
    for level in tokens.levels():
        for start, end in level:
            equals = next((index for index in range(start, end) if tokens.words[index] == "="), 0)
            if not equals or tokens.words[end - 1] != ";" or NAME.fullmatch(tokens.word(equals - 1)) is None:
                continue
            name, value = tokens.words[equals - 1], tokens.words[equals + 1 : end - 1]
            uses = [
                index
                for index in range(end, len(tokens.words))
                if tokens.words[index] == name and tokens.word(index - 1) != "."
            ]
            if len(uses) * len(value) > MOST_GROWTH + end - start or name in value:
                continue
            new = value if len(value) == 1 else ("(", *value, ")")
            yield tokens.edited([(start, end, ()), *((index, index + 1, new) for index in uses)])


PASSES = (
    tidy,
    drop_conditions,
    drop_statements,
    unwrap,
    drop_list_items,
    reduce_expressions,
    write_out,
    write_out_names,
)
