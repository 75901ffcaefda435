"""Replaces all operations that the target cannot select; `legalise.legalise` rebuilds each node from available ones.

Integers become floats (`carriers`, `integers` and the modules named after it, `patterns` for the bits of floats),
functions are expanded (`functions`), as are comparisons and selects (`compares`), halves are rounded (`half`).
`complete` fills the missing components of outputs.
"""
