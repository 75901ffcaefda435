"""Reduces a failing source to a small one that fails in the same way."""
