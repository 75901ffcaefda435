// A test in a round of a loop whether its counter is a minimum was also true where the counter is the larger of the two numbers.
precision highp float; varying vec4 v; uniform int n;
void main(){ float s = 0.0; int m = n < 4 ? n : 4;
 for (int i = 0; i < 8; i++) { if (i != m) s = s*0.5 + float(i) + v.x; }
 gl_FragColor = vec4(s); }
