// Every integer operator on every integer type: promotions, wrap-around, division by zero, comparisons.
// launch: --block 32 --arg values:0,1,-1,2,-2,7,-7,-9223372036854775808,127,-128,255,32767,-32768,2147483647,-2147483648,9223372036854775807 --arg zeros:32
typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

#define OPERANDS(T)                               \
    int i = threadIdx.x;                          \
    T a = (T)in[i & 15];                          \
    T b = (T)in[(i * 5 + (i >> 4) * 2 + 3) & 15];

#define BINARY(NAME, T, OP)                                                  \
    extern "C" __global__ void NAME##_##T(const long long* in, T* out) {     \
        OPERANDS(T)                                                          \
        out[i] = a OP b;                                                     \
    }
#define BITS(T)                                                              \
    extern "C" __global__ void bits_##T(const long long* in, T* out) {       \
        OPERANDS(T)                                                          \
        out[i] = i % 4 == 0 ? a & b : i % 4 == 1 ? a | b : i % 4 == 2 ? a ^ b : a & ~b; \
    }
#define COMPARISONS(T)                                                       \
    extern "C" __global__ void comparisons_##T(const long long* in, u8* out) { \
        OPERANDS(T)                                                          \
        out[i] = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | (a && b) << 6; \
    }
#define UNARY(T)                                                             \
    extern "C" __global__ void unary_##T(const long long* in, i64* out) {    \
        OPERANDS(T)                                                          \
        out[i] = i % 4 == 0 ? (i64)-a : i % 4 == 1 ? (i64)~a : i % 4 == 2 ? (i64)!a : (i64)+a; \
    }
#define COMPOUND(T)                                                          \
    extern "C" __global__ void compound_##T(const long long* in, T* out) {   \
        OPERANDS(T)                                                          \
        T c = a;                                                             \
        c += b; c *= 3; c -= i; c ^= a; c |= 1; c &= 0x7d; c <<= 1; c >>= 2; \
        out[i] = c++ + --a;                                                  \
    }
#define ALL(T)           \
    BINARY(add, T, +)    \
    BINARY(subtract, T, -) \
    BINARY(multiply, T, *) \
    BINARY(divide, T, /) \
    BINARY(remainder, T, %) \
    BITS(T)              \
    COMPARISONS(T)       \
    UNARY(T)             \
    COMPOUND(T)
ALL(i8)
ALL(u8)
ALL(i16)
ALL(u16)
ALL(i32)
ALL(u32)
ALL(i64)
ALL(u64)

// Operands of two types meet in the one that C's rules choose.
#define MIXED(A, B)                                                            \
    extern "C" __global__ void mixed_##A##_##B(const long long* in, i64* out) { \
        int i = threadIdx.x;                                                   \
        A a = (A)in[i & 15];                                                   \
        B b = (B)in[(i * 3 + (i >> 4) + 1) & 15];                              \
        out[i] = (a < b) + 2 * (a == b) + 4 * (i64)(((a + b) >> 1) & 0xff) + 4096 * (i64)sizeof(a * b); \
    }
MIXED(i8, u8)
MIXED(i8, u32)
MIXED(u16, i32)
MIXED(i32, u32)
MIXED(u32, i64)
MIXED(i64, u64)
MIXED(i16, u64)
