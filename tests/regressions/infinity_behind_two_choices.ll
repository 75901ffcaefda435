; an infinity that is chosen, behind other choices: its guard makes it no number (on AGAL without jumps, version 1)
define float @vertex(float %x, float %y) {
  %c = fcmp olt float %x, 88.0
  %l = fcmp nsz arcp contract afn olt float %x, -150.0
  %n = fcmp nsz arcp contract afn une float %x, %x
  %s = select i1 %c, float %y, float 0x7FF0000000000000
  %s2 = select i1 %l, float 0.0, float %s
  %s3 = select i1 %n, float 0x7FF8000000000000, float %s2
  %m = fmul nsz arcp contract afn float %s3, -1.0
  %d = fadd nsz arcp contract afn float %m, 1.0
  %g = fcmp nsz arcp contract afn olt float %d, -0.0
  %h = select i1 %g, float -0.0, float %d
  %k = fmul nsz arcp contract afn float %h, -1.0
  %r = fadd nsz arcp contract afn float %x, %k
  ret float %r
}
