; ModuleID = 'src/integers.c'
source_filename = "src/integers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @integers(i32 noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call i32 @llvm.smax.i32(i32 %0, i32 -500)
  %5 = tail call i32 @llvm.smin.i32(i32 %4, i32 500)
  %6 = tail call i32 @llvm.smax.i32(i32 %1, i32 1)
  %7 = tail call i32 @llvm.umin.i32(i32 %6, i32 30)
  %8 = and i32 %2, 255
  %9 = trunc nsw i32 %5 to i16
  %10 = trunc nuw nsw i32 %7 to i16
  %11 = sdiv i16 %9, %10
  %12 = mul i16 %11, %10
  %13 = sub i16 %9, %12
  %14 = lshr i32 %8, 3
  %15 = shl nuw nsw i32 %8, 2
  %16 = and i32 %15, 60
  %17 = add nuw nsw i32 %16, %14
  %18 = sitofp i16 %11 to float
  %19 = insertelement <4 x float> poison, float %18, i64 0
  %20 = sitofp i16 %13 to float
  %21 = insertelement <4 x float> %19, float %20, i64 1
  %22 = uitofp nneg i32 %17 to float
  %23 = insertelement <4 x float> %21, float %22, i64 2
  %24 = sdiv i16 %9, 7
  %25 = sext i16 %24 to i32
  %26 = trunc i32 %2 to i8
  %27 = urem i8 %26, 10
  %28 = zext nneg i8 %27 to i32
  %29 = add nsw i32 %25, %28
  %30 = sitofp i32 %29 to float
  %31 = insertelement <4 x float> %23, float %30, i64 3
  ret <4 x float> %31
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
