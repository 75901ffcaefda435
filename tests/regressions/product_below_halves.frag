// x / y * y is x. Halves lose digits where x y is computed before 1 / y, because x y is too small for them.
precision highp float;
varying vec2 p;
void main() {
    gl_FragColor = vec4(1.0, 1.0, p.x / p.y * p.y, p.y / p * p);
}
