// Hillis and Steele in place: who adds must not be overtaken by who reads.
#define BLOCK 128

__global__ void scan(const int* in, int* out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        int left = t >= stride ? s[t - stride] : 0;
#ifdef MENDED
        __syncthreads();
#endif
        s[t] += left;
        __syncthreads();
    }
    out[t] = s[t];
}

int main()
{
    const int n = BLOCK;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    scan<<<1, BLOCK>>>(in, out);
    cudaDeviceSynchronize();
}
