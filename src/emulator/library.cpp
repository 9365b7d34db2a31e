// The library's text: mathematics with several results, and cooperative groups.
#include "emulator/library.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

#include "emulator/outline.h"

namespace upsweep::emulator {

namespace {

constexpr std::string_view text =
    R"library(// Parts of CUDA's own headers, as kernels see them.
__device__ inline void sincosf(float x, float* sine, float* cosine) { *sine = sinf(x), *cosine = cosf(x); }
__device__ inline void sincos(double x, double* sine, double* cosine) { *sine = sin(x), *cosine = cos(x); }
__device__ inline void sincos(float x, float* sine, float* cosine) { *sine = sinf(x), *cosine = cosf(x); }
__device__ inline void __sincosf(float x, float* sine, float* cosine) { *sine = sinf(x), *cosine = cosf(x); }
__device__ inline void sincospif(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }
__device__ inline void sincospi(double x, double* sine, double* cosine) { *sine = sinpi(x), *cosine = cospi(x); }
__device__ inline void sincospi(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }
__device__ inline float modff(float x, float* whole) { return *whole = truncf(x), copysignf(isinf(x) ? 0.0f : x - truncf(x), x); }
__device__ inline double modf(double x, double* whole) { return *whole = trunc(x), copysign(isinf(x) ? 0.0 : x - trunc(x), x); }
__device__ inline float modf(float x, float* whole) { return modff(x, whole); }
__device__ inline double ldexp(double x, int n)
{
    for (; n > 1000; n -= 1000) x *= exp2(1000.0);
    for (; n < -1000; n += 1000) x *= exp2(-1000.0);
    return x * exp2((double)n);
}
__device__ inline float ldexpf(float x, int n) { return (float)((double)x * exp2((double)min(max(n, -400), 400))); }
__device__ inline float scalbnf(float x, int n) { return ldexpf(x, n); }
__device__ inline double scalbn(double x, int n) { return ldexp(x, n); }
__device__ inline float ldexp(float x, int n) { return ldexpf(x, n); }
template <typename T> __device__ inline double ldexp(T x, int n) { return ldexp((double)x, n); }
__device__ inline float scalbn(float x, int n) { return ldexpf(x, n); }
template <typename T> __device__ inline double scalbn(T x, int n) { return ldexp((double)x, n); }
__device__ inline double frexp(double x, int* exponent)
{
    *exponent = 0;
    if (x == 0 || !isfinite(x)) return x;
    bool tiny = fabs(x) < exp2(-1022.0);
    long long bits = __double_as_longlong(tiny ? x * exp2(60.0) : x);
    *exponent = (int)((bits >> 52) & 2047) - 1022 - (tiny ? 60 : 0);
    return __longlong_as_double((bits & ~(2047ll << 52)) | (1022ll << 52));
}
__device__ inline float frexpf(float x, int* exponent) { return (float)frexp((double)x, exponent); }
__device__ inline float frexp(float x, int* exponent) { return frexpf(x, exponent); }
template <typename T> __device__ inline double frexp(T x, int* exponent) { return frexp((double)x, exponent); }
__device__ inline int ilogb(double x)
{
    if (isinf(x)) return 2147483647;
    if (x == 0 || x != x) return -2147483647 - 1;
    int exponent;
    frexp(x, &exponent);
    return exponent - 1;
}
__device__ inline int ilogbf(float x) { return ilogb((double)x); }
__device__ inline float logbf(float x) { return x == 0 ? -__int_as_float(0x7f800000) : isinf(x) || x != x ? fabsf(x) : (float)ilogbf(x); }
__device__ inline double logb(double x) { return x == 0 ? -(double)__int_as_float(0x7f800000) : isinf(x) || x != x ? fabs(x) : (double)ilogb(x); }
__device__ inline float logb(float x) { return logbf(x); }
template <typename T> __device__ inline double logb(T x) { return logb((double)x); }
__device__ inline double scalbln(double x, long n) { return scalbn(x, (int)min(max(n, -5000l), 5000l)); }
__device__ inline float scalblnf(float x, long n) { return scalbnf(x, (int)min(max(n, -5000l), 5000l)); }
__device__ inline float scalbln(float x, long n) { return scalblnf(x, n); }
template <typename T> __device__ inline double scalbln(T x, long n) { return scalbln((double)x, n); }
__device__ inline double remquo(double x, double y, int* quotient)
{
    double part = fabs(y) < 1e307 ? fmod(x, 8 * y) : x, rest = remainder(part, y);
    *quotient = isfinite(rest) && isfinite(y) ? (int)rint((part - rest) / y) % 8 : 0;
    return rest;
}
__device__ inline float remquof(float x, float y, int* quotient) { return (float)remquo((double)x, (double)y, quotient); }
__device__ inline float remquo(float x, float y, int* quotient) { return remquof(x, y, quotient); }
template <typename A, typename B> __device__ inline double remquo(A x, B y, int* quotient) { return remquo((double)x, (double)y, quotient); }
__device__ inline double j0(double x) { return jn(0, x); }
__device__ inline double j1(double x) { return jn(1, x); }
__device__ inline double y0(double x) { return yn(0, x); }
__device__ inline double y1(double x) { return yn(1, x); }
__device__ inline float j0f(float x) { return jnf(0, x); }
__device__ inline float j1f(float x) { return jnf(1, x); }
__device__ inline float y0f(float x) { return ynf(0, x); }
__device__ inline float y1f(float x) { return ynf(1, x); }
__device__ inline float j0(float x) { return j0f(x); }
template <typename T> __device__ inline double j0(T x) { return j0((double)x); }
__device__ inline float j1(float x) { return j1f(x); }
template <typename T> __device__ inline double j1(T x) { return j1((double)x); }
__device__ inline float y0(float x) { return y0f(x); }
template <typename T> __device__ inline double y0(T x) { return y0((double)x); }
__device__ inline float y1(float x) { return y1f(x); }
template <typename T> __device__ inline double y1(T x) { return y1((double)x); }
__device__ inline double library_norm(int count, const double* p, bool inverse)
{
    // Scaled, so that no square is too large or too small; what each addition loses is kept beside the sum.
    double largest = 0, sum = 0, lost = 0;
    for (int i = 0; i < count; ++i)
    {
        if (isinf(p[i])) return inverse ? 0.0 : (double)__int_as_float(0x7f800000);
        largest = fmax(largest, fabs(p[i]));
    }
    int exponent = 0;
    if (largest != 0) frexp(largest, &exponent);
    for (int i = 0; i < count; ++i)
    {
        double x = ldexp(p[i], -exponent), square = x * x, next = sum + square, back = next - sum;
        lost += fma(x, x, -square) + ((sum - (next - back)) + (square - back));
        sum = next;
    }
    if (!inverse || sum == 0) return inverse ? 1 / sum : ldexp(sqrt(sum + lost), exponent);
    double y = 1 / sqrt(sum), square = y * y;
    double rest = fma(-sum, square, 1.0) - sum * fma(y, y, -square) - lost * square;
    return ldexp(fma(0.5 * y, rest, y), -exponent);
}
__device__ inline double norm(int count, const double* p) { return library_norm(count, p, false); }
__device__ inline double rnorm(int count, const double* p) { return library_norm(count, p, true); }
__device__ inline float normf(int count, const float* p) { double sum = 0; for (int i = 0; i < count; ++i) sum += (double)p[i] * p[i]; return (float)sqrt(sum); }
__device__ inline float rnormf(int count, const float* p) { double sum = 0; for (int i = 0; i < count; ++i) sum += (double)p[i] * p[i]; return (float)(1 / sqrt(sum)); }
__device__ inline double norm3d(double a, double b, double c) { double p[3] = {a, b, c}; return norm(3, p); }
__device__ inline double rnorm3d(double a, double b, double c) { double p[3] = {a, b, c}; return rnorm(3, p); }
__device__ inline double norm4d(double a, double b, double c, double d) { double p[4] = {a, b, c, d}; return norm(4, p); }
__device__ inline double rnorm4d(double a, double b, double c, double d) { double p[4] = {a, b, c, d}; return rnorm(4, p); }
__device__ inline float rnorm4df(float a, float b, float c, float d) { return (float)(1 / sqrt((double)a * a + (double)b * b + (double)c * c + (double)d * d)); }
__device__ inline unsigned __fns(unsigned mask, unsigned base, int offset)
{
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset > 0 ? offset : 1;
    if (offset == 0) return base < 32 && (mask >> base & 1u) != 0 ? base : 0xffffffffu;
    for (int place = (int)base; place >= 0 && place < 32; place += step)
        if ((mask >> place & 1u) != 0 && --left == 0) return (unsigned)place;
    return 0xffffffffu;
}
__device__ inline int __dp2a_lo(int a, int b, int sum) { return sum + (int)(short)a * (signed char)b + (a >> 16) * (signed char)(b >> 8); }
__device__ inline int __dp2a_hi(int a, int b, int sum) { return sum + (int)(short)a * (signed char)(b >> 16) + (a >> 16) * (signed char)(b >> 24); }
__device__ inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned sum) { return sum + (a & 65535u) * (b & 255u) + (a >> 16) * (b >> 8 & 255u); }
__device__ inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned sum) { return sum + (a & 65535u) * (b >> 16 & 255u) + (a >> 16) * (b >> 24); }
__device__ inline unsigned __vadd4(unsigned a, unsigned b) { return ((a & 0x7f7f7f7fu) + (b & 0x7f7f7f7fu)) ^ ((a ^ b) & 0x80808080u); }
__device__ inline unsigned __vadd2(unsigned a, unsigned b) { return ((a & 0x7fff7fffu) + (b & 0x7fff7fffu)) ^ ((a ^ b) & 0x80008000u); }
__device__ inline unsigned __vsub4(unsigned a, unsigned b) { return ((a | 0x80808080u) - (b & 0x7f7f7f7fu)) ^ ((a ^ ~b) & 0x80808080u); }
__device__ inline unsigned __vsub2(unsigned a, unsigned b) { return ((a | 0x80008000u) - (b & 0x7fff7fffu)) ^ ((a ^ ~b) & 0x80008000u); }
__device__ inline float norm3df(float a, float b, float c) { return (float)sqrt((double)a * a + (double)b * b + (double)c * c); }
__device__ inline float norm4df(float a, float b, float c, float d) { return (float)sqrt((double)a * a + (double)b * b + (double)c * c + (double)d * d); }
__device__ inline float rnorm3df(float a, float b, float c) { return (float)(1 / sqrt((double)a * a + (double)b * b + (double)c * c)); }
__device__ inline float rhypotf(float a, float b) { return (float)(1 / hypot((double)a, (double)b)); }
__device__ inline double rhypot(double a, double b) { return 1 / hypot(a, b); }
__device__ inline float rcbrtf(float x) { return (float)(1 / cbrt((double)x)); }
__device__ inline double rcbrt(double x) { return 1 / cbrt(x); }
__device__ inline float rcbrt(float x) { return rcbrtf(x); }
template <typename T> __device__ inline double rcbrt(T x) { return rcbrt((double)x); }
__device__ inline float fdividef(float a, float b) { return a / b; }
__device__ inline long lroundf(float x) { return (long)roundf(x); }
__device__ inline long lround(double x) { return (long)round(x); }
__device__ inline long long llroundf(float x) { return (long long)roundf(x); }
__device__ inline long long llround(double x) { return (long long)round(x); }
__device__ inline long long llrintf(float x) { return (long long)rintf(x); }
__device__ inline long long llrint(double x) { return (long long)rint(x); }
__device__ inline double __hiloint2double(int high, int low) { return __longlong_as_double(((long long)high << 32) | (unsigned)low); }
__device__ inline int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__device__ inline int __double2loint(double x) { return (int)__double_as_longlong(x); }
__device__ inline unsigned __sad(int a, int b, unsigned sum) { return sum + (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a); }
__device__ inline unsigned __usad(unsigned a, unsigned b, unsigned sum) { return sum + (a > b ? a - b : b - a); }
__device__ inline int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
__device__ inline int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
__device__ inline unsigned __uhadd(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
__device__ inline unsigned __urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }
__device__ inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned n) { return n >= 32 ? low : __funnelshift_l(low, high, n); }
__device__ inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned n) { return n >= 32 ? high : __funnelshift_r(low, high, n); }
__device__ inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
__device__ inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

