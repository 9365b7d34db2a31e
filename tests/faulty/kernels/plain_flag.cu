// A loop waits for a number in plain memory.
#ifdef MENDED
__device__ volatile int flag;
#else
__device__ int flag;
#endif

__global__ void wait_for_it(int* out)
{
    if (blockIdx.x == 0) {
        flag = 1;
    } else {
        while (flag == 0);
        out[0] = 5;
    }
}

int main()
{
    const int n = 1;
    int *out;
    cudaMalloc(&out, 1 * sizeof(int));
    wait_for_it<<<2, 1>>>(out);
    cudaDeviceSynchronize();
}
