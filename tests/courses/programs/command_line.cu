// Reads its sizes from the command line, and says how it is used if they are wrong.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

struct Options {
    int n = 64;
    float scale = 2.0f;
    bool verbose = false;
    std::string name = "default";
};

static bool parse(int argc, char** argv, Options& o)
{
    for (int i = 1; i < argc; ++i) {
        if (!strcmp(argv[i], "-n") && i + 1 < argc)
            o.n = std::stoi(argv[++i]);
        else if (strcmp(argv[i], "--scale") == 0 && i + 1 < argc)
            o.scale = atof(argv[++i]);
        else if (std::string(argv[i]) == "-v")
            o.verbose = true;
        else if (strncmp(argv[i], "--name=", 7) == 0)
            o.name = argv[i] + 7;
        else
            return false;
    }
    return o.n > 0 && o.n <= 1024;
}

__global__ void ramp(float* out, float scale, int n)
{
    if (threadIdx.x < n) out[threadIdx.x] = scale * threadIdx.x;
}

int main(int argc, char** argv)
{
    Options o;
    if (!parse(argc, argv, o)) {
        fprintf(stderr, "usage: %s [-n COUNT] [--scale F] [-v] [--name=NAME]\n", argv[0]);
        return 2;
    }
    printf("argc = %d, name = %s, n = %d, scale = %g\n", argc, o.name.c_str(), o.n, o.scale);
    float* d;
    cudaMalloc(&d, o.n * sizeof(float));
    ramp<<<1, o.n>>>(d, o.scale, o.n);
    float last;
    cudaMemcpy(&last, d + o.n - 1, sizeof(float), cudaMemcpyDeviceToHost);
    if (o.verbose) printf("verbose: copied one float\n");
    printf("last = %.1f\n", last);
    cudaFree(d);
    return 0;
}
