// Contrast and saturation.
#pragma parameter CONTRAST "Contrast" 1.3 0.5 2.0 0.1
#pragma parameter SATURATION "Saturation" 0.5 0.0 2.0 0.1

#if defined(VERTEX)
attribute vec4 VertexCoord;
attribute vec4 TexCoord;
uniform mat4 MVPMatrix;
varying vec2 uv;

void main() {
    gl_Position = MVPMatrix * VertexCoord;
    uv = TexCoord.xy;
}

#elif defined(FRAGMENT)
#ifdef GL_ES
precision mediump float;
#endif
varying vec2 uv;
uniform sampler2D Texture;
#ifdef PARAMETER_UNIFORM
uniform float CONTRAST, SATURATION;
#else
#define CONTRAST 1.3
#define SATURATION 0.5
#endif

void main() {
    vec3 c = texture2D(Texture, uv).rgb;
    c = mix(vec3(dot(c, vec3(0.299, 0.587, 0.114))), c, SATURATION);
    gl_FragColor = vec4((c - 0.5) * CONTRAST + 0.5, 1.0);
}
#endif
