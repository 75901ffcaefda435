"""Guards: an operation without a value for some inputs, executed only for the others. Speculative evaluation must not
affect the result.

The expected values come from numpy, for ordinary inputs including exact zeros of both signs: the judge would leave some
of these lanes out, this family does not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from gpucc.fuzz.draws import Draws
from gpucc.fuzz.shading import Shell, some_language
from gpucc.fuzz.trials import Fact, FuzzFamily, FuzzSample, first_far, outputs
from gpucc.isa.model import Isa
from gpucc.program import Program, Stage
from gpucc.records import dataclass

Array = np.ndarray
Numeric = Callable[..., Array]
VALUES = (0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -3.0, 0.25, 4.0, -0.75, 0.125)
ELSE = (0.0, -1.0, 1.0, 0.5)
# by x (and y): the guarded expression, its value by numpy, and the condition for it to have a value
GUARDED: tuple[tuple[str, Numeric, Numeric], ...] = (
    ("1.0 / X", lambda x, y: 1 / x, lambda x, y: x != 0),
    ("Y / X", lambda x, y: y / x, lambda x, y: x != 0),
    ("Y / (X * X)", lambda x, y: y / (x * x), lambda x, y: x != 0),
    ("log2(X)", lambda x, y: np.log2(x), lambda x, y: x > 0),
    ("log(X) * Y", lambda x, y: np.log(x) * y, lambda x, y: x > 0),
    ("pow(X, -0.5)", lambda x, y: x**-0.5, lambda x, y: x > 0),
    ("pow(X, 1.5)", lambda x, y: x**1.5, lambda x, y: x > 0),
    ("inversesqrt(X)", lambda x, y: x**-0.5, lambda x, y: x > 0),
    ("sqrt(X)", lambda x, y: np.sqrt(x), lambda x, y: x >= 0),
    ("X / sqrt(X)", lambda x, y: np.sqrt(x), lambda x, y: x > 0),
    ("acos(X)", lambda x, y: np.arccos(x), lambda x, y: np.abs(x) <= 1),
    ("normalize(vec2(X, Y)).x", lambda x, y: x / np.hypot(x, y), lambda x, y: (x != 0) | (y != 0)),
    ("X / length(vec2(X, Y))", lambda x, y: x / np.hypot(x, y), lambda x, y: (x != 0) | (y != 0)),
    ("mod(Y, X)", lambda x, y: _remainder(x, y), lambda x, y: x != 0),
    ("exp2(-1.0 / (X * X))", lambda x, y: np.exp2(-1 / (x * x)), lambda x, y: x != 0),
    ("Y / X * X", lambda x, y: y, lambda x, y: x != 0),
    ("1.0 / (X - Y)", lambda x, y: 1 / (x - y), lambda x, y: x != y),
    ("smoothstep(0.0, X, Y)", lambda x, y: _smooth(y / x), lambda x, y: x > 0),
)
# conditions of GLSL for each kind of domain; TRUTHS holds the same conditions for numpy
CONDITIONS: dict[str, tuple[str, ...]] = {
    "x": ("X != 0.0", "!(X == 0.0)", "abs(X) > 0.0", "X * X > 0.0", "X > 0.0 || X < 0.0", "sign(X) != 0.0"),
    "positive": ("X > 0.0", "0.0 < X", "!(X <= 0.0)", "max(X, 0.0) > 0.0", "sign(X) > 0.5"),
    "root": ("X >= 0.0", "!(X < 0.0)", "0.0 <= X"),
    "unit": ("abs(X) <= 1.0", "X >= -1.0 && X <= 1.0", "!(X > 1.0 || X < -1.0)", "X * X <= 1.0"),
    "either": ("X != 0.0 || Y != 0.0", "dot(vec2(X, Y), vec2(X, Y)) > 0.0", "length(vec2(X, Y)) > 0.0",
               "any(notEqual(vec2(X, Y), vec2(0.0)))",
               "vec2(X, Y) != vec2(0.0)", "!(X == 0.0 && Y == 0.0)"),
    "apart": ("X != Y", "!(X == Y)", "X < Y || X > Y", "abs(X - Y) > 0.0"),
}  # fmt: skip
TRUTHS: dict[str, Numeric] = {
    "x": lambda x, y: x != 0, "positive": lambda x, y: x > 0, "root": lambda x, y: x >= 0, "unit": lambda x,
    y: np.abs(x) <= 1,
    "either": lambda x, y: (x != 0) | (y != 0), "apart": lambda x, y: x != y,
}  # fmt: skip


def _remainder(x: Array, y: Array) -> Array:
    """mod(y, x); NaN, which stands for any value, where a target's approximate quotient may be on the other side of a
    whole number."""
    quotient = y / x
    rounded = (64 * x != np.rint(64 * x)) | (64 * y != np.rint(64 * y))
    open_ = (np.abs(quotient - np.rint(quotient)) < 1e-3) & rounded
    return np.where(open_, np.nan, y - x * np.floor(quotient))


def _smooth(t: Array) -> Array:
    t = np.clip(t, 0, 1)
    smooth: Array = t * t * (3 - 2 * t)
    return smooth


@dataclass
class _Term:
    """One guarded value: its text in the program, and its expected value."""

    declarations: list[str]
    statements: list[str]
    text: str
    value: Numeric


def _domain(valid: Numeric) -> list[str]:
    """The kinds of conditions that exclude all inputs without a value."""
    grid = np.array([(x, y) for x in VALUES for y in VALUES]).T
    inside = valid(*grid)
    return [kind for kind, truth in TRUTHS.items() if not (truth(*grid) & ~inside).any()]


def _known(values: Array, isa: Isa) -> Array:
    """The values; NaN, which stands for any value, where the target's numbers end too early: there a value, its square
    or its reciprocal becomes zero or infinite."""
    low, high = isa.format.least**0.5, isa.format.greatest**0.5
    return np.where((values == 0) | ((np.abs(values) >= low) & (np.abs(values) <= high)), values, np.nan)


def _term(draws: Draws, isa: Isa, k: int, x: str, y: str, first: Numeric, second: Numeric) -> _Term:
    operation, numeric, valid = draws.one(GUARDED)
    kind = draws.one(_domain(valid))
    condition = draws.one(CONDITIONS[kind])
    other = draws.one(ELSE)

    def fill(text: str, x: str = x, y: str = y) -> str:
        return text.replace("X", x).replace("Y", y)

    def value(*given: Array) -> Array:
        a, b = _known(first(*given), isa), _known(second(*given), isa)
        with np.errstate(all="ignore"):
            made = np.where(TRUTHS[kind](a, b), numeric(a, b), other)
        return np.where(np.isnan(a) | np.isnan(b), np.nan, made)

    shown, bad = fill(operation), f"{other:.1f}"
    match draws.number(0, 7):
        case 0:
            return _Term([], [], f"({fill(condition)} ? {shown} : {bad})", value)
        case 1:
            return _Term([], [], f"(!({fill(condition)}) ? {bad} : {shown})", value)
        case 2:
            return _Term([], [f"float g{k} = {bad};", f"if ({fill(condition)}) {{ g{k} = {shown}; }}"], f"g{k}", value)
        case 3:
            body = f"if (!({fill(condition, 'x', 'y')})) return {bad}; return {fill(operation, 'x', 'y')};"
            return _Term([f"float guarded{k}(float x, float y) {{ {body} }}"], [], f"guarded{k}({x}, {y})", value)
        case 4:
            return _Term(
                [], [f"bool b{k} = {fill(condition)};", f"float g{k} = b{k} ? {shown} : {bad};"], f"g{k}", value
            )
        case 5:
            # computed before its condition
            return _Term(
                [], [f"float e{k} = {shown};", f"float g{k} = {fill(condition)} ? e{k} : {bad};"], f"g{k}", value
            )
        case 6:
            made = f"if ({fill(condition)}) {{ g{k} = {shown}; }} else {{ g{k} = {bad}; }}"
            return _Term([], [f"float g{k};", made], f"g{k}", value)
    loop = (
        f"for (int i{k} = 0; i{k} < 2; i{k}++) {{ if ({fill(condition)}) g{k} += 0.5 * ({shown}); else g{k} +="
        f" {0.5 * other}; }}"
    )
    return _Term([], [f"float g{k} = 0.0;", loop], f"g{k}", value)


def _expected(values: list[Numeric]) -> Fact:
    def fact(program: Program) -> str | None:
        x, y = (axis.ravel().astype(np.float32) for axis in np.meshgrid(VALUES, VALUES))
        u = np.float32(0)
        wanted = np.stack([value(x.astype(np.float64), y.astype(np.float64), np.zeros(len(x))) for value in values], 1)
        arrays = {"x": x, "y": y, "u": u, "p": np.stack([x, y], 1)}
        return first_far("guard", {"x": x, "y": y}, outputs(program, arrays, len(x)), wanted, np.isnan(wanted))

    return fact


def guards(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    """Four guarded values of two inputs and a uniform that is 0; some are guarded twice."""
    language = some_language(draws, isa, stage)
    places: list[tuple[str, Numeric]] = [
        ("p.x", lambda x, y, u: x),
        ("p.y", lambda x, y, u: y),
        ("u", lambda x, y, u: u),
    ]
    terms: list[_Term] = []
    for k in range(draws.number(1, 4)):
        (x, first), (y, second) = draws.one(places), draws.one(places)
        terms.append(_term(draws, isa, k, x, y, first, second))
        if draws.chance(3):
            terms[-1].statements.append(f"float t{k} = {terms[-1].text};")
            terms[-1].text = f"t{k}"
            places.append((f"t{k}", terms[-1].value))
    shell = Shell(language, stage, {"p": "vec2"}, ["float u"], [line for term in terms for line in term.declarations])
    values = [terms[i % len(terms)] for i in range(4)]
    text = shell.program(
        [line for term in terms for line in term.statements], f"vec4({', '.join(term.text for term in values)})"
    )
    return FuzzSample(text, shell.name, stage, (_expected([term.value for term in values]),))


IR_OPERATIONS: tuple[tuple[str, str, Numeric], ...] = (
    ("fdiv float 1.0, %x", "une", lambda x, y: 1 / x),
    ("fdiv float %y, %x", "une", lambda x, y: y / x),
    ("call float @llvm.log2.f32(float %x)", "ogt", lambda x, y: np.log2(x)),
    ("call float @llvm.sqrt.f32(float %x)", "oge", lambda x, y: np.sqrt(x)),
    ("call float @llvm.sqrt.f32(float %x)", "ogt", lambda x, y: np.sqrt(x)),
    ("call float @llvm.pow.f32(float %x, float -5.000000e-01)", "ogt", lambda x, y: x**-0.5),
)
TRUE: dict[str, Numeric] = {"une": lambda x, y: x != 0, "ogt": lambda x, y: x > 0, "oge": lambda x, y: x >= 0}
OPPOSITE = {"une": "oeq", "ogt": "ule", "oge": "ult"}


def _guarded(
    names: tuple[str, str], truth: Numeric, numeric: Numeric, other: float, a: Array, b: Array, u: Array
) -> Array:
    first, second = (a if name == "%x" else b for name in names)
    with np.errstate(all="ignore"):
        return np.where(truth(first, second), numeric(first, second), other)


def guards_in_ir(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    """The same in IR: with selects and with branches, the operation on either side of the comparison."""
    lines, results, values, declared = [], [], [], set()
    for k in range(draws.number(1, 4)):
        operation, compare, numeric = draws.one(IR_OPERATIONS)
        other = draws.one(ELSE)
        x, y = draws.one(("%x", "%y")), draws.one(("%x", "%y"))
        operation = (
            operation.replace("%y", "%second").replace("%x", x).replace("%second", y).replace("1.0,", "1.000000e+00,")
        )
        if "llvm." in operation:
            name = operation.split("@")[1].split("(")[0]
            declared.add(f"declare float @{name}({'float, float' if 'pow' in name else 'float'})")
        swapped = draws.chance(2)
        held = f"  %c{k} = fcmp {OPPOSITE[compare] if swapped else compare} float {x}, 0.000000e+00"
        bad = f"{other:e}"
        if draws.chance(2):
            first, second = ("join", "do") if swapped else ("do", "join")
            lines += [
                held,
                f"  br label %head{k}",
                f"head{k}:",
                f"  br i1 %c{k}, label %{first}{k}, label %{second}{k}",
            ]
            lines += [f"do{k}:", f"  %v{k} = {operation}", f"  br label %join{k}", f"join{k}:"]
            lines.append(f"  %r{k} = phi float [ %v{k}, %do{k} ], [ {bad}, %head{k} ]")
        else:
            arms = (bad, f"%v{k}") if swapped else (f"%v{k}", bad)
            body = [held, f"  %v{k} = {operation}"]
            lines += [
                *(body if draws.chance(2) else body[::-1]),
                f"  %r{k} = select i1 %c{k}, float {arms[0]}, float {arms[1]}",
            ]
        results.append(f"%r{k}")

        values.append(partial(_guarded, (x, y), TRUE[compare], numeric, other))
    whole = "poison"
    for i in range(4):
        lines.append(f"  %o{i} = insertelement <4 x float> {whole}, float {results[i % len(results)]}, i32 {i}")
        whole = f"%o{i}"
    head = "\n".join(sorted(declared))
    inner = "\n".join([*lines, f"  ret <4 x float> {whole}"])
    text = f"{head}\ndefine <4 x float> @shader(float %x, float %y) {{\nentry:\n{inner}\n}}\n"
    return FuzzSample(text, "random.ll", stage, (_expected([values[i % len(values)] for i in range(4)]),))


FAMILIES = (FuzzFamily("guards", guards, 2), FuzzFamily("guards-ir", guards_in_ir))
