// The last thread is one too many.
__global__ void twice(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    if (i < n) out[i] = 2 * in[i];
#else
    if (i <= n) out[i] = 2 * in[i];
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
    twice<<<4, 32>>>(in, out, n);
    cudaDeviceSynchronize();
}
