// mainImage as terminals and players on desktops run it: integers become floats, lists in braces are values, and a
// built-in function has another form
const vec2[3] places = {vec2(0.25, 0), vec2(0.5, 0.5), vec2(0.75, 1)};

float normalize(float value, float most) {
    return value / most;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 uv = fragCoord / iResolution.xy;
    float near = 1;
    for (int i = 0; i < 3; i++) {
        near = min(near, distance(uv, places[i]) * 2);
    }
    fragColor = texture2D(iChannel0, uv) * normalize(1 - near, 2) + vec4(0.25, 0, 0, 1);
}
