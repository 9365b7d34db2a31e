// A tree over four warps that relies on volatile.
#define BLOCK 128

__global__ void reduce(const int* in, int* out)
{
    __shared__ volatile int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[t];
#ifdef MENDED
    __syncthreads();
#endif
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) s[t] = s[t] + s[t + half];
#ifdef MENDED
        __syncthreads();
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
