"""Functions of public libraries: the simulated programs of every target against the same functions compiled by clang
for this machine.

`python -P benchmarks/languages_native.py --checkouts DIR --work DIR [--target ISA] [--each N]`

Of benchmarks/languages_functions.txt, it takes those of C and C++ whose arguments and results are floats, vectors and
4x4 matrices. Each runs natively on ordinary numbers and in gpucc's simulator, in the target's own number format. A lane
counts as equal if no component is further away than the target's arithmetic allows: some units in the last place of the
longest component. `--each N` takes N functions of each library.
"""

from __future__ import annotations

import argparse
import ctypes
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from languages import LIST, TARGETS, LibraryFunction, absolute, functions, ir_of  # noqa: E402
from languages_dialects import DIALECTS, EXTENDED, FLOATS, GLM, HMM  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402
from gpucc.targets import registry  # noqa: E402

KINDS = frozenset("1 2 3 4 q m4".split())
# the types of each library; None: arrays of floats
NAMES: dict[str, dict[str, str] | None] = {
    "cglm": None, "linmath": None, "HandmadeMath": HMM, "GLM": GLM, "C": {"1": "float"}, "vectors": EXTENDED,
}  # fmt: skip
LANES = 64
# units in the last place for a function; approximate operations of 32-bit targets are not better than this
UNITS, LEAST = 32, 2.0**-14
LANES_EQUAL = 0.95


def chosen(checkouts: Path, each: int) -> Iterator[LibraryFunction]:
    taken: dict[str, int] = {}
    for one in functions(LIST.read_text(), checkouts):
        if one.library in NAMES and one.types and {*one.types, one.result} <= KINDS:
            taken[one.library] = taken.get(one.library, 0) + 1
            if taken[one.library] <= each:
                yield one


def driven(one: LibraryFunction) -> str:
    """The library's function `k`, and `run`, which calls it for each lane."""
    dialect, names = DIALECTS[one.library], NAMES[one.library]
    lines, arguments, at = [], [], 0
    for number, kind in enumerate(one.types):
        count = FLOATS[kind]
        if kind[0] == "m":
            arguments.append(f"(const void *)(in + {at})" if names is None else f"(const {names[kind]} *)(in + {at})")
        else:
            type = "float" if kind == "1" else f"V{count}" if names is None else names[kind]
            lines.append(f"{type} a{number}; __builtin_memcpy(&a{number}, in + {at}, {4 * count});")
            arguments.append(f"a{number}")
        at += count
    made, size = FLOATS[one.result], 4 * FLOATS[one.result]
    if one.result != "1" and (names is None or one.result[0] == "m"):
        target = "out" if names is None else f"({names[one.result]} *)out"
        lines.append(f"k({', '.join([*arguments, target])});")
    else:
        type = "float" if one.result == "1" else (names or {})[one.result]
        lines.append(f"{type} r = k({', '.join(arguments)}); __builtin_memcpy(out, &r, {size});")
    extern = 'extern "C" ' if dialect.ending == ".cpp" else ""
    loop = f"for (int i = 0; i < lanes; i++, in += {at}, out += {made}) {{ {' '.join(lines)} }}"
    function = dialect.function(one.types, one.result, one.call)
    return f"{dialect.head}{function}{extern}void run(const float *in, float *out, int lanes) {{ {loop} }}\n"


