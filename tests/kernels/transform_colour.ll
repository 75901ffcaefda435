; ModuleID = 'src/transform_colour.c'
source_filename = "src/transform_colour.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

%struct.Vertex = type { <4 x float>, <4 x float> }

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local %struct.Vertex @transform_colour(<4 x float> noundef %0, <4 x float> noundef %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
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
  %34 = insertvalue %struct.Vertex poison, <4 x float> %33, 0
  %35 = insertvalue %struct.Vertex %34, <4 x float> %1, 1
  ret %struct.Vertex %35
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
