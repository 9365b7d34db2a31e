// <cuda_bf16.h>: the upper half of a float.
__host__ __device__ inline unsigned short library_bfloat16_bits(float x)
{
    unsigned bits = __float_as_uint(x);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
    return (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
}
struct __nv_bfloat16 {
    unsigned short bits;
    __nv_bfloat16() = default;
    __host__ __device__ __nv_bfloat16(float x) : bits(library_bfloat16_bits(x)) {}
    __host__ __device__ operator float() const { return __uint_as_float((unsigned)bits << 16); }
};
using nv_bfloat16 = __nv_bfloat16;
__host__ __device__ inline __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__host__ __device__ inline __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
__host__ __device__ inline float __bfloat162float(__nv_bfloat16 x) { return __uint_as_float((unsigned)x.bits << 16); }
__host__ __device__ inline __nv_bfloat16 operator+(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__bfloat162float(a) + __bfloat162float(b)); }
__host__ __device__ inline __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }
__host__ __device__ inline __nv_bfloat16 operator-(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__bfloat162float(a) - __bfloat162float(b)); }
__host__ __device__ inline __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }
__host__ __device__ inline __nv_bfloat16 operator*(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__bfloat162float(a) * __bfloat162float(b)); }
__host__ __device__ inline __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }
__host__ __device__ inline __nv_bfloat16 operator/(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__bfloat162float(a) / __bfloat162float(b)); }
__host__ __device__ inline __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return a / b; }
