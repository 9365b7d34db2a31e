// The same with a branch for each step, and fences in place of barriers.
#define BLOCK 128

__global__ void reduce(const int* in, int* out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
#ifdef MENDED
        int sum = s[t] + s[t + 32];
        for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes);
        s[t] = sum;
#else
        if (t < 32) s[t] += s[t + 32];
        if (t < 16) { __threadfence_block(); s[t] += s[t + 16]; }
        if (t < 8) { __threadfence_block(); s[t] += s[t + 8]; }
        if (t < 4) { __threadfence_block(); s[t] += s[t + 4]; }
        if (t < 2) { __threadfence_block(); s[t] += s[t + 2]; }
        if (t < 1) { __threadfence_block(); s[t] += s[t + 1]; }
#endif
    }
    if (t == 0) out[0] = s[0];
}

int main()
{
    const int n = BLOCK;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, 1 * sizeof(int));
    reduce<<<1, BLOCK>>>(in, out);
    cudaDeviceSynchronize();
}
