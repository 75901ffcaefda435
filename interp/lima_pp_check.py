"""The rules of lima fragment programs, checked on decoded words without running them.

It shares only the ISA record with the simulator. Within an instruction it checks that each unit finds its operands; the
contents of registers are propagated along all edges of the control flow until nothing changes. Values, and addresses
with an offset from a register, are left to the simulator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpucc.emit.lima_pp import LimaPpCoder, RawWords, coder, decode_listing, starts
from gpucc.interp.lima_pp_rules import facts_of, lanes_needed, reads
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.lima_pp_program import STACK_END
from gpucc.isa.model import LETTERS, Fact, Level
from gpucc.isa.pipeline import Packet, PipeIsa, UnitPart
from gpucc.records import dataclass

Place = tuple[int, int]  # register, component
REMEDIES = {
    "word": "encode it anew",
    "length": "shorten the program",
    "target": "jump to the first word of an instruction",
    "target-length": "give the branch the length of the instruction it goes to",
    "following": "let link() of emit.lima_pp fill in the lengths",
    "end": "set stop on the last instruction of every path",
    "stop": "put what comes after into an instruction of its own",
    "sync": "set sync",
    "nothing-there": "have the unit make the value in the same instruction",
    "order": "units see results of earlier ones only: use two instructions",
    "parallel": "write one of the two elsewhere",
    "unwritten": "write the register first on some path",
    "narrow": "mask what the load does not fill, or load more",
    "coordinates": "load the coordinates into ^tex_coord in the same instruction",
    "atan": "keep to atan_pt1, atan_pt2, and for two arguments a product of x and y into x between them",
    "limit": "use a lower number",
    "facts": "compile with a bolder setting of facts=, or without this",
}


@dataclass(frozen=True, slots=True)
class LimaPpViolation:
    """A broken rule. `instruction` counts from 0, `word` is its first word; None concerns the whole program."""

    rule: str
    instruction: int | None
    unit: str
    message: str
    word: int = 0

    @property
    def remedy(self) -> str:
        return REMEDIES[self.rule]

    @property
    def token(self) -> int | None:
        return self.instruction

    @property
    def offset(self) -> int | None:
        return None if self.instruction is None else 4 * self.word

    def __str__(self) -> str:
        place = (
            "the program"
            if self.instruction is None
            else f"instruction {self.instruction} (word {self.word}), {self.unit}"
        )
        return f"rule {self.rule}, {place}: {self.message}"


def check(code: bytes, level: Level = "documented", isa: PipeIsa = LIMA_PP) -> list[LimaPpViolation]:
    """All violations in a program, in order. `level` forbids facts that are less sure."""
    found = coder(isa)
    listing = decode_listing(code, isa)
    places = starts(found, listing.items)
    broken = [
        LimaPpViolation("word", i, "the words", item.reason, places[i])
        for i, item in enumerate(listing.items)
        if isinstance(item, RawWords)
    ]
    if listing.tail:
        broken.append(
            LimaPpViolation(
                "word", len(listing.items), "the words", f"cut off: {len(listing.tail)} bytes of a word", places[-1]
            )
        )
    if places[-1] > isa.limit("words"):
        broken.append(
            LimaPpViolation("length", None, "", f"{places[-1]} words, and there is room for {isa.limit('words')}")
        )
    if broken:
        return broken
    packets = tuple(item for item in listing.items if isinstance(item, Packet))
    checker = _Checker(found, packets, places)
    violations = [violation for i in sorted(checker.written) for violation in checker.instruction(i)]
    violations += [
        LimaPpViolation(
            "facts", i, part.unit, f"relies on {fact.name}, which is {fact.level}: {fact.statement}", places[i]
        )
        for i in sorted(checker.written)
        for part in packets[i].parts
        for fact in facts_of(found, part)
        if not fact.holds(level)
    ]
    return sorted(dict.fromkeys(violations), key=lambda violation: violation.instruction or 0)


def facts_used(code: bytes, isa: PipeIsa = LIMA_PP) -> list[Fact]:
    """The facts of the record that a well-formed program relies on, in the record's order."""
    found = coder(isa)
    packets = [item for item in decode_listing(code, isa).items if isinstance(item, Packet)]
    used = {fact for packet in packets for part in packet.parts for fact in facts_of(found, part)}
    return [fact for fact in isa.facts if fact in used]


