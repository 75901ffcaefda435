"""Moves arithmetic from a fragment shader to the vertex shader that is linked with it: `affine` finds what may move,
`pair` rewrites both texts."""
