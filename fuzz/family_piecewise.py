"""Curves in two pieces, such as an encoding of colours: one operation up to a limit and another above it, of a value
that divides or has other operands without a result.

Where each piece is taken, it has a value; where it is not, it may have none. The expected values come from numpy.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpucc.fuzz.draws import Draws
from gpucc.fuzz.shading import Shell, some_language
from gpucc.fuzz.trials import Fact, FuzzFamily, FuzzSample, first_far, outputs
from gpucc.isa.model import Isa
from gpucc.program import Program, Stage
from gpucc.records import dataclass

Array = np.ndarray
VALUES = (0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -3.0, 0.25, 4.0, -0.75, 0.125)
BLEND = 0.375
LIMITS = (0.0031308, 0.125, 0.25, 0.5, 1.0)
# the values of which the curves are, by X and Y; T is a scalar or a vector, B the uniform
MADE: tuple[tuple[str, Callable[[Array, Array], Array]], ...] = (
    ("X / Y", lambda x, y: x / y),
    ("(X + 0.25) / (Y * Y)", lambda x, y: (x + 0.25) / (y * y)),
    ("X / Y + B", lambda x, y: x / y + BLEND),
    ("X - 1.0 / Y", lambda x, y: x - 1 / y),
    ("mix(X, floor(X * Y + 0.5) / Y, B)", lambda x, y: x + (np.floor(x * y + 0.5) / y - x) * BLEND),
    ("sqrt(abs(X)) / Y", lambda x, y: np.sqrt(np.abs(x)) / y),
    ("log2(abs(Y)) * X", lambda x, y: np.log2(np.abs(y)) * x),
    ("inversesqrt(abs(Y)) * X", lambda x, y: np.abs(y) ** -0.5 * x),
    ("pow(abs(Y), T(-0.5)) + X", lambda x, y: np.abs(y) ** -0.5 + x),
    ("X", lambda x, y: x),
)
# by V, and by K for the limit
UP_TO: tuple[tuple[str, Callable[[Array, float], Array]], ...] = (
    ("V * 12.92", lambda v, k: v * 12.92),
    ("V * 0.5 + 0.25", lambda v, k: v * 0.5 + 0.25),
    ("V * V - 1.0", lambda v, k: v * v - 1),
    ("1.0 / (V - 2.0)", lambda v, k: 1 / (v - 2)),
    ("sqrt(K + 0.5 - V)", lambda v, k: np.sqrt(k + 0.5 - v)),
    ("log2(2.0 - V)", lambda v, k: np.log2(2 - v)),
)
ABOVE: tuple[tuple[str, Callable[[Array, float], Array]], ...] = (
    ("pow(V, T(0.41666)) * 1.055 - 0.055", lambda v, k: v**0.41666 * 1.055 - 0.055),
    ("log2(V)", lambda v, k: np.log2(v)),
    ("sqrt(V)", lambda v, k: np.sqrt(v)),
    ("inversesqrt(V)", lambda v, k: v**-0.5),
    ("1.0 / V", lambda v, k: 1 / v),
    ("V / (V + 0.5)", lambda v, k: v / (v + 0.5)),
)


@dataclass
class Curve:
    """The statements of a curve, the texts of its components, and what numpy gives for them."""

    statements: list[str]
    texts: list[str]
    values: list[Callable[[Array, Array, float], Array]]


def _curve(draws: Draws, isa: Isa, number: int) -> Curve:
    (made, value), (below, low), (above, high) = draws.one(MADE), draws.one(UP_TO), draws.one(ABOVE)
    limit, width, form = draws.one(LIMITS), draws.one((1, 1, 2)), draws.number(0, 6)
    kind, name = ("float", "vec2")[width - 1], f"v{number}"
    given = ("p", "p.yx") if width == 2 else draws.one((("p.x", "p.y"), ("p.y", "p.x")))
    result = f"r{number}"

    def text(pattern: str) -> str:
        words = {"X": given[0], "Y": given[1], "V": name, "T": kind, "B": "u", "K": f"{limit}"}
        return "".join(words.get(letter, letter) for letter in pattern)

    lines = [f"{kind} {name} = {text(made)};"]
    one, other = text(below), text(above)
    blends = width == 2 or form in (0, 5, 6)
    if width == 1 and form > 4:
        change = f"{name} <= {limit} ? {one} - ({other}) : 0.0"
        change = change if form == 5 else f"({one} - ({other})) * float({name} <= {limit})"
        lines.append(f"float {result} = {other} + ({change});")
    elif width == 2 and form > 4:
        lines.append(f"vec2 {result} = {other} + ({one} - ({other})) * vec2(lessThanEqual({name}, vec2({limit})));")
    elif blends:
        held = f"vec2(lessThanEqual({name}, vec2({limit})))" if width == 2 else f"float({name} <= {limit})"
        lines.append(f"{kind} {result} = mix({other}, {one}, {held});")
    elif form == 1:
        lines.append(f"float {result} = {name} <= {limit} ? {one} : {other};")
    elif form == 2:
        lines.append(f"float {result} = {name} > {limit} ? {other} : {one};")
    elif form == 3:
        lines += [f"float {result} = {one};", f"if ({name} > {limit}) {{ {result} = {other}; }}"]
    else:
        lines += [f"float {result};", f"if ({name} <= {limit}) {result} = {one}; else {result} = {other};"]

    def piecewise(x: Array, y: Array, eps: float) -> Array:
        """NaN, which stands for any value, where roundings of this size might change the result much, and where a piece
        may be too large for the target's numbers."""
        v = value(x, y)
        v = np.where(np.abs(v) < isa.format.greatest**0.5 / 4, v, np.nan)
        off = eps * (1 + np.abs(x)) * (1 + 1 / np.abs(y)) ** 2
        found = []
        for near in (v, v - off, v + off):
            pieces = low(near, limit), high(near, limit)
            # a blend has no result where either piece has none
            spoilt = 0 * pieces[0] + 0 * pieces[1] if blends else 0
            found.append(np.where(v <= limit, *pieces) + spoilt)
        open_ = np.ptp(found, axis=0) > 0.01 * np.maximum(1, np.abs(found[0]))
        return np.where(open_ | (np.abs(v - limit) <= off), np.nan, found[0])

    if width == 2:
        return Curve(lines, [f"{result}.x", f"{result}.y"], [piecewise, lambda x, y, eps: piecewise(y, x, eps)])
    swapped = given == ("p.y", "p.x")
    return Curve(lines, [result], [lambda x, y, eps: piecewise(y, x, eps) if swapped else piecewise(x, y, eps)])


