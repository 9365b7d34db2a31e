// Functions on double within CUDA's documented errors: what it says, and one unit for the emulator.
// launch: --block 16 --ulps 2 --arg values:0,1,-1,0.5,-0.5,0.1,2.75,3,-3,10,-10,0.001,-0.3,7.25,20,-0.9 --arg zeros:16
#define DOUBLE(NAME, EXPRESSION)                                        \
    extern "C" __global__ void NAME(const double* in, double* out) {    \
        double x = in[threadIdx.x];                                     \
        out[threadIdx.x] = EXPRESSION;                                  \
    }
DOUBLE(reciprocal_root_f64, rsqrt(fabs(x) + 0.25))
DOUBLE(exponential2_f64, exp2(x))
DOUBLE(exponential10_f64, exp10(x))
DOUBLE(exponential_minus_1_f64, expm1(x))
DOUBLE(logarithm2_f64, log2(fabs(x)))
DOUBLE(logarithm10_f64, log10(fabs(x)))
DOUBLE(logarithm_plus_1_f64, log1p(fabs(x)))
DOUBLE(hyperbolic_cosine_f64, cosh(x))
// launch tangent_f64: --block 16 --ulps 3 --arg iota:16:-8 --arg zeros:16
DOUBLE(tangent_f64, tan(x * 0.7))
// launch arc_sine_f64: --block 16 --ulps 3 --arg iota:16:-8 --arg zeros:16
DOUBLE(arc_sine_f64, asin(x * 0.125))
// launch arc_cosine_f64: --block 16 --ulps 3 --arg iota:16:-8 --arg zeros:16
DOUBLE(arc_cosine_f64, acos(x * 0.125))
// launch arc_tangent2_f64: --block 16 --ulps 3 --arg iota:16:-8 --arg zeros:16
DOUBLE(arc_tangent2_f64, atan2(x, 1.5 - x))
// launch hyperbolic_sine_f64: --block 16 --ulps 3 --arg iota:16:-8 --arg zeros:16
DOUBLE(hyperbolic_sine_f64, sinh(x * 1.3))
// launch inverse_hyperbolic_sine_f64: --block 16 --ulps 4 --arg iota:16:-8 --arg zeros:16
DOUBLE(inverse_hyperbolic_sine_f64, asinh(x * 1.3))
// launch inverse_hyperbolic_cosine_f64: --block 16 --ulps 4 --arg iota:16:-2 --arg zeros:16
DOUBLE(inverse_hyperbolic_cosine_f64, acosh(x * 1.25))
// launch inverse_hyperbolic_tangent_f64: --block 16 --ulps 3 --arg iota:16:-8 --arg zeros:16
DOUBLE(inverse_hyperbolic_tangent_f64, atanh(x * 0.125))
// launch error_function_f64: --block 16 --ulps 3 --arg iota:16:-8 --arg zeros:16
DOUBLE(error_function_f64, erf(x * 0.45))
// launch error_function_complement_f64: --block 16 --ulps 6 --arg iota:16:-4 --arg zeros:16
DOUBLE(error_function_complement_f64, erfc(x * 0.65))
// launch sine_of_turns_f64: --block 16 --ulps 3 --arg values:0,1,-1,0.5,-0.5,0.1,2.75,3,-3.5,10,-10.25,0.001,1.0001,1e15,-2.9999,inf --arg zeros:16
DOUBLE(sine_of_turns_f64, sinpi(x))
// launch cosine_of_turns_f64: --block 16 --ulps 3 --arg values:0,1,-1,0.5,-0.5,0.1,2.75,3,-3.5,10,-10.25,0.001,1.4999,1e15,-2.5001,inf --arg zeros:16
DOUBLE(cosine_of_turns_f64, cospi(x))
// launch sine_and_cosine_of_turns_f64: --block 16 --ulps 3 --arg values:0,1,-1,0.5,-0.5,0.1,2.75,3,-3.5,10,-10.25,0.001,1.4999,1e15,-2.5001,8 --arg zeros:32
extern "C" __global__ void sine_and_cosine_of_turns_f64(const double* in, double* out) {
    sincospi(in[threadIdx.x], &out[2 * threadIdx.x], &out[2 * threadIdx.x + 1]);
}
