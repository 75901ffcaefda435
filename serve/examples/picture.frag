precision mediump float;

varying vec2 uv;
uniform sampler2D picture;
uniform float amount;

// A picture, drained of its colour: drop one on the field below the source.
void main() {
    vec3 colour = texture2D(picture, uv).rgb;
    float grey = dot(colour, vec3(0.3, 0.6, 0.1));
    gl_FragColor = vec4(mix(colour, vec3(grey), amount), 1.0);
}
