"""Transforms control flow into a form that a target supports; `cfg` has facts about the blocks that all modules here
use.

`flatten` removes all branches, or those that do not pay (`collapse`, `gate`); `diamonds` and `forks` turn selects into
branches; `discards` and `switches` handle exits of fragments and boolean registers. Then a target takes the blocks as
they are, as counted loops (`counted`), or as a tree of regions (`structure`).
"""
