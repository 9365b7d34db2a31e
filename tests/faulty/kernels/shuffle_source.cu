// A shuffle takes the value of a missing lane.
__global__ void neighbours(const int* in, int* out)
{
    int t = threadIdx.x, value = in[t];
    if (t < 16) {
#ifdef MENDED
        int right = __shfl_down_sync(0xffff, value, 1, 16);
#else
        int right = __shfl_down_sync(0xffff, value, 1);
#endif
        out[t] = value + right;
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
    cudaMalloc(&out, 16 * sizeof(int));
    neighbours<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
}
