// What a search finds was overwritten by what it passed, where it ended without a break (agsl).
precision highp float; varying vec4 v;
void main(){ float a = 0.0, b = 7.0;
 for (int i = 0; i < 40; i++) { float w = a*0.5 + v.x; if (w > v.y) { b = w; break; } a = w; }
 gl_FragColor = vec4(b); }
