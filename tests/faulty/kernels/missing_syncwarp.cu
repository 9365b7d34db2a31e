// One lane writes what the others of its warp read.
__global__ void shifted(const int* in, int* out)
{
    __shared__ int base[4];
    int t = threadIdx.x, warp = t / 32;
    if (t % 32 == 0) base[warp] = in[t];
#ifdef MENDED
    __syncwarp();
#endif
    out[t] = in[t] - base[warp];
}

int main()
{
    const int n = 128;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    shifted<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
}
