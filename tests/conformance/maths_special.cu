// The functions that CUDA has beside C's, and those that C's library computes least alike, within CUDA's documented
// errors and one unit for the emulator. Where CUDA bounds the absolute error, a coarser float is compared.
// launch: --block 16 --arg iota:16:-8 --arg zeros:16
#define FUNCTION(NAME, T, EXPRESSION)                           \
    extern "C" __global__ void NAME(const T* in, T* out) {      \
        T x = in[threadIdx.x];                                  \
        out[threadIdx.x] = EXPRESSION;                          \
    }
#define FLOAT(NAME, EXPRESSION) FUNCTION(NAME##_f32, float, EXPRESSION)
#define DOUBLE(NAME, EXPRESSION) FUNCTION(NAME##_f64, double, EXPRESSION)
// launch inverse_hyperbolic_sine_f32: --block 16 --ulps 4 --arg iota:16:-8 --arg zeros:16
FLOAT(inverse_hyperbolic_sine, asinhf(x * 1.3f))
// launch inverse_hyperbolic_cosine_f32: --block 16 --ulps 5 --arg iota:16:-2 --arg zeros:16
FLOAT(inverse_hyperbolic_cosine, acoshf(x * 1.25f))
// launch inverse_hyperbolic_tangent_f32: --block 16 --ulps 4 --arg iota:16:-8 --arg zeros:16
FLOAT(inverse_hyperbolic_tangent, atanhf(x * 0.125f))
// launch error_function_complement_f32: --block 16 --ulps 5 --arg iota:16:-4 --arg zeros:16
FLOAT(error_function_complement, erfcf(x * 0.65f))
// launch sine_of_turns_f32: --block 16 --ulps 2 --arg values:0,1,-1,0.5,-0.5,0.1,2.75,3,-3.5,10,-10.25,0.001,1.0001,1e6,-2.9999,inf --arg zeros:16
FLOAT(sine_of_turns, sinpif(x))
// launch cosine_of_turns_f32: --block 16 --ulps 2 --arg values:0,1,-1,0.5,-0.5,0.1,2.75,3,-3.5,10,-10.25,0.001,1.4999,1e6,-2.5001,inf --arg zeros:16
FLOAT(cosine_of_turns, cospif(x))
// launch scaled_error_complement_f32: --block 16 --ulps 5 --arg values:0,1,-1,0.5,-0.5,0.1,-2.5,3,-8.5,10,12.5,100,1e6,1e20,inf,-5 --arg zeros:16
FLOAT(scaled_error_complement, erfcxf(x))
// launch scaled_error_complement_f64: --block 16 --ulps 5 --arg values:0,1,-1,0.5,-0.5,0.1,-2.5,3,-8.5,10,12.5,100,1e6,1e20,inf,-5 --arg zeros:16
DOUBLE(scaled_error_complement, erfcx(x))
// launch inverse_error_f32: --block 16 --ulps 3 --arg iota:16:-7 --arg zeros:16
FLOAT(inverse_error, erfinvf(x * 0.125f))
// launch inverse_error_f64: --block 16 --ulps 6 --arg iota:16:-7 --arg zeros:16
DOUBLE(inverse_error, erfinv(x * 0.125))
// launch inverse_error_complement_f32: --block 16 --ulps 5 --arg values:0,1,2,0.5,1.5,0.1,1.9,1e-3,1e-10,1e-30,0.9,1.1,1.99,0.01,0.3,1.7 --arg zeros:16
FLOAT(inverse_error_complement, erfcinvf(x))
// launch inverse_error_complement_f64: --block 16 --ulps 7 --arg values:0,1,2,0.5,1.5,0.1,1.9,1e-3,1e-10,1e-300,0.9,1.1,1.99,0.01,0.3,1.7 --arg zeros:16
DOUBLE(inverse_error_complement, erfcinv(x))
// launch normal_share_f32: --block 16 --ulps 6 --arg iota:16:-8 --arg zeros:16
FLOAT(normal_share, normcdff(x * 1.4f))
// launch normal_share_f64: --block 16 --ulps 6 --arg iota:16:-8 --arg zeros:16
DOUBLE(normal_share, normcdf(x * 1.4))
// launch inverse_normal_share_f32: --block 16 --ulps 6 --arg values:0,1,0.5,0.25,0.75,0.1,0.9,1e-3,1e-10,1e-30,0.45,0.55,0.99,0.01,0.3,0.7 --arg zeros:16
FLOAT(inverse_normal_share, normcdfinvf(x))
// launch inverse_normal_share_f64: --block 16 --ulps 9 --arg values:0,1,0.5,0.25,0.75,0.1,0.9,1e-3,1e-10,1e-300,0.45,0.55,0.99,0.01,0.3,0.7 --arg zeros:16
DOUBLE(inverse_normal_share, normcdfinv(x))
// launch gamma_f32: --block 16 --ulps 6 --arg values:0.5,1,2,3,4.5,10,20.25,34,-0.5,-1.5,-2.75,0.001,-0.1,1.46,-1,36 --arg zeros:16
FLOAT(gamma, tgammaf(x))
// launch gamma_f64: --block 16 --ulps 11 --arg values:0.5,1,2,3,4.5,10,20.25,34,-0.5,-1.5,-2.75,0.001,-0.1,1.46,-1,172 --arg zeros:16
DOUBLE(gamma, tgamma(x))
// launch logarithm_of_gamma_f32: --block 16 --ulps 7 --arg values:0.5,1,2,3,4.5,10,20.25,34,-0.5,-1.5,-2,0.001,-0.1,1.46,1e10,-12.5 --arg zeros:16
FLOAT(logarithm_of_gamma, lgammaf(x))
// launch logarithm_of_gamma_f64: --block 16 --ulps 7 --arg values:0.5,1,2,3,4.5,10,20.25,34,-0.5,-1.5,-2,0.001,-0.1,1.46,1e10,-24.5 --arg zeros:16
DOUBLE(logarithm_of_gamma, lgamma(x))
// launch modified_bessel_0_f32: --block 16 --ulps 7 --arg iota:16:-8 --arg zeros:16
FLOAT(modified_bessel_0, cyl_bessel_i0f(x * 2.3f))
// launch modified_bessel_0_f64: --block 16 --ulps 7 --arg iota:16:-8 --arg zeros:16
DOUBLE(modified_bessel_0, cyl_bessel_i0(x * 2.3))
// launch modified_bessel_1_f32: --block 16 --ulps 7 --arg iota:16:-8 --arg zeros:16
FLOAT(modified_bessel_1, cyl_bessel_i1f(x * 2.3f))
// launch modified_bessel_1_f64: --block 16 --ulps 7 --arg iota:16:-8 --arg zeros:16
DOUBLE(modified_bessel_1, cyl_bessel_i1(x * 2.3))

