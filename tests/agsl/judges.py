"""The AGSL programs and the judge of tests/frontend, for tests that go all the way round."""

from __future__ import annotations

import importlib.util
import sys
import types
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
PACKAGE = "agsl_front_end_tests"


def load(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _front(name: str) -> ModuleType:
    """A module of tests/frontend, which import one another as of one package."""
    folder = HERE.parent / "frontend"
    if PACKAGE not in sys.modules:
        package = types.ModuleType(PACKAGE)
        package.__path__ = [str(folder)]
        sys.modules[PACKAGE] = package
    full = f"{PACKAGE}.{name}"
    return sys.modules.get(full) or load(folder / f"{name}.py", full)


judge = _front("skia_judge")
values = _front("test_agsl_values")
operations = load(HERE / "operations.py", "agsl_operations")
EXPRESSIONS = {text: f"half4 main(float2 p) {{ {values.V} return half4({text}); }}" for text in values.EXPRESSIONS}
SOURCES: dict[str, str] = {**EXPRESSIONS, **values.PROGRAMS}
