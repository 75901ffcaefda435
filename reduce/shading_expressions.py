"""Passes for the expressions of a shader: a call is replaced by one of its arguments, a sum by one of its terms, a
value by a constant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpucc.reduce.search import Reduction
from gpucc.reduce.shading_tokens import NAME, OPENING, ShaderTokens, Span, items, split

BINARY = frozenset("+ - * / % < > <= >= == != && || ^^ & | ^ << >>".split())
ASSIGNING = frozenset("+= -= *= /= %= &= |= ^= <<= >>=".split())
SIGNS = frozenset("+ - ! ~ ++ --".split())
CONSTANTS = ("1.0", "vec4(1.0)", "vec3(1.0)", "vec2(1.0)", "1", "true")
VECTORS = {2: "vec2(1.0)", 3: "vec3(1.0)", 4: "vec4(1.0)"}
OF_TYPE = {
    "float": "1.0", "half": "1.0", "int": "1", "bool": "true", "mat2": "mat2(1.0)", "mat3": "mat3(1.0)",
    "mat4": "mat4(1.0)",
    **{f"{kind}{n}": text for n, text in VECTORS.items() for kind in ("vec", "float", "half")},
    **{f"{kind}{n}": f"{kind}{n}(1)" for n in VECTORS for kind in ("ivec", "int")},
    **{f"{kind}{n}": f"{kind}{n}(true)" for n in VECTORS for kind in ("bvec", "bool")},
}  # fmt: skip
PLAIN = frozenset((*CONSTANTS, *OF_TYPE.values(), "0.0", "0", "false"))
NOT_VALUES = frozenset(
    """if else for while do switch case default return break continue discard in out inout const uniform
    varying attribute struct void precision highp mediump lowp invariant layout main true false""".split()
)


def reduce_expressions(reduction: Reduction) -> None:
    """Propose simpler expressions from left to right; after a success, continue at the same place."""
    at = 0
    while True:
        tokens = ShaderTokens.of(reduction.best)
        operands = [span for span in _operands(tokens) if span[0] >= at]
        if not operands:
            return
        for start, end in operands:
            if reduction.first(_simpler(tokens, start, end)):
                at = start
                break
            at = start + 1
        else:
            return


def _operands(tokens: ShaderTokens) -> Iterator[Span]:
    """Yield the spans of values with their members and indices: names, numbers, calls, parentheses."""
    for index, word in enumerate(tokens.words):
        before = tokens.word(index - 1)
        if word.startswith("#") or word in NOT_VALUES or before == "." or word[0] == '"':
            continue
        if word == "(" and index in tokens.partner and (NAME.fullmatch(before) is None or before == "return"):
            yield index, _behind(tokens, tokens.partner[index] + 1)
        elif NAME.fullmatch(word) or word[0].isdigit() or (word[0] == "." and len(word) > 1):
            called = tokens.word(index + 1) == "(" and index + 1 in tokens.partner
            yield index, _behind(tokens, tokens.partner[index + 1] + 1 if called else index + 1)


def _behind(tokens: ShaderTokens, end: int) -> int:
    """The end of the members and indices that follow a value."""
    while True:
        if tokens.word(end) == "." and NAME.fullmatch(tokens.word(end + 1)):
            end += 2
            if tokens.word(end) == "(" and end in tokens.partner:
                end = tokens.partner[end] + 1
        elif tokens.word(end) == "[" and end in tokens.partner:
            end = tokens.partner[end] + 1
        else:
            return end


def _simpler(tokens: ShaderTokens, start: int, end: int) -> Iterator[str]:
    whole = "".join(tokens.words[start:end])
    if _is_declared(tokens, start, end):
        return
    before, behind = tokens.word(start - 1), tokens.word(end)
    yield from _without_operators(tokens, start, end)
    if behind in ASSIGNING:
        yield tokens.edited([(end, end + 1, ("=",))])
    if whole not in PLAIN and behind != "=" and before not in ("++", "--"):
        for text in _constants(tokens, start, end):
            yield tokens.edited([(start, end, split(text))])
    opening = start if tokens.words[start] == "(" else start + 1
    if tokens.word(opening) in OPENING and opening in tokens.partner and opening < end:
        closing = tokens.partner[opening]
        for part in items(tokens, opening):
            words = tokens.words[slice(*part)]
            if "".join(words) != whole:
                yield tokens.edited([(start, end, _held(words, before, behind))])
        if tokens.words[start] == "(":
            yield tokens.edited([(opening, opening + 1, ()), (closing, closing + 1, ())])
    last = end - 2
    if tokens.word(last) == "." and last > start:
        yield tokens.edited([(last, end, ())])
        if len(tokens.words[end - 1]) > 1:
            yield tokens.edited([(end - 1, end, (tokens.words[end - 1][:1],))])


def _is_declared(tokens: ShaderTokens, start: int, end: int) -> bool:
    """Return whether it is a type before a name, or the name after a type."""
    word, before, behind = tokens.words[start], tokens.word(start - 1), tokens.word(end)
    named = NAME.fullmatch(behind) is not None and behind != "else"
    typed = NAME.fullmatch(before) is not None and before not in ("return", "else", "do", "case")
    return NAME.fullmatch(word) is not None and (named or typed)


def _without_operators(tokens: ShaderTokens, start: int, end: int) -> Iterator[str]:
    """Remove the value with the operator before or after it; keep one side of a conditional expression; remove a
    sign."""
    first = start
    while tokens.word(first - 1) in SIGNS and not (tokens.word(first - 1) in BINARY and _ends_value(tokens, first - 2)):
        first -= 1
    if first < start:
        yield tokens.edited([(first, start, ())])
    before, behind = tokens.word(first - 1), tokens.word(end)
    if before in BINARY:
        yield tokens.edited([(first - 1, end, ())])
    if behind in BINARY:
        yield tokens.edited([(first, end + 1, ())])
    if behind == "?":
        yield from _sides(tokens, first, end)


def _ends_value(tokens: ShaderTokens, index: int) -> bool:
    word = tokens.word(index)
    return word in (")", "]") or (bool(word) and (word[0].isalnum() or word[0] in "_.") and word not in ("return", "."))


def _sides(tokens: ShaderTokens, start: int, question: int) -> Iterator[str]:
    """Replace `c ? a : b`, whose condition's last value begins at `start`, by a or by b."""
    while start > 0 and tokens.words[start - 1] not in (*OPENING, "=", ",", ";", "return", *ASSIGNING, ":", "?"):
        start = _value_start(tokens, start - 1)
    colon, end = _choice_ends(tokens, question)
    if colon is not None:
        yield tokens.edited([(start, end, ("(", *tokens.words[question + 1 : colon], ")"))])
        yield tokens.edited([(start, end, ("(", *tokens.words[colon + 1 : end], ")"))])


