"""Side effects in every operand position: ++n, assignments, out and inout arguments, in GLSL and AGSL, evaluated from
left to right.

All numbers are small integers, which every format holds; the expected values are computed alongside the text, by
closures over variables.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpucc.fuzz.draws import Draws
from gpucc.fuzz.shading import Shell, some_language
from gpucc.fuzz.trials import Fact, FuzzFamily, FuzzSample, outputs
from gpucc.isa.model import Isa
from gpucc.program import Program, Stage
from gpucc.records import dataclass

Env = dict[str, float]
Run = Callable[[Env], float]
NAMES = ("n0", "n1", "n2")
STARTS = tuple((float(x), float(y)) for x in (-2, 0, 1, 3) for y in (-1, 0, 2))
HELPERS = {
    "bump": "float bump(inout float n) { n += 1.0; return n * 2.0; }",
    "put": "float put(out float n, float v) { n = v; return v + 1.0; }",
    "swap": "float swap(inout float a, inout float b) { float t = a; a = b; b = t; return a - b; }",
    "odd": "bool odd(inout float n) { n += 1.0; return mod(n, 2.0) > 0.5; }",
    "second": "float second(float a, float b) { return b * 2.0 - a; }",
    "both": "vec2 both(inout float n, float d) { n -= d; return vec2(n, d); }",
    "wrap": "float wrap(float x) { return x - 16.0 * floor(x * 0.0625); }",
    "S": "struct S { float a; vec2 b; };",
    "early": "float early(inout float n, float a) { if (a > 1.0) { n = a; return n + 1.0; } n -= 1.0; return a; }",
}


@dataclass
class EffectExpression:
    text: str
    run: Run


@dataclass
class EffectMaker:
    draws: Draws
    language: str

    # floats ----------------------------------------------------------------------------------------------------------

    def leaf(self) -> EffectExpression:
        if self.draws.chance(3):
            value = float(self.draws.number(0, 3))
            return EffectExpression(f"{value:.1f}", lambda env: value)
        name = self.draws.one(NAMES)
        return EffectExpression(name, lambda env: env[name])

    def effect(self, depth: int) -> EffectExpression:
        name = self.draws.one(NAMES)
        match self.draws.number(0, 9):
            case 0 | 1:
                step = self.draws.one((1.0, -1.0))
                return EffectExpression(
                    f"{'++' if step > 0 else '--'}{name}", lambda env: _set(env, name, env[name] + step)
                )
            case 2:
                step = self.draws.one((1.0, -1.0))
                return EffectExpression(
                    f"{name}{'++' if step > 0 else '--'}", lambda env: _set(env, name, env[name] + step) - step
                )
            case 3:
                other = self.leaf()
                sign, text = self.draws.one(((1.0, "+="), (-1.0, "-=")))
                return EffectExpression(
                    f"({name} {text} {other.text})", lambda env: _set(env, name, env[name] + sign * other.run(env))
                )
            case 4:
                value = self.float(depth - 1)
                return EffectExpression(
                    f"({name} = wrap({value.text}))", lambda env: _set(env, name, _wrap(value.run(env)))
                )
            case 5:
                return EffectExpression(f"bump({name})", lambda env: 2.0 * _set(env, name, env[name] + 1.0))
            case 6:
                value = self.float(depth - 1)  # `out` is copied back at the end of the call
                return EffectExpression(
                    f"put({name}, wrap({value.text}))", lambda env: _set(env, name, _wrap(value.run(env))) + 1.0
                )
            case 7:
                next_ = NAMES[(NAMES.index(name) + 1) % 3]
                return EffectExpression(f"swap({name}, {next_})", lambda env: _swap(env, name, next_))
            case 8:
                amount = self.leaf()
                lane = self.draws.number(0, 1)

                def both(env: Env) -> float:
                    d = _wrap(amount.run(env))
                    return (_set(env, name, env[name] - d), d)[lane]

                return EffectExpression(f"both({name}, wrap({amount.text})).{'xy'[lane]}", both)
        # the order is undefined when an inout argument is copied in beside a later one that changes it
        amount = self.leaf()

        def early(env: Env) -> float:
            a = _wrap(amount.run(env))
            if a > 1.0:
                return _set(env, name, a) + 1.0
            env[name] -= 1.0
            return a

        return EffectExpression(f"early({name}, wrap({amount.text}))", early)

    def float(self, depth: int) -> EffectExpression:
        if depth <= 0:
            return self.effect(0) if self.draws.chance(2) else self.leaf()
        kind = self.draws.number(0, 12)
        if kind == 0:
            return self.effect(depth)
        a, b = self.float(depth - 1), self.float(depth - 1)
        match kind:
            case 1:
                return EffectExpression(f"({a.text} + {b.text})", lambda env: a.run(env) + b.run(env))
            case 2:
                return EffectExpression(f"({a.text} - {b.text})", lambda env: a.run(env) - b.run(env))
            case 3:
                lane = self.draws.number(0, 1)
                end = self.draws.one((f".{'xy'[lane]}", f"[{lane}]", f".{'rg'[lane]}"))
                return EffectExpression(f"vec2({a.text}, {b.text}){end}", lambda env: (a.run(env), b.run(env))[lane])
            case 4:
                c = self.float(depth - 1)
                lane = self.draws.number(0, 2)
                return EffectExpression(
                    f"vec3({a.text}, {b.text}, {c.text}).{'xyz'[lane]}",
                    lambda env: (a.run(env), b.run(env), c.run(env))[lane],
                )
            case 5:
                c, d = self.float(depth - 1), self.leaf()
                lane = self.draws.number(0, 3)
                text = f"mat2({a.text}, {b.text}, {c.text}, {d.text})[{lane // 2}].{'xy'[lane % 2]}"
                return EffectExpression(text, lambda env: (a.run(env), b.run(env), c.run(env), d.run(env))[lane])
            case 6:
                held = self.bool(depth - 1)
                return EffectExpression(
                    f"({held.text} ? {a.text} : {b.text})", lambda env: a.run(env) if held.run(env) else b.run(env)
                )
            case 7:
                return EffectExpression(f"({a.text}, {b.text})", lambda env: (a.run(env), b.run(env))[1])
            case 8:
                return EffectExpression(f"second({a.text}, {b.text})", lambda env: -a.run(env) + 2.0 * b.run(env))
            case 9:
                return EffectExpression(f"max({a.text}, {b.text})", lambda env: max(a.run(env), b.run(env)))
            case 10:
                member, lane = self.draws.one(((".a", 0), (".b.x", 1), (".b.y", 2)))
                c = self.float(depth - 1)
                text = f"S({a.text}, vec2({b.text}, {c.text})){member}"
                return EffectExpression(text, lambda env: (a.run(env), b.run(env), c.run(env))[lane])
            case 11:
                return EffectExpression(
                    f"dot(vec2({a.text}, {b.text}), vec2(1.0, 2.0))", lambda env: a.run(env) + 2.0 * b.run(env)
                )
        held = self.bool(depth - 1)
        return EffectExpression(f"float({held.text})", lambda env: float(held.run(env)))

    def bool(self, depth: int) -> EffectExpression:
        if depth > 0 and self.draws.chance(2):
            a, b = self.bool(depth - 1), self.bool(depth - 1)
            match self.draws.number(0, 3):
                case 0:
                    return EffectExpression(f"({a.text} && {b.text})", lambda env: a.run(env) and b.run(env))
                case 1:
                    return EffectExpression(f"({a.text} || {b.text})", lambda env: a.run(env) or b.run(env))
                case 2:
                    return EffectExpression(f"({a.text} ^^ {b.text})", lambda env: bool(a.run(env)) != bool(b.run(env)))
            return EffectExpression(f"(!{a.text})", lambda env: not a.run(env))
        if self.draws.chance(3):
            name = self.draws.one(NAMES)
            return EffectExpression(f"odd({name})", lambda env: _set(env, name, env[name] + 1.0) % 2.0 > 0.5)
        c, d = self.float(depth - 1), self.float(depth - 1)
        if self.draws.chance(2):
            return EffectExpression(f"({c.text} == {d.text})", lambda env: c.run(env) == d.run(env))
        return EffectExpression(f"({c.text} > {d.text})", lambda env: c.run(env) > d.run(env))

    # statements ------------------------------------------------------------------------------------------------------

    def statements(self, depth: int, indent: str = "") -> tuple[list[str], Callable[[Env], None]]:
        made = [self.statement(depth) for _ in range(self.draws.number(1, 3))]
        # numbers stay small, so that every format holds them
        tidy = " ".join(f"{name} = wrap({name});" for name in NAMES)

        def run(env: Env) -> None:
            for _, one in made:
                one(env)
                for name in NAMES:
                    env[name] = _wrap(env[name])

        return [line for text, _ in made for line in (text, tidy)], run

    def statement(self, depth: int) -> tuple[str, Callable[[Env], None]]:
        match self.draws.number(0, 6 if depth > 0 else 3):
            case 0:
                value = self.float(2)
                return f"{value.text};", lambda env: _do(value.run, env)
            case 1 | 2:
                value, name = self.float(2), self.draws.one(NAMES)
                return f"{name} = {value.text};", lambda env: _do(lambda e: _set(e, name, value.run(e)), env)
            case 3:
                name = self.draws.one(NAMES)
                value = self.float(1)
                declared = f"{{ float y = {value.text}; {name} = y + {name}; }}"
                return declared, lambda env: _do(lambda e: _set(e, name, value.run(e) + e[name]), env)
            case 4 | 5:
                held = self.bool(1)
                (yes, then), (no, other) = self.statements(depth - 1), self.statements(depth - 1)
                text = f"if ({held.text}) {{ {' '.join(yes)} }} else {{ {' '.join(no)} }}"
                return text, lambda env: then(env) if held.run(env) else other(env)
        lines, body = self.statements(depth - 1)
        rounds = self.draws.number(1, 3)
        end = self.bool(1)
        counter = f"i{self.draws.number(0, 9)}"

        def loop(env: Env) -> None:
            for _ in range(rounds):
                body(env)
                if end.run(env):
                    break

        return (
            (
                f"for (int {counter} = 0; {counter} < {rounds}; {counter}++) {{ {' '.join(lines)} if ({end.text})"
                " break; }"
            ),
            loop,
        )


def _set(env: Env, name: str, value: float) -> float:
    env[name] = value
    return value


def _swap(env: Env, one: str, other: str) -> float:
    env[one], env[other] = env[other], env[one]
    return env[one] - env[other]


def _wrap(value: float) -> float:
    return value % 16.0


def _do(run: Run, env: Env) -> None:
    run(env)


def _agrees(run: Callable[[Env], None], result: Run) -> Fact:
    def fact(program: Program) -> str | None:
        points = np.array(STARTS, np.float32)
        found = outputs(program, {"p": points, "u": np.float32(1)}, len(points))
        for lane, (x, y) in enumerate(STARTS):
            env = {"n0": x, "n1": y, "n2": 1.0}
            run(env)
            last = result(env)
            wanted = [env["n0"], env["n1"], env["n2"], last]
            if list(found[lane]) != wanted:
                return f"effects: for p = ({x}, {y}) the result is {[float(v) for v in found[lane]]}, not {wanted}"
        return None

    return fact


def effects(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    language = some_language(draws, isa, stage)
    maker = EffectMaker(draws, language)
    lines, run = maker.statements(1)
    last = maker.float(2)
    body = ["float n0 = p.x; float n1 = p.y; float n2 = u;", *lines, f"float r = wrap({last.text});"]
    used = " ".join(body)
    helpers = [text for name, text in HELPERS.items() if name + "(" in used]
    shell = Shell(language, stage, {"p": "vec2"}, ["float u"], helpers)
    options = {"math": draws.one(("glsl", "skia-cpu"))} if language == "agsl" else {}
    fact = _agrees(run, lambda env: _wrap(last.run(env)))
    return FuzzSample(shell.program(body, "vec4(n0, n1, n2, r)"), shell.name, stage, (fact,), options=options)


FAMILIES = (FuzzFamily("effects", effects, 2),)
