; ModuleID = 'rust_transform.5827d09f1dc093ec-cgu.0'
source_filename = "rust_transform.5827d09f1dc093ec-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: readwrite) uwtable
define void @rust_transform(float noundef %x, float noundef %y, float noundef %z, ptr noalias noundef readonly align 4 captures(none) dereferenceable(64) %matrix, ptr noalias noundef writeonly align 4 captures(none) dereferenceable(16) initializes((0, 16)) %clip) unnamed_addr #0 personality ptr @rust_eh_personality {
bb1:
  %0 = load <16 x float>, ptr %matrix, align 4
  %1 = insertelement <4 x float> poison, float %x, i64 0
  %2 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> zeroinitializer
  %3 = shufflevector <16 x float> %0, <16 x float> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %4 = fmul <4 x float> %2, %3
  %5 = insertelement <4 x float> poison, float %y, i64 0
  %6 = shufflevector <4 x float> %5, <4 x float> poison, <4 x i32> zeroinitializer
  %7 = shufflevector <16 x float> %0, <16 x float> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
  %8 = fmul <4 x float> %6, %7
  %9 = fadd <4 x float> %4, %8
  %10 = insertelement <4 x float> poison, float %z, i64 0
  %11 = shufflevector <4 x float> %10, <4 x float> poison, <4 x i32> zeroinitializer
  %12 = shufflevector <16 x float> %0, <16 x float> poison, <4 x i32> <i32 2, i32 6, i32 10, i32 14>
  %13 = fmul <4 x float> %11, %12
  %14 = fadd <4 x float> %9, %13
  %15 = shufflevector <16 x float> %0, <16 x float> poison, <4 x i32> <i32 3, i32 7, i32 11, i32 15>
  %16 = fadd <4 x float> %15, %14
  store <4 x float> %16, ptr %clip, align 4
  ret void
}

; Function Attrs: nounwind nonlazybind uwtable
declare noundef range(i32 0, 10) i32 @rust_eh_personality(i32 noundef, i32 noundef, i64 noundef, ptr noundef, ptr noundef) unnamed_addr #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: readwrite) uwtable }
attributes #1 = { nounwind nonlazybind uwtable }

!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!2}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
