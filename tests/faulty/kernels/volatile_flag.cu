// A volatile flag announces plain data.
__device__ volatile int ready;
__device__ int message;

__global__ void hand_over(const int* in, int* out)
{
    if (blockIdx.x == 0) {
        message = in[0] + 7;
#ifdef MENDED
        __threadfence();
#endif
        ready = 1;
    } else {
        while (ready == 0);
#ifdef MENDED
        __threadfence();
#endif
        out[0] = message;
    }
}

int main()
{
    const int n = 4;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, 1 * sizeof(int));
    hand_over<<<2, 1>>>(in, out);
    cudaDeviceSynchronize();
}
