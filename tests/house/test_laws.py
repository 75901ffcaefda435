"""Rules for the code base, checked on the sources: permitted imports, and the form of the code."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from house import own_files, shared_names

from gpucc.collector import without_collector

ROOT = Path(__file__).resolve().parents[2]
STAGES = (
    "targets", "isa", "frontend", "rules", "lowering", "isel", "source", "sched", "emit", "interp", "page", "reduce",
    "campaign", "fuzz", "selftest", "terminal", "serve", "testing",
)  # fmt: skip
FILES = sorted([*ROOT.glob("*.py"), *(path for stage in STAGES for path in (ROOT / stage).rglob("*.py"))])
MODULES = {
    ".".join(("gpucc", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path for path in FILES
}

# by prefix of a module's name, where the longest match counts: the parts of gpucc that it may import, also by prefix
LAWS: dict[str, tuple[str, ...]] = {
    "gpucc.records": (),
    "gpucc.late": (),
    "gpucc.collector": (),
    "gpucc.errors": (),
    "gpucc.listing": ("gpucc.errors",),
    "gpucc.debuginfo": ("gpucc.errors",),
    "gpucc.isa": ("gpucc.isa.model", "gpucc.isa.wide", "gpucc.isa.pipeline"),
    "gpucc.isa.pipeline": ("gpucc.isa.model",),
    "gpucc.isa.model": (),
    "gpucc.isa.wide": ("gpucc.isa.model",),
    "gpucc.isa.neutral": (),
    "gpucc.isa.derived": (),
    "gpucc.program": ("gpucc.isa.model", "gpucc.errors"),
    "gpucc.endings": ("gpucc.program",),
    "gpucc.frontend": (
        "gpucc.frontend",
        "gpucc.endings",
        "gpucc.collector",
        "gpucc.program",
        "gpucc.errors",
        "gpucc.isa.model",
        "gpucc.isa.neutral",
    ),
    "gpucc.rules": ("gpucc.rules", "gpucc.isa", "gpucc.errors"),
    "gpucc.lowering": (
        "gpucc.lowering",
        "gpucc.rules",
        "gpucc.program",
        "gpucc.listing",
        "gpucc.debuginfo",
        "gpucc.errors",
        "gpucc.isa.model",
        "gpucc.isa.neutral",
        "gpucc.isa.derived",
    ),
    "gpucc.isel": ("gpucc.isel", "gpucc.rules", "gpucc.isa", "gpucc.errors", "gpucc.listing", "gpucc.lowering.graph"),
    # writes shading languages from the graph and its region tree
    "gpucc.source": (
        "gpucc.source",
        "gpucc.isa",
        "gpucc.errors",
        "gpucc.program",
        "gpucc.listing",
        "gpucc.emit.names",
        "gpucc.lowering.graph",
        "gpucc.lowering.rewrite",
        "gpucc.lowering.flow.structure",
    ),
    "gpucc.sched": ("gpucc.sched", "gpucc.isa", "gpucc.errors", "gpucc.program", "gpucc.isel.machine"),
    "gpucc.emit": ("gpucc.emit", "gpucc.isa", "gpucc.errors", "gpucc.program"),
    "gpucc.interp": ("gpucc.interp", "gpucc.emit", "gpucc.isa", "gpucc.debuginfo", "gpucc.errors", "gpucc.program"),
    "gpucc.page": ("gpucc.page", "gpucc.listing", "gpucc.program", "gpucc.errors"),
    "gpucc.targets": ("gpucc",),
    "gpucc.hints": ("gpucc.frontend", "gpucc.program", "gpucc.errors"),
    "gpucc.reading": (
        "gpucc.endings",
        "gpucc.frontend",
        "gpucc.hints",
        "gpucc.lowering",
        "gpucc.program",
        "gpucc.errors",
        "gpucc.isa.model",
    ),
    "gpucc.compiled": (
        "gpucc.targets",
        "gpucc.emit",
        "gpucc.interp",
        "gpucc.reading",
        "gpucc.verdict",
        "gpucc.notebook",
        "gpucc.program",
        "gpucc.errors",
    ),
    "gpucc.backend": ("gpucc",),
    "gpucc.driver": ("gpucc",),
    "gpucc.linking": (
        "gpucc.lowering",
        "gpucc.interp",
        "gpucc.targets",
        "gpucc.reading",
        "gpucc.program",
        "gpucc.errors",
    ),
    "gpucc.steps": ("gpucc",),
    "gpucc.families": (
        "gpucc.driver",
        "gpucc.steps",
        "gpucc.compiled",
        "gpucc.interp.report",
        "gpucc.program",
        "gpucc.errors",
        "gpucc.isa.model",
    ),
    "gpucc.from_python": ("gpucc.families", "gpucc.driver", "gpucc.compiled", "gpucc.program", "gpucc.errors"),
    "gpucc.notebook": (
        "gpucc.compiled",
        "gpucc.terminal.render",
        "gpucc.terminal.running",
        "gpucc.emit",
        "gpucc.errors",
    ),
    "gpucc.verdict": ("gpucc.interp.report", "gpucc.program", "gpucc.errors"),
    "gpucc.reduce": (
        "gpucc.reduce",
        "gpucc.lowering.source",
        "gpucc.lowering.session",
        "gpucc.lowering.optimise.passes",
        "gpucc.lowering.graph",
        "gpucc.lowering.text",
        "gpucc.rules.uses",
        "gpucc.errors",
    ),
    # knows nothing of compilation: what a task does is named by the caller
    "gpucc.campaign": ("gpucc.campaign", "gpucc.errors"),
    # random programs, which are compiled as any other
    "gpucc.fuzz": (
        "gpucc.fuzz",
        "gpucc.driver",
        "gpucc.compiled",
        "gpucc.frontend.compile",
        "gpucc.targets.registry",
        "gpucc.program",
        "gpucc.errors",
        "gpucc.emit.header",
        "gpucc.isa.model",
    ),
    # programs for a chip: what they should draw, by the simulators
    "gpucc.selftest": (
        "gpucc.selftest",
        "gpucc.driver",
        "gpucc.emit",
        "gpucc.interp.data",
        "gpucc.isa",
        "gpucc.targets",
        "gpucc.program",
        "gpucc.errors",
    ),
    # for tests of targets; no other module imports it
    "gpucc.testing": (
        "gpucc.testing",
        "gpucc.rules",
        "gpucc.isel",
        "gpucc.isa",
        "gpucc.targets",
        "gpucc.driver",
        "gpucc.program",
        "gpucc.errors",
    ),
    "gpucc.terminal": (
        "gpucc.terminal",
        "gpucc.endings",
        "gpucc.campaign",
        "gpucc.fuzz",
        "gpucc.selftest.folder",
        "gpucc.driver",
        "gpucc.linking",
        "gpucc.reduce",
        "gpucc.verdict",
        "gpucc.targets.entry_points",
        "gpucc.program",
        "gpucc.errors",
        "gpucc.emit.bands",
        "gpucc.emit.files",
        "gpucc.emit.png",
        "gpucc.page",
    ),
    # the page on which one types does what the commands do
    "gpucc.serve": (
        "gpucc.serve",
        "gpucc.terminal",
        "gpucc.page",
        "gpucc.driver",
        "gpucc.verdict",
        "gpucc.program",
        "gpucc.errors",
        "gpucc.emit.manifest",
        "gpucc.emit.png",
    ),
    # picasso's command line is about assembly
    # Mesa's cache is about one driver's programs
    "gpucc.terminal.mesa": (
        "gpucc.terminal",
        "gpucc.driver",
        "gpucc.reading",
        "gpucc.program",
        "gpucc.errors",
        "gpucc.emit",
    ),
    "gpucc.terminal.picasso": ("gpucc.terminal", "gpucc.driver", "gpucc.errors", "gpucc.emit"),
    "gpucc.cli": (
        "gpucc.terminal",
        "gpucc.serve.start",
        "gpucc.driver",
        "gpucc.program",
        "gpucc.errors",
        "gpucc.emit.files",
    ),
    "gpucc.__main__": ("gpucc.cli", "gpucc.errors", "gpucc.terminal.guard"),
    "gpucc": (),
}
# modules that every module may import; all records are made by this one
EVERYWHERE = ("gpucc.records", "gpucc.late")
# the third-party packages that a stage may use
OUTSIDE: dict[str, tuple[str, ...]] = {
    "gpucc.frontend": ("llvmlite",),
    "gpucc.lowering": ("llvmlite", "numpy"),
    "gpucc.testing.proofs": ("z3",),
    "gpucc.sched": ("ortools",),
    "gpucc.emit": ("numpy",),
    "gpucc.interp": ("numpy", "llvmlite"),
    "gpucc.selftest.answers": ("numpy",),
    "gpucc.terminal.group": ("typer",),
    "gpucc.terminal.options": ("typer",),
    "gpucc.terminal.versions": ("llvmlite",),
    "gpucc.reduce": ("numpy",),
    "gpucc.fuzz": ("numpy",),
    "gpucc.terminal": ("numpy",),
    "gpucc.serve.jobs": ("numpy", "typer"),
    "gpucc.serve": ("starlette", "uvicorn"),
    "gpucc.driver": ("numpy",),
    "gpucc.compiled": ("numpy",),
    "gpucc.from_python": ("numba", "llvmlite", "numpy"),
    "gpucc.cli": ("typer",),
}
FOREIGN = (
    "llvmlite",
    "numpy",
    "typer",
    "click",
    "rich",
    "ortools",
    "z3",
    "skia",
    "numba",
    "ziglang",
    "starlette",
    "uvicorn",
    "hypothesis",
    "pytest",
)


def _under(name: str, roots: tuple[str, ...]) -> bool:
    return any(name == root or name.startswith(root + ".") for root in roots)


def _law(module: str) -> tuple[str, ...]:
    return LAWS[max((key for key in LAWS if _under(module, (key,))), key=len)]


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a file, the module first; cached, because every law needs them."""
    with without_collector():
        return tuple(ast.walk(ast.parse(path.read_text())))


