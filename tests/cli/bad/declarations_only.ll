; declarations only
; gpucc --isa agal --stage vertex
; error: function|define

declare float @main(float)
