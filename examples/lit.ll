; ModuleID = 'lit.c'
source_filename = "lit.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @lit(<4 x float> noundef %0, <4 x float> noundef %1, ptr noundef readonly captures(none) %2, ptr noalias noundef writeonly captures(none) initializes((0, 16)) %3, ptr noalias noundef writeonly captures(none) initializes((0, 16)) %4) local_unnamed_addr !dbg !13 {
    #dbg_value(<4 x float> %0, !37, !DIExpression(), !44)
    #dbg_value(<4 x float> %1, !38, !DIExpression(), !44)
    #dbg_value(ptr %2, !39, !DIExpression(), !44)
    #dbg_value(ptr %3, !40, !DIExpression(), !44)
    #dbg_value(ptr %4, !41, !DIExpression(), !44)
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 64, !dbg !45
  %7 = load <4 x float>, ptr %6, align 16, !dbg !46, !tbaa !47
    #dbg_value(<4 x float> %1, !48, !DIExpression(), !54)
    #dbg_value(<4 x float> %7, !53, !DIExpression(), !54)
  %8 = fmul <4 x float> %1, %7, !dbg !56
  %9 = extractelement <4 x float> %8, i64 0, !dbg !56
  %10 = fmul <4 x float> %1, %7, !dbg !57
  %11 = extractelement <4 x float> %10, i64 1, !dbg !58
  %12 = fadd float %9, %11, !dbg !58
  %13 = extractelement <4 x float> %10, i64 2, !dbg !59
  %14 = fadd float %13, %12, !dbg !59
  %15 = getelementptr inbounds nuw i8, ptr %2, i64 80, !dbg !60
  %16 = load <4 x float>, ptr %15, align 16, !dbg !60, !tbaa !47
    #dbg_value(<4 x float> %1, !48, !DIExpression(), !61)
    #dbg_value(<4 x float> %16, !53, !DIExpression(), !61)
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 96, !dbg !63
  %18 = load <4 x float>, ptr %17, align 16, !dbg !63, !tbaa !47
    #dbg_value(<4 x float> %1, !48, !DIExpression(), !64)
    #dbg_value(<4 x float> %18, !53, !DIExpression(), !64)
    #dbg_value(<4 x float> poison, !42, !DIExpression(), !44)
  %19 = getelementptr inbounds nuw i8, ptr %2, i64 112, !dbg !66
  %20 = load <4 x float>, ptr %19, align 16, !dbg !66, !tbaa !47
    #dbg_value(<4 x float> poison, !48, !DIExpression(), !67)
    #dbg_value(<4 x float> %20, !53, !DIExpression(), !67)
  %21 = extractelement <4 x float> %20, i64 0, !dbg !69
  %22 = fmul float %14, %21, !dbg !70
  %23 = shufflevector <4 x float> %1, <4 x float> poison, <2 x i32> <i32 0, i32 1>, !dbg !71
  %24 = shufflevector <4 x float> %18, <4 x float> %16, <2 x i32> <i32 0, i32 5>, !dbg !71
  %25 = fmul <2 x float> %23, %24, !dbg !71
  %26 = shufflevector <2 x float> %25, <2 x float> poison, <2 x i32> <i32 1, i32 0>, !dbg !71
  %27 = shufflevector <4 x float> %16, <4 x float> %18, <2 x i32> <i32 0, i32 5>, !dbg !72
  %28 = fmul <2 x float> %23, %27, !dbg !72
  %29 = fadd <2 x float> %28, %26, !dbg !73
  %30 = shufflevector <4 x float> %1, <4 x float> poison, <2 x i32> <i32 2, i32 2>, !dbg !74
  %31 = shufflevector <4 x float> %16, <4 x float> %18, <2 x i32> <i32 2, i32 6>, !dbg !74
  %32 = fmul <2 x float> %30, %31, !dbg !74
  %33 = fadd <2 x float> %32, %29, !dbg !75
  %34 = shufflevector <4 x float> %20, <4 x float> poison, <2 x i32> <i32 1, i32 2>, !dbg !76
  %35 = fmul <2 x float> %34, %33, !dbg !76
  %36 = extractelement <2 x float> %35, i64 0, !dbg !77
  %37 = fadd float %22, %36, !dbg !77
  %38 = extractelement <2 x float> %35, i64 1, !dbg !78
  %39 = fadd float %38, %37, !dbg !78
  %40 = tail call float @llvm.maxnum.f32(float %39, float 0.000000e+00), !dbg !79
    #dbg_value(float %40, !43, !DIExpression(), !44)
  %41 = load <4 x float>, ptr %2, align 16, !dbg !80, !tbaa !47
    #dbg_value(<4 x float> %0, !81, !DIExpression(), !85)
    #dbg_value(<4 x float> %41, !84, !DIExpression(), !85)
  %42 = getelementptr inbounds nuw i8, ptr %2, i64 16, !dbg !87
  %43 = load <4 x float>, ptr %42, align 16, !dbg !87, !tbaa !47
    #dbg_value(<4 x float> %0, !81, !DIExpression(), !88)
    #dbg_value(<4 x float> %43, !84, !DIExpression(), !88)
  %44 = getelementptr inbounds nuw i8, ptr %2, i64 32, !dbg !90
  %45 = load <4 x float>, ptr %44, align 16, !dbg !90, !tbaa !47
    #dbg_value(<4 x float> %0, !81, !DIExpression(), !91)
    #dbg_value(<4 x float> %45, !84, !DIExpression(), !91)
  %46 = getelementptr inbounds nuw i8, ptr %2, i64 48, !dbg !93
  %47 = load <4 x float>, ptr %46, align 16, !dbg !93, !tbaa !47
    #dbg_value(<4 x float> %0, !81, !DIExpression(), !94)
    #dbg_value(<4 x float> %47, !84, !DIExpression(), !94)
  %48 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 1, i32 0>, !dbg !96
  %49 = shufflevector <4 x float> %41, <4 x float> %43, <4 x i32> <i32 1, i32 4, i32 poison, i32 poison>, !dbg !96
  %50 = shufflevector <4 x float> %49, <4 x float> %45, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>, !dbg !96
  %51 = shufflevector <4 x float> %50, <4 x float> %47, <4 x i32> <i32 0, i32 1, i32 2, i32 4>, !dbg !96
  %52 = fmul <4 x float> %48, %51, !dbg !96
  %53 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>, !dbg !97
  %54 = shufflevector <4 x float> %41, <4 x float> %43, <4 x i32> <i32 0, i32 5, i32 poison, i32 poison>, !dbg !97
  %55 = shufflevector <4 x float> %54, <4 x float> %45, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>, !dbg !97
  %56 = shufflevector <4 x float> %55, <4 x float> %47, <4 x i32> <i32 0, i32 1, i32 2, i32 5>, !dbg !97
  %57 = fmul <4 x float> %53, %56, !dbg !97
  %58 = fadd <4 x float> %52, %57, !dbg !98
  %59 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>, !dbg !99
  %60 = shufflevector <4 x float> %41, <4 x float> %43, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>, !dbg !99
  %61 = shufflevector <4 x float> %60, <4 x float> %45, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>, !dbg !99
  %62 = shufflevector <4 x float> %61, <4 x float> %47, <4 x i32> <i32 0, i32 1, i32 2, i32 6>, !dbg !99
  %63 = fmul <4 x float> %59, %62, !dbg !99
  %64 = fadd <4 x float> %63, %58, !dbg !100
  %65 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>, !dbg !101
  %66 = shufflevector <4 x float> %41, <4 x float> %43, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>, !dbg !101
  %67 = shufflevector <4 x float> %66, <4 x float> %45, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>, !dbg !101
  %68 = shufflevector <4 x float> %67, <4 x float> %47, <4 x i32> <i32 0, i32 1, i32 2, i32 7>, !dbg !101
  %69 = fmul <4 x float> %65, %68, !dbg !101
  %70 = fadd <4 x float> %69, %64, !dbg !102
  store <4 x float> %70, ptr %3, align 16, !dbg !103, !tbaa !47
  %71 = getelementptr inbounds nuw i8, ptr %2, i64 128, !dbg !104
  %72 = load <4 x float>, ptr %71, align 16, !dbg !104, !tbaa !47
  %73 = insertelement <4 x float> poison, float %40, i64 0, !dbg !105
  %74 = shufflevector <4 x float> %73, <4 x float> poison, <4 x i32> zeroinitializer, !dbg !105
  %75 = fmul <4 x float> %72, %74, !dbg !106
  %76 = getelementptr inbounds nuw i8, ptr %2, i64 144, !dbg !107
  %77 = load <4 x float>, ptr %76, align 16, !dbg !107, !tbaa !47
  %78 = fadd <4 x float> %77, %75, !dbg !108
  store <4 x float> %78, ptr %4, align 16, !dbg !109, !tbaa !47
  ret void, !dbg !110
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float)


