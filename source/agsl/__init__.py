"""The region tree of a program as statements of AGSL: `write` is what the target calls.

`limits` refuses what the language does not take, `prepare` rewrites the graph for it. `units` gathers scalars into
vectors, `loops` and `coalesce` make for loops, `scopes` says where variables are declared, `names` what they are
called, `text` writes expressions, `tidy` leaves statements as an author would (`statements`), `costs` counts what they
compute, `print` writes the text.
"""
