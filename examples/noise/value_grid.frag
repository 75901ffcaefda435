// Value noise of a picture that is 57 cells wide: places are fractions of it, and corners are hashed as such.
precision highp float;
varying vec2 v;

float hash(vec2 corner) {
    return fract(sin(dot(corner / 57.0, vec2(691.73, 347.11))) * 7919.37);
}

float picture(vec2 p) {
    vec2 place = p / 57.0;
    vec2 i = floor(place * 57.0);
    vec2 f = place * 57.0 - i;
    vec2 u = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), u.x), mix(hash(i + vec2(0.0, 1.0)), hash(i + 1.0), u.x), u.y);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
