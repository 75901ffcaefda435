; ModuleID = 'src/matrix_loop.c'
source_filename = "src/matrix_loop.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @matrix_loop(<4 x float> noundef %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) initializes((0, 16)) %2) local_unnamed_addr #0 {
  %4 = load <16 x float>, ptr %1, align 4, !tbaa !9
  %5 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> zeroinitializer
  %6 = shufflevector <16 x float> %4, <16 x float> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %7 = fmul <4 x float> %5, %6
  %8 = fadd <4 x float> %7, zeroinitializer
  %9 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %10 = shufflevector <16 x float> %4, <16 x float> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
  %11 = fmul <4 x float> %9, %10
  %12 = fadd <4 x float> %8, %11
  %13 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %14 = shufflevector <16 x float> %4, <16 x float> poison, <4 x i32> <i32 2, i32 6, i32 10, i32 14>
  %15 = fmul <4 x float> %13, %14
  %16 = fadd <4 x float> %12, %15
  %17 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %18 = shufflevector <16 x float> %4, <16 x float> poison, <4 x i32> <i32 3, i32 7, i32 11, i32 15>
  %19 = fmul <4 x float> %17, %18
  %20 = fadd <4 x float> %16, %19
  store <4 x float> %20, ptr %2, align 16, !tbaa !11
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable "no-trapping-math"="true" }

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
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !7, i64 0}
!11 = !{!7, !7, i64 0}
