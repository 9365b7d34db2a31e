// Colour to grey, with a struct of three bytes a pixel.
#include <stdio.h>
#include <stdlib.h>
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort=true)
{
   if (code != cudaSuccess)
   {
      fprintf(stderr,"GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}

__global__ void rgba_to_greyscale(const uchar4* const rgbaImage, unsigned char* const greyImage, int numRows, int numCols)
{
   int x = blockIdx.x * blockDim.x + threadIdx.x;
   int y = blockIdx.y * blockDim.y + threadIdx.y;
   if (x >= numCols || y >= numRows) return;
   uchar4 rgba = rgbaImage[y * numCols + x];
   float channelSum = .299f * rgba.x + .587f * rgba.y + .114f * rgba.z;
   greyImage[y * numCols + x] = channelSum;
}

int main(int argc, char **argv)
{
   int numRows = 30, numCols = 50;
   size_t numPixels = numRows * numCols;
   uchar4 *h_rgba = new uchar4[numPixels];
   unsigned char *h_grey = new unsigned char[numPixels];
   for (size_t i = 0; i < numPixels; i++) {
      h_rgba[i].x = i % 256;
      h_rgba[i].y = (i * 3) % 256;
      h_rgba[i].z = 128;
      h_rgba[i].w = 255;
   }
   uchar4 *d_rgba;
   unsigned char *d_grey;
   gpuErrchk(cudaMalloc(&d_rgba, sizeof(uchar4) * numPixels));
   gpuErrchk(cudaMalloc(&d_grey, sizeof(unsigned char) * numPixels));
   gpuErrchk(cudaMemset(d_grey, 0, numPixels * sizeof(unsigned char)));
   gpuErrchk(cudaMemcpy(d_rgba, h_rgba, sizeof(uchar4) * numPixels, cudaMemcpyHostToDevice));
   const dim3 blockSize(16, 16, 1);
   const dim3 gridSize((numCols + 15) / 16, (numRows + 15) / 16, 1);
   rgba_to_greyscale<<<gridSize, blockSize>>>(d_rgba, d_grey, numRows, numCols);
   cudaDeviceSynchronize(); gpuErrchk(cudaGetLastError());
   gpuErrchk(cudaMemcpy(h_grey, d_grey, numPixels, cudaMemcpyDeviceToHost));
   printf("%d\n", h_grey[7]);
   delete[] h_rgba;
   delete[] h_grey;
   return 0;
}
