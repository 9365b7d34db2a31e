// Normal and uniform numbers of <random>, then their mean and variance on the device.
#include <cstdio>
#include <random>
#include <vector>

__global__ void moments(const double* x, int n, double* out)
{
    __shared__ double sum[128], squares[128];
    double a = 0, b = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        a += x[i];
        b += x[i] * x[i];
    }
    sum[threadIdx.x] = a;
    squares[threadIdx.x] = b;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) {
            sum[threadIdx.x] += sum[threadIdx.x + s];
            squares[threadIdx.x] += squares[threadIdx.x + s];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) out[0] = sum[0], out[1] = squares[0];
}

template <typename Distribution>
void study(const char* name, Distribution distribution, unsigned seed)
{
    const int n = 1000;
    std::mt19937 engine(seed);
    std::vector<double> x(n);
    for (auto& v : x) v = distribution(engine);
    double *d, *d_out, out[2];
    cudaMalloc(&d, n * sizeof(double));
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d, x.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    moments<<<1, 128>>>(d, n, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(d_out);
    double mean = out[0] / n, variance = out[1] / n - mean * mean;
    printf("%-10s first %.10f %.10f %.10f\n", name, x[0], x[1], x[2]);
    printf("%-10s mean %.6f variance %.6f\n", "", mean, variance);
}

int main()
{
    study("uniform", std::uniform_real_distribution<double>(-1.0, 1.0), 1);
    study("normal", std::normal_distribution<double>(5.0, 2.0), 2);
    study("floats", std::uniform_real_distribution<float>(0.0f, 10.0f), 3);
    study("dice", std::uniform_int_distribution<int>(1, 6), 4);
    return 0;
}
