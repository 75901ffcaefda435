// A copy, a break and the copy back were taken for changes of the variable itself, which the break leaves as it was (agsl).
precision highp float; varying vec4 v;
void main(){ float b = v.x;
 for (int i = 0; i < 30; i++) {
  float a = b;
  for (int j = 0; j < 20; j++) { a = a*0.5 + sin(a+v.y); }
  if (a > v.w) break;
  b = a;
 }
 gl_FragColor = vec4(b); }
