// The mask names lanes that the branch keeps away.
__global__ void sums(const int* in, int* out)
{
    int t = threadIdx.x, sum = in[t];
    if (t < 16) {
#ifdef MENDED
        for (int lanes = 8; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffff, sum, lanes, 16);
#else
        for (int lanes = 8; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes, 16);
#endif
        if (t == 0) out[0] = sum;
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
    sums<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
}
