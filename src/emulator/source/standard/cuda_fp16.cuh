// <cuda_fp16.h>: half precision. What two such numbers make in float is exact enough to be rounded once more.
__host__ __device__ inline unsigned short library_half_bits(float x) {
    unsigned bits = __float_as_uint(x), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return 0x7fff;
    if (magnitude >= 0x477ff000u) return sign | 0x7c00u;
    if (magnitude < 0x33000001u) return sign;
    unsigned exponent = magnitude >> 23, mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    // Below 2^-14 numbers keep fewer bits.
    unsigned dropped = exponent < 113 ? 126 - exponent : 13;
    unsigned kept = mantissa >> dropped, rest = mantissa & ((1u << dropped) - 1), half = 1u << (dropped - 1);
    if (exponent >= 113) kept += (exponent - 113) << 10;
    if (rest > half || (rest == half && (kept & 1))) ++kept;
    return sign | kept;
}
__host__ __device__ inline float library_half_value(unsigned short bits) {
    unsigned sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 31, mantissa = bits & 0x3ffu;
    if (exponent == 31) return __uint_as_float(sign | 0x7f800000u | mantissa << 13);
    if (exponent == 0) return (sign ? -1.0f : 1.0f) * ((float)mantissa * 5.9604644775390625e-8f);
    return __uint_as_float(sign | (exponent + 112) << 23 | mantissa << 13);
}
struct __half {
    unsigned short bits;
    __half() = default;
    __host__ __device__ __half(float x) : bits(library_half_bits(x)) {}
    __host__ __device__ __half(double x) : bits(library_half_bits((float)x)) {}
    __host__ __device__ __half(int x) : bits(library_half_bits((float)x)) {}
    __host__ __device__ operator float() const { return library_half_value(bits); }
};
using half = __half;
struct __half2 {
    __half x, y;
    __half2() = default;
    __host__ __device__ __half2(__half a, __half b) : x(a), y(b) {}
};
using half2 = __half2;
__host__ __device__ inline __half __float2half(float x) { return __half(x); }
__host__ __device__ inline __half __float2half_rn(float x) { return __half(x); }
__host__ __device__ inline float __half2float(__half x) { return library_half_value(x.bits); }
__host__ __device__ inline __half __int2half_rn(int x) { return __half((float)x); }
__host__ __device__ inline int __half2int_rn(__half x) { return __float2int_rn(__half2float(x)); }
__host__ __device__ inline __half __hadd(__half a, __half b) {
    return __half(__half2float(a) + __half2float(b));
}
__host__ __device__ inline __half operator+(__half a, __half b) { return __hadd(a, b); }
__host__ __device__ inline __half& operator+=(__half& a, __half b) { return a = __hadd(a, b); }
__host__ __device__ inline __half2 __hadd2(__half2 a, __half2 b) {
    return __half2(__hadd(a.x, b.x), __hadd(a.y, b.y));
}
__host__ __device__ inline __half2 operator+(__half2 a, __half2 b) { return __hadd2(a, b); }
__host__ __device__ inline __half __hsub(__half a, __half b) {
    return __half(__half2float(a) - __half2float(b));
}
__host__ __device__ inline __half operator-(__half a, __half b) { return __hsub(a, b); }
__host__ __device__ inline __half& operator-=(__half& a, __half b) { return a = __hsub(a, b); }
__host__ __device__ inline __half2 __hsub2(__half2 a, __half2 b) {
    return __half2(__hsub(a.x, b.x), __hsub(a.y, b.y));
}
__host__ __device__ inline __half2 operator-(__half2 a, __half2 b) { return __hsub2(a, b); }
__host__ __device__ inline __half __hmul(__half a, __half b) {
    return __half(__half2float(a) * __half2float(b));
}
__host__ __device__ inline __half operator*(__half a, __half b) { return __hmul(a, b); }
__host__ __device__ inline __half& operator*=(__half& a, __half b) { return a = __hmul(a, b); }
__host__ __device__ inline __half2 __hmul2(__half2 a, __half2 b) {
    return __half2(__hmul(a.x, b.x), __hmul(a.y, b.y));
}
__host__ __device__ inline __half2 operator*(__half2 a, __half2 b) { return __hmul2(a, b); }
__host__ __device__ inline __half __hdiv(__half a, __half b) {
    return __half(__half2float(a) / __half2float(b));
}
__host__ __device__ inline __half operator/(__half a, __half b) { return __hdiv(a, b); }
__host__ __device__ inline __half& operator/=(__half& a, __half b) { return a = __hdiv(a, b); }
__host__ __device__ inline __half2 __h2div(__half2 a, __half2 b) {
    return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
__host__ __device__ inline __half2 operator/(__half2 a, __half2 b) { return __h2div(a, b); }
__host__ __device__ inline bool __hlt(__half a, __half b) { return __half2float(a) < __half2float(b); }
__host__ __device__ inline bool operator<(__half a, __half b) { return __hlt(a, b); }
__host__ __device__ inline bool __hgt(__half a, __half b) { return __half2float(a) > __half2float(b); }
__host__ __device__ inline bool operator>(__half a, __half b) { return __hgt(a, b); }
__host__ __device__ inline bool __hle(__half a, __half b) { return __half2float(a) <= __half2float(b); }
__host__ __device__ inline bool operator<=(__half a, __half b) { return __hle(a, b); }
__host__ __device__ inline bool __hge(__half a, __half b) { return __half2float(a) >= __half2float(b); }
__host__ __device__ inline bool operator>=(__half a, __half b) { return __hge(a, b); }
__host__ __device__ inline bool __heq(__half a, __half b) { return __half2float(a) == __half2float(b); }
__host__ __device__ inline bool operator==(__half a, __half b) { return __heq(a, b); }
__host__ __device__ inline bool __hne(__half a, __half b) { return __half2float(a) != __half2float(b); }
__host__ __device__ inline bool operator!=(__half a, __half b) { return __hne(a, b); }
__host__ __device__ inline __half operator-(__half a) { return __half(-__half2float(a)); }
__host__ __device__ inline __half __hneg(__half a) { return -a; }
__host__ __device__ inline __half __habs(__half a) { return __half(fabsf(__half2float(a))); }
__host__ __device__ inline __half __hfma(__half a, __half b, __half c) {
    return __half((float)fma((double)__half2float(a), (double)__half2float(b), (double)__half2float(c)));
}
__host__ __device__ inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
__host__ __device__ inline __half __hmax(__half a, __half b) {
    return __half(fmaxf(__half2float(a), __half2float(b)));
}
__host__ __device__ inline __half __hmin(__half a, __half b) {
    return __half(fminf(__half2float(a), __half2float(b)));
}
__device__ inline __half hsqrt(__half a) { return __half(sqrtf(__half2float(a))); }
__device__ inline __half hexp(__half a) { return __half(expf(__half2float(a))); }
__host__ __device__ inline __half2 __float2half2_rn(float x) { return __half2(__half(x), __half(x)); }
__host__ __device__ inline __half2 __floats2half2_rn(float x, float y) {
    return __half2(__half(x), __half(y));
}
__host__ __device__ inline __half2 __half2half2(__half x) { return __half2(x, x); }
__host__ __device__ inline __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
__host__ __device__ inline __half2 make_half2(__half x, __half y) { return __half2(x, y); }
__host__ __device__ inline float __low2float(__half2 a) { return __half2float(a.x); }
__host__ __device__ inline float __high2float(__half2 a) { return __half2float(a.y); }
__host__ __device__ inline __half __low2half(__half2 a) { return a.x; }
__host__ __device__ inline __half __high2half(__half2 a) { return a.y; }
__host__ __device__ inline float2 __half22float2(__half2 a) {
    return make_float2(__half2float(a.x), __half2float(a.y));
}
__device__ inline __half atomicAdd(__half* place, __half value) {
    unsigned short* bits = (unsigned short*)place;
    unsigned short seen = atomicCAS(bits, (unsigned short)0, (unsigned short)0), before;
    do {
        before = seen;
        seen = atomicCAS(bits, before, library_half_bits(library_half_value(before) + (float)value));
    } while (seen != before);
    __half old;
    old.bits = seen;
    return old;
}
__device__ inline __half2 atomicAdd(__half2* place, __half2 value) {
    __half x = atomicAdd(&place->x, value.x), y = atomicAdd(&place->y, value.y);
    return __half2(x, y);
}
