"""Settles which float arithmetic may be reordered: the three levels of `--arithmetic`, recorded in the flags of the IR.

`flags` edits the flags; `grant` decides which instructions keep them; `slices` finds instructions that amplify or jump
and everything that leads to them; `ranges` finds arguments of sines that are small.
"""
