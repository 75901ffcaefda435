; ModuleID = 'src/normal_transform.c'
source_filename = "src/normal_transform.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @normal_transform(<4 x float> noundef %0, <4 x float> noundef %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef writeonly captures(none) initializes((0, 16)) %4, ptr noundef writeonly captures(none) initializes((0, 16)) %5) local_unnamed_addr #0 {
  %7 = load <4 x float>, ptr %2, align 16, !tbaa !9
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %9 = load <4 x float>, ptr %8, align 16, !tbaa !9
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %11 = load <4 x float>, ptr %10, align 16, !tbaa !9
  %12 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %13 = fmul <4 x float> %0, %11
  %14 = shufflevector <4 x float> %13, <4 x float> poison, <2 x i32> <i32 0, i32 poison>
  %15 = shufflevector <4 x float> %13, <4 x float> poison, <2 x i32> <i32 1, i32 poison>
  %16 = fadd <2 x float> %14, %15
  %17 = fmul <4 x float> %0, %11
  %18 = shufflevector <4 x float> %17, <4 x float> poison, <2 x i32> <i32 2, i32 poison>
  %19 = fadd <2 x float> %18, %16
  %20 = shufflevector <4 x float> %1, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %21 = shufflevector <4 x float> %9, <4 x float> %7, <2 x i32> <i32 0, i32 5>
  %22 = fmul <2 x float> %20, %21
  %23 = shufflevector <2 x float> %22, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %24 = shufflevector <4 x float> %7, <4 x float> %9, <2 x i32> <i32 0, i32 5>
  %25 = fmul <2 x float> %20, %24
  %26 = fadd <2 x float> %23, %25
  %27 = shufflevector <4 x float> %1, <4 x float> poison, <2 x i32> <i32 2, i32 2>
  %28 = shufflevector <4 x float> %7, <4 x float> %9, <2 x i32> <i32 2, i32 6>
  %29 = fmul <2 x float> %27, %28
  %30 = fadd <2 x float> %29, %26
  %31 = fmul <4 x float> %1, %11
  %32 = extractelement <4 x float> %31, i64 0
  %33 = fmul <4 x float> %1, %11
  %34 = extractelement <4 x float> %33, i64 1
  %35 = fadd float %32, %34
  %36 = extractelement <4 x float> %33, i64 2
  %37 = fadd float %36, %35
  %38 = shufflevector <2 x float> %30, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %39 = insertelement <4 x float> %38, float %37, i64 2
  %40 = load <4 x float>, ptr %3, align 16, !tbaa !9
  %41 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %42 = load <4 x float>, ptr %41, align 16, !tbaa !9
  %43 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %44 = load <4 x float>, ptr %43, align 16, !tbaa !9
  %45 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %46 = load <4 x float>, ptr %45, align 16, !tbaa !9
  %47 = fmul <2 x float> %12, %21
  %48 = fmul <2 x float> %12, %24
  %49 = shufflevector <2 x float> %48, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %50 = fadd <2 x float> %49, %47
  %51 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 2, i32 2>
  %52 = shufflevector <4 x float> %9, <4 x float> %7, <2 x i32> <i32 2, i32 6>
  %53 = fmul <2 x float> %51, %52
  %54 = fadd <2 x float> %53, %50
  %55 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 3, i32 3>
  %56 = shufflevector <4 x float> %9, <4 x float> %7, <2 x i32> <i32 3, i32 7>
  %57 = fmul <2 x float> %55, %56
  %58 = fadd <2 x float> %57, %54
  %59 = shufflevector <2 x float> %58, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %60 = shufflevector <4 x float> %40, <4 x float> %42, <4 x i32> <i32 1, i32 4, i32 poison, i32 poison>
  %61 = shufflevector <4 x float> %60, <4 x float> %44, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %62 = shufflevector <4 x float> %61, <4 x float> %46, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %63 = fmul <4 x float> %62, %59
  %64 = shufflevector <4 x float> %40, <4 x float> %42, <4 x i32> <i32 0, i32 5, i32 poison, i32 poison>
  %65 = shufflevector <4 x float> %64, <4 x float> %44, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %66 = shufflevector <4 x float> %65, <4 x float> %46, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %67 = shufflevector <2 x float> %58, <2 x float> poison, <4 x i32> <i32 1, i32 0, i32 1, i32 0>
  %68 = fmul <4 x float> %66, %67
  %69 = fadd <4 x float> %63, %68
  %70 = shufflevector <4 x float> %17, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %71 = shufflevector <2 x float> %19, <2 x float> poison, <4 x i32> zeroinitializer
  %72 = fadd <4 x float> %70, %71
  %73 = shufflevector <4 x float> %40, <4 x float> %42, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>
  %74 = shufflevector <4 x float> %73, <4 x float> %44, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %75 = shufflevector <4 x float> %74, <4 x float> %46, <4 x i32> <i32 0, i32 1, i32 2, i32 6>
  %76 = fmul <4 x float> %72, %75
  %77 = fadd <4 x float> %76, %69
  %78 = shufflevector <4 x float> %40, <4 x float> %42, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>
  %79 = shufflevector <4 x float> %78, <4 x float> %44, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %80 = shufflevector <4 x float> %79, <4 x float> %46, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %81 = fadd <4 x float> %80, %77
  store <4 x float> %81, ptr %4, align 16, !tbaa !9
  %82 = fmul <2 x float> %30, %30
  %83 = shufflevector <2 x float> %82, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %84 = fadd <2 x float> %82, %83
  %85 = extractelement <2 x float> %84, i64 0
  %86 = fmul float %37, %37
  %87 = fadd float %86, %85
  %88 = tail call float @llvm.sqrt.f32(float %87)
  %89 = fdiv float 1.000000e+00, %88
  %90 = insertelement <4 x float> poison, float %89, i64 0
  %91 = shufflevector <4 x float> %90, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %92 = fmul <4 x float> %39, %91
  %93 = insertelement <4 x float> %92, float 0.000000e+00, i64 3
  store <4 x float> %93, ptr %5, align 16, !tbaa !9
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable "no-trapping-math"="true" }
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
