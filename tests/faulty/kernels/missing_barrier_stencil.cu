// Neighbours in shared memory, loaded by other threads.
#define BLOCK 64
#define RADIUS 2

__global__ void stencil(const int* in, int* out, int n)
{
    __shared__ int s[BLOCK + 2 * RADIUS];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t + RADIUS] = in[i];
    if (t < RADIUS) {
        s[t] = i >= RADIUS ? in[i - RADIUS] : 0;
        s[t + BLOCK + RADIUS] = i + BLOCK < n ? in[i + BLOCK] : 0;
    }
#ifdef MENDED
    __syncthreads();
#endif
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; ++k) sum += s[t + RADIUS + k];
    out[i] = sum;
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
    stencil<<<n / BLOCK, BLOCK>>>(in, out, n);
    cudaDeviceSynchronize();
}
