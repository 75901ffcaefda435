// Loops that uniform bytes count. Built with
// zig cc -target aarch64-linux-musl -O2 -g0 -fno-sanitize=all -fno-discard-value-names -S -emit-llvm counts.c -o counts.ll
typedef float f4 __attribute__((ext_vector_type(4)));
typedef unsigned char u8x4 __attribute__((ext_vector_type(4)));
typedef signed char s8x4 __attribute__((ext_vector_type(4)));
#define U __attribute__((address_space(2))) const
f4 hw(f4 pos, f4 col, U f4 *lights, U u8x4* loop)
{
  f4 acc = col; u8x4 l = *loop; int at = l.y;
  for (int i = 0; i <= l.x; ++i) { acc += pos * lights[at]; at += l.z; }
  return acc;
}
f4 hw2(f4 pos, f4 col, U f4 *lights, U u8x4* loop)
{
  f4 acc = col; u8x4 l = *loop;
  for (int i = 0; i <= l.x; ++i) { acc += pos * lights[l.y + i * l.z] + lights[l.y + i*l.z + 1]; if (acc.x > 100.0f) break; }
  return acc;
}
f4 down(f4 pos, f4 col, U f4 *lights, U u8x4* loop)
{
  f4 acc = col; int n = loop->x;
  do { acc = acc * pos + lights[0]; } while (n-- > 0);
  return acc;
}
f4 number(f4 pos, f4 col, U f4 *lights, U u8x4* loop)
{
  f4 acc = col; u8x4 l = *loop;
  for (int i = 0; i <= l.x; ++i) { acc += pos * lights[i]; }
  return acc * (float)l.x;
}
f4 less(f4 pos, f4 col, U f4 *lights, U u8x4* loop)
{
  f4 acc = col; u8x4 l = *loop;
  for (int i = 0; i < l.x; ++i) { acc += pos * lights[i]; }
  return acc;
}
f4 nested(f4 pos, f4 col, U f4 *lights, U u8x4* loop, U u8x4 *inner)
{
  f4 acc = col; u8x4 l = *loop, k = *inner;
  for (int i = 0; i <= l.x; ++i) { acc *= pos; for (int j = 0; j <= k.x; ++j) acc += lights[k.y + j * k.z]; }
  for (int i = 0; i <= k.x; ++i) acc *= lights[l.y];
  return acc;
}
f4 nested2(f4 pos, f4 col, U f4 *lights, U u8x4* loop, U u8x4 *inner)
{
  f4 acc = col; u8x4 l = *loop, k = *inner;
  for (int i = 0; i <= l.x; ++i) { acc *= pos; for (int j = 0; j <= k.x; ++j) acc += lights[k.y + j * k.z]; 
     for (int j = 0; j < 11; j++) acc -= lights[j] * pos.y; }
  return acc;
}
struct B { unsigned char n, first, step, pad; };
f4 strct(f4 pos, f4 col, U f4 *lights, U struct B* loop)
{
  f4 acc = col; int at = loop->first;
  for (int i = 0; i <= loop->n; ++i) { acc += pos * lights[at]; at += loop->step; }
  return acc;
}
f4 bound(f4 pos, f4 col, U f4 *lights, U int* n)
{
  f4 acc = col;
  for (int i = 0; i <= *n; ++i) { acc += pos * lights[i]; }
  return acc;
}
f4 mixed(f4 pos, f4 col, U f4 *lights, U u8x4* w)
{
  f4 k = {(float)w->x, (float)w->y, (float)w->z, (float)w->w};
  return pos * (k / 255.0f) + col;
}
f4 sgn(f4 pos, f4 col, U f4 *lights, U s8x4* w)
{
  f4 k = {(float)w->x, (float)w->y, (float)w->z, (float)w->w};
  return pos * (k / 127.0f) + col;
}
f4 two(f4 pos, f4 col, U f4 *lights, U u8x4* loop)
{
  f4 acc = col; u8x4 l = *loop; int at = l.y;
  for (int i = 0; i <= l.x; ++i) { acc += pos * lights[at]; at += l.z; }
  for (int i = 0; i <= l.x; ++i) { acc *= pos; }
  return acc;
}
