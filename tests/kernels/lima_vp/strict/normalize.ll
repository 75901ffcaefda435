; ModuleID = 'src/normalize.c'
source_filename = "src/normalize.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@a = external dso_local local_unnamed_addr addrspace(1) constant <3 x float>, align 16
@n = external dso_local local_unnamed_addr addrspace(3) global <3 x float>, align 16
@len = external dso_local local_unnamed_addr addrspace(3) global float, align 4

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(1) @a, align 16
  %3 = shufflevector <4 x float> %2, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %4 = fmul <4 x float> %2, %2
  %5 = extractelement <4 x float> %4, i64 0
  %6 = fmul <4 x float> %2, %2
  %7 = extractelement <4 x float> %6, i64 1
  %8 = fadd float %5, %7
  %9 = extractelement <4 x float> %6, i64 2
  %10 = fadd float %9, %8
  %11 = tail call float @llvm.sqrt.f32(float %10)
  %12 = fdiv float 1.000000e+00, %11
  %13 = insertelement <3 x float> poison, float %12, i64 0
  %14 = shufflevector <3 x float> %13, <3 x float> poison, <3 x i32> zeroinitializer
  %15 = fmul <3 x float> %3, %14
  %16 = shufflevector <3 x float> %15, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %16, ptr addrspace(3) @n, align 16, !tbaa !9
  store float %11, ptr addrspace(3) @len, align 4, !tbaa !10
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
