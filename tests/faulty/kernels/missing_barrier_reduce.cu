// A tree of sums without a barrier between its levels.
#define BLOCK 256

__global__ void reduce(const int* in, int* out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
#ifdef MENDED
        __syncthreads();
#endif
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

int main()
{
    const int n = 512;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, 2 * sizeof(int));
    reduce<<<2, BLOCK>>>(in, out);
    cudaDeviceSynchronize();
}
