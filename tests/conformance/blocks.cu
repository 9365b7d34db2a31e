// Shared memory, barriers, votes at barriers.
// launch: --grid 2 --block 64 --arg iota:128:-9 --arg zeros:128
extern "C" __global__ void reverse_in_block(const int* in, int* out) {
    __shared__ int tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[63 - threadIdx.x];
}
// launch dynamic_shared: --grid 2 --block 64 --shared 256 --arg iota:128 --arg zeros:128
extern "C" __global__ void dynamic_shared(const int* in, int* out) {
    extern __shared__ int room[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    room[(threadIdx.x + 5) % blockDim.x] = in[i];
    __syncthreads();
    out[i] = room[threadIdx.x];
}
// launch carved_dynamic_shared: --grid 2 --block 64 --shared 1024 --arg iota:128 --arg zeros:128
extern "C" __global__ void carved_dynamic_shared(const int* in, int* out) {
    extern __shared__ unsigned char raw[];
    double* wide = reinterpret_cast<double*>(raw);
    int* narrow = (int*)(wide + 64);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    wide[threadIdx.x] = in[i] * 0.5;
    narrow[63 - threadIdx.x] = in[i];
    __syncthreads();
    out[i] = (int)wide[(threadIdx.x + 1) & 63] + narrow[threadIdx.x];
}
extern "C" __global__ void tile_2d(const int* in, int* out) {
    __shared__ int tile[8][9];
    int x = threadIdx.x % 8, y = threadIdx.x / 8, base = blockIdx.x * 64;
    tile[y][x] = in[base + threadIdx.x];
    __syncthreads();
    out[base + threadIdx.x] = tile[x][y];
}
extern "C" __global__ void barrier_count(const int* in, int* out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = __syncthreads_count(in[i] % 3 == 0);
}
extern "C" __global__ void barrier_and_or(const int* in, int* out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    int all = __syncthreads_and(in[i] > -100);
    int any = __syncthreads_or(in[i] > 100);
    out[i] = (all != 0) + 2 * (any != 0);
}
extern "C" __global__ void tree_sum(const int* in, int* out) {
    __shared__ int sums[64];
    sums[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}
extern "C" __global__ void barrier_after_return(const int* in, int* out) {
    __shared__ int tile[64];
    if (threadIdx.x >= 32) return;
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x ^ 31];
}
extern "C" __global__ void several_shared_arrays(const int* in, int* out) {
    __shared__ short low[64];
    __shared__ unsigned char mark[64];
    __shared__ long long wide;
    int i = blockIdx.x * 64 + threadIdx.x;
    low[threadIdx.x] = in[i] * 1000;
    mark[threadIdx.x] = in[i];
    if (threadIdx.x == 7) wide = in[i] * 1000000000ll;
    __syncthreads();
    out[i] = low[threadIdx.x ^ 1] + mark[threadIdx.x ^ 2] + (int)(wide / 7);
}
extern "C" __global__ void last_block_sums(const int* in, int* out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        out[1 + blockIdx.x] = in[blockIdx.x] + 20;
        __threadfence();
        last = atomicAdd(&out[127], 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x == 0) out[0] = ((volatile int*)out)[1] + ((volatile int*)out)[2];
}
