// Functions within the errors that CUDA documents (in units of the last place), not to the bit.
// launch: --block 32 --ulps 2 --arg values:0,1,-1,0.5,-0.5,0.1,2,3,-3,10,-10,0.001,1.5707964,3.1415927,100,-100,0.7,0.3,20,50,88,-87,1e-30,5,7,1e5,0.9999,1.0001,-0.25,30.5,-2.5,60 --arg zeros:32
#define FUNCTION(NAME, EXPRESSION)                                      \
    extern "C" __global__ void NAME(const float* in, float* out) {      \
        float x = in[threadIdx.x];                                      \
        out[threadIdx.x] = EXPRESSION;                                  \
    }
#define DOUBLE(NAME, EXPRESSION)                                        \
    extern "C" __global__ void NAME(const float* in, double* out) {     \
        double x = in[threadIdx.x];                                     \
        out[threadIdx.x] = EXPRESSION;                                  \
    }
FUNCTION(exponential_f32, expf(x))
FUNCTION(exponential2_f32, exp2f(x))
FUNCTION(exponential10_f32, exp10f(x * 0.25f))
FUNCTION(exponential_minus_1_f32, expm1f(x))
FUNCTION(logarithm_f32, logf(fabsf(x)))
FUNCTION(logarithm2_f32, log2f(fabsf(x)))
FUNCTION(logarithm10_f32, log10f(fabsf(x)))
FUNCTION(logarithm_plus_1_f32, log1pf(fabsf(x)))
FUNCTION(sine_f32, sinf(x))
FUNCTION(cosine_f32, cosf(x))
// launch tangent_f32: --block 32 --ulps 4 --arg values:0,1,-1,0.5,-0.5,0.1,2,3,-3,10,-10,0.001,1.5,3.1,100,-100,0.7,0.3,20,50,88,-87,1e-30,5,7,1e5,0.9999,1.0001,-0.25,30.5,-2.5,60 --arg zeros:32
FUNCTION(tangent_f32, tanf(x))
FUNCTION(arc_sine_f32, asinf(x * 0.01f))
FUNCTION(arc_cosine_f32, acosf(x * 0.001f))
FUNCTION(arc_tangent_f32, atanf(x))
// launch arc_tangent2_f32: --block 32 --ulps 3 --arg iota:32:-16 --arg zeros:32
FUNCTION(arc_tangent2_f32, atan2f(x, 1.5f - x))
// launch hyperbolic_sine_f32: --block 32 --ulps 3 --arg iota:32:-16 --arg zeros:32
FUNCTION(hyperbolic_sine_f32, sinhf(x))
FUNCTION(hyperbolic_cosine_f32, coshf(x))
FUNCTION(hyperbolic_tangent_f32, tanhf(x))
FUNCTION(reciprocal_root_f32, rsqrtf(fabsf(x)))
FUNCTION(cube_root_f32, cbrtf(x))
FUNCTION(error_function_f32, erff(x))
// launch power_f32: --block 32 --ulps 4 --arg iota:32:1 --arg zeros:32
FUNCTION(power_f32, powf(x, 1.7f))
// launch hypotenuse_f32: --block 32 --ulps 3 --arg iota:32:1 --arg zeros:32
FUNCTION(hypotenuse_f32, hypotf(x, 4.5f))
DOUBLE(exponential_f64, exp(x))
DOUBLE(logarithm_f64, log(fabs(x)))
DOUBLE(sine_f64, sin(x))
DOUBLE(cosine_f64, cos(x))
DOUBLE(arc_tangent_f64, atan(x))
DOUBLE(power_f64, pow(fabs(x), 1.7))
DOUBLE(cube_root_f64, cbrt(x))
DOUBLE(hyperbolic_tangent_f64, tanh(x))
DOUBLE(hypotenuse_f64, hypot(x, 4.5))
