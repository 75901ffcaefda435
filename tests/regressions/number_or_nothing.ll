; a number and whether there is one, in one integer of 64 bits, as ABIs pass it: from a local object or from a constant
@nothing = private constant { float, i8, [3 x i8] } { float undef, i8 0, [3 x i8] undef }, align 4
define float @fragment(float %x, float %otherwise) {
entry:
  %local = alloca { float, i8, [3 x i8] }, align 4
  %small = fcmp olt float %x, 1.0
  br i1 %small, label %given, label %read
given:
  %root = fmul float %x, 0.5
  store float %root, ptr %local, align 4
  %flag = getelementptr i8, ptr %local, i64 4
  store i8 1, ptr %flag, align 4
  br label %read
read:
  %at = phi ptr [ %local, %given ], [ @nothing, %entry ]
  %both = load i64, ptr %at, align 4
  %bit = and i64 %both, 4294967296
  %none = icmp eq i64 %bit, 0
  %low = trunc i64 %both to i32
  %number = bitcast i32 %low to float
  %result = select i1 %none, float %otherwise, float %number
  ret float %result
}
