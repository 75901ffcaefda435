"""The judge: LLVM's JIT runs the shader's IR over all lanes at once, in the target's number format.

The canonical module's text is rewritten before it is compiled: each float operation rounds to the format and follows
its special values, fast-math flags are removed (code generation stays strict), loops count their steps, memory accesses
are checked, and lanes are marked as unsure where LLVM's answer is undefined or the target cannot represent a value.
Where the source allows other results than this one (approximate functions, fast-math flags), a perturbed run moves each
such result at random within its bounds; `interp.compare` derives its tolerance from a few of those runs.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import UsageError
from gpucc.interp.compare import Freedom
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.derived import with_derived
from gpucc.interp.reference.body import BodyWriter, Literals
from gpucc.interp.reference.code import NativeCode
from gpucc.interp.reference.driver import ARGUMENTS, driver
from gpucc.interp.reference.flatten import flattened
from gpucc.interp.reference.flow import rewrite
from gpucc.interp.reference.irtext import TextFunction
from gpucc.interp.reference.levels import levels_of
from gpucc.interp.reference.library import LATE, Library
from gpucc.interp.reference.marks import TRACE, Tracer
from gpucc.interp.reference.memory import allocations
from gpucc.interp.reference.models import ModelTemplate, dividing_roots, modelled
from gpucc.interp.reference.names import BINARY, UNARY, freedom, rounded_values
from gpucc.interp.reference.prepare import define_globals, pointer_regions, prepare
from gpucc.interp.reference.replay import Replay
from gpucc.interp.reference.sides import Sides
from gpucc.interp.reference.undefined import Fill, fill_undefined
from gpucc.interp.reference.undefined_uses import undefined_reaches
from gpucc.isa.model import Bound, Format
from gpucc.program import Shader, file_size
from gpucc.records import dataclass

STEPS = 1_000_000
MOST_CALLS = 4096
# the longest chain of nested modelled functions that is followed
MOST_PASSES = 48
# the number of passes after which lanes are abandoned if their answers settle too slowly
FEW_PASSES = 8
# the most bytes of records: those kept from a plain run, and those of perturbed runs made together
MOST_KEPT = 1 << 25
# the bits of a number, 11.375, in components of uniforms that the interface does not declare
UNDECLARED = 0x41360000
# the most lanes of perturbed runs made together
MOST_TOGETHER = 1 << 14

Half = Literal["widen", "round"]


@dataclass(slots=True)
class StepLimit:
    """How often a lane may repeat loops; `met` if a lane wanted to repeat them more often."""

    most: int = STEPS
    met: bool = False


@dataclass(slots=True)
class RunFrame:
    """The arrays that runs read and write, lane by lane: runs over the same `batch` lanes one after the other. `wrong`
    lanes have uniforms that should be integers and are not."""

    batch: int

    inputs: F32Array
    uniforms: NDArray[np.int32]
    wrong: NDArray[np.bool_]
    outputs: F32Array
    discarded: NDArray[np.uint8]
    unsure: NDArray[np.uint8]
    counts: NDArray[np.int32]
    records: NDArray[np.int32]
    known: NDArray[np.int32]
    replies: F32Array
    seeds: NDArray[np.int64]
    perturb: int
    limits: NDArray[np.int64]
    left: NDArray[np.int64]
    firsts: NDArray[np.int64]

    def keep(self, replay: Replay) -> None:
        """Let the lanes make room for the calls that the answers have room for, and take these answers."""
        self.records = np.zeros(replay.records.shape, replay.records.dtype)
        self.known, self.replies = replay.records, replay.found


class Asked(Protocol):
    """A source of the values of functions; see `gpucc.interp.models`."""

    def __call__(self, template: ModelTemplate, operands: F32Array) -> F32Array: ...

    def knows(self, template: ModelTemplate) -> bool: ...


class Reference:
    """A shader compiled for the host. `run` may be called from several threads. `undefined` is whether results may
    depend on undefined values."""

    # the last run without perturbation: its batch and answers
    _known: tuple[Batch, Replay] | None

    def __init__(
        self,
        shader: Shader,
        format: Format,
        *,
        text: str | None = None,
        bounds: Mapping[str, Bound] | None = None,
        domains: Mapping[str, float] | None = None,
        slack: float = 0.0,
        half: Half = "widen",
        flatten: bool = False,
        fill: Fill | None = None,
        signless: bool = False,
        literals: Literals | None = None,
        steps: StepLimit | None = None,
        models: Asked | None = None,
        exact: int | None = None,
        excuses: bool = False,
        chip: bool = False,
        tracer: type[Tracer] | type[Sides] | None = None,
        spare: bool = False,
    ) -> None:
        """Compile the shader.

        `text` is another module with the same signature. `bounds` has the errors allowed by neutral operation; other
        functions may be off by one unit in the last place. `flatten` executes both sides of every branch. `fill` makes
        undefined values numbers or NaNs instead of zeros. Lanes that repeat loops more than `steps` allow are unsure;
        with `signless`, so are those that read a zero's sign. `literals` is the format of constants. `models` computes
        the values of approximate functions, which are open otherwise. Whole numbers are exact up to `exact`. With
        `chip`, a perturbed run simulates one chip: only functions are off, and equal results equally far. With
        `excuses`, lanes are doubtful if no guard helps their blends; a perturbed run then fills hazards by its strength
        (`hazards`). A `tracer` says what `firsts` tell: where lanes were marked first, or which parts of the function
        they ran. With `spare`, sums of few bits are not moved.
        """
        prepared = prepare(text or shader.text, flatten)
        function = flattened(prepared.function) if flatten else prepared.function
        self.undefined = undefined_reaches(function)
        fill_undefined(function, fill)
        self.shader, self.format, self.steps, self.models = shader, format, steps or StepLimit(), models
        self.exact, limits = exact or format.exact_integers, _limits(format, bounds or {})
        _mark_modelled(function, limits, models)
        self.freedom = _freedom(function, limits, slack)
        head, regions, uniforms = define_globals(prepared, shader)
        self.tracer = tracer(function, prepared.nodes) if tracer else None
        body = BodyWriter(
            function=function,
            library=Library(format, exact),
            regions={**regions, **pointer_regions(function, shader), **allocations(function)},
            samplers=shader.sampler_globals,
            stage=shader.stage,
            bounds=limits,
            domains=domains or {},
            slack=slack,
            round_half=half == "round",
            signless=signless,
            chip=chip,
            perturbed=not excuses and (self.freedom.values or self.freedom.zero_signs),
            spare=spare,
            literals=literals,
            fill=fill,
            excuses=excuses,
            tracer=self.tracer,
        )
        code = rewrite(body) + driver(shader, function, body.library, uniforms, half == "round", tracer is not None)
        self.sites, self.levels = tuple(body.sites), levels_of(function, body.asking, len(body.sites))
        self.loops, self._known = "ref.step" in body.library.functions, None
        self.code = NativeCode.of("\n".join([head, *_definitions(body.library, code, self.tracer)]))

    def run(
        self, batch: Batch, *, perturb: int | None = None, strength: int = 1, limits: NDArray[np.int64] | None = None
    ) -> Outcome:
        """Run all lanes. With `perturb` as the seed, results that the source leaves open are moved within their bounds,
        times `strength`.

        `limits` has the number of times that each lane may repeat loops, where that is less than `steps`.
        """
        return self._together(batch, [perturb], strength, limits)[0]

    def samples(
        self, batch: Batch, seeds: Sequence[int], *, limits: NDArray[np.int64] | None = None
    ) -> tuple[Outcome, ...]:
        """Perturbed runs with these seeds: what `run` gives for each. Answers are found for many runs at once."""
        found: list[Outcome] = []
        # the lanes of a quad lie side by side
        room = MOST_TOGETHER // batch.lanes if batch.lanes % 4 == 0 else 1
        if self.sites:
            # records are eight words
            room = min(room, MOST_KEPT // (32 * batch.lanes * self._calls(batch)))
        while len(found) < len(seeds):
            found += self._together(batch, seeds[len(found) :][: max(room, 1)], 1, limits)
        return tuple(found)

    def _calls(self, batch: Batch) -> int:
        """The number of calls that a run over this batch has room for at first."""
        if self._known is not None and self._known[0] is batch:
            return len(self._known[1].found[0])
        return len(self.sites) * (4 if self.loops else 1)

    def _together(
        self, batch: Batch, seeds: Sequence[int | None], strength: int, limits: NDArray[np.int64] | None
    ) -> list[Outcome]:
        """One run for each seed, or the one that is not perturbed for None."""
        perturbed = seeds[0] is not None
        frame = self._frame(batch, seeds, strength, limits)
        lanes = len(seeds) * batch.lanes
        undefined: NDArray[np.bool_] = np.zeros(lanes, np.bool_)
        # lanes with answers that depend on too many others
        given_up = undefined.copy()
        replay = self._replay(batch, perturbed, len(seeds))
        frame.keep(replay)
        # the lanes to run: all, then those whose answers changed
        late = np.arange(lanes)
        for number in range(MOST_PASSES if self.models else MOST_CALLS + 2):
            self._pass(frame, late)
            if not self.sites:
                break
            wanted = min(int(frame.counts.max(initial=0)), MOST_CALLS)
            if wanted > frame.replies.shape[1]:
                replay.grow(min(2 * wanted, MOST_CALLS))
                frame.keep(replay)
                continue
            late, changed = replay.answer(frame.records, frame.counts, late, number)
            undefined = np.asarray(replay.undefined.any(axis=1), np.bool_)
            if self.models and number >= FEW_PASSES:
                slow = _slow(changed, frame.counts[late], number)
                given_up[late[slow]] = True
                late = late[~slow]
            if not len(late):
                break
        else:
            given_up[late] = True
        if not perturbed and self.sites and replay.records.nbytes <= MOST_KEPT:
            self._known = batch, replay
        self.steps.met |= bool(((frame.left < 0) & (frame.limits == self.steps.most)).any())
        return self._outcomes(frame, replay, undefined, given_up)

    def _outcomes(
        self, frame: RunFrame, replay: Replay, undefined: NDArray[np.bool_], given_up: NDArray[np.bool_]
    ) -> list[Outcome]:
        wrong = np.tile(frame.wrong, len(undefined) // frame.batch) if len(frame.wrong) > 1 else frame.wrong
        lost = given_up | wrong | (frame.counts > MOST_CALLS)
        unsure, doubtful, reordered, signed = _marked(replay, frame.unsure, undefined | lost)
        gone = frame.discarded.astype(np.bool_)
        # nothing that a fragment computes matters once it is discarded; but it might never end a loop on the target
        if gone.any() and not self.loops:
            before = np.where(gone & (frame.discarded >> 4 < LATE), frame.discarded >> 4, replay.undefined.shape[1])
            early = (replay.undefined & (np.arange(replay.undefined.shape[1]) < before[:, None])).any(axis=1)
            marks = np.where(gone, frame.discarded >> 1 & 7, frame.unsure)
            kept = _marked(replay, marks, np.asarray(early | lost, np.bool_))
            unsure, doubtful, reordered, signed = (
                np.where(gone, one, other)
                for one, other in zip(kept, (unsure, doubtful, reordered, signed), strict=True)
            )
        rounds = np.minimum(frame.limits - frame.left, frame.limits)
        whole = Outcome(
            frame.outputs,
            frame.discarded.astype(np.bool_),
            unsure | reordered,
            doubtful=doubtful,
            reordered=reordered & ~unsure,
            signed=signed,
            rounds=rounds,
            firsts=frame.firsts if self.tracer else None,
        )
        return [whole] if len(undefined) == frame.batch else _parts(whole, frame.batch)

    def _replay(self, batch: Batch, perturbed: bool, runs: int) -> Replay:
        """The answers to begin with. A perturbed run begins with those of the run before it over the same lanes: most
        textures are read in the same places, and what is read elsewhere is answered anew."""
        known = self._known
        if perturbed and known is not None and known[0] is batch:
            return known[1].again(runs)
        states = {slot.register: slot.sampler for slot in self.shader.interface.samplers if slot.sampler is not None}
        return Replay(
            self.sites,
            self.levels,
            states,
            batch.textures,
            self.shader.stage == "fragment",
            (runs * batch.lanes, self._calls(batch)),
            self.models,
        )

    def _frame(
        self, batch: Batch, seeds: Sequence[int | None], strength: int, limits: NDArray[np.int64] | None
    ) -> RunFrame:
        count, interface = batch.lanes, self.shader.interface
        batch = with_derived(batch, interface, self.shader.derived)
        shared = batch.uniforms.shape[0] == 1
        uniforms = _registers(batch.uniforms, 1 if shared else count, file_size(interface.uniforms), "uniform")
        memory, wrong = _memory(uniforms, self.shader, self.exact)
        lanes, most = len(seeds) * count, self.steps.most
        least = np.minimum(np.full(count, most, np.int64), most if limits is None else limits)
        numbers = [0 if seed is None else zlib.crc32(b"perturb %d" % seed) << 20 for seed in seeds]
        return RunFrame(
            batch=count,
            inputs=_registers(batch.inputs, count, file_size(interface.inputs), "input"),
            uniforms=memory,
            wrong=wrong,
            outputs=np.zeros((lanes, file_size(interface.outputs), 4), np.float32),
            discarded=np.zeros(lanes, np.uint8),
            unsure=np.zeros(lanes, np.uint8),
            counts=np.zeros(lanes, np.int32),
            records=np.zeros((0, 0, 8), np.int32),
            known=np.zeros((0, 0, 8), np.int32),
            replies=np.zeros((0, 0, 4), np.float32),
            seeds=np.array(numbers, np.int64),
            perturb=0 if seeds[0] is None else strength,
            limits=np.tile(least, len(seeds)),
            left=np.zeros(lanes, np.int64),
            firsts=np.zeros(lanes if self.tracer else 0, np.int64),
        )

    def _pass(self, frame: RunFrame, order: NDArray[np.int64]) -> None:
        """Run these lanes of all runs once, with the present answers."""
        capacity = frame.replies.shape[1]
        stride = 0 if frame.uniforms.shape[0] == 1 else frame.uniforms.strides[0]
        values = {
            "order": order.ctypes.data, "lanes": len(order), "batch": frame.batch, "inputs": frame.inputs.ctypes.data,
            "input_stride": frame.inputs.strides[0],
            "uniforms": frame.uniforms.ctypes.data, "uniform_stride": stride, "outputs": frame.outputs.ctypes.data,
            "output_stride": frame.outputs.strides[0], "discarded": frame.discarded.ctypes.data,
            "unsure": frame.unsure.ctypes.data,
            "records": frame.records.ctypes.data, "known": frame.known.ctypes.data,
            "answers": frame.replies.ctypes.data,
            "counts": frame.counts.ctypes.data,
            "capacity": capacity, "seeds": frame.seeds.ctypes.data, "perturb": frame.perturb,
            "limits": frame.limits.ctypes.data, "left": frame.left.ctypes.data, "firsts": frame.firsts.ctypes.data,
        }  # fmt: skip
        words = np.array([values[name] for name in ARGUMENTS], np.int64)
        self.code.run(words)


def _slow(changed: NDArray[np.bool_], counts: NDArray[np.int32], number: int) -> NDArray[np.bool_]:
    """Lanes whose answers settle so slowly that not even twice MOST_PASSES passes will suffice; `changed` are the
    answers that this pass changed."""
    settled = np.argmax(changed, axis=1)
    return np.asarray(counts.astype(np.int64) * number > 2 * MOST_PASSES * settled, np.bool_)


def _parts(whole: Outcome, lanes: int) -> list[Outcome]:
    """The outcomes of runs over so many lanes each, one after the other."""
    doubtful, reordered, signed = (np.asarray(one) for one in (whole.doubtful, whole.reordered, whole.signed))
    rounds = whole.rounds
    assert rounds is not None
    return [
        Outcome(
            whole.outputs[first : first + lanes],
            whole.discarded[first : first + lanes],
            whole.unsure[first : first + lanes],
            doubtful=doubtful[first : first + lanes],
            reordered=reordered[first : first + lanes],
            signed=signed[first : first + lanes],
            rounds=rounds[first : first + lanes],
            firsts=None if whole.firsts is None else whole.firsts[first : first + lanes],
        )
        for first in range(0, len(whole.discarded), lanes)
    ]


def _limits(format: Format, bounds: Mapping[str, Bound]) -> dict[str, Bound]:
    return {**{op: Bound(relative=2.0**-format.mantissa) for op in UNARY | BINARY}, **bounds}


def _freedom(function: TextFunction, bounds: Mapping[str, Bound], slack: float) -> Freedom:
    found = freedom(function, bounds)
    return replace(found, values=found.values or slack > 0)


def _marked(
    replay: Replay, marks: NDArray[np.uint8], lost: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """The lanes that are unsure, doubtful, reordered and signed, with those that depend on such ones of their quads."""
    unsure = (marks & 1).astype(np.bool_) | lost
    return (
        replay.reached(unsure),
        replay.reached((marks & 2).astype(np.bool_)),
        replay.reached((marks & 4).astype(np.bool_)),
        replay.reached((marks & 8).astype(np.bool_)),
    )


def _definitions(library: Library, code: str, tracer: Tracer | Sides | None) -> list[str]:
    """The helpers, and the code that calls them, with marks that are traced if there is a tracer."""
    if tracer:
        return [library.text(code, tracer.traced), TRACE, tracer.traced(code)]
    return [library.text(code), code]


def _mark_modelled(function: TextFunction, bounds: Mapping[str, Bound], models: Asked | None) -> None:
    if not models:
        return
    rounded, roots = rounded_values(function), dividing_roots(function, bounds)
    for line in (line for block in function.blocks for line in block.lines):
        elements = modelled(line, bounds, rounded, roots)
        if elements and all(models.knows(element.template) for element in elements):
            line.models = elements


def _registers(values: F32Array, lanes: int, registers: int, kind: str) -> F32Array:
    if values.ndim != 3 or values.shape[0] != lanes or values.shape[1] < registers or values.shape[2] != 4:
        raise UsageError(
            f"the {kind}s of {lanes} lanes must be an array ({lanes}, {registers}, 4); this one is {values.shape}"
        )
    return np.ascontiguousarray(values, np.float32)


def _memory(uniforms: F32Array, shader: Shader, exact: int) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Uniform memory with C's integers, and the lanes whose values are no integers, or outside the range of the slot or
    the format. What no uniform declares holds a number that the target does not have there, so that a result which
    depends on it shows."""
    memory = uniforms.copy().view(np.int32)
    undeclared = np.ones(memory.shape[1:], np.bool_)
    wrong = np.zeros(uniforms.shape[0], np.bool_)
    for slot in shader.interface.uniforms:
        for i, letter in enumerate(slot.words):
            if letter != ".":
                undeclared[slot.register + i // 4, i % 4] = False
            if letter in "iub":
                place = (slice(None), slot.register + i // 4, i % 4)
                given = uniforms[place].astype(np.float64)
                low, high = (-exact, exact) if slot.most is None else (0, slot.most)
                good = (given == np.trunc(given)) & (given >= low) & (given <= high)
                memory[place] = np.where(good, given, 0).astype(np.int32)
                wrong |= ~good
    memory[:, undeclared] = UNDECLARED
    return memory, wrong
