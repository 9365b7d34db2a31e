// Functions that take numbers apart or are exact, lengths, and the overloads that CUDA has on float.
// launch: --block 16 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,7.75,123456.789,-0.0,inf,-inf,nan --arg zeros:16
#define PAIRS(NAME, T, R, EXPRESSION)                                       \
    extern "C" __global__ void NAME(const T* in, R* out) {                  \
        [[maybe_unused]] T x = in[threadIdx.x], y = in[(threadIdx.x * 5 + 3) & 15]; \
        out[threadIdx.x] = EXPRESSION;                                      \
    }
PAIRS(remainder_f32, float, float, remainderf(x, y))
PAIRS(remainder_f64, double, double, remainder(x, y))
PAIRS(next_f32, float, float, nextafterf(x, y))
PAIRS(next_f64, double, double, nextafter(x, y))
PAIRS(gap_f64, double, double, fdim(x, y))
PAIRS(sign_of_another_f64, double, double, copysign(x, y))
PAIRS(nearby_f32, float, float, nearbyintf(x) + nearbyintf(y * 0.5f))
PAIRS(exponent_f32, float, int, ilogbf(x))
PAIRS(exponent_f64, double, int, ilogb(x))
PAIRS(exponent_as_f32, float, float, logbf(x))
PAIRS(exponent_as_f64, double, double, logb(x))
PAIRS(scaled_f32, float, float, scalbnf(x, (int)threadIdx.x * 20 - 150))
PAIRS(scaled_far_f32, float, float, scalblnf(x, (long)threadIdx.x * 1000 - 7000))
PAIRS(scaled_far_f64, double, double, scalbln(x, (long)threadIdx.x * 150 - 1100))
// launch divided_f32: --block 16 --arg values:1,-1,7.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,7.75,123456.789,3,33.5,0.1,-29,5 --arg zeros:32
extern "C" __global__ void divided_f32(const float* in, float* out) {
    int quotient;
    out[threadIdx.x] = remquof(in[threadIdx.x], in[(threadIdx.x * 5 + 3) & 15], &quotient);
    // The sign and at least three bits of the quotient are promised.
    out[threadIdx.x + 16] = quotient < 0 ? -(float)(-quotient & 7) : quotient & 7;
}
// launch divided_f64: --block 16 --arg values:1,-1,7.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,7.75,123456.789,3,33.5,0.1,-29,5 --arg zeros:32
extern "C" __global__ void divided_f64(const double* in, double* out) {
    int quotient;
    out[threadIdx.x] = remquo(in[threadIdx.x], in[(threadIdx.x * 5 + 3) & 15], &quotient);
    out[threadIdx.x + 16] = quotient < 0 ? -(double)(-quotient & 7) : quotient & 7;
}
// launch whole_f32: --block 16 --arg values:0,1.5,-1.5,0.5,-0.5,2.5,-3.5,100.125,1e9,-1e9,0.49999997,123456.789,-0.0,8.5,8388607.5,-7.5 --arg zeros:16
PAIRS(whole_f32, float, long long, llroundf(x) + 1000 * llrintf(y) + 7 * lroundf(y) + 11 * lrintf(x))
// launch whole_f64: --block 16 --arg values:0,1.5,-1.5,0.5,-0.5,2.5,-3.5,100.125,1e9,-1e9,0.49999999999999994,123456.789,-0.0,8.5,8388607.5,-7.5 --arg zeros:16
PAIRS(whole_f64, double, long long, lround(x) + 1000 * lrint(y))
// launch reciprocal_cube_root_f32: --block 16 --ulps 2 --arg values:1,-1,7.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,7.75,123456.789,3,33.5,0.1,-29,8 --arg zeros:16
PAIRS(reciprocal_cube_root_f32, float, float, rcbrtf(x))
// launch reciprocal_cube_root_f64: --block 16 --ulps 2 --arg values:1,-1,7.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,7.75,123456.789,3,33.5,0.1,-29,8 --arg zeros:16
PAIRS(reciprocal_cube_root_f64, double, double, rcbrt(x))
// launch reciprocal_hypotenuse_f32: --block 16 --ulps 3 --arg values:1,-1,7.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,7.75,123456.789,3,33.5,1e20,-1e20,inf --arg zeros:16
PAIRS(reciprocal_hypotenuse_f32, float, float, rhypotf(x, y))
// launch reciprocal_hypotenuse_f64: --block 16 --ulps 2 --arg values:1,-1,7.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,7.75,123456.789,3,33.5,1e200,-1e200,inf --arg zeros:16
PAIRS(reciprocal_hypotenuse_f64, double, double, rhypot(x, y))
#define LENGTH(NAME, T, EXPRESSION)                                         \
    extern "C" __global__ void NAME(const T* in, T* out) {                  \
        T x = in[threadIdx.x], y = in[(threadIdx.x + 3) & 15], z = in[(threadIdx.x + 7) & 15]; \
        out[threadIdx.x] = EXPRESSION;                                      \
    }
