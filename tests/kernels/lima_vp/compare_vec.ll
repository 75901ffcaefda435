; ModuleID = 'src/compare_vec.c'
source_filename = "src/compare_vec.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@a = external dso_local local_unnamed_addr addrspace(1) constant <3 x float>, align 16
@b = external dso_local local_unnamed_addr addrspace(1) constant <3 x float>, align 16
@o = external dso_local local_unnamed_addr addrspace(3) global <3 x float>, align 16
@anyf = external dso_local local_unnamed_addr addrspace(3) global float, align 4
@allf = external dso_local local_unnamed_addr addrspace(3) global float, align 4

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load <3 x float>, ptr addrspace(1) @a, align 16
  %3 = load <3 x float>, ptr addrspace(1) @b, align 16
  %4 = extractelement <3 x float> %2, i64 1
  %5 = extractelement <3 x float> %3, i64 1
  %6 = fcmp reassoc nsz arcp contract afn olt <3 x float> %2, %3
  %7 = uitofp <3 x i1> %6 to <3 x float>
  %8 = extractelement <3 x float> %2, i64 2
  %9 = extractelement <3 x float> %3, i64 2
  %10 = fcmp reassoc nsz arcp contract afn olt float %8, %9
  %11 = uitofp i1 %10 to float
  %12 = insertelement <3 x float> %7, float %11, i64 2
  %13 = shufflevector <3 x float> %12, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %13, ptr addrspace(3) @o, align 16, !tbaa !9
  %14 = fcmp ogt <3 x float> %2, %3
  %15 = extractelement <3 x i1> %14, i64 0
  %16 = fcmp reassoc nsz arcp contract afn ogt float %4, %5
  %17 = or i1 %15, %16
  %18 = fcmp reassoc nsz arcp contract afn ogt float %8, %9
  %19 = or i1 %18, %17
  %20 = select reassoc nsz arcp contract afn i1 %19, float 1.000000e+00, float 0.000000e+00
  store float %20, ptr addrspace(3) @anyf, align 4, !tbaa !10
  %21 = fcmp oge <3 x float> %2, %3
  %22 = extractelement <3 x i1> %21, i64 0
  %23 = fcmp reassoc nsz arcp contract afn oge float %4, %5
  %24 = and i1 %22, %23
  %25 = fcmp reassoc nsz arcp contract afn oge float %8, %9
  %26 = and i1 %25, %24
  %27 = select reassoc nsz arcp contract afn i1 %26, float 2.000000e+00, float 5.000000e-01
  store float %27, ptr addrspace(3) @allf, align 4, !tbaa !10
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
!10 = !{!11, !11, i64 0}
!11 = !{!"float", !7, i64 0}
