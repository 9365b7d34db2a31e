// Jacobi iteration for Laplace's equation on a square plate.
#include <cstdio>
#include <cstdlib>
#include <utility>

#define NX 32
#define NY 32
#define IDX(x, y) ((y) * NX + (x))

__global__ void jacobi(const double *u, double *unew)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < NX - 1 && y > 0 && y < NY - 1)
        unew[IDX(x, y)] = 0.25 * (u[IDX(x - 1, y)] + u[IDX(x + 1, y)] + u[IDX(x, y - 1)] + u[IDX(x, y + 1)]);
}

int main()
{
    size_t bytes = NX * NY * sizeof(double);
    double *u = (double *)calloc(NX * NY, sizeof(double));
    for (int x = 0; x < NX; ++x) u[IDX(x, 0)] = 100.0;
    double *d_u, *d_unew;
    cudaMalloc(&d_u, bytes);
    cudaMalloc(&d_unew, bytes);
    cudaMemcpy(d_u, u, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_unew, u, bytes, cudaMemcpyHostToDevice);
    dim3 block(8, 8), grid(NX / 8, NY / 8);
    for (int it = 0; it < 10; ++it) {
        jacobi<<<grid, block>>>(d_u, d_unew);
        std::swap(d_u, d_unew);
    }
    cudaMemcpy(u, d_u, bytes, cudaMemcpyDeviceToHost);
    printf("%f\n", u[IDX(NX / 2, 1)]);
    cudaFree(d_u); cudaFree(d_unew); free(u);
}
