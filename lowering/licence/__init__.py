"""What may be done to the order of float arithmetic: the three steps of `--arithmetic`, settled in the flags of the IR
itself.

`flags` edits the words; `grant` says which instructions keep them; `slices` finds what amplifies or jumps and all that
leads there; `ranges` knows which arguments of sines are small.
"""