!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}
!llvm.errno.tbaa = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "lit.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"uwtable", i32 2}
!6 = !{i32 7, !"frame-pointer", i32 4}
!7 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!8 = !{!"clang version 22.1.8"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = distinct !DISubprogram(name: "lit", scope: !1, file: !1, line: 19, type: !14, scopeLine: 20, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !36, keyInstructions: true)
!14 = !DISubroutineType(types: !15)
!15 = !{null, !16, !16, !21, !34, !34}
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "float4", file: !1, line: 6, baseType: !17)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 128, flags: DIFlagVector, elements: !19)
!18 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!19 = !{!20}
!20 = !DISubrange(count: 4)
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!22 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !23)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "uniforms", file: !1, line: 8, size: 1280, elements: !24)
!24 = !{!25, !27, !31, !32, !33}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "projection", scope: !23, file: !1, line: 9, baseType: !26, size: 512)
!26 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 512, elements: !19)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "normals", scope: !23, file: !1, line: 10, baseType: !28, size: 384, offset: 512)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 384, elements: !29)
!29 = !{!30}
!30 = !DISubrange(count: 3)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "light", scope: !23, file: !1, line: 11, baseType: !16, size: 128, offset: 896)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "colour", scope: !23, file: !1, line: 12, baseType: !16, size: 128, offset: 1024)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "ambient", scope: !23, file: !1, line: 13, baseType: !16, size: 128, offset: 1152)
!34 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !35)
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!36 = !{!37, !38, !39, !40, !41, !42, !43}
!37 = !DILocalVariable(name: "position", arg: 1, scope: !13, file: !1, line: 19, type: !16)
!38 = !DILocalVariable(name: "normal", arg: 2, scope: !13, file: !1, line: 19, type: !16)
!39 = !DILocalVariable(name: "u", arg: 3, scope: !13, file: !1, line: 19, type: !21)
!40 = !DILocalVariable(name: "clip", arg: 4, scope: !13, file: !1, line: 19, type: !34)
!41 = !DILocalVariable(name: "colour", arg: 5, scope: !13, file: !1, line: 19, type: !34)
!42 = !DILocalVariable(name: "n", scope: !13, file: !1, line: 21, type: !16)
!43 = !DILocalVariable(name: "shade", scope: !13, file: !1, line: 22, type: !18)
!44 = !DILocation(line: 0, scope: !13)
!45 = !DILocation(line: 21, column: 33, scope: !13)
!46 = !DILocation(line: 21, column: 30, scope: !13)
!47 = !{!11, !11, i64 0}
!48 = !DILocalVariable(name: "a", arg: 1, scope: !49, file: !1, line: 16, type: !16)
!49 = distinct !DISubprogram(name: "dot3", scope: !1, file: !1, line: 16, type: !50, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !52, keyInstructions: true)
!50 = !DISubroutineType(types: !51)
!51 = !{!18, !16, !16}
!52 = !{!48, !53}
!53 = !DILocalVariable(name: "b", arg: 2, scope: !49, file: !1, line: 16, type: !16)
!54 = !DILocation(line: 0, scope: !49, inlinedAt: !55)
!55 = distinct !DILocation(line: 21, column: 17, scope: !13)
!56 = !DILocation(line: 16, column: 52, scope: !49, inlinedAt: !55)
!57 = !DILocation(line: 16, column: 76, scope: !49, inlinedAt: !55)
!58 = !DILocation(line: 16, column: 58, scope: !49, inlinedAt: !55)
!59 = !DILocation(line: 16, column: 70, scope: !49, inlinedAt: !55, atomGroup: 1, atomRank: 2)
!60 = !DILocation(line: 21, column: 59, scope: !13)
!61 = !DILocation(line: 0, scope: !49, inlinedAt: !62)
!62 = distinct !DILocation(line: 21, column: 46, scope: !13)
!63 = !DILocation(line: 21, column: 88, scope: !13)
!64 = !DILocation(line: 0, scope: !49, inlinedAt: !65)
!65 = distinct !DILocation(line: 21, column: 75, scope: !13)
!66 = !DILocation(line: 22, column: 46, scope: !13)
!67 = !DILocation(line: 0, scope: !49, inlinedAt: !68)
!68 = distinct !DILocation(line: 22, column: 35, scope: !13)
!69 = !DILocation(line: 16, column: 54, scope: !49, inlinedAt: !68)
!70 = !DILocation(line: 16, column: 52, scope: !49, inlinedAt: !68)
!71 = !DILocation(line: 16, column: 52, scope: !49, inlinedAt: !65)
!72 = !DILocation(line: 16, column: 64, scope: !49, inlinedAt: !65)
!73 = !DILocation(line: 16, column: 58, scope: !49, inlinedAt: !65)
!74 = !DILocation(line: 16, column: 76, scope: !49, inlinedAt: !65)
!75 = !DILocation(line: 16, column: 70, scope: !49, inlinedAt: !65, atomGroup: 1, atomRank: 2)
!76 = !DILocation(line: 16, column: 76, scope: !49, inlinedAt: !68)
!77 = !DILocation(line: 16, column: 58, scope: !49, inlinedAt: !68)
!78 = !DILocation(line: 16, column: 70, scope: !49, inlinedAt: !68, atomGroup: 1, atomRank: 2)
!79 = !DILocation(line: 22, column: 19, scope: !13, atomGroup: 2, atomRank: 2)
!80 = !DILocation(line: 23, column: 37, scope: !13)
!81 = !DILocalVariable(name: "a", arg: 1, scope: !82, file: !1, line: 17, type: !16)
!82 = distinct !DISubprogram(name: "dot4", scope: !1, file: !1, line: 17, type: !50, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !83, keyInstructions: true)
!83 = !{!81, !84}
!84 = !DILocalVariable(name: "b", arg: 2, scope: !82, file: !1, line: 17, type: !16)
!85 = !DILocation(line: 0, scope: !82, inlinedAt: !86)
!86 = distinct !DILocation(line: 23, column: 22, scope: !13)
!87 = !DILocation(line: 23, column: 71, scope: !13)
!88 = !DILocation(line: 0, scope: !82, inlinedAt: !89)
!89 = distinct !DILocation(line: 23, column: 56, scope: !13)
!90 = !DILocation(line: 24, column: 37, scope: !13)
!91 = !DILocation(line: 0, scope: !82, inlinedAt: !92)
!92 = distinct !DILocation(line: 24, column: 22, scope: !13)
!93 = !DILocation(line: 24, column: 71, scope: !13)
!94 = !DILocation(line: 0, scope: !82, inlinedAt: !95)
!95 = distinct !DILocation(line: 24, column: 56, scope: !13)
!96 = !DILocation(line: 17, column: 64, scope: !82, inlinedAt: !86)
!97 = !DILocation(line: 17, column: 52, scope: !82, inlinedAt: !86)
!98 = !DILocation(line: 17, column: 58, scope: !82, inlinedAt: !86)
!99 = !DILocation(line: 17, column: 76, scope: !82, inlinedAt: !86)
!100 = !DILocation(line: 17, column: 70, scope: !82, inlinedAt: !86)
!101 = !DILocation(line: 17, column: 88, scope: !82, inlinedAt: !86)
!102 = !DILocation(line: 17, column: 82, scope: !82, inlinedAt: !86, atomGroup: 1, atomRank: 2)
!103 = !DILocation(line: 23, column: 11, scope: !13, atomGroup: 3, atomRank: 1)
!104 = !DILocation(line: 25, column: 18, scope: !13)
!105 = !DILocation(line: 25, column: 27, scope: !13)
!106 = !DILocation(line: 25, column: 25, scope: !13)
!107 = !DILocation(line: 25, column: 38, scope: !13)
!108 = !DILocation(line: 25, column: 33, scope: !13, atomGroup: 4, atomRank: 2)
!109 = !DILocation(line: 25, column: 13, scope: !13, atomGroup: 4, atomRank: 1)
!110 = !DILocation(line: 26, column: 1, scope: !13, atomGroup: 5, atomRank: 1)
