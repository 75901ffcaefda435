// A counted loop that leads straight to the next round of the loop around it left in its first round (agsl).
precision highp float; varying vec4 v; uniform vec4 q;
void main(){ float p = v.x, s = v.y, t = 0.0;
 while (true) {
  t += 0.5;
  s = min(max(s*q.x + p*q.y, q.z*t), q.w + p) * 0.25 + max(p*p*0.125, s*q.y) + floor(s*0.5) * 0.125;
  p = p*0.5 + s*min(q.x, 0.5)+ max(t*q.z, p*q.w);
  p = clamp(p, -8.0, 8.0); s = clamp(s, -9.0, 9.0); 
  if (t > v.w || t > 6.0) break;
  for (int j = 0; j < 20; j++) { s = s*0.75 + p; p = p*0.5 + 0.25*t; }

 }
 gl_FragColor = vec4(p, s, t, 1.0);
}
