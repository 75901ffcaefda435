"""Prints PICA200 programs in picasso's syntax; the assembler turns the text back into the same words and the same
table.

The text is plain if that suffices. The assembler's extensions are used for descriptors that our assembler would number
differently, ends of blocks that lack their nop, and words or blocks that the syntax cannot express.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpucc.emit import fp24, shbin
from gpucc.emit.pica200 import CODER, STRAY, PicaCode, PicaRawWord, assign, decode, lanes_read
from gpucc.emit.pica200_assembler import ROOM, assemble
from gpucc.emit.pica200_lines import FILES, IDENTITY, NAME, REGISTER, PicassoLine
from gpucc.emit.pica200_statements import BLOCKS, parse
from gpucc.errors import GpuccError, InputError
from gpucc.isa.model import Dest, Instruction, Op, Source
from gpucc.isa.pica200 import COMPARES, SEMANTICS, TESTS
from gpucc.program import Program
from gpucc.records import dataclass

LANES = "xyzw"
PREFIXES = {file.role: prefix for prefix, file in FILES.items()}
INDEX_NAMES = {("address", 0): "a0.x", ("address", 1): "a0.y", ("loop", 0): "aL"}
COMPARE_NAMES = {compare.code: compare.name for compare in COMPARES}
SEMANTIC_NAMES = {code: name for name, code in SEMANTICS.items()}
DIRECTIVES = {"uniform": "fvec", "integer": "ivec", "boolean": "bool"}
SETTINGS = {"uniform": "setf", "integer": "seti", "boolean": "setb"}


@dataclass(frozen=True, slots=True)
class Style:
    """The level of detail of the text.

    `exact` writes components that are not significant, too; `pinned` writes the table of descriptors; `padded` lets the
    assembler insert nops; `raw` writes all flow as words.
    """

    exact: bool = False
    pinned: bool = False
    padded: bool = True
    raw: bool = False


STYLES = (
    Style(),
    Style(exact=True),
    Style(padded=False),
    Style(exact=True, padded=False),
    Style(pinned=True),
    Style(pinned=True, padded=False),
    Style(pinned=True, padded=False, raw=True),
)


def print_program(program: Program) -> str:
    return disassemble(program.code)


def disassemble(data: bytes, name: str = "<shbin>") -> str:
    """Return the text of an SHBIN file's code and first program; comments mention its other programs."""
    return print_binary(shbin.read(data, name))


def print_binary(binary: shbin.ShbinBinary) -> str:
    code = decode(binary.words, binary.descriptors)
    known = frozenset(at for at, word in enumerate(binary.words) if _says_it_all(code, at, word))
    # the assembler would refuse programs that are longer than the memory of any unit
    for style in STYLES if len(binary.words) <= ROOM else STYLES[-1:]:
        text = _Printer(binary, code, known, style).text()
        try:
            again = assemble(text)
        except GpuccError:
            continue
        if again.words == binary.words and (again.descriptors == binary.descriptors or style.raw):
            break
    return text


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
        _source(source, range(4) if exact else list(lanes_read(op, operand, mask)))
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
    return name if dest.mask == 15 else f"{name}.{''.join(lane for i, lane in enumerate(LANES) if dest.mask >> i & 1)}"


