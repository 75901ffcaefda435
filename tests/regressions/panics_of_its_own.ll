; Zig's safe modes bring their panics along: functions of the module that never return, here in a circle.
define i32 @vertex(i32 %a, i32 %b) {
  %sum = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %over = extractvalue { i32, i1 } %sum, 1
  br i1 %over, label %bad, label %good
bad:
  call fastcc void @overflow()
  unreachable
good:
  %value = extractvalue { i32, i1 } %sum, 0
  ret i32 %value
}
define private fastcc void @overflow() #0 {
  call fastcc void @panic(ptr null)
  unreachable
}
define private fastcc void @panic(ptr %message) #0 {
  %depth = load i32, ptr @depth
  store i32 1, ptr @depth
  call fastcc void @overflow()
  unreachable
}
@depth = private global i32 0
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
attributes #0 = { cold noreturn nounwind }
