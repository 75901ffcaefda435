// gl_FragCoord is named beside another coordinate, and nothing comes of it
precision mediump float;
varying vec2 uv;

vec4 effect(vec2 at, vec2 pixel) {
    vec2 unread = pixel * 2.0;
    return vec4(at, 0.25, 1.0);
}

void main() {
    gl_FragColor = effect(uv, gl_FragCoord.xy);
}
