// A switch sends the lanes of a warp eight ways.
// Slow because: divergence.
__global__ void eight(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int value = in[i];
    switch (i % 8) {
        case 0: for (int k = 0; k < 40; ++k) value = value * 3 + 1; break;
        case 1: for (int k = 0; k < 40; ++k) value = value * 5 + 2; break;
        case 2: for (int k = 0; k < 40; ++k) value = value * 7 + 3; break;
        case 3: for (int k = 0; k < 40; ++k) value = value * 9 + 4; break;
        case 4: for (int k = 0; k < 40; ++k) value = value * 11 + 5; break;
        case 5: for (int k = 0; k < 40; ++k) value = value * 13 + 6; break;
        case 6: for (int k = 0; k < 40; ++k) value = value * 15 + 7; break;
        default: for (int k = 0; k < 40; ++k) value = value * 17 + 8;
    }
    out[i] = value;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    eight<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
