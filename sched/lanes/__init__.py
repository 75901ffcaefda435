"""Scalars packed into vec4 registers, for every machine that has them: `homes` decides which share a register,
`forming` which of their instructions can be one without closing a cycle, `components` which component each gets.
"""
