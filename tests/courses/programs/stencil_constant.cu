// A one-dimensional stencil: weights in constant memory, a halo in shared memory.
#include <cstdio>
#include <cstdlib>

const int RADIUS = 3;
const int BLOCK = 64;
__constant__ float weights[2 * RADIUS + 1];

__global__ void stencil(const float* in, float* out, int n)
{
    __shared__ float tile[BLOCK + 2 * RADIUS];
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int s = threadIdx.x + RADIUS;
    tile[s] = g < n ? in[g] : 0.0f;
    if (threadIdx.x < RADIUS) {
        tile[s - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0.0f;
        tile[s + BLOCK] = g + BLOCK < n ? in[g + BLOCK] : 0.0f;
    }
    __syncthreads();
    if (g >= n) return;
    float sum = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; ++k) sum += weights[k + RADIUS] * tile[s + k];
    out[g] = sum;
}

int main(int argc, char** argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300;
    float w[2 * RADIUS + 1] = {0.0625f, 0.125f, 0.1875f, 0.25f, 0.1875f, 0.125f, 0.0625f};
    cudaMemcpyToSymbol(weights, w, sizeof(w));

    float* in = (float*)malloc(n * sizeof(float));
    float* out = (float*)malloc(n * sizeof(float));
    for (int i = 0; i < n; ++i) in[i] = (i / 50) % 2 ? 8.0f : 0.0f;
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice);
    stencil<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, d_out, n);
    cudaError_t status = cudaDeviceSynchronize();
    printf("status: %s\n", cudaGetErrorString(status));
    cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 44; i < 56; ++i) printf("%3d %6.3f -> %6.3f\n", i, in[i], out[i]);
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += out[i];
    printf("sum of %d outputs: %.4f\n", n, sum);
    cudaFree(d_in), cudaFree(d_out);
    free(in), free(out);
    return 0;
}
