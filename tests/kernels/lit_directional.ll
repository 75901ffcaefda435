; ModuleID = 'src/lit_directional.c'
source_filename = "src/lit_directional.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

%struct.Vertex = type { <4 x float>, <4 x float> }

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local %struct.Vertex @lit_directional(<4 x float> noundef %0, <4 x float> noundef %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
  %4 = load <4 x float>, ptr %2, align 16, !tbaa !9
  %5 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %6 = load <4 x float>, ptr %5, align 16, !tbaa !9
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %8 = load <4 x float>, ptr %7, align 16, !tbaa !9
  %9 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %10 = load <4 x float>, ptr %9, align 16, !tbaa !9
  %11 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 1, i32 0>
  %12 = shufflevector <4 x float> %4, <4 x float> %6, <4 x i32> <i32 1, i32 4, i32 poison, i32 poison>
  %13 = shufflevector <4 x float> %12, <4 x float> %8, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %14 = shufflevector <4 x float> %13, <4 x float> %10, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %15 = fmul <4 x float> %11, %14
  %16 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %17 = shufflevector <4 x float> %4, <4 x float> %6, <4 x i32> <i32 0, i32 5, i32 poison, i32 poison>
  %18 = shufflevector <4 x float> %17, <4 x float> %8, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %19 = shufflevector <4 x float> %18, <4 x float> %10, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %20 = fmul <4 x float> %16, %19
  %21 = fadd <4 x float> %15, %20
  %22 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %23 = shufflevector <4 x float> %4, <4 x float> %6, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>
  %24 = shufflevector <4 x float> %23, <4 x float> %8, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %25 = shufflevector <4 x float> %24, <4 x float> %10, <4 x i32> <i32 0, i32 1, i32 2, i32 6>
  %26 = fmul <4 x float> %22, %25
  %27 = fadd <4 x float> %26, %21
  %28 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %29 = shufflevector <4 x float> %4, <4 x float> %6, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>
  %30 = shufflevector <4 x float> %29, <4 x float> %8, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %31 = shufflevector <4 x float> %30, <4 x float> %10, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %32 = fmul <4 x float> %28, %31
  %33 = fadd <4 x float> %32, %27
  %34 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %35 = load <4 x float>, ptr %34, align 16, !tbaa !9
  %36 = fmul <4 x float> %1, %35
  %37 = extractelement <4 x float> %36, i64 0
  %38 = fmul <4 x float> %1, %35
  %39 = extractelement <4 x float> %38, i64 1
  %40 = fadd float %37, %39
  %41 = extractelement <4 x float> %38, i64 2
  %42 = fadd float %41, %40
  %43 = getelementptr inbounds nuw i8, ptr %2, i64 80
  %44 = load <4 x float>, ptr %43, align 16, !tbaa !9
  %45 = getelementptr inbounds nuw i8, ptr %2, i64 96
  %46 = load <4 x float>, ptr %45, align 16, !tbaa !9
  %47 = getelementptr inbounds nuw i8, ptr %2, i64 112
  %48 = load <4 x float>, ptr %47, align 16, !tbaa !9
  %49 = extractelement <4 x float> %48, i64 0
  %50 = fmul float %42, %49
  %51 = shufflevector <4 x float> %1, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %52 = shufflevector <4 x float> %46, <4 x float> %44, <2 x i32> <i32 0, i32 5>
  %53 = fmul <2 x float> %51, %52
  %54 = shufflevector <2 x float> %53, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %55 = shufflevector <4 x float> %44, <4 x float> %46, <2 x i32> <i32 0, i32 5>
  %56 = fmul <2 x float> %51, %55
  %57 = fadd <2 x float> %56, %54
  %58 = shufflevector <4 x float> %1, <4 x float> poison, <2 x i32> <i32 2, i32 2>
  %59 = shufflevector <4 x float> %44, <4 x float> %46, <2 x i32> <i32 2, i32 6>
  %60 = fmul <2 x float> %58, %59
  %61 = fadd <2 x float> %60, %57
  %62 = shufflevector <4 x float> %48, <4 x float> poison, <2 x i32> <i32 1, i32 2>
  %63 = fmul <2 x float> %62, %61
  %64 = extractelement <2 x float> %63, i64 0
  %65 = fadd float %50, %64
  %66 = extractelement <2 x float> %63, i64 1
  %67 = fadd float %66, %65
  %68 = tail call float @llvm.maxnum.f32(float %67, float 0.000000e+00)
  %69 = insertelement <4 x float> poison, float %68, i64 0
  %70 = shufflevector <4 x float> %69, <4 x float> poison, <4 x i32> zeroinitializer
  %71 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %72 = load <4 x float>, ptr %71, align 16, !tbaa !9
  %73 = fmul <4 x float> %72, %70
  %74 = getelementptr inbounds nuw i8, ptr %2, i64 144
  %75 = load <4 x float>, ptr %74, align 16, !tbaa !9
  %76 = fadd <4 x float> %75, %73
  %77 = insertvalue %struct.Vertex poison, <4 x float> %33, 0
  %78 = insertvalue %struct.Vertex %77, <4 x float> %76, 1
  ret %struct.Vertex %78
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
!9 = !{!7, !7, i64 0}
