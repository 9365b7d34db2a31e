// A shuffle as it was before Volta.
__global__ void sums(const int* in, int* out)
{
    int sum = in[threadIdx.x];
#ifdef MENDED
    for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes);
#else
    for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down(sum, lanes);
#endif
    if (threadIdx.x == 0) out[0] = sum;
}

int main()
{
    const int n = 32;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, 1 * sizeof(int));
    sums<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
}
