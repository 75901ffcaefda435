"""Size measures of the code base, and counts of LLVM IR's round trips through text: `python benchmarks/house.py
[--names]`.

Three measures of the sources and of compilations:

- public class names that two or more modules of the package define (top-level `class` statements, names without a
  leading underscore; tests, benchmarks and examples are left out). `--names` lists them with their modules.
- statements of the stages from LLVM IR to selected code: `ast.stmt` nodes, so that neither comments nor the width of
  lines count. The folders are those that code may move between; a missing folder counts as empty.
- how often one compilation without verification converts LLVM IR between text and modules: LLVM's parser (in this
  process, and in the one that reads foreign files first), LLVM's printer, llvmlite's printer, and our own reader. A
  round trip is a module that LLVM printed and parses again: the parsed text has a statement that LLVM printed before.
  `idle` are those whose text did not change in between. A function that gpucc wrote and LLVM links to a module is
  parsed, but is no round trip.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import llvmlite.binding as llvm
import llvmlite.ir

from gpucc import driver
from gpucc.lowering import apart
from gpucc.lowering.reader import read as reader
from gpucc.program import Stage

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = frozenset({"tests", "benchmarks", "examples", "build", "venv"})
# issue 13 moves code from one of these folders to another
STAGES = ("lowering", "isel", "rules", "source", "targets")
# proofs and coverage, formerly in rules/ and isel/: not part of the compiler
PROVER = "testing"

LOOP = """precision mediump float;
varying vec2 uv;
uniform float limit;
void main() {
    float sum = 0.0;
    for (int i = 0; i < 12; i++) {
        sum += uv.x * float(i);
        if (sum > limit) break;
    }
    gl_FragColor = vec4(sum, uv, 1.0);
}
"""
JULIA = """precision mediump float;
varying vec2 uv;
uniform vec2 c;
uniform float weights[4];
void main() {
    vec2 z = uv;
    float rounds = 0.0;
    for (int i = 0; i < 100; i++) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        if (dot(z, z) > 4.0) break;
        rounds += 1.0;
    }
    float sum = 0.0;
    for (int k = 0; k < 4; k++) sum += weights[k] * rounds;
    gl_FragColor = vec4(sum * 0.01);
}
"""
FORM = """precision mediump float;
varying vec2 uv;
uniform vec4 tint;
void main() {
    float ring = fract(length(uv - 0.5) * 8.0);
    gl_FragColor = tint * smoothstep(0.2, 0.4, ring);
}
"""
AGSL = """uniform float2 size;
uniform half4 tint;
half4 main(float2 at) {
    float2 p = at / size - 0.5;
    return tint * half(clamp(1.0 - dot(p, p), 0.0, 1.0));
}
"""


@dataclass(frozen=True, slots=True)
class Case:
    """One compilation: a source, its name, the target, and the stage if the name does not imply it."""

    name: str
    source: str | Path
    isa: str
    stage: Stage | None = None


CASES = (
    Case("mvp.ll", ROOT / "examples" / "mvp.ll", "agal", "vertex"),
    Case("mandelbrot.ll", ROOT / "examples" / "mandelbrot.ll", "lima-pp", "fragment"),
    Case("form.frag", FORM, "lima-pp"),
    Case("loop.frag", LOOP, "lima-pp"),
    Case("glow.agsl", AGSL, "agsl"),
    Case("lit.vert", ROOT / "tests" / "quality" / "glsl" / "lit.vert", "lima-vp"),
    Case("julia.frag", JULIA, "lima-pp"),
)


# names and statements -------------------------------------------------------------------------------------------------


def own_files(root: Path = ROOT) -> list[Path]:
    """The package's modules."""
    parts = {path: path.relative_to(root).parts for path in sorted(root.rglob("*.py"))}
    return [
        path for path, names in parts.items() if names[0] not in OUTSIDE and not any(n.startswith(".") for n in names)
    ]


def sources(root: Path = ROOT) -> dict[str, ast.Module]:
    """The syntax trees of the package's modules, by path."""
    return {str(path.relative_to(root)): ast.parse(path.read_text()) for path in own_files(root)}


def shared_names(modules: Mapping[str, ast.Module]) -> dict[str, list[str]]:
    """The public classes that several modules define, with those modules."""
    found: dict[str, list[str]] = {}
    for path, module in modules.items():
        for name in dict.fromkeys(node.name for node in module.body if isinstance(node, ast.ClassDef)):
            if not name.startswith("_"):
                found.setdefault(name, []).append(path)
    return {name: paths for name, paths in sorted(found.items()) if len(paths) > 1}


