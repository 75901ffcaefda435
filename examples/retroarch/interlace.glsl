// Every other row is dark, another one in each frame.

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
uniform int FrameCount;

void main() {
    float row = floor(uv.y * TextureSize.y * 2.0) + float(FrameCount);
    gl_FragColor = vec4(texture2D(Texture, uv).rgb * (mod(row, 2.0) < 1.0 ? 1.0 : 0.3), 1.0);
}
#endif
