"""What is to be scheduled for a target whose instruction is a pipeline: scalar tasks over numbered values, one
`PipeWork` a section.

What selection hands over, beyond arithmetic:
  - leaves: "input" (register and component of a varying; registers in `builtins` are loads of their own), "uniform"
    (perhaps with an index in vec4), "constant", "variable", "undef";
  - texture reads: the coordinates (and the divisor) as first operand, bias or level as second, `attr` a `TextureRead`,
    four results;
  - a discard with a truth as its operand throws away where that is not zero, one without always does: its section ends
    there;
  - `condition` of a section: a truth; a comparison that nobody else wants becomes part of the branch.

Values live in registers (results of tasks, variables), in pipes of one instruction (uniforms, texels), or in the
instruction itself (constants). Which registers form vectors is decided later (`homes`), also which units work
(`place`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gpucc.isa.model import Level
from gpucc.isa.pipeline import Form, PipeIsa, TextureRead
from gpucc.isel.machine import Inst
from gpucc.sched.core.work import MEMORY, Use, Value

# where a value comes from besides what all machines have; a TEXEL is component `component` of what `task` reads
UNIFORM, TEXEL, UNDEF = "uniform", "texel", "undef"
# what a task is
ARITHMETIC, LOAD, TEXTURE, FRAME = "arithmetic", "load", "texture", "frame"
BRANCH, DISCARD, STORE, SPILL = "branch", "discard", "store", "spill"
SIGN = 0x8000


@dataclass(frozen=True, slots=True)
class Direct:
    """Coordinates as a load of a varying: `index` counts groups of `align` components."""

    register: int
    align: int
    index: int
    perspective: int = 0


@dataclass(frozen=True, slots=True)
class Sample:
    """How a texture is read; without `direct` the coordinates come from a register."""

    texture: TextureRead
    direct: Direct | None


@dataclass(frozen=True, slots=True, eq=False)
class TaskWay:
    """A unit that can do a task. `vector`: on several lanes at once. There is one record for each way, so they are
    compared as such."""

    unit: str
    op: str
    step: int
    vector: bool
    form: Form


@dataclass(frozen=True, slots=True)
class PipeTask:
    """One scalar op; `operands` have one use a lane of the op. `lane` is where a load or an output insists to be.

    `own`: operands have lanes of their own, whatever the lanes of the result. `condition` must be what the scalar
    multiplier makes.
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
    """The tasks of one section. `outputs` are (register, component, value); `assigned` says which variables hold what
    at the end; `orders` are pairs of tasks: the second must not come before the first (a load that follows a store: a
    later instruction).

    Without `target` the next section follows, or after one that `ends` nothing. `branch` is the task that asks the
    condition.
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
    """A program. Values are numbered throughout; a variable, a constant and a uniform are the same value in all
    sections."""

    isa: PipeIsa
    level: Level
    values: list[Value] = field(default_factory=list)
    tasks: list[PipeTask] = field(default_factory=list)
    blocks: list[PipeBlock] = field(default_factory=list)

    def add_task(self, block: PipeBlock, kind: str, name: str, ways: tuple[TaskWay, ...], **more: object) -> PipeTask:
        task = PipeTask(len(self.tasks), kind, name, ways, **more)  # type: ignore[arg-type]
        self.tasks.append(task)
        block.tasks.append(task.number)
        return task


def pipe_key(values: Sequence[Value], use: Use) -> tuple[object, ...] | None:
    """What the unit for uniforms must have loaded; None if the operand does not come from there."""
    value = values[use.value]
    if value.kind == UNIFORM:
        return (UNIFORM, value.address, value.index)
    if value.kind == MEMORY:
        return (MEMORY, value.array, value.address, value.index)
    return None
