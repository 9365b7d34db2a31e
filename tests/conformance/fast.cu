// Fast functions: within the errors that CUDA documents for them, at arguments for which these are units of the last
// place; where they are absolute, at results in [0.5, 1], of which 2^-21.41 is 6 units and 2^-21.19 is 7.
// launch: --block 16 --arg iota:16 --arg zeros:16
#define FAST(NAME, EXPRESSION)                                      \
    extern "C" __global__ void NAME(const float* in, float* out) {  \
        float x = in[threadIdx.x];                                  \
        out[threadIdx.x] = EXPRESSION;                              \
    }
// 2 + 1.173 |x|
// launch fast_exponential: --block 16 --ulps 13 --arg iota:16:-8 --arg zeros:16
FAST(fast_exponential, __expf(x))
// 2 + 2.97 |x|
// launch fast_exponential10: --block 16 --ulps 15 --arg iota:16:-8 --arg zeros:16
FAST(fast_exponential10, __exp10f(x * 0.5f))
// launch fast_logarithm: --block 16 --ulps 4 --arg values:0.001,0.1,0.25,0.45,2.5,3,5,7,10,100,1e10,1e-10,0.4,42,1e30,33 --arg zeros:16
FAST(fast_logarithm, __logf(x))
// launch fast_logarithm2: --block 16 --ulps 3 --arg values:0.001,0.1,0.25,0.45,2.5,3,5,7,10,100,1e10,1e-10,0.4,42,1e30,33 --arg zeros:16
FAST(fast_logarithm2, __log2f(x))
// launch fast_logarithm10: --block 16 --ulps 4 --arg values:0.001,0.1,0.25,0.45,2.5,3,5,7,10,100,1e10,1e-10,0.4,42,1e30,33 --arg zeros:16
FAST(fast_logarithm10, __log10f(x))
// launch fast_sine: --block 16 --ulps 8 --arg values:0.53,0.6,0.7,0.8,0.9,1,1.25,1.5,1.75,2,2.25,2.5,-0.75,-1,-1.5,-2 --arg zeros:16
FAST(fast_sine, __sinf(x))
// launch fast_cosine: --block 16 --ulps 9 --arg values:0,0.1,0.2,0.3,0.4,0.5,0.75,1,-1,2.25,2.5,2.75,3,-3,-2.5,-0.5 --arg zeros:16
FAST(fast_cosine, __cosf(x))
// Of the quotient of the two: twice as many, and the division's.
// launch fast_tangent: --block 16 --ulps 40 --arg values:0.53,0.55,0.6,0.65,0.7,0.75,0.8,0.85,0.9,0.95,1,1.04,-0.6,-0.7,-0.8,-1 --arg zeros:16
FAST(fast_tangent, __tanf(x))
// 2^(y · log2 x): an error of the logarithm counts once for each bit of the power.
// launch fast_power: --block 16 --ulps 40 --arg values:0.1,0.25,0.45,2.5,3,5,7,10,16,0.4,42,33,8,9,12,0.2 --arg zeros:16
FAST(fast_power, __powf(x, 1.5f))
// launch fast_sine_and_cosine: --block 8 --ulps 9 --arg values:0.53,0.6,0.7,0.8,0.9,1,-0.75,-1 --arg zeros:16
extern "C" __global__ void fast_sine_and_cosine(const float* in, float* out) {
    __sincosf(in[threadIdx.x], &out[2 * threadIdx.x], &out[2 * threadIdx.x + 1]);
}
// launch fast_quotient: --block 16 --ulps 3 --arg iota:16:-8 --arg zeros:16
FAST(fast_quotient, threadIdx.x % 2 == 0 ? __fdividef(x, 3.7f) : fdividef(10.0f, x))
