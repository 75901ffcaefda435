"""Sizes of arrays that are declared without one.

In GLSL for desktops, an array without a size has the least one that its indices allow, if all of them are literals. A
local array also needs a name that nothing else in the source has, and no part in anything as a whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from gpucc.frontend.syntax import (
    Declarator,
    Declare,
    FunctionSyntax,
    IndexExpr,
    NameExpr,
    NumberExpr,
    ParameterSyntax,
    Top,
)

WHOLE = re.compile(r"(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)[uU]?")


def complete_arrays(tops: Sequence[Top], stage: str) -> None:
    """Give global arrays the sizes that follow from the indices. The inputs of a geometry shader have the size of its
    primitives."""
    sizeless = [
        one
        for top in tops
        if isinstance(top, Declare) and not (stage == "geometry" and "in" in top.qualifiers)
        for one in top.names
        if one.sizes == (None,) and one.initial is None and not top.type.sizes
    ]
    sizeless += _local_arrays(tops)
    if not sizeless:
        return
    greatest = _greatest_indices(tops)
    named = {node.name for node in _nodes(list(tops)) if isinstance(node, NameExpr)}
    for one in sizeless:
        # what nothing names has one element, as drivers have it
        _complete(one, greatest.get(one.name, None if one.name in named else 0))


def _local_arrays(tops: Sequence[Top]) -> list[Declarator]:
    """The local arrays without a size, of which each has a name of its own, and is read and written by elements."""
    found = [
        one
        for each in _nodes([one for one in tops if isinstance(one, FunctionSyntax)])
        if isinstance(each, Declare) and not each.type.sizes
        for one in each.names
        if one.sizes == (None,) and one.initial is None
    ]
    if not found:
        return []
    nodes = list(_nodes(list(tops)))
    names = Counter(one.name for one in nodes if isinstance(one, Declarator | ParameterSyntax))
    names.subtract(one.name for one in nodes if isinstance(one, NameExpr))
    indexed = [one.object.name for one in nodes if isinstance(one, IndexExpr) and isinstance(one.object, NameExpr)]
    names.update(indexed)
    return [one for one in found if names[one.name] == 1 and one.name in indexed]


def _complete(one: Declarator, greatest: int | None) -> None:
    if greatest is not None:
        one.sizes = (NumberExpr(one.place, str(greatest + 1)),)


def _greatest_indices(tops: Sequence[Top]) -> dict[str, int | None]:
    """The greatest index by the name of an array; None if an index is no literal."""
    found: dict[str, int | None] = {}
    for node in _nodes(list(tops)):
        if isinstance(node, IndexExpr) and isinstance(node.object, NameExpr):
            name, index = node.object.name, _literal(node.index)
            before = found.get(name, 0)
            found[name] = None if before is None or index is None else max(before, index)
    return found


def _literal(index: object) -> int | None:
    whole = WHOLE.fullmatch(index.text) if isinstance(index, NumberExpr) else None
    if whole is None:
        return None
    digits = whole.group(1)
    return int(digits, 8 if digits[0] == "0" and digits.isdigit() else 0)


def _nodes(start: Any) -> Iterator[Any]:
    """All nodes of a syntax tree."""
    stack = [start]
    while stack:
        node = stack.pop()
        if isinstance(node, list | tuple):
            stack += node
        elif hasattr(node, "__dataclass_fields__"):
            yield node
            stack += [getattr(node, name) for name in node.__dataclass_fields__ if name != "place"]
