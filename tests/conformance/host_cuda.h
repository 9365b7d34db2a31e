// The few words of CUDA that the random expressions use, for the host's compiler.
#pragma once

#include <math.h>

#include <cstring>

#define __global__
#define __device__ static inline

/// Which thread runs: the caller sets it.
struct HostThread {
    unsigned x;
};
extern HostThread threadIdx;

static inline unsigned __float_as_uint(float x) {
    unsigned bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline long long __double_as_longlong(double x) {
    long long bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline int __popc(unsigned x) {
    int count = 0;
    for (; x != 0; x &= x - 1) ++count;
    return count;
}
static inline int __clz(int x) {
    int zeros = 0;
    for (int bit = 31; bit >= 0 && (static_cast<unsigned>(x) >> bit & 1) == 0; --bit) ++zeros;
    return zeros;
}
static inline unsigned long long __brevll(unsigned long long x) {
    unsigned long long turned = 0;
    for (int bit = 0; bit < 64; ++bit) turned |= (x >> bit & 1) << (63 - bit);
    return turned;
}
static inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
static inline int min(int a, int b) { return b < a ? b : a; }
static inline unsigned long long max(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
