// The bins of a block begin with whatever was there.
__global__ void histogram(const int* in, int* bins, int n)
{
    __shared__ int own[8];
    int t = threadIdx.x;
#ifdef MENDED
    if (t < 8) own[t] = 0;
    __syncthreads();
#endif
    atomicAdd(&own[in[blockIdx.x * blockDim.x + t] % 8], 1);
    __syncthreads();
    if (t < 8) atomicAdd(&bins[t], own[t]);
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