def native(one: LibraryFunction, checkouts: Path, folder: Path, inputs: np.ndarray[Any, Any]) -> Any:
    """What clang's code for this machine computes, an array of (lanes, components); or clang's message."""
    dialect = DIALECTS[one.library]
    name = "native_" + re.sub(r"\W+", "_", one.name)[:90]
    source, library = folder / f"{name}{dialect.ending}", folder / f"{name}.so"
    source.write_text(driven(one))
    flags = [flag for flag in dialect.command if not flag.startswith("--target=") and flag not in ("-S", "-emit-llvm")]
    folders = [f"-I{checkouts / folder}" for folder in dialect.folders]
    command = [dialect.compiler, *flags, "-fPIC", "-shared", *folders, str(source), "-o", str(library), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr[:300]
    outputs = np.zeros((LANES, FLOATS[one.result]), np.float32)
    shown = (array.ctypes.data_as(ctypes.POINTER(ctypes.c_float)) for array in (inputs, outputs))
    ctypes.CDLL(str(library)).run(*shown, LANES)
    return outputs


def simulated(one: LibraryFunction, ir: Path, target: tuple[str, Any, dict[str, str]], inputs: Any) -> Any:
    """What the target's program computes, and the program's number format."""
    isa, stage, options = target
    program = driver.compile(ir, isa, entry=one.entry, stage=stage, target=options, verify=LANES, allow_unverified=True)
    slots = {slot.name for slot in (*program.interface.inputs, *program.interface.uniforms)}
    arrays, at = {}, 0
    for number, kind in enumerate(one.types):
        count = FLOATS[kind]
        if (name := f"arg{number}") in slots:
            arrays[name] = inputs[:, at] if count == 1 else inputs[:, at : at + count]
        at += count
    found = driver.run(program, arrays, lanes=LANES)
    return np.concatenate([np.asarray(value, np.float32).reshape(LANES, -1) for value in found.values()], axis=1)


def equal_lanes(expected: Any, found: Any, mantissa: int) -> tuple[int, int]:
    """How many lanes are equal, and how many could be compared: those that are numbers natively, within halves'
    range."""
    size = np.abs(expected).max(axis=1, keepdims=True)
    usual = np.isfinite(expected).all(axis=1) & (size[:, 0] < 6e4) & (size[:, 0] > 1e-4)
    bound = max(UNITS * 2.0 ** -(mantissa + 1), LEAST) * size
    near = (np.abs(expected.astype(np.float64) - found) <= bound).all(axis=1)
    return int((near & usual).sum()), int(usual.sum())


def compare(one: LibraryFunction, given: Any) -> Iterator[str]:
    random = np.random.default_rng(len(one.name))
    width = sum(FLOATS[kind] for kind in one.types)
    inputs = np.ascontiguousarray(random.uniform(-2, 2, (LANES, width)), np.float32)
    expected = native(one, given.checkouts, given.work, inputs)
    ir, said = ir_of(one, "", given.checkouts, given.work)
    if isinstance(expected, str) or ir is None:
        yield f"{one.name}: clang refuses it: {expected if isinstance(expected, str) else said}"
        return
    for target in TARGETS:
        if given.target not in (None, target[0]):
            continue
        try:
            found = simulated(one, ir, target, inputs)
        except GpuccError as error:
            yield f"{target[0]} refused {one.name}: {error.message}"
            continue
        if found.shape != expected.shape:
            yield f"{target[0]} shaped {one.name}: {found.shape[1]} components instead of {expected.shape[1]}"
            continue
        same, all = equal_lanes(expected, found, registry.find(target[0]).isa.format.mantissa)
        word = "equal" if all and same >= LANES_EQUAL * all else "differs"
        yield f"{target[0]} {word} {one.name}: {same} of {all} lanes"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkouts", type=absolute, required=True)
    parser.add_argument("--work", type=absolute, required=True)
    parser.add_argument("--target")
    parser.add_argument("--each", type=int, default=16)
    given = parser.parse_args()
    given.work.mkdir(exist_ok=True)
    counts: dict[tuple[str, str], int] = {}
    for one in chosen(given.checkouts, given.each):
        for line in compare(one, given):
            print(line, flush=True)
            isa, word = line.split(" ")[:2]
            counts[isa, word] = counts.get((isa, word), 0) + 1
    print("\n".join(f"{isa}: {count} {word}" for (isa, word), count in sorted(counts.items())))


if __name__ == "__main__":
    main()
