#include <stdio.h>
#define N 512
#define RADIUS 3
#define BLOCK_SIZE 64

__global__ void stencil_1d(int *in, int *out) {
  __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
  int gindex = threadIdx.x + (blockIdx.x * blockDim.x) + RADIUS;
  int lindex = threadIdx.x + RADIUS;
  // Read input elements into shared memory
  temp[lindex] = in[gindex];
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = in[gindex - RADIUS];
    temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
  }
  __syncthreads();
  // Apply the stencil
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset];
  out[gindex - RADIUS] = result;
}

int main() {
  unsigned int i;
  int h_in[N + 2 * RADIUS], h_out[N];
  int *d_in, *d_out;
  for (i = 0; i < (N + 2 * RADIUS); ++i) h_in[i] = 1;
  cudaMalloc(&d_in, (N + 2 * RADIUS) * sizeof(int));
  cudaMalloc(&d_out, N * sizeof(int));
  cudaMemcpy(d_in, h_in, (N + 2 * RADIUS) * sizeof(int), cudaMemcpyHostToDevice);
  stencil_1d<<<(N + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out);
  cudaMemcpy(h_out, d_out, N * sizeof(int), cudaMemcpyDeviceToHost);
  for (i = 0; i < N; ++i)
    if (h_out[i] != 7) { printf("Element h_out[%d] == %d != 7\n", i, h_out[i]); break; }
  if (i == N) printf("SUCCESS!\n");
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
