; no function
; gpucc --isa agal --stage vertex
; error: function

@a = global float 0.0
