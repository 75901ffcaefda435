"""Translation of a program's region tree to statements of AGSL; `write` is the target's entry point.

`limits` refuses what the language lacks, `prepare` rewrites the graph for it. `units` gathers scalars into vectors,
`loops` and `coalesce` form for loops, `scopes` places declarations, `names` names variables, `text` writes expressions,
`tidy` cleans up the statements (`statements`), `costs` counts their operations, `print` writes the text.
"""
