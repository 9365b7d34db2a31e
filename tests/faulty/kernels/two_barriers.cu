// Two halves of a block wait at barriers of their own.
#define BLOCK 128

__global__ void halves(const int* in, int* out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    if (t < BLOCK / 2) {
        s[t] = in[t];
#ifndef MENDED
        __syncthreads();
#endif
    } else {
        s[t] = -in[t];
#ifndef MENDED
        __syncthreads();
#endif
    }
#ifdef MENDED
    __syncthreads();
#endif
    out[t] = s[BLOCK - 1 - t];
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
    halves<<<1, BLOCK>>>(in, out);
    cudaDeviceSynchronize();
}
