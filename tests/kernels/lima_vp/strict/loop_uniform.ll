; ModuleID = 'src/loop_uniform.c'
source_filename = "src/loop_uniform.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@a = external dso_local local_unnamed_addr addrspace(1) constant <2 x float>, align 8
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@n = external dso_local local_unnamed_addr addrspace(2) constant i32, align 4
@o = external dso_local local_unnamed_addr addrspace(3) global <2 x float>, align 8

; Function Attrs: nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <2 x float>, ptr addrspace(1) @a, align 8, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %2, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %3 = load i32, ptr addrspace(2) @n, align 4, !tbaa !5
  %4 = icmp sgt i32 %3, 0
  br i1 %4, label %5, label %7

5:                                                ; preds = %0
  %6 = shufflevector <2 x float> %1, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  br label %9

7:                                                ; preds = %9, %0
  %8 = phi <2 x float> [ %1, %0 ], [ %13, %9 ]
  store <2 x float> %8, ptr addrspace(3) @o, align 8, !tbaa !9
  ret void

9:                                                ; preds = %5, %9
  %10 = phi i32 [ 0, %5 ], [ %14, %9 ]
  %11 = phi <2 x float> [ %1, %5 ], [ %13, %9 ]
  %12 = fmul <2 x float> %11, splat (float 5.000000e-01)
  %13 = fadd <2 x float> %6, %12
  %14 = add nuw nsw i32 %10, 1
  %15 = icmp eq i32 %14, %3
  br i1 %15, label %7, label %9, !llvm.loop !10
}

attributes #0 = { nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable }

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
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.mustprogress"}
