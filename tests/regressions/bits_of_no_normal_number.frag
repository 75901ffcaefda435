#version 300 es
// Exponent bits of zero were no exponent bits of zero in formats where 2^-126 rounds to 0 (lima-pp, pica200).
precision highp float; precision highp int; in vec4 v; out vec4 o;
void main(){ bool tiny = (floatBitsToUint(v.x) & 0x7f800000u) == 0u; o = vec4(tiny ? 1.0 : 2.0, v.yzw); }
