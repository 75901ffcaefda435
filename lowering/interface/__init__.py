"""From any module to the canonical shader: inputs by value, uniform memory by pointer, one struct of outputs.

`canonicalise` calls in this order: `entry` (which function), `binds`, `prepare` (everything inlined, nothing opaque),
`plan` (what each parameter and global is: it asks `pointers` and `memory` what is done with memory, then `roles`,
`values` and `places`), `registers` (where each lies), `wrapper` (the shader is written). `viewport` and `window` change
a finished shader for hardware that asks for it.
"""
