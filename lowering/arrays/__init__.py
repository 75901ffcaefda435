"""Arrays and indices: local arrays as values (`locals`, and `locals_flow` with branches), uniform arrays
(`known_indices`, `addresses`).

What cannot be indexed is chosen by a tree of selects: `ladder`.
"""
