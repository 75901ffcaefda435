"""Lays out a graph with branches as straight parts: `lay_out.lay_out`.

It calls `returns` (several ends instead of one), `place` (the block that computes each node), `variables` (values that
outlive a part and may share a variable) and `order` (the order of the parts). `outputs` moves the writing of outputs to
where their values are computed.
"""
