"""Public names of a package that load on first use. The module `public` of the package is their only list."""

from __future__ import annotations

import os.path
import sys
from importlib import import_module


def public_name(package: str, name: str) -> object:
    """The public name of a package, for its `__getattr__`. Python asks there for submodules before it imports them; the
    list is not loaded for these."""
    folder = os.path.dirname(sys.modules[package].__file__ or "")
    path = os.path.join(folder, name)
    if name == "__all__" or not (name.startswith("__") or os.path.exists(f"{path}.py") or os.path.isdir(path)):
        public = import_module(f"{package}.public")
        if name == "__all__" or name in public.__all__:
            return getattr(public, name)
    raise AttributeError(f"module {package!r} has no attribute {name!r}")
