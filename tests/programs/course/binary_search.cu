#include <iostream>
#define LEN 1024
#define QUERIES 100

__global__ void search(const int *sorted, int len, const int *queries, int *where, int count) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q >= count) return;
  int lo = 0, hi = len - 1, found = -1;
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (sorted[mid] == queries[q]) {
      found = mid;
      break;
    }
    if (sorted[mid] < queries[q]) lo = mid + 1;
    else hi = mid - 1;
  }
  where[q] = found;
}

int main() {
  static int sorted[LEN], queries[QUERIES], where[QUERIES];
  for (int i = 0; i < LEN; i++) sorted[i] = 5 * i;
  for (int i = 0; i < QUERIES; i++) queries[i] = 7 * i;
  int *d_sorted, *d_queries, *d_where;
  cudaMalloc(&d_sorted, sizeof sorted);
  cudaMalloc(&d_queries, sizeof queries);
  cudaMalloc(&d_where, sizeof where);
  cudaMemcpy(d_sorted, sorted, sizeof sorted, cudaMemcpyHostToDevice);
  cudaMemcpy(d_queries, queries, sizeof queries, cudaMemcpyHostToDevice);
  search<<<(QUERIES + 63) / 64, 64>>>(d_sorted, LEN, d_queries, d_where, QUERIES);
  cudaMemcpy(where, d_where, sizeof where, cudaMemcpyDeviceToHost);
  std::cout << where[5] << std::endl;
  return 0;
}
