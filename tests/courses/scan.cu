// Prefix sums of one block.

// Two buffers take turns.
__global__ void scanHillisSteele(float* out, const float* in, int n)
{
    extern __shared__ float temp[];
    int t = threadIdx.x;
    int pout = 0, pin = 1;
    temp[pout * n + t] = (t > 0) ? in[t - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (t >= offset)
            temp[pout * n + t] = temp[pin * n + t] + temp[pin * n + t - offset];
        else
            temp[pout * n + t] = temp[pin * n + t];
        __syncthreads();
    }
    out[t] = temp[pout * n + t];
}

// A tree up and a tree down.
__global__ void scanTree(float* out, const float* in, int n)
{
    extern __shared__ float temp[];
    int t = threadIdx.x;
    int offset = 1;
    temp[2 * t] = in[2 * t];
    temp[2 * t + 1] = in[2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1;
            int bi = offset * (2 * t + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (t == 0) { temp[n - 1] = 0; }
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1;
            int bi = offset * (2 * t + 2) - 1;
            float left = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += left;
        }
    }
    __syncthreads();
    out[2 * t] = temp[2 * t];
    out[2 * t + 1] = temp[2 * t + 1];
}

// In place, two barriers a step.
__global__ void koggeStone(int* data, int n)
{
    __shared__ int sums[64];
    int i = threadIdx.x;
    if (i < n) sums[i] = data[i];
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int left = 0;
        if (i >= stride) left = sums[i - stride];
        __syncthreads();
        sums[i] += left;
    }
    if (i < n) data[i] = sums[i];
}

// Shuffles in warps, then the warps' sums.
__global__ void scanShuffle(const int* in, int* out)
{
    __shared__ int sums[32];
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int i = 1; i < warpSize; i *= 2) {
        int n = __shfl_up_sync(0xffffffff, value, i);
        if (lane >= i) value += n;
    }
    if (lane == warpSize - 1) sums[warp] = value;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w < blockDim.x / warpSize; ++w) sums[w] += sums[w - 1];
    __syncthreads();
    if (warp > 0) value += sums[warp - 1];
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
