"""Checks of the source as a whole: the entry function, recursion, and variables that are never read."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from gpucc.frontend.advice import SHADERTOY_MAIN, TYPES
from gpucc.frontend.check.simplify import has_effects
from gpucc.frontend.dialect import Dialect
from gpucc.frontend.places import Complaints, Place
from gpucc.frontend.typed import Callee, Symbol
from gpucc.frontend.types import ERROR

# a limit for AGSL, where the analysis of inlined functions recurses along calls
MOST_CALLS_DEEP = 50


def choose_entry(order: list[Callee], dialect: Dialect, report: Complaints, start: Place) -> Callee | None:
    entry = next((one for one in order if one.name == "main"), None)
    if entry is None:
        if not report.errors:
            report.error("there is no function main", start, *main_notes(order, dialect))
        return None
    if any(entry in one.calls for one in order):
        report.error("main cannot be called", next(one.calls[entry] for one in order if entry in one.calls))
    if dialect.preprocessor:
        if entry.parameters or entry.result.base != "void":
            report.error("main takes no parameters and returns nothing here", entry.place, "write void main()")
    else:
        check_main(entry, report)
    return entry


def main_notes(order: list[Callee], dialect: Dialect) -> list[str]:
    names = [one.name for one in order]
    if dialect.preprocessor and "mainImage" in names:
        return [SHADERTOY_MAIN]
    shape = "void main() { .. }" if dialect.preprocessor else "half4 main(float2 p) { .. }"
    close = get_close_matches("main", names, 1)
    return [*(f"is `{name}` meant to be main?" for name in close), f"the shader is {shape}"]


def check_main(entry: Callee, report: Complaints) -> None:
    """Check that main has one of AGSL's three forms: a shader, a color filter or a blender."""
    if (
        not (entry.result.is_float and entry.result.rows == 4 and not entry.result.is_matrix)
        and entry.result is not ERROR
    ):
        report.error(f"main must return half4 (or float4), not {entry.result}", entry.place)
    if main_kind(entry) is None and ERROR not in [one.type for one in entry.parameters]:
        note = (
            "a shader is half4 main(float2 p), a color filter half4 main(half4 color), a blender half4 main(half4 src,"
            " half4 dst)"
        )
        report.error("the parameters of main fit no kind of program", entry.place, note)
    for one in entry.parameters:
        if one.passing != "in" or one.readonly:
            report.error("a parameter of main has no qualifier but `in`", one.place)


def main_kind(entry: Callee) -> str | None:
    types = [one.type for one in entry.parameters]
    if len(types) == 1 and types[0].base == "float" and types[0].rows == 2:
        return "shader"
    if types and all(type.is_float and type.rows == 4 and not type.is_matrix for type in types) and len(types) <= 2:
        return "colorFilter" if len(types) == 1 else "blender"
    return None


def find_recursion(order: list[Callee], report: Complaints, deepest: int | None = None) -> None:
    """Report each function that calls itself, directly or through others, and calls nested deeper than `deepest`, if
    that is given."""
    state: dict[Callee, int] = {}
    for start in order:
        if start in state:
            continue
        path: list[Callee] = [start]
        choices = [iter(start.calls.items())]
        state[start] = 1
        while path:
            following = next(choices[-1], None)
            if following is None:
                state[path.pop()] = 2
                choices.pop()
                continue
            callee, place = following
            if state.get(callee) == 1:
                names = " -> ".join(one.name for one in [*path[path.index(callee) :], callee])
                report.error(f"recursion is not allowed: {names}", place, "write a loop")
            elif callee not in state:
                state[callee] = 1
                path.append(callee)
                choices.append(iter(callee.calls.items()))
                if deepest is not None and len(path) > deepest:
                    report.fatal(f"calls are nested more than {deepest} deep", place, limit=True)


def reachable(entry: Callee) -> list[Callee]:
    """The entry and all functions that it calls, callees first."""
    done: dict[Callee, None] = {}
    stack = [(entry, iter(entry.calls))]
    seen = {entry}
    while stack:
        one, rest = stack[-1]
        following = next((callee for callee in rest if callee not in seen), None)
        if following is None:
            done[one] = None
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(following.calls)))
    return list(done)


def depend(entry: Callee, symbols: Iterable[Symbol]) -> None:
    """Add to the entry's uses and calls those of the first values that it computes: of globals that are read, and of
    those whose computation may change others."""
    waiting = [one for one in symbols if one.initial is not None and one.computed and has_effects(one.initial)]
    entry.uses |= dict.fromkeys(waiting)
    waiting += (symbol for callee in reachable(entry) for symbol in callee.uses)
    done: set[Symbol] = set()
    while waiting:
        symbol = waiting.pop()
        if symbol in done:
            continue
        done.add(symbol)
        entry.uses |= dict.fromkeys(symbol.needs)
        waiting += symbol.needs
        for callee, place in symbol.calls.items():
            entry.calls.setdefault(callee, place)
            waiting += (read for one in reachable(callee) for read in one.uses)


def refuse_absent(reads: Iterable[tuple[Symbol, Place, Callee | None]], entry: Callee, report: Complaints) -> None:
    """Refuse variables of types that no target has, where main or what it calls reads them."""
    reached, waiting = {entry}, [entry]
    while waiting:
        more = [one for one in waiting.pop().calls if one not in reached]
        reached.update(more)
        waiting += more
    told: set[Symbol] = set()
    for symbol, place, function in reads:
        if symbol not in told and (function is None or function in reached):
            told.add(symbol)
            message = f"`{symbol.type}` is a type that no target has, and `{symbol.name}` is read here"
            report.error(message, place, TYPES.get(symbol.type.name, ""))


def unused(symbols: Iterable[Symbol], report: Complaints) -> None:
    for symbol in symbols:
        if not symbol.read and symbol.type is not ERROR and symbol.name:
            report.warn(
                f"the {'constant' if symbol.kind == 'const' else 'variable'} `{symbol.name}` is never used",
                symbol.place,
            )
