// Virtual functions on the host choose which kernel runs.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

__global__ void add_kernel(float* x, float v, int n) { if (threadIdx.x < n) x[threadIdx.x] += v; }
__global__ void multiply_kernel(float* x, float v, int n) { if (threadIdx.x < n) x[threadIdx.x] *= v; }
__global__ void clamp_kernel(float* x, float lo, float hi, int n)
{
    if (threadIdx.x < n) x[threadIdx.x] = fminf(fmaxf(x[threadIdx.x], lo), hi);
}

class Operation {
public:
    virtual ~Operation() { std::cout << "~Operation" << std::endl; }
    virtual void run(float* d, int n) const = 0;
    virtual std::string name() const { return "operation"; }
};

class Add : public Operation {
    float value;

public:
    explicit Add(float v) : value(v) {}
    void run(float* d, int n) const override { add_kernel<<<1, 32>>>(d, value, n); }
    std::string name() const override { return "add " + std::to_string((int)value); }
};

class Multiply final : public Operation {
public:
    Multiply(float v) : value(v) {}
    void run(float* d, int n) const override { multiply_kernel<<<1, 32>>>(d, value, n); }
    std::string name() const override { return "multiply"; }

private:
    float value;
};

class Clamp : public Operation {
public:
    void run(float* d, int n) const override { clamp_kernel<<<1, 32>>>(d, 0.0f, 20.0f, n); }
    ~Clamp() override { std::cout << "~Clamp, "; }
};

int main()
{
    const int n = 6;
    float h[n] = {-4, -1, 0, 2, 5, 9};
    float* d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    {
        std::vector<std::unique_ptr<Operation>> operations;
        operations.push_back(std::make_unique<Add>(2.0f));
        operations.emplace_back(new Multiply(3.0f));
        operations.push_back(std::make_unique<Clamp>());
        for (const auto& operation : operations) {
            operation->run(d, n);
            cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
            std::cout << operation->name() << ":";
            for (float v : h) std::cout << ' ' << v;
            std::cout << std::endl;
        }
    }
    cudaFree(d);
    std::cout << "end" << std::endl;
}
