#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int num_rows;
    int nnz;
    int *row_ptr;
    int *col_idx;
    float *values;
} csr_t;

__global__ void spmv_csr(int num_rows, const int *row_ptr, const int *col_idx, const float *values,
                         const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < num_rows) {
        float dot = 0.0f;
        for (int e = row_ptr[row]; e < row_ptr[row + 1]; e++) dot += values[e] * x[col_idx[e]];
        y[row] += dot;
    }
}

// The tridiagonal matrix -1 2 -1.
csr_t make_laplace(int n)
{
    csr_t m;
    m.num_rows = n;
    m.nnz = 3 * n - 2;
    m.row_ptr = (int *)malloc((n + 1) * sizeof(int));
    m.col_idx = (int *)malloc(m.nnz * sizeof(int));
    m.values = (float *)malloc(m.nnz * sizeof(float));
    int at = 0;
    for (int r = 0; r < n; r++) {
        m.row_ptr[r] = at;
        for (int c = r - 1; c <= r + 1; c++) {
            if (c < 0 || c >= n) continue;
            m.col_idx[at] = c;
            m.values[at++] = c == r ? 2.0f : -1.0f;
        }
    }
    m.row_ptr[n] = at;
    return m;
}

int main()
{
    const int n = 100;
    csr_t m = make_laplace(n);
    float *x = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) x[i] = 1.0f * i;
    int *d_row_ptr, *d_col_idx;
    float *d_values, *d_x, *d_y;
    cudaMalloc((void **)&d_row_ptr, (n + 1) * sizeof(int));
    cudaMalloc((void **)&d_col_idx, m.nnz * sizeof(int));
    cudaMalloc((void **)&d_values, m.nnz * sizeof(float));
    cudaMalloc((void **)&d_x, n * sizeof(float));
    cudaMalloc((void **)&d_y, n * sizeof(float));
    cudaMemcpy(d_row_ptr, m.row_ptr, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_col_idx, m.col_idx, m.nnz * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_values, m.values, m.nnz * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(d_y, 0, n * sizeof(float));
    spmv_csr<<<(n + 31) / 32, 32>>>(m.num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
    float *y = (float *)malloc(n * sizeof(float));
    cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("y[0] = %f\n", y[0]);
    return 0;
}
