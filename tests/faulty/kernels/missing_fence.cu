// The last block adds up what the others have left.
#define BLOCKS 4
__device__ int partial[BLOCKS];
__device__ unsigned int done;

__global__ void sum(const int* in, int* out)
{
    if (threadIdx.x != 0) return;
    int own = 0;
    for (int k = 0; k < 8; ++k) own += in[8 * blockIdx.x + k];
    partial[blockIdx.x] = own;
#ifdef MENDED
    __threadfence();
#endif
    if (atomicInc(&done, BLOCKS) == BLOCKS - 1) {
#ifdef MENDED
        __threadfence();
#endif
        int all = 0;
        for (int b = 0; b < BLOCKS; ++b) all += partial[b];
        out[0] = all;
    }
}

int main()
{
    const int n = 32;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, 1 * sizeof(int));
    sum<<<BLOCKS, 32>>>(in, out);
    cudaDeviceSynchronize();
}
