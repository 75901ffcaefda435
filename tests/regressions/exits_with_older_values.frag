precision highp float;
varying vec2 at;
uniform vec2 c;
uniform vec4 u;

// `base` is older than the exits, one of which leaves with it, and is read behind them
void main() {
    float x = at.x;
    float base = dot(at, u.xy);
    float found = u.z;
    x = x * x + c.x;
    if (x > 4.0) {
        found = x;
    } else {
        x = x * x * x + c.y;
        if (x > 3.0) {
            found = base;
        } else {
            x = x * x + c.x;
            if (x > 2.0) {
                found = x;
            } else {
                x = x * x * x + c.y;
                if (x > 1.0) {
                    found = u.w;
                }
            }
        }
    }
    gl_FragColor = vec4(found, base, x, 1.0);
}
