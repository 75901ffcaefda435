"""Noise on a lattice: the same corner of a cell computed from two neighbours, followed by an amplifier that exposes
every bit.

Requirements: equal corners have equal bits in every number format, and noise made of corners has no jump at the border
of a cell.
"""

from __future__ import annotations

import numpy as np

from gpucc.fuzz.draws import Draws
from gpucc.fuzz.shading import Shell, some_language
from gpucc.fuzz.trials import Fact, FuzzFamily, FuzzSample, outputs
from gpucc.isa.model import Isa
from gpucc.program import Program, Stage

# float h(vec2 c): A and B are the numbers of a vector, K is an amplifier
HASHES = (
    "return fract(sin(dot(c, vec2(A, B))) * K);",
    "return fract(cos(c.x * A + c.y * B) * K);",
    "vec3 q = fract(vec3(c.xyx) * .1031); q += dot(q, q.yzx + 33.33); return fract((q.x + q.y) * q.z);",
    "vec2 q = fract(c * vec2(.1234, .3456)); q += dot(q, q + 34.23); return fract(q.x * q.y * 97.0);",
    "vec2 q = mod((c * 34.0 + 1.0) * c, 289.0); return fract(mod((q.x + q.y) * 7.0, 289.0) / 41.0);",
    "vec2 q = sin(vec2(dot(c, vec2(A, B)), dot(c, vec2(B, A)))); return fract((q.x + q.y) * K);",
    "return step(0.5, fract(sin(dot(c, vec2(A, B))) * K));",
    "return floor(fract(sin(dot(c, vec2(A, B))) * K) * 8.0) * 0.125;",
    "float n = c.x + c.y * 57.0; return fract(sin(n) * K);",
    "float n = dot(vec3(c, 1.0), vec3(A, B, 0.7)); return n - floor(n);",
    "return fract(tan(distance(c * 1.618, c) * 0.0137) * (c.x + 1.5));",
    "float n = dot(c, vec2(A, B)); return float(int(fract(n * 0.37) * 16.0)) * 0.0625;",
    "float n = dot(c, vec2(A, B)) * 0.731; return fract(n) < 0.5 ? 1.0 : 0.0;",
)
NUMBERS = ("12.9898", "78.233", "127.1", "311.7", "269.5", "0.5", "3.17", "41.3")
AMPLIFIERS = ("43758.5453", "1e4", "753.5453", "158.5453")
CELLS = (
    "floor(q)",
    "q - fract(q)",
    "vec2(floor(q.x), floor(q.y))",
    "vec2(ivec2(q + 64.0)) - 64.0",
    "q - mod(q, 1.0)",
    "q - mod(q, vec2(1.0))",
)
SCALES = (1, 2, 8, 16)
SIDE, FIRST = 12, -5
NEIGHBOURS = ((0, 0), (1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (2, 1))
# expressions that move `i` to a corner (X, Y); the last ones need helpers
MOVES = (
    "i + vec2(X, Y)",
    "vec2(i.x + X, i.y + Y)",
    "vec2(X, Y) + i",
    "i - vec2(-X, -Y)",
    "moved(i, vec2(X, Y))",
    "vec2(X + i.x, i.y - (-Y))",
)
SMOOTH = ("f", "f * f * (3.0 - 2.0 * f)", "f * f * f * (f * (f * 6.0 - 15.0) + 10.0)", "smoothstep(0.0, 1.0, f)")
NOISES = (
    "mix(mix(h(C00), h(C10), u.x), mix(h(C01), h(C11), u.x), u.y)",
    "(h(C00) * (1.0 - u.x) + h(C10) * u.x) * (1.0 - u.y) + (h(C01) * (1.0 - u.x) + h(C11) * u.x) * u.y",
    "mix(h(C00), h(C10), u.x) + (h(C01) - h(C00)) * u.y * (1.0 - u.x) + (h(C11) - h(C10)) * u.x * u.y",
)
# a discontinuous amplifier would jump even at a corner that is computed correctly
EPS, JUMP = 2.0**-10, 0.05


def _hash(draws: Draws) -> str:
    text = draws.one(HASHES)
    for letter, numbers in (("A", NUMBERS), ("B", NUMBERS), ("K", AMPLIFIERS)):
        text = text.replace(f"({letter},", f"({draws.one(numbers)},").replace(f" {letter})", f" {draws.one(numbers)})")
        text = text.replace(f"* {letter} ", f"* {draws.one(numbers)} ").replace(
            f"* {letter};", f"* {draws.one(numbers)};"
        )
        text = text.replace(f"{letter}, 0.7", f"{draws.one(numbers)}, 0.7").replace(
            f" {letter},", f" {draws.one(numbers)},"
        )
    return f"float h(vec2 c) {{ {text} }}"


def _corner(draws: Draws, x: int, y: int) -> str:
    return draws.one(MOVES).replace("X", f"{x:.1f}").replace("Y", f"{y:.1f}").replace("--", "")


def _grid(scale: int, inside: float) -> np.ndarray:
    """A point of each cell, row by row."""
    places = np.arange(FIRST, FIRST + SIDE, dtype=np.float32) + np.float32(inside)
    x, y = np.meshgrid(places, places)
    return (np.stack([x.ravel(), y.ravel()], 1) / np.float32(scale)).astype(np.float32)


def _corners_are_equal(offsets: list[tuple[int, int]], scale: int, once: np.ndarray) -> Fact:
    def fact(program: Program) -> str | None:
        points = _grid(scale, 0.25)
        found = outputs(program, {"p": points, "scale": np.float32(scale), "seed": once}, len(points)).reshape(
            SIDE, SIDE, 4
        )
        cells = {(x, y): found[y, x, 0] for x in range(SIDE) for y in range(SIDE)}
        for component, (dx, dy) in enumerate(offsets):
            for (x, y), value in cells.items():
                if (x - dx, y - dy) in cells:
                    other = found[y - dy, x - dx, component]
                    if other != value and not (np.isnan(other) and np.isnan(value)):
                        where = f"cell ({FIRST + x}, {FIRST + y}) is {value!r}, from ({dx}, {dy}) before it {other!r}"
                        return f"torn: the hash of {where}"
        return None

    return fact


def _has_no_jump(scale: int, once: np.ndarray, most: float = np.inf) -> Fact:
    """Values above `most` count as `most`."""

    def fact(program: Program) -> str | None:
        at, before = _grid(scale, 0.0), _grid(scale, 0.0)
        across = np.arange(len(at)) % 2
        before[np.arange(len(at)), across] -= np.float32(EPS / scale)
        sides = [
            outputs(program, {"p": p, "scale": np.float32(scale), "seed": once}, len(at), "f32") for p in (at, before)
        ]
        apart = np.abs(np.minimum(sides[0], most) - np.minimum(sides[1], most)).max(axis=1)
        worst = int(np.argmax(np.nan_to_num(apart)))
        if apart[worst] > JUMP:
            return (
                f"torn: at {at[worst] * scale} the noise jumps by {apart[worst]} from {sides[1][worst]} to"
                f" {sides[0][worst]}"
            )
        return None

    return fact


def _shell(draws: Draws, isa: Isa, stage: Stage, scale: int) -> tuple[Shell, str]:
    """The surrounding program, and the statement that computes `q`, in units of cells."""
    where, uniforms = f"vec2 q = p * {scale:.1f};", []
    if scale == 1:
        where = "vec2 q = p;"
    elif draws.chance(3):
        where, uniforms = "vec2 q = p * scale;", ["float scale"]
    elif draws.chance(3):
        where = f"vec2 q = p / {1 / scale!r};"
    declarations = [_hash(draws), "vec2 moved(vec2 c, vec2 d) { return c + d; }"]
    if draws.chance(4):
        uniforms.append("vec2 seed")
        declarations[0] = declarations[0].replace("{ ", "{ c += seed; ", 1)
    return Shell(some_language(draws, isa, stage), stage, {"p": "vec2"}, uniforms, declarations), where


def corners(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    """Four corners of a cell, each hashed."""
    scale = draws.one(SCALES)
    shell, where = _shell(draws, isa, stage, scale)
    offsets = [(0, 0), *[draws.one(NEIGHBOURS) for _ in range(3)]]
    body = [where, f"vec2 i = {draws.one(CELLS)};"]
    results = []
    for k, (x, y) in enumerate(offsets):
        body.append(f"float h{k} = h({_corner(draws, x, y) if (x, y) != (0, 0) else 'i'});")
        results.append(f"h{k}")
    once = np.array([3, 5], np.float32)
    return FuzzSample(
        shell.program(body, f"vec4({', '.join(results)})"),
        shell.name,
        stage,
        (_corners_are_equal(offsets, scale, once),),
    )


def noise(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    """Value noise, sometimes in octaves, or the distance to random points (cells)."""
    scale = draws.one(SCALES)
    shell, where = _shell(draws, isa, stage, scale)
    most = np.inf
    if draws.chance(4):
        # a point that is further away than a cell's width may be outside of the nine cells: there the source jumps, too
        most = 1.0
        near = "vec2(h(c), h(c + 17.0))"
        shell.declarations = [
            *shell.declarations,
            (
                "float cells(vec2 i, vec2 f) { float d = 8.0; for (int y = -1; y <= 1; y++) { for (int x = -1; x <="
                f" 1; x++) {{ vec2 g = vec2(float(x), float(y)); vec2 c = i + g; vec2 o = {near} + g - f; d = min(d,"
                " dot(o, o)); } } return sqrt(d); }"
            ),
        ]
        body = [where, f"vec2 i = {draws.one(CELLS)};", "vec2 f = q - i;", "float n = cells(i, f);"]
    else:
        text = draws.one(NOISES)
        for y in (0, 1):
            for x in (0, 1):
                text = text.replace(f"C{x}{y}", _corner(draws, x, y) if x or y else "i")
        function = (
            f"float noise(vec2 q) {{ vec2 i = {draws.one(CELLS)}; vec2 f = q - i; vec2 u = {draws.one(SMOOTH)};"
            f" return {text}; }}"
        )
        shell.declarations = [*shell.declarations, function]
        octaves = draws.number(1, 3) if isa.loops or stage == "fragment" else 1
        body = [where, "float n = 0.0;", *(f"n += noise(q * {2.0**k}) * {0.5**k};" for k in range(octaves))]
    once = np.array([3, 5], np.float32)
    return FuzzSample(shell.program(body, "vec4(n)"), shell.name, stage, (_has_no_jump(scale, once, most),))


FAMILIES = (FuzzFamily("lattice", corners, 2), FuzzFamily("noise", noise))
