// The third number of a launch counts bytes, not elements.
__global__ void reverse(const int* in, int* out)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[blockDim.x - 1 - t];
}

#ifdef MENDED
#define FACTOR sizeof(int)
#else
#define FACTOR 1
#endif

int main()
{
    const int n = 64;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    reverse<<<1, 64, 64 * FACTOR>>>(in, out);
    cudaDeviceSynchronize();
}
