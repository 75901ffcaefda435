; ModuleID = 'src/skinning.c'
source_filename = "src/skinning.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @skinning(<4 x float> noundef %0, <2 x float> noundef %1, <2 x float> noundef %2, ptr noundef readonly captures(none) %3) local_unnamed_addr #0 {
  %5 = extractelement <2 x float> %1, i64 0
  %6 = fptosi float %5 to i32
  %7 = mul nsw i32 %6, 3
  %8 = extractelement <2 x float> %1, i64 1
  %9 = fptosi float %8 to i32
  %10 = mul nsw i32 %9, 3
  %11 = sext i32 %7 to i64
  %12 = getelementptr inbounds <4 x float>, ptr %3, i64 %11
  %13 = load <4 x float>, ptr %12, align 16, !tbaa !9
  %14 = shufflevector <2 x float> %2, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %15 = sext i32 %10 to i64
  %16 = getelementptr inbounds <4 x float>, ptr %3, i64 %15
  %17 = load <4 x float>, ptr %16, align 16, !tbaa !9
  %18 = getelementptr i8, ptr %12, i64 16
  %19 = load <4 x float>, ptr %18, align 16, !tbaa !9
  %20 = getelementptr i8, ptr %16, i64 16
  %21 = load <4 x float>, ptr %20, align 16, !tbaa !9
  %22 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 1, i32 0>
  %23 = shufflevector <4 x float> %17, <4 x float> %19, <2 x i32> <i32 1, i32 4>
  %24 = fmul <2 x float> %22, %23
  %25 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %26 = shufflevector <4 x float> %17, <4 x float> %19, <2 x i32> <i32 0, i32 5>
  %27 = fmul <2 x float> %25, %26
  %28 = fadd <2 x float> %24, %27
  %29 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 2, i32 2>
  %30 = shufflevector <4 x float> %17, <4 x float> %19, <2 x i32> <i32 2, i32 6>
  %31 = fmul <2 x float> %29, %30
  %32 = fadd <2 x float> %31, %28
  %33 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 3, i32 3>
  %34 = shufflevector <4 x float> %17, <4 x float> %19, <2 x i32> <i32 3, i32 7>
  %35 = fmul <2 x float> %33, %34
  %36 = fadd <2 x float> %35, %32
  %37 = fmul <2 x float> %14, %36
  %38 = shufflevector <4 x float> %13, <4 x float> %21, <2 x i32> <i32 1, i32 4>
  %39 = fmul <2 x float> %22, %38
  %40 = shufflevector <4 x float> %13, <4 x float> %21, <2 x i32> <i32 0, i32 5>
  %41 = fmul <2 x float> %25, %40
  %42 = fadd <2 x float> %39, %41
  %43 = shufflevector <4 x float> %13, <4 x float> %21, <2 x i32> <i32 2, i32 6>
  %44 = fmul <2 x float> %29, %43
  %45 = fadd <2 x float> %44, %42
  %46 = shufflevector <4 x float> %13, <4 x float> %21, <2 x i32> <i32 3, i32 7>
  %47 = fmul <2 x float> %33, %46
  %48 = fadd <2 x float> %47, %45
  %49 = fmul <2 x float> %2, %48
  %50 = fadd <2 x float> %37, %49
  %51 = getelementptr i8, ptr %12, i64 32
  %52 = load <4 x float>, ptr %51, align 16, !tbaa !9
  %53 = getelementptr i8, ptr %16, i64 32
  %54 = load <4 x float>, ptr %53, align 16, !tbaa !9
  %55 = shufflevector <4 x float> %54, <4 x float> %52, <2 x i32> <i32 0, i32 5>
  %56 = fmul <2 x float> %25, %55
  %57 = shufflevector <2 x float> %56, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %58 = shufflevector <4 x float> %52, <4 x float> %54, <2 x i32> <i32 0, i32 5>
  %59 = fmul <2 x float> %25, %58
  %60 = fadd <2 x float> %57, %59
  %61 = shufflevector <4 x float> %52, <4 x float> %54, <2 x i32> <i32 2, i32 6>
  %62 = fmul <2 x float> %29, %61
  %63 = fadd <2 x float> %62, %60
  %64 = shufflevector <4 x float> %52, <4 x float> %54, <2 x i32> <i32 3, i32 7>
  %65 = fmul <2 x float> %33, %64
  %66 = fadd <2 x float> %65, %63
  %67 = fmul <2 x float> %2, %66
  %68 = shufflevector <2 x float> %67, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %69 = fadd <2 x float> %67, %68
  %70 = shufflevector <2 x float> %50, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %71 = insertelement <4 x float> %70, float 1.000000e+00, i64 3
  %72 = shufflevector <2 x float> %69, <2 x float> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %73 = shufflevector <4 x float> %71, <4 x float> %72, <4 x i32> <i32 0, i32 1, i32 4, i32 3>
  ret <4 x float> %73
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "no-trapping-math"="true" }

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
