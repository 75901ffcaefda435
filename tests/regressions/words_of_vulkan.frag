#version 450
// a block of push constants is one of uniforms, and a constant that a pipeline may set keeps its value
layout(push_constant) uniform Push {
    vec4 tint;
    mat2 turn;
    layout(offset = 48) float scale;
} push;
layout(constant_id = 3) const int count = 3;
layout(set = 0, binding = 1) uniform sampler2D image;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
    vec4 sum = vec4(0);
    for (int i = 0; i < count; i++) {
        sum += texture(image, push.turn * uv * push.scale + float(i) * 0.125);
    }
    color = sum / float(count) * push.tint;
}
