// A grid of pixels with red, green and blue stripes.
#pragma parameter GAP "Width of the gaps" 0.15 0.0 0.5 0.05

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
uniform float GAP;
#else
#define GAP 0.15
#endif

void main() {
    vec2 cell = fract(uv * TextureSize);
    vec3 stripe = step(abs(cell.x - vec3(0.17, 0.5, 0.83)), vec3(0.17));
    vec2 edge = step(vec2(GAP), cell);
    gl_FragColor = vec4(texture2D(Texture, uv).rgb * (0.6 + 0.6 * stripe) * edge.x * edge.y, 1.0);
}
#endif
