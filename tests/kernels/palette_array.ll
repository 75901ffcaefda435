; ModuleID = 'src/palette_array.c'
source_filename = "src/palette_array.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @palette_array(<4 x float> noundef %0, <4 x float> noundef %1, float noundef %2) local_unnamed_addr #0 {
  %4 = alloca [4 x <4 x float>], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #2
  store <4 x float> %0, ptr %4, align 16, !tbaa !9
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store <4 x float> %1, ptr %5, align 16, !tbaa !9
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %7 = fmul <4 x float> %0, %1
  store <4 x float> %7, ptr %6, align 16, !tbaa !9
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 48
  %9 = fsub <4 x float> %0, %1
  store <4 x float> %9, ptr %8, align 16, !tbaa !9
  %10 = fptosi float %2 to i32
  %11 = and i32 %10, 3
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw <4 x float>, ptr %4, i64 %12
  %14 = load <4 x float>, ptr %13, align 16, !tbaa !9
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #2
  ret <4 x float> %14
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind }

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
