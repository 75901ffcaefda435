"""Assembler for PICA200 text in picasso's syntax; its result are the parts of an SHBIN file.

A file is made of one or more sources, one program each: a vertex shader and the geometry shader behind it, say, or
procedures that others call (`.nodvle`). Sources share code, descriptors, procedures and the uniforms of their unit;
labels, constants and other names belong to one source. A source may be a program that is assembled already.

Procedures hold instructions; ifs and loops are blocks that end with `.end`. Where the end of a block needs a nop it is
inserted, as in picasso (docs/sources/pica200.md, Control flow). Extensions express what picasso's syntax cannot:
`.word` emits any word, `.opdesc` begins the table of descriptors, `@5` after an instruction gives its descriptor,
`.nopad` disables the insertion of nops, `.fvec name c4` chooses a register, `.in - v3` declares an input without a
name, `.program` begins the next source.

The table of descriptors is picasso's, unless `.opdesc` or `@` says something of it; `.opdesc` alone asks for the
smaller one that the compiler makes, and so does a program for which picasso finds no table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field, replace

from gpucc.emit import shbin
from gpucc.emit.pica200 import CODER, PicaRawWord, assign, decode, encode
from gpucc.emit.pica200_directives import Directives
from gpucc.emit.pica200_lines import PicassoLine, other_syntax
from gpucc.emit.pica200_manner import PicassoManner, SharedUniform, UniformSpace
from gpucc.emit.pica200_sharing import share
from gpucc.emit.pica200_statements import BLOCKS, PicassoStatement, parse
from gpucc.errors import GpuccError, InputError, Location
from gpucc.isa.model import Instruction
from gpucc.isa.pica200 import PICA200
from gpucc.records import dataclass

DIRECTIVE = re.compile(r"\.([A-Za-z]\w*)")
LABEL = re.compile(r"([A-Za-z_$][\w$]*)\s*:")
LINE_MARK = re.compile(r"#\s*(?:line\s+)?([0-9]{1,9})(?:\s+\"(.*)\")?")
NOP = Instruction("nop")
LONGEST = PICA200.limits["instructions"]
ROOM = PICA200.limits["instructions/geometry"]


@dataclass(slots=True)
class OpenBlock:
    """A procedure, an if or a loop that is still open; `start` is its first word, or the word that opens it."""

    kind: str
    start: int
    line: PicassoLine
    at: int
    name: str = ""
    other: int | None = None  # the start of the else part


@dataclass(frozen=True, slots=True)
class PicassoWord:
    """A word to be emitted: an instruction, or given bits."""

    what: Instruction | PicaRawWord
    statement: PicassoStatement | None = None


@dataclass(slots=True)
class PicassoPart:
    """A source: its declarations, its labels, and its words from `start` on."""

    file: str
    declarations: Directives
    start: int
    labels: dict[str, int] = field(default_factory=dict)
    made: shbin.ShbinBinary | None = None


@dataclass(frozen=True, slots=True)
class Assembled:
    """The parts of a file, and what a header of it names: whether its first program is a geometry shader, the uniforms
    that its programs share, and those that geometry shaders have for themselves.
    """

    binary: shbin.ShbinBinary
    geometry: bool
    uniforms: tuple[SharedUniform, ...]
    own: tuple[SharedUniform, ...]


def assemble(text: str, file: str = "<text>", manner: PicassoManner | None = None) -> shbin.ShbinBinary:
    """Return the file's parts. Errors have line and column."""
    return assemble_all([(file, text)], manner).binary


def assemble_all(
    sources: Sequence[tuple[str, str | shbin.ShbinBinary]], manner: PicassoManner | None = None
) -> Assembled:
    """Return one file of several sources, each a name with a text or with a program that is assembled already."""
    assembler = _Assembler(manner or PicassoManner())
    for file, source in sources:
        if isinstance(source, str):
            assembler.source(source, file)
        else:
            assembler.include(source, file)
    return assembler.finish()


