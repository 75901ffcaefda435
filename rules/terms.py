"""The parts of a node that a rule may read: the graph of `lowering` is one kind of such nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from gpucc.errors import Location


class NodeType(Protocol):
    """`kind`: f float, i integer, b boolean, t texture's answer, v none."""

    @property
    def kind(self) -> str: ...
    @property
    def bits(self) -> int: ...


class GraphNode(Protocol):
    """An op of `isa.neutral` over operands. `attr` is whatever is not an operand: the value of a constant."""

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


# how many readers each node has; the keys are nodes of whatever graph is matched
Uses = Mapping[Any, int]
