"""Loops of up to 5,000 iterations with break and continue: counters of ints and floats, nested, compared with one
another and with constants.

Counts are kept small (two digits to the base 16), so that every format holds them; Python computes the expected counts
alongside the text. Counters that are floats are rounded as the target's format rounds them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import field

import numpy as np

from gpucc.fuzz.draws import Draws
from gpucc.fuzz.shading import Shell, some_language
from gpucc.fuzz.trials import Fact, FuzzFamily, FuzzSample, outputs
from gpucc.isa.model import Format, Isa
from gpucc.program import Program, Stage
from gpucc.records import dataclass

Env = dict[str, float]
FEW = (1, 2, 3, 5, 8)
MANY = (17, 40, 100, 200, 255, 256, 257, 500, 1000, 1024, 1025, 2000, 2047, 2048, 2049, 3000, 4095, 4097, 5000)
STARTS = tuple((float(x), float(y)) for x, y in ((0, 1), (1, 0), (3, 2), (7, 7), (15, 4), (200, 9), (0, 300)))
TESTS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
}
# two digits: `lo` counts to 16, `hi` counts its overflows
TICK = "lo += 1.0; if (lo >= 16.0) { lo = 0.0; hi += 1.0; }"


@dataclass
class Round:
    """The contents of an iteration: its text, and its execution in Python, which returns "", "break" or "continue"."""

    text: str
    run: Callable[[Env], str]


@dataclass
class LoopMaker:
    draws: Draws
    isa: Isa
    counters: list[str] = field(default_factory=list)
    whole: list[str] = field(default_factory=list)
    made: int = 0

    def loop(self, depth: int, budget: int) -> tuple[str, Callable[[Env], None]]:
        """A counted loop of at most `budget` iterations, in one of the usual forms."""
        draws = self.draws
        most = [n for n in (*FEW, *MANY) if n <= budget]
        rounds = draws.one(most) if draws.chance(2) else draws.one(most[len(most) // 2 :])
        self.made += 1
        name = f"{draws.one(('i', 'j', 'k', 'n'))}{self.made}"
        real = draws.chance(3)
        step = draws.one((1, 1, 2, 3)) if rounds > 3 else 1
        start = draws.one((0, 0, 1, -2))
        down = draws.chance(4)
        end, one = ".0" if real else "", f"{step}.0" if real else f"{step}"
        first, beyond = start, start + step * (rounds - 1) + 1
        if down:
            first, step = beyond - 1, -step
            test, bound = draws.one(((">=", start), (">", start - 1)))
            move = draws.one((f"{name} -= {one}", f"{name}--" if step == -1 else f"{name} -= {one}"))
        else:
            test, bound = draws.one((("<", beyond), ("<=", beyond - 1), *((("!=", beyond),) if step == 1 else ())))
            move = draws.one((f"{name} += {one}", f"{name}++" if step == 1 else f"{name} += {one}"))
        head = f"{'float' if real else 'int'} {name} = {first}{end}; {name} {test} {bound}{end}; {move}"
        values = _values(first, step, TESTS[test], bound, self.isa.format if real else None)
        self.counters.append(name)
        (self.whole if not real else []).append(name)
        parts = [self.round(depth, max(1, budget // rounds), rounds) for _ in range(draws.number(1, 3))]
        self.counters.remove(name)
        if not real:
            self.whole.remove(name)

        def run(env: Env) -> None:
            for value in values:
                env[name] = value
                for part in parts:
                    word = part.run(env)
                    if word:
                        break
                else:
                    word = ""
                if word == "break":
                    return

        return f"for ({head}) {{ {' '.join(part.text for part in parts)} }}", run

    def round(self, depth: int, budget: int, rounds: int) -> Round:
        draws = self.draws
        match draws.number(0, 6):
            case 0 | 1:
                return Round(TICK, _tick)
            case 2:
                text, test = self.condition(rounds)
                word = draws.one(("break", "break", "continue"))
                return Round(f"if ({text}) {word};", lambda env: word if test(env) else "")
            case 3 if depth > 0:
                text, inner = self.loop(depth - 1, budget)
                return Round(text, lambda env: inner(env) or "")
            case 4:
                text, test = self.condition(rounds)
                return Round(f"if ({text}) {{ {TICK} }}", lambda env: _tick(env) if test(env) else "")
            case 5:
                name = draws.one(self.counters)
                # sums of ints are exact wherever a loop that long is taken
                held = float if name in self.whole else self.isa.format.rounded
                return Round(
                    f"seen = mod(float({name}) + 16.0, 16.0);",
                    lambda env: _note(env, held(env[name] + 16)),
                )
        text, test = self.condition(rounds)
        return Round(
            f"seen = {text} ? seen + 1.0 : 0.0; if (seen > 8.0) {{ seen = 0.0; {TICK} }}",
            lambda env: _run_length(env, test(env)),
        )

    def condition(self, rounds: int) -> tuple[str, Callable[[Env], bool]]:
        draws = self.draws
        match draws.number(0, 6):
            case 0:
                bound = draws.number(0, 20)
                return f"hi >= {bound}.0", lambda env: env["hi"] >= bound
            case 1:
                return "hi > p.x", lambda env: env["hi"] > env["x"]
            case 2:
                return "lo == p.y", lambda env: env["lo"] == env["y"]
            case 3 if len(self.counters) > 1:
                a, b = self.counters[-1], self.counters[-2]
                one, other = draws.number(0, 2), draws.number(0, 2)
                joined = draws.one(("&&", "||"))
                text = f"({_compared(a, one, self.whole)} {joined} {_compared(b, other, self.whole)})"
                if joined == "&&":
                    return text, lambda env: env[a] == one and env[b] == other
                return text, lambda env: env[a] == one or env[b] == other
            case 4:
                name, bound = draws.one(self.counters), _held(draws.number(0, max(1, rounds)), self.isa)
                return f"{_cast(name, self.whole)} > {bound}.0", lambda env: env[name] > bound
            case 5:
                name, bound = draws.one(self.counters), draws.number(0, 3)
                return _compared(name, bound, self.whole), lambda env: env[name] == bound
        name = draws.one(self.counters)
        return f"{_cast(name, self.whole)} > p.x", lambda env: env[name] > env["x"]


def _held(number: int, isa: Isa) -> int:
    """The next lower number that the target's format represents exactly; the compiler replaces others by a neighbour,
    as docs/verification.md explains."""
    beyond = max(0, number.bit_length() - isa.format.mantissa - 1)
    return number >> beyond << beyond


def _values(
    first: float, step: int, test: Callable[[float, float], bool], bound: float, format: Format | None
) -> list[float]:
    """The values of a counter, each rounded to the format, if there is one. A counter that stands still ends: the
    compiler refuses its loop."""
    held = float if format is None else format.rounded
    bound, values, value = held(bound), [], held(first)
    while test(value, bound):
        values.append(value)
        following = held(value + held(step))
        if following == value:
            break
        value = following
    return values


def _cast(name: str, whole: list[str]) -> str:
    return f"float({name})" if name in whole else name


def _compared(name: str, number: int, whole: list[str]) -> str:
    return f"{name} == {number}" if name in whole else f"{name} == {number}.0"


def _tick(env: Env) -> str:
    env["lo"] += 1
    if env["lo"] >= 16:
        env["lo"] = 0
        env["hi"] += 1
    return ""


def _note(env: Env, value: float) -> str:
    env["seen"] = value % 16
    return ""


def _run_length(env: Env, held: bool) -> str:
    env["seen"] = env["seen"] + 1 if held else 0
    if env["seen"] > 8:
        env["seen"] = 0
        _tick(env)
    return ""


def _counts(run: Callable[[Env], None]) -> Fact:
    def fact(program: Program) -> str | None:
        points = np.array(STARTS, np.float32)
        # lanes form quads, so their number is a multiple of four
        points = np.concatenate([points, points[:1]])
        found = outputs(program, {"p": points}, len(points))
        for lane, (x, y) in enumerate(STARTS):
            env: Env = {"x": x, "y": y, "lo": 0, "hi": 0, "seen": 0}
            run(env)
            wanted = [env["lo"], env["hi"], env["seen"], 1.0]
            if list(found[lane]) != wanted:
                return f"loop: for p = ({x}, {y}) it counts {[float(v) for v in found[lane]]}, not {wanted}"
        return None

    return fact


def loops(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    language = some_language(draws, isa, stage)
    maker = LoopMaker(draws, isa)
    # a simulator executes only few lanes for thousands of iterations in a second
    budget = draws.one((40, 300, 300, 5000)) if isa.loops else 6
    lines, runs = [], []
    for _ in range(draws.number(1, 2)):
        text, run = maker.loop(2 if isa.loops else 1, budget)
        lines.append(text)
        runs.append(run)

    def whole(env: Env) -> None:
        for run in runs:
            run(env)

    shell = Shell(language, stage, {"p": "vec2"})
    text = shell.program(["float lo = 0.0; float hi = 0.0; float seen = 0.0;", *lines], "vec4(lo, hi, seen, 1.0)")
    return FuzzSample(text, shell.name, stage, (_counts(whole),), refusable=True, lanes=16)


FAMILIES = (FuzzFamily("loops", loops, 2),)
