// Each thread walks along a row of its own.
#define WIDTH 64

__global__ void sums(const int* in, int* out)
{
    int t = threadIdx.x, sum = 0;
#ifdef MENDED
    for (int k = 0; k < WIDTH; ++k) sum += in[k * WIDTH + t];
#else
    for (int k = 0; k < WIDTH; ++k) sum += in[t * WIDTH + k];
#endif
    out[t] = sum;
}

int main()
{
    const int n = WIDTH * WIDTH;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, WIDTH * sizeof(int));
    sums<<<1, WIDTH>>>(in, out);
    cudaDeviceSynchronize();
}
