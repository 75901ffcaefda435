"""Only operations that the target selects remain: `legalise.legalise` rebuilds each node in what there is.

Integers become floats (`carriers`, `integers` and what is named after it, `patterns` for the bits of floats), functions
become others (`functions`), comparisons and choices too (`compares`), halves are rounded (`half`). `complete` fills up
outputs.
"""
