; Whether a float is normal, as Zig asks its bits: (bits + 1 << 23) & 0x7f000000.
define <4 x float> @shader(float %x) {
  %b = bitcast float %x to i32
  %a = add i32 %b, 8388608
  %m = and i32 %a, 2130706432
  %c = icmp ne i32 %m, 0
  %v = select i1 %c, float 1.0, float 0.0
  %r = insertelement <4 x float> zeroinitializer, float %v, i32 0
  ret <4 x float> %r
}
