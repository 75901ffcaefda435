"""LLVM's own passes on a canonical shader, and loops unrolled for targets that cannot loop.

`optimise.optimise` unrolls first: by running what is known of loops (`specialise`, with `folding` and `slots`), and by
LLVM, for which `loops` readies them. Then come LLVM's `passes`.
"""
