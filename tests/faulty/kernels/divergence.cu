// Every other thread works.
#define BLOCK 128

__global__ void pairs(const int* in, int* out)
{
    int t = threadIdx.x;
#ifdef MENDED
    if (t < BLOCK / 2) out[t] = in[2 * t] + in[2 * t + 1];
#else
    if (t % 2 == 0) out[t / 2] = in[t] + in[t + 1];
#endif
}

int main()
{
    const int n = BLOCK;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n / 2 * sizeof(int));
    pairs<<<1, BLOCK>>>(in, out);
    cudaDeviceSynchronize();
}
