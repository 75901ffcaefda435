"""The judge: simulators of the targets, and the comparison with LLVM's JIT.

The names of `public` can be imported from here. They load on first use, because no compilation needs all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpucc import late

if TYPE_CHECKING:
    from gpucc.interp.public import *  # noqa: F403


def __getattr__(name: str) -> object:
    return late.public_name(__name__, name)
