// Width and height are mixed up: right for squares only.
__global__ void transpose(const int* in, int* out, int width, int height)
{
    int x = threadIdx.x, y = threadIdx.y;
    if (x >= width || y >= height) return;
#ifdef MENDED
    out[x * height + y] = in[y * width + x];
#else
    out[x * width + y] = in[y * width + x];
#endif
}

int main()
{
    const int n = 16 * 4;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    transpose<<<1, dim3(16, 4)>>>(in, out, 16, 4);
    cudaDeviceSynchronize();
}
