"""Units as expressions: a value that is used once is written where it is used, others have a variable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace

from gpucc.errors import InternalError, Unsupported
from gpucc.isa.agsl import CALLED, COMPARED, COMPOUND, INFIX, PREFIX
from gpucc.isa.agsl_tree import (
    AgslChoice,
    AgslName,
    AgslNumber,
    AgslPick,
    AgslPlace,
    Called,
    Infix,
    Origin,
    Prefix,
    Text,
)
from gpucc.isa.model import LETTERS
from gpucc.lowering.graph import BOOL, Node
from gpucc.records import dataclass
from gpucc.source.agsl.arrays import ArrayWalk
from gpucc.source.agsl.units import Lanes, TextUnit, Units, same

# vector functions that also accept scalars as these arguments, either for all of them or for none
SPREAD = {"fmin": (1,), "fmax": (1,), "mod": (1,), "clamp": (1, 2), "mix": (2,), "step": (0,), "smoothstep": (0, 1)}
# operations without rounding: their result for halves is a half
EXACT = frozenset(
    {
        "select",
        "phi",
        "copy",
        "texture",
        "fmin",
        "fmax",
        "fabs",
        "fneg",
        "floor",
        "ceil",
        "clamp",
        "step",
        "sign",
        "btof",
    }
)
EXACT |= frozenset({*COMPARED, "band", "bor", "bxor", "bnot", "loop_again", "trunc", "quotient"})
# comparisons are written with a constant on the right
TURNED = {"folt": ">", "fole": ">="}
Leaf = tuple[str, int, int]


@dataclass(slots=True)
class Children:
    """Access to textures: the child of each sampler, and the text and uniform register of its size."""

    names: Mapping[int, str]
    sizes: Mapping[int, Text]
    registers: Mapping[int, int]


@dataclass(slots=True)
class ExpressionWriter:
    units: Units
    places: Mapping[Leaf, AgslPlace]
    children: Children
    named: dict[TextUnit, str] = field(default_factory=dict)
    # called for every variable that an expression reads
    reads: Callable[[str], None] = lambda name: None
    whole: dict[Text, str] = field(default_factory=dict)
    # variables of constants that must not be folded, by value
    kept: dict[str, str] = field(default_factory=dict)
    counters: Mapping[int, Callable[[], Text]] = field(default_factory=dict)
    # whether a value is a half; `halves` holds the names of variables that are
    half: Callable[[Node], bool] = lambda node: False
    # whether a variable only holds constants
    constant: Callable[[Node], bool] = lambda node: False
    halves: set[str] = field(default_factory=set)

    # the index of the enclosing loop, as an int
    index: Callable[[Node], Text] = lambda node: AgslNumber(0)

    def walked(self, base: Text, walk: ArrayWalk) -> Text:
        """Return the element of an array at the index of the enclosing loop, as text."""
        assert isinstance(base, Called)
        place = self.index(walk.phi)
        if walk.factor == -1:
            return Called("[]", (base.arguments[0], Infix("-", AgslNumber(walk.offset), place)))
        if walk.factor != 1:
            place = Infix("*", place, AgslNumber(walk.factor))
        if walk.offset:
            place = Infix("+" if walk.offset > 0 else "-", place, AgslNumber(abs(walk.offset)))
        return Called("[]", (base.arguments[0], place))

    # sources of lanes -------------------------------------------------------------------------------------------------

    def source(self, node: Node) -> tuple[TextUnit | Text | None, int, int]:
        """(unit, text of a leaf, or None for a constant; its width; the lane)"""
        if node.op in ("const", "undef"):
            return None, 1, 0
        if node.op == "kept":
            return AgslName(self.kept.get(repr(node.attr), "")), 1, 0
        if node.op in ("input", "uniform"):
            assert isinstance(node.attr, tuple)
            place = self.places.get((node.op, node.attr[0], node.attr[1]))
            if place is None:
                raise InternalError(f"{node!r} has no place in the interface", node.location)
            walk = node.attr[2] if len(node.attr) > 2 else None
            return self.walked(place.base, walk) if isinstance(walk, ArrayWalk) else place.base, place.width, place.lane
        if node.op == "part":
            unit = self.units.place[node.args[0]][0]
            assert isinstance(node.attr, int)
            return unit, unit.width, node.attr
        unit, lane = self.units.place[node]
        return unit, unit.width, lane

    def runs(self, lanes: Lanes) -> list[tuple[TextUnit | Text | None, Lanes]]:
        """Group adjacent lanes of the same source. If all lanes are equal, one lane is returned."""
        if same(lanes):
            return [(self.source(lanes[0])[0], lanes[:1])]
        found: list[tuple[TextUnit | Text | None, Lanes]] = []
        for node in lanes:
            source, width, _ = self.source(node)
            if found and source is not None and width > 1 and found[-1][0] == source:
                found[-1] = source, (*found[-1][1], node)
            else:
                found.append((source, (node,)))
        return found

    # expressions ------------------------------------------------------------------------------------------------------

    def vector(self, lanes: Lanes, spread: bool = False, low: bool = False) -> Text:
        """The lanes as one value. With `spread`, equal lanes may remain a scalar; with `low`, the type may be a vector
        of halves."""
        runs = self.runs(lanes)
        low = low and all(node.op == "const" or self.half(node) for node in lanes)
        if len(runs) == 1:
            one = self._run(*runs[0])
            return (
                one
                if spread or len(runs[0][1]) == len(lanes)
                else Called(vector_type(lanes[0], len(lanes), low), (one,))
            )
        return Called(vector_type(lanes[0], len(lanes), low), self._joined(runs))

    def _joined(self, runs: list[tuple[TextUnit | Text | None, Lanes]]) -> tuple[Text, ...]:
        return tuple(self._run(*run) for run in runs)

    def _run(self, source: TextUnit | Text | None, lanes: Lanes) -> Text:
        if source is None:
            return constant(lanes[0])
        base = self.unit(source) if isinstance(source, TextUnit) else self._leaf(source, lanes[0])
        width = self.source(lanes[0])[1]
        picked = "".join(LETTERS[self.source(one)[2]] for one in lanes)
        if width == 1 or picked == LETTERS[:width]:
            return base
        return (
            AgslPick(base.object, "".join(base.lanes[LETTERS.index(one)] for one in picked))
            if isinstance(base, AgslPick)
            else AgslPick(base, picked)
        )

    def _leaf(self, base: Text, node: Node) -> Text:
        name = self.whole.get(base)
        return AgslName(name) if name is not None else base

    def unit(self, unit: TextUnit) -> Text:
        name = self.named.get(unit)
        if name is None:
            return self.compute(unit)
        self.reads(name)
        return AgslName(name)

    def low(self, unit: TextUnit) -> bool:
        """Return whether the unit's value is of type half."""
        deciding = [node for node in unit.lanes if not self.constant(node)]
        return bool(deciding) and all(self.half(node) for node in deciding)

    def _of_halves(self, unit: TextUnit) -> bool:
        """Return whether the unit is computed from halves only; then its constants are halves too."""
        return self.low(unit) and all(
            node.op == "const" or self.half(node) for lanes in unit.operands for node in lanes if node.type != BOOL
        )

    def compute(self, unit: TextUnit) -> Text:
        """The expression of a unit. Where a float result is computed from halves alone, the first operand is
        widened."""
        text = _of(self._computed(unit), tuple(node.location for node in unit.lanes if node.location is not None))
        if unit.op in EXACT or self.low(unit) or self.grade(text) != "half":
            return text
        match text:
            case Infix(_, left, _):
                return replace(text, left=self._widened(left, unit.operands[0]))
            case Called(name, (first, *rest)) if "." not in name:
                return replace(text, arguments=(self._widened(first, unit.operands[0]), *rest))
        return text

    def _widened(self, text: Text, lanes: Lanes) -> Text:
        return Called(
            float_type(1 if len(self.runs(lanes)) == 1 and len(self.runs(lanes)[0][1]) == 1 else len(lanes)), (text,)
        )

    def grade(self, text: Text) -> str:
        """The precision of an expression in AGSL: half or float, "" for a literal."""
        match text:
            case AgslNumber():
                return ""
            case AgslName(name):
                return "half" if name in self.halves else "float"
            case AgslPick(inner, _) | Prefix(_, inner):
                return self.grade(inner)
            case Infix(_, left, right) | AgslChoice(_, left, right):
                return self._mixed((left, right))
            case Called("[]", (array, _)):
                return self.grade(array)
            case Called(name, arguments):
                if name.endswith(".eval"):
                    return "half"
                return (
                    "half"
                    if name.startswith("half")
                    else "float"
                    if name.startswith(("float", "int"))
                    else self._mixed(arguments)
                )

    def _mixed(self, parts: tuple[Text, ...]) -> str:
        grades = {self.grade(one) for one in parts}
        return "float" if "float" in grades else "half" if "half" in grades else ""

    def _computed(self, unit: TextUnit) -> Text:
        op, operands, wide, low = unit.op, unit.operands, len(unit.lanes) > 1, self._of_halves(unit)
        if op in COMPARED and wide:
            return Called(COMPARED[op], tuple(self.vector(one) for one in operands))
        if op in INFIX:
            return self._infix(unit)
        if op in PREFIX:
            return Prefix(PREFIX[op], self.vector(operands[0], low=low))
        if op in CALLED or op in COMPOUND:
            return Called(CALLED.get(op) or COMPOUND[op], self._arguments(unit))
        match op:
            case "select":
                return AgslChoice(
                    self.vector(operands[0][:1]), self.vector(operands[1], low=low), self.vector(operands[2], low=low)
                )
            case "btof":
                return Called(float_type(len(unit.lanes)), self._truths(operands[0]))
            case "trunc":
                # the argument is an integer stored as a float, and within the range of int
                size = str(len(unit.lanes)) if wide else ""
                return Called(f"float{size}", (Called(f"int{size}", (self.vector(operands[0]),)),))
            case "quotient":
                size = str(len(unit.lanes)) if wide else ""
                left, right = (self._integers(one, size) for one in operands)
                return Called(f"float{size}", (Infix("/", left, right),))
            case "copy":
                return self.vector(operands[0], low=low)
            case "dot" | "length" | "normalize":
                return Called(op, tuple(self.vector(one, low=low) for one in operands))
            case "texture":
                return self._sampled(unit)
            case "loop_again":
                node = unit.lanes[0]
                assert isinstance(node.attr, int)
                return self.counters[node.attr]()
        raise InternalError(f"no AGSL for the operation {op}", unit.lanes[0].location)

    def _integers(self, lanes: Lanes, size: str) -> Text:
        """Convert integral floats to ints; a conversion from int just before is dropped instead."""
        if same(lanes) and lanes[0].op == "const" and isinstance(lanes[0].attr, float):
            return AgslNumber(int(lanes[0].attr))
        value = self.vector(lanes)
        if isinstance(value, Called) and value.name == f"float{size}" and len(value.arguments) == 1:
            inner = value.arguments[0]
            if (isinstance(inner, Called) and inner.name == f"int{size}") or (
                isinstance(inner, Infix) and inner.op == "/"
            ):
                return inner
        return Called(f"int{size}", (value,))

    def _truths(self, lanes: Lanes) -> tuple[Text, ...]:
        runs = self.runs(lanes)
        return tuple(self._run(*run) for run in runs)

    def _infix(self, unit: TextUnit) -> Text:
        low = self._of_halves(unit)
        left, right = (self.vector(one, spread=True, low=low) for one in unit.operands)
        if len(unit.lanes) > 1 and all(
            len(self.runs(one)) == 1 and len(self.runs(one)[0][1]) == 1 for one in unit.operands
        ):
            left = Called(vector_type(unit.operands[0][0], len(unit.lanes), low), (left,))
        if unit.op in TURNED and isinstance(left, AgslNumber) and not isinstance(right, AgslNumber):
            return Infix(TURNED[unit.op], right, left)
        if unit.op == "fadd" and isinstance(right, Prefix):
            return Infix("-", left, right.operand)
        if unit.op in ("fadd", "fsub") and isinstance(right, AgslNumber) and right.value < 0:
            return Infix("-" if unit.op == "fadd" else "+", left, AgslNumber(-right.value))
        if unit.op == "fmul" and isinstance(right, AgslNumber):
            left, right = (
                (right, left) if not isinstance(left, AgslNumber) and not isinstance(left, Infix) else (left, right)
            )
        return Infix(INFIX[unit.op], left, right)

    def _arguments(self, unit: TextUnit) -> tuple[Text, ...]:
        operands = list(unit.operands)
        size = len(unit.lanes)
        spread = SPREAD.get(unit.op, ())
        if size > 1 and unit.op in ("fmin", "fmax") and same(operands[0]) and not same(operands[1]):
            operands.reverse()
        alone = all(same(operands[k]) for k in spread) and not all(same(one) for one in operands)
        low = self._of_halves(unit)
        return tuple(
            self.vector(one, spread=size == 1 or (k in spread and alone), low=low) for k, one in enumerate(operands)
        )

    # children ---------------------------------------------------------------------------------------------------------

    def _sampled(self, unit: TextUnit) -> Text:
        node = unit.lanes[0]
        sampler = check_texture(node)
        name = self.children.names[sampler]
        size = pixels(node, self.children.registers.get(sampler))
        if size is not None:
            return Called(f"{name}.eval", (self.vector(size),))
        return Called(f"{name}.eval", (Infix("*", self.vector(node.args[:2]), self.children.sizes[sampler]),))


