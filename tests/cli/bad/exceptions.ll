; exceptions
; gpucc --isa agal --stage vertex
; error: f\b|invoke|exception

declare void @f()
declare i32 @__gxx_personality_v0(...)
define float @main(float %x) personality ptr @__gxx_personality_v0 {
  invoke void @f() to label %ok unwind label %bad
ok:
  ret float %x
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
