// usage: ./scale <n> <factor>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void scale(double* v, double factor, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    v[i] *= factor;
}

int main(int argc, char* argv[])
{
    if (argc != 3) {
        printf("usage: %s <n> <factor>\n", argv[0]);
        return 1;
    }
    const size_t n = atoi(argv[1]);
    const double factor = atof(argv[2]);
    std::vector<double> v(n, 1.5);
    double* d_v;
    cudaMalloc(&d_v, n * sizeof(double));
    cudaMemcpy(d_v, v.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    const int threads = 128;
    scale<<<(n + threads - 1) / threads, threads>>>(d_v, factor, n);
    cudaMemcpy(v.data(), d_v, n * sizeof(double), cudaMemcpyDeviceToHost);
    printf("v[0] = %f\n", v[0]);
    cudaFree(d_v);
}
