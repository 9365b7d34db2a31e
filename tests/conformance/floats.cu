// Floating-point arithmetic to the bit: rounding, signed zeros, denormals, infinities, made NaNs.
// launch: --block 32 --arg values:0,-0.0,1,-1,0.1,3.5,-2.5,1e-40,1e38,-1e38,3.4028235e38,inf,-inf,nan,0.5,1.5 --arg zeros:32
#define OPERANDS(T)                            \
    int i = threadIdx.x;                       \
    T a = (T)in[i & 15];                       \
    T b = (T)in[(i * 7 + (i >> 4) * 3 + 5) & 15];
#define BINARY(NAME, T, EXPRESSION)                                          \
    extern "C" __global__ void NAME(const float* in, T* out) {               \
        OPERANDS(T)                                                          \
        out[i] = EXPRESSION;                                                 \
    }
#define BOTH(NAME, EXPRESSION)                                               \
    BINARY(NAME##_f32, float, EXPRESSION)                                    \
    BINARY(NAME##_f64, double, EXPRESSION)
BOTH(add, a + b)
BOTH(subtract, a - b)
BOTH(multiply, a * b)
BOTH(divide, a / b)
BOTH(negate, -a)
BOTH(sum_of_products, a * b + b * 3)
BOTH(conditional, a < b ? a : b)
BINARY(minimum_f32, float, fminf(a, b))
BINARY(minimum_f64, double, fmin(a, b))
BINARY(maximum_f32, float, fmaxf(a, b))
BINARY(maximum_f64, double, fmax(a, b))
BINARY(fused_f32, float, fmaf(a, b, 0.1f))
BINARY(fused_f64, double, fma(a, b, 0.1))
BINARY(root_f32, float, sqrtf(a))
BINARY(root_f64, double, sqrt(a))
BINARY(absolute_f32, float, fabsf(a))
BINARY(absolute_f64, double, fabs(a))
BINARY(floor_f32, float, floorf(a * 1.3f))
BINARY(ceiling_f32, float, ceilf(a * 1.3f))
BINARY(truncate_f32, float, truncf(a * 1.3f))
BINARY(round_f32, float, roundf(a))
BINARY(round_even_f32, float, rintf(a))
BINARY(floor_f64, double, floor(a * 1.3))
BINARY(ceiling_f64, double, ceil(a * 1.3))
BINARY(truncate_f64, double, trunc(a * 1.3))
BINARY(round_f64, double, round(a))
BINARY(round_even_f64, double, rint(a))
BINARY(modulo_f32, float, fmodf(a, b))
BINARY(modulo_f64, double, fmod(a, b))
BINARY(copy_sign_f32, float, copysignf(a, b))
BINARY(positive_difference_f32, float, fdimf(a, b))
BINARY(saturate_f32, float, __saturatef(a))
BINARY(rounded_operations_f32, float, __fadd_rn(__fmul_rn(a, b), __fdiv_rn(a, 3.0f)))
BINARY(narrowed, float, (float)((double)a * 1.0000000001 + (double)b))
BINARY(float_and_double, double, a * 0.1f + b * 0.1)
BINARY(float_and_int, float, a * i + b / (i + 1))
BINARY(increments, float, a++ + --b)
BINARY(compounds, float, (a += b, a *= 2, a -= 1, a /= 3))
extern "C" __global__ void classes(const float* in, int* out) {
    OPERANDS(float)
    out[i] = isnan(a) + 2 * isinf(a) + 4 * isfinite(a) + 8 * (signbit(a) != 0) + 16 * (a == a) + 32 * (a != b) +
             64 * (a < b) + 128 * (a >= b) + 256 * !a + 512 * (a && b);
}
extern "C" __global__ void as_bits(const float* in, int* out) {
    OPERANDS(float)
    out[i] = __float_as_int(a) ^ __float_as_int(__int_as_float(__float_as_int(b) + 1));
}
