"""Reads of the frame buffer: what stands in it already is an input that no varying holds."""

from __future__ import annotations

# the function, what it gives, and the input that it reads
READS = (("gpucc.framebuffer.color", "<4 x float>", "gl_FBColor"), ("gpucc.framebuffer.depth", "float", "gl_FBDepth"))


def define_frame_reads(lines: list[str]) -> list[str]:
    """The module with these functions defined, where it declares them."""
    done = list(lines)
    for function, type, name in READS:
        declared = next((i for i, line in enumerate(done) if line.startswith("declare ") and f" {type} @{function}()" in line), None)
        if declared is None:
            continue
        done[declared : declared + 1] = [
            f"define internal {type} @{function}() alwaysinline {{",
            f"  %found = load {type}, ptr addrspace(1) @{name}, align 16",
            f"  ret {type} %found",
            "}",
        ]
        if not any(line.startswith(f"@{name} =") for line in done):
            done.append(f"@{name} = external addrspace(1) constant {type}")
    return done
