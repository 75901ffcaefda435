"""Rendering with fragment programs: a grid of pixels as lanes, values for its varyings, and colours as bytes.

Lanes come in 2x2 quads, as derivatives need them. The quads begin at the lower left, as those of OpenGL do, and a grid
of odd size is one column larger at the right or one row larger at the top, which is cut afterwards.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import UsageError
from gpucc.program import Interface, Slot
from gpucc.records import dataclass

Numbers = NDArray[np.float64]
LARGEST = 8192
LONGEST = 2000
# the uniform through which a driver passes the direction of the window's y axis
WINDOW = "gl_FbWposYTransform"
NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Grid:
    """Column and row (from the top; -1 is above the picture) of every lane's pixel; the lanes fill whole quads."""

    width: int
    height: int
    column: NDArray[np.int64]
    row: NDArray[np.int64]

    @property
    def lanes(self) -> int:
        return len(self.column)

    @property
    def inside(self) -> NDArray[np.bool_]:
        """The lanes whose pixels are part of the picture."""
        return (self.column < self.width) & (self.row >= 0)

    def laid_out(self, values: NDArray[Any]) -> NDArray[Any]:
        """The lanes' values as (height, width, ..)."""
        image = np.zeros((self.height, self.width, *values.shape[1:]), values.dtype)
        image[self.row[self.inside], self.column[self.inside]] = values[self.inside]
        return image

    def coordinates(self) -> dict[str, Numbers]:
        """The variables of expressions: the pixel's centre as x, y from the lower left, and as u, v in 0..1 with v
        up."""
        x, y = self.column + 0.5, self.height - (self.row + 0.5)
        fixed = {"w": float(self.width), "h": float(self.height), "pi": math.pi}
        named = {name: np.full(self.lanes, value) for name, value in fixed.items()}
        return {"u": x / self.width, "v": y / self.height, "x": x, "y": y, **named}

    def picture(self, colours: NDArray[Any], discarded: NDArray[np.bool_] | None) -> NDArray[np.uint8]:
        """The lanes' colours as (height, width, 4) bytes; NaN becomes 0, and a discarded fragment is transparent
        black."""
        clean = np.clip(np.nan_to_num(colours.astype(np.float64), nan=0.0), 0.0, 1.0)
        levels = np.floor(clean * 255.0 + 0.5).astype(np.uint8)
        if discarded is not None:
            levels[discarded] = 0
        return self.laid_out(levels)


