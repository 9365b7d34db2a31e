#include <iostream>
#include <vector>
using namespace std;

__global__ void transposeNaive(float* odata, const float* idata, int width, int height)
{
    unsigned int xIndex = blockDim.x * blockIdx.x + threadIdx.x;
    unsigned int yIndex = blockDim.y * blockIdx.y + threadIdx.y;
    if (xIndex < width && yIndex < height) {
        unsigned int index_in = xIndex + width * yIndex;
        unsigned int index_out = yIndex + height * xIndex;
        odata[index_out] = idata[index_in];
    }
}

int main()
{
    const int width = 40, height = 24;
    vector<float> h_in(width * height), h_out(width * height);
    for (int i = 0; i < width * height; ++i) h_in[i] = static_cast<float>(i);
    float *d_in, *d_out;
    size_t bytes = h_in.size() * sizeof(float);
    cudaMalloc(&d_in, bytes);
    cudaMalloc(&d_out, bytes);
    cudaMemcpy(d_in, &h_in[0], bytes, cudaMemcpyHostToDevice);
    dim3 threads(16, 16);
    dim3 blocks((width + 15) / 16, (height + 15) / 16);
    transposeNaive<<<blocks, threads>>>(d_out, d_in, width, height);
    cudaMemcpy(h_out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
    cout << "out[1] = " << h_out[1] << endl;
    cudaFree(d_in);
    cudaFree(d_out);
}
