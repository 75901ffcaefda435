#version 300 es
precision highp float;
// a hash of a cell that repeats: only the remainder matters, and its factors are small
in vec2 place;
out vec4 colour;
void main() {
  ivec2 cell = ivec2(floor(place * 40.0)) & 15;
  int h = ((cell.x * 7 + cell.y) * 5 + 3) & 15;
  int k = (cell.x * 37 + cell.y * 17) & 63;
  k = (k * k * 15) & 63;
  colour = vec4(float(h) / 15.0, float(k) / 63.0, 0.0, 1.0);
}
