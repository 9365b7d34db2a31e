// The host's part of the headers of NVIDIA's samples: helper_cuda.h, helper_string.h, helper_timer.h, helper_image.h.
inline void library_check_cuda(cudaError_t error, const char* call, const char* file, int line)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)error, cudaGetErrorName(error), call);
    exit(1);
}
inline void library_check_last_cuda(const char* message, const char* file, int line)
{
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, (int)error, cudaGetErrorString(error));
    exit(1);
}
inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
inline int _ConvertSMVer2Cores(int, int) { return 128; }
inline const char* _ConvertSMVer2ArchName(int, int) { return "Hopper"; }
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int findIntegratedGPU() { return -1; }

// ---- Command lines: "-name", "--name", "name=value"
inline int stringRemoveDelimiter(char delimiter, const char* text)
{
    int start = 0;
    while (text[start] == delimiter) ++start;
    return start >= (int)strlen(text) - 1 ? 0 : start;
}
inline const char* library_argument(int count, const char** arguments, const char* name)
{
    size_t length = strlen(name);
    for (int i = 1; i < count; ++i) {
        const char* text = arguments[i] + stringRemoveDelimiter('-', arguments[i]);
        if (strncmp(text, name, length) == 0 && (text[length] == '\0' || text[length] == '=')) return text + length;
    }
    return nullptr;
}
inline bool checkCmdLineFlag(int count, const char** arguments, const char* name) { return library_argument(count, arguments, name) != nullptr; }
inline int getCmdLineArgumentInt(int count, const char** arguments, const char* name)
{
    const char* found = library_argument(count, arguments, name);
    return found == nullptr || *found == '\0' ? 0 : atoi(found + 1);
}
inline float getCmdLineArgumentFloat(int count, const char** arguments, const char* name)
{
    const char* found = library_argument(count, arguments, name);
    return found == nullptr || *found == '\0' ? 0 : (float)atof(found + 1);
}
inline bool getCmdLineArgumentString(int count, const char** arguments, const char* name, char** into)
{
    const char* found = library_argument(count, arguments, name);
    *into = found == nullptr || *found == '\0' ? nullptr : (char*)found + 1;
    return *into != nullptr;
}
template <typename T> bool getCmdLineArgumentValue(int count, const char** arguments, const char* name, T* into)
{
    const char* found = library_argument(count, arguments, name);
    if (found == nullptr || *found == '\0') return false;
    *into = (T)atof(found + 1);
    return true;
}

// ---- Devices
inline int gpuDeviceInit(int device)
{
    if (device < 0) device = 0;
    if (device > 0) {
        fprintf(stderr, "\n>> 1 CUDA capable GPU device(s) detected. <<\n>> gpuDeviceInit (-device=%d) is not a valid GPU device. <<\n\n", device);
        return -device;
    }
    library_check_cuda(cudaSetDevice(device), "cudaSetDevice(devID)", "helper_cuda.h", 0);
    printf("gpuDeviceInit() CUDA Device [%d]: \"%s\n", device, _ConvertSMVer2ArchName(9, 0));
    return device;
}
inline int findCudaDevice(int count, const char** arguments)
{
    if (checkCmdLineFlag(count, arguments, "device")) {
        int device = gpuDeviceInit(getCmdLineArgumentInt(count, arguments, "device="));
        if (device >= 0) return device;
        printf("exiting...\n");
        exit(1);
    }
    int major = 0, minor = 0;
    library_check_cuda(cudaSetDevice(0), "cudaSetDevice(devID)", "helper_cuda.h", 0);
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", 0, _ConvertSMVer2ArchName(major, minor), major, minor);
    return 0;
}
inline bool checkCudaCapabilities(int needed_major, int needed_minor)
{
    int major = 0, minor = 0;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
    bool enough = major > needed_major || (major == needed_major && minor >= needed_minor);
    if (enough) printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", 0, _ConvertSMVer2ArchName(major, minor), major, minor);
    else printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", needed_major, needed_minor);
    return enough;
}

