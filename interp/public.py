"""The names that `gpucc.interp` offers to other packages: its list of public names, which docs/api.md describes."""

from __future__ import annotations

from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, Outcome, Texture
from gpucc.interp.engines import slot_engine, vector_engine
from gpucc.interp.machine import Fault, UniformFile, VectorMachine, words_by_register
from gpucc.interp.simulate import Engine, Simulator, simulator
from gpucc.interp.slots import SlotEngine

__all__ = [
    "Batch",
    "Chance",
    "Engine",
    "Fault",
    "Outcome",
    "Simulator",
    "SlotEngine",
    "Texture",
    "UniformFile",
    "VectorMachine",
    "simulator",
    "slot_engine",
    "vector_engine",
    "words_by_register",
]
