"""The parts of a node that a rule may read. The graph of `lowering` consists of such nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from gpucc.errors import Location


class NodeType(Protocol):
    """The type of a value. `kind`: f float, i integer, b boolean, t result of a texture read, v none."""

    @property
    def kind(self) -> str: ...
    @property
    def bits(self) -> int: ...


class GraphNode(Protocol):
    """An op of `isa.neutral` over operands. `attr` holds what is not an operand, such as the value of a constant."""

    @property
    def op(self) -> str: ...
    @property
    def type(self) -> NodeType: ...
    @property
    def args(self) -> tuple[GraphNode, ...]: ...
    @property
    def attr(self) -> Any: ...
    @property
    def flags(self) -> int: ...
    @property
    def location(self) -> Location | None: ...


# the number of readers of each node; the keys are nodes of the matched graph
Uses = Mapping[Any, int]
