// A block reads what another writes in the same launch.
#define BLOCK 32

__global__ void smooth(const int* in, int* out, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
#ifdef MENDED
    out[i] = i > 0 ? 2 * in[i] + 2 * in[i - 1] : 2 * in[i];
#else
    out[i] = 2 * in[i];
    __syncthreads();
    int left = i > 0 ? out[i - 1] : 0;
    __syncthreads();
    out[i] += left;
#endif
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
    smooth<<<4, BLOCK>>>(in, out, n);
    cudaDeviceSynchronize();
}
