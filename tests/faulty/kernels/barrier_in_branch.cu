// Only threads with an element come to the barrier.
#define BLOCK 64

__global__ void neighbours(const int* in, int* out, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
#ifdef MENDED
    if (i < n) s[t] = in[i];
    __syncthreads();
    if (i < n) out[i] = t > 0 ? s[t] + s[t - 1] : s[t];
#else
    if (i < n) {
        s[t] = in[i];
        __syncthreads();
        out[i] = t > 0 ? s[t] + s[t - 1] : s[t];
    }
#endif
}

int main()
{
    const int n = 100;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    neighbours<<<2, BLOCK>>>(in, out, n);
    cudaDeviceSynchronize();
}
