// Coloured rings with smooth edges, whose width the screen's own derivatives give; the colours come from a table of uniforms.
#extension GL_OES_standard_derivatives : enable
precision mediump float;

uniform vec4 palette[4];
varying vec2 uv;

void main() {
    float r = length(uv - vec2(0.375, 0.5)) * 8.0;
    float soft = fwidth(r);
    int ring = int(mod(r, 4.0));
    float edge = smoothstep(0.0, 2.0 * soft, fract(r)) * (1.0 - smoothstep(1.0 - 2.0 * soft, 1.0, fract(r)));
    gl_FragColor = mix(vec4(0.125, 0.125, 0.15, 1.0), palette[ring], edge);
}
