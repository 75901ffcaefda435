#version 150

// The first value of a uniform tells the size of its array, as that of any other variable.
uniform vec4 colors[] = vec4[](vec4(0.0, 1.0, 0.0, 1.0), vec4(0.5), vec4(1.0));
out vec4 color;

void main() {
    color = colors[1] + colors[colors.length() - 1];
}
