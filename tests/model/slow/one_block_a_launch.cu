// Adds one to every number, a sixtieth of them in each launch.
// Slow because: launches.
__global__ void add_one(const int* in, int* out, int first, int count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && first + i < n) out[first + i] = in[first + i] + 1;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int part = 0; part < 60; ++part)
        add_one<<<(n / 60 + 256) / 256, 256>>>(in, out, part * (n / 60 + 1), n / 60 + 1, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
