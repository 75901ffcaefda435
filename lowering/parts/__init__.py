"""A graph with branches laid out as straight parts: `lay_out.lay_out`.

It calls `returns` (several ends instead of one), `place` (where each node is computed), `variables` (which values that
outlive a part share a place) and `order` (which part stands where). `outputs` writes outputs where they arise.
"""
