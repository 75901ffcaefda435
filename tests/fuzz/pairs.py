"""Metamorphic pairs: a random program and a twisted one that must compute the same.

Under strict arithmetic the results must be equal bit for bit, on lanes where the reference expects numbers from both;
by default, each must be within the judge's tolerance of the other's results. The same applies to strict pairs with
functions that the target approximates: if LLVM knows the argument in one of the two only, it folds the function exactly
there. These are counted separately. Inputs are equal by name, and inputs that twists add are 1.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import twists
import twists_ir
from shades import Grammar

from gpucc import driver
from gpucc.collector import without_collector
from gpucc.errors import GpuccError, LimitExceeded, Unsupported
from gpucc.fuzz import family_odd, family_steps
from gpucc.fuzz.draws import Draws, shrunk
from gpucc.fuzz.shading import some_language
from gpucc.interp.arrays import pack
from gpucc.interp.bench import Bench
from gpucc.interp.compare import compare
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.inputs import ORDINARY
from gpucc.interp.judgement import JudgeOptions, judge
from gpucc.interp.verify import function_bounds, native_bounds
from gpucc.isa.model import Isa
from gpucc.lowering.legalise.functions import FUNCTION_BOUNDS, FUNCTION_DOMAINS
from gpucc.program import Interface, Slot, Stage
from gpucc.reading import Reading
from gpucc.targets import registry

LANES = 32
ADDED = ("one", "on", "flag")
EQUAL, CLOSE, LARGE, REFUSED, BLIND = (
    "equal",
    "within the bounds of functions",
    "too large",
    "refused",
    "without a lane to compare",
)
OUTCOMES = (EQUAL, CLOSE, LARGE, REFUSED, BLIND)


@dataclass(frozen=True)
class Pair:
    name: str
    base: str
    other: str
    stage: Stage
    twists: tuple[str, ...]


def make(draws: Draws, isa: Isa, stage: Stage) -> Pair:
    """A program of IR or of a shading language, and its transformation by some of the twists."""
    kind = draws.number(0, 3)
    if kind == 3:
        sample = (family_odd.odd if draws.chance(3) else family_steps.steps)(draws, isa, stage)
        wanted = tuple(draws.some(twists_ir.TWISTS, 1, 4))
        twister = twists_ir.Twister(draws, wanted, loops=isa.loops)
        return Pair("random.ll", sample.text, twister.text(sample.text), stage, tuple(twister.done))
    language = some_language(draws, isa, stage)
    statements, result = Grammar(draws).program(language)
    wanted = tuple(draws.some(twists.TWISTS, 1, 4))
    printer = twists.Printer(draws, wanted)
    base, name = twists.printed(statements, result, language, stage, twists.Printer(draws))
    other, _ = twists.printed(statements, result, language, stage, printer)
    return Pair(name, base, other, stage, tuple(printer.done))


# inputs --------------------------------------------------------------------------------------------------------------


def _values(slot: Slot, kind: str) -> np.ndarray:
    """Numbers for a slot, depending on its name alone: ordinary ones, small integers for integers, 1 for inputs that a
    twist added."""
    used = [i for i, letter in enumerate(slot.words) if letter != "."]
    random = np.random.default_rng(zlib.crc32(slot.name.encode()))
    rows = LANES if kind == "input" else 1
    shape = (rows, len(slot.words))
    if slot.name in ADDED or slot.name.startswith("gl_"):
        return np.ones((rows, len(used)), np.float32)
    if slot.words.strip(".")[:1] in ("i", "u", "b"):
        return random.integers(0, 2 if "b" in slot.words else 9, shape)[:, used].astype(np.float32)
    found = np.choose(random.integers(0, 4, shape), (random.uniform(-2, 2, shape), random.uniform(0, 1, shape),
                      random.uniform(-20, 20, shape), random.integers(-8, 9, shape) / 2))  # fmt: skip
    return found[:, used].astype(np.float32)


def _texture(slot: Slot) -> list[np.ndarray]:
    random = np.random.default_rng(zlib.crc32(slot.name.encode()))
    faces = (6,) if slot.sampler is not None and slot.sampler.dimension == "cube" else ()
    return [random.random((*faces, size, size, 4), dtype=np.float32) for size in (4, 2, 1)]


def inputs(interface: Interface) -> Batch:
    arrays: dict[str, object] = {slot.name: _values(slot, "input") for slot in interface.inputs}
    arrays |= {slot.name: _values(slot, "uniform")[0] for slot in interface.uniforms}
    arrays |= {slot.name: _texture(slot) for slot in interface.samplers}
    return pack(interface, arrays, LANES)


# trial ---------------------------------------------------------------------------------------------------------------


def difference(pair: Pair, isa: str, arithmetic: str, opt: int, target: dict[str, str]) -> str:
    """The outcome for the pair: one of OUTCOMES, or the difference between its sides."""
    goal = registry.find(isa)
    reading = Reading(arithmetic=arithmetic)
    benches: list[Bench] = []
    approximate = False
    for text in (pair.base, pair.other):
        try:
            with without_collector():
                built = driver._build(
                    text, goal, None, pair.stage, opt, None, target, pair.name, driver.silent, reading
                )
        except LimitExceeded:
            return LARGE
        except Unsupported:
            return REFUSED
        except GpuccError as error:
            return f"{type(error).__name__}: {error}"
        bounds = function_bounds(goal.isa, {**FUNCTION_BOUNDS, **goal.bounds})
        domains = {
            op: limit for op, limit in {**FUNCTION_DOMAINS, **goal.domains}.items() if op not in native_bounds(goal.isa)
        }
        options = JudgeOptions(bounds, domains, None, None, built.half)
        approximate |= any(f"@llvm.{op}." in built.optimised or f" {op} " in built.optimised for op in bounds)
        benches.append(Bench(built.shader, built.program, goal.isa, goal.simulate, options, built.optimised, 0))
    batches = [inputs(bench.program.interface) for bench in benches]
    good = np.logical_and.reduce([bench.promising(batch)[0] for bench, batch in zip(benches, batches, strict=True)])
    if not good.any():
        return BLIND
    base, other = (
        bench.simulate(bench.program, goal.isa, batch, precision="native")
        for bench, batch in zip(benches, batches, strict=True)
    )
    if arithmetic == "strict":
        same = (base.outputs == other.outputs) | (np.isnan(base.outputs) & np.isnan(other.outputs))
        gone = base.discarded & other.discarded  # outputs of lanes that both programs discard do not matter
        wrong = good & ~gone & (~same.all(axis=(1, 2)) | (base.discarded != other.discarded))
        if not wrong.any():
            return EQUAL
        if not approximate:
            return f"strict: {_told(int(np.argmax(wrong)), wrong, base, other)}"
    # LLVM may have computed a function on one side, which then has no bound of its own: each side may explain the other
    wrong = _beyond(benches[0], batches[0], good, base, other)
    if wrong.any() and approximate:
        wrong &= _beyond(benches[1], batches[1], good, other, base)
    if not wrong.any():
        return CLOSE if arithmetic == "strict" else EQUAL
    return f"{arithmetic}: {_told(int(np.argmax(wrong)), wrong, base, other)}"


def _beyond(bench: Bench, batch: Batch, good: np.ndarray, base: Outcome, other: Outcome) -> np.ndarray:
    """The lanes in which the other side is farther from this one than the functions of this one explain."""
    judgement = judge(bench.judges, bench.options, batch, 0)
    return compare(
        replace(base, unsure=judgement.outcome.unsure | ~good),
        other,
        interface=bench.program.interface,
        classes=np.full(LANES, ORDINARY, np.int8),
        format=bench.isa.format,
        samples=judgement.samples,
        freedom=judgement.freedom,
    ).wrong


def _told(lane: int, wrong: np.ndarray, base: Outcome, other: Outcome) -> str:
    return (
        f"lane {lane} of {int(wrong.sum())} is {_shown(base.outputs[lane])}, and {_shown(other.outputs[lane])} in its"
        " twin"
    )


def _shown(outputs: np.ndarray) -> str:
    return "(" + ", ".join(f"{value:.9g}" for value in outputs.reshape(-1)) + ")"


@dataclass(frozen=True)
class Failure:
    number: int
    message: str
    pair: Pair

    def __str__(self) -> str:
        texts = (
            f"--- {self.pair.name}\n{self.pair.base}\n--- its twin: {', '.join(self.pair.twists)}\n{self.pair.other}"
        )
        return f"pair {self.number}: {self.message}\n{texts}"


def try_pair(
    isa: str,
    stage: Stage,
    seed: int,
    number: int,
    found: Counter[str],
    ways: Sequence[str],
    opt: int,
    target: dict[str, str],
    tries: int,
) -> Failure | None:
    """Run pair `number` under each kind of arithmetic; returns the first one that differs, shrunk."""
    known = registry.find(isa).isa

    def run(draws: Draws, tally: Callable[[str], None]) -> tuple[Pair, str | None]:
        pair = make(draws, known, stage)
        for way in ways:
            outcome = difference(pair, isa, way, opt, target)
            if outcome not in OUTCOMES:
                return pair, outcome
            tally(f"{outcome}, {way}")
        return pair, None

    def count(outcome: str) -> None:
        found[outcome] += 1

    draws = Draws(f"pair/{seed}/{number}")
    pair, wrong = run(draws, count)
    if wrong is None:
        for twist in pair.twists:
            found[f"twist {twist}"] += 1
        return None
    kind = wrong.split(":")[0]

    def fails(record: Sequence[int]) -> bool:
        other = run(Draws(replay=record), lambda outcome: None)[1]
        return other is not None and other.split(":")[0] == kind

    smaller, message = run(Draws(replay=shrunk(draws.record, fails, tries)), lambda outcome: None)
    return Failure(number, message or wrong, smaller if message else pair)
