// A shared array for fewer threads than the block has.
__global__ void reverse(const int* in, int* out)
{
#ifdef MENDED
    __shared__ int s[128];
#else
    __shared__ int s[64];
#endif
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[blockDim.x - 1 - t];
}

int main()
{
    const int n = 128;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    reverse<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
}
