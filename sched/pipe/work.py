"""The scheduling problem of a target whose instruction is a pipeline: scalar tasks over numbered values, in blocks, one
for each section.

The input from selection, beyond arithmetic:

 - leaves: "input" (register and component of a varying; registers in `builtins` are loads of their own), "uniform"
   (perhaps with an index in vec4), "constant", "variable", "undef";
 - texture reads: the coordinates (and the divisor) are the first operand, bias or level the second, `attr` is a
   `TextureRead`, and there are four results;
 - discards: with an operand, the fragment is discarded where that is not zero; without one always, and the section ends
   there;
 - the `condition` of a section is a truth value; a comparison with no other use becomes part of the branch.

Values live in registers (results of tasks, variables), in pipes of one instruction (uniforms, texels), or in the
instruction itself (constants). Registers that form vectors are chosen later (`homes`), units too (`place`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from gpucc.isa.model import Level
from gpucc.isa.pipeline import Form, PipeIsa, TextureRead
from gpucc.isel.machine import Inst
from gpucc.records import dataclass
from gpucc.sched.core.work import MEMORY, RESULT, Use, Value, add_value

# kinds of values besides those of all machines; a TEXEL is component `component` of the result of the texture `task`
UNIFORM, TEXEL, UNDEF = "uniform", "texel", "undef"
# kinds of tasks
ARITHMETIC, LOAD, TEXTURE, FRAME = "arithmetic", "load", "texture", "frame"
BRANCH, DISCARD, STORE, SPILL = "branch", "discard", "store", "spill"
# of a half
SIGN, ONE = 0x8000, 0x3C00


@dataclass(frozen=True, slots=True)
class Direct:
    """Coordinates of a texture read that come straight from a varying. `index` is the place in the varyings, counted in
    groups of `align` components."""

    register: int
    align: int
    index: int
    perspective: int = 0


@dataclass(frozen=True, slots=True)
class Sample:
    """A texture read. Without `direct`, a register holds its coordinates."""

    texture: TextureRead
    direct: Direct | None


@dataclass(frozen=True, slots=True, eq=False)
class TaskWay:
    """A unit that can do a task; `vector` units do several lanes at once. Each way has a single record, so ways compare
    by identity."""

    unit: str
    op: str
    step: int
    vector: bool
    form: Form


@dataclass(frozen=True, slots=True)
class PipeTask:
    """One scalar op. Each operand has one use for each lane of the op. `lane` is the component that a load or an output
    requires.

    `own`: the lanes of operands are independent of the lanes of the result. `condition` must be a result of the scalar
    multiplier.
    """

    number: int
    kind: str
    name: str
    ways: tuple[TaskWay, ...]
    operands: tuple[tuple[Use, ...], ...] = ()
    results: tuple[int, ...] = ()
    modifier: str = ""
    inst: Inst | None = None
    lane: int | None = None
    own: bool = False
    swaps: bool = False
    condition: Use | None = None
    attr: object = None


@dataclass(slots=True)
class PipeBlock:
    """The tasks of one section.

    `outputs` are (register, component, value); `assigned` has the values of variables at the end; `orders` are pairs of
    tasks of which the second must not come before the first (a load after a store must be in a later instruction).
    Without `target` the next section follows, or none if the block `ends` the program. `branch` is the task that tests
    the condition.
    """

    name: str
    tasks: list[int] = field(default_factory=list)
    outputs: list[tuple[int, int, int]] = field(default_factory=list)
    assigned: dict[int, int] = field(default_factory=dict)
    orders: list[tuple[int, int]] = field(default_factory=list)
    branch: int | None = None
    target: int | None = None
    ends: bool = False


@dataclass(slots=True)
class PipeWork:
    """A program. Values are numbered throughout; a variable, constant or uniform is the same value in all sections.
    `crowds` are choices that left too few registers for variables, and those that were made instead (`pipe.attempt`).
    """

    isa: PipeIsa
    level: Level
    values: list[Value] = field(default_factory=list)
    tasks: list[PipeTask] = field(default_factory=list)
    blocks: list[PipeBlock] = field(default_factory=list)
    crowds: dict[Any, Any] = field(default_factory=dict)

    def add_task(self, block: PipeBlock, kind: str, name: str, ways: tuple[TaskWay, ...], **more: object) -> PipeTask:
        task = PipeTask(len(self.tasks), kind, name, ways, **more)  # type: ignore[arg-type]
        self.tasks.append(task)
        block.tasks.append(task.number)
        return task

    def add_copy(self, block: PipeBlock, ways: tuple[TaskWay, ...], use: Use) -> int:
        """Add a task that copies, in one of these ways; return its result."""
        value = add_value(self.values, RESULT, task=len(self.tasks))
        self.add_task(block, ARITHMETIC, "mov", ways, operands=((use,),), results=(value,))
        return value


def followers(blocks: Sequence[PipeBlock], tasks: Sequence[PipeTask], number: int) -> list[int]:
    """The sections that may follow a section."""
    block = blocks[number]
    found = [] if block.target is None else [block.target]
    always = block.branch is not None and not tasks[block.branch].operands
    return found if block.ends or always else [*found, number + 1]


def pipe_key(values: Sequence[Value], use: Use) -> tuple[object, ...] | None:
    """The key of the row that the uniform unit must load for the operand; None if the operand does not come from
    there."""
    value = values[use.value]
    if value.kind == UNIFORM:
        return (UNIFORM, value.address, value.index)
    if value.kind == MEMORY:
        return (MEMORY, value.array, value.address, value.index)
    return None
