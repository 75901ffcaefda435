// Four shades of green.

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

void main() {
    float light = dot(texture2D(Texture, uv).rgb, vec3(0.3, 0.6, 0.1));
    vec3 c = vec3(0.06, 0.22, 0.06);
    if (light > 0.75) c = vec3(0.61, 0.74, 0.06);
    else if (light > 0.5) c = vec3(0.55, 0.67, 0.06);
    else if (light > 0.25) c = vec3(0.19, 0.38, 0.19);
    gl_FragColor = vec4(c, 1.0);
}
#endif