// Rounding to the side: the nearest float moves by one if it lies on the wrong one. The rest is what is missing to the
// exact result; its sign says on which side the float lies.
__device__ inline float library_rounded_down(float nearest, double rest) { return rest < 0 ? nextafterf(nearest, -__int_as_float(0x7f800000)) : nearest; }
__device__ inline float library_rounded_up(float nearest, double rest) { return rest > 0 ? nextafterf(nearest, __int_as_float(0x7f800000)) : nearest; }
__device__ inline float library_rounded_to_zero(float nearest, double rest) { return nearest > 0 || (nearest == 0 && rest > 0) ? library_rounded_down(nearest, rest) : library_rounded_up(nearest, rest); }
__device__ inline double library_rest_of_double(double x) { return isinf(x) || x != x ? 0.0 : isinf((float)x) ? -x : x - (float)x; }
__device__ inline double library_rest_of_sum(double a, double b)
{
    double sum = a + b, part = sum - a;
    if (isinf(sum) || sum != sum) return 0;
    double lost = (a - (sum - part)) + (b - part), far = library_rest_of_double(sum);
    return far != 0 ? far : lost;
}
__device__ inline double library_rest_of_quotient(float a, float b)
{
    float q = a / b;
    if (q != q || isinf(a) || b == 0 || isinf(b)) return isinf(b) && !isinf(a) && a != 0 ? ((a > 0) == (b > 0) ? 1.0 : -1.0) : 0.0;
    if (isinf(q)) return -q;
    double left = (double)a - (double)q * b;
    return b > 0 ? left : -left;
}
__device__ inline float __double2float_rz(double x) { return library_rounded_to_zero((float)x, library_rest_of_double(x)); }
__device__ inline float __double2float_rd(double x) { return library_rounded_down((float)x, library_rest_of_double(x)); }
__device__ inline float __double2float_ru(double x) { return library_rounded_up((float)x, library_rest_of_double(x)); }
__device__ inline float __int2float_rz(int x) { return library_rounded_to_zero((float)x, library_rest_of_double((double)x)); }
__device__ inline float __int2float_rd(int x) { return library_rounded_down((float)x, library_rest_of_double((double)x)); }
__device__ inline float __int2float_ru(int x) { return library_rounded_up((float)x, library_rest_of_double((double)x)); }
__device__ inline float __uint2float_rz(unsigned x) { return library_rounded_to_zero((float)x, library_rest_of_double((double)x)); }
__device__ inline float __uint2float_rd(unsigned x) { return library_rounded_down((float)x, library_rest_of_double((double)x)); }
__device__ inline float __uint2float_ru(unsigned x) { return library_rounded_up((float)x, library_rest_of_double((double)x)); }
__device__ inline float __fadd_rz(float a, float b) { return library_rounded_to_zero(a + b, library_rest_of_sum(a, b)); }
__device__ inline float __fadd_rd(float a, float b)
{
    double rest = library_rest_of_sum(a, b);
    float sum = library_rounded_down(a + b, rest);
    return sum == 0 && rest == 0 && (signbit(a) || signbit(b)) ? -0.0f : sum;
}
__device__ inline float __fadd_ru(float a, float b) { return library_rounded_up(a + b, library_rest_of_sum(a, b)); }
__device__ inline float __fsub_rz(float a, float b) { return library_rounded_to_zero(a - b, library_rest_of_sum(a, -(double)b)); }
__device__ inline float __fsub_rd(float a, float b)
{
    double rest = library_rest_of_sum(a, -(double)b);
    float sum = library_rounded_down(a - b, rest);
    return sum == 0 && rest == 0 && (signbit(a) || !signbit(b)) ? -0.0f : sum;
}
__device__ inline float __fsub_ru(float a, float b) { return library_rounded_up(a - b, library_rest_of_sum(a, -(double)b)); }
__device__ inline float __fmul_rz(float a, float b) { return library_rounded_to_zero(a * b, library_rest_of_double((double)a * b)); }
__device__ inline float __fmul_rd(float a, float b) { return library_rounded_down(a * b, library_rest_of_double((double)a * b)); }
__device__ inline float __fmul_ru(float a, float b) { return library_rounded_up(a * b, library_rest_of_double((double)a * b)); }
__device__ inline float __fmaf_rz(float a, float b, float c) { return library_rounded_to_zero(fmaf(a, b, c), library_rest_of_sum((double)a * b, c)); }
__device__ inline float __fmaf_rd(float a, float b, float c)
{
    double rest = library_rest_of_sum((double)a * b, c);
    float sum = library_rounded_down(fmaf(a, b, c), rest);
    return sum == 0 && rest == 0 && (signbit(a) != signbit(b) || signbit(c)) ? -0.0f : sum;
}
__device__ inline float __fmaf_ru(float a, float b, float c) { return library_rounded_up(fmaf(a, b, c), library_rest_of_sum((double)a * b, c)); }
__device__ inline float __fdiv_rz(float a, float b) { return library_rounded_to_zero(a / b, library_rest_of_quotient(a, b)); }
__device__ inline float __fdiv_rd(float a, float b) { return library_rounded_down(a / b, library_rest_of_quotient(a, b)); }
__device__ inline float __fdiv_ru(float a, float b) { return library_rounded_up(a / b, library_rest_of_quotient(a, b)); }
__device__ inline float __frcp_rz(float x) { return library_rounded_to_zero(1.0f / x, library_rest_of_quotient(1.0f, x)); }
__device__ inline float __frcp_rd(float x) { return library_rounded_down(1.0f / x, library_rest_of_quotient(1.0f, x)); }
__device__ inline float __frcp_ru(float x) { return library_rounded_up(1.0f / x, library_rest_of_quotient(1.0f, x)); }
__device__ inline float __fsqrt_rz(float x) { return library_rounded_to_zero(sqrtf(x), x > 0 && !isinf(x) ? x - (double)sqrtf(x) * sqrtf(x) : 0.0); }
__device__ inline float __fsqrt_rd(float x) { return library_rounded_down(sqrtf(x), x > 0 && !isinf(x) ? x - (double)sqrtf(x) * sqrtf(x) : 0.0); }
__device__ inline float __fsqrt_ru(float x) { return library_rounded_up(sqrtf(x), x > 0 && !isinf(x) ? x - (double)sqrtf(x) * sqrtf(x) : 0.0); }

