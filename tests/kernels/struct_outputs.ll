; ModuleID = 'src/struct_outputs.c'
source_filename = "src/struct_outputs.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

%struct.Out = type { <4 x float>, <4 x float>, <2 x float> }

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @struct_outputs(ptr dead_on_unwind noalias writable writeonly sret(%struct.Out) align 16 captures(none) initializes((0, 40)) %0, <4 x float> noundef %1, <2 x float> noundef %2, ptr noundef readonly captures(none) %3) local_unnamed_addr #0 {
  %5 = load <4 x float>, ptr %3, align 16, !tbaa !9
  %6 = fmul <4 x float> %1, %5
  store <4 x float> %6, ptr %0, align 16, !tbaa !9
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %8 = load <4 x float>, ptr %7, align 16, !tbaa !9
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store <4 x float> %8, ptr %9, align 16, !tbaa !9
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %11 = load <4 x float>, ptr %10, align 16
  %12 = shufflevector <4 x float> %11, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %13 = fmul <2 x float> %2, %12
  %14 = shufflevector <4 x float> %11, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %15 = fadd <2 x float> %14, %13
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store <2 x float> %15, ptr %16, align 16, !tbaa !9
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
!9 = !{!7, !7, i64 0}
