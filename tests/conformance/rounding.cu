// Conversions and arithmetic that say how they round, each to the bit.
// launch: --block 16 --arg values:0,0.5,-0.5,1.5,-1.5,2.5,0.999999,-2.000001,1e9,-1e9,123456.789,-98765.4321,2147483520,3.25,-0.0,100.75 --arg zeros:16
#define ROUNDED(NAME, T, R, EXPRESSION)                                     \
    extern "C" __global__ void NAME(const T* in, R* out) {                  \
        T x = in[threadIdx.x];                                              \
        out[threadIdx.x] = EXPRESSION;                                      \
    }
#define INTEGERS(FROM, T, NAME, R)                                          \
    ROUNDED(FROM##_to_##NAME##_nearest, T, R, __##FROM##2##NAME##_rn(x))    \
    ROUNDED(FROM##_to_##NAME##_down, T, R, __##FROM##2##NAME##_rd(x))       \
    ROUNDED(FROM##_to_##NAME##_up, T, R, __##FROM##2##NAME##_ru(x))         \
    ROUNDED(FROM##_to_##NAME##_toward_zero, T, R, __##FROM##2##NAME##_rz(x))
INTEGERS(float, float, int, int)
INTEGERS(float, float, uint, unsigned)
INTEGERS(float, float, ll, long long)
INTEGERS(float, float, ull, unsigned long long)
INTEGERS(double, double, int, int)
INTEGERS(double, double, uint, unsigned)
INTEGERS(double, double, ll, long long)
INTEGERS(double, double, ull, unsigned long long)
// launch beyond_the_range: --block 8 --arg values:inf,-inf,nan,1e30,-1e30,4294967296,-2147483649,9.3e18 --arg zeros:32
extern "C" __global__ void beyond_the_range(const double* in, long long* out) {
    double x = in[threadIdx.x];
    float y = (float)x;
    out[threadIdx.x] = (long long)__double2int_rd(x) ^ (long long)__double2uint_ru(x) << 32;
    out[threadIdx.x + 8] = __double2ll_rz(x) ^ (long long)__double2ull_rn(x);
    out[threadIdx.x + 16] = (long long)__float2int_ru(y) ^ (long long)__float2uint_rd(y) << 32;
    out[threadIdx.x + 24] = __float2ll_rn(y) ^ (long long)__float2ull_rz(y);
}
// launch long_rounded: --block 16 --arg values:0,1,-1,16777217,16777219,-16777217,2147483647,-2147483648,9223372036854775807,-9223372036854775808,4294967295,9007199254740993,-9007199254740993,255,-128,65536 --arg zeros:16
ROUNDED(long_rounded, long long, double, __ll2double_rn(x) + (double)__ll2float_rn(x))
// launch unsigned_long_rounded: --block 16 --arg values:0,1,18446744073709551615,16777217,16777219,18446744073692774399,2147483647,9223372036854775808,9223372036854775807,9223373136366403584,4294967295,9007199254740993,18437736874454810623,255,9223371487098961920,65536 --arg zeros:16
ROUNDED(unsigned_long_rounded, unsigned long long, double, __ull2double_rn(x) + (double)__ull2float_rn(x))
// launch int_rounded: --block 16 --arg values:0,1,-1,16777217,16777219,-16777217,2147483647,-2147483648,33554435,-33554437,99999999,-1234567891,1000000007,255,-128,65536 --arg zeros:64
extern "C" __global__ void int_rounded(const int* in, float* out) {
    int x = in[threadIdx.x];
    out[4 * threadIdx.x] = __int2float_rn(x);
    out[4 * threadIdx.x + 1] = __int2float_rd(x);
    out[4 * threadIdx.x + 2] = __int2float_ru(x);
    out[4 * threadIdx.x + 3] = __int2float_rz(x) + (float)(__int2double_rn(x) - x);
}
// launch unsigned_rounded: --block 16 --arg values:0,1,4294967295,16777217,16777219,4278190079,2147483647,2147483648,33554435,4261412859,99999999,3060399405,1000000007,255,4294967168,65536 --arg zeros:64
extern "C" __global__ void unsigned_rounded(const unsigned* in, float* out) {
    unsigned x = in[threadIdx.x];
    out[4 * threadIdx.x] = __uint2float_rn(x);
    out[4 * threadIdx.x + 1] = __uint2float_rd(x);
    out[4 * threadIdx.x + 2] = __uint2float_ru(x);
    out[4 * threadIdx.x + 3] = __uint2float_rz(x) + (float)(__uint2double_rn(x) - x);
}
#define PAIRS(NAME, T, EXPRESSION)                                          \
    extern "C" __global__ void NAME(const T* in, T* out) {                  \
        [[maybe_unused]] T x = in[threadIdx.x], y = in[(threadIdx.x * 5 + 3) & 15]; \
        out[threadIdx.x] = EXPRESSION;                                      \
    }
#define OPERATION(NAME, FUNCTION)                                           \
    PAIRS(NAME##_nearest, float, __##FUNCTION##_rn(x * 0.1f, y))            \
    PAIRS(NAME##_down, float, __##FUNCTION##_rd(x * 0.1f, y))               \
    PAIRS(NAME##_up, float, __##FUNCTION##_ru(x * 0.1f, y))                 \
    PAIRS(NAME##_toward_zero, float, __##FUNCTION##_rz(x * 0.1f, y))
OPERATION(sum, fadd)
OPERATION(difference, fsub)
OPERATION(product, fmul)
OPERATION(quotient, fdiv)
#define ROUNDINGS(NAME, BEFORE, AFTER)                                      \
    PAIRS(NAME##_down, float, BEFORE##_rd AFTER)                            \
    PAIRS(NAME##_up, float, BEFORE##_ru AFTER)                              \
    PAIRS(NAME##_toward_zero, float, BEFORE##_rz AFTER)                     \
    PAIRS(NAME##_nearest, float, BEFORE##_rn AFTER)
ROUNDINGS(reciprocal, __frcp, (x))
ROUNDINGS(root, __fsqrt, (x))
ROUNDINGS(fused, __fmaf, (x * 0.1f, y, 0.3f))
PAIRS(reciprocal_root_nearest, float, __frsqrt_rn(x))
PAIRS(sum_f64, double, __dadd_rn(x * 0.1, y))
PAIRS(difference_f64, double, __dsub_rn(x * 0.1, y))
PAIRS(product_f64, double, __dmul_rn(x * 0.1, y))
PAIRS(quotient_f64, double, __ddiv_rn(x * 0.1, y))
PAIRS(reciprocal_f64, double, __drcp_rn(x))
PAIRS(root_f64_nearest, double, __dsqrt_rn(x))
PAIRS(fused_f64_nearest, double, __fma_rn(x * 0.1, y, 0.3))
PAIRS(bits_back, double, __longlong_as_double(__double_as_longlong(x) ^ 1))
extern "C" __global__ void narrowed_by_side(const double* in, float* out) {
    double x = in[threadIdx.x] * 1.00000003;
    out[threadIdx.x] = threadIdx.x % 4 == 0   ? __double2float_rn(x)
                       : threadIdx.x % 4 == 1 ? __double2float_rd(x)
                       : threadIdx.x % 4 == 2 ? __double2float_ru(x)
                                              : __double2float_rz(x);
}
