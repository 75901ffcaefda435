; ModuleID = 'src/float3_lambert.c'
source_filename = "src/float3_lambert.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <3 x float> @float3_lambert(<4 x i32> %0, <4 x i32> %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
  %4 = bitcast <4 x i32> %0 to <4 x float>
  %5 = bitcast <4 x i32> %1 to <4 x float>
  %6 = extractelement <4 x float> %4, i64 0
  %7 = load <3 x float>, ptr %2, align 16
  %8 = extractelement <3 x float> %7, i64 0
  %9 = fmul float %6, %8
  %10 = shufflevector <4 x float> %4, <4 x float> poison, <2 x i32> <i32 1, i32 2>
  %11 = shufflevector <3 x float> %7, <3 x float> poison, <2 x i32> <i32 1, i32 2>
  %12 = fmul <2 x float> %10, %11
  %13 = extractelement <2 x float> %12, i64 0
  %14 = fadd float %9, %13
  %15 = extractelement <2 x float> %12, i64 1
  %16 = fadd float %15, %14
  %17 = shufflevector <4 x float> %5, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %18 = tail call float @llvm.maxnum.f32(float %16, float 0.000000e+00)
  %19 = insertelement <3 x float> poison, float %18, i64 0
  %20 = shufflevector <3 x float> %19, <3 x float> poison, <3 x i32> zeroinitializer
  %21 = fmul <3 x float> %17, %20
  %22 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %23 = load <3 x float>, ptr %22, align 16
  %24 = fadd <3 x float> %23, %21
  ret <3 x float> %24
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "no-trapping-math"="true" }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
