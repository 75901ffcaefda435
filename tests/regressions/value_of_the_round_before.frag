// The value of the round before, read after a loop with a second exit, was that of the last round where the loop ended by its count (agsl).
precision highp float; varying vec4 v;
void main(){ float s = v.y, prev = 0.0, r = 0.0;
 for (int j = 0; j < 200; j++) { prev = s; s = s*0.75 + v.x; if (s > v.w) { r = sin(s); break; } }
 gl_FragColor = vec4(prev, s, r, 1.0); }
