; rustc's checks end in a panic, which a shader cannot report: an index out of range is undefined behaviour, as in C.
declare void @panic_bounds_check(i64, i64) #1
declare void @panic_cannot_unwind() #1
declare i32 @rust_eh_personality(...)
define float @vertex(float %a, ptr align 4 dereferenceable(128) %table) personality ptr @rust_eh_personality {
start:
  %i = call i64 @llvm.fptoui.sat.i64.f32(float %a)
  %ok = icmp ult i64 %i, 32
  br i1 %ok, label %good, label %bad
bad:
  invoke void @panic_bounds_check(i64 %i, i64 32)
          to label %never unwind label %cleanup
never:
  unreachable
cleanup:
  %l = landingpad { ptr, i32 }
          filter [0 x ptr] zeroinitializer
  call void @panic_cannot_unwind()
  unreachable
good:
  %p = getelementptr inbounds float, ptr %table, i64 0
  %x = load float, ptr %p, align 4
  %n = uitofp i64 %i to float
  %r = fmul float %x, %n
  ret float %r
}
declare i64 @llvm.fptoui.sat.i64.f32(float)
attributes #1 = { cold noinline noreturn }
