; ModuleID = 'src/mix_smoothstep.c'
source_filename = "src/mix_smoothstep.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@a = external dso_local local_unnamed_addr addrspace(1) constant <3 x float>, align 16
@b = external dso_local local_unnamed_addr addrspace(1) constant <3 x float>, align 16
@t = external dso_local local_unnamed_addr addrspace(2) constant float, align 4
@m = external dso_local local_unnamed_addr addrspace(3) global <3 x float>, align 16
@s = external dso_local local_unnamed_addr addrspace(3) global <3 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load <3 x float>, ptr addrspace(1) @a, align 16
  %3 = load <3 x float>, ptr addrspace(1) @b, align 16
  %4 = load float, ptr addrspace(2) @t, align 4, !tbaa !10
  %5 = fsub reassoc nsz arcp contract afn float 1.000000e+00, %4
  %6 = insertelement <3 x float> poison, float %5, i64 0
  %7 = shufflevector <3 x float> %6, <3 x float> poison, <3 x i32> zeroinitializer
  %8 = fmul reassoc nsz arcp contract afn <3 x float> %7, %2
  %9 = insertelement <3 x float> poison, float %4, i64 0
  %10 = shufflevector <3 x float> %9, <3 x float> poison, <3 x i32> zeroinitializer
  %11 = fmul reassoc nsz arcp contract afn <3 x float> %10, %3
  %12 = fadd reassoc nsz arcp contract afn <3 x float> %8, %11
  %13 = shufflevector <3 x float> %12, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %13, ptr addrspace(3) @m, align 16, !tbaa !9
  %14 = fmul reassoc nsz arcp contract afn <3 x float> %2, splat (float 5.000000e-01)
  %15 = fadd reassoc nsz arcp contract afn <3 x float> %14, splat (float 5.000000e-01)
  %16 = tail call reassoc nsz arcp contract afn <3 x float> @llvm.maxnum.v3f32(<3 x float> %15, <3 x float> zeroinitializer)
  %17 = tail call reassoc nsz arcp contract afn <3 x float> @llvm.minnum.v3f32(<3 x float> %16, <3 x float> splat (float 1.000000e+00))
  %18 = fmul reassoc nsz arcp contract afn <3 x float> %17, %17
  %19 = fmul reassoc nsz arcp contract afn <3 x float> %17, splat (float 2.000000e+00)
  %20 = fsub reassoc nsz arcp contract afn <3 x float> splat (float 3.000000e+00), %19
  %21 = fmul reassoc nsz arcp contract afn <3 x float> %18, %20
  %22 = shufflevector <3 x float> %21, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %22, ptr addrspace(3) @s, align 16, !tbaa !9
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x float> @llvm.maxnum.v3f32(<3 x float>, <3 x float>) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x float> @llvm.minnum.v3f32(<3 x float>, <3 x float>) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-signed-zeros-fp-math"="true" }
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
