"""Functions of public libraries, as compilers of many languages write them, on every target.

`python -P benchmarks/languages.py --checkouts DIR --state FILE [--part K/N] [--isa X] [--library NAME]`

benchmarks/languages_functions.txt names the functions. Each is compiled by the library's compiler, then by gpucc for
every target, and compared with LLVM's JIT on 64 lanes. DIR holds a checkout of each library, under the repository's
name (of glam a libglam.rlib, built with `--cfg feature="scalar-math"`); compilers must be on the path, Zig's and Numba
in this Python's packages, the headers of C and C++ for AArch64 (Debian's g++-aarch64-linux-gnu) where clang finds them.
Results are appended to the state file and not repeated. A refusal counts as a limit of the chip only if its message
shows that one is exceeded (languages_limits.py).

    --part K/N        every N-th function from the K-th on
    --isa X           this target; may be given several times
    --compiler NAME   another clang for C and C++: clang-14, clang-16, zig
    --summary         print the table of the state file and run nothing
    --refused         with --summary: the messages of what is refused, by frequency
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from corpora import apart  # noqa: E402
from languages_dialects import DIALECTS, Dialect, command  # noqa: E402
from languages_limits import limit_of  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError, InternalError, Miscompiled, Unsupported, Unverified  # noqa: E402
from gpucc.program import Stage  # noqa: E402

LIST = ROOT / "benchmarks" / "languages_functions.txt"
TARGETS: tuple[tuple[str, Stage, dict[str, str]], ...] = (
    ("agal", "vertex", {"version": "3"}), ("lima-vp", "vertex", {}), ("pica200", "vertex", {}),
    ("lima-pp", "fragment", {}), ("agsl", "fragment", {}),
)  # fmt: skip
MOST_CPU = 30
# what --demote-doubles may compile
DOUBLES = re.compile(r"\bdouble\b|floats of at most \d+ bits|x86_fp80|fp128")
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LibraryFunction:
    library: str
    types: tuple[str, ...]
    result: str
    call: str
    entry: str | None = None

    @property
    def name(self) -> str:
        return f"{self.library}: {' '.join(self.types)} -> {self.result} {self.call}"


def functions(text: str, checkouts: Path) -> Iterator[LibraryFunction]:
    """The functions of the list; of a library that is taken whole, all that its header declares."""
    library = ""
    for line in text.splitlines():
        if line.startswith("["):
            library = line[1 : line.index("]")]
            if ", whole" in line:
                header = checkouts / line.split(",")[0].split()[1].split("/")[1] / line.split(",")[0].split()[2]
                for name in re.findall(r"^RMAPI .*?(\w+)\(", header.read_text(), re.MULTILINE):
                    yield LibraryFunction(library, (), "", name, name)
        elif " -> " in line and not line.startswith("#"):
            types, rest = line.split(" -> ", 1)
            result, call = rest.split(" ", 1)
            # of these the module holds the whole library, whose functions are as visible as the shader
            entry = "k" if library in ("stb", "FastNoiseLite") else None
            yield LibraryFunction(library, tuple(types.split()), result, call, entry)


def file_name(one: LibraryFunction) -> str:
    """A name that no other function has: `a * b` and `a % b` differ only in signs, of which a name has none."""
    if not one.types:
        return one.library
    words = re.sub(r"\W+", "_", one.name)[:80]
    return f"{words}_{zlib.crc32(one.name.encode()):08x}"


def ir_of(one: LibraryFunction, compiler: str, checkouts: Path, folder: Path) -> tuple[Path | None, str]:
    """The file of IR, and what the compiler said if it wrote none."""
    dialect: Dialect = DIALECTS[one.library]
    compiler = compiler if dialect.compiler == "clang-19" and compiler else dialect.compiler
    name = file_name(one)
    source, ir = folder / f"{name}{dialect.ending}", folder / f"{name}.{compiler}.ll"
    if not ir.exists():
        written = dialect.function(one.types, one.result, one.call) if one.types else ""
        given = command(dialect, compiler, source, ir, checkouts)
        if dialect.ending == ".cpp":
            given[-3:-3] = ["-include-pch", str(precompiled(dialect, given, folder / f"{one.library}.{compiler}.hpp"))]
            source.write_text(written)
        else:
            source.write_text(dialect.head + written)
        made = subprocess.run(given, capture_output=True, text=True, cwd=folder, check=False)
        if dialect.compiler == "numba" and made.returncode == 0:
            ir.write_text(made.stdout)
        if made.returncode or not ir.exists():
            return None, (made.stderr or made.stdout)[:300]
    return ir, ""


def precompiled(dialect: Dialect, command: list[str], header: Path) -> Path:
    """The headers of a library of C++, which take clang far longer than a function does."""
    made = header.with_suffix(".pch")
    if not made.exists():
        header.write_text(dialect.head)
        flags = [flag for flag in command[:-3] if flag not in ("-S", "-emit-llvm")]
        subprocess.run([*flags, "-x", "c++-header", str(header), "-o", str(made)], cwd=header.parent, check=True)
    return made


def judged(ir: Path, entry: str | None, isa: str, stage: Stage, options: Mapping[str, str]) -> Record:
    demoted = False
    try:
        try:
            program = driver.compile(ir, isa, entry=entry, stage=stage, target=options, verify=64)
        except Unsupported as error:
            if not DOUBLES.search(error.message):
                raise
            demoted = True
            program = driver.compile(ir, isa, entry=entry, stage=stage, target=options, verify=64, demote_doubles=True)
    except (Miscompiled, InternalError) as error:
        return {"verdict": "exit 3", "why": error.message}
    except Unverified as error:
        return {"verdict": "unverified", "why": error.message}
    except GpuccError as error:
        return refusal(error.message)
    return {"verdict": "ok", "instructions": program.stats["instructions"], "demoted": demoted}


def refusal(message: str) -> Record:
    if (limit := limit_of(message)) is not None:
        return {"verdict": "limit", "limit": limit, "why": message}
    return {"verdict": "refused", "why": message}


def known(state: Path) -> dict[str, Record]:
    if not state.exists():
        return {}
    return {record["key"]: record for record in map(json.loads, state.read_text().splitlines())}


def table(records: Mapping[str, Record], by: str) -> str:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records.values():
        counts[record[by]][record["verdict"]] += 1
        counts["all"][record["verdict"]] += 1
    verdicts = ("ok", "limit", "refused", "unverified", "exit 3", "internal", "unfinished", "no IR")
    lines = [f"| {by} | {' | '.join(verdicts)} | ok of what no limit forbids |", f"|{' --- |' * (len(verdicts) + 2)}"]
    for name, count in counts.items():
        possible = count.total() - count["limit"] - count["no IR"]
        share = f"{100 * count['ok'] / possible:.0f}%" if possible else ""
        lines.append(f"| {name} | {' | '.join(str(count[one] or '') for one in verdicts)} | {share} |")
    return "\n".join(lines)


def refusals(records: Mapping[str, Record]) -> str:
    counts: Counter[tuple[str, str]] = Counter()
    example: dict[tuple[str, str], str] = {}
    for key, record in records.items():
        if record["verdict"] != "ok":
            why = record["verdict"], re.sub(r"\d+", "N", record.get("why", ""))[:150]
            counts[why] += 1
            example.setdefault(why, key)
    return "\n".join(f"{n:4} {why[0]}: {why[1]}   [{example[why]}]" for why, n in counts.most_common())


def absolute(word: str) -> Path:
    return Path(word).resolve()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkouts", type=absolute)
    parser.add_argument("--state", type=absolute, required=True)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--isa", action="append", choices=[isa for isa, _, _ in TARGETS])
    parser.add_argument("--library")
    parser.add_argument("--compiler", default="")
    parser.add_argument("--summary", action="store_true")
    parser.add_argument("--refused", action="store_true")
    given = parser.parse_args()
    done = known(given.state)
    if given.summary:
        print(table(done, "library"), table(done, "isa"), sep="\n\n")
        if given.refused:
            print(refusals(done))
        return
    folder = given.state.parent / "ir"
    folder.mkdir(exist_ok=True)
    at, step = map(int, given.part.split("/"))
    wanted = list(functions(LIST.read_text(), given.checkouts))[at - 1 :: step]
    with given.state.open("a") as file:
        for one in wanted:
            if given.library in (None, one.library):
                for record in compiled(one, given, folder, done):
                    print(json.dumps(record), file=file, flush=True)


def compiled(one: LibraryFunction, given: Any, folder: Path, done: Mapping[str, Record]) -> Iterator[Record]:
    wanted = [target for target in TARGETS if given.isa is None or target[0] in given.isa]
    keys = {isa: f"{isa} {given.compiler} {one.name}" for isa, _, _ in wanted}
    if all(key in done for key in keys.values()):
        return
    ir, said = ir_of(one, given.compiler, given.checkouts, folder)
    for isa, stage, options in wanted:
        if keys[isa] in done:
            continue
        about = {"key": keys[isa], "library": one.library, "isa": isa, "compiler": given.compiler}
        if ir is None:
            yield {**about, "verdict": "no IR", "why": said}
            continue
        yield {**about, **apart(partial(judged, ir, one.entry, isa, stage, options), MOST_CPU)}


if __name__ == "__main__":
    main()
