// Reverses an array; two arrays share the dynamic shared memory.
#include <stdio.h>

__global__ void dynamicReverse(int *d, float *e, int n)
{
  extern __shared__ char raw[];
  int *s = (int *)raw;
  float *f = (float *)&s[n];
  int t = threadIdx.x;
  int tr = n - t - 1;
  s[t] = d[t];
  f[t] = e[t];
  __syncthreads();
  d[t] = s[tr];
  e[t] = f[tr];
}

int main(void)
{
  const int n = 64;
  int a[n], r[n], d[n];
  float b[n];
  for (int i = 0; i < n; i++) {
    a[i] = i;
    r[i] = n - i - 1;
    d[i] = 0;
    b[i] = 0.5f * i;
  }
  int *d_d;
  float *d_e;
  cudaMalloc(&d_d, n * sizeof(int));
  cudaMalloc(&d_e, n * sizeof(float));
  cudaMemcpy(d_d, a, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_e, b, n * sizeof(float), cudaMemcpyHostToDevice);
  dynamicReverse<<<1, n, n * sizeof(int) + n * sizeof(float)>>>(d_d, d_e, n);
  cudaMemcpy(d, d_d, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    if (d[i] != r[i]) printf("Error: d[%d]!=r[%d] (%d, %d)\n", i, i, d[i], r[i]);
}