class _Checker:
    """Checks a program. `written` has the places that some path to each reachable instruction has written."""

    def __init__(self, found: LimaPpCoder, packets: tuple[Packet, ...], places: Sequence[int]) -> None:
        self.coder = found
        self.packets = packets
        self.places = places
        self.index = {place: i for i, place in enumerate(places[:-1])}
        self.written: dict[int, frozenset[Place]] = {}
        self.flow()

    def flow(self) -> None:
        work: list[tuple[int, frozenset[Place]]] = [(0, frozenset())]
        while work:
            i, before = work.pop()
            if i >= len(self.packets) or (i in self.written and before <= self.written[i]):
                continue
            self.written[i] = self.written.get(i, frozenset()) | before
            after = self.written[i] | {place for part in self.packets[i].parts for place in _writes(part)}
            work += [(target, after) for target in self.successors(i)]

    def target(self, i: int) -> int | None:
        part = self.packets[i].part("branch")
        if part is None or self.coder.ops[part.op].effect != "branch":
            return None
        return self.index.get(self.places[i] + part.setting("target"))

    def successors(self, i: int) -> list[int]:
        packet = self.packets[i]
        part = packet.part("branch")
        always = part is not None and self.coder.ops[part.op].effect == "branch" and not part.sources
        target = self.target(i)
        return ([] if packet.stop or always else [i + 1]) + ([target] if target is not None else [])

    def violation(self, rule: str, i: int, unit: str, message: str) -> LimaPpViolation:
        return LimaPpViolation(rule, i, unit, message, self.places[i])

    def instruction(self, i: int) -> Iterator[LimaPpViolation]:
        yield from self.control(i)
        yield from self.registers(i)
        for part in self.packets[i].parts:
            yield from self.part(i, part)

    # control

    def control(self, i: int) -> Iterator[LimaPpViolation]:
        packet = self.packets[i]
        last = i + 1 == len(self.packets)
        real = 0 if last else self.places[i + 2] - self.places[i + 1]
        ops = [self.coder.ops[part.op] for part in packet.parts]
        goes_on = i + 1 in self.successors(i)
        if goes_on and last:
            yield self.violation("end", i, "control", "the program runs on behind its last instruction")
        if goes_on and not last and not packet.prefetch:
            yield self.violation("following", i, "control", "the next instruction is not prefetched")
        if packet.prefetch and packet.following != real:
            yield self.violation(
                "following", i, "control", f"tells {packet.following} words for the next instruction, which has {real}"
            )
        for op, part in zip(ops, packet.parts, strict=True):
            if op.effect in ("texture", "derivative_x", "derivative_y") and not packet.sync:
                yield self.violation(
                    "sync", i, part.unit, f"{op.name} needs the fragments of a quad in step, and sync is not set"
                )
            if op.effect == "discard" and not packet.stop:
                yield self.violation("stop", i, part.unit, "discards without stopping")
            if op.effect == "branch":
                yield from self.branch(i, part)

    def branch(self, i: int, part: UnitPart) -> Iterator[LimaPpViolation]:
        word = self.places[i] + part.setting("target")
        target = self.index.get(word)
        if self.packets[i].stop:
            yield self.violation("stop", i, "branch", "jumps in an instruction that stops")
        if target is None:
            yield self.violation("target", i, "branch", f"jumps to word {word}, where no instruction begins")
            return
        told, real = part.setting("target_length"), self.places[target + 1] - word
        if told != real:
            yield self.violation("target-length", i, "branch", f"tells {told} words for its target, which has {real}")

    # one unit

    def part(self, i: int, part: UnitPart) -> Iterator[LimaPpViolation]:
        op = self.coder.ops[part.op]
        packet = self.packets[i]
        if op.effect == "texture" and packet.part("varying") is None:
            yield self.violation(
                "coordinates", i, part.unit, "has no coordinates: the varying unit does nothing in this instruction"
            )
        if part.dest is not None and part.dest.file == "discard" and packet.part("sampler") is None:
            yield self.violation(
                "coordinates", i, part.unit, "loads coordinates, and nothing is sampled in this instruction"
            )
        align = part.setting("align", 4)
        if op.effect == "load" and part.dest is not None and part.dest.file == "register" and part.dest.mask >> align:
            yield self.violation("narrow", i, part.unit, f"writes components beyond the {align} that it loads")
        if op.effect == "load" and part.setting("perspective") and align < 4:
            yield self.violation("narrow", i, part.unit, f"divides by a component beyond the {align} that it loads")
        if op.effect == "texture":
            yield from self.coordinates(i, part)
        yield from self.limits(i, part, align)
        if op.effect == "atan_end":
            yield from self.atan(i, part)

    def coordinates(self, i: int, part: UnitPart) -> Iterator[LimaPpViolation]:
        load = self.packets[i].part("varying")
        count = 3 if part.op == "texld_cube" else 2
        if load is not None and load.setting("align", 4) < count:
            yield self.violation(
                "narrow", i, part.unit, f"takes {count} coordinates, and {load.setting('align')} are loaded"
            )

    def limits(self, i: int, part: UnitPart, align: int) -> Iterator[LimaPpViolation]:
        isa, vec4 = self.coder.isa, part.setting("index") * align >> 2
        sizes = {
            "uniform": "uniform",
            "varying": "varying",
            "cube": "varying",
            "texld_2d": "sampler",
            "texld_cube": "sampler",
        }
        if part.op in ("store", "temporary") and (last := part.setting("index") * align + align - 1) > STACK_END:
            offset = part.sources[part.op == "store" :]
            if not any(source is not None and source.file != "none" for source in offset):
                text = f"reaches scalar {last} of the stack, which ends at {STACK_END}"
                yield self.violation("limit", i, part.unit, text)
        name = sizes.get(part.op)
        if name is None:
            return
        number = part.setting("index") if name == "sampler" else vec4
        size = next(file for file in isa.files if file.name == name).size("fragment")
        if number >= size:
            yield self.violation("limit", i, part.unit, f"uses {name} {number}, and there are {size}")

    def atan(self, i: int, part: UnitPart) -> Iterator[LimaPpViolation]:
        """In straight code only: the nearest writer of each part must have started the arc tangent, or have multiplied
        x by y."""
        source = part.sources[0]
        if source is None or source.file != "register":
            yield self.violation("atan", i, part.unit, "does not finish what an earlier instruction began")
            return
        first, *rest = ((source.number, component) for component in source.swizzle[:3])
        product: set[Place] = set()
        for j in range(i, -1, -1):
            parts = self.packets[j].parts
            for other in reversed(parts if j < i else parts[: parts.index(part)]):
                written = set(_writes(other))
                if first in written and not product and not written & set(rest) and _is_product(other, source.number):
                    product = _factors(other, first[1])
                elif written & {*(product or {first}), *rest}:
                    op = self.coder.ops[other.op]
                    if op.effect not in ("atan", "atan2") or (op.effect == "atan2") != bool(product):
                        yield self.violation("atan", i, part.unit, f"finishes what {op.name} of instruction {j} left")
                    return
        yield self.violation("atan", i, part.unit, "nothing began this")

    def piped(self, i: int, part: UnitPart) -> Iterator[LimaPpViolation]:
        """Check that the units whose results a part reads do work, and earlier than it, even if the value is not
        needed."""
        units, packet = self.coder.units, self.packets[i]
        read = [operand.place for operand in self.coder.ops[part.op].operands if operand.place]
        read += [source.file for source in part.sources if source is not None and source.file in units]
        for name in dict.fromkeys(read):
            other = packet.part(name)
            if other is None:
                yield self.violation(
                    "nothing-there", i, part.unit, f"{part.op} reads the result of {name}, which does nothing here"
                )
            elif units[name].step >= units[part.unit].step and self.coder.ops[other.op].effect != "constants":
                yield self.violation("order", i, part.unit, f"{part.op} reads the result of {name}, which works later")

    # registers

    def registers(self, i: int) -> Iterator[LimaPpViolation]:
        """Check the operands: results of units in this instruction, and registers that some path or an earlier unit has
        written."""
        units = self.coder.units
        packet = self.packets[i]
        needed = lanes_needed(self.coder, packet)
        known = set(self.written[i])
        steps: dict[int, dict[Place, str]] = {}
        for part in packet.parts:
            step = units[part.unit].step
            yield from self.piped(i, part)
            before = known | {place for rank, places in steps.items() if rank < step for place in places}
            for read in reads(self.coder, part, needed[part.unit]):
                if read.file == "register" and (read.number, read.component) not in before:
                    shown = f"${read.number}.{LETTERS[read.component]}"
                    yield self.violation(
                        "unwritten", i, part.unit, f"{part.op} reads {shown}, which nothing has written on any path"
                    )
            places = steps.setdefault(step, {})
            for place in _writes(part):
                if place in places:
                    message = f"writes ${place[0]}.{LETTERS[place[1]]}, as {places[place]} beside it does"
                    yield self.violation("parallel", i, part.unit, message)
                places[place] = part.unit


def _writes(part: UnitPart) -> list[Place]:
    if part.dest is None or part.dest.file != "register":
        return []
    return [(part.dest.number, component) for component in range(4) if part.dest.mask >> component & 1]


def _is_product(part: UnitPart, number: int) -> bool:
    first, second = (*part.sources, None, None)[:2]
    named = [source is not None and (source.file, source.number) == ("register", number) for source in (first, second)]
    return part.op == "mul" and all(named)


def _factors(part: UnitPart, lane: int) -> set[Place]:
    """The places that a product reads for a component of its result."""
    return {(source.number, source.swizzle[lane]) for source in part.sources if source is not None}
