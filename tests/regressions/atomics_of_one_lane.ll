; A lane shares its memory with nobody: atomic reads and writes are like any others. The reference took their order for a part of the address.
define void @vertex(float %a, ptr readonly dereferenceable(8) %u, ptr writeonly %out) {
  %one = load atomic float, ptr %u seq_cst, align 4
  %next = getelementptr inbounds float, ptr %u, i64 1
  %two = load atomic volatile float, ptr %next syncscope("singlethread") monotonic, align 4
  %local = alloca float
  %sum = fadd float %one, %a
  store atomic float %sum, ptr %local release, align 4
  %read = load atomic float, ptr %local acquire, align 4
  %product = fmul float %read, %two
  store atomic float %product, ptr %out unordered, align 4
  ret void
}
