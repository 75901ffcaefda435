; ModuleID = 'src/histogram.c'
source_filename = "src/histogram.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @histogram(<4 x float> noundef %0) local_unnamed_addr #0 {
  %2 = alloca [4 x float], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #4
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %2, i8 0, i64 16, i1 false)
  %3 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %4 = tail call <2 x float> @llvm.maxnum.v2f32(<2 x float> %3, <2 x float> zeroinitializer)
  %5 = tail call <2 x float> @llvm.minnum.v2f32(<2 x float> %4, <2 x float> splat (float 1.000000e+00))
  %6 = fmul <2 x float> %5, splat (float 3.000000e+00)
  %7 = fptosi <2 x float> %6 to <2 x i32>
  %8 = extractelement <2 x i32> %7, i64 0
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds float, ptr %2, i64 %9
  %11 = load float, ptr %10, align 4, !tbaa !9
  %12 = fadd float %11, 2.500000e-01
  store float %12, ptr %10, align 4, !tbaa !9
  %13 = extractelement <2 x i32> %7, i64 1
  %14 = sext i32 %13 to i64
  %15 = getelementptr inbounds float, ptr %2, i64 %14
  %16 = load float, ptr %15, align 4, !tbaa !9
  %17 = fadd float %16, 2.500000e-01
  store float %17, ptr %15, align 4, !tbaa !9
  %18 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %19 = tail call <2 x float> @llvm.maxnum.v2f32(<2 x float> %18, <2 x float> zeroinitializer)
  %20 = tail call <2 x float> @llvm.minnum.v2f32(<2 x float> %19, <2 x float> splat (float 1.000000e+00))
  %21 = fmul <2 x float> %20, splat (float 3.000000e+00)
  %22 = fptosi <2 x float> %21 to <2 x i32>
  %23 = extractelement <2 x i32> %22, i64 0
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds float, ptr %2, i64 %24
  %26 = load float, ptr %25, align 4, !tbaa !9
  %27 = fadd float %26, 2.500000e-01
  store float %27, ptr %25, align 4, !tbaa !9
  %28 = extractelement <2 x i32> %22, i64 1
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds float, ptr %2, i64 %29
  %31 = load float, ptr %30, align 4, !tbaa !9
  %32 = fadd float %31, 2.500000e-01
  store float %32, ptr %30, align 4, !tbaa !9
  %33 = load <4 x float>, ptr %2, align 16
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #4
  ret <4 x float> %33
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.maxnum.v2f32(<2 x float>, <2 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.minnum.v2f32(<2 x float>, <2 x float>) #3

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind }

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
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !7, i64 0}