def _package() -> dict[str, ast.Module]:
    """The syntax trees of the package's modules, by path, of which most have been parsed."""
    return {str(path.relative_to(ROOT)): cast(ast.Module, _nodes(path)[0]) for path in own_files()}


@cache
def _imports(path: Path) -> frozenset[tuple[int, str]]:
    """Every module that an import statement names, at any depth; `from gpucc import x` counts as gpucc.x."""
    found: set[tuple[int, str]] = set()
    for node in _nodes(path):
        match node:
            case ast.Import(names=names):
                found |= {(node.lineno, alias.name) for alias in names}
            case ast.ImportFrom(module=module, names=names, level=level):
                assert level == 0, f"{path}:{node.lineno}: relative import"
                assert module
                for alias in names:
                    deeper = f"{module}.{alias.name}"
                    found.add((node.lineno, deeper if deeper in MODULES else module))
    return frozenset(found)


def test_a_module_imports_only_what_its_stage_may_see() -> None:
    assert [
        f"{module}:{line} imports {name}; the law allows {', '.join(_law(module)) or 'nothing'}"
        for module, path in MODULES.items()
        for line, name in sorted(_imports(path))
        if _under(name, ("gpucc",)) and name != "gpucc" and not _under(name, (*_law(module), *EVERYWHERE))
    ] == []


