; ModuleID = 'src/functions.c'
source_filename = "src/functions.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@a = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@o = external dso_local local_unnamed_addr addrspace(3) global <3 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(1) @a, align 16
  %3 = shufflevector <4 x float> %2, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %4 = extractelement <4 x float> %2, i64 0
  %5 = fneg float %4
  %6 = shufflevector <4 x float> %2, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %7 = insertelement <2 x float> %6, float %5, i64 0
  %8 = fmul <2 x float> %6, %7
  %9 = shufflevector <2 x float> %8, <2 x float> poison, <3 x i32> <i32 1, i32 poison, i32 0>
  %10 = insertelement <3 x float> %9, float 0.000000e+00, i64 1
  %11 = fmul <3 x float> %10, splat (float 2.500000e-01)
  %12 = fadd <3 x float> %3, %11
  %13 = extractelement <3 x float> %12, i64 0
  %14 = fneg float %13
  %15 = shufflevector <3 x float> %12, <3 x float> poison, <2 x i32> <i32 0, i32 1>
  %16 = insertelement <2 x float> %15, float %14, i64 0
  %17 = fmul <2 x float> %15, %16
  %18 = shufflevector <2 x float> %17, <2 x float> poison, <3 x i32> <i32 1, i32 poison, i32 0>
  %19 = insertelement <3 x float> %18, float 0.000000e+00, i64 1
  %20 = shufflevector <4 x float> %2, <4 x float> poison, <3 x i32> <i32 3, i32 3, i32 3>
  %21 = fmul <3 x float> %20, %19
  %22 = fadd <3 x float> %12, %21
  %23 = shufflevector <3 x float> %22, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %23, ptr addrspace(3) @o, align 16, !tbaa !9
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
