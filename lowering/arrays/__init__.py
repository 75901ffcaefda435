"""Arrays and indices: local arrays as values (`locals`, and `locals_flow` with branches), uniform arrays
(`known_indices`, `addresses`).

`ladder` selects elements by a tree of selects where nothing can be indexed.
"""
