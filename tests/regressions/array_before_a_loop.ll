; A copy of the function lost the number of its first block, from which that of the unnamed array follows.
define float @main(float %x, i32 %given) {
  %1 = alloca [8 x float], align 4
  call void @llvm.memset.p0.i64(ptr %1, i8 0, i64 32, i1 false)
  br label %fill
fill:
  %i = phi i32 [ 0, %0 ], [ %i.next, %fill ]
  %f = uitofp nneg i32 %i to float
  %product = fmul float %x, %f
  %thrice = mul nuw nsw i32 %i, 3
  %place = and i32 %thrice, 7
  %wide = zext nneg i32 %place to i64
  %p = getelementptr inbounds nuw float, ptr %1, i64 %wide
  store float %product, ptr %p
  %i.next = add nuw nsw i32 %i, 1
  %filled = icmp eq i32 %i.next, 6
  br i1 %filled, label %test, label %fill
test:
  %some = icmp sgt i32 %given, 0
  br i1 %some, label %few, label %done
few:
  %most = call i32 @llvm.smin.i32(i32 %given, i32 8)
  %count = zext nneg i32 %most to i64
  br label %sum
sum:
  %j = phi i64 [ 0, %few ], [ %j.next, %sum ]
  %s = phi float [ 0.0, %few ], [ %s.next, %sum ]
  %q = getelementptr inbounds nuw float, ptr %1, i64 %j
  %y = load float, ptr %q
  %s.next = fadd float %s, %y
  %j.next = add nuw nsw i64 %j, 1
  %summed = icmp eq i64 %j.next, %count
  br i1 %summed, label %done, label %sum
done:
  %r = phi float [ 0.0, %test ], [ %s.next, %sum ]
  ret float %r
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @llvm.smin.i32(i32, i32)
