// Waiting for each other: a spin lock, flags between blocks, a barrier for the whole grid.
struct Lock {
    int mutex;
};

__device__ void lock(Lock* l)
{
    while (atomicCAS(&l->mutex, 0, 1) != 0);
    __threadfence();
}

__device__ void unlock(Lock* l)
{
    __threadfence();
    atomicExch(&l->mutex, 0);
}

// One thread of each block adds up under a lock.
__global__ void spinLock(Lock* l, const float* in, float* total)
{
    __shared__ float cache[16];
    cache[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
        i /= 2;
    }
    if (threadIdx.x == 0) {
        lock(l);
        *total += cache[0];
        unlock(l);
    }
}

// Every thread takes the lock, so lanes of one warp must not wait for each other in a loop of their own.
__global__ void lockEveryThread(Lock* l, int* counter)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(&l->mutex, 0, 1) == 0) {
            __threadfence();
            *counter = *counter + 1;
            __threadfence();
            atomicExch(&l->mutex, 0);
            done = true;
        }
    }
}

// Block 0 makes, block 1 uses.
__global__ void producerConsumer(const int* in, int* buffer, volatile int* ready, int* out, int n)
{
    if (blockIdx.x == 0) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) buffer[i] = in[i] * in[i];
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) *ready = 1;
    } else {
        if (threadIdx.x == 0) {
            while (*ready == 0) {
            }
            __threadfence();
        }
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = buffer[n - 1 - i] + 1;
    }
}

__device__ unsigned int arrived = 0;

__device__ void gridBarrier(unsigned int goal)
{
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < goal);
        __threadfence();
    }
    __syncthreads();
}

// All blocks are resident: they write, meet, and read what the others wrote.
__global__ void rotateBlocks(const int* in, int* middle, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    middle[i] = in[i] + 1;
    gridBarrier(gridDim.x);
    int from = ((blockIdx.x + 1) % gridDim.x) * blockDim.x + threadIdx.x;
    out[i] = middle[from] * 2;
}