def _of(text: Text, origin: Origin) -> Text:
    """Attach the places in the source to an expression."""
    match text:
        case Infix() | Prefix() | AgslChoice() | Called():
            return replace(text, origin=origin)
        case AgslPick(inner, lanes):
            return AgslPick(_of(inner, origin), lanes)
    return text


def pixels(node: Node, register: int | None) -> Lanes | None:
    """The coordinates of a texture in pixels, if they were divided by the size in that uniform register."""
    found = []
    for lane, one in enumerate(node.args[:2]):
        if one.op != "fdiv" or one.args[1].op != "uniform" or one.args[1].attr != (register, lane):
            return None
        found.append(one.args[0])
    return tuple(found)


def check_texture(node: Node) -> int:
    assert isinstance(node.attr, tuple)
    sampler, dimension, mode = node.attr
    if dimension != "2d":
        raise Unsupported(
            "AGSL has no cube textures",
            node.location,
            ("a child shader is a plane: compute the face and read a 2d texture",),
        )
    if mode not in (None, "none", ""):
        advice = {
            "proj": "divide the coordinates by the last one",
            "lod": "a child has one level",
            "bias": "a child has one level",
        }
        raise Unsupported(
            f"AGSL evaluates children at a point alone, without {mode}", node.location, (advice.get(str(mode), ""),)
        )
    return int(sampler)


def constant(node: Node) -> Text:
    if node.op == "undef":
        return AgslNumber(False if node.type == BOOL else 0.0)
    assert isinstance(node.attr, bool | int | float)
    if node.type == BOOL:
        return AgslNumber(bool(node.attr))
    return AgslNumber(float(node.attr))


def float_type(width: int) -> str:
    return f"float{width}" if width > 1 else "float"


def vector_type(node: Node, width: int, low: bool = False) -> str:
    kind = "bool" if node.type == BOOL else "half" if low else "float"
    return f"{kind}{width}" if width > 1 else kind


def root_of(text: Text) -> Text:
    while isinstance(text, Called) and text.name == "[]":
        text = text.arguments[0]
    return text


def negated(condition: Text) -> Text:
    if isinstance(condition, Prefix) and condition.op == "!":
        return condition.operand
    return Prefix("!", condition)


def sorted_by_lane(pairs: list[tuple[int, Node]]) -> list[tuple[int, Node]]:
    return sorted(pairs, key=lambda pair: pair[0])
