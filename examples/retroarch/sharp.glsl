// Sharp texels with soft borders, for a linear sampler.
#pragma parameter SCALE "How sharp borders are" 4.0 1.0 8.0 1.0

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
uniform float SCALE;
#else
#define SCALE 4.0
#endif

void main() {
    vec2 texel = uv * TextureSize, middle = floor(texel) + 0.5;
    vec2 near = clamp((texel - middle) * SCALE, -0.5, 0.5);
    gl_FragColor = texture2D(Texture, (middle + near) / TextureSize);
}
#endif
