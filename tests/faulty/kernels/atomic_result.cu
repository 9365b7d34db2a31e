// The place is read from the counter, not from what atomicAdd gives.
__device__ int count;

__global__ void keep_odd(const int* in, int* out)
{
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (value % 2 == 0) return;
#ifdef MENDED
    int place = atomicAdd(&count, 1);
    out[place] = value;
#else
    atomicAdd(&count, 1);
    out[count - 1] = value;
#endif
}

int main()
{
    const int n = 64;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    keep_odd<<<2, 32>>>(in, out);
    cudaDeviceSynchronize();
}
