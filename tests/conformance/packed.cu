// Bytes in words, halves of doubles, and other intrinsics of CUDA's headers.
// launch: --block 16 --arg values:0,1,-1,127,128,-128,255,-256,65535,-2147483648,2147483647,0x12345678,0x80ff7f01,1000003,-77,0x0f0f0f0f --arg zeros:16
#define PACKED(NAME, T, EXPRESSION)                             \
    extern "C" __global__ void NAME(const int* in, T* out) {    \
        int i = threadIdx.x, a = in[i], b = in[(i * 5 + 3) & 15]; \
        unsigned u = a, v = b;                                  \
        out[i] = EXPRESSION;                                    \
    }
PACKED(dot_of_bytes, int, __dp4a(a, b, i))
PACKED(dot_of_unsigned_bytes, unsigned, __dp4a(u, v, 7u))
PACKED(absolute_differences, unsigned, __sad(a, b, 10u) ^ __usad(u, v, 3u))
PACKED(means_rounded_down, int, __hadd(a, b) ^ (int)__uhadd(u, v))
PACKED(means_rounded_up, int, __rhadd(a, b) ^ (int)__urhadd(u, v))
PACKED(clamped_funnels, unsigned, __funnelshift_lc(u, v, i * 3) + __funnelshift_rc(u, v, i * 3))
PACKED(wrapped_funnels, unsigned, __funnelshift_l(u, v, i * 5) ^ __funnelshift_r(u, v, i * 5))
PACKED(double_from_halves, double, __hiloint2double(0x40000000 + (a & 0xfffff), b))
PACKED(halves_of_a_double, int, __double2hiint(a * 1.5) ^ __double2loint(b / 3.0))
PACKED(bits_of_floats, int, __float_as_int(a * 0.5f) + (int)__float_as_uint((float)b))
PACKED(floats_of_bits, float, __int_as_float((a & 0x7fffff) | 0x3f800000) + __uint_as_float(0x40490fdbu))
PACKED(bits_of_doubles, long long, __double_as_longlong(a * 0.1) ^ __double_as_longlong(1.0 * b))
PACKED(selected_bytes, unsigned, __byte_perm(u, v, 0x5140 + i) ^ __byte_perm(a, b, 0x8 + 0x90 * i))
PACKED(rounded_conversions, int, __float2int_rn(a * 0.37f) ^ __float2int_rz(b * 0.37f) ^ __float2int_ru(a * 0.001f) ^ __float2int_rd(b * 0.001f))
PACKED(conversions_to_float, float, __int2float_rn(a) + __uint2float_rz(v) * 0.5f + __int2float_rd(b))
PACKED(conversions_of_doubles, float, __double2float_rn(a / 7.0) + __double2float_rz(b / 7.0))
PACKED(sums_by_rounding, float, __fadd_rn(a * 0.1f, 1e-3f) + __fmul_rn(b * 0.3f, 1.1f) + __fsub_rn(a * 1.0f, b * 0.7f))
PACKED(sums_to_one_side, float, (__fadd_rd(a * 0.1f, 1e-3f) - __fadd_ru(a * 0.1f, 1e-3f)) * 1e6f + __fsub_rz(a * 1.0f, b * 0.7f))
PACKED(products_to_one_side, float, (__fmul_rd(a * 0.1f, b * 0.3f) - __fmul_ru(a * 0.1f, b * 0.3f)) + __fmul_rz(b * 0.3f, 1.1f))
PACKED(fused_to_one_side, float, (__fmaf_rd(a * 0.1f, b * 0.3f, 0.7f) - __fmaf_ru(a * 0.1f, b * 0.3f, 0.7f)) + __fmaf_rz(a * 0.1f, 0.3f, b * 1.0f))
PACKED(quotients_to_one_side, float, (__fdiv_rd(a * 1.0f, 7.0f) - __fdiv_ru(a * 1.0f, 7.0f)) * 1e6f + __fdiv_rz(b * 1.0f, 3.0f) + __frcp_rd(i + 3.0f))
PACKED(roots_to_one_side, float, (__fsqrt_rd(i * 1.7f) - __fsqrt_ru(i * 1.7f)) * 1e6f + __fsqrt_rz(i * 0.3f))
PACKED(doubles_to_floats, float, (__double2float_rd(a * 0.1) - __double2float_ru(a * 0.1)) * 1e6f + __int2float_rz(b) + __uint2float_ru(v))
PACKED(doubles_to_wide, long long, __double2ll_rd(a * 0.37) ^ __double2ll_ru(b * 0.37) ^ (long long)__double2ull_rn(u * 0.5) ^ __float2ll_ru(a * 0.01f) ^ (long long)__float2ull_rd(u * 0.01f))
PACKED(fused, float, __fmaf_rn(a * 0.1f, b * 0.3f, 0.7f) + fmaf(1.5f, (float)a, (float)b))
PACKED(wide_smaller, unsigned long long, ullmin(u, v) + 3 * ullmax(u, v))
// launch split_f32: --block 16 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,1e-40,123456.789,-0.0,inf,7,1e30 --arg zeros:16
extern "C" __global__ void split_f32(const float* in, float* out) {
    float whole;
    float part = modff(in[threadIdx.x], &whole);
    int exponent;
    float mantissa = frexpf(in[threadIdx.x], &exponent);
    out[threadIdx.x] = part + whole * 2 + (isinf(in[threadIdx.x]) ? 0.0f : mantissa * 16 + exponent);
}
// launch split_f64: --block 16 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,1e-310,123456.789,-0.0,3,7,1e300 --arg zeros:16
extern "C" __global__ void split_f64(const double* in, double* out) {
    double whole;
    double part = modf(in[threadIdx.x], &whole);
    int exponent;
    double mantissa = frexp(in[threadIdx.x], &exponent);
    out[threadIdx.x] = part + whole * 2 + mantissa * 16 + exponent;
}
// launch scaled_by_powers: --block 16 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,1e-310,123456.789,-0.0,inf,7,1e300 --arg zeros:16
extern "C" __global__ void scaled_by_powers(const double* in, double* out) {
    int n = (int)threadIdx.x * 40 - 300;
    out[threadIdx.x] = ldexp(in[threadIdx.x], n) + scalbn(in[15 - threadIdx.x], -7) + ldexpf((float)in[threadIdx.x], n / 8);
}
// launch exponents: --block 16 --arg values:3,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,1e-310,123456.789,9,15,7,1e300 --arg zeros:16
extern "C" __global__ void exponents(const double* in, double* out) {
    double x = in[threadIdx.x];
    out[threadIdx.x] = ilogb(x) + 1000.0 * logb(x) + ilogbf((float)fmax(fabs(x), 1e-30) > 1e30f ? 1.0f : (float)fmax(fabs(x), 1e-30));
}
// launch rounded_to_whole: --block 16 --arg values:0,1.5,-1.5,0.5,-0.5,2.5,-3.5,100.125,1e9,-1e9,0.499999,123456.789,-0.0,8.5,7,-7.5 --arg zeros:16
extern "C" __global__ void rounded_to_whole(const double* in, long long* out) {
    double x = in[threadIdx.x];
    out[threadIdx.x] = llround(x) + 1000 * llrint(x) + 7 * lroundf((float)x) + (long long)rint(x) * 3 + (long long)nearbyint(x);
}
// launch sines_and_cosines: --block 16 --ulps 4 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,10,-0.1,0.001,30,-30,3.1,7,1.6 --arg zeros:16
extern "C" __global__ void sines_and_cosines(const float* in, double* out) {
    double s, c;
    sincos((double)in[threadIdx.x], &s, &c);
    out[threadIdx.x] = threadIdx.x % 2 == 0 ? s : c;
}
// launch lengths: --block 16 --ulps 4 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,0.25,123456.789,-0.0,5,7,1e15 --arg zeros:16
extern "C" __global__ void lengths(const float* in, float* out) {
    float a = in[threadIdx.x], b = in[(threadIdx.x + 3) & 15], c = in[(threadIdx.x + 7) & 15];
    out[threadIdx.x] = threadIdx.x % 2 == 0 ? norm3df(a, b, c) : norm4df(a, b, c, 2.0f);
}
