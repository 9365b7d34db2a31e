// Four neighbouring elements at once: one access of 4, 16 or 32 bytes instead of four. Between a load
// and a store they stay packed: four u8 take one register.
#pragma once

// Four doubles are two accesses of 16 bytes.
struct FourDoubles {
    double2 low, high;
};

__device__ inline unsigned int four_of(unsigned char a, unsigned char b, unsigned char c, unsigned char d) {
    return a | (unsigned int)b << 8 | (unsigned int)c << 16 | (unsigned int)d << 24;
}
__device__ inline uint4 four_of(unsigned int a, unsigned int b, unsigned int c, unsigned int d) {
    return make_uint4(a, b, c, d);
}
__device__ inline float4 four_of(float a, float b, float c, float d) { return make_float4(a, b, c, d); }
__device__ inline FourDoubles four_of(double a, double b, double c, double d) {
    FourDoubles four;
    four.low = make_double2(a, b);
    four.high = make_double2(c, d);
    return four;
}

// `from` lies at a multiple of four elements (of two for double).
__device__ inline unsigned int load_four(const unsigned char* from) { return *(const unsigned int*)from; }
__device__ inline uint4 load_four(const unsigned int* from) { return *(const uint4*)from; }
__device__ inline float4 load_four(const float* from) { return *(const float4*)from; }
__device__ inline FourDoubles load_four(const double* from) {
    FourDoubles four;
    four.low = *(const double2*)from;
    four.high = *(const double2*)(from + 2);
    return four;
}

// Elements a to b - 1 of the four at `from`, zeros for the others; any alignment.
__device__ inline Input load_one(const Input* from, int i, int a, int b) {
    return i >= a && i < b ? from[i] : (Input)0;
}
#define LOAD_SOME(from, a, b) \
    four_of(load_one(from, 0, a, b), load_one(from, 1, a, b), load_one(from, 2, a, b), load_one(from, 3, a, b))

__device__ inline void store_four(unsigned char* to, unsigned int four) { *(unsigned int*)to = four; }
__device__ inline void store_four(unsigned int* to, uint4 four) { *(uint4*)to = four; }
__device__ inline void store_four(float* to, float4 four) { *(float4*)to = four; }
__device__ inline void store_four(double* to, FourDoubles four) {
    *(double2*)to = four.low;
    *(double2*)(to + 2) = four.high;
}

// The same for values not read again soon: they leave the cache first.
__device__ inline void stream_four(unsigned int* to, uint4 four) { __stcs((uint4*)to, four); }
__device__ inline void stream_four(float* to, float4 four) { __stcs((float4*)to, four); }
__device__ inline void stream_four(double* to, FourDoubles four) {
    __stcs((double2*)to, four.low);
    __stcs((double2*)(to + 2), four.high);
}

// Element k of four.
__device__ inline unsigned int element(unsigned int four, int k) { return four >> 8 * k & 255; }
__device__ inline unsigned int element(uint4 four, int k) {
    if (k == 0) return four.x;
    if (k == 1) return four.y;
    if (k == 2) return four.z;
    return four.w;
}
__device__ inline float element(float4 four, int k) {
    if (k == 0) return four.x;
    if (k == 1) return four.y;
    if (k == 2) return four.z;
    return four.w;
}
__device__ inline double element(FourDoubles four, int k) {
    if (k == 0) return four.low.x;
    if (k == 1) return four.low.y;
    if (k == 2) return four.high.x;
    return four.high.y;
}
