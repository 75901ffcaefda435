"""Verdicts on programs: one is certified by its verification or refused with the reason; two can be linked or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gpucc.errors import InputError, Miscompiled, Unverified
from gpucc.interp.report import Report, unrun
from gpucc.program import Program

# how the warning of a program begins that is written although it is not verified
NOT_VERIFIED = "not verified: "
# how the names of the hardware's own inputs begin, and those of values without a name
UNNAMED = ("gl_", "arg")
# more units of the last place than a result has bits for
MOST_ULP = 2.0**24


def certified(
    program: Program, report: Report, allow_unverified: bool, warn: Callable[[str], None], package: str = ""
) -> Program:
    """The program with its report. A program that differs is refused; one with too few compared lanes is refused unless
    that is allowed. `package` is that of an outside target, whose rules are the likeliest cause."""
    if not report.passed:
        raise Miscompiled(
            f"the {program.isa} program differs from LLVM's JIT; nothing is written",
            notes=(
                report.describe(),
                "this is a bug of gpucc, please report it with the input; --no-verify shows the code,"
                " gpucc bisect names the rule at fault, gpucc reduce makes the input smaller"
                if not package
                else f"the likeliest cause is in the package {package}, not a bug of gpucc: a rule, a semantics, or a"
                " missing bound (`Target.bounds`); gpucc bisect names the rule, --no-verify shows the code",
            ),
        )
    if report.doubt is not None:
        if not report.verified and not allow_unverified:
            raise Unverified(
                f"the {program.isa} program is not verified: {report.doubt}",
                notes=(
                    *([report.lost] if report.lost else []),
                    f"{report.remedy}; --allow-unverified writes the program as it is, marked as not verified",
                ),
            )
        lost = f"; {report.lost}" if report.lost else ""
        warn(report.doubt if report.verified else f"{NOT_VERIFIED}{report.doubt}{lost}")
    counted = {} if report.executed is None else {"executed": report.executed.summary()}
    return replace(program, verified=report.summary(), stats={**program.stats, **counted})


def executed(program: Program) -> str:
    """The number of instructions that a lane of the verification ran, as text: one number if it is the same in all
    lanes."""
    counts = program.stats.get("executed")
    if not isinstance(counts, Mapping):
        return "none, for the device itself compiles the text" if program.verified else "not known without verification"
    least, mean, most = (counts.get(name) for name in ("minimum", "mean", "maximum"))
    return f"{least}" if least == most else f"{least} to {most}, {mean:g} on average"


def runs_straight(program: Program) -> bool:
    """Return whether every lane ran each instruction once, so that the number of instructions is all there is to
    report."""
    counts, count = program.stats.get("executed"), program.stats.get("instructions")
    return isinstance(counts, Mapping) and counts.get("minimum") == counts.get("maximum") == count


def _apart(verified: Mapping[str, Any]) -> str:
    """How far results are apart, in units of the last place while these say something: where terms cancel to zero, or
    nearly, every difference that rounding explains is a great many of them."""
    ulp = verified["max_ulp"]
    return f"within {ulp:.3g} ulp" if ulp <= MOST_ULP else "within the bounds of rounding"


def told(program: Program) -> str:
    """The verdict in the words of the summary line."""
    verified = program.verified
    if not verified:
        return "not verified"
    compared, lanes = verified.get("compared", 0), verified.get("lanes")
    counts = f"{compared} of {lanes} lanes" if lanes is not None else f"{compared} lane{'s' * (compared != 1)}"
    if verified.get("float32_only"):
        counts = f"{counts} in {verified.get('format', 'its own format')}, {verified['float32_only']} in float32 only"
    if verified.get("verdict") == "unverified":
        return f"NOT VERIFIED: only {counts} could be compared"
    exactness = "bit for bit" if not verified.get("max_ulp") else _apart(verified)
    word = "structure verified" if verified.get("verdict") == "structure" else "verified"
    unreached = verified.get("unreached")
    gaps = f"; {unrun(unreached)}" if unreached else ""
    return (
        f"{word} on {counts}, {exactness}{gaps}"
        if compared or verified.get("float32_only")
        else "not verified: no lane could be compared"
    )


def meet(vertex: Program, fragment: Program) -> None:
    """Check that two programs can be linked by names: the vertex program writes each varying that the fragment program
    reads, with as many components."""
    written = {slot.name: slot for slot in vertex.interface.outputs}
    for slot in fragment.interface.inputs:
        if slot.name.startswith(UNNAMED):
            continue
        other = written.get(slot.name)
        if other is None:
            names = ", ".join(name for name in written if not name.startswith("gl_")) or "none"
            raise InputError(
                f"the fragment program reads the varying {slot.name!r}, which the vertex program does not write",
                notes=(f"it writes {names}",),
            )
        if len(other.words) < len(slot.words):
            raise InputError(
                f"the varying {slot.name!r} is {other.type} in the vertex program and {slot.type} in the fragment"
                " program"
            )


def meet_in_registers(vertex: Program, fragment: Program, number_of: Callable[[int], int]) -> None:
    """Check two programs of a target that links them by the numbers of varyings: one that both programs name has the
    same number in both. Where names differ, or there are none, the numbers alone count. `number_of` takes an output's
    register."""
    written = {slot.name: slot for slot in vertex.interface.outputs}
    for slot in fragment.interface.inputs:
        other = written.get(slot.name)
        if other is None or slot.name.startswith(UNNAMED):
            continue
        number = number_of(other.register)
        if number != slot.register:
            raise InputError(
                f"the varying {slot.name!r} is number {number} in the vertex program and number {slot.register} in the"
                f" fragment program, and {vertex.isa} links them by these numbers",
                notes=(
                    "declare the varyings in the same order in both shaders; two sources in GLSL that are compiled in"
                    " one call are linked by name",
                ),
            )
