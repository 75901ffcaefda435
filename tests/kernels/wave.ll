; ModuleID = 'src/wave.c'
source_filename = "src/wave.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @wave(<4 x float> noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
  %4 = extractelement <4 x float> %0, i64 0
  %5 = load <4 x float>, ptr %1, align 16
  %6 = extractelement <4 x float> %5, i64 1
  %7 = fmul float %4, %6
  %8 = extractelement <4 x float> %5, i64 2
  %9 = fadd float %8, %7
  %10 = tail call float @llvm.sin.f32(float %9)
  %11 = extractelement <4 x float> %5, i64 0
  %12 = tail call float @llvm.cos.f32(float %9)
  %13 = fmul float %11, %12
  %14 = load <4 x float>, ptr %2, align 16, !tbaa !9
  %15 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %16 = load <4 x float>, ptr %15, align 16, !tbaa !9
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %18 = load <4 x float>, ptr %17, align 16, !tbaa !9
  %19 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %20 = load <4 x float>, ptr %19, align 16, !tbaa !9
  %21 = shufflevector <4 x float> %5, <4 x float> poison, <2 x i32> <i32 3, i32 0>
  %22 = insertelement <2 x float> poison, float %13, i64 0
  %23 = insertelement <2 x float> %22, float %10, i64 1
  %24 = fmul <2 x float> %21, %23
  %25 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %26 = fadd <2 x float> %25, %24
  %27 = shufflevector <2 x float> %26, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %28 = shufflevector <4 x float> %14, <4 x float> %16, <4 x i32> <i32 1, i32 4, i32 poison, i32 poison>
  %29 = shufflevector <4 x float> %28, <4 x float> %18, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %30 = shufflevector <4 x float> %29, <4 x float> %20, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %31 = shufflevector <2 x float> %26, <2 x float> poison, <4 x i32> <i32 1, i32 0, i32 1, i32 0>
  %32 = fmul <4 x float> %30, %31
  %33 = shufflevector <4 x float> %14, <4 x float> %16, <4 x i32> <i32 0, i32 5, i32 poison, i32 poison>
  %34 = shufflevector <4 x float> %33, <4 x float> %18, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %35 = shufflevector <4 x float> %34, <4 x float> %20, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %36 = fmul <4 x float> %35, %27
  %37 = fadd <4 x float> %36, %32
  %38 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %39 = shufflevector <4 x float> %14, <4 x float> %16, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>
  %40 = shufflevector <4 x float> %39, <4 x float> %18, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %41 = shufflevector <4 x float> %40, <4 x float> %20, <4 x i32> <i32 0, i32 1, i32 2, i32 6>
  %42 = fmul <4 x float> %38, %41
  %43 = fadd <4 x float> %42, %37
  %44 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %45 = shufflevector <4 x float> %14, <4 x float> %16, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>
  %46 = shufflevector <4 x float> %45, <4 x float> %18, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %47 = shufflevector <4 x float> %46, <4 x float> %20, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %48 = fmul <4 x float> %44, %47
  %49 = fadd <4 x float> %48, %43
  ret <4 x float> %49
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sin.f32(float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.cos.f32(float) #1

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
!9 = !{!7, !7, i64 0}
