; LLVM's formula for the sum of i * i divides by multiplying with 1431655766, which no float carries: the loop stays
define float @vertex(i32 %k, float %x) {
  %n = urem i32 %k, 5
  br label %head

head:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  %s = phi i32 [ 0, %0 ], [ %sum, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end

body:
  %square = mul i32 %i, %i
  %sum = add i32 %s, %square
  %next = add i32 %i, 1
  br label %head

end:
  %f = sitofp i32 %s to float
  %r = fmul float %f, %x
  ret float %r
}
