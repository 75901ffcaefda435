"""From syntax tree to typed tree: `check.check` goes through declarations and functions, with everything reported that
is wrong.

`statements`, `expressions` and `calls` stand on `base`; `entry` looks at the source as a whole; `live`, `flow`,
`loops`, `size` and `version` are what AGSL asks beyond GLSL, and `simplify` what Skia makes of expressions before it
asks.
"""
