// A picture in blocks: texels read by whole numbers, with an outline.
void mainImage(out vec4 color, in vec2 pixel) {
    vec2 size = iChannelResolution[0].xy, block = 8.0 * pixel / iResolution.xy;
    vec4 texel = texelFetch(iChannel0, ivec2(floor(block) / 8.0 * size), 0);
    vec2 edge = step(vec2(0.1), fract(block));
    color = vec4(texel.rgb * edge.x * edge.y, 1.0);
}
