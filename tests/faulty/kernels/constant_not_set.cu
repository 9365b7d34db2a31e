// The weights are never copied to the device.
#ifdef MENDED
__constant__ int weights[3] = {1, 2, 1};
#else
__constant__ int weights[3];
#endif

__global__ void weighted(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = weights[0] * in[i - 1] + weights[1] * in[i] + weights[2] * in[i + 1];
}

int main()
{
    const int n = 64;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    weighted<<<1, 64>>>(in, out, n);
    cudaDeviceSynchronize();
}
