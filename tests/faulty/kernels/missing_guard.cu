// The grid is rounded up, and no thread checks whether there is an element.
__global__ void add(const int* a, const int* b, int* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    if (i >= n) return;
#endif
    c[i] = a[i] + b[i];
}

int main()
{
    const int n = 100;
    int *a, *b, *c;
    int* host_a = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_a[i] = i;
    cudaMalloc(&a, n * sizeof(int));
    cudaMemcpy(a, host_a, n * sizeof(int), cudaMemcpyHostToDevice);
    int* host_b = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_b[i] = i;
    cudaMalloc(&b, n * sizeof(int));
    cudaMemcpy(b, host_b, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&c, n * sizeof(int));
    add<<<(n + 63) / 64, 64>>>(a, b, c, n);
    cudaDeviceSynchronize();
}
