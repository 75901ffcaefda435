// how much light a surface gets
float lit(vec3 normal, vec3 light) {
    return AMBIENT + (1.0 - AMBIENT) * max(dot(normal, light), 0.0);
}
