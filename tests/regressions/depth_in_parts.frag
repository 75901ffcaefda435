// A depth in four parts: each part loses what the next one holds, and the last one stays. Its difference with a product
// with zero is the fraction itself, since no fraction is infinite (AGAL: 8 tokens instead of 5).
precision highp float;
varying vec4 v;
void main() {
  vec4 e = fract(vec4(1.0, 4.0, 16.0, 64.0) * v.z);
  gl_FragColor = e - e.yzww * vec4(vec3(0.25), 0.0);
}
