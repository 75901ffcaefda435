; The closing bracket of a switch may carry metadata.
define <4 x float> @fragment(float %x) !dbg !5 {
entry:
  %i = fptosi float %x to i32
  switch i32 %i, label %other [
    i32 0, label %one
    i32 1, label %two
  ], !dbg !8
one:
  br label %done
two:
  br label %done
other:
  br label %done
done:
  %r = phi <4 x float> [ <float 1.0, float 0.0, float 0.0, float 1.0>, %one ], [ <float 0.0, float 1.0, float 0.0, float 1.0>, %two ], [ zeroinitializer, %other ]
  ret <4 x float> %r
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "fragment", scope: !1, file: !1, line: 2, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocation(line: 3, column: 5, scope: !5)
