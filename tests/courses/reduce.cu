// The reductions of a course, each better than the one before.

// Interleaved addressing, a modulo decides who works.
__global__ void reduceInterleaved(const int* in, int* out)
{
    extern __shared__ int part[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[tid] = in[i];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) {
            part[tid] += part[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = part[0];
}

// The same places, but neighbouring threads work.
__global__ void reduceStrided(const int* in, int* out)
{
    extern __shared__ int part[];
    unsigned int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) part[index] += part[index + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = part[0];
}

// Sequential addressing: no bank conflicts.
__global__ void reduceSequential(const int* in, int* out)
{
    extern __shared__ int part[];
    unsigned int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = part[0];
}

// The first addition happens while loading.
__global__ void reduceFirstAdd(const int* in, int* out)
{
    extern __shared__ int part[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    part[tid] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = part[0];
}

// The last warp adds up without barriers, as was written when its lanes ran in lockstep.
__device__ void addLastWarp(volatile int* part, unsigned int tid)
{
    part[tid] += part[tid + 32];
    part[tid] += part[tid + 16];
    part[tid] += part[tid + 8];
    part[tid] += part[tid + 4];
    part[tid] += part[tid + 2];
    part[tid] += part[tid + 1];
}

__global__ void reduceLastWarp(const int* in, int* out)
{
    extern __shared__ int part[];
    unsigned int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid < 32) addLastWarp(part, tid);
    if (tid == 0) out[blockIdx.x] = part[0];
}

// The same for lanes that may run apart.
__device__ void addLastWarpSynced(int* part, unsigned int tid)
{
    int sum = part[tid];
    for (unsigned int s = 32; s > 0; s >>= 1) {
        sum += part[tid + s];
        __syncwarp();
        part[tid] = sum;
        __syncwarp();
    }
}

__global__ void reduceLastWarpSynced(const int* in, int* out)
{
    extern __shared__ int part[];
    unsigned int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid < 32) addLastWarpSynced(part, tid);
    if (tid == 0) out[blockIdx.x] = part[0];
}

__inline__ __device__ int sumOfWarp(int val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

__inline__ __device__ int sumOfBlock(int val)
{
    static __shared__ int shared[32];
    int lane = threadIdx.x % warpSize;
    int warp = threadIdx.x / warpSize;
    val = sumOfWarp(val);
    if (lane == 0) shared[warp] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (warp == 0) val = sumOfWarp(val);
    return val;
}

// Shuffles inside warps, one pass of shared memory between them.
__global__ void reduceShuffle(const int* in, int* out, int N)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) sum += in[i];
    sum = sumOfBlock(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// Blocks meet in one place.
__global__ void reduceAtomic(const int* in, int* out, int N)
{
    __shared__ int partial;
    if (threadIdx.x == 0) partial = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) atomicAdd(&partial, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, partial);
}

// The block that finishes last adds the others' sums up.
__device__ unsigned int retired = 0;
__global__ void reduceLastBlock(const int* in, int* partial, int* out, int N)
{
    __shared__ int sums[64];
    __shared__ bool isLast;
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    sums[tid] = i < N ? in[i] : 0;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid == 0) {
        partial[blockIdx.x] = sums[0];
        __threadfence();
        unsigned int ticket = atomicInc(&retired, gridDim.x);
        isLast = ticket == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (isLast && tid == 0) {
        int total = 0;
        for (int b = 0; b < gridDim.x; ++b) total += partial[b];
        *out = total;
        retired = 0;
    }
}