def _libraries(module: str) -> tuple[str, ...]:
    return next((names for key, names in OUTSIDE.items() if _under(module, (key,))), ())


def test_a_module_uses_only_its_stages_libraries() -> None:
    assert [
        f"{module}:{line} imports {name}"
        for module, path in MODULES.items()
        for line, name in sorted(_imports(path))
        if name.split(".")[0] in FOREIGN and name.split(".")[0] not in _libraries(module)
    ] == []


def test_the_compiler_needs_nothing_of_what_proves_its_rules() -> None:
    """Some laws allow every import; even these modules may not import `testing`, whose solver is an optional
    dependency."""
    users = [
        module
        for module, path in MODULES.items()
        if any(_under(name, ("gpucc.testing",)) for _, name in _imports(path))
    ]
    assert [module for module in users if not _under(module, ("gpucc.testing",))] == []
    assert "gpucc.testing.proofs.rewrites" in users


def test_no_module_imports_behind_the_back_of_the_law() -> None:
    """Imports by name at run time escape the import statements. Only the root may have them, to load its names late,
    the modules that find and load targets of other packages, and the cache, which asks for versions of packages."""
    hidden = re.compile(r"\b(import_module|__import__|importlib)\b")
    assert [module for module, path in MODULES.items() if hidden.search(path.read_text())] == [
        "gpucc",
        "gpucc.campaign.nursery",
        "gpucc.late",
        "gpucc.targets.entry_points",
        "gpucc.targets.outside",
        "gpucc.terminal.cache",
    ]


