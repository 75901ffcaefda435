//! A matrix product by iterators over arrays.

type Vec4 = [f32; 4];

fn dot(a: &Vec4, b: &Vec4) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

#[no_mangle]
pub extern "C" fn rust_transform(x: f32, y: f32, z: f32, matrix: &[Vec4; 4], clip: &mut Vec4) {
    let position = [x, y, z, 1.0];
    for (out, row) in clip.iter_mut().zip(matrix) {
        *out = dot(&position, row);
    }
}
