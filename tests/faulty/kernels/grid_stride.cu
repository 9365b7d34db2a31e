// A stride of one block: every block does all the work.
__global__ void scale(int* data, int n)
{
#ifdef MENDED
    int stride = blockDim.x * gridDim.x;
#else
    int stride = blockDim.x;
#endif
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) data[i] = 3 * data[i] + 1;
}

int main()
{
    const int n = 256;
    int *data;
    int* host_data = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_data[i] = i;
    cudaMalloc(&data, n * sizeof(int));
    cudaMemcpy(data, host_data, n * sizeof(int), cudaMemcpyHostToDevice);
    scale<<<2, 64>>>(data, n);
    cudaDeviceSynchronize();
}
