; ModuleID = 'numba_transform'
source_filename = "<string>"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZN08NumbaEnv8__main__15numba_transformB2v1B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEffff10float32_2a10float32_2a = common local_unnamed_addr global ptr null

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define noundef i32 @_ZN8__main__15numba_transformB2v1B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEffff10float32_2a10float32_2a(ptr noalias writeonly captures(none) initializes((0, 8)) %retptr, ptr noalias readnone captures(none) %excinfo, float %arg.x, float %arg.y, float %arg.z, float %arg.w, ptr readonly captures(none) %arg.matrix, ptr writeonly captures(none) initializes((0, 16)) %arg.out) local_unnamed_addr #0 {
B0.endif.endif:
  %.144 = load float, ptr %arg.matrix, align 4
  %.146 = fmul float %arg.x, %.144
  %.149 = getelementptr i8, ptr %arg.matrix, i64 4
  %.150 = load float, ptr %.149, align 4
  %.152 = fmul float %arg.y, %.150
  %.153 = fadd float %.146, %.152
  %.156 = getelementptr i8, ptr %arg.matrix, i64 8
  %.157 = load float, ptr %.156, align 4
  %.159 = fmul float %arg.z, %.157
  %.160 = fadd float %.153, %.159
  %.163 = getelementptr i8, ptr %arg.matrix, i64 12
  %.164 = load float, ptr %.163, align 4
  %.166 = fmul float %arg.w, %.164
  %.167 = fadd float %.160, %.166
  store float %.167, ptr %arg.out, align 4
  %.143.1 = getelementptr i8, ptr %arg.matrix, i64 16
  %.144.1 = load float, ptr %.143.1, align 4
  %.146.1 = fmul float %arg.x, %.144.1
  %.149.1 = getelementptr i8, ptr %arg.matrix, i64 20
  %.150.1 = load float, ptr %.149.1, align 4
  %.152.1 = fmul float %arg.y, %.150.1
  %.153.1 = fadd float %.146.1, %.152.1
  %.156.1 = getelementptr i8, ptr %arg.matrix, i64 24
  %.157.1 = load float, ptr %.156.1, align 4
  %.159.1 = fmul float %arg.z, %.157.1
  %.160.1 = fadd float %.153.1, %.159.1
  %.163.1 = getelementptr i8, ptr %arg.matrix, i64 28
  %.164.1 = load float, ptr %.163.1, align 4
  %.166.1 = fmul float %arg.w, %.164.1
  %.167.1 = fadd float %.160.1, %.166.1
  %.169.1 = getelementptr i8, ptr %arg.out, i64 4
  store float %.167.1, ptr %.169.1, align 4
  %.143.2 = getelementptr i8, ptr %arg.matrix, i64 32
  %.144.2 = load float, ptr %.143.2, align 4
  %.146.2 = fmul float %arg.x, %.144.2
  %.149.2 = getelementptr i8, ptr %arg.matrix, i64 36
  %.150.2 = load float, ptr %.149.2, align 4
  %.152.2 = fmul float %arg.y, %.150.2
  %.153.2 = fadd float %.146.2, %.152.2
  %.156.2 = getelementptr i8, ptr %arg.matrix, i64 40
  %.157.2 = load float, ptr %.156.2, align 4
  %.159.2 = fmul float %arg.z, %.157.2
  %.160.2 = fadd float %.153.2, %.159.2
  %.163.2 = getelementptr i8, ptr %arg.matrix, i64 44
  %.164.2 = load float, ptr %.163.2, align 4
  %.166.2 = fmul float %arg.w, %.164.2
  %.167.2 = fadd float %.160.2, %.166.2
  %.169.2 = getelementptr i8, ptr %arg.out, i64 8
  store float %.167.2, ptr %.169.2, align 4
  %.143.3 = getelementptr i8, ptr %arg.matrix, i64 48
  %.144.3 = load float, ptr %.143.3, align 4
  %.146.3 = fmul float %arg.x, %.144.3
  %.149.3 = getelementptr i8, ptr %arg.matrix, i64 52
  %.150.3 = load float, ptr %.149.3, align 4
  %.152.3 = fmul float %arg.y, %.150.3
  %.153.3 = fadd float %.146.3, %.152.3
  %.156.3 = getelementptr i8, ptr %arg.matrix, i64 56
  %.157.3 = load float, ptr %.156.3, align 4
  %.159.3 = fmul float %arg.z, %.157.3
  %.160.3 = fadd float %.153.3, %.159.3
  %.163.3 = getelementptr i8, ptr %arg.matrix, i64 60
  %.164.3 = load float, ptr %.163.3, align 4
  %.166.3 = fmul float %arg.w, %.164.3
  %.167.3 = fadd float %.160.3, %.166.3
  %.169.3 = getelementptr i8, ptr %arg.out, i64 12
  store float %.167.3, ptr %.169.3, align 4
  store ptr null, ptr %retptr, align 8
  ret i32 0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptr @cfunc._ZN8__main__15numba_transformB2v1B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEffff10float32_2a10float32_2a(float %.1, float %.2, float %.3, float %.4, ptr readonly captures(none) %.5, ptr writeonly captures(none) initializes((0, 16)) %.6) local_unnamed_addr #0 {
entry:
  %.8 = alloca ptr, align 8
  %.12 = call i32 @_ZN8__main__15numba_transformB2v1B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAg6cJqBrMeIZJFEGM0QQAEffff10float32_2a10float32_2a(ptr nonnull %.8, ptr nonnull poison, float %.1, float %.2, float %.3, float %.4, ptr %.5, ptr %.6) #1
  %.22 = load ptr, ptr %.8, align 8
  ret ptr %.22
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { noinline }
