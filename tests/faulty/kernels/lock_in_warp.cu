// Every thread takes a lock.
__device__ int lock;
__device__ int total;

__global__ void add_all(const int* in)
{
#ifdef MENDED
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            total += in[threadIdx.x];
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
#else
    while (atomicCAS(&lock, 0, 1) != 0);
    __threadfence();
    total += in[threadIdx.x];
    __threadfence();
    atomicExch(&lock, 0);
#endif
}

int main()
{
    const int n = 8;
    int *in;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    add_all<<<1, 8>>>(in);
    cudaDeviceSynchronize();
}
