// Shifts, also by more than the type has bits: the GPU's shifters clamp, they do not wrap.
// launch: --block 32 --arg values:1,-1,-2147483648,0x1234567,-3,2147483647,65535,-65536 --arg values:0,1,5,31,32,33,63,64,65,255,-1,-32,7,16,30,100 --arg zeros:32
#define SHIFT(NAME, T, OP)                                                                     \
    extern "C" __global__ void NAME(const int* in, const int* by, T* out) {                    \
        int i = threadIdx.x;                                                                   \
        out[i] = (T)in[i & 7] OP by[(i >> 1) & 15];                                            \
    }
SHIFT(left_int, int, <<)
SHIFT(right_int, int, >>)
SHIFT(left_unsigned, unsigned, <<)
SHIFT(right_unsigned, unsigned, >>)
SHIFT(left_long_long, long long, <<)
SHIFT(right_long_long, long long, >>)
SHIFT(left_unsigned_long_long, unsigned long long, <<)
SHIFT(right_unsigned_long_long, unsigned long long, >>)
extern "C" __global__ void left_in_range(const int* in, const int* by, int* out) {
    int i = threadIdx.x;
    unsigned char narrow = in[i & 7];
    short half = in[i & 7];
    out[i] = (narrow << (by[i & 15] & 7)) + (half >> (by[i & 15] & 15));
}
extern "C" __global__ void funnel(const int* in, const int* by, unsigned* out) {
    int i = threadIdx.x;
    unsigned low = in[i & 7], high = in[(i + 3) & 7];
    out[i] = i & 1 ? __funnelshift_l(low, high, by[i & 15]) : __funnelshift_r(low, high, by[i & 15]);
}
