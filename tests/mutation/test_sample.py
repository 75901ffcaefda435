"""A fixed sample of the mutants of AGAL's table; all of them: `python -P benchmarks/mutate_agal.py`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# chosen so that outside evidence (`both`) or an unbroken judge (`alone`) notices each
BOTH = (
    "source.swizzle one bit higher",
    "sampler.bias unsigned",
    "destination.mask one bit higher",
    "stages exchanged",
    "repeat and clamp_u_repeat_v exchanged",
    "op/oc of type 2",
    "seq and sne exchanged",
    "sub computes fsub(b, a)",
    "m44 with two rows exchanged",
    "tokens/1: 201",
)
ALONE = ("header of 8 bytes", "frc computes floor(a)", "op/oc may be written in parts")
# gpucc never writes the depth output, so the judge of the compiler's copy finds nothing wrong
HARMLESS = "od of type 14"


def fates(folder: Path, kind: str, names: tuple[str, ...]) -> dict[str, str | None]:
    command = [
        sys.executable,
        "-P",
        str(ROOT / "benchmarks" / "mutate_agal.py"),
        "--json",
        str(folder / "fates.json"),
        "--kind",
        kind,
    ]
    done = subprocess.run(
        [*command, *[f"--only={name}" for name in names]], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rows = json.loads((folder / "fates.json").read_text())
    return {row["name"]: row[kind] for row in rows}


def test_mutants_are_noticed_in_both_copies(tmp_path: Path) -> None:
    found = fates(tmp_path, "both", BOTH)
    assert set(found) == set(BOTH)
    assert not [name for name, why in found.items() if why is None]


def test_mutants_of_the_compilers_copy_are_noticed_unless_harmless(tmp_path: Path) -> None:
    """All in one process: each begins with the kernels of the unbroken record."""
    found = fates(tmp_path, "alone", (*ALONE, HARMLESS))
    assert set(found) == {*ALONE, HARMLESS}
    assert [name for name, why in found.items() if why is None] == [HARMLESS]
