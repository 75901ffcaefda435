"""Choices on targets that blend: what a side that is not taken computes must be a number, or it spoils the one that is.

`guard` is called by the targets, since those that branch have another way; `ranges` and `kinds` say which values can be
trouble.
"""
