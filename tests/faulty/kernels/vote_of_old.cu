// A vote as it was before Volta.
__global__ void any_odd(const int* in, int* out)
{
#ifdef MENDED
    int odd = __any_sync(0xffffffff, in[threadIdx.x] % 2);
#else
    int odd = __any(in[threadIdx.x] % 2);
#endif
    if (threadIdx.x == 0) out[0] = odd;
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
    any_odd<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
}
