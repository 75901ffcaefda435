"""Type checking: from the syntax tree to the typed tree. `check.check` visits declarations and functions and reports
all errors.

`statements`, `expressions` and `calls` use `base`; `entry` checks the source as a whole. `live`, `flow`, `loops`,
`size` and `version` check the rules that AGSL adds to GLSL; some of these apply to expressions as Skia simplifies them,
which `simplify` does.
"""
