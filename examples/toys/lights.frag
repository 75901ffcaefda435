// Lights in an array of structs, filled and read in loops.
precision mediump float;
uniform vec3 iResolution;
uniform float iTime;
#define COUNT 6
struct Light { vec2 place; vec3 color; float power; };
Light lights[COUNT];
void setup() {
    for (int i = 0; i < COUNT; i++) {
        float a = float(i) * 1.0472 + iTime;
        lights[i].place = vec2(cos(a), sin(a * 1.3)) * 0.7;
        lights[i].color = 0.5 + 0.5 * cos(vec3(0.0, 2.1, 4.2) + a);
        lights[i].power = 0.05 + 0.02 * sin(a * 3.0);
    }
}
vec3 shine(in Light light, vec2 p) { return light.color * light.power / (dot(p - light.place, p - light.place) + 0.01); }
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 p = (fragCoord + fragCoord - iResolution.xy) / min(iResolution.x, iResolution.y);
    setup();
    vec3 sum = vec3(0.0);
    for (int i = 0; i < COUNT; i++) sum += shine(lights[i], p);
    fragColor = vec4(1.0 - exp(-sum), 1.0);
}
void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }
