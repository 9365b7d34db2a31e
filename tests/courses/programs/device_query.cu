// What a device has; only what every GPU of the last ten years says alike is printed.
#include <iostream>

int main()
{
    int count = 0;
    cudaGetDeviceCount(&count);
    if (count == 0) {
        std::cerr << "no device" << std::endl;
        return 1;
    }
    std::cout << "at least one device: " << (count >= 1) << std::endl;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    std::cout << "warp size: " << prop.warpSize << "\n";
    std::cout << "max threads per block: " << prop.maxThreadsPerBlock << "\n";
    std::cout << "max block dimensions: " << prop.maxThreadsDim[0] << " x " << prop.maxThreadsDim[1] << " x " << prop.maxThreadsDim[2] << "\n";
    std::cout << "max grid dimensions: " << prop.maxGridSize[0] << " x " << prop.maxGridSize[1] << " x " << prop.maxGridSize[2] << "\n";
    std::cout << "shared memory per block: " << prop.sharedMemPerBlock << "\n";
    std::cout << "registers per block: " << prop.regsPerBlock << "\n";
    std::cout << "constant memory: " << prop.totalConstMem << "\n";
    std::cout << "has a name: " << std::boolalpha << (prop.name[0] != '\0') << "\n";
    std::cout << "compute capability at least 7: " << (prop.major >= 7) << "\n";
    std::cout << "more than a GB: " << (prop.totalGlobalMem > (1u << 30)) << "\n";
    int sms = 0, driver = 0, runtime = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    std::cout << "multiprocessors agree: " << (sms == prop.multiProcessorCount) << "\n";
    cudaRuntimeGetVersion(&runtime);
    cudaDriverGetVersion(&driver);
    std::cout << "driver not older than the runtime: " << (driver >= runtime) << std::endl;
    size_t free_bytes, total_bytes;
    cudaMemGetInfo(&free_bytes, &total_bytes);
    std::cout << "free below total: " << (free_bytes <= total_bytes) << std::endl;
    return 0;
}
