// Keeps the positive elements: each warp reserves room with one atomic.
#include <stdio.h>
#include <stdlib.h>

__device__ int atomicAggInc(int *ctr) {
  unsigned int active = __activemask();
  int leader = __ffs(active) - 1;
  int change = __popc(active);
  unsigned int rank = __popc(active & ((1u << (threadIdx.x & 31)) - 1));
  int warp_res = 0;
  if (rank == 0) warp_res = atomicAdd(ctr, change);
  warp_res = __shfl_sync(active, warp_res, leader);
  return warp_res + rank;
}

__global__ void filter_k(int *dst, int *nres, const int *src, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (src[i] > 0) dst[atomicAggInc(nres)] = src[i];
}

int main() {
  const int n = 300;
  int src[n], dst[n], nres = 0;
  for (int i = 0; i < n; i++) src[i] = i % 3 == 0 ? i : -i;
  int *d_src, *d_dst, *d_nres;
  cudaMalloc(&d_src, n * sizeof(int));
  cudaMalloc(&d_dst, n * sizeof(int));
  cudaMalloc(&d_nres, sizeof(int));
  cudaMemcpy(d_src, src, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_nres, 0, sizeof(int));
  filter_k<<<(n + 127) / 128, 128>>>(d_dst, d_nres, d_src, n);
  cudaMemcpy(&nres, d_nres, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(dst, d_dst, nres * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d kept\n", nres);
}
