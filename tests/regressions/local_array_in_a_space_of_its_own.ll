; AMD's GPUs have an address space for local variables.
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-i64:64-n32:64-S32-A5-G1"

define float @vertex(float %a, float %b, i32 %i) {
  %pair = alloca [2 x float], align 4, addrspace(5)
  store float %a, ptr addrspace(5) %pair, align 4
  %second = getelementptr inbounds i8, ptr addrspace(5) %pair, i32 4
  store float %b, ptr addrspace(5) %second, align 4
  %low = and i32 %i, 1
  %place = getelementptr inbounds [2 x float], ptr addrspace(5) %pair, i32 0, i32 %low
  %found = load float, ptr addrspace(5) %place, align 4
  ret float %found
}
