"""Compiles and verifies every function in other people's files of LLVM IR: the tests of LLVM itself, of Alive2, of
translators.

    python -P benchmarks/ir_tests.py FOLDER.. --isa X --state FILE [--sample N] [--lanes N] [--seconds S]

Each function is an entry of its own, in a process of its own, and takes what its parameters say. FILE gets a line for
each, so the same command goes on after an interruption; at the end stands a table of outcomes, and every function that
differs, that ended the process or that showed a mistake of gpucc. Requirements: such files hardly ever hold shaders, so
most are refused; but none may differ, and each gets an answer.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from gpucc import driver
from gpucc.errors import GpuccError, InternalError, LimitExceeded, Miscompiled
from gpucc.targets import registry

DEFINED = re.compile(r'^define\b[^@\n]*@("[^"]*"|[-\w$.]+)\(', re.MULTILINE)
MOST_FUNCTIONS = 40
MEMORY = 4 << 30
BAD = ("differs", "mistake", "died")


def functions(paths: list[Path]) -> Iterator[tuple[Path, str]]:
    for path in paths:
        text = path.read_text("utf-8", "surrogateescape")
        yield from ((path, name.strip('"')) for name in DEFINED.findall(text)[:MOST_FUNCTIONS])


def outcome(path: Path, name: str, isa: str, lanes: int) -> str:
    stage = registry.find(isa).isa.stages[0]
    text = path.read_text("utf-8", "surrogateescape")
    try:
        program = driver.compile(
            text, isa, stage=stage, entry=name, name=path.name, verify=lanes, allow_unverified=True
        )
    except Miscompiled as error:
        return f"differs: {error.notes[:2]}"
    except InternalError as error:
        return f"mistake: {error}"
    except LimitExceeded as error:
        return f"too large: {error}"
    except GpuccError as error:
        return f"refused: {error}"
    except Exception as error:
        return f"mistake: {type(error).__name__}: {error}"
    assert program.verified is not None
    return str(program.verified["verdict"])


def apart(path: Path, name: str, isa: str, lanes: int, seconds: int) -> str:
    """The outcome from a process of its own, which may die."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.alarm(seconds)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.write(writer, outcome(path, name, isa, lanes)[:3000].encode("utf-8", "backslashreplace"))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read().decode("utf-8")
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if said:
        return said.replace("\n", " / ")
    return "unfinished" if code == -signal.SIGALRM else f"died: {code}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--isa", required=True)
    parser.add_argument("--state", required=True, type=Path)
    parser.add_argument("--sample", type=int, help="so many files, drawn from a fixed seed")
    parser.add_argument("--lanes", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=90)
    given = parser.parse_args()
    paths = sorted(path for folder in given.folders for path in folder.rglob("*.ll"))
    if given.sample is not None and given.sample < len(paths):
        paths = sorted(random.Random(0).sample(paths, given.sample))
    done: dict[tuple[str, str], str] = {}
    if given.state.exists():
        for line in given.state.read_text("utf-8").splitlines():
            file, name, said = line.split("\t", 2)
            done[file, name] = said
    with given.state.open("a", encoding="utf-8", errors="backslashreplace") as state:
        for path, name in functions(paths):
            if (str(path), name) not in done:
                said = done[str(path), name] = apart(path, name, given.isa, given.lanes, given.seconds)
                print(path, name, said, sep="\t", file=state, flush=True)
    counts = Counter(said.partition(":")[0] for said in done.values())
    print(f"{given.isa}: {len(done)} functions: {', '.join(f'{n} {kind}' for kind, n in counts.most_common())}")
    bad = [(*place, said) for place, said in done.items() if said.startswith(BAD)]
    for one in bad:
        print(*one, sep="\t")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