class _Assembler:
    def __init__(self, manner: PicassoManner) -> None:
        self.manner = manner
        self.space = UniformSpace()
        self.parts: list[PicassoPart] = []
        self.words: list[PicassoWord] = []
        self.blocks: list[OpenBlock] = []
        self.procedures: dict[str, tuple[int, int]] = {}
        self.closed = -1  # the end of the last closed block
        self.given: list[int] = []
        self.tight = False
        self.padding = manner.padding

    @property
    def part(self) -> PicassoPart:
        return self.parts[-1]

    @property
    def declarations(self) -> Directives:
        return self.part.declarations

    # sources

    def begin(self, file: str) -> None:
        self.space.begin()
        self.parts.append(PicassoPart(file, Directives(self.space), len(self.words)))

    def source(self, text: str, file: str) -> None:
        self.begin(file)
        number, name = 0, file
        for raw in re.split(r"\r\n?|\n", text):
            number += 1
            mark = LINE_MARK.match(raw.strip())
            if mark:
                number, name = int(mark[1]) - 1, mark[2] or name
                continue
            try:
                self.line(PicassoLine(name, number, raw, self.manner))
            except InputError as error:
                error.notes += other_syntax(text)
                raise
        self.end_part()

    def include(self, binary: shbin.ShbinBinary, file: str) -> None:
        """Append a whole file; the targets of its flow move with its words."""
        self.begin(file)
        self.part.made = binary
        start = len(self.words)
        for instruction in decode(binary.words, binary.descriptors).whole():
            moved = tuple((name, value + start * (name == "target")) for name, value in instruction.immediates)
            self.words.append(PicassoWord(replace(instruction, immediates=moved)))
        self.closed = -1
        # as after .gsh: uniforms of the geometry unit, whatever a vertex shader has under these names
        self.declarations.own_space = all(one.kind == "geometry" for one in binary.executables)
        for executable in binary.executables:
            for symbol in executable.uniforms:
                place = symbol.place()
                if place is not None and place[0] != "input":
                    bank, first = place
                    size = symbol.last - symbol.first + 1
                    named = next(one for one in self.space.start if one == bank)
                    self.declarations.uniforms.append(SharedUniform(symbol.name.replace(".", "$"), named, first, size))

    def end_part(self) -> None:
        """Check that the source is complete, and set the targets of its jumps."""
        part = self.part
        if part.declarations.array is not None:
            part.declarations.array.line.fail(f"the array {part.declarations.array.name} has no .end", at=0)
        if self.blocks:
            block = self.blocks[-1]
            block.line.fail(f"this {block.kind.replace('proc', 'procedure')} has no .end", at=block.at)
        for at in range(part.start, len(self.words)):
            statement = self.words[at].statement
            if statement is None or not statement.target or CODER.ops[statement.instruction.op].effect != "jump":
                continue
            if statement.target not in part.labels:
                statement.line.fail(f"there is no label {statement.target!r}", at=statement.target_at)
            self.fill(at, target=part.labels[statement.target])

    def line(self, line: PicassoLine) -> None:
        while True:
            at = line.position
            label = line.take(LABEL)
            if label is None:
                break
            if label[1] in self.part.labels:
                line.fail(f"the label {label[1]!r} is defined already", at=at)
            self.part.labels[label[1]] = len(self.words)
        if line.at_end():
            return
        at = line.position
        directive = line.take(DIRECTIVE)
        if directive is not None:
            self.directive(line, directive[1].lower(), at)
            return
        if not self.blocks:
            line.fail("an instruction stands outside any procedure", "put it between .proc main and .end", at=at)
        statement = parse(line, self.declarations.aliases)
        op = CODER.ops[statement.instruction.op]
        if op.effect in BLOCKS:
            self.blocks.append(OpenBlock(op.effect or "", len(self.words), line, at))
        if op.effect == "emit":
            self.declarations.geometry = True
        self.declarations.used = True
        self.put(PicassoWord(statement.instruction, statement), line, at)

    def put(self, word: PicassoWord, line: PicassoLine, at: int) -> None:
        if len(self.words) >= ROOM:
            line.fail(f"the program is longer than {ROOM} words", at=at, limit=True)
        self.words.append(word)

    # directives

    def directive(self, line: PicassoLine, word: str, at: int) -> None:
        match word:
            case "proc":
                self.open_procedure(line, at)
            case "else":
                self.other(line, at)
            case "end":
                line.finish()
                if self.declarations.array is not None:
                    self.declarations.close_array(self.declarations.array)
                else:
                    self.close(line, at)
            case "word":
                bits = line.integer("a word", 0, 0xFFFFFFFF)
                line.finish()
                self.declarations.used = True
                self.put(PicassoWord(PicaRawWord(bits, "given")), line, at)
            case "opdesc":
                self.descriptors(line)
            case "nopad":
                line.finish()
                self.padding = False
            case "program":
                line.finish()
                self.end_part()
                self.begin(self.part.file)
            case _:
                if not self.declarations.handle(line, word, at):
                    line.fail(f"there is no directive .{word}", at=at)

    def open_procedure(self, line: PicassoLine, at: int) -> None:
        place = line.position
        name = line.name("the name of a procedure")
        line.finish()
        if self.blocks:
            line.fail("a procedure cannot begin inside another block", at=at)
        if name in self.procedures:
            line.fail(f"the procedure {name!r} is defined already", at=place)
        self.blocks.append(OpenBlock("proc", len(self.words), line, at, name))
        self.closed = -1

    def descriptors(self, line: PicassoLine) -> None:
        if line.at_end():
            self.tight = True
            return
        while True:
            self.given.append(line.integer("an operand descriptor", 0, 0xFFFFFFFF))
            if not line.mark(","):
                break
        line.finish()

    def other(self, line: PicassoLine, at: int) -> None:
        line.finish()
        block = self.blocks[-1] if self.blocks else None
        if block is None or block.kind != "if":
            line.fail(".else stands in no if", at=at)
        if block.other is not None:
            line.fail("this if has an .else already", at=at)
        self.pad(block, line, at)
        block.other = len(self.words)

    def close(self, line: PicassoLine, at: int) -> None:
        if not self.blocks:
            line.fail(".end closes nothing", at=at)
        block = self.blocks.pop()
        self.pad(block, line, at)
        end = len(self.words)
        match block.kind:
            case "proc":
                self.procedures[block.name] = (block.start, end - block.start)
            case "loop":
                self.fill(block.start, target=end - 1)
            case "if":
                other = end if block.other is None else block.other
                limit = PICA200.limit("block")
                if end - other > limit:
                    line.fail(f"the else part has {end - other} words, and NUM holds {limit}", at=at, limit=True)
                self.fill(block.start, target=other, count=end - other)
        self.closed = end

    def pad(self, block: OpenBlock, line: PicassoLine, at: int) -> None:
        """Insert a nop where the end of a block needs one: after jumps and calls, at the end of another block, in an
        empty block.
        """
        end = len(self.words)
        if block.other is not None and block.other == end:
            return  # an empty else part is not encoded
        opened = block.start + (block.kind != "proc") if block.other is None else block.other
        last = self.words[-1].what if end > opened else None
        effect = CODER.ops[last.op].effect if isinstance(last, Instruction) else None
        hazard = effect in ("jump", "call") or (effect == "break" and block.kind == "loop")
        if not (hazard or end == opened or self.closed == end):
            return
        if self.padding:
            self.put(PicassoWord(NOP), line, at)
        elif not self.manner.padding:
            line.warn("a nop is needed here: this block ends like another one, or in a jump, or is empty")

    # targets

    def fill(self, at: int, **values: int) -> None:
        word = self.words[at]
        assert isinstance(word.what, Instruction)
        immediates = tuple((name, values.get(name, value)) for name, value in word.what.immediates)
        self.words[at] = replace(word, what=replace(word.what, immediates=immediates))

    def resolve(self, at: int, statement: PicassoStatement) -> None:
        target = statement.target
        if target not in self.procedures:
            statement.line.fail(f"there is no procedure {target!r}", at=statement.target_at)
        start, size = self.procedures[target]
        limit = PICA200.limit("block")
        if size > limit:
            statement.line.fail(
                f"the procedure {target!r} has {size} words, and NUM holds {limit}", at=statement.target_at, limit=True
            )
        self.fill(at, target=start, count=size)

    # the whole

    def finish(self) -> Assembled:
        for at, word in enumerate(self.words):
            if word.statement is not None and CODER.ops[word.statement.instruction.op].effect == "call":
                self.resolve(at, word.statement)
        programs = [
            part for part in self.parts if part.made or (part.declarations.used and not part.declarations.hidden)
        ]
        if not programs:
            self.no_program()
        executables = tuple(one for part in programs for one in self.executables(part))
        words, descriptors = self.encoded()
        shared, own = (
            tuple(
                one for part in self.parts if part.declarations.own_space == own for one in part.declarations.uniforms
            )
            for own in (False, True)
        )
        first = executables[0].kind if executables else "vertex"
        return Assembled(shbin.ShbinBinary(words, descriptors, executables), first == "geometry", shared, own)

    def no_program(self) -> None:
        part = self.parts[-1]
        if any(one.declarations.hidden for one in self.parts):
            raise InputError(
                "no source makes a program: each of them says .nodvle",
                Location(part.file),
                ("give the source that uses its procedures, too",),
            )
        self.no_entry(part)

    def executables(self, part: PicassoPart) -> tuple[shbin.Executable, ...]:
        end = next((one.start for one in self.parts if one.start > part.start), len(self.words))
        if part.made is not None:
            moved = (
                replace(one, main=one.main + part.start, end=one.end + part.start) for one in part.made.executables
            )
            return tuple(moved)
        declarations = part.declarations
        if declarations.entry not in self.procedures:
            self.no_entry(part)
        start, size = self.procedures[declarations.entry]
        if not declarations.geometry and end > LONGEST:
            raise InputError(
                f"the program has {end} words, but a vertex shader holds {LONGEST}",
                Location(part.file),
                ("give vertex shaders before geometry shaders: their code comes first then",) if part.start else (),
            )
        mode = declarations.mode
        executable = shbin.Executable(
            "geometry" if declarations.geometry else "vertex",
            start,
            start + size,
            declarations.inputs,
            sum({1 << output.register for output in declarations.outputs}),
            tuple(declarations.constants),
            tuple(declarations.outputs),
            tuple(sorted(declarations.symbols, key=lambda symbol: symbol.first)),
            merge=declarations.merge,
            mode=mode.get("mode", 0),
            fixed_start=mode.get("fixed_start", 0),
            variable_count=mode.get("variable_count", 0),
            fixed_count=mode.get("fixed_count", 0),
        )
        return (executable,)

    def no_entry(self, part: PicassoPart) -> None:
        name = part.declarations.entry
        if part.declarations.entry_line is not None:
            line, at = part.declarations.entry_line
            line.fail(f"there is no procedure {name!r}", at=at)
        raise InputError(
            f"there is no procedure {name!r}", Location(part.file), ("the program begins there, or where .entry says",)
        )

    def encoded(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        instructions = [word.what for word in self.words]
        wanted = [word.statement.number if word.statement is not None else -1 for word in self.words]
        try:
            free = not self.tight and not self.given and set(wanted) <= {-1}
            code = (share(instructions) if free else None) or assign(instructions, self.given, wanted)
            return encode(code), code.descriptors
        except GpuccError as error:
            if error.location is None:
                error.location = Location(self.parts[0].file)
            raise