def statements(modules: Mapping[str, ast.Module]) -> Counter[str]:
    """Count statements by top folder; modules of the root count under their own name."""
    found: Counter[str] = Counter()
    for path, module in modules.items():
        found[path.split("/")[0]] += sum(isinstance(node, ast.stmt) for node in ast.walk(module))
    return found


def matchers(modules: Mapping[str, ast.Module]) -> list[str]:
    """The modules of lowering that import `re`, except for the reader: those that parse LLVM's text themselves."""
    own = {path: module for path, module in modules.items() if path.startswith("lowering/") and "/reader/" not in path}
    return [path for path, module in own.items() if any(_imports_re(node) for node in module.body)]


def _imports_re(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import) and any(alias.name == "re" for alias in node.names)


# round trips ----------------------------------------------------------------------------------------------------------


def trips(case: Case) -> Counter[str]:
    """Count the conversions between text and module in one compilation."""
    found: Counter[str] = Counter()
    printed: set[str] = set()
    name = None if isinstance(case.source, Path) else case.name
    driver.compile(
        case.source, case.isa, stage=case.stage, verify=None, name=name
    )  # imports and makes what is made once
    with ExitStack() as stack:
        stack.enter_context(_counted(found, "parsed", llvm.parse_assembly, partial(_note_parse, found, printed)))
        stack.enter_context(_counted(found, "parsed", llvm.parse_bitcode))
        stack.enter_context(_counted(found, "parsed apart", apart.read_apart))
        stack.enter_context(_counted(found, "read", reader.read))
        for kind, what, texts in (
            (llvm.ModuleRef, "printed", printed),
            (llvmlite.ir.Module, "printed by llvmlite", set()),
        ):
            stack.enter_context(patch.object(kind, "__str__", _counting(found, what, kind.__str__, made=texts.add)))
        driver.compile(case.source, case.isa, stage=case.stage, verify=None, name=name)
    return found


def _note_parse(found: Counter[str], printed: set[str], text: str, *more: object) -> None:
    """Count the parse as a round trip if LLVM printed any of its statements before; it is idle if all the text was."""
    known = {line for one in printed for line in _statements(one)}
    found["round trips"] += not known.isdisjoint(_statements(text))
    found["idle"] += text in printed


def _statements(text: str) -> Iterator[str]:
    return (line for line in text.split("\n") if line.startswith("  "))


def _counting(
    found: Counter[str],
    what: str,
    function: Callable[..., Any],
    given: Callable[..., None] | None = None,
    made: Callable[[Any], None] | None = None,
) -> Callable[..., Any]:
    """The function with its calls counted; `given` is called with its arguments and `made` with its result."""

    def call(*args: Any, **options: Any) -> Any:
        found[what] += 1
        if given is not None:
            given(*args)
        result = function(*args, **options)
        if made is not None:
            made(result)
        return result

    return call


@contextmanager
def _counted(
    found: Counter[str], what: str, function: Callable[..., Any], given: Callable[..., None] | None = None
) -> Iterator[None]:
    """Count the calls of a function under every name by which a module has imported it."""
    counting = _counting(found, what, function, given)
    with ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in ("gpucc", "llvmlite"):
                for key, value in list(vars(module).items()):
                    if value is function:
                        stack.enter_context(patch.object(module, key, counting))
        yield


# report ---------------------------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--names", action="store_true", help="list the shared names and where they are defined")
    chosen = parser.parse_args()
    modules = sources()
    shared = shared_names(modules)
    counts = statements(modules)
    print(f"public class names in two or more modules: {len(shared)}")
    if chosen.names:
        for name, paths in sorted(shared.items(), key=lambda item: (-len(item[1]), item[0])):
            print(f"  {name} x{len(paths)}: {', '.join(paths)}")
    print(
        f"statements: {', '.join(f'{stage} {counts[stage]:,}' for stage in STAGES)}; together"
        f" {sum(counts[s] for s in STAGES):,}"
    )
    print(f"  with {PROVER}, which proves the rules: {sum(counts[s] for s in (*STAGES, PROVER)):,}")
    print(f"  of the whole package ({len(modules)} modules): {counts.total():,}")
    print(f"modules of lowering with regular expressions of their own: {len(matchers(modules))}")
    print("text of LLVM IR in one compilation without verification:")
    ways = ("parsed", "parsed apart", "printed", "printed by llvmlite", "read", "round trips", "idle")
    print(f"| source | target | {' | '.join(ways)} |\n| --- | --- |{' --- |' * len(ways)}")
    for case in CASES:
        found = trips(case)
        print(f"| {case.name} | {case.isa} | {' | '.join(str(found[way]) for way in ways)} |")


if __name__ == "__main__":
    main()