def test_the_record_of_a_program_loads_no_stage() -> None:
    code = "import sys, gpucc.program; print(sorted(name for name in sys.modules if name.startswith('gpucc.')))"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['gpucc.errors', 'gpucc.isa', 'gpucc.isa.model', 'gpucc.program', 'gpucc.records']"


def law_table() -> str:
    """The laws as docs/design.md shows them: the imports that every stage may have besides itself."""

    def short(name: str) -> str:
        return f"`{name.removeprefix('gpucc.')}`"

    rows = []
    for module, allowed in LAWS.items():
        names = ", ".join(short(name) for name in allowed if name != module)
        rows.append(f"| {short(module)} | {'everything' if 'gpucc' in allowed else names or 'nothing'} |")
    return "\n".join(["| module | may import |", "| --- | --- |", *rows])


def test_the_design_shows_the_laws(golden: Callable[[Path, str], None]) -> None:
    path = ROOT / "docs" / "design.md"
    text = re.sub(
        r"^\| module \| may import \|\n(?:\|.*\n)*", lambda _: law_table() + "\n", path.read_text(), flags=re.MULTILINE
    )
    assert law_table() in text
    golden(path, text)


def test_the_law_catches_a_judge_that_peeks(tmp_path: Path) -> None:
    peeking = tmp_path / "peek.py"
    peeking.write_text("def f():\n    from gpucc.isel import machine\n    return machine\n")
    ((line, name),) = _imports(peeking)
    assert (line, name) == (2, "gpucc.isel.machine")
    assert not _under(name, _law("gpucc.interp.simulate"))
    assert _under("gpucc.emit.agal", _law("gpucc.interp.simulate"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_how_a_file_is_written(path: Path) -> None:
    text = path.read_text()
    nodes = _nodes(path)
    if path.name not in ("__init__.py", "__main__.py"):
        assert isinstance(nodes[0], ast.Module)
        assert ast.get_docstring(nodes[0]), "a module says what it is for"
    # the record of a machine is one table, which may be longer
    most = 560 if path.is_relative_to(ROOT / "isa") else 480
    assert len(text.splitlines()) <= most, f"a file stays under {most} lines"
    assert not re.search(r"\b(TODO|FIXME|XXX|HACK)\b", text)
    for node in nodes:
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "everything"
            # code of other packages may raise anything; a task's process ends with what it raises in the journal
            net = path.name == "cli.py" or path in (ROOT / "targets" / "outside.py", ROOT / "campaign" / "nursery.py")
            assert net or caught not in ("Exception", "BaseException", "everything"), f"line {node.lineno}: {caught}"
        if isinstance(node, ast.Raise) and node.exc:
            assert "NotImplementedError" not in ast.unparse(node.exc), f"line {node.lineno} is a stub"
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno <= 66, f"{node.name} is too long"


# the parts of the judge that a target passes to the driver: those that execute its programs, and those that check its
# rules
JUDGES = re.compile(r"gpucc\.interp\.(data|simulate|engines|agal|agsl|lima_vp|lima_pp|pica200|\w+_(rules|check))")


def _borrowed(path: Path) -> list[str]:
    """The names that a file imports from the judge other than functions and types."""
    facts = [
        f"line {node.lineno}: {alias.name}"
        for node in _nodes(path)
        if isinstance(node, ast.ImportFrom) and node.module and _under(node.module, ("gpucc.interp",))
        for alias in node.names
        if alias.name.isupper()
    ]
    return facts + [
        f"line {line}: {name}"
        for line, name in _imports(path)
        if _under(name, ("gpucc.interp",)) and not JUDGES.fullmatch(name)
    ]


def test_a_target_takes_no_fact_from_the_judge() -> None:
    """A fact that both need is in isa/: imported from the judge, a wrong entry would be wrong on both sides and go
    unnoticed."""
    targets = [path for module, path in MODULES.items() if _under(module, ("gpucc.targets",))]
    assert targets
    assert {path: facts for path in targets if (facts := _borrowed(path))} == {}


def test_the_law_catches_a_target_that_borrows(tmp_path: Path) -> None:
    borrowing = tmp_path / "borrow.py"
    borrowing.write_text("from gpucc.interp.lima_pp_check import LIMIT\nfrom gpucc.interp.lima_pp_units import units\n")
    assert _borrowed(borrowing) == ["line 1: LIMIT", "line 2: gpucc.interp.lima_pp_units"]


def test_only_the_command_line_has_a_last_net() -> None:
    nets = [
        node
        for node in _nodes(ROOT / "cli.py")
        if isinstance(node, ast.ExceptHandler) and node.type and ast.unparse(node.type) == "Exception"
    ]
    assert len(nets) == 1


TARGET_NAMES = ("agal", "lima-vp", "lima-pp", "pica200", "agsl")
# files that may name a target: its own files, the tables that list the targets, completion
OWN = r"(isa|emit|isel|source|interp|sched|lowering)/(agal|lima|pica|agsl)\w*(/\w+)?\.py"
NAMING = re.compile(OWN + r"|targets/\w+\.py|driver\.py|fuzz/rooms\.py|terminal/options\.py|emit/files\.py")


def _named_targets(path: Path) -> list[str]:
    if NAMING.fullmatch(str(path.relative_to(ROOT))):
        return []
    reads = {"frontend", "fuzz"} & {*path.parts} or path.name in ("reading.py", "endings.py")
    # the name of a language there
    names = {*TARGET_NAMES} - {"agsl"} if reads else {*TARGET_NAMES}
    return [
        f"{path}: line {node.lineno} names the target {node.value}"
        for node in _nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.lower() in names
    ]


def test_no_stage_asks_for_a_target_by_name() -> None:
    assert [fault for path in FILES for fault in _named_targets(path)] == []


def test_no_test_looks_at_a_clock() -> None:
    """A time measured on a shared machine proves nothing; `steps` of tests/conftest.py counts instead."""
    clocks = re.compile(r"time(it)?(\..*)?")
    tests = [path for path in sorted((ROOT / "tests").rglob("*.py")) if re.search(r"\btime", path.read_text())]
    assert tests
    assert [
        f"{path}:{line} imports {name}"
        for path in tests
        for line, name in sorted(_imports(path))
        if clocks.fullmatch(name)
    ] == []


def test_a_public_class_name_exists_once() -> None:
    """A class name is unique in the package, so that it identifies the class without its module."""
    assert shared_names(_package()) == {}
