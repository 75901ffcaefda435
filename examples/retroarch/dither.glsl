// Few colours, with Bayer's pattern computed from the bits of the place.
#pragma parameter LEVELS "Levels of each colour" 3.0 2.0 8.0 1.0

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
uniform vec2 OutputSize;
#ifdef PARAMETER_UNIFORM
uniform float LEVELS;
#else
#define LEVELS 3.0
#endif

float two(vec2 p) {
    vec2 odd = floor(mod(p, 2.0));
    return odd.x * 2.0 + odd.y * 3.0 - odd.x * odd.y * 4.0;
}

void main() {
    vec2 p = floor(uv * OutputSize);
    float threshold = (two(p) * 4.0 + two(floor(p * 0.5)) + 0.5) / 16.0;
    vec3 c = texture2D(Texture, uv).rgb * (LEVELS - 1.0);
    gl_FragColor = vec4(floor(c + threshold) / (LEVELS - 1.0), 1.0);
}
#endif
