"""Guards for selects on targets that blend: an arm that is not taken must be a number, or it spoils the other arm.

Targets call `guard` themselves, since targets that branch do without it; `ranges` and `kinds` determine the values that
can cause trouble.
"""
