// Loads and stores that name a cache, atomics with a scope, and how vectors of every kind are made.
// launch: --block 16 --arg iota:16:-4 --arg fill:16:9
#define ACCESS(NAME, LOAD, STORE)                                                       \
    extern "C" __global__ void NAME(const int* in, int* out) {                          \
        STORE(&out[threadIdx.x], LOAD(&in[threadIdx.x]) * 3);                           \
    }
ACCESS(read_only_and_write_back, __ldg, __stwb)
ACCESS(global_level, __ldcg, __stcg)
ACCESS(all_levels_and_streaming, __ldca, __stcs)
ACCESS(streaming_and_through, __ldcs, __stwt)
ACCESS(last_use, __ldlu, __stwb)
ACCESS(anew, __ldcv, __stwt)
// launch hinted_vectors: --block 4 --arg iota:16:-4 --arg zeros:16
extern "C" __global__ void hinted_vectors(const float4* in, float4* out) {
    float4 v = __ldg(&in[threadIdx.x]);
    v.x += v.w;
    __stcg(&out[threadIdx.x], v);
}
// launch hinted_doubles: --block 8 --arg iota:16:-4 --arg zeros:16
extern "C" __global__ void hinted_doubles(const double2* in, double2* out) {
    double2 v = __ldcs(&in[threadIdx.x]);
    __stcs(out + threadIdx.x, make_double2(v.y * 0.5, v.x));
}
// launch hinted_bytes: --block 16 --arg iota:16 --arg zeros:16
extern "C" __global__ void hinted_bytes(const unsigned char* in, unsigned char* out) {
    __stwt(out + threadIdx.x, (unsigned char)(__ldcg(in + threadIdx.x) * 17));
}
extern "C" __global__ void hinted_wide(const long long* in, long long* out) { __stcg(out + threadIdx.x, __ldlu(in + threadIdx.x) * 10000000019ll); }

#define SCOPED(NAME, T, SCOPE)                                                          \
    extern "C" __global__ void NAME(const int* in, T* out) {                            \
        T v = (T)in[threadIdx.x];                                                       \
        atomicAdd##SCOPE(&out[0], v);                                                   \
        atomicMin##SCOPE(&out[2], v);                                                   \
        atomicMax##SCOPE(&out[3], v);                                                   \
        atomicAnd##SCOPE(&out[4], v | 0x40);                                            \
        atomicOr##SCOPE(&out[5], v);                                                    \
        atomicXor##SCOPE(&out[6], v * 3);                                               \
        if (threadIdx.x == 3) out[9] = atomicExch##SCOPE(&out[7], v) + 100;             \
        if (threadIdx.x == 5) out[10] = atomicCAS##SCOPE(&out[8], (T)9, v) + 200;       \
    }
SCOPED(block_int, int, _block)
SCOPED(system_int, int, _system)
SCOPED(block_unsigned, unsigned, _block)
SCOPED(system_unsigned_long_long, unsigned long long, _system)
#define COUNTED(NAME, SCOPE)                                                            \
    extern "C" __global__ void NAME(const int* in, unsigned* out) {                     \
        atomicInc##SCOPE(&out[0], 6u);                                                  \
        atomicDec##SCOPE(&out[1], 4u);                                                  \
        atomicSub##SCOPE(&out[2], (unsigned)in[threadIdx.x]);                           \
    }
COUNTED(counts_in_a_block, _block)
COUNTED(counts_in_the_system, _system)
extern "C" __global__ void fenced_by_the_system(const int* in, int* out) {
    __shared__ bool last;
    out[threadIdx.x] = in[threadIdx.x];
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) last = out[15] == 11;
    __syncthreads();
    if (last) out[threadIdx.x] += 1000;
}

#define MADE(NAME, COMPONENT)                                                                    \
    extern "C" __global__ void made_of_##NAME(const int* in, COMPONENT* out) {                      \
        COMPONENT v = (COMPONENT)in[threadIdx.x];                                                   \
        NAME##1 a = make_##NAME##1(v);                                                              \
        NAME##2 b = make_##NAME##2(v, a.x);                                                         \
        NAME##3 c = make_##NAME##3(b.y, (COMPONENT)2, v);                                           \
        out[threadIdx.x] = (COMPONENT)(a.x + b.x * b.y + c.x + c.y * c.z + sizeof(a) + sizeof(b) + sizeof(c)); \
    }                                                                                               \
    extern "C" __global__ void four_of_##NAME(const int* in, COMPONENT* out) {                      \
        COMPONENT v = (COMPONENT)in[threadIdx.x];                                                   \
        NAME##4 d = make_##NAME##4(v, v, (COMPONENT)3, (COMPONENT)(v + 1));                         \
        out[threadIdx.x] = (COMPONENT)(d.x + d.y * d.z + d.w + sizeof(d));                          \
    }
MADE(char, signed char)
MADE(uchar, unsigned char)
MADE(short, short)
MADE(ushort, unsigned short)
MADE(int, int)
MADE(uint, unsigned)
MADE(longlong, long long)
MADE(ulonglong, unsigned long long)
MADE(long, long)
MADE(ulong, unsigned long)
MADE(float, float)
MADE(double, double)
