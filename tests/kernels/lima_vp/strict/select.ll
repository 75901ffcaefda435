; ModuleID = 'src/select.c'
source_filename = "src/select.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@a = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@k = external dso_local local_unnamed_addr addrspace(2) constant <4 x float>, align 16
@o = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(1) @a, align 16
  %3 = load <4 x float>, ptr addrspace(2) @k, align 16
  %4 = shufflevector <4 x float> %2, <4 x float> poison, <2 x i32> zeroinitializer
  %5 = shufflevector <4 x float> %2, <4 x float> %3, <2 x i32> <i32 1, i32 5>
  %6 = fcmp olt <2 x float> %4, %5
  %7 = fcmp ult <2 x float> %4, %5
  %8 = shufflevector <2 x i1> %6, <2 x i1> %7, <2 x i32> <i32 0, i32 3>
  %9 = shufflevector <4 x float> %3, <4 x float> poison, <2 x i32> <i32 0, i32 2>
  %10 = shufflevector <4 x float> %2, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %11 = shufflevector <4 x float> %3, <4 x float> poison, <2 x i32> <i32 poison, i32 3>
  %12 = insertelement <2 x float> %11, float 0.000000e+00, i64 0
  %13 = fcmp ogt <2 x float> %10, %12
  %14 = fcmp ole <2 x float> %10, %12
  %15 = shufflevector <2 x i1> %13, <2 x i1> %14, <2 x i32> <i32 0, i32 3>
  %16 = insertelement <2 x float> %4, float 1.000000e+00, i64 1
  %17 = shufflevector <4 x float> %2, <4 x float> poison, <2 x i32> <i32 1, i32 poison>
  %18 = insertelement <2 x float> %17, float -1.000000e+00, i64 1
  %19 = shufflevector <2 x i1> %8, <2 x i1> %15, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %20 = shufflevector <2 x float> %9, <2 x float> %16, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %21 = shufflevector <2 x float> %10, <2 x float> %18, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %22 = select <4 x i1> %19, <4 x float> %20, <4 x float> %21
  store <4 x float> %22, ptr addrspace(3) @o, align 16, !tbaa !9
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
