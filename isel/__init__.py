"""Instruction selection as a library: describe ops as `isa.model` records, write rules as data, select a graph.

from gpucc.isel import P, Rule, Selector

selector = Selector(isa, [Rule("fract", P.fsub("x", P.floor("x")), "frc(x)")])
selected = selector.select(block)
"""

from gpucc.isel.cover import Selection, Selector, Wanted
from gpucc.isel.machine import Choice, Inst, Leaf, Result, ScalarSource, Selected
from gpucc.rules.pattern import Binding, P, Refusal, Representation, Rule, Ruleset

__all__ = [
    "Binding",
    "Choice",
    "Inst",
    "Leaf",
    "P",
    "Refusal",
    "Representation",
    "Result",
    "Rule",
    "Ruleset",
    "ScalarSource",
    "Selected",
    "Selection",
    "Selector",
    "Wanted",
]
