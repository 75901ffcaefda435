// The end of an inner loop sets a variable of the outer one, which the inner loop reads: it was set in every round of the inner loop (agsl).
precision highp float; varying vec4 v;
void main(){ float p = v.x, s = v.y, t = 0.0;
 while (true) {
  t += 0.5;
  for (int j = 0; j < 20; j++) { s = s*0.75 + p + t; if (s > v.w) { gl_FragColor = vec4(p, s, t, 1.0); return; } }
  p = s;
 }
}
