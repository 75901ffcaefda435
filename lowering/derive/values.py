"""Finds values of an optimised shader that depend only on uniforms, with every scalar as a step of a derivation.

Statements are processed in the order of the text. The operands of such a value must come before it, so values that a
loop computes in rounds are excluded. Nothing is rounded or folded: each instruction becomes the step of the same name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field

from gpucc.isa.derived import CONSTANTS, DERIVED_OPS, UNIFORMS
from gpucc.lowering.llvm import (
    Aggregate,
    Expression,
    FloatConstant,
    FloatType,
    Function,
    Global,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    LType,
    Undefined,
    Value,
    VectorType,
    Zero,
    scalar_of,
    width,
)
from gpucc.lowering.opcodes import COMPARE_OPS
from gpucc.program import DerivedStep, Shader, Slot
from gpucc.records import dataclass

REGISTER, WORD = 16, 4
FLOATS = {"fadd", "fsub", "fmul", "fdiv", "fneg"}
INTEGERS = {"add": "iadd", "sub": "isub", "mul": "imul"}
BOOLEANS = {"and": "band", "or": "bor", "xor": "bxor"}
CASTS = {"sitofp": "sitofp", "fptosi": "fptosi"}
# functions that are steps under another name
SAME = {
    "fabs": "fabs", "minnum": "fmin", "maxnum": "fmax", "minimumnum": "fmin", "maximumnum": "fmax", "fminf": "fmin",
    "fmaxf": "fmax", "nearbyint": "rint", "roundeven": "rint",
}  # fmt: skip
SUFFIXES = re.compile(r"(?:\.(?:v\d+)?(?:f|i)\d+)+$")
# operations that are free on a target: signs, and conversions between numbers with the same representation
FREE = frozenset(("fneg", "fabs", "sitofp", "uitofp", "btof", "btoi"))
LEAVES = frozenset((*UNIFORMS, *CONSTANTS))

Scalars = tuple[int, ...]


def kind_of(type: LType) -> str | None:
    """Return the letter of a type that steps can have, otherwise None."""
    match type:
        case FloatType("float"):
            return "f"
        case IntType(32):
            return "i"
        case IntType(1):
            return "b"
    return None


@dataclass(slots=True)
class UniformPlaces:
    """The targets of pointers: a byte of uniform memory, counted from register 0."""

    shader: Shader
    globals: Mapping[str, int]
    locals: dict[str, int] = field(default_factory=dict)

    def find(self, value: Value) -> int | None:
        match value:
            case Global(name):
                return self.globals.get(name)
            case Local(name):
                return self.locals.get(name)
            case Expression("getelementptr", _, operands, source):
                return self.moved(operands, source)
        return None

    def moved(self, operands: tuple[Value, ...], source: LType | None) -> int | None:
        start = self.find(operands[0])
        if start is None or source != IntType(8) or len(operands) != 2 or not isinstance(operands[1], IntConstant):
            return None
        return start + operands[1].value

    def word(self, place: int) -> tuple[Slot, int] | None:
        """Return the uniform at a byte, and the number of its word."""
        if place % WORD or place < 0:
            return None
        register, component = place // REGISTER, place % REGISTER // WORD
        for slot in self.shader.interface.uniforms:
            at = (register - slot.register) * 4 + component
            if 0 <= at < len(slot.words):
                return slot, at
        return None


def places_of(shader: Shader, function: Function) -> UniformPlaces:
    roots = {name: register * REGISTER for name, register in shader.uniform_globals.items()}
    parameters = zip(function.parameters, shader.pointers, strict=False)
    return UniformPlaces(shader, roots, {p.name: register * REGISTER for p, register in parameters})


class DerivedValues:
    """The values of a function that depend only on uniforms, by name: a step for each of their scalars."""

    def __init__(self, shader: Shader, function: Function) -> None:
        self.places = places_of(shader, function)
        self.steps: list[DerivedStep] = []
        self.known: dict[tuple[object, ...], int] = {}
        self.values: dict[str, Scalars] = {}
        self.kinds: dict[str, str] = {}
        for block in function.blocks:
            for instruction in block.instructions:
                self._follow(instruction)

    def is_computed(self, step: int) -> bool:
        """Return whether a target would have to compute it: it is not a uniform or constant, perhaps with a sign."""
        found = self.steps[step]
        return found.op not in LEAVES and not (
            found.op in FREE and not any(self.is_computed(arg) for arg in found.args)
        )

    def step(self, op: str, *args: int, uniform: str = "", word: int = 0, value: float = 0.0) -> int:
        # the text of a number distinguishes -0 from 0
        key = (op, args, uniform, word, repr(value))
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = len(self.steps)
            self.steps.append(DerivedStep(op, args, uniform, word, value))
        return found

    def scalars(self, value: Value) -> Scalars | None:
        """Return the steps of an operand."""
        match value:
            case Local(name):
                return self.values.get(name)
            case FloatConstant(type, number):
                return (self.step("const", value=number),) if kind_of(type) == "f" else None
            case IntConstant(type, number):
                kind = kind_of(type)
                wrapped = (number + 2**31) % 2**32 - 2**31 if kind == "i" else number & 1
                return None if kind is None else (self.step(f"{kind}const", value=wrapped),)
            case Zero(type) | Undefined(type):
                return self._zeros(type)
            case Aggregate(VectorType(), elements):
                found = [self.scalars(element) for element in elements]
                return None if None in found else tuple(one[0] for one in found if one)
        return None

    def _zeros(self, type: LType) -> Scalars | None:
        """Return zero for an undefined value, which may be any."""
        count, kind = width(type), kind_of(scalar_of(type))
        op = "const" if kind == "f" else f"{kind}const"
        return None if kind is None else (self.step(op, value=0.0 if kind == "f" else 0),) * count

    # instructions -----------------------------------------------------------------------------------------------------

    def _follow(self, i: LlvmInstruction) -> None:
        if i.name is None:
            return
        if i.op == "getelementptr":
            place = self.places.moved(i.operands, i.element)
            if place is not None:
                self.places.locals[i.name] = place
            return
        kind = kind_of(scalar_of(i.type))
        found = None if kind is None else self._load(i) if i.op == "load" else self._made(i)
        if kind is not None and found is not None:
            self.values[i.name], self.kinds[i.name] = found, kind

    def _load(self, i: LlvmInstruction) -> Scalars | None:
        place = self.places.find(i.operands[0])
        count, kind = width(i.type), kind_of(scalar_of(i.type))
        if place is None or "volatile" in i.flags or kind not in ("f", "i"):
            return None
        found: list[int] = []
        for k in range(count):
            where = self.places.word(place + WORD * k)
            letters = "f" if kind == "f" else "iub"
            if where is None or where[0].words[where[1]] not in letters:
                return None
            found.append(self.step("uniform" if kind == "f" else "iuniform", uniform=where[0].name, word=where[1]))
        return tuple(found)

    def _made(self, i: LlvmInstruction) -> Scalars | None:
        # an index may have any type, and is not a value
        read = i.operands[:-1] if i.op in ("extractelement", "insertelement") else i.operands
        operands = [self.scalars(operand) for operand in read]
        if not operands or any(operand is None for operand in operands):
            return None
        given = [operand for operand in operands if operand is not None]
        match i.op:
            case "shufflevector":
                both = given[0] + given[1]
                return tuple(both[max(lane, 0)] for lane in i.mask)
            case "extractelement" | "insertelement":
                return self._element(i, given)
            case "select":
                return self._select(i, given)
        rule = self._rule(i)
        return None if rule is None else self._lanes(rule, given)

    def _lanes(self, rule: Callable[..., int | None], given: list[Scalars]) -> Scalars | None:
        found = [rule(*lane) for lane in zip(*given, strict=True)]
        return None if None in found else tuple(one for one in found if one is not None)

    def _element(self, i: LlvmInstruction, given: list[Scalars]) -> Scalars | None:
        index = i.operands[-1]
        if not isinstance(index, IntConstant) or not 0 <= index.value < len(given[0]):
            return None
        if i.op == "extractelement":
            return (given[0][index.value],)
        return (*given[0][: index.value], given[1][0], *given[0][index.value + 1 :])

    def _select(self, i: LlvmInstruction, given: list[Scalars]) -> Scalars | None:
        conditions = given[0] if len(given[0]) == len(given[1]) else given[0] * len(given[1])
        op = {"f": "select", "i": "iselect", "b": "bselect"}.get(kind_of(scalar_of(i.type)) or "")
        return self._lanes(lambda *lane: self.step(str(op), *lane), [conditions, *given[1:]]) if op else None

    def _rule(self, i: LlvmInstruction) -> Callable[..., int | None] | None:
        """Return a function from the steps of an instruction's operands to the step of each scalar, or None."""
        kind, wanted = kind_of(scalar_of(i.type)), self._kind_of_operand(i)
        if i.op in ("fcmp", "icmp"):
            op, swapped = COMPARE_OPS.get(f"{i.op} {i.predicate}", ("", False))
            return self._checked(op, (lambda a, b: (b, a)) if swapped else None, wanted)
        if i.op == "call":
            return self._call(i)
        if i.op == "zext":
            return self._checked("btoi", None, wanted) if (kind, wanted) == ("i", "b") else None
        if i.op == "uitofp":
            return self._checked("btof" if wanted == "b" else "uitofp", None, wanted)
        names = INTEGERS if kind == "i" else BOOLEANS if kind == "b" else {name: name for name in FLOATS}
        return self._checked({**names, **CASTS}.get(i.op, ""), None, wanted)

    def _kind_of_operand(self, i: LlvmInstruction) -> str | None:
        return kind_of(scalar_of(i.operands[0].type))

    def _checked(
        self, op: str, order: Callable[[int, int], tuple[int, int]] | None, wanted: str | None
    ) -> Callable[..., int | None] | None:
        if op not in DERIVED_OPS or wanted is None or wanted != DERIVED_OPS[op].operands[0]:
            return None
        return lambda *lane: self.step(op, *(order(*lane) if order else lane))

    def _call(self, i: LlvmInstruction) -> Callable[..., int | None] | None:
        name = i.callee.name if isinstance(i.callee, Global) else ""
        plain = SUFFIXES.sub("", name.removeprefix("llvm.")) if name.startswith("llvm.") else name
        if not name.startswith("llvm.") and not plain.endswith("f"):
            return None
        if plain == "fmuladd":
            return lambda a, b, c: self.step("fadd", self.step("fmul", a, b), c)
        if plain in ("smin", "smax"):
            return lambda a, b: self.step("iselect", self.step("islt", a, b), *((a, b) if plain == "smin" else (b, a)))
        own = plain if name.startswith("llvm.") else plain.removesuffix("f")
        op = SAME.get(plain, own)
        if plain == "fptosi.sat":
            return (
                self._checked("fptosi", None, self._kind_of_operand(i)) if kind_of(scalar_of(i.type)) == "i" else None
            )
        found = DERIVED_OPS.get(op)
        if found is None or set(found.operands + found.result) != {"f"} or len(found.operands) != len(i.operands):
            return None
        return self._checked(op, None, self._kind_of_operand(i))
