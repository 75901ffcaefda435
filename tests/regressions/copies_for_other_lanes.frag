// Lanes of one vector read copies of uniforms that were made for later ones: a copy stood behind its first reader.
precision highp float;
uniform float phase;
uniform int side;
uniform bool closed;
varying vec2 at;
void main() {
  float low = 0.0, high = 0.0;
  if (side == 0) low = phase;
  else if (side == 1) high = 0.5;
  else if (side == 3) { low = 0.0; high = phase; }
  else if (side == 4) low = closed ? 1.0 : phase;
  gl_FragColor = 0.5 <= low && 0.5 <= high ? vec4(1.0) : at.xyxy;
}
