"""Transforms any module into the canonical shader: inputs by value, uniform memory by pointer, one struct of outputs.

`canonicalise` calls in this order: `entry` (chooses the function), `binds`, `prepare` (inlines everything), `plan`
(decides what each parameter and global is: `pointers` and `memory` find the accesses, then come `roles`, `values` and
`places`), `registers` (assigns places), `wrapper` (writes the shader). `viewport` and `window` adapt a finished shader
to hardware that requires it.
"""
