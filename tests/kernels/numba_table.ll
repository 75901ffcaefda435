; ModuleID = 'numba_table'
source_filename = "<string>"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZN08NumbaEnv8__main__11numba_tableB2v7B76c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsCAgXrKFt1X1eogKfVaTWDAwtMN1BzMtACTKIJYpQkAEfi10float32_2a10float32_2a = common local_unnamed_addr global ptr null

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define noundef i32 @_ZN8__main__11numba_tableB2v7B76c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsCAgXrKFt1X1eogKfVaTWDAwtMN1BzMtACTKIJYpQkAEfi10float32_2a10float32_2a(ptr noalias writeonly captures(none) initializes((0, 8)) %retptr, ptr noalias readnone captures(none) %excinfo, float %arg.x, i32 %arg.which, ptr readonly captures(none) %arg.table, ptr writeonly captures(none) initializes((0, 16)) %arg.out) local_unnamed_addr #0 {
B0:
  %0 = and i32 %arg.which, 3
  %.9 = zext nneg i32 %0 to i64
  %.10 = getelementptr float, ptr %arg.table, i64 %.9
  %.11 = load float, ptr %.10, align 4
  %.12 = fmul fast float %.11, %arg.x
  %.14 = fadd fast float %arg.x, 2.000000e+00
  %.18 = fdiv fast float %.12, %.14
  store float %.18, ptr %arg.out, align 4
  %.21 = fmul fast float %.18, %.18
  %.22 = getelementptr i8, ptr %arg.out, i64 4
  store float %.21, ptr %.22, align 4
  %.25 = getelementptr i8, ptr %.10, i64 16
  %.26 = load float, ptr %.25, align 4
  %.27 = getelementptr i8, ptr %arg.out, i64 8
  store float %.26, ptr %.27, align 4
  %.30 = getelementptr i8, ptr %arg.out, i64 12
  store float 1.000000e+00, ptr %.30, align 4
  store ptr null, ptr %retptr, align 8
  ret i32 0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptr @cfunc._ZN8__main__11numba_tableB2v7B76c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsCAgXrKFt1X1eogKfVaTWDAwtMN1BzMtACTKIJYpQkAEfi10float32_2a10float32_2a(float %.1, i32 %.2, ptr readonly captures(none) %.3, ptr writeonly captures(none) initializes((0, 16)) %.4) local_unnamed_addr #0 {
entry:
  %.6 = alloca ptr, align 8
  %.10 = call i32 @_ZN8__main__11numba_tableB2v7B76c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsCAgXrKFt1X1eogKfVaTWDAwtMN1BzMtACTKIJYpQkAEfi10float32_2a10float32_2a(ptr nonnull %.6, ptr nonnull poison, float %.1, i32 %.2, ptr %.3, ptr %.4) #1
  %.20 = load ptr, ptr %.6, align 8
  ret ptr %.20
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { noinline }
