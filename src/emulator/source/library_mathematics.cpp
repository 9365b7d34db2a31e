// The library's text: functions on numbers that are written in the kernel language itself.
#include "emulator/source/library.h"

namespace upsweep::emulator {

std::string_view library_mathematics() {
    return R"library(// CUDA's functions that are not a single instruction here: of mathematics, of packed numbers, and those that round to a side.
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
__device__ inline float ldexpf(float x, int n)
{
    return x == x ? (float)((double)x * exp2((double)min(max(n, -400), 400))) : x + x;
}
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
__device__ inline int __dp4a(char4 a, char4 b, int sum) { return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned sum) { return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
)library";
}

}  // namespace upsweep::emulator