// Of the first and second kind: up to 8 in units, and away from their zeros.
// launch bessel_first_0_f32: --block 16 --ulps 10 --arg values:0,1,-1,0.5,-0.25,0.1,1.75,3,-3.5,4,4.75,6,6.5,7,7.5,7.75 --arg zeros:16
FLOAT(bessel_first_0, j0f(x))
// launch bessel_first_0_f64: --block 16 --ulps 10 --arg values:0,1,-1,0.5,-0.25,0.1,1.75,3,-3.5,4,4.75,6,6.5,7,7.5,7.75 --arg zeros:16
DOUBLE(bessel_first_0, j0(x))
// launch bessel_first_1_f32: --block 16 --ulps 10 --arg values:0,1,-1,0.5,-0.25,0.1,1.75,3,-3.25,4.5,4.75,6,6.25,2,5,5.5 --arg zeros:16
FLOAT(bessel_first_1, j1f(x))
// launch bessel_first_1_f64: --block 16 --ulps 10 --arg values:0,1,-1,0.5,-0.25,0.1,1.75,3,-3.25,4.5,4.75,6,6.25,2,5,5.5 --arg zeros:16
DOUBLE(bessel_first_1, j1(x))
// launch bessel_second_0_f32: --block 16 --ulps 10 --arg values:0,1.25,1.5,0.5,0.25,0.1,1.75,3,2.5,4.5,4.75,6,6.25,2,5,-1 --arg zeros:16
FLOAT(bessel_second_0, y0f(x))
// launch bessel_second_0_f64: --block 16 --ulps 10 --arg values:0,1.25,1.5,0.5,0.25,0.1,1.75,3,2.5,4.5,4.75,6,6.25,2,5,-1 --arg zeros:16
DOUBLE(bessel_second_0, y0(x))
// launch bessel_second_1_f32: --block 16 --ulps 10 --arg values:0,1.25,1.5,0.5,0.25,0.1,1.75,3,2.75,4.5,4.75,6,6.25,3.5,4,-1 --arg zeros:16
FLOAT(bessel_second_1, y1f(x))
// launch bessel_second_1_f64: --block 16 --ulps 10 --arg values:0,1.25,1.5,0.5,0.25,0.1,1.75,3,2.75,4.5,4.75,6,6.25,3.5,4,-1 --arg zeros:16
DOUBLE(bessel_second_1, y1(x))
// Beyond 8, and of any order, the error is below 2.2e-6 on float and 5e-12 on double.
#define COARSE(NAME, T, EXPRESSION)                                                 \
    extern "C" __global__ void NAME(const T* in, float* out) {                      \
        T x = in[threadIdx.x];                                                      \
        out[threadIdx.x] = (float)(EXPRESSION);                                     \
    }
