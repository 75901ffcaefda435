"""The exceptions of gpucc, one for each kind of fault, each with a place, a reason and a remedy."""

from __future__ import annotations

from dataclasses import field

from gpucc.records import dataclass

# the exceptions are public (docs/api.md); the other names of this module are for gpucc alone
__all__ = [
    "GpuccError", "InputError", "InternalError", "LimitExceeded", "Location", "Miscompiled", "TargetFault",
    "Unsupported", "Unverified", "UsageError",
]  # fmt: skip
# exceptions that indicate bugs of gpucc; the command line reports them as internal errors
MISTAKES = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, NameError, RuntimeError, StopIteration,
    TypeError, ValueError,
)  # fmt: skip
# the exit codes of commands that a signal ended, as in shells
INTERRUPTED = 130
TERMINATED = 143


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a source; line and column count from 1, 0 means unknown.

    `ir` is the line of the optimised IR that a compilation works on, `name` the name in IR or debug information of the
    value computed there, `half` whether that value is a half. If nothing else is known, the file is empty and the
    location is false.
    """

    file: str
    line: int = 0
    column: int = 0
    ir: int = field(default=0, compare=False, repr=False)
    name: str = field(default="", compare=False, repr=False)
    half: bool = field(default=False, compare=False, repr=False)

    def __bool__(self) -> bool:
        return bool(self.file)

    def __str__(self) -> str:
        parts = [self.file] + [str(n) for n in (self.line, self.column) if n]
        return ":".join(parts)


class GpuccError(Exception):
    """The base of all exceptions that gpucc raises on purpose. `exit_code` is that of the command line.

    `also` are further errors of the same source, found in the same run.
    """

    exit_code = 1

    def __init__(
        self,
        message: str,
        location: Location | None = None,
        notes: tuple[str, ...] = (),
        source_line: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.location = location
        self.notes = notes
        self.source_line = source_line
        self.also: tuple[GpuccError, ...] = ()

    @property
    def __notes__(self) -> list[str]:  # type: ignore[override]
        """What Python prints below the message of an exception that nobody catches: the place and the notes."""
        place = [f"at {self.location}"] if self.location else []
        shown = [self.source_line] if self.source_line else []
        return [*place, *shown, *self.notes]

    @property
    def file(self) -> str | None:
        """The file in which the error is, if it is known."""
        return self.location.file if self.location else None

    @property
    def line(self) -> int | None:
        """The line in which the error is, from 1 on, if it is known."""
        return self.location.line if self.location else None


class InputError(GpuccError):
    """The input is malformed: not IR, a truncated binary, a wrong interface."""


class Unsupported(GpuccError):
    """The input is well formed, but the target cannot do it; the notes suggest an alternative."""


class LimitExceeded(Unsupported):
    """A hardware limit is exceeded; the message has both numbers."""


class Unverified(GpuccError):
    """Too few lanes of the program could be compared with the source to call it verified; no compared lane differs."""


class UsageError(GpuccError):
    """A wrong flag or argument."""

    exit_code = 2


class TargetFault(GpuccError):
    """A mistake of a target that comes from another package."""

    exit_code = 2


class Miscompiled(GpuccError):
    """Our bug: the emitted program does not compute what the IR specifies."""

    exit_code = 3


class InternalError(GpuccError):
    """Our bug: an invariant of a stage does not hold."""

    exit_code = 3
