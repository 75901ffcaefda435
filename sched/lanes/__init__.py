"""Packing of scalars into vec4 registers, for all machines that have them.

`homes` decides which scalars share a register, `forming` which of their instructions can merge without closing a cycle,
and `components` which component each scalar gets.
"""
