; ModuleID = 'src/cube_reflection.c'
source_filename = "src/cube_reflection.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: nounwind uwtable
define dso_local <4 x float> @cube_reflection(<4 x float> noundef %0, <4 x float> noundef %1, <2 x float> noundef %2, ptr noundef readonly captures(none) %3) local_unnamed_addr #0 {
  %5 = fmul <4 x float> %0, %1
  %6 = extractelement <4 x float> %5, i64 0
  %7 = fmul <4 x float> %0, %1
  %8 = extractelement <4 x float> %7, i64 1
  %9 = fadd float %6, %8
  %10 = extractelement <4 x float> %7, i64 2
  %11 = fadd float %10, %9
  %12 = fmul float %11, 2.000000e+00
  %13 = insertelement <4 x float> poison, float %12, i64 0
  %14 = shufflevector <4 x float> %13, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %15 = fmul <4 x float> %0, %14
  %16 = fsub <4 x float> %1, %15
  %17 = shufflevector <4 x float> %16, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %18 = shufflevector <3 x float> %17, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %19 = bitcast <4 x float> %18 to <4 x i32>
  %20 = tail call <4 x float> @gpucc.texture.cube(i32 noundef 1, <4 x i32> %19) #2
  %21 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %2) #2
  %22 = load <1 x float>, ptr %3, align 16
  %23 = fsub <4 x float> %20, %21
  %24 = shufflevector <1 x float> %22, <1 x float> poison, <4 x i32> zeroinitializer
  %25 = fmul <4 x float> %23, %24
  %26 = fadd <4 x float> %21, %25
  ret <4 x float> %26
}

declare dso_local <4 x float> @gpucc.texture.cube(i32 noundef, <4 x i32>) local_unnamed_addr #1

declare dso_local <4 x float> @gpucc.texture.2d(i32 noundef, <2 x float> noundef) local_unnamed_addr #1

attributes #0 = { nounwind uwtable "no-trapping-math"="true" }
attributes #1 = { "no-trapping-math"="true" }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.errno.tbaa = !{!5}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"uwtable", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 4}
!4 = !{!"clang version 22.1.8"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
