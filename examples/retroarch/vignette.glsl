// Dark corners.
#pragma parameter INNER "Where the dark begins" 0.3 0.0 1.0 0.05
#pragma parameter OUTER "Where it ends" 0.9 0.0 1.5 0.05

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
uniform float INNER, OUTER;
#else
#define INNER 0.3
#define OUTER 0.9
#endif

void main() {
    float away = distance(uv, vec2(0.5)) * 1.4142;
    gl_FragColor = vec4(texture2D(Texture, uv).rgb * smoothstep(OUTER, INNER, away), 1.0);
}
#endif
