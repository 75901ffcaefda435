"""Prints PICA200 programs in picasso's syntax; the assembler turns the text back into the same words and the same
table.

The text is plain if that suffices, and picasso takes it then. The assembler's extensions are used for descriptors that
picasso would number differently, ends of blocks that lack their nop, uniforms in an order that declarations cannot
give, and words or blocks that the syntax cannot express.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gpucc.emit import shbin
from gpucc.emit.pica200 import CODER, STRAY, PicaCode, PicaRawWord, assign, decode, lanes_read
from gpucc.emit.pica200_assembler import ROOM, assemble_all
from gpucc.emit.pica200_declarations import PREFIXES, PicassoDeclarations
from gpucc.emit.pica200_lines import PicassoLine
from gpucc.emit.pica200_statements import BLOCKS, parse
from gpucc.errors import GpuccError, InputError
from gpucc.isa.model import IDENTITY, LETTERS, Dest, Instruction, Op, Source
from gpucc.isa.pica200 import COMPARES, TESTS
from gpucc.program import Program
from gpucc.records import dataclass

INDEX_NAMES = {("address", 0): "a0.x", ("address", 1): "a0.y", ("loop", 0): "aL"}
COMPARE_NAMES = {compare.code: compare.name for compare in COMPARES}


@dataclass(frozen=True, slots=True)
class Style:
    """The level of detail of the text.

    `exact` writes components that are not significant, too; `tight` asks for the compiler's table of descriptors;
    `pinned` writes the table; `padded` lets the assembler insert nops; `raw` writes all flow as words; `placed` names
    the registers of uniforms.
    """

    exact: bool = False
    tight: bool = False
    pinned: bool = False
    padded: bool = True
    raw: bool = False
    placed: bool = False


STYLES = (
    Style(),
    Style(tight=True),
    Style(exact=True),
    Style(exact=True, tight=True),
    Style(padded=False),
    Style(tight=True, padded=False),
    Style(exact=True, padded=False),
    Style(exact=True, tight=True, padded=False),
    Style(pinned=True),
    Style(pinned=True, padded=False),
    Style(pinned=True, padded=False, raw=True),
)


def print_program(program: Program) -> str:
    return disassemble(program.code)


def disassemble(data: bytes, name: str = "<shbin>") -> str:
    """Return the text of an SHBIN file."""
    return print_binary(shbin.read(data, name))


def print_binary(binary: shbin.ShbinBinary) -> str:
    return "\n.program\n".join(print_sources(binary))


def print_sources(binary: shbin.ShbinBinary) -> list[str]:
    """Return a text for each program of a file; together they hold all the code."""
    code = decode(binary.words, binary.descriptors)
    known = frozenset(at for at, word in enumerate(binary.words) if _says_it_all(code, at, word))
    # the assembler would refuse programs that are longer than the memory of any unit
    for style in STYLES if len(binary.words) <= ROOM else STYLES[-1:]:
        texts = _Printer(binary, code, known, style).texts()
        again = _assembled(texts)
        if again is None or not _alike(again, binary, style):
            continue
        if again.executables != binary.executables:
            placed = _Printer(binary, code, known, replace(style, placed=True)).texts()
            found = _assembled(placed)
            texts = placed if found is not None and _alike(found, binary, style) else texts
        break
    return texts


def _assembled(texts: Sequence[str]) -> shbin.ShbinBinary | None:
    try:
        return assemble_all([("", text) for text in texts]).binary
    except GpuccError:
        return None


def _alike(a: shbin.ShbinBinary, b: shbin.ShbinBinary, style: Style) -> bool:
    return a.words == b.words and (a.descriptors == b.descriptors or style.raw)


def _says_it_all(code: PicaCode, at: int, word: int) -> bool:
    """Return whether the instruction's text alone assembles to the same word."""
    instruction = code.instructions[at]
    if isinstance(instruction, PicaRawWord) or instruction.immediate(STRAY):
        return False
    op = CODER.ops[instruction.op]
    if op.effect in ("call", "jump", *BLOCKS):
        return True
    number = code.numbers[at]
    try:
        found = parse(PicassoLine("", 0, print_instruction(instruction)), {}).instruction
        needed = CODER.needs(found)
        same = needed is None or not (needed[0] ^ code.descriptors[number]) & needed[1]
        return same and CODER.word(found, number) == word
    except InputError:
        return False


