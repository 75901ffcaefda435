"""Instruction selection as a library: describe ops as records of `gpucc.isa`, write rules as data, select a graph.

from gpucc.isel import P, Rule, Selector

selector = Selector(isa, [Rule("twice", P.fmul("x", 2.0), "add(x, x)")])
selected = selector.select(block)

`signs`, `sums`, `compares`, `truths`, `choices`, `selects` and `extremes` return rules that several targets share, made
of the ops that an ISA has. The flags (`ARCP`, ...) are those of LLVM that a rule may require.
"""

from gpucc.isa.neutral import AFN, ARCP, CONTRACT, NINF, NNAN, NSZ, REASSOC
from gpucc.isel.cover import Selection, Selector, Wanted
from gpucc.isel.machine import Choice, Inst, Leaf, Result, ScalarSource, Section, Selected, Stretch
from gpucc.isel.text import show_selected
from gpucc.rules.compares import MachineOps, compares
from gpucc.rules.extremes import extremes
from gpucc.rules.pattern import Binding, P, Pattern, Refusal, Representation, Rule, Ruleset
from gpucc.rules.selects import selects
from gpucc.rules.signs import signs
from gpucc.rules.sums import sums
from gpucc.rules.truths import choices, truths

__all__ = [
    "AFN",
    "ARCP",
    "CONTRACT",
    "NINF",
    "NNAN",
    "NSZ",
    "REASSOC",
    "Binding",
    "Choice",
    "Inst",
    "Leaf",
    "MachineOps",
    "P",
    "Pattern",
    "Refusal",
    "Representation",
    "Result",
    "Rule",
    "Ruleset",
    "ScalarSource",
    "Section",
    "Selected",
    "Selection",
    "Selector",
    "Stretch",
    "Wanted",
    "choices",
    "compares",
    "extremes",
    "selects",
    "show_selected",
    "signs",
    "sums",
    "truths",
]
