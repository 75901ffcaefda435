"""`gpucc bisect`: find the rule or the pass that makes a comparison fail.

A pass is found by executing the graphs before and after it on the same lanes, a rule by disabling it and comparing
again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from gpucc import driver
from gpucc.errors import GpuccError, InputError, Location, Miscompiled
from gpucc.program import Program
from gpucc.records import dataclass
from gpucc.reduce.passes_compared import WrongPass, wrong_pass
from gpucc.reduce.watch import PREFIX, CompileWatch
from gpucc.terminal import console
from gpucc.terminal.reduce_failures import OuterJudge
from gpucc.terminal.wishes import Choices, GivenSource, check_isa, placed, read_shader

# passes that consist of rules, each of which can be disabled
BY_RULES = ("simplify", "simplify again")


@dataclass(frozen=True, slots=True)
class BisectWishes:
    lanes: int = 4096
    command: str | None = None


@dataclass(frozen=True, slots=True)
class Culprit:
    """The result. `wrong` is the first pass whose graph computes different results; disabling any one of `rules` makes
    the comparison pass.

    `needed` are rules that could not be disabled, because no other rule covers their operations.
    """

    wrong: WrongPass | None
    rules: tuple[str, ...]
    needed: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The rules or passes at fault, the most precise first."""
        if self.wrong is not None and self.wrong.name not in BY_RULES:
            return (self.wrong.name,)
        return self.rules or (() if self.wrong is None else (self.wrong.name,))


def bisect_file(word: str, isa: str, choices: Choices, wishes: BisectWishes) -> int:
    """Print the culprit. Returns 1 if neither a rule nor a pass could be identified."""
    check_isa(isa)
    source = read_shader(word, choices.language)
    with console.Progress() as progress, placed(source):
        found = bisect(source, isa, choices, wishes, progress)
    if found.wrong is not None:
        console.put(
            f"pass {found.wrong.name}: its graph computes something else on {found.wrong.differing} of"
            f" {found.wrong.lanes} lanes\n"
        )
    for rule in found.names if found.rules and found.names == found.rules else ():
        console.put(f"rule {rule}: without it the comparison passes (--disable '{PREFIX}{rule}')\n")
    if found.names:
        return 0
    console.put(
        "neither a pass over the graph nor a rule that can be left out: the fault lies after selection, or in a rule"
        " below\n"
    )
    for rule in found.needed:
        console.put(f"rule {rule}: cannot be left out, because no other rule covers its operations\n")
    return 1


def bisect(
    source: GivenSource,
    isa: str,
    choices: Choices,
    wishes: BisectWishes,
    progress: Callable[[str], None] = lambda text: None,
) -> Culprit:
    attempt = _Attempt(source, isa, choices, wishes)
    watch = CompileWatch()
    progress("comparing")
    if not attempt.fails((), watch):
        raise InputError(
            f"the comparison does not fail on {isa}: there is nothing to look for",
            Location(source.name),
            (f"{wishes.lanes} lanes were compared; --lanes N compares others, --command CMD compares in your own way",),
        )
    wrong = wrong_pass(watch.steps)
    # candidates: the rules of the faulty pass, else those of selection
    stages = {stage for stage, _ in watch.steps}
    rules = [rule for stage, rule in watch.rules if (stage == wrong.name if wrong is not None else stage not in stages)]
    if wrong is not None and wrong.name not in BY_RULES:
        rules = []
    without, needed = attempt.cures(rules, progress)
    if not without and wrong is None:
        more = [rule for stage, rule in watch.rules if stage in stages]
        without, unable = attempt.cures(more, progress)
        needed += unable
    return Culprit(wrong, without, needed)


@dataclass(frozen=True)
class _Attempt:
    source: GivenSource
    isa: str
    choices: Choices
    wishes: BisectWishes

    def cures(self, rules: Sequence[str], progress: Callable[[str], None]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """(rules whose removal makes the comparison pass, rules that no other can replace)"""
        without: list[str] = []
        needed: list[str] = []
        for rule in dict.fromkeys(rules):
            progress(f"without {rule}")
            try:
                if not self.fails((f"{PREFIX}{rule}",)):
                    without.append(rule)
            except GpuccError:
                needed.append(rule)
        return tuple(without), tuple(needed)

    def fails(self, disable: Sequence[str], watch: CompileWatch | None = None) -> bool:
        lanes = self.wishes.lanes if self.wishes.command is None else None
        try:
            program = driver.compile(
                self.source.data,
                self.isa,
                entry=self.choices.entry,
                verify=lanes,
                name=self.source.name,
                observe=watch,
                allow_unverified=True,
                disable=disable,
                **self.choices.arguments(),
            )
        except Miscompiled:
            return True
        return self.wishes.command is not None and self._asked(program)

    def _asked(self, program: Program) -> bool:
        """Run the user's command on the program, written as a manifest."""
        judge = OuterJudge.of(self.wishes.command or "", "program.json", "--command")
        with tempfile.TemporaryDirectory(prefix="gpucc-bisect-") as folder:
            path = Path(folder) / "program.json"
            driver.save(program, path)
            return judge(path.read_text("utf-8"))
