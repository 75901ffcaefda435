"""Check PICA200 programs without running them: flow rules, outputs, and the hardware's errata.

`check` accepts any SHBIN. It walks all paths through a program (`pica200_paths`) and computes for each place, over all
paths to it, what must and what may have been written. It shares the record with the simulator, but no code. If a first,
coarse walk finds problems with outputs and unset registers, these are checked again with consistent outcomes of
branches on the same boolean or flags.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from gpucc.emit import shbin
from gpucc.emit.pica200 import STRAY, PicaCoder, PicaRawWord, coder, decode, lanes_read
from gpucc.errors import InputError, LimitExceeded
from gpucc.interp.pica200_paths import PathWalk, Point, Walker
from gpucc.isa.model import LETTERS, Instruction, Op
from gpucc.isa.pica200 import PICA200, PicaIsa
from gpucc.records import dataclass

# rules that depend on the possible paths: a refined walk may clear them
BY_PATH = ("output-twice", "output-never", "unset", "loop-index")


@dataclass(frozen=True, slots=True)
class PicaViolation:
    """A broken rule. `word` counts from 0; None concerns the whole program. `program` counts the programs of a file
    with several."""

    rule: str
    word: int | None
    message: str
    program: int | None = None

    @property
    def remedy(self) -> str:
        return next(hazard.remedy for hazard in PICA200.hazards if hazard.name == self.rule)

    @property
    def token(self) -> int | None:
        return self.word

    @property
    def offset(self) -> int | None:
        """The number of bytes from the first word."""
        return None if self.word is None else 4 * self.word

    def __str__(self) -> str:
        whose = "" if self.program is None else f"program {self.program}, "
        place = "the whole" if self.word is None else f"word {self.word}"
        return f"rule {self.rule}, {whose}{place}: {self.message}"


def check(data: bytes, isa: PicaIsa = PICA200) -> list[PicaViolation]:
    """All violations in the programs of a file, in order of the words. A file that cannot be read is an InputError."""
    return check_binary(shbin.read(data), isa)


def check_binary(binary: shbin.ShbinBinary, isa: PicaIsa = PICA200) -> list[PicaViolation]:
    found: dict[PicaViolation, None] = {}
    if not binary.executables:
        raise InputError("the file holds no program (DVLE)")
    several = len(binary.executables) > 1
    for number, executable in enumerate(binary.executables, 1):
        for violation in _Checker(binary, executable, isa, number if several else None).all():
            found[violation] = None
    return sorted(
        found, key=lambda violation: (violation.program or 0, -1 if violation.word is None else violation.word)
    )


@dataclass(slots=True)
class WrittenPlaces:
    """Bit sets over places: outputs that may and that must have been written, and other places that must have been."""

    may: int
    must: int
    known: int

    def join(self, other: WrittenPlaces) -> bool:
        """Merge with another path to the same place; return whether that changed anything."""
        joined = (self.may | other.may, self.must & other.must, self.known & other.known)
        changed = joined != (self.may, self.must, self.known)
        self.may, self.must, self.known = joined
        return changed


class _Checker:
    def __init__(
        self, binary: shbin.ShbinBinary, executable: shbin.Executable, isa: PicaIsa, program: int | None
    ) -> None:
        self.binary = binary
        self.executable = executable
        self.isa = isa
        self.program = program
        self.coder: PicaCoder = coder(isa)
        code = decode(binary.words, binary.descriptors, isa)
        self.code = code.instructions
        self.found: list[PicaViolation] = []
        self.vertex = executable.kind == "vertex"
        self.mapped = sum(
            1 << _output(o.register, i)
            for o in executable.outputs
            for i in o.read(binary.rasterised(executable))
            if o.register < 16
        )

    def report(self, rule: str, word: int | None, message: str) -> None:
        self.found.append(PicaViolation(rule, word, message, self.program))

    def all(self) -> list[PicaViolation]:
        self.tables()
        coarse, walked = self.pathwise(refine=False)
        if any(violation.rule in BY_PATH for violation in coarse):
            # if there are too many consistent paths, the coarse result stands
            with suppress(LimitExceeded):
                coarse, walked = self.pathwise(refine=True)
        self.found += coarse
        for word in sorted({point.word for point in walked.following if 0 <= point.word < len(self.code)}):
            self.alone(word)
        return self.found

    # the tables of the file

    def tables(self) -> None:
        executable, isa = self.executable, self.isa
        if len(self.binary.descriptors) > isa.limit("descriptors"):
            self.report(
                "descriptors",
                None,
                f"{len(self.binary.descriptors)} descriptors, and there is room for {isa.limit('descriptors')}",
            )
        room = isa.limits["instructions" if self.vertex else "instructions/geometry"]
        if not self.vertex and len(self.binary.words) > room:
            self.report("length", None, f"{len(self.binary.words)} words, and there is room for {room}")
        registers = sorted({output.register for output in executable.outputs})
        for register in registers:
            if register >= isa.limit("outputs"):
                self.report(
                    "unmappable-output",
                    None,
                    f"o{register} has a semantic, and only o0 to o{isa.limit('outputs') - 1} can",
                )
        if registers != list(range(len(registers))):
            shown = ", ".join(f"o{register}" for register in registers)
            self.report("output-holes", None, f"the mapped outputs are {shown}")

    # words by themselves

    def alone(self, word: int) -> None:
        instruction = self.code[word]
        if isinstance(instruction, PicaRawWord):
            return
        op = self.coder.ops[instruction.op]
        if self.vertex and word >= self.isa.limits["instructions"]:
            self.report(
                "length", word, f"a vertex shader reaches the first {self.isa.limits['instructions']} words only"
            )
        inputs = sorted({source.number for source in instruction.sources if source.file == "input"})
        if len(inputs) > 1:
            self.report("two-inputs", word, f"{op.name} reads {' and '.join(f'v{number}' for number in inputs)}")
        if 15 in inputs:
            self.report("input-fifteen", word, f"{op.name} reads v15")
        if op.effect == "compare":
            for name in ("compare_x", "compare_y"):
                if all(compare.code != instruction.immediate(name) for compare in self.isa.compares):
                    self.report("compare-code", word, f"comparison {instruction.immediate(name)}")
        if op.effect == "emit" and self.vertex:
            self.report("geometry-only", word, f"{op.name} stands in a vertex shader")
        if instruction.immediate(STRAY):
            self.report("stray-bits", word, f"{op.name} with bits 0x{instruction.immediate(STRAY):x}")

    # ways through the program

    def pathwise(self, refine: bool) -> tuple[list[PicaViolation], PathWalk]:
        found: list[PicaViolation] = []

        def report(rule: str, word: int, message: str) -> None:
            found.append(PicaViolation(rule, word, message, self.program))

        presets = tuple(
            sorted((c.register, bool(c.words[0] & 1)) for c in self.executable.constants if c.bank == "boolean")
        )
        entry = Point(self.executable.main, booleans=tuple(dict(presets).items()))
        walk = Walker(self.coder, self.code, refine, report).walk(entry)
        facts, wanted = self.flow(walk, entry), self.wanted(walk)
        for point in walk.following:
            if 0 <= point.word < len(self.code):
                for rule, message in self.judge(point, facts[point], wanted[point]):
                    report(rule, point.word, message)
        if self.vertex:
            for point in walk.ends:
                missing = [_name(bit) for bit in _bits(self.mapped & ~facts[point].must)]
                if missing:
                    report("output-never", point.word, f"some way to this end has not written {', '.join(missing)}")
        return list(dict.fromkeys(found)), walk

    def flow(self, walk: PathWalk, entry: Point) -> dict[Point, WrittenPlaces]:
        facts = {entry: WrittenPlaces(0, 0, 0)}
        pending = [entry]
        while pending:
            point = pending.pop()
            after = self.effect(point, facts[point])
            for following in walk.following[point]:
                known = facts.get(following)
                if known is None:
                    facts[following] = WrittenPlaces(after.may, after.must, after.known)
                    pending.append(following)
                elif known.join(after):
                    pending.append(following)
        return facts

    def wanted(self, walk: PathWalk) -> dict[Point, int]:
        """For each point, the components of temporaries that some path after it uses for an output, a flag or an
        address."""
        before: dict[Point, list[Point]] = {}
        for point, following in walk.following.items():
            for other in following:
                before.setdefault(other, []).append(point)
        behind = dict.fromkeys((*walk.following, *before), 0)
        pending = list(reversed(walk.following))
        while pending:
            point = pending.pop()
            needed = self.needed(point, behind[point])
            for other in before.get(point, ()):
                if needed & ~behind[other]:
                    behind[other] |= needed
                    pending.append(other)
        return behind

    def needed(self, point: Point, behind: int) -> int:
        """The components that must be known before a point, given those needed after it."""
        instruction = self.code[point.word] if 0 <= point.word < len(self.code) else None
        if not isinstance(instruction, Instruction):
            return behind
        dest = instruction.dest
        written = dest.mask << 4 * dest.number if dest is not None and dest.file == "temporary" else 0
        read = sum(
            {1 << bit for bit, _ in self.reads(instruction, self.coder.ops[instruction.op], behind) if bit < ADDRESS}
        )
        return behind & ~written | read

    def effect(self, point: Point, before: WrittenPlaces) -> WrittenPlaces:
        instruction = self.code[point.word] if 0 <= point.word < len(self.code) else None
        if not isinstance(instruction, Instruction):
            return before
        op = self.coder.ops[instruction.op]
        outputs, others = self.writes(instruction, op)
        return WrittenPlaces(before.may | outputs, before.must | outputs, before.known | others)

    def writes(self, instruction: Instruction, op: Op) -> tuple[int, int]:
        flags = 3 << FLAGS if op.effect in ("compare", "light") else 0
        dest = instruction.dest
        if dest is None:
            return 0, flags
        if dest.file == "output":
            return dest.mask << _output(dest.number, 0), flags
        if dest.file == "address":
            return 0, flags | (dest.mask & 3) << ADDRESS
        return 0, flags | dest.mask << 4 * dest.number

    def judge(self, point: Point, facts: WrittenPlaces, wanted: int) -> Iterator[tuple[str, str]]:
        """Yield the violations of this word on the paths to it. `wanted` are the components that are used after it."""
        instruction = self.code[point.word]
        if isinstance(instruction, PicaRawWord):
            return
        op = self.coder.ops[instruction.op]
        again = self.writes(instruction, op)[0] & facts.may
        if again and self.vertex:
            yield "output-twice", f"{', '.join(_name(bit) for bit in _bits(again))} may have been written before"
        unset = [name for bit, name in self.reads(instruction, op, wanted) if not facts.known >> bit & 1]
        if unset:
            yield "unset", f"{op.name} reads {', '.join(dict.fromkeys(unset))}, which some way here has not set"
        if point.index and any(
            source.index is not None and source.index.file == "loop" for source in instruction.sources
        ):
            yield "loop-index", f"{op.name} uses aL, and {point.index}"

    def reads(self, instruction: Instruction, op: Op, wanted: int) -> Iterator[tuple[int, str]]:
        """Yield the places that an instruction uses, if only the components `wanted` of its temporary are used."""
        dest = instruction.dest
        mask = dest.mask if dest is not None else 0
        if dest is not None and dest.file == "temporary" and op.effect != "light":
            mask &= wanted >> 4 * dest.number
        if dest is not None and not mask:
            return
        for source, operand in zip(instruction.sources, op.operands, strict=True):
            if source.file == "temporary":
                for lane in lanes_read(operand, mask):
                    component = source.swizzle[lane]
                    yield 4 * source.number + component, f"r{source.number}.{LETTERS[component]}"
            if source.file == "uniform" and source.index is not None and source.index.file == "address":
                yield ADDRESS + source.index.component, f"a0.{LETTERS[source.index.component]}"
        fields = dict(instruction.immediates)
        if "test" in fields:
            test = self.isa.tests[fields["test"]]
            for i, flag in enumerate("xy"):
                if test in ("or", "and", flag):
                    yield FLAGS + i, f"cmp.{flag}"


# positions among the bits of `WrittenPlaces.known`, after four for each r register
ADDRESS = 64
FLAGS = 66


def _output(register: int, component: int) -> int:
    return 4 * register + component


def _name(bit: int) -> str:
    return f"o{bit // 4}.{LETTERS[bit % 4]}"


def _bits(value: int) -> Iterator[int]:
    return (bit for bit in range(value.bit_length()) if value >> bit & 1)
