; ModuleID = 'src/transform_colour.c'
source_filename = "src/transform_colour.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-musl"

%struct.Vertex = type { <4 x float>, <4 x float> }

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @transform_colour(ptr dead_on_unwind noalias writable writeonly sret(%struct.Vertex) align 16 captures(none) initializes((0, 32)) %0, <4 x float> noundef %1, <4 x float> noundef %2, ptr noundef readonly captures(none) %3) local_unnamed_addr #0 {
  %5 = load <4 x float>, ptr %3, align 16, !tbaa !9
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %7 = load <4 x float>, ptr %6, align 16, !tbaa !9
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %9 = load <4 x float>, ptr %8, align 16, !tbaa !9
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %11 = load <4 x float>, ptr %10, align 16, !tbaa !9
  %12 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 1, i32 0>
  %13 = shufflevector <4 x float> %5, <4 x float> %7, <4 x i32> <i32 1, i32 4, i32 poison, i32 poison>
  %14 = shufflevector <4 x float> %13, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %15 = shufflevector <4 x float> %14, <4 x float> %11, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %16 = fmul <4 x float> %12, %15
  %17 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %18 = shufflevector <4 x float> %5, <4 x float> %7, <4 x i32> <i32 0, i32 5, i32 poison, i32 poison>
  %19 = shufflevector <4 x float> %18, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %20 = shufflevector <4 x float> %19, <4 x float> %11, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %21 = fmul <4 x float> %17, %20
  %22 = fadd <4 x float> %16, %21
  %23 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %24 = shufflevector <4 x float> %5, <4 x float> %7, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>
  %25 = shufflevector <4 x float> %24, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %26 = shufflevector <4 x float> %25, <4 x float> %11, <4 x i32> <i32 0, i32 1, i32 2, i32 6>
  %27 = fmul <4 x float> %23, %26
  %28 = fadd <4 x float> %27, %22
  %29 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %30 = shufflevector <4 x float> %5, <4 x float> %7, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>
  %31 = shufflevector <4 x float> %30, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %32 = shufflevector <4 x float> %31, <4 x float> %11, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %33 = fmul <4 x float> %29, %32
  %34 = fadd <4 x float> %33, %28
  store <4 x float> %34, ptr %0, align 16, !tbaa !9
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store <4 x float> %2, ptr %35, align 16, !tbaa !9
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.errno.tbaa = !{!5}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"uwtable", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 2}
!4 = !{!"clang version 22.1.8"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!7, !7, i64 0}
