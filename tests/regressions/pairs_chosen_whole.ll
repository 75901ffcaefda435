; Two pairs of floats, as C passes them in one register, of which one is chosen: the signs of zeros may be lost there.
define double @pairs_chosen_whole(double %a, double %b, i1 %c) {
  %r = select i1 %c, double %a, double %b
  ret double %r
}
