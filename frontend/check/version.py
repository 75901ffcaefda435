"""Limits on the size of programs, and rules of AGSL that depend on the Android version, that is on its Skia."""

from __future__ import annotations

from contextlib import suppress

from gpucc.frontend.check.entry import main_kind
from gpucc.frontend.check.size import LARGEST, MOST_INLINED, program_size
from gpucc.frontend.choices import NEWEST, VERSIONS
from gpucc.frontend.places import Complaints, ReportFull
from gpucc.frontend.typed import CheckedUnit

FROM_14 = frozenset(VERSIONS) - {"13"}
TO_14 = frozenset(("13", "14"))
# Android 15 has Skia m128, which still limits the size of programs
UNLIMITED = ("16", NEWEST)
KINDS = {"colorFilter": "color filters", "blender": "blenders"}


def check_version(unit: CheckedUnit, android: str, report: Complaints) -> None:
    name = f"Android {android}" if android != NEWEST else "Skia"
    with suppress(ReportFull):
        for one in unit.newer:
            if android in one.refused:
                report.error(f"{name} refuses this: {one.message}", one.place, one.note)
    if android in UNLIMITED:
        return
    try:
        kind = main_kind(unit.entry) or "shader"
        if kind in KINDS:
            message = f"Android {android} has no {KINDS[kind]} in AGSL"
            report.error(message, unit.entry.place, "they come with Android 16: RuntimeColorFilter and RuntimeXfermode")
        size = program_size(unit.entry, unrolled=True)
        if size > LARGEST:
            message = (
                f"the program is too large for Android {android}: {size} nodes with loops and calls written out, at"
                f" most {LARGEST}"
            )
            report.error(message, unit.entry.place, "shorten loops, or call fewer functions in them", limit=True)
    except ReportFull:
        return


def check_inlined(unit: CheckedUnit, report: Complaints) -> None:
    """Report a program that is too large once all calls are inlined; functions that call the next one twice double it
    at each level."""
    first = [one.initial for one in unit.globals if one.initial is not None and one.computed]
    size = program_size(unit.entry, False, first)
    if size > MOST_INLINED:
        with suppress(ReportFull):
            message = f"the program has {size} nodes with calls written out; at most {MOST_INLINED} are allowed"
            report.error(
                message,
                unit.entry.place,
                "calls are inlined: keep results in variables instead of calling again",
                limit=True,
            )