def _source(source: Source, lanes: Sequence[int]) -> str:
    """Return the source with the shortest swizzle that is right for the lanes that are read."""
    index = f"[{INDEX_NAMES[source.index.file, source.index.component]}]" if source.index is not None else ""
    text = f"{'-' * source.negate}{PREFIXES[source.file]}{source.number}{index}"
    if all(source.swizzle[lane] == IDENTITY[lane] for lane in lanes):
        return text
    for length in range(1, 5):
        letters = (*source.swizzle[:length], *(source.swizzle[length - 1 : length] * (4 - length)))
        first = next(component for lane, component in enumerate(source.swizzle) if lane in lanes)
        letters = (first,) * 4 if length == 1 else letters
        if all(letters[lane] == source.swizzle[lane] for lane in lanes):
            return f"{text}.{''.join(LANES[component] for component in letters[:length])}"
    return text


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
        """Return the numbers to write: those for which the assembler would choose others, given the same table."""
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

    def text(self) -> str:
        lines = list(self.header())
        if self.style.pinned and self.binary.descriptors:
            table = [f"0x{descriptor:08x}" for descriptor in self.binary.descriptors]
            lines += [f".opdesc {', '.join(table[i : i + 8])}" for i in range(0, len(table), 8)]
        if not self.style.padded:
            lines.append(".nopad")
        for name, (start, end) in self.procedures.items():
            lines += ["", f".proc {name}", *self.block(start, end, 1), ".end"]
        if self.size in self.labels:
            lines.append(f"label_{self.size}:")
        return "\n".join(lines) + "\n"

    # declarations

    def header(self) -> Iterator[str]:
        binary = self.binary
        count = len(binary.words)
        yield f"; PICA200, {count} instruction{'s' * (count != 1)}, {len(binary.descriptors)} operand descriptors"
        for i, executable in enumerate(binary.executables[1:], 2):
            yield f"; program {i} of the file: {executable.kind}, words {executable.main} to {executable.end}"
        if not binary.executables:
            return
        executable = binary.executables[0]
        if executable.kind == "geometry":
            yield _geometry(executable)
        if "main" not in self.procedures:
            yield f"; its program, words {executable.main} to {executable.end}, is no part of the code"
            if self.procedures:
                yield f".entry {next(iter(self.procedures))}"
        yield from self.symbols(executable)
        for output in executable.outputs:
            mask = (
                "" if output.mask == 15 else f".{''.join(lane for i, lane in enumerate(LANES) if output.mask >> i & 1)}"
            )
            semantic = SEMANTIC_NAMES.get(output.semantic, str(output.semantic))
            line = f".out - {semantic}{mask} o{output.register}"
            yield (
                line
                if output.register < 16 and output.mask & 15 and output.mask < 16
                else f"; {line} (mask {output.mask})"
            )
        for constant in executable.constants:
            yield f".{SETTINGS[constant.bank]} {PREFIXES[constant.bank]}{constant.register}{_values(constant)}"

    def symbols(self, executable: shbin.Executable) -> Iterator[str]:
        named = 0
        seen: set[str] = set()
        for symbol in executable.uniforms:
            place = symbol.place()
            name = symbol.name.replace(".", "$")
            good = (
                NAME.fullmatch(name) and not REGISTER.fullmatch(name) and name not in seen and not name.startswith("_")
            )
            if place is None or not good or (place[0] == "input" and symbol.first != symbol.last):
                yield f"; {symbol.name!r} is registers 0x{symbol.first:x} to 0x{symbol.last:x}".replace("\n", " ")
                continue
            seen.add(name)
            bank, first = place
            if bank == "input":
                named |= 1 << first
                yield f".in {name} v{first}"
            else:
                size = symbol.last - symbol.first + 1
                yield f".{DIRECTIVES[bank]} {name}{f'[{size}]' if size > 1 else ''} {PREFIXES[bank]}{first}"
        for number in range(16):
            if (executable.input_mask & ~named) >> number & 1:
                yield f".in _v{number} v{number}"

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


def _geometry(executable: shbin.Executable) -> str:
    """Return the directive for the mode; a mode that does not exist is left out."""
    match executable.mode:
        case 1 if executable.variable_count:
            return f".gsh variable c0, {executable.variable_count}"
        case 2 if executable.fixed_count and executable.fixed_start < 96:
            return f".gsh fixed c0, c{executable.fixed_start}, {executable.fixed_count}"
    return ".gsh"


def _values(constant: shbin.Preset) -> str:
    if constant.bank == "boolean":
        return f" {'true' if constant.words[0] & 1 else 'false'}"
    if constant.bank == "integer":
        return f"({', '.join(map(str, constant.bytes))})"
    return f"({', '.join(shortest(word & 0xFFFFFF) for word in constant.words)})"


def shortest(word: int) -> str:
    """Return the fewest digits that read back as the same fp24 word, or the word itself if no number does."""
    value = fp24.from_bits(word)
    candidates = (f"{value:.{digits}g}" for digits in range(1, 9))
    text = next((text for text in candidates if fp24.to_bits(float(text)) == word), f"0x{word:06x}")
    return text if any(mark in text for mark in ".ex") or not text.lstrip("-").isdigit() else f"{text}.0"
