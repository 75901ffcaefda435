//! Kernels as Rust programmers write them: scalars and arrays, references to uniforms, iterators, match.

type Vec4 = [f32; 4];

#[no_mangle]
pub extern "C" fn rust_lambert(nx: f32, ny: f32, nz: f32, light: &Vec4, colour: &Vec4, out: &mut Vec4) {
    let length = (nx * nx + ny * ny + nz * nz).sqrt();
    let facing = (nx * light[0] + ny * light[1] + nz * light[2]) / length;
    *out = colour.map(|c| c * facing.max(0.0));
}

#[no_mangle]
pub extern "C" fn rust_modes(a: f32, b: f32, mode: u32, out: &mut Vec4) {
    let value = match mode {
        0 => a,
        1 => a + b,
        2 | 3 => a * b,
        4..=7 => a.min(b),
        _ => (a - b).abs(),
    };
    *out = [value, value * 0.5, 1.0 - value, 1.0];
}

#[no_mangle]
pub extern "C" fn rust_quantise(u: f32, v: f32, out: &mut Vec4) {
    let column = (u * 10.0) as i32;
    let row = (v * 10.0) as i32;
    let cell = (column + row * 3).rem_euclid(7);
    *out = [cell as f32, column.clamp(0, 9) as f32, row.signum() as f32, 1.0];
}

#[repr(C)]
pub struct Rgba {
    r: f32,
    g: f32,
    b: f32,
    a: f32,
}

#[no_mangle]
pub extern "C" fn rust_struct(r: f32, g: f32, b: f32, gain: &f32) -> Rgba {
    let grey = 0.3 * r + 0.6 * g + 0.1 * b;
    let lift = |c: f32| (grey + (c - grey) * gain).clamp(0.0, 1.0);
    Rgba { r: lift(r), g: lift(g), b: lift(b), a: 1.0 }
}

#[no_mangle]
pub extern "C" fn rust_weights(value: &Vec4, weight: &Vec4, bias: &[f32; 8], out: &mut Vec4) {
    let total: f32 = value.iter().zip(weight).map(|(v, w)| v * w).sum();
    let highest = bias.iter().fold(0.0f32, |a, b| a.max(*b));
    *out = [total, highest, total.max(highest), 1.0];
}

#[no_mangle]
pub extern "C" fn rust_newton(x: f32, start: &f32) -> f32 {
    let target = x.abs() + 0.5;
    let mut guess = *start;
    for _ in 0..4 {
        let error = guess * guess - target;
        if error.abs() < 0.001 {
            break;
        }
        guess -= error * 0.25;
    }
    guess
}
