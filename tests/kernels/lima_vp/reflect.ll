; ModuleID = 'src/reflect.c'
source_filename = "src/reflect.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@i = external dso_local local_unnamed_addr addrspace(1) constant <3 x float>, align 16
@n = external dso_local local_unnamed_addr addrspace(1) constant <3 x float>, align 16
@r = external dso_local local_unnamed_addr addrspace(3) global <3 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(1) @i, align 16
  %3 = shufflevector <4 x float> %2, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %4 = load <4 x float>, ptr addrspace(1) @n, align 16
  %5 = shufflevector <4 x float> %4, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %6 = fmul reassoc nsz arcp contract afn <4 x float> %4, %4
  %7 = extractelement <4 x float> %6, i64 0
  %8 = fmul reassoc nsz arcp contract afn <4 x float> %4, %4
  %9 = extractelement <4 x float> %8, i64 1
  %10 = fadd reassoc nsz arcp contract afn float %7, %9
  %11 = extractelement <4 x float> %8, i64 2
  %12 = fadd reassoc nsz arcp contract afn float %10, %11
  %13 = tail call reassoc nsz arcp contract afn float @llvm.sqrt.f32(float %12)
  %14 = fdiv reassoc nsz arcp contract afn float 1.000000e+00, %13
  %15 = insertelement <3 x float> poison, float %14, i64 0
  %16 = shufflevector <3 x float> %15, <3 x float> poison, <3 x i32> zeroinitializer
  %17 = fmul reassoc nsz arcp contract afn <3 x float> %16, %5
  %18 = extractelement <3 x float> %17, i64 0
  %19 = extractelement <4 x float> %2, i64 0
  %20 = fmul reassoc nsz arcp contract afn float %18, %19
  %21 = shufflevector <3 x float> %17, <3 x float> poison, <2 x i32> <i32 1, i32 2>
  %22 = shufflevector <4 x float> %2, <4 x float> poison, <2 x i32> <i32 1, i32 2>
  %23 = fmul reassoc nsz arcp contract afn <2 x float> %21, %22
  %24 = extractelement <2 x float> %23, i64 0
  %25 = fadd reassoc nsz arcp contract afn float %20, %24
  %26 = extractelement <2 x float> %23, i64 1
  %27 = fadd reassoc nsz arcp contract afn float %25, %26
  %28 = fmul reassoc nsz arcp contract afn float %27, 2.000000e+00
  %29 = insertelement <3 x float> poison, float %28, i64 0
  %30 = shufflevector <3 x float> %29, <3 x float> poison, <3 x i32> zeroinitializer
  %31 = fmul reassoc nsz arcp contract afn <3 x float> %30, %17
  %32 = fsub reassoc nsz arcp contract afn <3 x float> %3, %31
  %33 = shufflevector <3 x float> %32, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %33, ptr addrspace(3) @r, align 16, !tbaa !9
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

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
