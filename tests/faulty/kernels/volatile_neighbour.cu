// volatile is taken for a barrier.
__global__ void swap_halves(const int* in, int* out)
{
    __shared__ int mem[64];
    volatile int* s = mem;
    int t = threadIdx.x;
    s[t] = in[t];
#ifdef MENDED
    __syncthreads();
#endif
    if (t < 32) out[t] = s[t + 32];
}

int main()
{
    const int n = 64;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, 32 * sizeof(int));
    swap_halves<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
}
