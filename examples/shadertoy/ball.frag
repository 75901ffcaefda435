// A lit ball: one intersection of a ray with a sphere.
void mainImage(out vec4 color, in vec2 pixel) {
    vec3 ray = normalize(vec3(2.0 * pixel / iResolution.xy - 1.0, 1.8));
    const vec3 centre = vec3(0.0, 0.0, 3.0);
    float along = dot(ray, centre), under = along * along - dot(centre, centre) + 1.0;
    vec3 normal = normalize(ray * (along - sqrt(max(under, 0.0))) - centre);
    float light = max(dot(normal, normalize(vec3(0.6, 0.7, -0.8))), 0.0);
    vec3 ball = vec3(0.9, 0.3, 0.2) * (0.15 + light) + pow(light, 20.0);
    color.rgb = under > 0.0 ? ball : vec3(0.1) + 0.1 * ray.y;
}
