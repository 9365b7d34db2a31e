// Integer intrinsics.
// launch: --block 32 --arg values:0,1,-1,2,255,-256,65536,-2147483648,2147483647,0x12345678,0x80000001,1000003,-77,0x0f0f0f0f,0x00ff00ff,42 --arg zeros:32
#define INTRINSIC(NAME, T, EXPRESSION)                              \
    extern "C" __global__ void NAME(const int* in, T* out) {        \
        int i = threadIdx.x;                                        \
        int a = in[i & 15], b = in[(i * 3 + (i >> 4) + 1) & 15];    \
        long long wide = (long long)a * 4294967311ll + b;           \
        out[i] = EXPRESSION;                                        \
    }
INTRINSIC(population, int, __popc(a) + 100 * __popcll(wide))
INTRINSIC(first_set, int, __ffs(a) + 100 * __ffsll(wide))
INTRINSIC(leading_zeros, int, __clz(a) + 100 * __clzll(wide))
INTRINSIC(reverse, unsigned long long, __brev(a) + (__brevll(wide) >> 3))
INTRINSIC(high_products, long long, __mulhi(a, b) + (long long)__umulhi(a, b))
INTRINSIC(high_products_64, long long, __mul64hi(wide, wide + b) ^ (long long)__umul64hi(wide, wide + b))
INTRINSIC(products_24, int, __mul24(a, b) ^ (int)__umul24(a, b))
INTRINSIC(permuted_bytes, unsigned, __byte_perm(a, b, i * 0x1357 + 0x2046))
INTRINSIC(smaller_and_larger, int, min(a, b) ^ max(a, b + 1))
INTRINSIC(smaller_unsigned, unsigned, min((unsigned)a, (unsigned)b) + max((unsigned)a, 7u))
INTRINSIC(smaller_wide, long long, min(wide, (long long)b) - max(wide, 5ll))
INTRINSIC(absolutes, long long, abs(a) + llabs(wide))
