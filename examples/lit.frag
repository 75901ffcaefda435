precision mediump float;

varying vec4 shade;

void main() {
    gl_FragColor = shade;
}
