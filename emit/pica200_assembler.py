"""Assembler for PICA200 text in picasso's syntax; its result are the parts of an SHBIN file.

Procedures hold instructions; ifs and loops are blocks that end with `.end`. Where the end of a block needs a nop it is
inserted, as in picasso (docs/sources/pica200.md, Control flow). Extensions express what picasso's syntax cannot:
`.word` emits any word, `.opdesc` begins the table of descriptors, `@5` after an instruction gives its descriptor,
`.nopad` disables the insertion of nops, `.fvec name c4` chooses a register.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gpucc.emit import shbin
from gpucc.emit.pica200 import CODER, PicaRawWord, assign, encode
from gpucc.emit.pica200_directives import Directives
from gpucc.emit.pica200_lines import PicassoLine
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


def assemble(text: str, file: str = "<text>") -> shbin.ShbinBinary:
    """Return the file's parts. Errors have line and column."""
    assembler = _Assembler(file)
    number, name = 0, file
    for raw in re.split(r"\r\n?|\n", text):
        number += 1
        mark = LINE_MARK.match(raw.strip())
        if mark:
            number, name = int(mark[1]) - 1, mark[2] or name
            continue
        assembler.line(PicassoLine(name, number, raw))
    return assembler.finish()


class _Assembler:
    def __init__(self, file: str) -> None:
        self.file = file
        self.declarations = Directives()
        self.words: list[PicassoWord] = []
        self.blocks: list[OpenBlock] = []
        self.labels: dict[str, int] = {}
        self.procedures: dict[str, tuple[int, int]] = {}
        self.closed = -1  # the end of the last closed block
        self.given: list[int] = []
        self.padding = True

    def line(self, line: PicassoLine) -> None:
        while True:
            at = line.position
            label = line.take(LABEL)
            if label is None:
                break
            if label[1] in self.labels:
                line.fail(f"the label {label[1]!r} is defined already", at=at)
            self.labels[label[1]] = len(self.words)
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
                self.put(PicassoWord(PicaRawWord(bits, "given")), line, at)
            case "opdesc":
                self.descriptors(line)
            case "nopad":
                line.finish()
                self.padding = False
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
        empty = end == opened
        if self.padding and (hazard or empty or self.closed == end):
            self.put(PicassoWord(NOP), line, at)

    # targets

    def fill(self, at: int, **values: int) -> None:
        word = self.words[at]
        assert isinstance(word.what, Instruction)
        immediates = tuple((name, values.get(name, value)) for name, value in word.what.immediates)
        self.words[at] = replace(word, what=replace(word.what, immediates=immediates))

    def resolve(self, at: int, statement: PicassoStatement) -> None:
        target = statement.target
        if CODER.ops[statement.instruction.op].effect == "jump":
            if target not in self.labels:
                statement.line.fail(f"there is no label {target!r}", at=statement.target_at)
            self.fill(at, target=self.labels[target])
            return
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

    def finish(self) -> shbin.ShbinBinary:
        declarations = self.declarations
        if declarations.array is not None:
            declarations.array.line.fail(f"the array {declarations.array.name} has no .end", at=0)
        if self.blocks:
            block = self.blocks[-1]
            block.line.fail(f"this {block.kind.replace('proc', 'procedure')} has no .end", at=block.at)
        for at, word in enumerate(self.words):
            if word.statement is not None and word.statement.target:
                self.resolve(at, word.statement)
        if declarations.entry not in self.procedures:
            self.no_entry()
        start, size = self.procedures[declarations.entry]
        if not declarations.geometry and len(self.words) > LONGEST:
            raise InputError(
                f"the program has {len(self.words)} words, and a vertex shader holds {LONGEST}", Location(self.file)
            )
        words, descriptors = self.encoded()
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
            mode=mode.get("mode", 0),
            fixed_start=mode.get("fixed_start", 0),
            variable_count=mode.get("variable_count", 0),
            fixed_count=mode.get("fixed_count", 0),
        )
        return shbin.ShbinBinary(words, descriptors, (executable,))

    def no_entry(self) -> None:
        name = self.declarations.entry
        if self.declarations.entry_line is not None:
            line, at = self.declarations.entry_line
            line.fail(f"there is no procedure {name!r}", at=at)
        raise InputError(
            f"there is no procedure {name!r}", Location(self.file), ("the program begins there, or where .entry says",)
        )

    def encoded(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        wanted = [word.statement.number if word.statement is not None else -1 for word in self.words]
        try:
            code = assign([word.what for word in self.words], self.given, wanted)
            return encode(code), code.descriptors
        except GpuccError as error:
            if error.location is None:
                error.location = Location(self.file)
            raise
