"""Types of arrays from the sizes that a source writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gpucc.frontend.check.base import CheckContext
from gpucc.frontend.extensions import NESTED
from gpucc.frontend.places import Place
from gpucc.frontend.syntax import Expr
from gpucc.frontend.typed import TypedNode
from gpucc.frontend.types import ERROR, ShadingType, array_of

LARGEST_ARRAY = 65536
LARGEST_SIZE = 262_144
IMPLIED = "only an array of which all indices are literals may leave it to them"


class ArraySizes:
    """Makes array types. `check` types the expression of a size."""

    def __init__(self, context: CheckContext, check: Callable[[Expr], TypedNode]) -> None:
        self.dialect = context.dialect
        self.report, self.extensions = context.report, context.extensions
        self.check = check

    def arrays(
        self, base: ShadingType, sizes: Sequence[Expr | None], place: Place, given: int | None = None
    ) -> ShadingType:
        """The array type of these sizes, the outermost first; the type itself if there are none.

        `given` is the size that stands for empty brackets: 0 if the first value of the array will tell it.
        """
        if len(sizes) + (base.base == "array") > 1 and not self.dialect.nested_arrays:
            message = f"{self.dialect.name} has arrays of one dimension only"
            if self.dialect.es:
                self.report.error(message, place)
                return ERROR
            if NESTED not in self.extensions:
                self.report.warn(
                    f"{message}: drivers that follow it refuse more, those of #version 430 take them", place
                )
        for size in reversed(sizes):
            if base.base in ("void", "error") or (base.is_opaque and self.dialect.constant_index):
                self.report.error(f"there are no arrays of {base}", place)
                return ERROR
            length = given if size is None and given is not None else self.length(size, place)
            if length is None or (not length and given is None):
                return ERROR
            base = array_of(base, length)
            if base.size > LARGEST_SIZE:
                self.report.error(f"{base} has {base.size} components; at most {LARGEST_SIZE} fit", place, limit=True)
                return ERROR
        return base

    def length(self, size: Expr | None, place: Place) -> int | None:
        if size is None:
            implied = () if self.dialect.es or not self.dialect.preprocessor else (IMPLIED,)
            self.report.error("the array needs a size", place, *implied)
            return None
        node = self.check(size)
        if node.type is ERROR:
            return None
        if node.value is None or not node.type.is_integer or not node.type.is_scalar:
            self.report.error("the size of an array must be a constant whole number", size.place)
            return None
        length = int(node.value[0])
        if not 0 < length <= LARGEST_ARRAY:
            message = (
                f"an array cannot have {length} elements"
                if length <= 0
                else f"{length} elements are more than {LARGEST_ARRAY}"
            )
            self.report.error(message, size.place, limit=length > 0)
            return None
        return length


def completed(type: ShadingType, given: ShadingType) -> ShadingType:
    """The type of a declared array, whose sizes left open are those of its first value."""
    if type.element is None or given.element is None:
        return type
    return array_of(completed(type.element, given.element), type.length or given.length)
