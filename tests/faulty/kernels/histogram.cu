// Several threads count in one bin.
__global__ void histogram(const int* in, int* bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#ifdef MENDED
    atomicAdd(&bins[in[i] % 8], 1);
#else
    bins[in[i] % 8]++;
#endif
}

int main()
{
    const int n = 128;
    int *in, *bins;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&bins, 8 * sizeof(int));
    cudaMemset(bins, 0, 8 * sizeof(int));
    histogram<<<2, 64>>>(in, bins, n);
    cudaDeviceSynchronize();
}