def _value_start(tokens: ShaderTokens, index: int) -> int:
    """The start of the bracket that ends at `index`; any other token starts at its own position."""
    return next((first for first, last in tokens.partner.items() if last == index), index)


def _choice_ends(tokens: ShaderTokens, question: int) -> tuple[int | None, int]:
    """The position of the colon of a conditional expression, and its end."""
    index, nested, colon = question + 1, 0, None
    while index < len(tokens.words):
        word = tokens.words[index]
        if word in (")", "]", "}", ";", ",") or (word == ":" and colon is not None and not nested):
            return colon, index
        if word == "?":
            nested += 1
        elif word == ":":
            colon, nested = (index, nested) if not nested else (colon, nested - 1)
        index = tokens.partner.get(index, index) + 1
    return None, index


def _constants(tokens: ShaderTokens, start: int, end: int) -> Sequence[str]:
    """Replacements of a value: the constant of its type if the text shows it, or else one of each type."""
    if tokens.word(end - 2) == "." and end - 2 > start and set(tokens.words[end - 1]) <= set("xyzwrgbastpq"):
        return ("1.0",) if len(tokens.words[end - 1]) == 1 else (VECTORS.get(len(tokens.words[end - 1]), "1.0"),)
    word = tokens.words[start]
    if word in OF_TYPE and tokens.word(start + 1) == "(":
        return (OF_TYPE[word],)
    if end == start + 1:
        types = {tokens.words[i - 1] for i in range(1, len(tokens.words)) if tokens.words[i] == word}
        known = [OF_TYPE[type] for type in sorted(types) if type in OF_TYPE]
        if known:
            return known
        if word[0].isdigit() or word[0] == ".":
            return ("1.0",) if not word.isdigit() else ("1",)
    return CONSTANTS


def _held(words: Sequence[str], before: str, behind: str) -> Sequence[str]:
    """The words in parentheses, if neighbouring operators could bind differently."""
    operators = any(word in BINARY or word in ("?", "=", *SIGNS) for word in words)
    bound = before in BINARY or before in SIGNS or behind in BINARY or behind in (".", "[", "?")
    return ("(", *words, ")") if operators and bound else words
