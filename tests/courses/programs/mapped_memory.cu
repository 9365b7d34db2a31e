// Zero-copy: the kernel reads and writes memory of the host.
#include <iostream>

__global__ void scale(const float* in, float* out, int n, float f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * f;
}

int main()
{
    const int n = 100;
    cudaSetDeviceFlags(cudaDeviceMapHost);
    float *in, *out, *d_in, *d_out;
    cudaHostAlloc(&in, n * sizeof(float), cudaHostAllocMapped);
    cudaHostAlloc((void**)&out, n * sizeof(float), cudaHostAllocMapped | cudaHostAllocPortable);
    for (int i = 0; i < n; i++) in[i] = i;
    cudaHostGetDevicePointer(&d_in, in, 0);
    cudaHostGetDevicePointer(&d_out, out, 0);
    scale<<<4, 32>>>(d_in, d_out, n, 0.25f);
    cudaDeviceSynchronize();
    std::cout << out[0] << " " << out[1] << " " << out[99] << std::endl;

    float* own = new float[n];
    for (int i = 0; i < n; i++) own[i] = -i;
    cudaError_t e = cudaHostRegister(own, n * sizeof(float), cudaHostRegisterMapped);
    std::cout << "register: " << cudaGetErrorString(e) << std::endl;
    cudaHostGetDevicePointer(&d_in, own, 0);
    scale<<<4, 32>>>(d_in, d_out, n, 2.0f);
    cudaDeviceSynchronize();
    std::cout << out[1] << " " << out[99] << std::endl;
    cudaHostUnregister(own);
    delete[] own;
    cudaFreeHost(in);
    cudaFreeHost(out);
}