template <typename T> struct numeric_limits;
template <> struct numeric_limits<bool> { static constexpr bool is_integer = true, is_signed = false; static constexpr int digits = 1; static constexpr __device__ bool min() { return false; } static constexpr __device__ bool lowest() { return false; } static constexpr __device__ bool max() { return true; } };
template <> struct numeric_limits<signed char> { static constexpr bool is_integer = true, is_signed = true; static constexpr int digits = 7; static constexpr __device__ signed char min() { return (signed char)-128; } static constexpr __device__ signed char lowest() { return (signed char)-128; } static constexpr __device__ signed char max() { return (signed char)127; } };
template <> struct numeric_limits<unsigned char> { static constexpr bool is_integer = true, is_signed = false; static constexpr int digits = 8; static constexpr __device__ unsigned char min() { return (unsigned char)0; } static constexpr __device__ unsigned char lowest() { return (unsigned char)0; } static constexpr __device__ unsigned char max() { return (unsigned char)255; } };
template <> struct numeric_limits<short> { static constexpr bool is_integer = true, is_signed = true; static constexpr int digits = 15; static constexpr __device__ short min() { return (short)-32768; } static constexpr __device__ short lowest() { return (short)-32768; } static constexpr __device__ short max() { return (short)32767; } };
template <> struct numeric_limits<unsigned short> { static constexpr bool is_integer = true, is_signed = false; static constexpr int digits = 16; static constexpr __device__ unsigned short min() { return (unsigned short)0; } static constexpr __device__ unsigned short lowest() { return (unsigned short)0; } static constexpr __device__ unsigned short max() { return (unsigned short)65535; } };
template <> struct numeric_limits<int> { static constexpr bool is_integer = true, is_signed = true; static constexpr int digits = 31; static constexpr __device__ int min() { return -2147483647 - 1; } static constexpr __device__ int lowest() { return -2147483647 - 1; } static constexpr __device__ int max() { return 2147483647; } };
template <> struct numeric_limits<unsigned> { static constexpr bool is_integer = true, is_signed = false; static constexpr int digits = 32; static constexpr __device__ unsigned min() { return 0u; } static constexpr __device__ unsigned lowest() { return 0u; } static constexpr __device__ unsigned max() { return 4294967295u; } };
template <> struct numeric_limits<long long> { static constexpr bool is_integer = true, is_signed = true; static constexpr int digits = 63; static constexpr __device__ long long min() { return -9223372036854775807ll - 1; } static constexpr __device__ long long lowest() { return -9223372036854775807ll - 1; } static constexpr __device__ long long max() { return 9223372036854775807ll; } };
template <> struct numeric_limits<unsigned long long> { static constexpr bool is_integer = true, is_signed = false; static constexpr int digits = 64; static constexpr __device__ unsigned long long min() { return 0ull; } static constexpr __device__ unsigned long long lowest() { return 0ull; } static constexpr __device__ unsigned long long max() { return 18446744073709551615ull; } };
template <> struct numeric_limits<float> { static constexpr bool is_integer = false, is_signed = true; static constexpr int digits = 24; static constexpr __device__ float min() { return 1.175494351e-38f; } static constexpr __device__ float lowest() { return -3.402823466e+38f; } static constexpr __device__ float max() { return 3.402823466e+38f; } static constexpr __device__ float epsilon() { return 1.192092896e-07f; } static __device__ float infinity() { return __int_as_float(0x7f800000); } static __device__ float quiet_NaN() { return __int_as_float(0x7fc00000); } };
template <> struct numeric_limits<double> { static constexpr bool is_integer = false, is_signed = true; static constexpr int digits = 53; static constexpr __device__ double min() { return 2.2250738585072014e-308; } static constexpr __device__ double lowest() { return -1.7976931348623158e+308; } static constexpr __device__ double max() { return 1.7976931348623158e+308; } static constexpr __device__ double epsilon() { return 2.2204460492503131e-16; } static __device__ double infinity() { return __longlong_as_double(0x7ff0000000000000ll); } static __device__ double quiet_NaN() { return __longlong_as_double(0x7ff8000000000000ll); } };

