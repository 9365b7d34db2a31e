// Exceptions: an error class of its own, rethrown, and destructors on the way.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

class CudaError : public std::runtime_error {
public:
    CudaError(cudaError_t code, const std::string& where) : std::runtime_error(where + ": " + cudaGetErrorString(code)), code_(code) {}
    cudaError_t code() const { return code_; }

private:
    cudaError_t code_;
};

#define THROW_ON_ERROR(x)                                    \
    {                                                        \
        cudaError_t status_ = (x);                           \
        if (status_ != cudaSuccess) throw CudaError(status_, #x); \
    }

struct Guard {
    const char* name;
    explicit Guard(const char* n) : name(n) { printf("enter %s\n", name); }
    ~Guard() { printf("leave %s\n", name); }
};

__global__ void kernel(int* p) { p[threadIdx.x] = threadIdx.x; }

void launch(int threads)
{
    Guard guard("launch");
    int* p;
    THROW_ON_ERROR(cudaMalloc(&p, threads * sizeof(int)));
    kernel<<<1, threads>>>(p);
    cudaError_t e = cudaGetLastError();
    cudaFree(p);
    THROW_ON_ERROR(e);
    printf("%d threads were fine\n", threads);
}

int attempt(int threads)
{
    Guard guard("attempt");
    try {
        launch(threads);
    } catch (const CudaError& error) {
        printf("CudaError %d: %s\n", error.code(), error.what());
        if (threads > 4000) throw;
        return 1;
    }
    return 0;
}

int main()
{
    int failures = 0;
    failures += attempt(64);
    failures += attempt(2000);
    try {
        failures += attempt(5000);
    } catch (std::exception& e) {
        printf("main caught \"%s\"\n", e.what());
    }
    try {
        throw 42;
    } catch (int value) {
        printf("caught %d\n", value);
    } catch (...) {
        printf("not reached\n");
    }
    try {
        std::string s = "short";
        s.at(100);
    } catch (const std::out_of_range&) {
        printf("out of range\n");
    }
    printf("%d failures\n", failures);
    return failures;
}
