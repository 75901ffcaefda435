"""The self-tests in Mesa's own driver with its no-op chip: `python -P benchmarks/mesa_selftest.py FOLDER [--isa X ..]`.

FOLDER holds Mesa, built as for mesa.py. gpucc writes the self-tests, device.c runs them there, and what the driver
uploads for each one's last draw is compared with its files: both programs, the constants, and the test's
uniforms. Nothing is drawn by that chip, so device.c must call every colour wrong.
"""

from __future__ import annotations

import argparse
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from mesa import DECIMAL, MesaAccount, MesaDriver  # noqa: E402

from gpucc import __version__  # noqa: E402
from gpucc.emit import mesa  # noqa: E402
from gpucc.selftest import answers, folder  # noqa: E402
from gpucc.selftest.model import SelfTest  # noqa: E402


def halves(rows: list[float]) -> list[float]:
    return [struct.unpack("<e", struct.pack("<e", value))[0] for value in rows]


def differences(isa: str, test: SelfTest, account: MesaAccount) -> list[str]:
    """What the driver uploaded otherwise than the test's files have it."""
    program = answers.program_of(test, isa, test.text)
    shader = mesa.shader_of(program)
    what = "vs" if program.stage == "vertex" else "fs"
    found = [] if account.bytes(f"add {what} at") == shader.code else [f"code of {what}"]
    wanted = [value for row in test.uniforms for value in row]
    if program.stage == "vertex":
        numbers = [float(text[:-1]) for text in DECIMAL.findall(account.block("update gp uniform at"))]
        state = shader.state
        assert isinstance(state, mesa.MesaVertexState)
        wanted = wanted if state.uniform_size else []
        constants = struct.unpack(f"<{state.constant_size // 4}f", shader.constants)
        wanted = [struct.unpack("<f", struct.pack("<f", value))[0] for value in wanted]
        wanted = [*wanted, *numbers[len(wanted) : len(wanted) + mesa.VIEWPORT_BYTES // 4], *constants]
        if [f"{value:.6f}" for value in wanted] != [f"{value:.6f}" for value in numbers[: len(wanted)]]:
            found.append("uniforms and constants")
    elif test.uniforms:
        raw = account.bytes("add pp uniform data at")
        if list(struct.unpack(f"<{len(raw) // 2}e", raw))[: len(wanted)] != halves(wanted):
            found.append("uniforms")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--isa", nargs="+", default=["lima-vp", "lima-pp"])
    options = parser.parse_args()
    driven = MesaDriver.of(options.folder.resolve())
    wrong = 0
    for isa in options.isa:
        tests, files = folder.written(isa, __version__)
        place = Path(tempfile.mkdtemp())
        for name, data in files.items():
            (place / name).parent.mkdir(exist_ok=True)
            (place / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        words = ["cc", "-O1", "-o", "selftest", "device.c", "-lEGL", "-lGLESv2"]
        subprocess.run(words, cwd=place, check=True)
        for one in tests:
            settings = {**driven.settings(), "LIMA_DEBUG": "dump", "LIMA_DUMP_FILE": str(place / "dump")}
            done = subprocess.run(
                [place / "selftest", one.test.fact], cwd=place, env={**os.environ, **settings}, capture_output=True,
                text=True, timeout=120,
            )  # fmt: skip
            said = done.stdout.splitlines()[0] if done.stdout else done.stderr
            if "WRONG: 0 0 0 0" in said:
                said = "; ".join(differences(isa, one.test, MesaAccount((place / "dump.0000").read_text())))
            wrong += bool(said) and "only ARM" not in said
            print(isa, one.test.fact, said or "uploaded byte for byte", flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