enum thread_scope { thread_scope_thread = 0, thread_scope_block = 1, thread_scope_device = 3, thread_scope_system = 4 };
enum memory_order { memory_order_relaxed = 0, memory_order_consume = 1, memory_order_acquire = 2, memory_order_release = 3, memory_order_acq_rel = 4, memory_order_seq_cst = 5 };
template <typename T, thread_scope Scope = thread_scope_system>
struct atomic_ref {
    T* place;
    __device__ explicit atomic_ref(T& of) : place(&of) {}
    __device__ T load(memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_load_n(place, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_load_n(place, 2, Scope) : __nv_atomic_load_n(place, 5, Scope); }
    __device__ void store(T value, memory_order order = memory_order_seq_cst) const
    {
        if (order == memory_order_relaxed) __nv_atomic_store_n(place, value, 0, Scope);
        else if (order == memory_order_release) __nv_atomic_store_n(place, value, 3, Scope);
        else __nv_atomic_store_n(place, value, 5, Scope);
    }
    __device__ T exchange(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_exchange_n(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_exchange_n(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_exchange_n(place, value, 3, Scope) : __nv_atomic_exchange_n(place, value, 4, Scope); }
    __device__ T fetch_add(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_add(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_add(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_add(place, value, 3, Scope) : __nv_atomic_fetch_add(place, value, 4, Scope); }
    __device__ T fetch_sub(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_sub(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_sub(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_sub(place, value, 3, Scope) : __nv_atomic_fetch_sub(place, value, 4, Scope); }
    __device__ T fetch_min(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_min(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_min(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_min(place, value, 3, Scope) : __nv_atomic_fetch_min(place, value, 4, Scope); }
    __device__ T fetch_max(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_max(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_max(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_max(place, value, 3, Scope) : __nv_atomic_fetch_max(place, value, 4, Scope); }
    __device__ T fetch_and(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_and(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_and(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_and(place, value, 3, Scope) : __nv_atomic_fetch_and(place, value, 4, Scope); }
    __device__ T fetch_or(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_or(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_or(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_or(place, value, 3, Scope) : __nv_atomic_fetch_or(place, value, 4, Scope); }
    __device__ T fetch_xor(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_xor(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_xor(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_xor(place, value, 3, Scope) : __nv_atomic_fetch_xor(place, value, 4, Scope); }
    __device__ bool compare_exchange_strong(T& expected, T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_compare_exchange_n(place, &expected, value, false, 0, 0, Scope) : __nv_atomic_compare_exchange_n(place, &expected, value, false, 4, 2, Scope); }
    __device__ bool compare_exchange_weak(T& expected, T value, memory_order order = memory_order_seq_cst) const { return compare_exchange_strong(expected, value, order); }
    __device__ operator T() const { return load(); }
    __device__ T operator=(T value) const { store(value); return value; }
    __device__ T operator++() const { return fetch_add(1) + 1; }
    __device__ T operator+=(T value) const { return fetch_add(value) + value; }
};
__device__ inline void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system)
{
    if (scope == thread_scope_block) __threadfence_block();
    else __threadfence();
}

__device__ inline void __nanosleep(unsigned int) {}
__device__ inline void* memcpy(void* to, const void* from, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) ((unsigned char*)to)[i] = ((const unsigned char*)from)[i];
    return to;
}
__device__ inline void* memset(void* to, int value, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) ((unsigned char*)to)[i] = (unsigned char)value;
    return to;
}

namespace cooperative_groups {

__device__ inline unsigned rank_in_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__device__ inline unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }

struct thread_block {
    static __device__ void sync() { __syncthreads(); }
    static __device__ unsigned thread_rank() { return rank_in_block(); }
    static __device__ unsigned size() { return threads_of_block(); }
    static __device__ unsigned num_threads() { return threads_of_block(); }
    static __device__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static __device__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static __device__ dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static __device__ dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};

struct grid_group {
    static __device__ unsigned long long block_rank() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
    static __device__ unsigned long long thread_rank() { return block_rank() * threads_of_block() + rank_in_block(); }
    static __device__ unsigned long long size() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * threads_of_block(); }
    static __device__ unsigned long long num_threads() { return size(); }
    static __device__ dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
};

template <unsigned int Size, typename Parent = void>
struct thread_block_tile {
    static __device__ unsigned first_lane() { return rank_in_block() % warpSize / Size * Size; }
    static __device__ unsigned mask() { return Size >= 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1u) << first_lane(); }
    static __device__ int width() { return Size < warpSize ? Size : warpSize; }
    static __device__ unsigned thread_rank() { return rank_in_block() % Size; }
    static constexpr __device__ unsigned size() { return Size; }
    static constexpr __device__ unsigned num_threads() { return Size; }
    static __device__ unsigned meta_group_rank() { return rank_in_block() / Size; }
    static __device__ unsigned meta_group_size() { return (threads_of_block() + Size - 1) / Size; }
    static __device__ void sync() { __syncwarp(mask()); }
    template <typename T> static __device__ T shfl(T value, int rank) { return __shfl_sync(mask(), value, rank, width()); }
    template <typename T> static __device__ T shfl_up(T value, unsigned delta) { return __shfl_up_sync(mask(), value, delta, width()); }
    template <typename T> static __device__ T shfl_down(T value, unsigned delta) { return __shfl_down_sync(mask(), value, delta, width()); }
    template <typename T> static __device__ T shfl_xor(T value, int lanes) { return __shfl_xor_sync(mask(), value, lanes, width()); }
    static __device__ int any(int predicate) { return __any_sync(mask(), predicate); }
    static __device__ int all(int predicate) { return __all_sync(mask(), predicate); }
    static __device__ unsigned ballot(int predicate) { return (__ballot_sync(mask(), predicate) & mask()) >> first_lane(); }
    template <typename T> static __device__ unsigned match_any(T value) { return (__match_any_sync(mask(), value) & mask()) >> first_lane(); }
};

struct coalesced_group {
    unsigned lanes;
    __device__ unsigned size() const { return __popc(lanes); }
    __device__ unsigned num_threads() const { return __popc(lanes); }
    __device__ unsigned thread_rank() const { return __popc(lanes & ((1u << rank_in_block() % warpSize) - 1u)); }
    __device__ void sync() const { __syncwarp(lanes); }
    __device__ int any(int predicate) const { return __any_sync(lanes, predicate); }
    __device__ int all(int predicate) const { return __all_sync(lanes, predicate); }
    template <typename T> __device__ T shfl(T value, int rank) const
    {
        unsigned left = lanes;
        for (; rank > 0; --rank) left &= left - 1u;
        return __shfl_sync(lanes, value, __ffs(left) - 1);
    }
};

// Any of the above, as a function takes it that works with each.
struct thread_group {
    unsigned lanes;  // 0: the whole block
    unsigned count, rank;
    __device__ thread_group(const thread_block& block) : lanes(0), count(threads_of_block()), rank(rank_in_block()) {}
    template <unsigned int Size, typename Parent> __device__ thread_group(const thread_block_tile<Size, Parent>& tile) : lanes(tile.mask()), count(Size), rank(tile.thread_rank()) {}
    __device__ thread_group(const coalesced_group& group) : lanes(group.lanes), count(group.size()), rank(group.thread_rank()) {}
    __device__ unsigned size() const { return count; }
    __device__ unsigned num_threads() const { return count; }
    __device__ unsigned thread_rank() const { return rank; }
    __device__ void sync() const
    {
        if (lanes == 0) __syncthreads();
        else __syncwarp(lanes);
    }
};

__device__ inline thread_block this_thread_block() { return thread_block(); }
__device__ inline grid_group this_grid() { return grid_group(); }
__device__ inline coalesced_group coalesced_threads() { return coalesced_group{__activemask()}; }
template <unsigned int Size, typename Parent> __device__ inline thread_block_tile<Size> tiled_partition(const Parent& parent) { return thread_block_tile<Size>(); }
template <typename Group> __device__ inline void sync(const Group& group) { group.sync(); }

template <typename T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct less { __device__ T operator()(T a, T b) const { return min(a, b); } };
template <typename T> struct greater { __device__ T operator()(T a, T b) const { return max(a, b); } };
template <typename T> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <typename T> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <typename T> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };
template <unsigned int Size, typename Parent, typename T, typename Op>
__device__ inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Op op)
{
    for (unsigned lanes = Size / 2; lanes > 0; lanes /= 2) value = op(value, tile.shfl_xor(value, lanes));
    return value;
}

}  // namespace cooperative_groups
)library";

}  // namespace

std::string_view library_text() {
    static const std::string all = std::string(library_traits()) + std::string(text);
    return all;
}

bool needs_library(const std::vector<Token>& tokens) {
    static const std::unordered_set<std::string_view> names = [] {
        // Cooperative groups are named by their namespace first.
        std::unordered_set<std::string_view> found{"cooperative_groups"};
        const std::string_view all = library_text();
        const std::string_view mathematics = all.substr(0, all.find("namespace cooperative_groups"));
        const std::vector<Token> lexed = lex(-1, mathematics).tokens;
        for (const Item& item : outline(lexed, lexed.size(), 0).items) found.insert(item.name);
        return found;
    }();
    return std::any_of(tokens.begin(), tokens.end(), [&](const Token& token) {
        return token.kind == TokenKind::identifier && names.contains(token.text);
    });
}

}  // namespace upsweep::emulator
