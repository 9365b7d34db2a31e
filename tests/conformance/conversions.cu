// Conversions between every two kinds of numbers; out of range as the GPU does it.
// launch: --block 32 --arg values:0,-0.0,0.9,-0.9,1.5,-1.5,127.9,-128.9,255.5,300,65535.5,-32769,2147483648,-2147483904,4294967296,1e10,-1e10,9.3e18,-9.3e18,1.9e19,1e30,-1e30,inf,-inf,nan,1e-40,16777217,33554435,-1,2.5,3.5,8388607.5 --arg zeros:32
#define FROM(NAME, FLOAT, T)                                             \
    extern "C" __global__ void NAME(const float* in, T* out) {           \
        out[threadIdx.x] = (T)(FLOAT)in[threadIdx.x];                    \
    }
FROM(f32_to_i32, float, int)
FROM(f32_to_u32, float, unsigned)
FROM(f32_to_i64, float, long long)
FROM(f32_to_u64, float, unsigned long long)
FROM(f64_to_i32, double, int)
FROM(f64_to_u32, double, unsigned)
FROM(f64_to_i64, double, long long)
FROM(f64_to_u64, double, unsigned long long)
FROM(f32_to_bool, float, bool)
FROM(f32_to_f64, float, double)
// In range for the narrow ones: beyond it compilers differ.
#define NARROW(NAME, FLOAT, T, LOW, HIGH)                                \
    extern "C" __global__ void NAME(const float* in, T* out) {           \
        FLOAT v = (FLOAT)in[threadIdx.x];                                \
        out[threadIdx.x] = v > LOW && v < HIGH ? (T)v : (T)1;            \
    }
NARROW(f32_to_i8, float, signed char, -129, 128)
NARROW(f32_to_u8, float, unsigned char, -1, 256)
NARROW(f32_to_i16, float, short, -32769, 32768)
NARROW(f32_to_u16, float, unsigned short, -1, 65536)
NARROW(f64_to_i8, double, signed char, -129, 128)
NARROW(f64_to_u16, double, unsigned short, -1, 65536)
#define ROUNDED(NAME, T, FUNCTION)                                       \
    extern "C" __global__ void NAME(const float* in, T* out) {           \
        out[threadIdx.x] = FUNCTION(in[threadIdx.x]);                    \
    }
ROUNDED(nearest_int, int, __float2int_rn)
ROUNDED(floor_int, int, __float2int_rd)
ROUNDED(ceiling_int, int, __float2int_ru)
ROUNDED(toward_zero_int, int, __float2int_rz)
ROUNDED(nearest_unsigned, unsigned, __float2uint_rn)
ROUNDED(nearest_from_double, int, __double2int_rn)
ROUNDED(round_to_long, long long, lrintf)

// launch to_f32: --block 16 --arg values:0,1,-1,16777217,16777219,-16777217,2147483647,-2147483648,9223372036854775807,-9223372036854775808,4294967295,9007199254740993,-9007199254740993,255,-128,65536 --arg zeros:64
extern "C" __global__ void to_f32(const long long* in, float* out) {
    int i = threadIdx.x;
    out[4 * i] = (float)in[i];
    out[4 * i + 1] = (float)(unsigned long long)in[i];
    out[4 * i + 2] = (float)(int)in[i];
    out[4 * i + 3] = (float)(unsigned)in[i];
}
// launch to_f64: --block 16 --arg values:0,1,-1,16777217,16777219,-16777217,2147483647,-2147483648,9223372036854775807,-9223372036854775808,4294967295,9007199254740993,-9007199254740993,255,-128,65536 --arg zeros:64
extern "C" __global__ void to_f64(const long long* in, double* out) {
    int i = threadIdx.x;
    out[4 * i] = (double)in[i];
    out[4 * i + 1] = (double)(unsigned long long)in[i];
    out[4 * i + 2] = (double)(signed char)in[i];
    out[4 * i + 3] = (double)(unsigned short)in[i];
}
// launch integer_widths: --block 16 --arg values:0,1,-1,16777217,16777219,-16777217,2147483647,-2147483648,9223372036854775807,-9223372036854775808,4294967295,9007199254740993,-9007199254740993,255,-128,65536 --arg zeros:64
extern "C" __global__ void integer_widths(const long long* in, long long* out) {
    int i = threadIdx.x;
    out[4 * i] = (signed char)in[i] + 65536ll * (unsigned char)in[i];
    out[4 * i + 1] = (short)in[i] + (1ll << 40) * (unsigned short)in[i];
    out[4 * i + 2] = (int)in[i];
    out[4 * i + 3] = (unsigned)in[i] + (in[i] != 0) * 10000000000ll + (bool)in[i];
}
