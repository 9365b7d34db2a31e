// A block turned round in shared memory.
#define BLOCK 128

__global__ void reverse(const int* in, int* out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, first = blockIdx.x * BLOCK;
    s[t] = in[first + t];
#ifdef MENDED
    __syncthreads();
#endif
    out[first + t] = s[BLOCK - 1 - t];
}

int main()
{
    const int n = 256;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    reverse<<<n / BLOCK, BLOCK>>>(in, out);
    cudaDeviceSynchronize();
}
