// The first element has no left neighbour.
__global__ void differences(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#ifdef MENDED
    out[i] = i > 0 ? in[i] - in[i - 1] : in[i];
#else
    out[i] = in[i] - in[i - 1];
#endif
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
    differences<<<2, 32>>>(in, out, n);
    cudaDeviceSynchronize();
}
