"""Algebra on the graph: `simplify.simplify` applies rules until nothing changes. A rule is exact, or requires flags.

Rules: `float`, `integer`, `choice`; `flow` for branches and phis; `sums` and `products` order sums and products that
may be reassociated; `facts` and `rules` provide the basis. `chains`, `invariant_sums` and `idioms` are passes of their
own for targets that benefit from them.
"""
