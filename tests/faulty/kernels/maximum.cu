// Compare, then write: another thread may come between.
__global__ void maximum(const int* in, int* best)
{
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
#ifdef MENDED
    atomicMax(best, value);
#else
    if (value > *best) *best = value;
#endif
}

int main()
{
    const int n = 128;
    int *in, *best;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&best, 1 * sizeof(int));
    cudaMemset(best, 0, 1 * sizeof(int));
    maximum<<<4, 32>>>(in, best);
    cudaDeviceSynchronize();
}
