// A particle is followed back through a field of curls in a while loop; do loops, a counter of ints, continue.
precision highp float;
uniform vec3 iResolution;
uniform float iTime;
uniform sampler2D iChannel0;
vec2 field(vec2 p) { return vec2(cos(p.y * 3.0 + iTime), sin(p.x * 3.0 - iTime)) * (1.0 + 0.3 * sin(p.x * p.y * 4.0)); }
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 p = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    vec4 ink = vec4(0.0);
    float along = 0.0;
    int skipped = 0;
    for (int i = 0; i < 40; i++) {
        vec2 v = field(p);
        if (dot(v, v) < 0.05) { skipped++; continue; }
        p -= 0.01 * v;
        along += 0.01 * length(v);
        ink += texture2D(iChannel0, p * 0.5 + 0.5) * exp(-along * 3.0);
        if (along > 0.5) break;
    }
    float w = 1.0;
    while (w < 16.0) { ink.rgb *= 1.0 - 0.02 * sin(w * p.x); w *= 2.0; }
    fragColor = vec4(ink.rgb / (1.0 + ink.a), 1.0) + float(skipped) * 0.01;
}
void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }
