// Threads without an element leave, and their neighbours read what these should have loaded.
#define BLOCK 64

__global__ void backwards(const int* in, int* out, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
#ifdef MENDED
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (i >= n) return;
#else
    if (i >= n) return;
    s[t] = in[i];
    __syncthreads();
#endif
    out[i] = s[BLOCK - 1 - t];
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
    backwards<<<2, BLOCK>>>(in, out, n);
    cudaDeviceSynchronize();
}
