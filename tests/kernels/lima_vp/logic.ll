; ModuleID = 'src/logic.c'
source_filename = "src/logic.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@a = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@o = external dso_local local_unnamed_addr addrspace(3) global <3 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @a, align 16
  %2 = extractelement <4 x float> %1, i64 0
  %3 = fcmp reassoc nsz arcp contract afn ogt float %2, 0.000000e+00
  %4 = extractelement <4 x float> %1, i64 1
  %5 = fcmp reassoc nsz arcp contract afn ogt float %4, 0.000000e+00
  %6 = extractelement <4 x float> %1, i64 2
  %7 = fcmp reassoc nsz arcp contract afn ogt float %6, 0.000000e+00
  %8 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %8, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %9 = select i1 %3, i1 %5, i1 false
  %10 = select reassoc nsz arcp contract afn i1 %9, float 1.000000e+00, float 0.000000e+00
  %11 = insertelement <3 x float> poison, float %10, i64 0
  %12 = select i1 %3, i1 true, i1 %7
  %13 = select reassoc nsz arcp contract afn i1 %12, float 1.000000e+00, float 0.000000e+00
  %14 = insertelement <3 x float> %11, float %13, i64 1
  %15 = xor i1 %3, %5
  %16 = xor i1 %7, true
  %17 = select i1 %15, i1 %16, i1 false
  %18 = select reassoc nsz arcp contract afn i1 %17, float 1.000000e+00, float 0.000000e+00
  %19 = insertelement <3 x float> %14, float %18, i64 2
  %20 = shufflevector <3 x float> %19, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %20, ptr addrspace(3) @o, align 16, !tbaa !9
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-signed-zeros-fp-math"="true" }

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
