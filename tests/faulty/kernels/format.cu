// A printf whose format does not fit its values.
__global__ void show(const int* in, int* out)
{
    out[threadIdx.x] = in[threadIdx.x];
#ifdef MENDED
    printf("%d of %u\n", in[threadIdx.x], blockDim.x);
#else
    printf("%d of %d\n", in[threadIdx.x]);
#endif
}

int main()
{
    const int n = 4;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    show<<<1, 4>>>(in, out);
    cudaDeviceSynchronize();
}
