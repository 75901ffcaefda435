; ModuleID = 'numba_score'
source_filename = "<string>"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZN08NumbaEnv8__main__11numba_scoreB2v4B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a = common local_unnamed_addr global ptr null
@PyExc_StopIteration = external global i8
@PyExc_SystemError = external global i8
@".const.unknown error when calling native function" = internal constant [43 x i8] c"unknown error when calling native function\00"
@".const.<numba.core.cpu.CPUContext>" = internal constant [28 x i8] c"<numba.core.cpu.CPUContext>\00"
@_ZN08NumbaEnv5numba7cpython8builtins6ol_max12_3clocals_3e4implB2v5B54c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAw4hWqFpgsIBZmgA_3dE15StarArgUniTupleIfLi2EE = common local_unnamed_addr global ptr null

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define noundef range(i32 -1, -2) i32 @_ZN8__main__11numba_scoreB2v4B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a(ptr noalias writeonly captures(none) initializes((0, 4)) %retptr, ptr noalias readnone captures(none) %excinfo, float %arg.a, float %arg.b, ptr readonly captures(none) %arg.limits) local_unnamed_addr #0 {
B0:
  %.15 = load float, ptr %arg.limits, align 4
  %.17 = fcmp ogt float %arg.a, %.15
  br i1 %.17, label %B28, label %B52

B28:                                              ; preds = %B0
  %.27 = fsub float %arg.a, %.15
  br label %common.ret

B52:                                              ; preds = %B0
  %.35 = getelementptr i8, ptr %arg.limits, i64 4
  %.36 = load float, ptr %.35, align 4
  %.38 = fcmp ogt float %arg.b, %.36
  br i1 %.38, label %B76, label %B132

B76:                                              ; preds = %B52
  %.48 = fsub float %arg.b, %.36
  %.52 = fmul float %.48, 2.000000e+00
  br label %common.ret

B132:                                             ; preds = %B52
  %.59 = fneg float %arg.a
  %.63 = fmul float %arg.b, %.59
  br label %common.ret

common.ret:                                       ; preds = %B132, %B76, %B28
  %score.3.0 = phi float [ %.27, %B28 ], [ %.52, %B76 ], [ %.63, %B132 ]
  %.12.i = fcmp olt float %score.3.0, -1.000000e+00
  %.13.i = select i1 %.12.i, float -1.000000e+00, float %score.3.0
  store float %.13.i, ptr %retptr, align 4
  ret i32 0
}

define float @cfunc._ZN8__main__11numba_scoreB2v4B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a(float %.1, float %.2, ptr readonly captures(none) %.3) local_unnamed_addr {
entry:
  %.5 = alloca float, align 4
  %.9 = call i32 @_ZN8__main__11numba_scoreB2v4B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a(ptr nonnull %.5, ptr nonnull poison, float %.1, float %.2, ptr %.3) #1
  %.19 = load float, ptr %.5, align 4
  %.21 = alloca i32, align 4
  store i32 0, ptr %.21, align 4
  %cond = icmp eq i32 %.9, 0
  br i1 %cond, label %common.ret, label %entry.if, !prof !0

entry.if:                                         ; preds = %entry
  %.17 = icmp sgt i32 %.9, 0
  call void @numba_gil_ensure(ptr nonnull %.21)
  br i1 %.17, label %entry.if.if, label %entry.if.endif

common.ret:                                       ; preds = %entry, %.24
  ret float %.19

.24:                                              ; preds = %entry.if.endif, %entry.if.endif.endif.endif, %entry.if.endif.if
  %.72 = call ptr @PyUnicode_FromString(ptr nonnull @".const.<numba.core.cpu.CPUContext>")
  call void @PyErr_WriteUnraisable(ptr %.72)
  call void @Py_DecRef(ptr %.72)
  call void @numba_gil_release(ptr nonnull %.21)
  br label %common.ret

entry.if.if:                                      ; preds = %entry.if
  call void @PyErr_Clear()
  unreachable

entry.if.endif:                                   ; preds = %entry.if
  switch i32 %.9, label %entry.if.endif.endif.endif [
    i32 -3, label %entry.if.endif.if
    i32 -1, label %.24
  ]

entry.if.endif.if:                                ; preds = %entry.if.endif
  call void @PyErr_SetNone(ptr nonnull @PyExc_StopIteration)
  br label %.24

entry.if.endif.endif.endif:                       ; preds = %entry.if.endif
  call void @PyErr_SetString(ptr nonnull @PyExc_SystemError, ptr nonnull @".const.unknown error when calling native function")
  br label %.24
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
attributes #1 = { noinline }

!0 = !{!"branch_weights", i32 49, i32 1}
