// Tiled multiplication through shared memory; the width need not be a multiple of the tile.
#include <cstdio>
#include <cstdlib>

#define TILE_WIDTH 16

#define wbCheck(stmt)                                             \
  do {                                                            \
    cudaError_t err = stmt;                                       \
    if (err != cudaSuccess) {                                     \
      printf("Failed to run stmt %s\n", #stmt);                   \
      return -1;                                                  \
    }                                                             \
  } while (0)

__global__ void matrixMultiplyShared(float *A, float *B, float *C, int numARows, int numAColumns,
                                     int numBRows, int numBColumns, int numCRows, int numCColumns) {
  __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
  __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int Row = by * TILE_WIDTH + ty;
  int Col = bx * TILE_WIDTH + tx;
  float Pvalue = 0;
  for (int m = 0; m < (numAColumns - 1) / TILE_WIDTH + 1; ++m) {
    if (Row < numARows && m * TILE_WIDTH + tx < numAColumns)
      ds_A[ty][tx] = A[Row * numAColumns + m * TILE_WIDTH + tx];
    else
      ds_A[ty][tx] = 0.0;
    if (Col < numBColumns && m * TILE_WIDTH + ty < numBRows)
      ds_B[ty][tx] = B[(m * TILE_WIDTH + ty) * numBColumns + Col];
    else
      ds_B[ty][tx] = 0.0;
    __syncthreads();
    for (int k = 0; k < TILE_WIDTH; ++k) Pvalue += ds_A[ty][k] * ds_B[k][tx];
    __syncthreads();
  }
  if (Row < numCRows && Col < numCColumns) C[Row * numCColumns + Col] = Pvalue;
}

int main(int argc, char **argv) {
  int numARows = 50, numAColumns = 30, numBRows = 30, numBColumns = 40;
  int numCRows = numARows, numCColumns = numBColumns;
  float *hostA = (float *)malloc(numARows * numAColumns * sizeof(float));
  float *hostB = (float *)malloc(numBRows * numBColumns * sizeof(float));
  float *hostC = (float *)malloc(numCRows * numCColumns * sizeof(float));
  float *deviceA, *deviceB, *deviceC;
  for (int i = 0; i < numARows * numAColumns; i++) hostA[i] = i % 7;
  for (int i = 0; i < numBRows * numBColumns; i++) hostB[i] = i % 5 - 2;

  wbCheck(cudaMalloc(&deviceA, numARows * numAColumns * sizeof(float)));
  wbCheck(cudaMalloc(&deviceB, numBRows * numBColumns * sizeof(float)));
  wbCheck(cudaMalloc(&deviceC, numCRows * numCColumns * sizeof(float)));
  wbCheck(cudaMemcpy(deviceA, hostA, numARows * numAColumns * sizeof(float), cudaMemcpyHostToDevice));
  wbCheck(cudaMemcpy(deviceB, hostB, numBRows * numBColumns * sizeof(float), cudaMemcpyHostToDevice));

  dim3 dimGrid(ceil((float)numCColumns / TILE_WIDTH), ceil((float)numCRows / TILE_WIDTH), 1);
  dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
  matrixMultiplyShared<<<dimGrid, dimBlock>>>(deviceA, deviceB, deviceC, numARows, numAColumns, numBRows,
                                              numBColumns, numCRows, numCColumns);
  cudaDeviceSynchronize();
  wbCheck(cudaMemcpy(hostC, deviceC, numCRows * numCColumns * sizeof(float), cudaMemcpyDeviceToHost));
  printf("C[0] = %f\n", hostC[0]);
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceC);
  return 0;
}
