"""Write a tree of ifs, loops and jumps as words, for targets whose hardware keeps open blocks on stacks that jumps do
not change.

After each word, the hardware compares the number of the next word with the tops of its stacks, once. So the last word
of a block must be plain: no other block may end there, and no jump may go to the block's end or start at its last word;
a nop ensures that. An if without else that would need the nop becomes a jump, which is as long. Of an if with else, the
hardware watches only the first part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from gpucc.errors import InternalError, LimitExceeded
from gpucc.isa.model import Instruction
from gpucc.isel.machine import Boolean, Flags
from gpucc.records import dataclass
from gpucc.sched.vectors.flow_shape import (
    Condition,
    End,
    FlowBlock,
    FlowCode,
    FlowIf,
    FlowJump,
    FlowLoop,
    Node,
    opposite,
    shape,
)

Fields = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class FlowOps:
    """The names of a target's flow words. In pairs, the first tests flags, the second a boolean register (or nothing).

    `always` is a boolean register that is true. Two words of one op in `apart` must not follow each other. `ifs` is the
    number of ifs that may be open at once, `longest` the most words of an else part. `emission` has the words that emit
    a vertex.
    """

    branch: tuple[str, str]
    jump: tuple[str, str]
    leave: tuple[str, str]
    loop: str
    end: str
    nop: str
    tests: tuple[str, ...]
    apart: frozenset[str]
    ifs: int
    longest: int
    always: int | None
    emission: Callable[[tuple[int, int, int]], Sequence[Instruction]] | None = None


@dataclass(slots=True, eq=False)
class FlowLabel:
    at: int = -1
    used: bool = False


@dataclass(frozen=True, slots=True)
class _Word:
    """A word whose target is not known yet. `end` marks the end of an else part, which the word counts from its target
    on."""

    instruction: Instruction
    target: FlowLabel | None = None
    end: FlowLabel | None = None


def join_blocks(blocks: Sequence[FlowBlock], ops: FlowOps) -> list[Instruction]:
    return _Writer(blocks, ops).write(shape(blocks))


@dataclass(slots=True)
class _Writer:
    """Writes the words. `ends` has a label for the nop at the end of each open block, by the number of the section
    after the block."""

    blocks: Sequence[FlowBlock]
    ops: FlowOps
    words: list[_Word] = field(default_factory=list)
    labels: dict[int, FlowLabel] = field(default_factory=dict)
    ends: dict[int, FlowLabel] = field(default_factory=dict)
    last_end: int = -1
    depth: int = 0

    def write(self, nodes: list[Node]) -> list[Instruction]:
        self.nodes(nodes)
        if len(self.blocks) in self.labels:
            self.place(len(self.blocks))
            self.put(self.ops.end)
        return [_finished(word) for word in self.words]

    # words and labels

    def label(self, number: int) -> FlowLabel:
        found = self.ends.get(number) or self.labels.setdefault(number, FlowLabel())
        found.used = True
        return found

    def place(self, number: int) -> None:
        """Mark the place of a section. If it begins loops, that is the word of the outermost loop."""
        label = self.labels.setdefault(number, FlowLabel())
        label.at = len(self.words) if label.at < 0 else label.at

    def put(self, op: str, fields: Fields = (), target: FlowLabel | None = None, end: FlowLabel | None = None) -> None:
        self.words.append(_Word(Instruction(op, immediates=fields), target, end))

    def plain(self, instruction: Instruction) -> None:
        if self.words and instruction.op in self.ops.apart and self.words[-1].instruction.op == instruction.op:
            self.put(self.ops.nop)
        self.words.append(_Word(instruction))

    def nodes(self, nodes: list[Node]) -> None:
        for at, node in enumerate(nodes):
            match node:
                case FlowIf(condition, then, [], number) if _denies(condition) and _both_end(
                    then, nodes[at + 1 :], number
                ):
                    self.branch(FlowIf(opposite(condition), nodes[at + 1 :], [], -1))
                    self.nodes(then)
                    return
                case FlowCode(number):
                    self.place(number)
                    for instruction in self.blocks[number].instructions:
                        self.plain(instruction)
                case FlowIf():
                    self.branch(node)
                case FlowLoop():
                    self.loop(node)
                case FlowJump(condition, _, True):
                    self.leave(condition)
                case FlowJump(condition, number):
                    self.jump(condition, self.label(number))
                case End():
                    self.put(self.ops.end)

    # jumps

    def asked(self, condition: Condition, names: tuple[str, str], inverts: bool = True) -> tuple[str, Fields]:
        """The op and the fields of a conditional word. Only jumps can test a boolean register for false."""
        if condition is None:
            if self.ops.always is None:
                raise LimitExceeded("this program needs a jump without condition, and all boolean registers are taken")
            condition = Boolean(self.ops.always, True)
        if isinstance(condition, Boolean):
            return names[1], (
                ("boolean", condition.number),
                *((("invert", int(not condition.wanted)),) if inverts else ()),
            )
        x, y = condition.wanted
        test = ("x" if y is None else "y") if x is None or y is None else "or" if condition.either else "and"
        return names[0], (
            ("refx", int(x is not False)),
            ("refy", int(y is not False)),
            ("test", self.ops.tests.index(test)),
        )

    def jump(self, condition: Condition, target: FlowLabel) -> None:
        op, fields = self.asked(condition, self.ops.jump)
        self.put(op, fields, target)

    def leave(self, condition: Condition) -> None:
        """Write a break. Breaks cannot test a boolean register, so a jump skips an unconditional break instead."""
        if isinstance(condition, Flags):
            op, fields = self.asked(condition, self.ops.leave)
            self.put(op, fields)
            return
        over = FlowLabel()
        if condition is not None:
            self.jump(opposite(condition), over)
        self.put(self.ops.leave[1])
        over.at = self.last_end = len(self.words)

    # blocks

    def branch(self, node: FlowIf) -> None:
        condition, then, otherwise = node.condition, node.then, node.otherwise
        if otherwise and (_denies(condition) or self.size(otherwise) > self.ops.longest):
            condition, then, otherwise = opposite(condition), otherwise, then
        fits = not _denies(condition) and self.depth < self.ops.ifs and self.size(otherwise) <= self.ops.longest
        if not fits or (not otherwise and self.restless(then, node.number)):
            self.by_jumps(node)
            return
        other, end = FlowLabel(), FlowLabel()
        op, fields = self.asked(condition, self.ops.branch, inverts=False)
        self.put(op, fields, other, end)
        self.depth += 1
        self.body(then, node.number)
        self.depth -= 1
        other.at = len(self.words)
        self.nodes(otherwise)
        end.at = self.last_end = len(self.words)

    def by_jumps(self, node: FlowIf) -> None:
        if not node.otherwise:
            self.jump(opposite(node.condition), self.label(node.number))
            self.nodes(node.then)
            return
        other = FlowLabel()
        self.jump(opposite(node.condition), other)
        self.nodes(node.then)
        self.jump(None, self.label(node.number))
        other.at = len(self.words)
        self.nodes(node.otherwise)

    def loop(self, node: FlowLoop) -> None:
        last = FlowLabel()
        self.place(node.number)
        self.put(self.ops.loop, (("integer", node.register),), last)
        self.body(node.body, -1)
        last.at = len(self.words) - 1
        self.last_end = len(self.words)

    def body(self, nodes: list[Node], behind: int) -> None:
        """Write a block that the hardware watches, with a nop at its end if it needs one."""
        first, outer, end = len(self.words), self.ends.get(behind), FlowLabel()
        self.ends[behind] = end
        self.nodes(nodes)
        del self.ends[behind]
        if outer is not None:
            self.ends[behind] = outer
        here = len(self.words)
        lands = any(label.at == here and label.used for label in self.labels.values())
        if here == first or self.last_end == here or self.words[-1].instruction.op in self.uneasy or end.used or lands:
            end.at = here
            self.put(self.ops.nop)

    @property
    def uneasy(self) -> frozenset[str]:
        """Return the ops that must not end a block, with those of `apart`, which another such op could follow."""
        return frozenset({*self.ops.jump, *self.ops.leave, *self.ops.apart})

    def restless(self, nodes: list[Node], behind: int) -> bool:
        """Return whether a block of these nodes would need a nop at its end."""
        last = nodes[-1] if nodes else None
        if isinstance(last, FlowCode):
            code = self.blocks[last.number].instructions
            return not code or code[-1].op in self.uneasy or _jumps_to(nodes, behind)
        return not isinstance(last, End) or _jumps_to(nodes, behind)

    def size(self, nodes: list[Node]) -> int:
        """An upper bound of the number of words."""
        total = 0
        for node in nodes:
            match node:
                case FlowCode(number):
                    total += sum(1 + (i.op in self.ops.apart) for i in self.blocks[number].instructions)
                case FlowIf(_, then, otherwise):
                    total += 3 + self.size(then) + self.size(otherwise)
                case FlowLoop(body=body):
                    total += 2 + self.size(body)
                case FlowJump():
                    total += 2
                case End():
                    total += 1
        return total


def _both_end(then: Sequence[Node], rest: Sequence[Node], number: int) -> bool:
    """Return whether the two parts can be swapped: both end the program, and the first does not jump to the second."""
    return (
        bool(then and rest) and isinstance(then[-1], End) and isinstance(rest[-1], End) and not _jumps_to(then, number)
    )


def _denies(condition: Condition) -> bool:
    return isinstance(condition, Boolean) and not condition.wanted


def _jumps_to(nodes: Sequence[Node], number: int) -> bool:
    for node in nodes:
        match node:
            case FlowJump(_, target, False) if target == number:
                return True
            case FlowIf(_, then, otherwise, behind) if behind == number or _jumps_to([*then, *otherwise], number):
                return True
            case FlowLoop(body=body) if _jumps_to(body, number):
                return True
    return False


def _finished(word: _Word) -> Instruction:
    if word.target is None:
        return word.instruction
    if word.target.at < 0:
        raise InternalError("a jump goes nowhere")
    fields = (*word.instruction.immediates, ("target", word.target.at))
    if word.end is not None:
        fields = (*fields, ("count", word.end.at - word.target.at))
    return Instruction(word.instruction.op, immediates=fields)
