"""The versions of gpucc and of the libraries that decide what it writes."""

from __future__ import annotations

from gpucc import __version__


def versions() -> tuple[tuple[str, str], ...]:
    import llvmlite
    from llvmlite.binding import llvm_version_info

    return (
        ("gpucc", __version__),
        ("llvmlite", llvmlite.__version__),
        ("LLVM", ".".join(map(str, llvm_version_info))),
    )
