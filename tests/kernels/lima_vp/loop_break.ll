; ModuleID = 'src/loop_break.c'
source_filename = "src/loop_break.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@a = external dso_local local_unnamed_addr addrspace(1) constant <2 x float>, align 8
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@o = external dso_local local_unnamed_addr addrspace(3) global <2 x float>, align 8

; Function Attrs: nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <2 x float>, ptr addrspace(1) @a, align 8
  %2 = extractelement <2 x float> %1, i64 0
  %3 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %3, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %4 = fcmp reassoc nsz arcp contract afn ogt float %2, 2.000000e+01
  br i1 %4, label %18, label %5

5:                                                ; preds = %0
  %6 = extractelement <2 x float> %1, i64 1
  br label %7

7:                                                ; preds = %5, %7
  %8 = phi float [ %2, %5 ], [ %12, %7 ]
  %9 = phi i32 [ 0, %5 ], [ %14, %7 ]
  %10 = phi float [ 0.000000e+00, %5 ], [ %13, %7 ]
  %11 = fmul reassoc nsz arcp contract afn float %8, 1.250000e+00
  %12 = fadd reassoc nsz arcp contract afn float %11, %6
  %13 = fadd reassoc nsz arcp contract afn float %10, 1.000000e+00
  %14 = add nuw nsw i32 %9, 1
  %15 = icmp samesign ugt i32 %9, 48
  %16 = fcmp reassoc nsz arcp contract afn ogt float %12, 2.000000e+01
  %17 = select i1 %15, i1 true, i1 %16
  br i1 %17, label %18, label %7, !llvm.loop !10

18:                                               ; preds = %7, %0
  %19 = phi float [ 0.000000e+00, %0 ], [ %13, %7 ]
  %20 = phi float [ %2, %0 ], [ %12, %7 ]
  %21 = insertelement <2 x float> poison, float %20, i64 0
  %22 = insertelement <2 x float> %21, float %19, i64 1
  store <2 x float> %22, ptr addrspace(3) @o, align 8, !tbaa !9
  ret void
}

attributes #0 = { nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-signed-zeros-fp-math"="true" }

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
