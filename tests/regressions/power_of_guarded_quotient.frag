#version 300 es
// Where colours are large, the linear part of the encoding is not taken, and a guard changes the quotient in it; so the
// power in the same arm has another base there, which may be negative.
precision highp float;
in vec2 at;
out highp vec4 colour;
uniform sampler2D picture;
uniform float steps;
uniform float opacity;
vec4 encoded(in vec4 v) {
    return vec4(mix(pow(v.rgb, vec3(0.41666)) * 1.055 - vec3(0.055), v.rgb * 12.92, vec3(lessThanEqual(v.rgb, vec3(0.0031308)))), v.a);
}
void main() {
    vec4 c = texture(picture, at);
    vec4 rough = vec4(floor(c.rgb * steps + 0.5) / steps, c.a);
    vec4 d = mix(c, rough, opacity);
    d.a = clamp(d.a, 0.0, 1.0);
    colour = d;
    colour = encoded(colour);
}
