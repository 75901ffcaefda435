; One register, its component chosen by an index: the register's own index is a constant once the range of the index is known.
define float @vertex(i64 %i, ptr %t) {
  %inside = and i64 %i, 3
  %place = getelementptr float, ptr %t, i64 %inside
  %value = load float, ptr %place
  ret float %value
}
