; ModuleID = 'src/skin_matrices.c'
source_filename = "src/skin_matrices.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

%struct.mat4 = type { [4 x <4 x float>] }

@bones = external dso_local local_unnamed_addr addrspace(2) constant [24 x %struct.mat4], align 16
@bone = external dso_local local_unnamed_addr addrspace(1) constant <2 x float>, align 8
@weight = external dso_local local_unnamed_addr addrspace(1) constant <2 x float>, align 8
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@mvp = external dso_local local_unnamed_addr addrspace(2) constant %struct.mat4, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <2 x float>, ptr addrspace(1) @bone, align 8
  %2 = load <2 x float>, ptr addrspace(1) @weight, align 8
  %3 = shufflevector <2 x float> %2, <2 x float> poison, <4 x i32> zeroinitializer
  %4 = fptosi <2 x float> %1 to <2 x i32>
  %5 = extractelement <2 x i32> %4, i64 0
  %6 = sext i32 %5 to i64
  %7 = getelementptr inbounds %struct.mat4, ptr addrspace(2) @bones, i64 %6
  %8 = extractelement <2 x i32> %4, i64 1
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds %struct.mat4, ptr addrspace(2) @bones, i64 %9
  %11 = shufflevector <2 x float> %2, <2 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %12 = load <4 x float>, ptr addrspace(2) %7, align 16, !tbaa !9
  %13 = fmul reassoc nsz arcp contract afn <4 x float> %3, %12
  %14 = load <4 x float>, ptr addrspace(2) %10, align 16, !tbaa !9
  %15 = fmul reassoc nsz arcp contract afn <4 x float> %14, %11
  %16 = fadd reassoc nsz arcp contract afn <4 x float> %13, %15
  %17 = getelementptr inbounds nuw i8, ptr addrspace(2) %7, i64 16
  %18 = load <4 x float>, ptr addrspace(2) %17, align 16, !tbaa !9
  %19 = fmul reassoc nsz arcp contract afn <4 x float> %3, %18
  %20 = getelementptr inbounds nuw i8, ptr addrspace(2) %10, i64 16
  %21 = load <4 x float>, ptr addrspace(2) %20, align 16, !tbaa !9
  %22 = fmul reassoc nsz arcp contract afn <4 x float> %21, %11
  %23 = fadd reassoc nsz arcp contract afn <4 x float> %19, %22
  %24 = getelementptr inbounds nuw i8, ptr addrspace(2) %7, i64 32
  %25 = load <4 x float>, ptr addrspace(2) %24, align 16, !tbaa !9
  %26 = fmul reassoc nsz arcp contract afn <4 x float> %3, %25
  %27 = getelementptr inbounds nuw i8, ptr addrspace(2) %10, i64 32
  %28 = load <4 x float>, ptr addrspace(2) %27, align 16, !tbaa !9
  %29 = fmul reassoc nsz arcp contract afn <4 x float> %28, %11
  %30 = fadd reassoc nsz arcp contract afn <4 x float> %26, %29
  %31 = getelementptr inbounds nuw i8, ptr addrspace(2) %7, i64 48
  %32 = load <4 x float>, ptr addrspace(2) %31, align 16, !tbaa !9
  %33 = fmul reassoc nsz arcp contract afn <4 x float> %3, %32
  %34 = getelementptr inbounds nuw i8, ptr addrspace(2) %10, i64 48
  %35 = load <4 x float>, ptr addrspace(2) %34, align 16, !tbaa !9
  %36 = fmul reassoc nsz arcp contract afn <4 x float> %35, %11
  %37 = fadd reassoc nsz arcp contract afn <4 x float> %33, %36
  %38 = load <4 x float>, ptr addrspace(1) @pos, align 16
  %39 = shufflevector <4 x float> %38, <4 x float> poison, <4 x i32> zeroinitializer
  %40 = fmul reassoc nsz arcp contract afn <4 x float> %39, %16
  %41 = shufflevector <4 x float> %38, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %42 = fmul reassoc nsz arcp contract afn <4 x float> %23, %41
  %43 = fadd reassoc nsz arcp contract afn <4 x float> %40, %42
  %44 = shufflevector <4 x float> %38, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %45 = fmul reassoc nsz arcp contract afn <4 x float> %30, %44
  %46 = fadd reassoc nsz arcp contract afn <4 x float> %43, %45
  %47 = shufflevector <4 x float> %38, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %48 = fmul reassoc nsz arcp contract afn <4 x float> %37, %47
  %49 = fadd reassoc nsz arcp contract afn <4 x float> %46, %48
  %50 = load <4 x float>, ptr addrspace(2) @mvp, align 16, !tbaa !9
  %51 = shufflevector <4 x float> %49, <4 x float> poison, <4 x i32> zeroinitializer
  %52 = fmul reassoc nsz arcp contract afn <4 x float> %51, %50
  %53 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @mvp, i64 16), align 16, !tbaa !9
  %54 = shufflevector <4 x float> %49, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %55 = fmul reassoc nsz arcp contract afn <4 x float> %54, %53
  %56 = fadd reassoc nsz arcp contract afn <4 x float> %52, %55
  %57 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @mvp, i64 32), align 16, !tbaa !9
  %58 = shufflevector <4 x float> %49, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %59 = fmul reassoc nsz arcp contract afn <4 x float> %57, %58
  %60 = fadd reassoc nsz arcp contract afn <4 x float> %56, %59
  %61 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @mvp, i64 48), align 16, !tbaa !9
  %62 = shufflevector <4 x float> %49, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %63 = fmul reassoc nsz arcp contract afn <4 x float> %61, %62
  %64 = fadd reassoc nsz arcp contract afn <4 x float> %60, %63
  store <4 x float> %64, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
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
