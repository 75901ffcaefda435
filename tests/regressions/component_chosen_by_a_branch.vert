#version 100

// LLVM makes one insertion at a computed index of these two branches, and nothing else that looks like a choice. AGAL
// blends it all the same, so an infinite uniform makes a NaN of the zero; that is no mistake of the program.
uniform float a, b;
uniform vec2 pair;
attribute vec4 position;
varying vec2 kept;

void main() {
    if (a == b) {
        kept = vec2(pair.x, 0.0);
    } else {
        kept = vec2(0.0, pair.y);
    }
    gl_Position = position;
}