def grid(width: int, height: int) -> Grid:
    rows, columns = np.meshgrid(np.arange((height + 1) // 2), np.arange((width + 1) // 2), indexing="ij")
    corner_row, corner_column = np.array((0, 0, 1, 1)), np.array((0, 1, 0, 1))
    column = (columns.reshape(-1, 1) * 2 + corner_column).reshape(-1)
    row = (rows.reshape(-1, 1) * 2 + corner_row).reshape(-1) - height % 2
    return Grid(width, height, column, row)


def parse_size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not (
        cross
        and width.isascii()
        and width.isdigit()
        and height.isascii()
        and height.isdigit()
        and max(len(width), len(height)) < 6
    ):
        raise UsageError(f"--size takes WIDTHxHEIGHT, not {text!r}")
    size = int(width), int(height)
    if not all(1 <= side <= LARGEST for side in size):
        raise UsageError(f"--size {text}: a side is 1 to {LARGEST} pixels")
    return size


@dataclass(frozen=True, slots=True)
class Habits:
    """Conventions of a program. `in_pixels`: coordinates count pixels with y downwards, as in AGSL. `raw`: gl_FragCoord
    comes from the rasteriser with y downwards, and a uniform holds the transformation."""

    in_pixels: bool = False
    raw: bool = False


def varyings(
    slots: Sequence[Slot], grid: Grid, expressions: Mapping[str, str], habits: Habits
) -> dict[str, NDArray[np.float32]]:
    """Values of a program's inputs over the grid: those of the given expressions, else u, v, 0, 1."""
    unknown_names(expressions, slots, "--varying")
    names = grid.coordinates()
    found: dict[str, NDArray[np.float32]] = {}
    for slot in slots:
        count = components(slot)
        columns = (
            evaluate(expressions[slot.name], names)
            if slot.name in expressions
            else _default(slot, names, habits)[:count]
        )
        if len(columns) != count:
            raise UsageError(
                f"--varying {slot.name} has {len(columns)} components, and the shader's {slot.type} takes {count}"
            )
        stacked = np.stack([np.broadcast_to(column, grid.lanes) for column in columns], axis=1).astype(np.float32)
        found[slot.name] = stacked[:, 0] if count == 1 else stacked
    return found


def texture(slot: Slot, texels: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """All mipmap levels of a sampler's texture. A cube takes its six faces from a strip, or the same picture on
    each."""
    if slot.sampler is None or slot.sampler.dimension != "cube":
        return _levels(texels)
    height, width, _ = texels.shape
    if width == 6 * height:
        faces = np.stack(np.split(texels, 6, axis=1))
    elif height == 6 * width:
        faces = np.stack(np.split(texels, 6, axis=0)[::-1])
    else:
        faces = np.stack([texels] * 6)
    return _levels(faces)


def _levels(level: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The mipmap levels. Each has half the size, rounded down; a texel is the mean of four of the level before."""
    found = [level]
    while max(level.shape[-3:-1]) > 1:
        for axis in (-2, -3):
            if level.shape[axis] > 1:
                half = np.moveaxis(level, axis, 0)[: level.shape[axis] // 2 * 2]
                level = np.moveaxis((half[::2] + half[1::2]) * np.float32(0.5), 0, axis)
        found.append(np.ascontiguousarray(level))
    return found


def _default(slot: Slot, names: Mapping[str, Numbers], habits: Habits) -> list[Numbers]:
    zero, one = np.zeros_like(names["u"]), np.ones_like(names["u"])
    match slot.builtin or slot.name:
        case "gl_FragCoord":
            return [names["x"], names["h"] - names["y"] if habits.raw else names["y"], zero, one]
        case "gl_PointCoord":
            return [names["u"], one - names["v"]]
        case "gl_FrontFacing":
            return [one]
        case _ if habits.in_pixels and components(slot) == 2:
            return [names["x"], names["h"] - names["y"]]
        case _:
            return [names["u"], names["v"], zero, one, *[zero] * len(slot.words)]


FRAMES_A_SECOND = 60


def moment(
    interface: Interface, grid: Grid, frame: int, textures: Mapping[str, Sequence[NDArray[np.float32]]]
) -> dict[str, str]:
    """Return the values that Shadertoy and RetroArch give to shaders in a frame, by the names of the uniforms."""
    time = f"{frame}/{FRAMES_A_SECOND}"
    sizes = {name: levels[0].shape[-2:-4:-1] for name, levels in textures.items()}
    channels = [sizes.get(f"iChannel{n}", (0, 0)) for n in range(4)]
    size = f"{grid.width},{grid.height}"
    known = {
        "iResolution": f"{size},1",
        "iTime": time,
        "iTimeDelta": f"1/{FRAMES_A_SECOND}",
        "iFrameRate": str(FRAMES_A_SECOND),
        "iFrame": str(frame),
        "iChannelTime": ",".join([time] * 4),
        "iChannelResolution": ",".join(f"{width},{height},{min(width, 1)}" for width, height in channels),
        "iMouse": "0,0,0,0",
        "iDate": f"2000,0,1,{time}",
        "iSampleRate": "44100",
        "OutputSize": size,
        "FrameCount": str(frame),
        "FrameDirection": "1",
    }
    if "Texture" in sizes:
        known |= dict.fromkeys(("TextureSize", "InputSize"), ",".join(map(str, sizes["Texture"])))
    sizes_of = {slot.name: components(slot) for slot in interface.uniforms}
    return {name: text for name, text in known.items() if sizes_of.get(name) == text.count(",") + 1}


def uniforms(
    slots: Sequence[Slot], grid: Grid, texts: Mapping[str, str], known: Mapping[str, str] = NOTHING, frame: int = 0
) -> dict[str, NDArray[np.float32]]:
    """Values of a program's uniforms. Each except the driver's, Shadertoy's and those with a default must be given,
    because a picture with implicit zeros is misleading."""
    unknown_names(texts, slots, "--uniform")
    usual = {slot.name: ",".join(map(repr, slot.default)) for slot in slots if slot.default}
    usual |= {slot.name: f"1,0,-1,{grid.height}" for slot in slots if slot.builtin == WINDOW}
    texts = usual | dict(known) | dict(texts)
    missing = [slot for slot in slots if slot.name not in texts]
    if missing:
        example = f"--uniform {missing[0].name}={','.join(['0'] * components(missing[0]))}"
        names = ", ".join(f"{slot.name} ({slot.type})" for slot in missing)
        raise UsageError(
            f"no value for the uniform{'s' * (len(missing) > 1)} {names}", notes=(f"for example {example}",)
        )
    variables = {"pi": np.array(math.pi), "frame": np.array(float(frame)), "time": np.array(frame / FRAMES_A_SECOND)}
    found: dict[str, NDArray[np.float32]] = {}
    for slot in slots:
        values = [float(value) for value in evaluate(texts[slot.name], variables)]
        check_count(slot, len(values))
        found[slot.name] = np.array(values, np.float32)
    return found


def child_sizes(
    interface: Interface, textures: Mapping[str, Sequence[NDArray[np.float32]]], in_pixels: bool = True
) -> dict[str, str]:
    """The sizes of textures that are given, by which the program divides coordinates. Without filtering, Skia's CPU
    backend reads the texel below where a coordinate of AGSL, in pixels, is an integer; there the size is larger by a
    few units in the last place, so that the quotients fall below too."""
    found = {}
    for slot in interface.uniforms:
        child = slot.name.removesuffix(".size")
        sampler = next((one for one in interface.samplers if one.name == child), None)
        if child == slot.name or (sampler is not None and child not in textures):
            continue
        height, width = textures[child][0].shape[-3:-1] if sampler is not None else (1, 1)
        state = sampler.sampler if sampler is not None else None
        nudge = 1.0 + 2.0**-21 if in_pixels and state is not None and state.filter == "nearest" else 1.0
        found[slot.name] = f"{width * nudge!r},{height * nudge!r}"
    return found


def components(slot: Slot) -> int:
    """The number of components that the program reads of an input or a uniform."""
    return sum(letter != "." for letter in slot.words)


def check_count(slot: Slot, given: int) -> None:
    """Refuse a number of values that a uniform does not have."""
    if given != components(slot):
        numbers = f"{given} number{'s' * (given != 1)}"
        raise UsageError(f"--uniform {slot.name} has {numbers}, and the shader's {slot.type} takes {components(slot)}")


def unknown_names(given: Mapping[str, object], slots: Sequence[Slot], option: str) -> None:
    known = [slot.name for slot in slots]
    for name in given:
        if name not in known:
            raise UsageError(
                f"{option} {name}: the shader has none of that name", notes=(f"it has: {', '.join(known) or 'none'}",)
            )


# expressions ----------------------------------------------------------------------------------------------------------

_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: np.divide,
    ast.Mod: np.mod,
    ast.Pow: np.power,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_FUNCTIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "sin": (1, np.sin),
    "cos": (1, np.cos),
    "sqrt": (1, np.sqrt),
    "abs": (1, np.abs),
    "floor": (1, np.floor),
    "fract": (1, lambda a: a - np.floor(a)),
    "exp": (1, np.exp),
    "log": (1, np.log),
    "min": (2, np.minimum),
    "max": (2, np.maximum),
    "step": (2, lambda edge, a: np.where(a < edge, 0.0, 1.0)),
    "mix": (3, lambda a, b, t: a + (b - a) * t),
    "clamp": (3, lambda a, low, high: np.minimum(np.maximum(a, low), high)),
}


def evaluate(text: str, names: Mapping[str, Numbers]) -> list[Numbers]:
    """Evaluate an expression over `names`; returns its components, which are separated by commas."""
    try:
        if len(text) > LONGEST:
            raise UsageError(f"an expression of {len(text)} characters: at most {LONGEST}")
        tree = ast.parse(text.strip(), mode="eval").body
        parts = tree.elts if isinstance(tree, ast.Tuple) else [tree]
        with np.errstate(all="ignore"):
            return [np.asarray(_value(part, names, text), np.float64) for part in parts]
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UsageError(f"cannot read the expression {text!r}", notes=(_help(names),)) from error


def _value(node: ast.expr, names: Mapping[str, Numbers], text: str) -> Any:
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() | float() as value):
            return _float(value)
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left, names, text), _value(right, names, text))
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(operand, names, text))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if (
            name in _FUNCTIONS and len(args) == _FUNCTIONS[name][0]
        ):
            return _FUNCTIONS[name][1](*(_value(arg, names, text) for arg in args))
    raise UsageError(
        f"the expression {text!r} has {ast.unparse(node)!r}, which is not supported here", notes=(_help(names),)
    )


def _float(value: float) -> np.float64:
    """A float64; infinity where Python's conversion would raise."""
    try:
        return np.float64(value)
    except OverflowError:
        return np.float64(math.inf)


def _help(names: Mapping[str, Numbers]) -> str:
    functions = ", ".join(f"{name}({', '.join('abc'[:count])})" for name, (count, _) in _FUNCTIONS.items())
    return f"use numbers, {', '.join(names)}, + - * / % **, {functions}, and commas between components"
