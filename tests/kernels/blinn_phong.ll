; ModuleID = 'src/blinn_phong.c'
source_filename = "src/blinn_phong.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @blinn_phong(<4 x float> noundef %0, <4 x float> noundef %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
  %4 = fmul <4 x float> %0, %0
  %5 = extractelement <4 x float> %4, i64 0
  %6 = fmul <4 x float> %0, %0
  %7 = extractelement <4 x float> %6, i64 1
  %8 = fadd float %5, %7
  %9 = extractelement <4 x float> %6, i64 2
  %10 = fadd float %9, %8
  %11 = tail call float @llvm.sqrt.f32(float %10)
  %12 = fdiv float 1.000000e+00, %11
  %13 = insertelement <4 x float> poison, float %12, i64 0
  %14 = shufflevector <4 x float> %13, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %15 = fmul <4 x float> %0, %14
  %16 = fmul <4 x float> %1, %1
  %17 = extractelement <4 x float> %16, i64 0
  %18 = fmul <4 x float> %1, %1
  %19 = extractelement <4 x float> %18, i64 1
  %20 = fadd float %17, %19
  %21 = extractelement <4 x float> %18, i64 2
  %22 = fadd float %21, %20
  %23 = tail call float @llvm.sqrt.f32(float %22)
  %24 = fdiv float 1.000000e+00, %23
  %25 = insertelement <4 x float> poison, float %24, i64 0
  %26 = shufflevector <4 x float> %25, <4 x float> poison, <4 x i32> zeroinitializer
  %27 = fmul <4 x float> %1, %26
  %28 = load <4 x float>, ptr %2, align 16, !tbaa !9
  %29 = fadd <4 x float> %27, %28
  %30 = fmul <4 x float> %29, %29
  %31 = extractelement <4 x float> %30, i64 0
  %32 = fmul <4 x float> %29, %29
  %33 = extractelement <4 x float> %32, i64 1
  %34 = fadd float %31, %33
  %35 = extractelement <4 x float> %32, i64 2
  %36 = fadd float %35, %34
  %37 = tail call float @llvm.sqrt.f32(float %36)
  %38 = fdiv float 1.000000e+00, %37
  %39 = insertelement <4 x float> poison, float %38, i64 0
  %40 = shufflevector <4 x float> %39, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %41 = fmul <4 x float> %29, %40
  %42 = fmul <4 x float> %15, %28
  %43 = extractelement <4 x float> %42, i64 0
  %44 = fmul <4 x float> %15, %28
  %45 = extractelement <4 x float> %44, i64 1
  %46 = fadd float %43, %45
  %47 = extractelement <4 x float> %44, i64 2
  %48 = fadd float %47, %46
  %49 = tail call float @llvm.maxnum.f32(float %48, float 0.000000e+00)
  %50 = fmul <4 x float> %15, %41
  %51 = extractelement <4 x float> %50, i64 0
  %52 = fmul <4 x float> %15, %41
  %53 = extractelement <4 x float> %52, i64 1
  %54 = fadd float %51, %53
  %55 = extractelement <4 x float> %52, i64 2
  %56 = fadd float %55, %54
  %57 = tail call float @llvm.maxnum.f32(float %56, float 0x3F1A36E2E0000000)
  %58 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %59 = load <4 x float>, ptr %58, align 16
  %60 = extractelement <4 x float> %59, i64 3
  %61 = tail call float @llvm.pow.f32(float %57, float %60)
  %62 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %63 = load <4 x float>, ptr %62, align 16, !tbaa !9
  %64 = insertelement <4 x float> poison, float %49, i64 0
  %65 = shufflevector <4 x float> %64, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %66 = fmul <4 x float> %63, %65
  %67 = insertelement <4 x float> poison, float %61, i64 0
  %68 = shufflevector <4 x float> %67, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %69 = fmul <4 x float> %59, %68
  %70 = fadd <4 x float> %66, %69
  %71 = insertelement <4 x float> %70, float 1.000000e+00, i64 3
  ret <4 x float> %71
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.pow.f32(float, float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

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
