"""Algebra on the graph: `simplify.simplify` applies its rules until nothing changes; a rule is exact, or asks for the
flags it needs.

Rules: `float`, `integer`, `choice`; `flow` for branches and phis; `sums` and `products` order what may be reassociated;
`facts` and `rules` are their ground. `chains`, `invariant_sums` and `idioms` are passes of their own for targets that
gain by them.
"""
