"""The environment of a program of the lima fragment processor: facts that its compiler and its simulator share.

The render state selects the register that holds the colour and makes room for the stack, and some inputs are not
varyings. Compiler and simulator both read these tables, so that neither takes a fact from the other.
"""

from __future__ import annotations

# the program option that lists the registers of its outputs, separated by commas
OUTPUTS_OPTION = "outputs"
# the number of the last scalar of the stack, which lies at negative numbers
STACK_END = -1
# for each input that is not a varying, the op that reads it and the name of the input in an interface
BUILTIN_INPUTS = {
    "frag_coord": "gl_FragCoord",
    "point_coord": "gl_PointCoord",
    "front_facing": "gl_FrontFacing",
    "read_color": "gl_FBColor",
    "read_depth": "gl_FBDepth",
}
