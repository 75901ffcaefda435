"""Control flow as a target can carry it; `cfg` has the facts of a graph of blocks that all modules here ask for.

`flatten` leaves no branches, or only such as pay (`collapse`, `gate`); `diamonds` and `forks` make branches of choices;
`discards` and `switches` are ways out and boolean registers. Then a target takes the blocks as they are, as counted
loops (`counted`), or as a tree of regions (`structure`).
"""
