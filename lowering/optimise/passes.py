"""Runs LLVM's passes through llvmlite for a fixed target, so that results do not depend on the machine that gpucc runs
on.
"""

from __future__ import annotations

from functools import cache

import llvmlite.binding as llvm
from llvmlite.binding.ffi import ObjectRef
from llvmlite.binding.newpassmanagers import NewPassManager

# a plain 64-bit target with <4 x float> registers, with C's layout of floats, integers and vectors
TRIPLE = "x86_64-unknown-unknown"
DATALAYOUT = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
HEAD = (f'target datalayout = "{DATALAYOUT}"', f'target triple = "{TRIPLE}"')


def run(module: llvm.ModuleRef, *names: str) -> None:
    """Run the passes that llvmlite calls `add_NAME_pass`, in order."""
    manager = llvm.create_new_module_pass_manager()
    for name in names:
        getattr(manager, f"add_{name}_pass")()
    _run(manager, module, _builder(0))


def run_pipeline(module: llvm.ModuleRef, level: int) -> None:
    """Run LLVM's own -O1 to -O3, without vectorisation; loops are unrolled only where their own metadata demand it."""
    builder = _builder(level)
    _run(builder.getModulePassManager(), module, builder)


def _run(manager: llvm.ModulePassManager, module: llvm.ModuleRef, builder: llvm.PassBuilder) -> None:
    """Run the passes and free the manager, which llvmlite 0.44 to 0.50 never does: the `close` that it inherits first
    does nothing (30 kB a pipeline).
    """
    manager.run(module, builder)
    if type(manager)._dispose is ObjectRef._dispose:
        NewPassManager._dispose(manager)
        manager.detach()


def _builder(level: int) -> llvm.PassBuilder:
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = False
    options.slp_vectorization = False
    options.loop_interleaving = False
    options.loop_unrolling = False
    return llvm.create_pass_builder(_machine(), options)


@cache
def _machine() -> llvm.TargetMachine:
    """The machine of all passes. LLVM registers its targets on the first call, which takes long, and a machine keeps
    what it knows of the processor.
    """
    llvm.initialize_all_targets()
    try:
        target = llvm.Target.from_triple(TRIPLE)
    except RuntimeError:
        llvm.initialize_native_target()
        target = llvm.Target.from_default_triple()
    return target.create_target_machine(cpu="x86-64" if target.name.startswith("x86") else "", features="", opt=2)
