// The sides of a branch compute what is made of the leaf that each chooses.
attribute vec4 p;
attribute vec4 c;
uniform bool lit;
uniform bool flat_colour;
uniform vec4 tint;
uniform vec4 base;
varying vec4 color;
varying vec2 uv;
void main() {
  gl_Position = p;
  color = (flat_colour ? tint : c) * base;
  uv = max(lit ? c.xy : tint.zw, p.xy) - (flat_colour ? p.xy : base.xy);
}
