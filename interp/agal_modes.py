"""The checks of the validator on sampler fields and on the structure of conditionals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gpucc.interp.agal_checks import Check, Finding
from gpucc.interp.agal_facts import DEPTH, OUTPUT, VARYING, AgalFacts, AgalToken
from gpucc.isa import agal
from gpucc.isa.agal import AGAL

# Samplers -----------------------------------------------------------------------------------------------------------


def at_most(field: str, words: Mapping[str, int], last: int) -> Check:
    """Refuse modes of a sampler field above `last`."""
    names = {code: word for word, code in words.items()}

    def check(facts: AgalFacts) -> Iterator[Finding]:
        for token, sampler in facts.samplers():
            value = sampler.values[field]
            if value > last:
                yield token, f"the {field} mode is {value}" + (f" ({names[value]})" if value in names else "")

    return check


def dimension(facts: AgalFacts) -> Iterator[Finding]:
    for token, sampler in facts.samplers():
        value = sampler.values["dimension"]
        if value not in (agal.DIMENSIONS["2d"], agal.DIMENSIONS["cube"]):
            yield token, f"the dimension is {value}"


def special_beyond(accepted: tuple[str, ...]) -> Check:
    allowed = sum(agal.SPECIALS[word] for word in accepted)

    def check(facts: AgalFacts) -> Iterator[Finding]:
        for token, sampler in facts.samplers():
            extra = sampler.values["special"] & ~allowed
            if extra:
                names = [word for word, bit in agal.SPECIALS.items() if extra & bit]
                yield token, f"special flags {', '.join(names) or extra}"

    return check


def _cubes(facts: AgalFacts) -> Iterator[tuple[AgalToken, dict[str, int]]]:
    return (
        (t, sampler.values) for t, sampler in facts.samplers() if sampler.values["dimension"] == agal.DIMENSIONS["cube"]
    )


def cube_wraps(facts: AgalFacts) -> Iterator[Finding]:
    return (
        (token, "a cube is sampled with wrapping")
        for token, values in _cubes(facts)
        if values["wrap"] != agal.WRAPS["clamp"]
    )


def cube_without_mips(facts: AgalFacts) -> Iterator[Finding]:
    return (
        (token, "a cube is sampled without mipmaps")
        for token, values in _cubes(facts)
        if values["mip"] == agal.MIPS["nomip"]
    )


def vertex_anisotropic(facts: AgalFacts) -> Iterator[Finding]:
    for token, sampler in facts.samplers():
        if facts.stage == "vertex" and sampler.values["filter"] > agal.FILTERS["linear"]:
            yield token, "the filter is anisotropic"


def sampler_differs(facts: AgalFacts) -> Iterator[Finding]:
    """Refuse different fields of one sampler. The whole field counts, including bias and format."""
    first: dict[int, tuple[int, int]] = {}
    for token, sampler in facts.samplers():
        bits, number = first.setdefault(sampler.number, (sampler.bits, token.number))
        if bits != sampler.bits:
            yield token, f"fs{sampler.number} has other flags than at token {number}"


# Conditionals -------------------------------------------------------------------------------------------------------


def _blocks(facts: AgalFacts) -> Iterator[tuple[AgalToken, str, list[str], bool]]:
    """Yield (token, effect, effects of the open blocks before it, whether it directly follows the start of a
    branch)."""
    stack: list[str] = []
    fresh = False
    for token in facts.known():
        effect = token.op.effect if token.op else None
        if effect in ("if", "else", "endif"):
            yield token, effect, list(stack), fresh
        match effect:
            case "if":
                stack.append("if")
            case "else" if stack:
                stack[-1] = "else"
            case "endif" if stack:
                stack.pop()
        fresh = effect in ("if", "else")


def underflow(facts: AgalFacts) -> Iterator[Finding]:
    return (
        (token, "there is no if to close")
        for token, effect, stack, _ in _blocks(facts)
        if effect == "endif" and not stack
    )


def overflow(facts: AgalFacts) -> Iterator[Finding]:
    limit = AGAL.limit("nesting", facts.rules)
    for token, effect, stack, _ in _blocks(facts):
        if effect == "if" and len(stack) >= limit:
            yield token, f"{len(stack) + 1} conditionals are open, {limit} may be"


def broken_else(facts: AgalFacts) -> Iterator[Finding]:
    for token, effect, stack, _ in _blocks(facts):
        if effect == "else" and (not stack or stack[-1] == "else"):
            yield token, "this if has an els already" if stack else "there is no if"


def empty_branch(facts: AgalFacts) -> Iterator[Finding]:
    return (
        (t, "the branch before it is empty")
        for t, effect, _, fresh in _blocks(facts)
        if fresh and effect in ("else", "endif")
    )


def left_open(facts: AgalFacts) -> Iterator[Finding]:
    depth = 0
    for _, effect, _, _ in _blocks(facts):
        depth = max(depth + {"if": 1, "endif": -1}.get(effect, 0), 0)
    if depth:
        yield None, f"{depth} conditional{'s are' if depth > 1 else ' is'} open at the end"


def same_operands(facts: AgalFacts) -> Iterator[Finding]:
    for token in facts.known():
        if token.op and token.op.effect == "if" and token.sources[0].bits == token.sources[1].bits:
            yield token, f"{token.name} compares a register with itself"


def _inside(facts: AgalFacts) -> Iterator[AgalToken]:
    return (token for token in facts.known() if token.depth)


def output_inside(facts: AgalFacts) -> Iterator[Finding]:
    for token in _inside(facts):
        if token.dest is not None and token.dest.type in (OUTPUT, DEPTH):
            yield token, f"{token.name} writes an output"


def computed_inside(facts: AgalFacts) -> Iterator[Finding]:
    for token in _inside(facts):
        if token.name == "tex" and token.sources[0].type != VARYING:
            yield token, "the coordinates are not a varying"


def derivative_inside(facts: AgalFacts) -> Iterator[Finding]:
    return (
        (token, f"{token.name} stands in a conditional") for token in _inside(facts) if token.name in ("ddx", "ddy")
    )
