// The index never moves on.
__global__ void copy(const int* in, int* out, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        out[i] = in[i];
#ifdef MENDED
        i += blockDim.x;
#endif
    }
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
    copy<<<1, 32>>>(in, out, n);
    cudaDeviceSynchronize();
}
