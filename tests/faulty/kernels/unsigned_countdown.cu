// An unsigned number is never below zero.
__global__ void suffix_sums(const int* in, int* out, unsigned n)
{
    int sum = 0;
#ifdef MENDED
    for (unsigned i = n; i-- > 0;) {
#else
    for (unsigned i = n - 1; i >= 0; --i) {
#endif
        sum += in[i];
        out[i] = sum;
    }
}

int main()
{
    const int n = 16;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    suffix_sums<<<1, 1>>>(in, out, n);
    cudaDeviceSynchronize();
}