# Instructions ---------------------------------------------------------------------------------------------------------


def print_instruction(instruction: Instruction, target: str = "", exact: bool = False) -> str:
    op = CODER.ops[instruction.op]
    operands = _operands(instruction, op, exact)
    if target:
        operands.append(target)
    return f"{_mnemonic(instruction)} {', '.join(operands)}" if operands else op.name


def _mnemonic(instruction: Instruction) -> str:
    """Return the op's name; that of the inverted form only if the assembler would not choose that form itself."""
    plain = instruction.op.removesuffix("i")
    if plain == instruction.op or plain not in CODER.ops or not instruction.sources:
        return instruction.op
    wide = CODER.wide(CODER.ops[instruction.op])
    return plain if wide is not None and instruction.sources[wide].file == "uniform" else instruction.op


def _operands(instruction: Instruction, op: Op, exact: bool) -> list[str]:
    mask = instruction.dest.mask if instruction.dest is not None else 0
    sources = [
        _source(source, range(4) if exact else list(lanes_read(operand, mask)))
        for source, operand in zip(instruction.sources, op.operands, strict=True)
    ]
    match op.effect:
        case "compare":
            codes = [instruction.immediate(name) for name in ("compare_x", "compare_y")]
            return [sources[0], *(COMPARE_NAMES.get(code, str(code)) for code in codes), sources[1]]
        case "emit":
            if op.slots[0] == "format 0":
                return []
            flags = [word for word, name in (("prim", "primitive"), ("inv", "winding")) if instruction.immediate(name)]
            return [str(instruction.immediate("vertex")), *([" ".join(flags)] if flags else [])]
        case "break" | "call" | "if" | "loop" | "jump":
            return _condition(instruction)
    return [*([_dest(instruction.dest)] if instruction.dest is not None else []), *sources]


def _dest(dest: Dest) -> str:
    name = "a0" if dest.file == "address" else f"{PREFIXES[dest.file]}{dest.number}"
    lanes = "".join(lane for i, lane in enumerate(LETTERS) if dest.mask >> i & 1)
    return name if dest.mask == 15 else f"{name}.{lanes}"


def _source(source: Source, lanes: Sequence[int]) -> str:
    """Return the source with the shortest swizzle that is right for the lanes that are read."""
    index = f"[{INDEX_NAMES[source.index.file, source.index.component]}]" if source.index is not None else ""
    text = f"{'-' * source.negate}{PREFIXES[source.file]}{source.number}{index}"
    length = _length(source, lanes)
    return f"{text}.{''.join(LETTERS[one] for one in _letters(source, lanes, length)[:length])}" if length else text


def _length(source: Source, lanes: Sequence[int]) -> int:
    """Return how many letters a source needs, 0 if it is read as it is."""
    if all(source.swizzle[lane] == IDENTITY[lane] for lane in lanes):
        return 0
    lengths = (length for length in range(1, 5) if _right(_letters(source, lanes, length), source, lanes))
    return next(lengths, 0)


def _right(letters: Sequence[int], source: Source, lanes: Sequence[int]) -> bool:
    return all(letters[lane] == source.swizzle[lane] for lane in lanes)


def _letters(source: Source, lanes: Sequence[int], length: int) -> tuple[int, int, int, int]:
    """Return the components that so many letters stand for: the last one is repeated."""
    if length < 2:
        first = next((component for lane, component in enumerate(source.swizzle) if lane in lanes), 0)
        return (first, first, first, first) if length else IDENTITY
    x, y, z, w = (*source.swizzle[:length], *(source.swizzle[length - 1 : length] * (4 - length)))
    return (x, y, z, w)


def as_printed(instruction: Instruction) -> Instruction:
    """Return the instruction with the components that its text stands for where it reads none, so that the text
    assembles to the same descriptors.
    """
    op = CODER.ops[instruction.op]
    mask = instruction.dest.mask if instruction.dest is not None else 0
    sources = []
    for source, operand in zip(instruction.sources, op.operands, strict=True):
        lanes = list(lanes_read(operand, mask))
        sources.append(replace(source, swizzle=_letters(source, lanes, _length(source, lanes))))
    return replace(instruction, sources=tuple(sources))


