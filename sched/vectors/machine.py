"""The description of a target that the vector scheduler needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gpucc.errors import InternalError
from gpucc.isa.model import Isa, Op, SamplerState
from gpucc.program import Stage
from gpucc.records import dataclass
from gpucc.sched.mixed import Mixing
from gpucc.sched.vectors.flow_words import FlowOps


@dataclass(frozen=True, slots=True)
class Vec4Machine:
    """A stage of a target in one of its versions, with the states of samplers.

    `flow` names the words that join sections; programs of one section need none. `mixing` names an op whose lanes
    differ. `length` names the limit of the instructions: a program that is far beyond it is not packed in other ways.
    """

    isa: Isa
    stage: Stage
    version: int = 1
    samplers: Mapping[int, SamplerState] = field(default_factory=dict)
    flow: FlowOps | None = None
    mixing: Mixing | None = None
    length: str = ""

    @property
    def move(self) -> Op:
        """The op that copies its operand."""
        for op in self.isa.ops:
            if op.semantics == ("a",) and op.result == "each":
                return op
        raise InternalError(f"{self.isa.name} has no move")

    @property
    def load(self) -> str | None:
        """The op that loads the address register, or None if indices need not be in one."""
        return next((op.name for op in self.isa.ops if op.effect == "address"), None)

    @property
    def addresses(self) -> int:
        """The number of components of the address register: those that the op which loads it can write."""
        return next((op.mask or 3).bit_count() for op in self.isa.ops if op.effect == "address")

    @property
    def registers(self) -> int:
        """The number of temporary registers."""
        return self.isa.file("temporary", self.stage).size(self.stage, self.version)

    @property
    def input_ports(self) -> int:
        """The number of input registers that one instruction can read; 0: no limit."""
        return self.isa.file("input", self.stage).ports

    @property
    def writes_whole(self) -> bool:
        """Return whether one instruction must write all components of an output."""
        return self.stage in self.isa.file("output", self.stage).whole
