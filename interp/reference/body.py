"""The rewritten body of the shader function under construction, with the services that all instruction handlers
need."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from math import isfinite, isinf, log2
from typing import NamedTuple, cast

from gpucc.errors import Unsupported
from gpucc.interp.reference import arithmetic, checks, hazards, perturbation
from gpucc.interp.reference.bits import BitPatterns, bit_patterns
from gpucc.interp.reference.fields import reads_no_sign, unread_bits
from gpucc.interp.reference.irtext import LOCAL, TextFunction, TextLine, vector_parts
from gpucc.interp.reference.library import Library
from gpucc.interp.reference.marks import Tracer
from gpucc.interp.reference.models import Modelled, ModelTemplate
from gpucc.interp.reference.names import INEXACT_FLAGS, WHOLE, is_whole, licence, open_values
from gpucc.interp.reference.sides import Sides
from gpucc.interp.reference.sums import FreeSums
from gpucc.interp.reference.undefined import Fill
from gpucc.interp.rounding import is_binary32, literal, literal_value, round_to
from gpucc.isa.model import FP16, Bound, Format
from gpucc.records import dataclass

# operations that round; the others only select a value, or are exact
ROUNDING = arithmetic.INSTRUCTIONS | frozenset({"sqrt", "fma", "ldexp", "fptrunc"})
_LITERAL = re.compile(r"(?<![\w.%@$-])(?:0x[0-9A-F]{16}|[-+]?\d+\.\d+e[+-]\d+)(?![\w.])")
_HALF_LITERAL = re.compile(r"(?<![\w.%@$-])0xH[0-9A-F]{4}")
_HALF = re.compile(r"(?<![\w.%@$\"-])half\b")
# the call of a reversal, and how many bits it has
REVERSAL = re.compile(r"@llvm\.bitreverse\.(?:v\d+)?i(\d+)\(")
_UNDEFINED = re.compile(r"(?<![\w.%@$\"-])(?:undef|poison)\b")


class FunctionSite(NamedTuple):
    """A texture read, a derivative or a modelled function. `kind` is 2d, cube, dfdx, dfdy or model; `mode` none, bias
    or lod."""

    kind: str
    unit: int = 0
    mode: str = "none"
    template: ModelTemplate | None = None


class MemoryRegion(NamedTuple):
    """Memory that may be accessed: type and value of its address and its size in bytes, as LLVM operands."""

    space: str
    pointer: str
    size: str
    uniform: bool = False


# the operands that an operation divides by; of two, the larger one
DIVIDING = {"fdiv": (1, 1), "frem": (1, 1), "atan2": (0, 1)}
# functions of angles: beyond its domain, such a function is that of an angle which is as exact as its size permits
PERIODIC = frozenset({"sin", "cos", "tan"})


def slope(bounds: Mapping[str, Bound], domains: Mapping[str, float], op: str, format: Format) -> float:
    """The relative error of an angle beyond the domain of its function.

    The angle is reduced to one turn, with the error of a product and its constant; at the end of the domain that is
    within the bound.
    """
    return max(bounds.get(op, Bound()).absolute / domains[op], 2.0**-format.mantissa)


def out_of_reach(text: str, format: Format) -> bool:
    """Return whether the text has a finite number that is too large or too small for the format."""
    return any(isfinite(value) and _outside(value, format) for value in literals_in(text))


def literals_in(text: str) -> list[float]:
    """The values of the float constants in a text, infinities and NaNs among them."""
    return [literal_value(found) for found in _LITERAL.findall(text)]


def _outside(value: float, format: Format) -> bool:
    """Return whether a number exceeds the format's range, or is so small that the format holds it with less precision,
    or not at all."""
    return abs(value) > format.greatest or 0 < abs(value) < 2.0**format.least_exponent


def _held(text: str, format: Format, only_outside: bool) -> str:
    """A literal rounded to the format; with `only_outside`, only if it is too large or too small for the format."""
    value = literal_value(text)
    return text if only_outside and not _outside(value, format) else literal(float(round_to(format, value)))


class Literals(NamedTuple):
    """The format in which constants are held: all of them, or only those out of its range."""

    format: Format
    all: bool


@dataclass(slots=True)
class BodyWriter:
    """Writes the rewritten body.

    `round_half` rounds values that are `half` in the source; otherwise they are computed in the wider format. `bounds`
    and `domains` are by neutral operation: the error allowed in a perturbed run, and the size of the argument (of the
    quotient, for frem) beyond which nothing is guaranteed. `slack` is an error allowed for every result. With
    `signless` the program is written for a format whose zeros have no sign, so lanes that read the sign of a zero are
    unsure. `fill` is the initial content of memory. With `chip`, a perturbed run moves only the results of approximate
    functions, and equal results equally far. With `excuses`, the marks of blends have another meaning: lanes where no
    guard of a compiler helps (see `jit.Reference`). With `spare`, a perturbed run keeps sums and products of numbers of
    few bits. A `tracer` notes where lanes are marked first.
    """

    function: TextFunction
    library: Library
    regions: Mapping[str, MemoryRegion]
    samplers: Mapping[str, int]
    bounds: Mapping[str, Bound]
    domains: Mapping[str, float]
    slack: float = 0.0
    round_half: bool = False
    signless: bool = False
    perturbed: bool = False
    spare: bool = False
    chip: bool = False
    fill: Fill | None = None
    literals: Literals | None = None
    excuses: bool = False
    tracer: Tracer | Sides | None = None
    stage: str = "vertex"
    lines: list[str] = field(default_factory=list)
    sites: list[FunctionSite] = field(default_factory=list)
    # by an instruction's result, the numbers of its sites
    asking: dict[str, range] = field(default_factory=dict)
    # by a product's result, the product of the magnitudes of its factors
    reaches: dict[str, str] = field(default_factory=dict)
    # the results whose checks wait, and the codes that tell where such a value is poison (see `poison`)
    postponed: frozenset[str] = frozenset()
    codes: dict[str, str] = field(default_factory=dict)
    definitions: dict[str, TextLine] = field(default_factory=dict)
    users: dict[str, list[TextLine]] = field(default_factory=dict)
    patterns: BitPatterns = field(init=False)
    sums: FreeSums = field(init=False)
    open: frozenset[str] = frozenset()
    temporaries: int = 0

    def __post_init__(self) -> None:
        for block in self.function.blocks:
            for line in block.lines:
                if line.result:
                    self.definitions[line.result] = line
                for name in LOCAL.findall(line.rest):
                    self.users.setdefault(name, []).append(line)
        self.patterns = bit_patterns(self.definitions, self.users)
        self.sums = FreeSums(self.function, self.definitions)
        self.open = open_values(self.function, self.bounds) if self.perturbed and not self.chip else frozenset()

    @property
    def format(self) -> Format:
        return self.library.format

    @property
    def held(self) -> Format:
        """The format in which constants are held."""
        return self.literals.format if self.literals else self.format

    def temporary(self) -> str:
        self.temporaries += 1
        return f"%ref.t{self.temporaries}"

    def emit(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def let(self, text: str, result: str | None = None) -> str:
        """Emit an instruction and name its result."""
        result = result or self.temporary()
        self.emit(f"{result} = {text}")
        return result

    def call(self, helper: str, result: str, arguments: Sequence[tuple[str, str]]) -> str:
        return self.library.call(helper, result, arguments)

    # operands ---------------------------------------------------------------------------------------------------

    def format_of(self, kind: str) -> Format:
        """The format in which operations of a source type are rounded."""
        element = vector_parts(kind)[1]
        if element not in ("float", "half"):
            raise Unsupported(f"the reference cannot compute in {element}")
        return FP16 if element == "half" and self.round_half else self.format

    def constants(self, text: str) -> str:
        """The text with widened types and literals: literals are rounded to the format, undefined values become
        zero."""
        text = _UNDEFINED.sub("zeroinitializer", text)
        if "half" in text or "0xH" in text:
            text = widened(text)
        held = self.held
        if not is_binary32(held) and "double" not in text:
            text = _LITERAL.sub(
                lambda found: _held(found.group(0), held, self.literals is not None and not self.literals.all), text
            )
        return text

    # arithmetic -------------------------------------------------------------------------------------------------

    def arithmetic(self, op: str, format: Format, kind: str, values: Sequence[str]) -> str:
        """The text of an instruction (fadd, fsub, fmul, fdiv, frem, fneg, sqrt, fmin ...) on values of type `kind`."""
        shown = ", ".join(values)
        if op == "fneg":
            negated = f"fneg {kind} {shown}"
            return negated if format.negative_zero else f"fadd {kind} {self.let(negated)}, zeroinitializer"
        if is_binary32(format) and op in ("fadd", "fsub", "fmul", "fdiv"):
            return f"{op} {kind} {shown}"
        arguments = [(kind, value) for value in values]
        match op:
            case "fadd" | "fsub" | "fmul" | "fdiv" | "frem":
                helper = arithmetic.binary(self.library, format, op)
            case "sqrt":
                helper = arithmetic.root(self.library, format)
            case "fmin" | "fmax" | "fminimum" | "fmaximum":
                helper = arithmetic.extreme(self.library, format, op)
            case "floor" | "ceil" | "trunc" | "rint" | "round":
                helper = arithmetic.whole(self.library, format, op)
            case _:
                helper = arithmetic.function(self.library, format, op, len(values))
        return self.call(helper, kind, arguments)

    def fit(self, format: Format, kind: str, value: str) -> str:
        """A float value rounded to the format."""
        if is_binary32(format):
            return value
        return self.let(self.call(arithmetic.fitting(self.library, format), kind, [(kind, value)]))

    def finish(
        self,
        line: TextLine,
        text: str,
        format: Format,
        kind: str,
        operands: Sequence[str],
        op: str = "",
        growing: str = "",
    ) -> None:
        """Emit a float result, perturbed as its flags and bounds allow, and mark lanes where its flags make it
        poison. `op` names the bound; `growing` is the operation itself, if its operands and no model of the target make
        the result."""
        models = cast(list[Modelled] | None, line.models)
        if models:
            text = self.asked(models, kind, operands)
        flags = (line.flags - INEXACT_FLAGS) | licence(line)
        relative, absolute, signs = self.play(flags, format, "" if models else op)
        if op in ROUNDING and any(name in self.open for name in LOCAL.findall(line.rest)):
            relative = max(relative, 2.0**-format.mantissa)
            if op == "fptrunc":  # for subnormals a unit in the last place is not relative to the number
                absolute = max(absolute, 2.0 ** (2 - 2 ** (format.exponent - 1) - format.mantissa))
        if self.excuses:
            given = [(kind, self.let(text)), *((kind, value) for value in operands[:3])]
            self.let(
                f"freeze {kind} {self.let(self.call(hazards.replaced(self.library, op, len(given) - 1), kind, given))}",
                line.result,
            )
        elif relative or absolute or signs:
            exact = self.let(text)
            value = self.jitter(format, kind, exact, relative, absolute, signs, op)
            if self.spares(op) and not absolute:
                value = self.spared(kind, [*operands, exact, value])
            if relative and growing in arithmetic.GROWING and not models:
                value = self.nearly_infinite(format, kind, [exact, value], operands, growing, relative)
            self.let(f"freeze {kind} {value}", line.result)
        else:
            self.let(text, line.result)
        self.exclude(line.flags, kind, [*operands, line.result or ""])
        if line.flags & {"reassoc", "contract", "arcp"} and op in arithmetic.INSTRUCTIONS:
            for value in [*operands, line.result or ""]:
                if value.startswith("%"):
                    self.emit(self.call(checks.moderate(self.library, doubt=self.excuses), "void", [(kind, value)]))
            far = any(isinf(value) for operand in operands if operand[0] != "%" for value in literals_in(operand))
            if (far or self.sums.cancels(line)) and not self.excuses:
                self.emit(self.call(checks.lost_number(self.library), "void", [(kind, line.result or "")]))

    def nearly_infinite(
        self, format: Format, kind: str, results: Sequence[str], operands: Sequence[str], op: str, relative: float
    ) -> str:
        """The second result, or a finite number where the first one is an infinity that an error takes away: later
        operations may bring it back into the range of the format."""
        helper = arithmetic.nearly_infinite(self.library, format, op, len(operands))
        given = [(kind, operands[0]), (kind, operands[-1]), ("double", literal(relative))]
        return self.let(self.call(helper, kind, [*given, *((kind, result) for result in results)]))

    def asked(self, models: list[Modelled], kind: str, operands: Sequence[str]) -> str:
        """Emit a function whose values come from a model of the target, one element after the other; return its last
        instruction."""
        count, whole = vector_parts(kind)[0], "zeroinitializer"
        for i, model in enumerate(models):
            self.sites.append(FunctionSite("model", template=model.template))
            given = "zeroinitializer"
            for k, place in enumerate(model.places):
                root = model.root if place == 1 else None
                value = root.argument if root else operands[place]
                if count and not (root and root.spread):
                    value = self.let(f"extractelement {kind} {value}, i32 {i}")
                given = self.let(f"insertelement <4 x float> {given}, float {value}, i32 {k}")
            ask = self.library.plain("ask")
            answer = self.let(f"call <4 x float> {ask}(i32 {len(self.sites) - 1}, <4 x float> {given})")
            found = self.let(f"extractelement <4 x float> {answer}, i32 0")
            whole = self.let(f"insertelement {kind} {whole}, float {found}, i32 {i}") if count else found
        return f"freeze {kind} {whole}"

    def play(self, flags: frozenset[str], format: Format, op: str = "") -> tuple[float, float, bool]:
        """Return the freedom of a result: its relative and absolute error, and whether a zero may have either sign."""
        if not self.perturbed:
            return 0.0, 0.0, False
        relative = (0.0 if op in WHOLE else self.slack) + (2.0**-format.mantissa if flags & INEXACT_FLAGS else 0.0)
        bound = self.bounds.get(op)
        if self.chip:
            return (bound.relative, bound.absolute, False) if bound else (0.0, 0.0, False)
        absolute = bound.absolute if bound else 0.0
        return relative + (bound.relative if bound else 0.0), absolute, "nsz" in flags

    def loosen(self, line: TextLine, format: Format, kind: str, values: Sequence[str]) -> list[str]:
        """Operands of a flagged operation, moved by one unit in a perturbed run to simulate another order of
        operations.

        With slack, constants move too, because the target may hold them in a coarser format. The operands of x -
        floor(x) do not move, because both must come from one value.
        """
        relative = (0.0 if is_whole(line) else self.slack) + (2.0**-format.mantissa if licence(line) else 0.0)
        signs = "nsz" in line.flags
        if not self.perturbed or self.chip or not (relative or signs) or self._is_fraction(line):
            return list(values)
        loose = [value.startswith("%") or self.slack > 0 for value in values]
        moved = [
            self.jitter(format, kind, v, relative, 0.0, signs) if move else v
            for v, move in zip(values, loose, strict=True)
        ]
        return [self.spared(kind, pair) for pair in zip(values, moved, strict=True)] if self.spares(line.op) else moved

    def spares(self, op: str) -> bool:
        """Return whether a perturbed run leaves numbers of few bits as they are in this operation."""
        return self.spare and op in ("fadd", "fsub", "fmul")

    def spared(self, kind: str, values: Sequence[str]) -> str:
        """The last of the values, which a perturbed run moved, or what it was before if all have few bits."""
        bits = round(-log2(self.slack)) if self.slack else self.format.mantissa
        helpers = perturbation.of_few_bits(self.library, bits)
        helper = helpers[0] if len(values) == 2 else helpers[1]
        return self.let(self.call(helper, kind, [(kind, value) for value in values]))

    def _is_rounded(self, value: str) -> bool:
        made = self.definitions.get(value)
        return made is not None and made.op in arithmetic.INSTRUCTIONS

    def _is_fraction(self, line: TextLine) -> bool:
        names = LOCAL.findall(line.rest)
        floor = self.definitions.get(names[1]) if line.op == "fsub" and len(names) == 2 else None
        return floor is not None and is_whole(floor) and LOCAL.findall(floor.rest)[-1:] == names[:1]

    def turned(self, format: Format, kind: str, value: str, op: str) -> str:
        """An angle, in a perturbed run with the error that it has if it exceeds the domain of its function."""
        if not self.perturbed or op not in PERIODIC or op not in self.domains:
            return value
        helper = perturbation.stretched(self.library, format, arithmetic.rounding(self.library, format), chip=self.chip)
        limits = [("double", literal(x)) for x in (slope(self.bounds, self.domains, op, format), self.domains[op])]
        return self.let(self.call(helper, kind, [(kind, value), *limits]))

    def jitter(
        self, format: Format, kind: str, value: str, relative: float, absolute: float, signs: bool, op: str = ""
    ) -> str:
        helper = perturbation.jitter(
            self.library, format, arithmetic.rounding(self.library, format), steep=op == "tan", chip=self.chip
        )
        limits = [("double", literal(relative)), ("double", literal(absolute)), ("i1", "true" if signs else "false")]
        return self.let(self.call(helper, kind, [(kind, value), *limits]))

    def confine(self, op: str, kind: str, values: Sequence[str], flags: frozenset[str] = frozenset()) -> None:
        """Mark arguments for which the target guarantees nothing.

        A quotient may be computed as a product with the reciprocal, whose size has a limit of its own; that of zero is
        infinite. An approximate power may be computed from exp2 and log2. With slack, the whole part of
        a result that is too large for a fraction is known only up to its rounding.
        """
        if op in WHOLE and self.slack and self._is_rounded(values[0]):
            self.emit(
                self.call(
                    checks.beyond(self.library),
                    "void",
                    [(kind, values[0]), ("double", literal(2.0 ** (self.format.mantissa + 1)))],
                )
            )
        limit, reciprocal = self.domains.get(op), self.domains.get("reciprocal")
        if op == "pow":
            if limit is not None and "afn" in flags:
                self.emit(self.call(checks.power(self.library), "void", [(kind, value) for value in values]))
            return
        if op in DIVIDING and reciprocal is not None:
            divisors = [(kind, values[i]) for i in DIVIDING[op]]
            self.emit(self.call(checks.divisor(self.library), "void", [*divisors, ("double", literal(reciprocal))]))
        if op == "fdiv":
            self.exclude_zeros(kind, values[1:])
        if op in ("fdiv", "frem") and reciprocal is not None and self.format.zero_times_inf_is_zero:
            self.emit(self.call(checks.quotient(self.library), "void", [(kind, value) for value in values]))
        if op == "atan2" and reciprocal is not None and self.format.zero_times_inf_is_zero:
            self.emit(self.call(checks.flushed(self.library), "void", [(kind, value) for value in values]))
        if op == "frem" and self.format.blend_select:
            # the dividend itself, which a target without a select cannot choose: its products make it NaN
            numbers = [(kind, values[1]), ("double", literal(self.format.greatest))]
            self.emit(self.call(checks.beyond(self.library), "void", numbers))
        if limit is not None and op in PERIODIC:
            # the last of these arguments is known to a radian
            limit = 1.0 / slope(self.bounds, self.domains, op, self.format)
        if limit is not None:
            sizes = (
                [self.let(f"fdiv {kind} {', '.join(values)}")]
                if op == "frem"
                else values
                if op == "atan2"
                else values[:1]
            )
            for size in sizes:
                self.emit(self.call(checks.beyond(self.library), "void", [(kind, size), ("double", literal(limit))]))

    # marks ------------------------------------------------------------------------------------------------------

    def reach(self, line: TextLine | None) -> None:
        """Note for a traced run that an instruction begins."""
        if self.tracer:
            self.emit(self.tracer.reach(line))

    def mark(self, condition: str) -> None:
        self.emit(f"call void @ref.mark(i1 {condition})")

    def exclude(self, flags: frozenset[str], kind: str, values: Sequence[str]) -> None:
        """Mark NaNs and infinities that nnan and ninf make poison."""
        for flag in ("nnan", "ninf"):
            if flag in flags:
                helper = checks.poison(self.library, flag, vector_parts(kind)[1])
                for value in values:
                    if value.startswith("%"):
                        self.emit(self.call(helper, "void", [(kind, value)]))

    def exclude_zeros(self, kind: str, values: Sequence[str]) -> None:
        """Mark zeros whose sign is about to be read, if the target's zeros have no sign."""
        for value in values if self.signless else ():
            self.emit(self.call(checks.zero(self.library), "void", [(kind, value)]))

    def reverses(self, value: str) -> bool:
        """Whether a value is a number with its bits reversed, perhaps with zeros below, that floats do not hold: as a
        fraction or shifted down, it need not be in the exact range."""
        made, zeros = self.definitions.get(value), 0
        while made is not None and (made.op == "zext" or (made.op == "shl" and "nuw" in made.flags)):
            if made.op == "shl":
                by = made.rest.rpartition(",")[2].strip()
                if not by.isdigit():
                    return False
                zeros += int(by)
            made = self.definitions.get(LOCAL.findall(made.rest)[0])
        found = REVERSAL.search(made.rest) if made is not None and made.op == "call" else None
        return found is not None and 1 << (int(found[1]) + zeros) > self.library.exact_integers

    def tracked(self, line: TextLine) -> bool:
        """Return whether an integer result is a number, as opposed to the bit pattern of a float."""
        names = [line.result or "", *LOCAL.findall(line.rest)]
        if self.patterns.untracked(line) or (line.op != "lshr" and self.reverses(names[0])):
            return False
        if line.op == "lshr" and reads_no_sign(line, self.users):
            return False
        # a field of bits is cut out by two shifts by constants; a shift by what is known at run time has no such form
        return line.op != "shl" or not unread_bits(line, self.definitions, self.users)


def widened(text: str) -> str:
    """The text with half types and literals replaced by float ones."""
    return _HALF.sub("float", _HALF_LITERAL.sub(lambda found: literal(literal_value(found.group(0))), text))


def in_memory(kind: str) -> str:
    """A type as it is stored in memory: half is stored as its sixteen bits."""
    return _HALF.sub("i16", _HALF_LITERAL.sub(lambda found: str(int(found.group(0)[3:], 16)), kind))
