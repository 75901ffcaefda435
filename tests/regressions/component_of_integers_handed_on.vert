#version 150
// One component of an integer input that becomes an integer output was refused: the number of its lane was taken for
// a vector.
in vec4 p; in ivec2 a; uniform ivec2 u; flat out int e; flat out int f;
void main() { gl_Position = p; e = a.y; f = u.x; }
