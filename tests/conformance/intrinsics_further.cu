// What remains of the integer intrinsics, bytes and halves in words, and atomics by address.
// launch: --block 16 --arg values:0,1,-1,127,128,-128,255,-256,65535,-2147483648,2147483647,0x12345678,0x80ff7f01,1000003,-77,0x0f0f0f0f --arg zeros:16
#define INTRINSIC(NAME, T, EXPRESSION)                              \
    extern "C" __global__ void NAME(const int* in, T* out) {        \
        int i = threadIdx.x, a = in[i], b = in[(i * 5 + 3) & 15];   \
        unsigned u = a, v = b;                                      \
        long long wide = (long long)a * 4294967311ll + b;           \
        out[i] = EXPRESSION + 0 * (int)(u ^ v ^ wide);              \
    }
INTRINSIC(dots_of_halves_low, int, __dp2a_lo(a, b, 10))
INTRINSIC(dots_of_halves_high, int, __dp2a_hi(a, b, -10))
INTRINSIC(unsigned_dots_of_halves_low, unsigned, __dp2a_lo(u, v, 10u))
INTRINSIC(unsigned_dots_of_halves_high, unsigned, __dp2a_hi(u, v, 3u))
INTRINSIC(sums_of_bytes, unsigned, __vadd4(u, v))
INTRINSIC(sums_of_halves, unsigned, __vadd2(u, v))
INTRINSIC(differences_of_bytes, unsigned, __vsub4(u, v))
INTRINSIC(differences_of_halves, unsigned, __vsub2(u, v))
INTRINSIC(smaller_by_type, long long, (long long)umin(u, v) + umax(u, 7u) + llmin(wide, b) - llmax(wide, 5ll))
INTRINSIC(absolutes_by_type, long long, labs((long)wide) ^ llabs(wide + 1) ^ abs(b))
extern "C" __global__ void nth_set_bits(const int* in, unsigned* out) {
    unsigned mask = in[threadIdx.x];
    out[threadIdx.x] = __fns(mask, threadIdx.x, 1) + 100 * __fns(mask, 31, -2) + 10000 * __fns(mask, 4, 3) + 1000000 * __fns(mask, threadIdx.x, 0);
}
// launch active_lanes: --block 64 --arg iota:64:-4 --arg zeros:64
extern "C" __global__ void active_lanes(const int* in, int* out) {
    int lane = threadIdx.x & 31;
    out[threadIdx.x] = in[threadIdx.x] * 2 + (__activemask() >> lane & 1);
    if (in[threadIdx.x] > 10) out[threadIdx.x] += 1000 * (__activemask() >> lane & 1);
    if (in[threadIdx.x] > 1000) __trap();
}
// launch atomics_by_address: --block 32 --arg iota:32:-9 --arg zeros:8
#define SCOPE __NV_THREAD_SCOPE_DEVICE
extern "C" __global__ void atomics_by_address(const int* in, int* out) {
    __nv_atomic_xor(&out[4], in[threadIdx.x], __NV_ATOMIC_RELAXED, SCOPE);
    __nv_atomic_and(&out[5], in[threadIdx.x], __NV_ATOMIC_RELAXED, SCOPE);
    if (threadIdx.x != 0) return;
    int value = in[3], found = 0, last = 0;
    __nv_atomic_store(&out[0], &value, __NV_ATOMIC_RELEASE, SCOPE);
    __nv_atomic_load(&out[0], &found, __NV_ATOMIC_ACQUIRE, SCOPE);
    value = 77;
    __nv_atomic_exchange(&out[0], &value, &last, __NV_ATOMIC_ACQ_REL, SCOPE);
    int expected = 77, wanted = 78;
    bool first = __nv_atomic_compare_exchange(&out[0], &expected, &wanted, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED, SCOPE);
    bool second = __nv_atomic_compare_exchange(&out[0], &expected, &value, true, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED, SCOPE);
    out[1] = found * 1000 + last;
    out[2] = first + 2 * second;
    out[3] = expected;
}
struct alignas(8) Flagged {
    int flag;
    float value;
};
// launch struct_by_address: --block 1 --arg iota:8:3 --arg zeros:8
extern "C" __global__ void struct_by_address(const int* in, Flagged* out) {
    Flagged given = {in[0], 2.5f}, found;
    __nv_atomic_store(&out[1], &given, __NV_ATOMIC_RELEASE, SCOPE);
    __nv_atomic_load(&out[1], &found, __NV_ATOMIC_ACQUIRE, SCOPE);
    out[2].flag = found.flag * 2;
    out[2].value = found.value + found.flag;
}
// launch numbers_of_printed_values: --block 2 --arg iota:2:5 --arg zeros:8
extern "C" __global__ void numbers_of_printed_values(const int* in, int* out) {
    int* row = out + 4 * threadIdx.x;
    // Of each, no letter is printed: only what is returned counts.
    row[0] = printf("") + 10;
    row[1] = printf("%.0s", "one") + 10;
    row[2] = printf("%.0s%.0s%.0s", "one", "two", "three") + 10;
    row[3] = in[threadIdx.x];
}
