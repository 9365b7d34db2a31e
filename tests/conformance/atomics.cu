// Atomics on shared and global memory. What a lane gets back is used only where the order cannot show.
// launch: --grid 2 --block 32 --arg random:64:5 --arg fill:64:9
#define ATOMIC(NAME, T, STATEMENT)                               \
    extern "C" __global__ void NAME(const int* in, T* out) {     \
        int i = blockIdx.x * 32 + threadIdx.x;                   \
        T v = (T)in[i];                                          \
        STATEMENT;                                               \
    }
ATOMIC(add_int, int, atomicAdd(&out[i & 7], v))
ATOMIC(add_unsigned_long_long, unsigned long long, atomicAdd(&out[i & 7], v << 40))
ATOMIC(add_float, float, atomicAdd(&out[i & 7], v))
ATOMIC(add_double, double, atomicAdd(&out[i & 7], v * 0.5))
ATOMIC(subtract_int, int, atomicSub(&out[i & 7], v))
ATOMIC(minimum_int, int, atomicMin(&out[i & 7], v - 40))
ATOMIC(maximum_unsigned, unsigned, atomicMax(&out[i & 7], v))
ATOMIC(minimum_long_long, long long, atomicMin(&out[i & 7], (v - 50) * 10000000000ll))
ATOMIC(maximum_unsigned_long_long, unsigned long long, atomicMax(&out[i & 7], v << 33))
ATOMIC(and_int, int, atomicAnd(&out[i & 7], v | 0x55))
ATOMIC(or_int, int, atomicOr(&out[i & 7], v))
ATOMIC(xor_unsigned, unsigned, atomicXor(&out[i & 7], v * 257u))
ATOMIC(or_unsigned_long_long, unsigned long long, atomicOr(&out[i & 7], 1ull << (v & 63)))
ATOMIC(increment_wraps, unsigned, atomicInc(&out[i & 7], 11u))
ATOMIC(decrement_wraps, unsigned, atomicDec(&out[i & 7], 6u))
ATOMIC(exchange_own, int, out[i] = atomicExch(&out[i], v) * 1000 + out[i])
ATOMIC(exchange_float, float, out[i] = atomicExch(&out[i], v) + 0.5f)
ATOMIC(swap_if_equal, int, out[i] = atomicCAS(&out[i], i & 1 ? 9 : 8, v) * 1000 + out[i])
ATOMIC(returns_old, int, out[i] = atomicAdd(&out[i], v) + 100 * atomicMax(&out[i], 50))
extern "C" __global__ void shared_histogram(const int* in, int* out) {
    __shared__ int bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[blockIdx.x * 32 + threadIdx.x] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
extern "C" __global__ void product_by_compare_and_swap(const int* in, unsigned* out) {
    unsigned* at = &out[threadIdx.x & 3];
    unsigned old = *at, assumed;
    do {
        assumed = old;
        old = atomicCAS(at, assumed, assumed * (2 * in[threadIdx.x] + 1));
    } while (old != assumed);
}
extern "C" __global__ void block_scope(const int* in, int* out) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd_block(&sum, in[threadIdx.x]);
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
extern "C" __global__ void lock_in_a_warp(const int* in, int* out) {
    __shared__ int lock;
    __shared__ int total;
    if (threadIdx.x == 0) lock = total = 0;
    __syncthreads();
    for (bool done = false; !done;) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence_block();
            total = total + in[threadIdx.x];
            __threadfence_block();
            atomicExch(&lock, 0);
            done = true;
        }
    }
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = total;
}
extern "C" __global__ void ordered_atomics(const int* in, int* out) {
    int i = blockIdx.x * 32 + threadIdx.x;
    __nv_atomic_store_n(&out[i], in[i] + 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    out[i] = __nv_atomic_load_n(&out[i], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) * 3;
    __nv_atomic_fetch_add(&out[i], 5, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
}
