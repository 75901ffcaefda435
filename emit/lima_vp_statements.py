"""Parses the statements of lima assembly: the units, loads, stores and the branch of one instruction.

They are collected in a draft, in which operands refer to their vec4 by name; the assembler assigns units when the draft
is complete.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from gpucc.emit.lima_lines import LimaLine, TextPlace
from gpucc.emit.lima_vp import LimaVpCoder
from gpucc.emit.lima_vp_text import INFIX, ORDER, PREFIXES, VectorName, implied
from gpucc.isa.model import LETTERS, Op
from gpucc.isa.wide import Issue, Load, WideRead, WideStore
from gpucc.records import dataclass

VEC4 = re.compile(r"([a-z]+)([0-9]+)")
FILES = {prefix: file for file, prefix in PREFIXES.items()}


@dataclass(slots=True)
class LimaVpDraft:
    """An instruction under construction. Reads of a vec4 have its name in place of a unit until all names are known."""

    place: TextPlace
    issues: list[tuple[Issue, tuple[VectorName | None, ...]]] = field(default_factory=list)
    names: list[VectorName] = field(default_factory=list)
    fixed: dict[str, Load] = field(default_factory=dict)
    stores: list[WideStore] = field(default_factory=list)
    branch: tuple[TextPlace, str] | None = None


Operand = tuple[WideRead, VectorName | None]


class LimaVpStatements:
    """Parses the statements of one line into a draft."""

    def __init__(self, found: LimaVpCoder, line: LimaLine, draft: LimaVpDraft) -> None:
        self.coder = found
        self.line = line
        self.draft = draft
        wides = {(unit, op.claims) for op in found.isa.ops for unit in op.slots if op.claims}
        # the left sides of statements: units, and units together with those that one of their ops claims
        self.lefts: dict[str, tuple[str, tuple[str, ...]]] = {unit: (unit, ()) for unit in found.units}
        self.lefts |= {unit + "".join(name[-1] for name in claims): (unit, claims) for unit, claims in wides}

    def run(self) -> None:
        while True:
            if not self.line.at_end() and self.line.peek() != ";":
                self.statement()
            if self.line.at_end():
                return
            self.line.need(";", "between statements")

    def statement(self) -> None:
        place = self.line.place()
        word = self.line.take("word")
        if word is None:
            place.fail(
                f"expected a statement, found {self.line.found()}", "a statement names a unit: acc0 = a0.x + u3.y"
            )
        if word == "nop":
            return
        if word == "branch":
            self.branch(place)
        elif word in self.lefts:
            self.line.need("=", f"after {word}")
            self.issue(place, word)
        elif word in self.coder.loads:
            self.line.need("=", f"after {word}")
            self.load(place, word)
        elif self.line.peek() in (".", "["):
            self.store(place, word)
        else:
            known = [*self.lefts, *self.coder.loads, "branch", "nop"]
            place.fail(
                f"unknown unit or statement {word!r}",
                *nearest(word, known),
                f"there are {', '.join(known)} and stores such as v0.x",
            )

    def branch(self, place: TextPlace) -> None:
        target = self.line.take("word") or self.line.take("number")
        if target is None:
            self.line.place().fail(f"expected a label after branch, found {self.line.found()}")
        if self.draft.branch is not None:
            place.fail("an instruction branches once")
        self.draft.branch = (place, target)

    # units

    def issue(self, place: TextPlace, left: str) -> None:
        unit, claims = self.lefts[left]
        issue, names = self.expression(unit)
        op = self.coder.ops[issue.op]
        if op.claims != claims:
            wanted = unit + "".join(name[-1] for name in op.claims)
            place.fail(
                f"{op.name} is written {wanted} = {op.name}(..), as it takes the operands of"
                f" {' and '.join((unit, *op.claims))}"
            )
        if any(other.unit == unit for other, _ in self.draft.issues):
            place.fail(f"{unit} is used twice in one instruction")
        self.draft.issues.append((issue, names))
        self.draft.names += [name for name in names if name]

    def expression(self, unit: str, depth: int = 0) -> tuple[Issue, tuple[VectorName | None, ...]]:
        line = self.line
        if depth > 8:
            line.place().fail("too many brackets")
        negate = line.peek() == "-" and line.peek(1) == "("
        if negate:
            line.position += 1
        if line.skip("("):
            issue, names = self.expression(unit, depth + 1)
            line.need(")", "to close the bracket")
        elif line.peek(1) == "(" or (line.peek() == "-" and line.peek(2) == "("):
            negate ^= line.skip("-")
            issue, names = self.call(unit)
        else:
            issue, names = self.infix(unit)
        return replace(issue, negate=issue.negate ^ negate), names

    def infix(self, unit: str) -> tuple[Issue, tuple[VectorName | None, ...]]:
        place = self.line.place()
        first = self.operand(unit)
        marks = {infix: name for name, infix in INFIX.items()} | {"-": "add"}
        mark = self.line.peek()
        if mark not in marks:
            return self.move(place, unit, first)
        self.line.position += 1
        op = self.op(place, unit, marks[mark])
        second = self.operand(unit)
        if mark == "-":
            second = _negated(second)
        if self.coder.units[unit].negate and not self.coder.units[unit].ports[0].negate:
            # the sign of a factor is the sign of the product
            negate = first[0].negate ^ second[0].negate
            return self.issued(unit, op, [_positive(first), _positive(second)], negate)
        return self.issued(unit, op, [first, second])

    def move(self, place: TextPlace, unit: str, first: Operand) -> tuple[Issue, tuple[VectorName | None, ...]]:
        move = next((move for move in self.coder.wide.moves if move.unit == unit), None)
        if move is None:
            place.fail(f"{unit} cannot copy")
        negate = bool(first[0].negate and self.coder.units[unit].negate)
        read = _positive(first) if negate else first
        return self.issued(unit, self.coder.ops[move.op], [read, *((rest, None) for rest in move.rest)], negate)

    def call(self, unit: str) -> tuple[Issue, tuple[VectorName | None, ...]]:
        place = self.line.place()
        name = self.line.take("word")
        if name is None:
            place.fail(f"expected an op, found {self.line.found()}")
        op = self.op(place, unit, name)
        self.line.need("(", f"after {name}")
        names = [operand.name for operand in op.operands if not operand.place]
        reads = [self.operand(unit)]
        for _ in names[1:]:
            self.line.need(",", f"before the next of {len(names)} operands of {name}")
            reads.append(self.operand(unit))
        ordered = [reads[ORDER.get(op.name, tuple(names)).index(name)] for name in names]
        for load in implied(op):
            self.line.need(",", "before the next operand")
            self.draft.names.append(self.vec4(load))
        while self.line.skip(","):
            ordered.append(self.operand(unit))
        self.line.need(")", f"after the {len(names)} operand{'s' * (len(names) != 1)} of {name}")
        return self.issued(unit, op, ordered)

    def op(self, place: TextPlace, unit: str, name: str) -> Op:
        op = self.coder.ops.get(name)
        if op is None or unit not in op.slots:
            known = [op.name for op in self.coder.isa.ops if unit in op.slots]
            place.fail(f"{unit} has no op {name!r}", *nearest(name, known), f"{unit} has {', '.join(known)}")
        return op

    def issued(
        self, unit: str, op: Op, operands: Sequence[Operand], negate: bool = False
    ) -> tuple[Issue, tuple[VectorName | None, ...]]:
        missing = len(self.coder.ports(unit, op)) - len(operands)
        full = [*operands, *[(WideRead("unused"), None)] * missing]
        return Issue(unit, op.name, tuple(read for read, _ in full), negate), tuple(name for _, name in full)

    # operands

    def operand(self, unit: str) -> Operand:
        negate = self.line.skip("-")
        place = self.line.place()
        if (number := self.line.take("number")) is not None:
            values = [port.identity for port in self.coder.units[unit].ports if port.identity is not None]
            if float(number) not in values:
                held = f"{unit} has no constant but {values[0]:g}" if values else f"{unit} has no constants"
                place.fail(f"the operand {number} must come from a uniform", held)
            return WideRead("identity", negate=negate), None
        word = self.line.take("word")
        if word is None:
            place.fail(
                f"expected an operand, found {self.line.found()}", "operands are written a0.x, r3.y, u7.z, acc0@1"
            )
        if word == "none":
            return WideRead("unused", negate=negate), None
        if word in self.coder.units:
            self.line.need("@", f"after {word}: how many instructions back")
            return WideRead(word, self.line.number_of("a distance"), negate=negate), None
        if word in self.coder.loads:
            component = self.component(word)
            distance = self.line.number_of("a distance") if self.line.skip("@") else 0
            return WideRead(word, distance, component, negate), None
        name = self.name(place, word, sorted({file for load in self.coder.wide.loads for file, _ in load.files}))
        return WideRead("", 0, self.component(str(name)), negate), name

    def component(self, what: str) -> int:
        self.line.need(".", f"and a component after {what}")
        place = self.line.place()
        lane = self.line.take("word") or ""
        if len(lane) != 1 or lane not in LETTERS:
            place.fail(f"{what} is followed by one component x, y, z or w, not {lane or 'nothing'!r}")
        return LETTERS.index(lane)

    def name(self, place: TextPlace, word: str, files: Sequence[str]) -> VectorName:
        """Parse a vec4 whose first word has been read: r3, u7, or u[addr1+7]."""
        match = VEC4.fullmatch(word)
        prefix = match[1] if match else word
        file = FILES.get(prefix, "")
        if file not in files or (match is None and self.line.peek() != "["):
            shown = [PREFIXES[known] for known in files]
            place.fail(f"unknown operand {word!r}", f"vec4 are written {', '.join(f'{letter}0' for letter in shown)}")
        if match is not None:
            return self.sized(place, VectorName(file, int(match[2][:9])))
        self.line.need("[", f"after {word}")
        index = self.line.take("word")
        if index is None:
            self.line.place().fail(f"expected an address register, found {self.line.found()}")
        address = self.line.number_of("an address") if self.line.skip("+") else 0
        self.line.need("]", "to close the bracket")
        return self.sized(place, VectorName(file, address, index))

    def sized(self, place: TextPlace, name: VectorName) -> VectorName:
        limits = {load.address for load in self.coder.wide.loads if name.file in dict(load.files)}
        limits |= {store.address for store in self.coder.wide.stores if name.file in (store.file, *dict(store.flags))}
        width = min(field.width for field in self.coder.wide.word.fields if field.name in limits)
        if name.address >> width:
            place.fail(
                f"{name} is out of range: there are {PREFIXES[name.file]}0 to {PREFIXES[name.file]}{(1 << width) - 1}",
                limit=True,
            )
        return name

    def vec4(self, unit: str) -> VectorName:
        place = self.line.place()
        return self.name(place, self.line.take("word") or "", [file for file, _ in self.coder.loads[unit].files])

    # loads and stores

    def load(self, place: TextPlace, unit: str) -> None:
        name = self.vec4(unit)
        if unit in self.draft.fixed:
            place.fail(f"{unit} is used twice in one instruction")
        self.draft.fixed[unit] = Load(unit, name.file, name.address, name.index)

    def store(self, place: TextPlace, word: str) -> None:
        units = self.coder.wide.stores
        name = self.name(place, word, [units[0].file, *dict(units[0].flags)])
        index = dict(units[0].indirect).get(name.file, "")
        if name.index != index:
            place.fail(f"a {name.file} is stored to {f'[{index}]' if index else 'without an index'}")
        self.line.need(".", f"and components after {name}")
        letters = self.line.take("word") or ""
        if not letters or set(letters) - set(LETTERS) or len(set(letters)) != len(letters):
            self.line.place(-1).fail(f"{letters!r} is no choice of components", "different letters out of x, y, z, w")
        self.line.need("=", f"after {name}.{letters}")
        sources = {LETTERS.index(letters[0]): self.source()}
        for letter in letters[1:]:
            self.line.need(",", f"before the source of {letter}")
            sources[LETTERS.index(letter)] = self.source()
        for unit in units:
            if any(component in sources for component, _ in unit.sources):
                written = tuple(sources.get(component, "") for component, _ in unit.sources)
                self.stored(
                    place,
                    WideStore(unit.name, name.file, name.address, written),
                    "".join(LETTERS[at] for at, _ in unit.sources),
                )

    def stored(self, place: TextPlace, store: WideStore, half: str) -> None:
        """Add a store. Components of one half may be given one by one if they go to one vec4."""
        others = self.draft.stores
        for i, other in enumerate(others):
            if other.unit == store.unit:
                if (other.file, other.address) != (store.file, store.address):
                    place.fail(
                        f"{half} of two vec4 are stored in one instruction",
                        f"{half} go to one vec4, and so do the other two",
                    )
                if any(a and b for a, b in zip(other.sources, store.sources, strict=True)):
                    place.fail(f"a component of {half} is stored twice in one instruction")
                others[i] = replace(
                    other, sources=tuple(a or b for a, b in zip(other.sources, store.sources, strict=True))
                )
                return
        others.append(store)

    def source(self) -> str:
        place = self.line.place()
        word = self.line.take("word") or ""
        if word != "none" and word not in self.coder.units:
            place.fail(
                f"cannot store {word or self.line.found()}",
                f"stores take a result of this instruction: {', '.join(self.coder.units)}",
            )
        return "" if word == "none" else word


def _negated(operand: Operand) -> Operand:
    return replace(operand[0], negate=not operand[0].negate), operand[1]


def _positive(operand: Operand) -> Operand:
    return replace(operand[0], negate=False), operand[1]


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"did you mean {name!r}?" for name in difflib.get_close_matches(word, list(known), 1, 0.5))
