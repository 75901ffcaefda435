; ModuleID = 'numba_ripple'
source_filename = "<string>"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZN08NumbaEnv8__main__12numba_rippleB2v2B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a10float32_2a = common local_unnamed_addr global ptr null
@PyExc_StopIteration = external global i8
@PyExc_SystemError = external global i8
@".const.unknown error when calling native function" = internal constant [43 x i8] c"unknown error when calling native function\00"
@".const.<numba.core.cpu.CPUContext>" = internal constant [28 x i8] c"<numba.core.cpu.CPUContext>\00"
@_ZN08NumbaEnv5numba7cpython8builtins6ol_min12_3clocals_3e4implB2v3B54c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAw4hWqFpgsIBZmgA_3dE15StarArgUniTupleIfLi2EE = common local_unnamed_addr global ptr null

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define noundef range(i32 -1, -2) i32 @_ZN8__main__12numba_rippleB2v2B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a10float32_2a(ptr noalias writeonly captures(none) initializes((0, 8)) %retptr, ptr noalias readnone captures(none) %excinfo, float %arg.u, float %arg.v, ptr readonly captures(none) %arg.wave, ptr writeonly captures(none) initializes((0, 16)) %arg.out) local_unnamed_addr #0 {
common.ret:
  %.8 = fmul float %arg.u, %arg.u
  %.9 = fmul float %arg.v, %arg.v
  %.10 = fadd float %.8, %.9
  %sqrt = tail call float @llvm.sqrt.f32(float %.10)
  %.13 = load float, ptr %arg.wave, align 4
  %.14 = fmul float %sqrt, %.13
  %.15 = getelementptr i8, ptr %arg.wave, i64 4
  %.16 = load float, ptr %.15, align 4
  %.17 = fadd float %.14, %.16
  %.18 = tail call float @llvm.sin.f32(float %.17)
  %.20 = fmul float %.18, 5.000000e-01
  %.22 = fadd float %.20, 5.000000e-01
  store float %.22, ptr %arg.out, align 4
  %.25 = getelementptr i8, ptr %arg.wave, i64 8
  %.26 = load float, ptr %.25, align 4
  %.27 = fmul float %.26, %.22
  %.28 = getelementptr i8, ptr %arg.out, i64 4
  store float %.27, ptr %.28, align 4
  %.30 = getelementptr i8, ptr %arg.wave, i64 12
  %.31 = load float, ptr %.30, align 4
  %.12.i = fcmp olt float %.31, %.22
  %.13.i = select i1 %.12.i, float %.31, float %.22
  %.62 = getelementptr i8, ptr %arg.out, i64 8
  store float %.13.i, ptr %.62, align 4
  %.65 = getelementptr i8, ptr %arg.out, i64 12
  store float 1.000000e+00, ptr %.65, align 4
  store ptr null, ptr %retptr, align 8
  ret i32 0
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sin.f32(float) #1

define ptr @cfunc._ZN8__main__12numba_rippleB2v2B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a10float32_2a(float %.1, float %.2, ptr readonly captures(none) %.3, ptr writeonly captures(none) initializes((0, 16)) %.4) local_unnamed_addr {
entry:
  %.6 = alloca ptr, align 8
  %.10 = call i32 @_ZN8__main__12numba_rippleB2v2B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a10float32_2a(ptr nonnull %.6, ptr nonnull poison, float %.1, float %.2, ptr %.3, ptr %.4) #2
  %.20 = load ptr, ptr %.6, align 8
  %.22 = alloca i32, align 4
  store i32 0, ptr %.22, align 4
  %cond = icmp eq i32 %.10, 0
  br i1 %cond, label %common.ret, label %entry.if, !prof !0

entry.if:                                         ; preds = %entry
  %.18 = icmp sgt i32 %.10, 0
  call void @numba_gil_ensure(ptr nonnull %.22)
  br i1 %.18, label %entry.if.if, label %entry.if.endif

common.ret:                                       ; preds = %entry, %.25
  ret ptr %.20

.25:                                              ; preds = %entry.if.endif, %entry.if.endif.endif.endif, %entry.if.endif.if
  %.73 = call ptr @PyUnicode_FromString(ptr nonnull @".const.<numba.core.cpu.CPUContext>")
  call void @PyErr_WriteUnraisable(ptr %.73)
  call void @Py_DecRef(ptr %.73)
  call void @numba_gil_release(ptr nonnull %.22)
  br label %common.ret

entry.if.if:                                      ; preds = %entry.if
  call void @PyErr_Clear()
  unreachable

entry.if.endif:                                   ; preds = %entry.if
  switch i32 %.10, label %entry.if.endif.endif.endif [
    i32 -3, label %entry.if.endif.if
    i32 -1, label %.25
  ]

entry.if.endif.if:                                ; preds = %entry.if.endif
  call void @PyErr_SetNone(ptr nonnull @PyExc_StopIteration)
  br label %.25

entry.if.endif.endif.endif:                       ; preds = %entry.if.endif
  call void @PyErr_SetString(ptr nonnull @PyExc_SystemError, ptr nonnull @".const.unknown error when calling native function")
  br label %.25
}

declare void @numba_gil_ensure(ptr) local_unnamed_addr

declare ptr @PyUnicode_FromString(ptr) local_unnamed_addr

declare void @PyErr_WriteUnraisable(ptr) local_unnamed_addr

declare void @Py_DecRef(ptr) local_unnamed_addr

declare void @numba_gil_release(ptr) local_unnamed_addr

declare void @PyErr_Clear() local_unnamed_addr

declare void @PyErr_SetString(ptr, ptr) local_unnamed_addr

declare void @PyErr_SetNone(ptr) local_unnamed_addr

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { noinline }

!0 = !{!"branch_weights", i32 49, i32 1}
