// One warp waits for another by a plain shared variable.
__global__ void wait_for_it(int* out)
{
#ifdef MENDED
    __shared__ volatile int flag;
#else
    __shared__ int flag;
#endif
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 32) flag = 1;
    if (threadIdx.x == 0) {
        while (flag == 0) {
        }
        out[0] = 5;
    }
}

int main()
{
    const int n = 1;
    int *out;
    cudaMalloc(&out, 1 * sizeof(int));
    wait_for_it<<<1, 64>>>(out);
    cudaDeviceSynchronize();
}
