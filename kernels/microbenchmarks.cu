// What a GPU can do, one ability a kernel: `upsweep bench --microbenchmarks` times them, and docs/model.md predicts
// other kernels from the results. None of them is in the catalog.

// The cost of a launch.
extern "C" __global__ void nothing(unsigned int*) {}

// Bytes a second: four numbers of 16 bytes a thread, all loads before the first store.
extern "C" __global__ void copy_sixteens(const uint4* __restrict__ from, uint4* __restrict__ to, int count) {
    int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    uint4 kept[4] = {};
    for (int i = 0; i < 4; ++i)
        if (first + i * blockDim.x < count) kept[i] = from[first + i * blockDim.x];
    for (int i = 0; i < 4; ++i)
        if (first + i * blockDim.x < count) to[first + i * blockDim.x] = kept[i];
}

// Latency of global memory: one thread follows a chain of indices around.
extern "C" __global__ void chase(const unsigned int* __restrict__ next, unsigned int* out, int steps) {
    unsigned int at = 0;
    for (int i = 0; i < steps; ++i) at = next[at];
    out[0] = at;
}

// Latency of shared memory, likewise.
extern "C" __global__ void chase_shared(unsigned int* out, int steps) {
    __shared__ unsigned int next[32];
    next[threadIdx.x] = (threadIdx.x * 5 + 1) % 32;
    __syncthreads();
    unsigned int at = threadIdx.x;
    for (int i = 0; i < steps; ++i) at = next[at];
    out[threadIdx.x] = at;
}

// Instructions: sums, products and comparisons as index arithmetic has them; each needs the one before.
extern "C" __global__ void statements(unsigned int* out, int rounds) {
    unsigned int a = threadIdx.x, b = blockIdx.x;
    for (int i = 0; i < rounds; ++i) {
        a = a * 3 + b;
        b = b ^ (a >> 7);
        a = a > b ? a - b : a;
        b = b + (a & 255);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}

// Turns of shared memory: every lane has a bank of its own, and reads that do not wait for each other.
extern "C" __global__ void shared_turns(unsigned int* out, int rounds) {
    __shared__ unsigned int kept[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) kept[i] = i;
    __syncthreads();
    unsigned int sum = 0;
    int at = threadIdx.x % 512;
    for (int i = 0; i < rounds; ++i) {
        sum += kept[at] + kept[at + 32] + kept[at + 64] + kept[at + 96];
        sum += kept[at + 128] + kept[at + 160] + kept[at + 192] + kept[at + 224];
        at ^= i & 255;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Barriers one after the other.
extern "C" __global__ void barriers(unsigned int* out, int rounds) {
    for (int i = 0; i < rounds; ++i) __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = rounds;
}

// A chain of blocks, all resident: each waits for the flag of the one before and sets its own.
extern "C" __global__ void hops(volatile unsigned int* flags) {
    if (threadIdx.x == 0) {
        if (blockIdx.x > 0)
            while (flags[blockIdx.x] == 0) {
            }
        __threadfence();
        flags[blockIdx.x + 1] = 1;
    }
}

// Sectors a second where the lanes of a warp read or write in different lines of memory. `rows` times `columns`
// numbers; lane by lane the one side goes along the rows and the other down the columns.
extern "C" __global__ void read_scattered(const unsigned int* __restrict__ from, unsigned int* to, int rows, int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns) to[i] = from[i % rows * columns + i / rows];
}
extern "C" __global__ void write_scattered(const unsigned int* __restrict__ from, unsigned int* to, int rows,
                                           int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns) to[i % rows * columns + i / rows] = from[i];
}
