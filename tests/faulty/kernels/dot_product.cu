// Each block adds its part to the sum with a plain addition.
#define BLOCK 64

__global__ void dot(const int* a, const int* b, int* out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = a[i] * b[i];
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
#ifdef MENDED
    if (t == 0) atomicAdd(out, s[0]);
#else
    if (t == 0) *out += s[0];
#endif
}

int main()
{
    const int n = 256;
    int *a, *b, *out;
    int* host_a = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_a[i] = i;
    cudaMalloc(&a, n * sizeof(int));
    cudaMemcpy(a, host_a, n * sizeof(int), cudaMemcpyHostToDevice);
    int* host_b = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_b[i] = i;
    cudaMalloc(&b, n * sizeof(int));
    cudaMemcpy(b, host_b, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, 1 * sizeof(int));
    cudaMemset(out, 0, 1 * sizeof(int));
    dot<<<4, BLOCK>>>(a, b, out);
    cudaDeviceSynchronize();
}
