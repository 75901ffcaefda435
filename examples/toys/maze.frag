// Truchet tiles with an early return, comparisons of vectors, every kind of swizzle, nested choices.
precision mediump float;
uniform vec2 iResolution;
uniform float iTime;
uniform bool inverted;
uniform ivec2 tiles;
float random(in vec2 st) { return fract(sin(dot(st.xy, vec2(12.9898, 78.233))) * 43758.5453123); }
vec2 tile(in vec2 st, in float index) {
    index = fract((index - 0.5) * 2.0);
    if (index > 0.75) st = vec2(1.0) - st;
    else if (index > 0.5) st = vec2(1.0 - st.x, st.y);
    else if (index > 0.25) st = 1.0 - vec2(1.0 - st.x, st.y);
    return st;
}
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 st = fragCoord.st / iResolution.xy * vec2(tiles), cell = floor(st), at = fract(st);
    if (any(lessThan(cell, vec2(1.0))) || all(greaterThanEqual(cell, vec2(tiles) - 1.0))) { fragColor = vec4(0.0); return; }
    vec2 p = tile(at, random(cell + floor(iTime)));
    float c = (step(length(p), 0.6) - step(length(p), 0.4)) + (step(length(p - vec2(1.0)), 0.6) - step(length(p - vec2(1.0)), 0.4));
    bvec2 odd = equal(mod(cell, 2.0), vec2(1.0));
    vec3 base = odd.x ? (odd.y ? vec3(0.9, 0.4, 0.1) : vec3(0.1)) : (odd.y ? vec3(0.2, 0.5, 0.8) : vec3(0.9)).bgr;
    vec4 color = vec4(mix(base, 1.0 - base, clamp(c, 0.0, 1.0)), 1.0);
    color.xy = color.yx;
    if (inverted) color.rgb = 1.0 - color.rgb;
    fragColor = color;
}
void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }
