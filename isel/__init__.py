"""Instruction selection as a library: describe ops as `isa.model` records, write rules as data, select a graph.

from gpucc.isel import P, Rule, Selector

selector = Selector(isa, [Rule("fract", P.fsub("x", P.floor("x")), "frc(x)")])
selected = selector.select(block)
"""

from gpucc.isel.cover import Options, Selector, Wanted
from gpucc.isel.machine import Choice, Inst, Leaf, Result, Selected, Source
from gpucc.isel.pattern import Bound, P, Refusal, Representation, Rule, Ruleset

__all__ = [
    "Bound",
    "Choice",
    "Inst",
    "Leaf",
    "Options",
    "P",
    "Refusal",
    "Representation",
    "Result",
    "Rule",
    "Ruleset",
    "Selected",
    "Selector",
    "Source",
    "Wanted",
]
