// Each thread adds up four elements, and n is not a multiple of them.
__global__ void sums(const int* in, int* out, int n)
{
    int t = threadIdx.x, sum = 0;
#ifdef MENDED
    for (int k = t; k < n; k += blockDim.x) sum += in[k];
#else
    for (int k = 0; k < 4; ++k) sum += in[k * blockDim.x + t];
#endif
    out[t] = sum;
}

int main()
{
    const int n = 120;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, 32 * sizeof(int));
    sums<<<1, 32>>>(in, out, n);
    cudaDeviceSynchronize();
}
