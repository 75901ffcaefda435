// The glass of a tube: the picture bends, and ends in black.
#pragma parameter BEND "How much it bends" 0.12 0.0 0.5 0.02

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
uniform float BEND;
#else
#define BEND 0.12
#endif

void main() {
    vec2 p = 2.0 * uv - 1.0;
    p *= 1.0 + BEND * p.yx * p.yx;
    vec2 inside = step(abs(p), vec2(1.0));
    gl_FragColor = vec4(texture2D(Texture, 0.5 * p + 0.5).rgb * inside.x * inside.y, 1.0);
}
#endif
