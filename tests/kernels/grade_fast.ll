; ModuleID = 'src/grade.c'
source_filename = "src/grade.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local nofpclass(nan inf) <4 x float> @grade(<4 x float> noundef nofpclass(nan inf) %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = fadd fast <4 x float> %0, splat (float -5.000000e-01)
  %4 = load <4 x float>, ptr %1, align 16
  %5 = shufflevector <4 x float> %4, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %6 = fmul fast <4 x float> %5, %3
  %7 = fadd fast <4 x float> %4, <float 5.000000e-01, float poison, float poison, float poison>
  %8 = shufflevector <4 x float> %7, <4 x float> poison, <4 x i32> zeroinitializer
  %9 = fadd fast <4 x float> %8, %6
  %10 = extractelement <4 x float> %9, i64 0
  %11 = fmul fast float %10, 0x3FCB367A00000000
  %12 = shufflevector <4 x float> %9, <4 x float> poison, <2 x i32> <i32 1, i32 2>
  %13 = fmul fast <2 x float> %12, <float 0x3FE6E2EB20000000, float 0x3FB27BB300000000>
  %14 = extractelement <2 x float> %13, i64 0
  %15 = fadd fast float %11, %14
  %16 = extractelement <2 x float> %13, i64 1
  %17 = fadd fast float %15, %16
  %18 = insertelement <4 x float> poison, float %17, i64 0
  %19 = shufflevector <4 x float> %18, <4 x float> poison, <4 x i32> zeroinitializer
  %20 = fsub fast <4 x float> %9, %19
  %21 = shufflevector <4 x float> %4, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 poison>
  %22 = fmul fast <4 x float> %20, %21
  %23 = fadd fast <4 x float> %22, %19
  %24 = shufflevector <4 x float> %23, <4 x float> %0, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  ret <4 x float> %24
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" }

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
