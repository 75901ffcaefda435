"""Choose the texts that programs are made of: with assumed values, and both with and without derived constants, since
not every target gains by these; for short programs also with loops in place of calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gpucc.errors import InputError, InternalError, Unsupported
from gpucc.lowering.assume.values import with_values
from gpucc.lowering.derive.derive import derive as derive_constants
from gpucc.lowering.derive.regroup import regrouped
from gpucc.lowering.optimise.optimise import optimise
from gpucc.lowering.optimise.rolling import roll_calls
from gpucc.lowering.optimise.unrollings import unrollings
from gpucc.program import Shader
from gpucc.records import dataclass
from gpucc.targets.record import Options, Target


@dataclass(frozen=True, slots=True)
class DerivedWay:
    """A shader whose derived constants an optimised text reads, and the text without them; or the shader of a text with
    loops in place of calls, and the text with the calls."""

    shader: Shader
    plain: str


def derived_ways(texts: Sequence[str], shader: Shader, goal: Target) -> tuple[list[str], dict[str, DerivedWay]]:
    """(optimised texts to choose from, the ways that read derived constants, by their texts).

    The texts stay, the first one as the first, so that what gains nothing derives nothing: loops that are unrolled may
    need fewer instructions than any that read derived constants. Where programs cannot be compared, deriving is taken
    to be better.
    """
    ways: dict[str, DerivedWay] = {}
    found: list[str] = []
    for text in texts:
        made = derive_constants(regrouped(text, shader), shader, goal.uniform_end(shader.interface))
        if made is not None:
            ways[made[0]] = DerivedWay(made[1], text)
        found.append(text if made is None else made[0])
    if not goal.counts:
        return found, ways
    return list(dict.fromkeys((*texts, *found))), ways


def offered_ways(
    shader: Shader, goal: Target, opt: int, derive: bool, options: Options
) -> tuple[list[str], dict[str, DerivedWay], str]:
    """(optimised texts to choose from, those of them that read derived constants; where assumptions changed the text,
    what is optimised without them)"""
    known = with_values(shader)
    ways = partial(unrollings, loops=goal.isa.loops, level=opt, most=goal.isa.unrolling, branches=goal.isa.branching)
    more = goal.counts and bool(options.allowance.effort) and not options.allowance.ended()
    texts = ways(known, others=more)
    plain = "" if known == shader.text else ways(shader.text)[0]
    return (*derived_ways(texts, shader, goal), plain) if derive else (texts, {}, plain)


def rolled_ways(
    source: str,
    canonical: Callable[[str], Shader],
    ways: dict[str, DerivedWay],
    usual: str,
    shader: Shader,
    goal: Target,
    opt: int,
    options: Options,
) -> list[str]:
    """(optimised texts with loops in place of calls, if short programs are preferred and the target has loops and
    memory for what their rounds need). They are added to `ways`, with the usual text, which has no such loops.

    `canonical` makes the shader of a changed source. A changed source may have lost an input or a uniform that nothing
    reads: its text is only taken if its signature is the source's. These texts read no derived constants."""
    searches = bool(options.allowance.effort) and not options.allowance.ended()
    memory = goal.isa.loops and "local_load" in goal.neutral(shader.stage, options)
    if not (options.prefer == "size" and opt and searches and memory):
        return []
    changed = [_again(canonical, rolled) for rolled in roll_calls(source)]
    same = (other.text for other in changed if other is not None and _signature(other) == _signature(shader))
    found = [optimise(text, level=opt, unroll=False) for text in same]
    found = [text for text in dict.fromkeys(found) if text != usual and text not in ways]
    ways |= {text: DerivedWay(shader, usual) for text in found}
    return found


def _again(canonical: Callable[[str], Shader], rolled: str) -> Shader | None:
    """The shader of a changed source; None if the target does not take it in this form."""
    try:
        return canonical(rolled)
    except Unsupported:
        return None
    except InputError as error:
        raise InternalError(f"the source with loops in place of calls is not valid: {error.message}") from error


def _signature(shader: Shader) -> tuple[object, ...]:
    """Return what the text of a shader and its judge must agree on."""
    names = (shader.uniform_globals, shader.sampler_globals)
    return shader.interface, shader.pointers, shader.inputs, shader.outputs, *names