def _condition(instruction: Instruction) -> list[str]:
    fields = dict(instruction.immediates)
    if "test" in fields:
        flags = [f"{'' if fields[f'ref{flag}'] else '!'}cmp.{flag}" for flag in "xy"]
        test = TESTS[fields["test"]]
        if test not in "xy":
            return [f" {'||' if test == 'or' else '&&'} ".join(flags)]
        idle = flags[1 - "xy".index(test)]
        return [flags["xy".index(test)], *([idle] if idle.startswith("!") else [])]
    if "boolean" in fields:
        return [f"{'!' * fields.get('invert', 0)}b{fields['boolean']}"]
    return [f"i{fields['integer']}"] if "integer" in fields else []


# Programs -------------------------------------------------------------------------------------------------------------


class _Printer:
    def __init__(self, binary: shbin.ShbinBinary, code: PicaCode, known: frozenset[int], style: Style) -> None:
        self.binary = binary
        self.code = code
        self.known = known
        self.style = style
        self.size = len(binary.words)
        self.procedures = self._procedures()
        self.names = {span: name for name, span in self.procedures.items()}
        self.labels = {
            i.immediate("target")
            for at, i in enumerate(code.instructions)
            if isinstance(i, Instruction)
            and CODER.ops[i.op].effect == "jump"
            and at in known
            and i.immediate("target") <= self.size
        }
        if style.raw:
            self.labels = set()
        self.pins = self._pins()

    def _pins(self) -> tuple[int, ...]:
        """Return the descriptor numbers that the text must state, because the assembler would choose others with the
        same table."""
        if not self.style.pinned:
            return (-1,) * self.size
        chosen = assign(
            [i if at in self.known else PicaRawWord(0, "") for at, i in enumerate(self.code.instructions)],
            self.code.descriptors,
        )
        return tuple(-1 if a == b else a for a, b in zip(self.code.numbers, chosen.numbers, strict=True))

    def _procedures(self) -> dict[str, tuple[int, int]]:
        """Return start and end of each procedure by name: the programs, then called ones, then the rest; none
        overlap.
        """
        wanted = [(e.main, e.end, "main" if not i else f"main{i + 1}") for i, e in enumerate(self.binary.executables)]
        if not self.style.raw:
            for i in self.code.instructions:
                if isinstance(i, Instruction) and CODER.ops[i.op].effect == "call":
                    start = i.immediate("target")
                    wanted.append((start, start + i.immediate("count"), f"proc_{start}"))
        found: dict[str, tuple[int, int]] = {}
        free = [True] * self.size
        for start, end, name in wanted:
            if 0 <= start < end <= self.size and all(free[start:end]):
                free[start:end] = [False] * (end - start)
                found[name] = (start, end)
        if not self.size:
            return {"main": (0, 0)}
        at = 0
        while at < self.size:
            if free[at]:
                end = next((i for i in range(at, self.size) if not free[i]), self.size)
                found[f"rest_{at}"] = (at, end)
                at = end
            at += 1
        return dict(sorted(found.items(), key=lambda item: item[1]))

    def texts(self) -> list[str]:
        """Return the sources: the first begins with what holds for all, each with its program's declarations."""
        declarations = PicassoDeclarations(self.style.placed)
        programs = self.binary.executables
        starts = self.starts()
        found = []
        for i, start in enumerate(starts):
            end = starts[i + 1] if i + 1 < len(starts) else self.size
            lines = list(self.opening()) if not i else [f"; program {i + 1}: {programs[i].kind}"]
            if i < len(programs):
                entry = self.entry(programs[i])
                lines += declarations.lines(programs[i])
                lines += [f".entry {entry}"] if entry not in ("", "main") else []
                if not entry:
                    lines.append(f"; its words {programs[i].main} to {programs[i].end} are no part of the code")
                    lines += [f".entry {next(iter(self.procedures))}"] if self.procedures else []
            for name, (first, last) in self.procedures.items():
                if start <= first < end or (first == last == end == self.size and i + 1 == len(starts)):
                    lines += ["", f".proc {name}", *self.block(first, last, 1), ".end"]
            if end == self.size in self.labels and i + 1 == len(starts):
                lines.append(f"label_{self.size}:")
            found.append("\n".join(lines) + "\n")
        return found

    def opening(self) -> Iterator[str]:
        count = self.size
        yield f"; PICA200, {count} instruction{'s' * (count != 1)}, {len(self.binary.descriptors)} operand descriptors"
        if self.style.pinned and self.binary.descriptors:
            table = [f"0x{descriptor:08x}" for descriptor in self.binary.descriptors]
            yield from (f".opdesc {', '.join(table[i : i + 8])}" for i in range(0, len(table), 8))
        if self.style.tight:
            yield ".opdesc"
        if not self.style.padded:
            yield ".nopad"

    def entry(self, executable: shbin.Executable) -> str:
        span = (executable.main, executable.end)
        return next((name for name, place in self.procedures.items() if place == span), "")

    def starts(self) -> list[int]:
        """Return the first word of each source: the first procedure that its program calls and none before does. A
        program whose procedures do not come in that order leaves them to the source before.
        """
        starts = [0]
        before = self.reached(self.binary.executables[0]) if self.binary.executables else set()
        for executable in self.binary.executables[1:]:
            reached = self.reached(executable)
            starts.append(min(reached - before, default=self.size))
            before |= reached
        return starts if starts == sorted(starts) else [0] + [self.size] * (len(starts) - 1)

    def reached(self, executable: shbin.Executable) -> set[int]:
        """Return the first words of the procedures that a program consists of."""
        found: set[int] = set()
        left = [(executable.main, executable.end)]
        while left:
            start, end = left.pop()
            if (start, end) in self.names and start not in found:
                found.add(start)
                for i in self.code.instructions[start:end]:
                    if isinstance(i, Instruction) and CODER.ops[i.op].effect == "call":
                        left.append((i.immediate("target"), i.immediate("target") + i.immediate("count")))
        return found

    # code

    def block(self, start: int, end: int, depth: int) -> Iterator[str]:
        """Yield the lines of a range of words; flow that does not nest in it is written as words."""
        stack: list[tuple[int, list[tuple[int, str]]]] = [(end, [])]
        at = start
        while True:
            while stack and at == stack[-1][0]:
                limit, rest = stack.pop()
                if not rest:
                    if stack:
                        yield f"{'    ' * (depth + len(stack) - 1)}.end"
                    continue
                (limit, _), *rest = rest
                yield f"{'    ' * (depth + len(stack) - 1)}.else"
                stack.append((limit, rest))
            if not stack:
                return
            if at in self.labels:
                yield f"{'    ' * (depth - 1)}label_{at}:"
            indent = "    " * (depth + len(stack) - 1)
            arms = self.arms(at, stack[-1][0])
            yield indent + self.word(at, bool(arms))
            if arms:
                stack.append((arms[0], [(other, "") for other in arms[1:]]))
            at += 1

    def arms(self, at: int, limit: int) -> list[int]:
        """Return the ends of the arms of an if or of the body of a loop, if the word opens a block that ends at or
        before `limit`.
        """
        i = self.code.instructions[at]
        if isinstance(i, PicaRawWord) or self.style.raw or i.immediate(STRAY):
            return []
        effect, target, count = CODER.ops[i.op].effect, i.immediate("target"), i.immediate("count")
        if effect == "loop":
            return [target + 1] if at + 1 <= target + 1 <= limit else []
        if effect == "if" and at + 1 <= target and target + count <= limit:
            return [target, target + count] if count else [target]
        return []

    def word(self, at: int, opens: bool) -> str:
        i = self.code.instructions[at]
        raw = f".word 0x{self.binary.words[at]:08x}"
        if isinstance(i, PicaRawWord):
            return f"{raw} ; word {at}: {i.reason}"
        op = CODER.ops[i.op]
        pin = f" @{self.pins[at]}" if self.pins[at] >= 0 else ""
        if op.effect in BLOCKS and opens:
            return print_instruction(i)
        target = i.immediate("target")
        if (
            op.effect == "call"
            and (target, target + i.immediate("count")) in self.names
            and at in self.known
            and not self.style.raw
        ):
            return print_instruction(i, self.names[target, target + i.immediate("count")])
        if op.effect == "jump" and target in self.labels and at in self.known:
            return print_instruction(i, f"label_{target}")
        if op.effect in ("call", "jump", *BLOCKS):
            return f"{raw} ; word {at}: {print_instruction(i)} to {target}, {i.immediate('count')}"
        return (
            print_instruction(i, exact=self.style.exact) + pin
            if at in self.known
            else f"{raw} ; word {at}: {print_instruction(i)}"
        )
