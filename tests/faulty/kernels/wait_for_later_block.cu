// A block waits for one that comes after it.
__device__ volatile int done[8];

__global__ void chain(int* out)
{
    int b = blockIdx.x;
#ifdef MENDED
    if (b > 0) while (done[b - 1] == 0);
#else
    if (b + 1 < gridDim.x) while (done[b + 1] == 0);
#endif
    out[b] = b;
    done[b] = 1;
}

int main()
{
    const int n = 8;
    int *out;
    cudaMalloc(&out, n * sizeof(int));
    chain<<<8, 1>>>(out);
    cudaDeviceSynchronize();
}
