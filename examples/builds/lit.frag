precision mediump float;
uniform vec4 color;
varying float brightness;

void main() {
    gl_FragColor = vec4(color.rgb * brightness, color.a);
}
