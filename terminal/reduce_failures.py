"""Failures of a source: the symptom of a text on a target, or the verdict of the user's command."""

from __future__ import annotations

import re
import shlex
import subprocess
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from gpucc import driver
from gpucc.errors import MISTAKES, GpuccError, UsageError
from gpucc.records import dataclass
from gpucc.reduce.passes import language_of
from gpucc.terminal.wishes import Choices

NUMBER = re.compile(r"(?<![\w.])-?\d[\d.]*(?:e[+-]?\d+)?(?!\w)")
IR_NAME = re.compile(r'[%@](?:"[^"]*"|[-\w$.]+)')
# a failure is first searched for on few lanes, which is faster
FEW_LANES = 256


@dataclass(frozen=True, slots=True)
class Symptom:
    """How a source fails. `kind` is a verdict or the class of an exception; `others` are further errors of the same
    source; `ours` marks a bug of gpucc."""

    kind: str
    message: str = ""
    others: frozenset[str] = frozenset()
    ours: bool = False

    def matches(self, first: Symptom) -> bool:
        """Return whether this is the original failure, without any additional one."""
        return (self.kind, self.message) == (first.kind, first.message) and self.others <= first.others

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}" if self.message else self.kind


def masked(message: str) -> str:
    """A message without numbers and IR names, which change when the source shrinks."""
    return NUMBER.sub("N", IR_NAME.sub("%", message))


@dataclass(frozen=True)
class Examination:
    """Compiles a text for one target and compares it with LLVM's JIT, as `gpucc verify` does."""

    isa: str
    name: str
    choices: Choices
    lanes: int
    seed: int

    def symptom(self, text: str | bytes, lanes: int | None = None) -> Symptom | None:
        """The failure of the text; None if it does not fail."""
        try:
            ((_, result),) = driver.verify(
                self._given(text),
                self.isa,
                lanes=lanes or self.lanes,
                seed=self.seed,
                entry=self.choices.entry,
                name=self.name,
                **self.choices.arguments(),
            )
        except MISTAKES as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            return Symptom(type(error).__name__, f"{Path(frame.filename).name} in {frame.name}", ours=True)
        if isinstance(result, GpuccError):
            others = frozenset(masked(other.message) for other in result.also)
            return Symptom(type(result).__name__, masked(result.message), others, ours=result.exit_code == 3)
        if not result.passed:
            return Symptom("differs from LLVM's JIT", ours=True)
        return None if result.verified else Symptom("not verified")

    def _given(self, text: str | bytes) -> str | bytes:
        """A candidate in the form that the driver takes. IR is passed as a string, which is parsed in this process: a
        child process for each candidate would take most of the time."""
        if isinstance(text, bytes):
            return text
        data = text.encode("utf-8", "surrogateescape")
        return text if "\n" in text and language_of(self.name, data) == "ir" else data


def judge_of(first: Symptom, examine: Callable[[str], Symptom | None]) -> Callable[[str], bool]:
    def fails(text: str) -> bool:
        found = examine(text)
        return found is not None and found.matches(first)

    return fails


@dataclass(frozen=True)
class OuterJudge:
    """The user's command, called with the path of a candidate as its last argument; it accepts with exit code 0."""

    words: tuple[str, ...]
    name: str
    option: str

    @classmethod
    def of(cls, command: str, name: str, option: str) -> OuterJudge:
        try:
            words = tuple(shlex.split(command))
        except ValueError as error:
            raise UsageError(
                f"{option} {command!r} cannot be read: {error}", notes=("quotes must come in pairs, as in a shell",)
            ) from error
        if not words:
            raise UsageError(
                f"{option} is empty",
                notes=("give a program and its arguments; the candidate's path is appended",),
            )
        return cls(words, name, option)

    def __call__(self, text: str) -> bool:
        with tempfile.TemporaryDirectory(prefix="gpucc-reduce-") as folder:
            path = Path(folder) / self.name
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
            try:
                done = subprocess.run(
                    [*self.words, str(path)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    check=False,
                )
            except OSError as error:
                reason = error.strerror or str(error)
                raise UsageError(
                    f"{self.option} cannot run {self.words[0]!r}: {reason}", notes=("give its path, or sh -c '...'",)
                ) from error
        return done.returncode == 0