def _expected(values: list[Callable[[Array, Array, float], Array]], isa: Isa) -> Fact:
    def fact(program: Program) -> str | None:
        x, y = (axis.ravel().astype(np.float32) for axis in np.meshgrid(VALUES, VALUES))
        eps = 2.0 ** (2 - isa.format.mantissa)
        with np.errstate(all="ignore"):
            wanted = np.stack([value(x.astype(np.float64), y.astype(np.float64), eps) for value in values], 1)
        found = outputs(program, {"p": np.stack([x, y], 1), "u": np.float32(BLEND)}, len(x))
        open_ = ~np.isfinite(wanted) | (np.abs(wanted) >= isa.format.greatest)
        return first_far("curve", {"x": x, "y": y}, found, wanted, open_)

    return fact


def curves(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    """One to three curves, of which each component of the result is one."""
    language = some_language(draws, isa, stage)
    made = [_curve(draws, isa, number) for number in range(draws.number(1, 3))]
    texts = [text for curve in made for text in curve.texts]
    values = [value for curve in made for value in curve.values]
    chosen = [k % len(texts) for k in range(4)]
    shell = Shell(language, stage, {"p": "vec2"}, ["float u"], modern=language == "glsl" and draws.chance(2))
    text = shell.program(
        [line for curve in made for line in curve.statements], f"vec4({', '.join(texts[k] for k in chosen)})"
    )
    options = {"arithmetic": draws.one(("default", "strict"))}
    return FuzzSample(text, shell.name, stage, (_expected([values[k] for k in chosen], isa),), options=options)


FAMILIES = (FuzzFamily("curves", curves, 1),)
