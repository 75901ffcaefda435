"""The declarations of PICA200 assembly: uniforms, constants, inputs, outputs, and the kind of program."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field

from gpucc.emit import shbin
from gpucc.emit.pica200_lines import HEXADECIMAL, REGISTER, PicassoLine, PicassoRegister
from gpucc.emit.pica200_manner import BANKS, SIZES, Bank, SharedUniform, UniformSpace
from gpucc.isa.pica200 import SEMANTIC_ALIASES, SEMANTICS
from gpucc.records import dataclass

TRUTHS = {"true": 1, "on": 1, "1": 1, "false": 0, "off": 0, "0": 0}
WORD = re.compile(r"[A-Za-z0-9]+")
MODES = ("point", "variable", "fixed")
MODE_ALIASES = {"subdivision": "variable", "particle": "fixed"}


@dataclass(slots=True)
class Array:
    """A .constfa that is still open: its place, name, size, and the rows so far."""

    line: PicassoLine
    name: str
    size: int | None
    rows: list[tuple[int, ...]] = field(default_factory=list)


class Directives:
    """The declarations of one source so far. Its uniforms take registers of `space`, which the sources of a file share;
    a geometry shader with a mode has a space of its own.
    """

    def __init__(self, space: UniformSpace) -> None:
        self.space = space
        self.aliases: dict[str, PicassoRegister] = {}
        self.constants: list[shbin.Preset] = []
        self.outputs: list[shbin.Output] = []
        self.inputs = 0
        self.symbols: list[shbin.ShbinSymbol] = []
        # in the order of their declarations, hidden ones included
        self.uniforms: list[SharedUniform] = []
        self.entry = "main"
        self.entry_line: tuple[PicassoLine, int] | None = None
        self.geometry = False
        self.own_space = False
        # a geometry shader with dummy outputs lets those of the vertex shader pass
        self.merge = False
        self.mode: dict[str, int] = {}
        self.array: Array | None = None
        # whether something declares a program or belongs to one, and whether .nodvle says that there is none
        self.used = False
        self.hidden = False

    def handle(self, line: PicassoLine, word: str, at: int) -> bool:
        """Process the directive if it is a declaration; return whether it was one."""
        if word in BANKS:
            self.declare(line, BANKS[word])
        elif word in HANDLERS:
            HANDLERS[word](self, line, at)
        else:
            return False
        line.finish()
        self.used |= word != "alias"
        return True

    def define(self, line: PicassoLine, name: str, at: int, register: PicassoRegister) -> None:
        if name in self.aliases:
            line.fail(f"{name!r} is defined already", at=at)
        self.aliases[name] = register

    def export(self, name: str, bank: str, first: int, size: int) -> None:
        self.symbols.append(shbin.ShbinSymbol(name.replace("$", "."), *shbin.unified(bank, first, size)))

    # uniforms

    def declare(self, line: PicassoLine, bank: Bank) -> None:
        while True:
            at = line.position
            name = line.name("the name of a uniform")
            size = 1
            if line.mark("["):
                size = line.integer("the size of an array", 1, SIZES[bank])
                line.need("]", "after the size of an array")
            first = self.place(line, name, bank, size, at)
            self.define(line, name, at, PicassoRegister(bank, first))
            self.uniforms.append(SharedUniform(name, bank, first, size))
            self.space.named.setdefault(name, self.uniforms[-1])
            if not name.startswith("_"):
                self.export(name, bank, first, size)
            if not line.mark(","):
                return

    def place(self, line: PicassoLine, name: str, bank: Bank, size: int, at: int) -> int:
        """Return the first register of a uniform: the given one, that of the same uniform in another source, or the
        next.
        """
        if not line.at_end() and not line.body.startswith(",", line.position):
            place = line.position
            chosen = line.register(self.aliases, "a register")
            if chosen.file != bank or chosen.lanes is not None or chosen.index is not None:
                line.fail(f"{name} is kept in a {bank} register", at=place)
            if self.space.chosen(bank, chosen.number, size):
                return chosen.number
            left = SIZES[bank] - chosen.number
            line.fail(f"there is no room for {name}: {size} of {left} {bank} registers", at=at, limit=True)
        known = self.space.named.get(name)
        if known is not None:
            if (known.bank, known.size) != (bank, size):
                line.fail(f"another source declares {name!r} with {known.size} {known.bank} registers", at=at)
            return known.first
        first = self.space.uniform(bank, size)
        if first is None:
            line.fail(
                f"there is no room for {name}: {size} of {self.space.left(bank)} {bank} registers", at=at, limit=True
            )
        return first

    # constants

    def reserve(self, line: PicassoLine, bank: Bank, size: int, at: int) -> int:
        left = self.space.left(bank)
        first = self.space.constant(bank, size)
        if first is None:
            line.fail(f"there is no room for a constant: {size} of {left} {bank} registers", at=at, limit=True)
        return first

    def constant(self, line: PicassoLine, bank: Bank) -> None:
        at = line.position
        name = line.name("the name of a constant")
        values = numbers(line, bank)
        register = self.reserve(line, bank, 1, at)
        self.constants.append(shbin.preset(bank, register, values))
        self.define(line, name, at, PicassoRegister(bank, register))

    def setting(self, line: PicassoLine, bank: Bank) -> None:
        at = line.position
        found = line.register(self.aliases, f"a {bank} register")
        if found.file != bank or found.lanes is not None or found.negate or found.index is not None:
            line.fail(f"expected a {bank} register", at=at)
        values = (truth(line),) if bank == "boolean" else numbers(line, bank)
        self.constants.append(shbin.preset(bank, found.number, values))

    def floats(self, line: PicassoLine, at: int) -> None:
        """`.constfa name[size]` opens an array, `.constfa (x, y, z, w)` is a row of it."""
        if line.body.startswith("(", line.position):
            if self.array is None:
                line.fail("this row belongs to no array", "an array begins with .constfa name[size]", at=at)
            self.array.rows.append(numbers(line, "uniform"))
            if self.array.size is not None and len(self.array.rows) > self.array.size:
                line.fail(f"{self.array.name} has {self.array.size} rows", at=at)
            return
        if self.array is not None:
            line.fail(f"the array {self.array.name} has no end", "put .end before the next one", at=at)
        name = line.name("the name of an array")
        line.need("[", "after the name of an array")
        size = None if line.mark("]") else line.integer("the size of an array", 1, SIZES["uniform"])
        if size is not None:
            line.need("]", "after the size of an array")
        self.array = Array(line, name, size)

    def close_array(self, array: Array) -> None:
        size = array.size or len(array.rows)
        if not size:
            array.line.fail(f"the array {array.name} is empty", at=0)
        first = self.reserve(array.line, "uniform", size, 0)
        rows = [*array.rows, *([(0, 0, 0, 0)] * (size - len(array.rows)))]
        self.constants += [shbin.preset("uniform", first + i, row) for i, row in enumerate(rows)]
        self.define(array.line, array.name, 0, PicassoRegister("uniform", first))
        self.array = None

    # inputs and outputs

    def input(self, line: PicassoLine, at: int) -> None:
        at = line.position
        name = "" if line.mark("-") else line.name("the name of an input, or -")
        number = next((i for i in range(SIZES["input"]) if not self.inputs >> i & 1), SIZES["input"])
        if not line.at_end():
            place = line.position
            found = line.register(self.aliases, "an input register")
            if found.file != "input" or found.lanes is not None or found.negate:
                line.fail("an input is kept in a v register", at=place)
            number = found.number
        if number >= SIZES["input"]:
            line.fail(f"there are {SIZES['input']} inputs", at=at, limit=True)
        self.inputs |= 1 << number
        if name:
            self.define(line, name, at, PicassoRegister("input", number))
            self.export(name, "input", number, 1)

    def output(self, line: PicassoLine, at: int) -> None:
        at = line.position
        name = "" if line.mark("-") else line.name("the name of an output, or -")
        place = line.position
        word = line.take(WORD)
        semantic = SEMANTIC_ALIASES.get(word[0].lower(), word[0].lower()) if word else ""
        code = int(semantic) if semantic.isdigit() and len(semantic) < 6 else SEMANTICS.get(semantic, -1)
        if not 0 <= code < 1 << 16:
            line.fail("this is no meaning of an output", f"meanings are {', '.join(SEMANTICS)}", at=place)
        mask = 15
        lanes = line.take(re.compile(r"\.\w*"))
        if lanes is not None:
            mask = sum({1 << lane for lane in line.lanes(lanes[0], lanes.start()) or ()})
        taken = {output.register for output in self.outputs}
        number = next(i for i in range(SIZES["output"] + 1) if i not in taken)
        if not line.at_end():
            place = line.position
            found = line.register(self.aliases, "an output register")
            if found.file != "output" or found.negate:
                line.fail("an output is kept in an o register", at=place)
            number = found.number
            mask = mask if found.lanes is None else found.mask
        if number >= SIZES["output"]:
            line.fail(f"there are {SIZES['output']} outputs", at=at, limit=True)
        self.outputs.append(shbin.Output(code, number, mask))
        self.merge |= self.own_space and code == SEMANTICS["dummy"]
        if name:
            self.define(line, name, at, PicassoRegister("output", number))

    def alias(self, line: PicassoLine, at: int) -> None:
        at = line.position
        name = line.name("a name")
        if REGISTER.fullmatch(name):
            line.fail(f"{name!r} is the name of a register", at=at)
        self.define(line, name, at, line.register(self.aliases, "a register"))

    # the program

    def start(self, line: PicassoLine, at: int) -> None:
        self.entry_line = (line, line.position)
        self.entry = line.name("the name of a procedure")

    def geometry_shader(self, line: PicassoLine, at: int) -> None:
        """`.gsh point first`, `.gsh variable first count`, `.gsh fixed first start count`: the shader's own uniforms
        start at `first`. Without a mode it shares those of the vertex shader.
        """
        self.geometry = True
        if line.at_end():
            return
        at = line.position
        word = line.name("a mode").lower()
        mode = MODE_ALIASES.get(word, word)
        if mode not in MODES:
            line.fail(f"there is no mode {word!r}", f"modes are {', '.join(MODES)}", at=at)
        if self.uniforms or self.constants or self.outputs:
            line.fail(".gsh with a mode stands before all uniforms, constants and outputs", at=at)
        self.mode["mode"] = MODES.index(mode)
        self.space = UniformSpace(self.constant_register(line), geometry=True)
        self.own_space = True
        if mode == "fixed":
            self.mode["fixed_start"] = self.constant_register(line)
        if mode != "point":
            line.mark(",")
            self.mode[f"{mode}_count"] = line.integer("the number of vertices", 0, 255)

    def constant_register(self, line: PicassoLine) -> int:
        line.mark(",")
        at = line.position
        found = line.register(self.aliases, "a c register")
        if found.file != "uniform" or found.lanes is not None:
            line.fail("expected a c register", at=at)
        return found.number


def numbers(line: PicassoLine, bank: Bank) -> tuple[int, ...]:
    """Parse four values in parentheses and return them as stored: fp24 words or bytes. A float may be given as its
    word, 0x3f0000.
    """
    values = []
    for i in range(4):
        line.need("," if i else "(", "before a value")
        if bank == "integer":
            values.append(line.byte())
            continue
        text = line.number_text("a number")
        word = HEXADECIMAL.fullmatch(text)
        values.append(int(word[1], 16) if word else line.manner.float_word(text))
    line.need(")", "after four values")
    return tuple(values)


def truth(line: PicassoLine) -> int:
    at = line.position
    word = line.take(WORD)
    if word is None or word[0].lower() not in TRUTHS:
        line.fail("expected true or false", at=at)
    return TRUTHS[word[0].lower()]


def _no_program(declarations: Directives, line: PicassoLine, at: int) -> None:
    declarations.hidden = True


Handler = Callable[[Directives, PicassoLine, int], None]
HANDLERS: dict[str, Handler] = {
    "constf": lambda found, line, at: found.constant(line, "uniform"),
    "consti": lambda found, line, at: found.constant(line, "integer"),
    "constfa": Directives.floats,
    "setf": lambda found, line, at: found.setting(line, "uniform"),
    "seti": lambda found, line, at: found.setting(line, "integer"),
    "setb": lambda found, line, at: found.setting(line, "boolean"),
    "in": Directives.input,
    "out": Directives.output,
    "alias": Directives.alias,
    "entry": Directives.start,
    "gsh": Directives.geometry_shader,
    "nodvle": _no_program,
}