// ---- Clocks
class StopWatchInterface {
    timespec begin_;
    float sum_ = 0;
    int sessions_ = 0;
    bool running_ = false;
    float since() const
    {
        timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (float)((now.tv_sec - begin_.tv_sec) * 1e3 + (now.tv_nsec - begin_.tv_nsec) / 1e6);
    }

public:
    void start()
    {
        clock_gettime(CLOCK_MONOTONIC, &begin_);
        running_ = true;
    }
    void stop()
    {
        sum_ += since();
        running_ = false;
        ++sessions_;
    }
    void reset()
    {
        sum_ = 0;
        sessions_ = 0;
        if (running_) clock_gettime(CLOCK_MONOTONIC, &begin_);
    }
    float getTime() { return running_ ? sum_ + since() : sum_; }
    float getAverageTime() { return sessions_ > 0 ? sum_ / sessions_ : 0.0f; }
};
inline bool sdkCreateTimer(StopWatchInterface** timer)
{
    *timer = new StopWatchInterface;
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer)
{
    if (*timer != nullptr) delete *timer;
    *timer = nullptr;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer)
{
    if (*timer != nullptr) (*timer)->start();
    return true;
}
inline bool sdkStopTimer(StopWatchInterface** timer)
{
    if (*timer != nullptr) (*timer)->stop();
    return true;
}
inline bool sdkResetTimer(StopWatchInterface** timer)
{
    if (*timer != nullptr) (*timer)->reset();
    return true;
}
inline float sdkGetTimerValue(StopWatchInterface** timer) { return *timer != nullptr ? (*timer)->getTime() : 0.0f; }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) { return *timer != nullptr ? (*timer)->getAverageTime() : 0.0f; }

// ---- Files and comparisons. A program opens no files.
inline char* sdkFindFilePath(const char* name, const char*)
{
    printf("\nerror: sdkFindFilePath: file <%s> not found!\n", name);
    return nullptr;
}
template <typename T> bool sdkReadFile(const char*, T**, unsigned int*, bool) { return false; }
template <typename T> bool sdkLoadPGM(const char*, T**, unsigned int*, unsigned int*) { return false; }
template <typename T> bool sdkLoadPPM4(const char*, T**, unsigned int*, unsigned int*) { return false; }
inline bool sdkLoadPPM4ub(const char*, unsigned char**, unsigned int*, unsigned int*) { return false; }
template <typename T> bool sdkSavePGM(const char*, T*, unsigned int, unsigned int) { return false; }
template <typename T> bool sdkSavePPM4ub(const char*, T*, unsigned int, unsigned int) { return false; }
template <typename T, typename S> bool sdkWriteFile(const char*, const T*, unsigned int, const S, bool, bool = false) { return false; }
template <typename T, typename S> bool compareData(const T* reference, const T* data, unsigned int count, S epsilon, float threshold)
{
    unsigned int errors = 0;
    for (unsigned int i = 0; i < count; ++i) {
        float distance = (float)reference[i] - (float)data[i];
        if (distance > epsilon || distance < -epsilon) ++errors;
    }
    return threshold == 0.0f ? errors == 0 : count * threshold > errors;
}
inline bool sdkCompareL2fe(const float* reference, const float* data, unsigned int count, float epsilon)
{
    float error = 0, all = 0;
    for (unsigned int i = 0; i < count; ++i) {
        float distance = reference[i] - data[i];
        error += distance * distance;
        all += reference[i] * reference[i];
    }
    if (fabsf(sqrtf(all)) < 1e-7f) return false;
    return sqrtf(error) / sqrtf(all) < epsilon;
}
inline bool compareL2fe(const float* reference, const float* data, unsigned int count, float epsilon) { return sdkCompareL2fe(reference, data, count, epsilon); }
