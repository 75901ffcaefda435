"""The surroundings of a program of the lima fragment processor: facts that its compiler and its simulator share.

The render state says which register holds the colour, and the chip puts some inputs where no varying is. Both sides
read these tables, so that neither takes a fact from the other.
"""

from __future__ import annotations

# the option of a program that lists the registers of its outputs, separated by commas
OUTPUTS_OPTION = "outputs"
# the op that reads an input which no varying holds, and the name of that input in an interface
BUILTIN_INPUTS = {
    "frag_coord": "gl_FragCoord",
    "point_coord": "gl_PointCoord",
    "front_facing": "gl_FrontFacing",
    "read_color": "gl_FBColor",
    "read_depth": "gl_FBDepth",
}
