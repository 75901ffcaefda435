// Each mix takes most of the colour away: x + (0 - x) * a is a difference, and no larger sum may open it.
precision mediump float;
uniform vec2 size;
float line(vec2 at, float level) {
    return smoothstep(level - 0.02, level, at.y) - smoothstep(level, level + 0.02, at.y);
}
void main() {
    vec2 at = gl_FragCoord.xy / size;
    vec3 colour = mix(vec3(0.2, 0.1, 0.9), vec3(0.9, 0.8, 0.3), at.x);
    colour = mix(colour, vec3(1.0, 0.0, 0.0), line(at, at.x));
    colour = mix(colour, vec3(0.0, 1.0, 0.0), line(at, at.x));
    colour = mix(colour, vec3(0.0, 0.0, 1.0), line(at, at.x));
    gl_FragColor = vec4(colour, 1.0);
}
