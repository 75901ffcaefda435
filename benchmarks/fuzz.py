"""The long campaign of random programs: `python -P benchmarks/fuzz.py --isa agal --count 5000 [--seed 0] [--stage fragment]`.

Every program is verified, as in each compilation; files of pica200 must besides be lint-clean and built as the facts' sheet says. Prints
one line at the end; a mismatch is shrunk and printed with its IR, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "fuzz"), str(ROOT / "tests" / "pica200")]

import random_programs as programs  # noqa: E402
import shbin_structure  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError, LimitExceeded, Miscompiled  # noqa: E402
from gpucc.targets import registry  # noqa: E402

# what is wrong with a file, apart from what it computes
FAULTS: dict[str, Callable[[bytes], list[str]]] = {
    "pica200": lambda code: [str(fault) for fault in (*driver.check(code, "pica200"), *shbin_structure.faults(code))],
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--isa", default="agal")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--stage", choices=("vertex", "fragment"), help="the target's first, if none is named")
    parser.add_argument("--lanes", type=int, default=64)
    parser.add_argument("--opt", type=int, default=2)
    parser.add_argument("--part", help="K/N: the K-th of N shares of the programs, each drawn from a seed of its own")
    parser.add_argument("--target", action="append", default=[])
    wishes = parser.parse_args()
    stage = wishes.stage or registry.find(wishes.isa).isa.stages[0]
    part, parts = map(int, (wishes.part or "1/1").split("/"))
    options = dict(word.split("=", 1) for word in wishes.target) or programs.ROOMIEST.get(wishes.isa, {})
    found: Counter[str] = Counter()
    start = time.perf_counter()

    @seed(wishes.seed * parts + part - 1)
    @settings(
        max_examples=wishes.count // parts + (part <= wishes.count % parts),
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(programs.recipes(30, registry.find(wishes.isa).isa.loops))
    def check(recipe: object) -> None:
        text = programs.fitted(programs.render(recipe, stage, wishes.isa in programs.SHADERS), wishes.isa)
        try:
            program = driver.compile(text, wishes.isa, stage=stage, opt=wishes.opt, target=options, verify=wishes.lanes)
        except LimitExceeded:
            found["too large"] += 1
        except Miscompiled as error:
            raise AssertionError(f"{error}\n{error.notes}\n{text}") from error
        except GpuccError as error:
            raise AssertionError(f"{type(error).__name__}: {error}\n{text}") from error
        else:
            assert program.verified is not None
            faults = FAULTS.get(wishes.isa, lambda code: [])(program.code)
            assert not faults, f"{faults}\n{text}"
            found["bit for bit" if program.verified["exact"] else "within bounds"] += 1
            found["instructions"] += program.stats["instructions"]

    try:
        check()
    except AssertionError as failure:
        print(failure)
        return 1
    print(
        f"fuzz --isa {wishes.isa} --count {wishes.count} --seed {wishes.seed} --stage {stage} "
        f"--opt {wishes.opt} {f'--part {wishes.part} ' if wishes.part else ''}{options}: no mismatch; {found['bit for bit']} bit for bit, "
        f"{found['within bounds']} within bounds, {found['too large']} too large, {found['instructions']} instructions, "
        f"{time.perf_counter() - start:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
