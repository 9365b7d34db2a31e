// A sum that begins with nothing.
__global__ void sums(const int* in, int* out)
{
    int t = threadIdx.x;
#ifdef MENDED
    int sum = 0;
#else
    int sum;
#endif
    for (int k = 0; k < 4; ++k) sum += in[k * blockDim.x + t];
    out[t] = sum;
}

int main()
{
    const int n = 128;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, 32 * sizeof(int));
    sums<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
}
