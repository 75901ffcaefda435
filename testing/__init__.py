"""Tools for tests of targets, within gpucc and outside, that show that a target is right. The compiler imports none of
them.

`conformance` is a kit of checks for any target; `proofs` proves or refutes rules with z3, an optional extra; `coverage`
counts the rules that a set of programs uses.
"""

from gpucc.targets.composed import missing_bounds
from gpucc.testing.conformance import Conformance, ConformanceFault
from gpucc.testing.coverage import Coverage, coverage, describe

__all__ = ["Conformance", "ConformanceFault", "Coverage", "coverage", "describe", "missing_bounds"]
