"""Reads of the frame buffer: its previous contents are an input that is not a varying."""

from __future__ import annotations

from gpucc.lowering.llvm import GlobalVariable, Module
from gpucc.lowering.reader.spelling import spell

# the function, its result, and the input that it reads
READS = (("gpucc.framebuffer.color", "<4 x float>", "gl_FBColor"), ("gpucc.framebuffer.depth", "float", "gl_FBDepth"))


def define_frame_reads(module: Module) -> None:
    """Define these functions if the module declares them."""
    for function, type, name in READS:
        declared = module.functions.get(function)
        if declared is None or not declared.declared_only or declared.parameters or spell(declared.result) != type:
            continue
        declared.line = (
            f"define internal {type} @{function}() alwaysinline {{\n"
            f"  %found = load {type}, ptr addrspace(1) @{name}, align 16\n  ret {type} %found\n}}"
        )
        line = f"@{name} = external addrspace(1) constant {type}"
        module.globals.setdefault(name, GlobalVariable(name, declared.result, 1, True, line=line))
