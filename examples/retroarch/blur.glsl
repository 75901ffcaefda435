// Nine texels with the weights of a bell.
#pragma parameter RADIUS "Distance of the texels" 1.5 0.5 4.0 0.5

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
uniform float RADIUS;
#else
#define RADIUS 1.5
#endif

void main() {
    vec3 sum = vec3(0.0);
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 away = vec2(x, y);
            sum += texture2D(Texture, uv + away * RADIUS / TextureSize).rgb * exp(-dot(away, away));
        }
    }
    gl_FragColor = vec4(sum / 3.0106, 1.0);
}
#endif
