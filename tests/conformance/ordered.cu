// Atomics with an order and a scope, as NVIDIA's compilers have them built in.
// launch: --block 32 --arg iota:32:-9 --arg zeros:4
#define SCOPE __NV_THREAD_SCOPE_DEVICE
extern "C" __global__ void ordered_sums(const int* in, int* out) {
    __nv_atomic_fetch_add(&out[0], in[threadIdx.x], __NV_ATOMIC_RELAXED, SCOPE);
    __nv_atomic_add(&out[1], in[threadIdx.x] * 2, __NV_ATOMIC_ACQ_REL, SCOPE);
    __nv_atomic_fetch_sub(&out[2], in[threadIdx.x], __NV_ATOMIC_RELEASE, SCOPE);
    __nv_atomic_sub(&out[3], 3, __NV_ATOMIC_SEQ_CST, SCOPE);
}
extern "C" __global__ void ordered_extremes(const int* in, int* out) {
    __nv_atomic_fetch_min(&out[0], in[threadIdx.x], __NV_ATOMIC_RELAXED, SCOPE);
    __nv_atomic_fetch_max(&out[1], in[threadIdx.x], __NV_ATOMIC_RELAXED, SCOPE);
    __nv_atomic_min(&out[2], in[threadIdx.x] * 3, __NV_ATOMIC_RELAXED, SCOPE);
    __nv_atomic_max(&out[3], -in[threadIdx.x], __NV_ATOMIC_RELAXED, SCOPE);
}
extern "C" __global__ void ordered_bits(const int* in, unsigned* out) {
    unsigned v = in[threadIdx.x];
    if (threadIdx.x < 4) out[threadIdx.x] = 0xf0f0f0f0u;
    __syncwarp();
    __nv_atomic_fetch_or(&out[0], v & 0xff, __NV_ATOMIC_RELAXED, SCOPE);
    __nv_atomic_fetch_and(&out[1], v | 0xffff, __NV_ATOMIC_RELAXED, SCOPE);
    __nv_atomic_fetch_xor(&out[2], v, __NV_ATOMIC_RELAXED, SCOPE);
    __nv_atomic_or(&out[3], 1u << threadIdx.x, __NV_ATOMIC_RELAXED, SCOPE);
}
extern "C" __global__ void a_turn_for_each(const int* in, int* out) {
    for (int turn = 0; turn < 32; ++turn) {
        int expected = turn;
        if ((int)threadIdx.x == turn &&
            __nv_atomic_compare_exchange_n(&out[0], &expected, turn + 1, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE, SCOPE))
            out[1] += in[threadIdx.x] * turn;
        __syncwarp();
    }
    int wrong = 5;
    if (threadIdx.x == 0 && !__nv_atomic_compare_exchange_n(&out[0], &wrong, 7, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED, SCOPE)) out[2] = wrong;
}
extern "C" __global__ void loads_stores_exchanges(const int* in, int* out) {
    __shared__ int word;
    if (threadIdx.x == 0) __nv_atomic_store_n(&word, 40, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __syncthreads();
    int seen = __nv_atomic_load_n(&word, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
    __syncthreads();
    if (threadIdx.x == 5) out[0] = __nv_atomic_exchange_n(&word, in[5], __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
    __syncthreads();
    if (threadIdx.x == 9) out[1] = seen * 1000 + word;
    if (threadIdx.x == 0) __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, SCOPE);
}
// launch wide_sums: --block 32 --arg iota:32:-9 --arg zeros:4
extern "C" __global__ void wide_sums(const int* in, unsigned long long* out) {
    __nv_atomic_fetch_add(&out[threadIdx.x & 3], (unsigned long long)in[threadIdx.x] << 32, __NV_ATOMIC_RELAXED, SCOPE);
}
