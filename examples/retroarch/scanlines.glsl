// Dark lines between the rows of the picture.
#pragma parameter DEPTH "How dark the lines are" 0.5 0.0 1.0 0.05

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
uniform vec2 TextureSize;
#ifdef PARAMETER_UNIFORM
uniform float DEPTH;
#else
#define DEPTH 0.5
#endif

void main() {
    float row = fract(uv.y * TextureSize.y) - 0.5;
    gl_FragColor = vec4(texture2D(Texture, uv).rgb * (1.0 - DEPTH * 4.0 * row * row), 1.0);
}
#endif
