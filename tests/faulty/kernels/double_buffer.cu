// Two buffers take turns, and are swapped while others still write.
#define BLOCK 128

__global__ void scan(const int* in, int* out)
{
    __shared__ int s[2][BLOCK];
    int t = threadIdx.x, now = 0;
    s[0][t] = in[t];
#ifdef MENDED
    __syncthreads();
#endif
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        s[1 - now][t] = t >= stride ? s[now][t] + s[now][t - stride] : s[now][t];
        now = 1 - now;
#ifdef MENDED
        __syncthreads();
#else
        if (stride > 1) __syncthreads();
#endif
    }
    out[t] = s[now][t];
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
