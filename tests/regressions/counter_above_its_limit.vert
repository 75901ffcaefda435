// A counter never meets a minimum that is below its start: it met the other limit of the two, where its loop ended by its rounds.
attribute vec4 a;
uniform int n;
void main() {
    float found = 7.0;
    for (int i = 0; i < 6; i++) {
        if (i == (n < 3 ? n : 3)) {
            found = a.x;
            break;
        }
    }
    gl_Position = vec4(found, a.yzw);
}