// launch length_of_3_f64: --block 16 --ulps 3 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,0.25,123456.789,-0.0,1e200,7,1e15 --arg zeros:16
LENGTH(length_of_3_f64, double, norm3d(x, y, z))
// launch length_of_4_f64: --block 16 --ulps 3 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,0.25,123456.789,-0.0,1e200,7,1e15 --arg zeros:16
LENGTH(length_of_4_f64, double, norm4d(x, y, z, 2.0))
// launch reciprocal_length_of_3_f32: --block 16 --ulps 3 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,0.25,123456.789,-0.0,5,7,1e15 --arg zeros:16
LENGTH(reciprocal_length_of_3_f32, float, rnorm3df(x, y, z))
// launch reciprocal_length_of_3_f64: --block 16 --ulps 2 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,0.25,123456.789,-0.0,5,7,1e15 --arg zeros:16
LENGTH(reciprocal_length_of_3_f64, double, rnorm3d(x, y, z))
// launch reciprocal_length_of_4_f32: --block 16 --ulps 3 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,0.25,123456.789,-0.0,5,7,1e15 --arg zeros:16
LENGTH(reciprocal_length_of_4_f32, float, rnorm4df(x, y, z, 2.0f))
// launch reciprocal_length_of_4_f64: --block 16 --ulps 2 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,0.25,123456.789,-0.0,5,7,1e15 --arg zeros:16
LENGTH(reciprocal_length_of_4_f64, double, rnorm4d(x, y, z, 2.0))
// For any number of terms CUDA gives no bound: of a few, half a unit each and the root's.
// launch length_of_any_f32: --block 12 --ulps 5 --arg values:3,-4,12,0.5,-0.75,2.5,-3.25,100.125,10,0.1,0.25,123.789,3,5,7,9 --arg zeros:24
extern "C" __global__ void length_of_any_f32(const float* in, float* out) {
    out[2 * threadIdx.x] = normf(4, in + threadIdx.x);
    out[2 * threadIdx.x + 1] = rnormf(3, in + threadIdx.x);
}
// launch length_of_any_f64: --block 12 --ulps 5 --arg values:3,-4,12,0.5,-0.75,2.5,-3.25,100.125,10,0.1,0.25,123.789,3,5,7,9 --arg zeros:24
extern "C" __global__ void length_of_any_f64(const double* in, double* out) {
    out[2 * threadIdx.x] = norm(4, in + threadIdx.x);
    out[2 * threadIdx.x + 1] = rnorm(3, in + threadIdx.x);
}
// launch sine_and_cosine_f32: --block 16 --ulps 3 --arg values:0,1,-1,0.5,-0.75,2.5,-3.25,100.125,10,-0.1,0.001,30,-30,3.1,7,1.6 --arg zeros:32
extern "C" __global__ void sine_and_cosine_f32(const float* in, float* out) {
    sincosf(in[threadIdx.x], &out[2 * threadIdx.x], &out[2 * threadIdx.x + 1]);
}
// launch sine_and_cosine_of_turns_f32: --block 16 --ulps 2 --arg values:0,1,-1,0.5,-0.5,0.1,2.75,3,-3.5,10,-10.25,0.001,1.4999,1e6,-2.5001,8 --arg zeros:32
extern "C" __global__ void sine_and_cosine_of_turns_f32(const float* in, float* out) {
    sincospif(in[threadIdx.x], &out[2 * threadIdx.x], &out[2 * threadIdx.x + 1]);
}
// launch overloads_on_float: --block 16 --arg values:0,1.5,-1.5,0.5,-0.75,2.5,-3.25,100.125,1e10,-1e-10,7.75,123456.789,3,33.5,0.1,-29 --arg zeros:16
extern "C" __global__ void overloads_on_float(const float* in, float* out) {
    float x = in[threadIdx.x], whole;
    int exponent, quotient;
    float part = modf(x, &whole), fraction = frexp(x, &exponent), rest = remquo(x, 2.0f, &quotient);
    out[threadIdx.x] = part + fraction + exponent + rest + ldexp(x, 3) + scalbn(x, -1) + fmod(x, 0.75f) + fmax(x, 1.0f) +
                       sizeof(logb(x)) + sizeof(rcbrt(x)) + sizeof(jn(2, x)) + sizeof(j0(x)) + sizeof(scalbln(x, 1)) +
                       100 * (sizeof(part + fraction + rest) + sizeof(ldexp(x, 3)) + sizeof(pow(x, x)) + sizeof(fmod(x, x)));
}
// launch overloads_by_pointer: --block 16 --ulps 3 --arg values:0,1.5,-1.5,0.5,-0.75,2.5,-3.25,100.125,10,-1e-10,7.75,12.75,3,33.5,0.1,-29 --arg zeros:32
extern "C" __global__ void overloads_by_pointer(const float* in, float* out) {
    float sine, cosine;
    if (threadIdx.x % 2 == 0) sincos(in[threadIdx.x], &sine, &cosine);
    else sincospi(in[threadIdx.x], &sine, &cosine);
    out[2 * threadIdx.x] = sine;
    out[2 * threadIdx.x + 1] = cosine;
}
