"""Shared by all tests: a deterministic hypothesis profile, the kernels of tests/kernels, and the libraries that Skia
needs."""

from __future__ import annotations

import ctypes.util
import gc
import json
import os
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parent
KERNELS = TESTS / "kernels" / "index.json"
# by their sonames, as skia-python loads them
SKIA_LIBRARIES = ("EGL", "GL", "expat")
# Tests in the order in which they run, by the beginnings of their paths: those that wait for browsers and servers while
# others work, and files that share compiled programs. The rest follows, and the many short ones fill the end.
FIRST = ("tests/serve/", "tests/lima_pp/test_recorded_sources.py", "tests/quality/test_lima_pp_counts.py")
LAST = ("tests/house/test_laws.py",)

settings.register_profile(
    "suite", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


@dataclass(frozen=True)
class Kernel:
    """One row of tests/kernels/index.json."""

    name: str
    path: Path
    row: dict[str, Any]


def kernels() -> list[Kernel]:
    if not KERNELS.exists():
        return []
    rows = json.loads(KERNELS.read_text())
    rows = rows["kernels"] if isinstance(rows, dict) else rows
    return [Kernel(row["name"], KERNELS.parent / row["file"], row) for row in rows]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bless",
        action="store_true",
        help="write the files that tests compare with: golden assembly, filetests, the laws in docs/design.md",
    )
    parser.addoption(
        "--all",
        action="store_true",
        help="run every case of the tests marked `sampled`: without it the whole suite runs some of them, to take less"
        " than ten minutes; a command that names files or folders runs every case, too",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compare a text with a file. With --bless it writes the file first; review the diff."""
    bless = request.config.getoption("--bless")
    command = f"pytest {request.path.parent.relative_to(TESTS.parent)} --bless"

    def compare(path: Path, text: str) -> None:
        if bless:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        assert path.exists(), f"{path.name} does not exist yet: {command}"
        assert text == path.read_text(), f"{path.name} changed; if that is meant: {command}"

    return compare


def _keep_bytecode(config: pytest.Config) -> None:
    """Let processes started by tests find compiled bytecode, as in an installed package. If the user disabled bytecode
    beside the sources, it is kept in pytest's cache."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(config.rootpath / ".pytest_cache" / "bytecode")
        sys.dont_write_bytecode = False


def pytest_configure(config: pytest.Config) -> None:
    _keep_bytecode(config)
    # a test leaves little in cycles, and the collector would walk what fixtures keep every few tests
    gc.set_threshold(50_000, 20, 20)
    # what tests compile is not what an earlier run has kept
    os.environ["GPUCC_CACHE"] = "off"
    config.addinivalue_line("markers", "sampled(n): the whole suite runs one of n cases, or the chosen ones")
    config.addinivalue_line("markers", "skia: needs skia-python and the system libraries libEGL, libGL and libexpat")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kernel" in metafunc.fixturenames:
        metafunc.parametrize("kernel", kernels(), ids=lambda kernel: kernel.name)


def _turn(item: pytest.Item) -> int:
    """The place of a test among the others, of which several may have the same."""
    for turns, first in ((FIRST, 0), (LAST, len(FIRST) + 1)):
        for number, beginning in enumerate(turns):
            if item.nodeid.startswith(beginning):
                return first + number
    return len(FIRST)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each process of pytest-xdist a stretch of the tests, because the tests of a file share what they compile."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of pytest-xdist what its command line does not: whether the suite is run as a whole."""
    node.workerinput["samples"] = _samples(node.config)


def _samples(config: pytest.Config) -> bool:
    """Return whether this run leaves out cases of the tests marked `sampled`."""
    if hasattr(config, "workerinput"):
        return bool(config.workerinput["samples"])
    return not config.getoption("--all") and config.args_source is not pytest.Config.ArgsSource.ARGS


def _is_left_out(item: pytest.Item) -> bool:
    """Return whether a case is none of the sample. The name of its parameters decides."""
    marker = item.get_closest_marker("sampled")
    if marker is None:
        return False
    if "chosen" in marker.kwargs:
        return not marker.kwargs["chosen"]
    name = item.nodeid.partition("[")[2]
    return zlib.crc32(name.encode()) % marker.args[0] != 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _samples(config):
        left_out = [item for item in items if _is_left_out(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _is_left_out(item)]
    items.sort(key=_turn)
    missing = [name for name in SKIA_LIBRARIES if ctypes.util.find_library(name) is None]
    if not missing:
        return
    reason = (
        f"Skia needs the system libraries {', '.join('lib' + name for name in missing)}: apt-get install libegl1 libgl1"
        " libexpat1"
    )
    for item in items:
        if item.get_closest_marker("skia"):
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_collection_finish() -> None:
    """The collector need not walk the tests themselves, which stay to the end: thousands of them, with what they
    import."""
    gc.collect()
    gc.freeze()


def lines_executed(work: Callable[[], object]) -> int:
    lines = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal lines
        lines += event == "line"
        return trace

    # garbage of other tests is collected now, not while lines are counted
    gc.collect()
    gc.disable()
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
        gc.enable()
    return lines


@pytest.fixture
def steps() -> Callable[[Callable[[], object]], int]:
    """Count the lines of Python that a call executes: a measure of cost without noise."""
    return lines_executed
