; ModuleID = 'numba_escape'
source_filename = "<string>"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZN08NumbaEnv8__main__12numba_escapeB2v6B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a = common local_unnamed_addr global ptr null

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write)
define noundef i32 @_ZN8__main__12numba_escapeB2v6B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a(ptr noalias writeonly captures(none) initializes((0, 8)) %retptr, ptr noalias readnone captures(none) %excinfo, float %arg.cx, float %arg.cy, ptr writeonly captures(none) initializes((0, 16)) %arg.out) local_unnamed_addr #0 {
B196:
  %.179 = fadd float %arg.cy, 0.000000e+00
  %.190 = fadd float %arg.cx, 0.000000e+00
  %.146.1 = fmul float %.190, %.190
  %.152.1 = fmul float %.179, %.179
  %.158.1 = fadd float %.146.1, %.152.1
  %.160.1 = fcmp ogt float %.158.1, 4.000000e+00
  br i1 %.160.1, label %B298, label %B196.1

B196.1:                                           ; preds = %B196
  %.175.1 = fmul float %.190, 2.000000e+00
  %.177.1 = fmul float %.175.1, %.179
  %.179.1 = fadd float %arg.cy, %.177.1
  %.184.1 = fsub float %.146.1, %.152.1
  %.190.1 = fadd float %arg.cx, %.184.1
  %.146.2 = fmul float %.190.1, %.190.1
  %.152.2 = fmul float %.179.1, %.179.1
  %.158.2 = fadd float %.152.2, %.146.2
  %.160.2 = fcmp ogt float %.158.2, 4.000000e+00
  br i1 %.160.2, label %B298, label %B196.2

B196.2:                                           ; preds = %B196.1
  %.175.2 = fmul float %.190.1, 2.000000e+00
  %.177.2 = fmul float %.179.1, %.175.2
  %.179.2 = fadd float %arg.cy, %.177.2
  %.184.2 = fsub float %.146.2, %.152.2
  %.190.2 = fadd float %arg.cx, %.184.2
  %.146.3 = fmul float %.190.2, %.190.2
  %.152.3 = fmul float %.179.2, %.179.2
  %.158.3 = fadd float %.146.3, %.152.3
  %.160.3 = fcmp ogt float %.158.3, 4.000000e+00
  br i1 %.160.3, label %B298, label %B196.3

B196.3:                                           ; preds = %B196.2
  %.175.3 = fmul float %.190.2, 2.000000e+00
  %.177.3 = fmul float %.179.2, %.175.3
  %.179.3 = fadd float %arg.cy, %.177.3
  %.184.3 = fsub float %.146.3, %.152.3
  %.190.3 = fadd float %arg.cx, %.184.3
  %.146.4 = fmul float %.190.3, %.190.3
  %.152.4 = fmul float %.179.3, %.179.3
  %.158.4 = fadd float %.146.4, %.152.4
  %.160.4 = fcmp ogt float %.158.4, 4.000000e+00
  br i1 %.160.4, label %B298, label %B196.4

B196.4:                                           ; preds = %B196.3
  %.175.4 = fmul float %.190.3, 2.000000e+00
  %.177.4 = fmul float %.179.3, %.175.4
  %.179.4 = fadd float %arg.cy, %.177.4
  %.184.4 = fsub float %.146.4, %.152.4
  %.190.4 = fadd float %arg.cx, %.184.4
  br label %B298

B298:                                             ; preds = %B196.4, %B196.3, %B196.2, %B196.1, %B196
  %x.2.0.lcssa = phi float [ %.190.4, %B196.4 ], [ %.190.2, %B196.2 ], [ %.190, %B196 ], [ %.190.3, %B196.3 ], [ %.190.1, %B196.1 ]
  %y.2.0.lcssa = phi float [ %.179.4, %B196.4 ], [ %.179.2, %B196.2 ], [ %.179, %B196 ], [ %.179.3, %B196.3 ], [ %.179.1, %B196.1 ]
  %count.2.0.lcssa = phi float [ 5.000000e+00, %B196.4 ], [ 3.000000e+00, %B196.2 ], [ 1.000000e+00, %B196 ], [ 4.000000e+00, %B196.3 ], [ 2.000000e+00, %B196.1 ]
  store float %count.2.0.lcssa, ptr %arg.out, align 4
  %.215 = getelementptr i8, ptr %arg.out, i64 4
  store float %x.2.0.lcssa, ptr %.215, align 4
  %.221 = getelementptr i8, ptr %arg.out, i64 8
  store float %y.2.0.lcssa, ptr %.221, align 4
  %.227 = getelementptr i8, ptr %arg.out, i64 12
  store float 1.000000e+00, ptr %.227, align 4
  store ptr null, ptr %retptr, align 8
  ret i32 0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write)
define ptr @cfunc._ZN8__main__12numba_escapeB2v6B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a(float %.1, float %.2, ptr writeonly captures(none) initializes((0, 16)) %.3) local_unnamed_addr #0 {
entry:
  %.5 = alloca ptr, align 8
  %.9 = call i32 @_ZN8__main__12numba_escapeB2v6B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEff10float32_2a(ptr nonnull %.5, ptr nonnull poison, float %.1, float %.2, ptr %.3) #1
  %.19 = load ptr, ptr %.5, align 8
  ret ptr %.19
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) }
attributes #1 = { noinline }
