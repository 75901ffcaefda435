precision mediump float;
varying vec2 place;
uniform vec4 dark;
uniform vec4 light;

void main() {
    vec2 square = floor(mod(place, 2.0));
    gl_FragColor = square.x == square.y ? dark : light;
}
