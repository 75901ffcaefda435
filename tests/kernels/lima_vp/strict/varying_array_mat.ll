; ModuleID = 'src/varying_array_mat.c'
source_filename = "src/varying_array_mat.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@a = external dso_local local_unnamed_addr addrspace(1) constant <3 x float>, align 16
@arr = external dso_local local_unnamed_addr addrspace(3) global [2 x <2 x float>], align 8
@m = external dso_local local_unnamed_addr addrspace(3) global [3 x <3 x float>], align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load <3 x float>, ptr addrspace(1) @a, align 16
  %3 = shufflevector <3 x float> %2, <3 x float> poison, <2 x i32> <i32 0, i32 1>
  store <2 x float> %3, ptr addrspace(3) @arr, align 8, !tbaa !9
  %4 = shufflevector <3 x float> %2, <3 x float> poison, <2 x i32> <i32 1, i32 2>
  %5 = fmul <2 x float> %4, splat (float 2.000000e+00)
  store <2 x float> %5, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @arr, i64 8), align 8, !tbaa !9
  %6 = shufflevector <3 x float> %2, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %6, ptr addrspace(3) @m, align 16, !tbaa !9
  %7 = shufflevector <3 x float> %2, <3 x float> poison, <3 x i32> <i32 1, i32 2, i32 0>
  %8 = shufflevector <3 x float> %7, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %8, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @m, i64 16), align 16, !tbaa !9
  %9 = shufflevector <3 x float> %2, <3 x float> poison, <3 x i32> zeroinitializer
  %10 = fmul <3 x float> %9, %2
  %11 = shufflevector <3 x float> %10, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %11, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @m, i64 32), align 16, !tbaa !9
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable }

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
