; A kernel of OpenCL as clang 22 writes it: its body stands beside it as a function that other kernels could call.
define dso_local spir_kernel void @k(ptr addrspace(1) %0, ptr addrspace(1) %1) {
  %3 = tail call i64 @_Z13get_global_idj(i32 0)
  %4 = getelementptr float, ptr addrspace(1) %0, i64 %3
  %5 = load float, ptr addrspace(1) %4
  %6 = fmul float %5, 3.0
  %7 = getelementptr float, ptr addrspace(1) %1, i64 %3
  store float %6, ptr addrspace(1) %7
  ret void
}
define dso_local spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) %0, ptr addrspace(1) %1) {
  %3 = tail call i64 @_Z13get_global_idj(i32 0)
  %4 = getelementptr float, ptr addrspace(1) %0, i64 %3
  %5 = load float, ptr addrspace(1) %4
  %6 = fmul float %5, 3.0
  %7 = getelementptr float, ptr addrspace(1) %1, i64 %3
  store float %6, ptr addrspace(1) %7
  ret void
}
declare i64 @_Z13get_global_idj(i32)
