// Ridged value noise in three dimensions, through local memory: the corners lie in an array.
precision highp float;
varying vec2 v;

uniform float time;

float hash(vec3 corner) {
    return fract(sin(dot(corner, vec3(17.13, 59.71, 101.37))) * 23758.773);
}

float picture(vec2 p) {
    vec3 place = vec3(p, time);
    vec3 i = floor(place);
    vec3 f = place - i;
    vec3 u = f * f * (3.0 - 2.0 * f);
    float corners[4];
    for (int k = 0; k < 4; k++) {
        vec3 corner = i + vec3(mod(float(k), 2.0), floor(float(k) / 2.0), 0.0);
        corners[k] = mix(hash(corner), hash(corner + vec3(0.0, 0.0, 1.0)), u.z);
    }
    float found = mix(mix(corners[0], corners[1], u.x), mix(corners[2], corners[3], u.x), u.y);
    return 1.0 - abs(2.0 * found - 1.0);
}

void main() {
    gl_FragColor = vec4(vec3(picture(v)), 1.0);
}
