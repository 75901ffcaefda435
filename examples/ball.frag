// A ball of stone under one lamp: the picture is wrapped around it, and beside it there is nothing.
precision mediump float;

uniform sampler2D stone;
uniform vec3 lamp;
varying vec2 uv;

void main() {
    vec2 p = uv * 2.25 - 1.125;
    float inside = 1.0 - dot(p, p);
    if (inside < 0.0) discard;
    vec3 normal = vec3(p, sqrt(inside));
    vec3 light = normalize(lamp);
    float diffuse = max(dot(normal, light), 0.0);
    float shine = pow(max(reflect(-light, normal).z, 0.0), 16.0);
    vec2 around = vec2(normal.x / (1.25 + normal.z), normal.y / (1.25 + normal.z));
    vec3 colour = texture2D(stone, around * 0.5 + 0.5).rgb;
    gl_FragColor = vec4(colour * (0.25 + 0.75 * diffuse) + 0.5 * shine, 1.0);
}
