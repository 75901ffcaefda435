// A quotient that a comparison guards: AGAL blended it with the other arm, and zero times infinity is NaN.
precision highp float;
varying vec4 a;
void main() { gl_FragColor = vec4(a.x == 0.0 ? 0.0 : a.y / a.x); }
