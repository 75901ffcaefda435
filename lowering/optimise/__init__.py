"""Runs LLVM's own passes on a canonical shader, and unrolls loops for targets that cannot loop.

`optimise.optimise` unrolls first: by executing the known parts of loops (`specialise`, with `folding` and `slots`), and
by LLVM, for which `loops` prepares them. Then come LLVM's `passes`.
"""