// launch bessel_first_far_f64: --block 16 --ulps 1 --arg values:8.5,9.25,10,10.5,12.25,13,13.5,15.75,16.25,16.5,19,20,22.25,25,25.5,-9.5 --arg zeros:16
COARSE(bessel_first_far_f64, double, j0(x))
// launch bessel_of_order_f64: --block 16 --ulps 1 --arg values:0.5,1,1.5,2,2.25,2.5,2.75,3,3.25,3.5,3.75,4,4.25,9,10,12 --arg zeros:16
COARSE(bessel_of_order_f64, double, jn(2, x) + 2 * jn(3, x) + jn(0, x * 0.5))
// launch bessel_second_of_order_f64: --block 16 --ulps 1 --arg values:0.5,1,1.5,2,2.25,2.5,2.75,3,0.25,0.75,0.875,1.25,1.125,1.625,1.75,0.125 --arg zeros:16
COARSE(bessel_second_of_order_f64, double, yn(3, x))
// launch bessel_of_order_f32: --block 16 --ulps 100 --arg values:2,2.25,2.5,2.75,3,3.25,3.5,3.75,4,4.25,2.125,2.375,2.625,2.875,3.125,3.375 --arg zeros:16
FLOAT(bessel_of_order, jnf(2, x))
// launch bessel_second_of_order_f32: --block 16 --ulps 11 --arg values:0.5,1,1.5,2,2.25,2.5,2.75,2.875,0.25,0.75,0.875,1.25,1.125,1.625,1.75,0.125 --arg zeros:16
FLOAT(bessel_second_of_order, ynf(3, x))
// launch bessel_without_meaning: --block 8 --arg iota:8:-4 --arg zeros:8
extern "C" __global__ void bessel_without_meaning(const float* in, int* out) {
    float x = in[threadIdx.x];
    out[threadIdx.x] = isnan(yn(2, -fabs((double)x) - 1)) + 2 * isnan(y0f(-1 - fabsf(x))) + 4 * isinf(y1(0.0)) +
                       8 * isnan(jn(-1, (double)x)) + 16 * isnan(erfinvf(1.5f + fabsf(x))) + 32 * isnan(normcdfinv(-0.5 - fabs((double)x)));
}
