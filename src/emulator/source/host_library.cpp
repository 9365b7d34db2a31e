// The host's headers: cstdlib, cstring, cmath's host forms, time, and the CUDA runtime. A function without a
// body is done by the emulator itself (emulator/host/natives*.cpp), which finds it by its name; one that can
// be written in the language is written here.
#include "emulator/source/library.h"

namespace upsweep::emulator {
namespace {

constexpr std::string_view host_text = R"library(
struct FILE { const char* text; size_t bytes, at; int ended; };
FILE* const stdin = (FILE*)1;
FILE* const stdout = (FILE*)2;
FILE* const stderr = (FILE*)3;
int puts(const char* text);
int putchar(int character);
int fputs(const char* text, FILE* stream);
int fputc(int character, FILE* stream);
int putc(int character, FILE* stream);
int fflush(FILE* stream);
// Files beside the program can be read; the text of one is all of it, or null if it does not exist.
const char* library_file(const char* name, size_t* bytes);
void* library_array(size_t bytes);
template <typename... Parts> int library_scan(const char* text, const char* format, size_t* used, Parts... into);
const int SEEK_SET = 0, SEEK_CUR = 1, SEEK_END = 2;
inline bool library_is_file(FILE* stream) { return (size_t)stream > 3; }
inline FILE* fopen(const char* name, const char* mode)
{
    size_t bytes = 0;
    const char* text = mode[0] == 'r' && mode[1] != '+' ? library_file(name, &bytes) : nullptr;
    if (text == nullptr) return nullptr;
    FILE* made = (FILE*)library_array(sizeof(FILE));
    made->text = text;
    made->bytes = bytes;
    made->at = 0;
    made->ended = 0;
    return made;
}
inline int fclose(FILE* stream) { return library_is_file(stream) ? 0 : -1; }
inline int fgetc(FILE* stream)
{
    if (!library_is_file(stream)) return -1;
    if (stream->at < stream->bytes) return (unsigned char)stream->text[stream->at++];
    stream->ended = 1;
    return -1;
}
inline int getc(FILE* stream) { return fgetc(stream); }
inline int ungetc(int c, FILE* stream)
{
    if (!library_is_file(stream) || stream->at == 0) return -1;
    --stream->at;
    return c;
}
inline size_t fread(void* into, size_t size, size_t count, FILE* stream)
{
    if (!library_is_file(stream) || size == 0) return 0;
    size_t left = (stream->bytes - stream->at) / size, taken = count < left ? count : left;
    memcpy(into, stream->text + stream->at, taken * size);
    stream->at = taken < count ? stream->bytes : stream->at + taken * size;
    if (taken < count) stream->ended = 1;
    return taken;
}
inline char* fgets(char* into, int room, FILE* stream)
{
    int length = 0;
    while (length + 1 < room) {
        int c = fgetc(stream);
        if (c < 0) break;
        into[length++] = (char)c;
        if (c == '\n') break;
    }
    if (length == 0) return nullptr;
    into[length] = 0;
    return into;
}
inline int getchar() { return -1; }
inline int feof(FILE* stream) { return library_is_file(stream) ? stream->ended : 1; }
inline int ferror(FILE*) { return 0; }
inline int fseek(FILE* stream, long long by, int from)
{
    if (!library_is_file(stream)) return -1;
    long long at = by + (from == SEEK_SET ? 0 : from == SEEK_CUR ? (long long)stream->at : (long long)stream->bytes);
    if (at < 0 || at > (long long)stream->bytes) return -1;
    stream->at = at;
    stream->ended = 0;
    return 0;
}
inline long long ftell(FILE* stream) { return library_is_file(stream) ? (long long)stream->at : -1; }
inline void rewind(FILE* stream) { fseek(stream, 0, SEEK_SET); }
template <typename... Parts> int sscanf(const char* text, const char* format, Parts... into)
{
    size_t used = 0;
    return library_scan(text, format, &used, into...);
}
template <typename... Parts> int fscanf(FILE* stream, const char* format, Parts... into)
{
    if (!library_is_file(stream)) return -1;
    size_t used = 0;
    int count = library_scan(stream->text + stream->at, format, &used, into...);
    stream->at += used;
    if (count < 0) stream->ended = 1;
    return count;
}
template <typename... Parts> int scanf(const char*, Parts...) { return -1; }
inline int remove(const char*) { return -1; }
template <typename... Parts> int setvbuf(Parts...) { return 0; }
size_t fwrite(const void* from, size_t bytes, size_t count, FILE* stream);
void perror(const char* text);

void* malloc(size_t bytes);
void* calloc(size_t count, size_t bytes);
void* realloc(void* block, size_t bytes);
void free(void* block);
void* aligned_alloc(size_t alignment, size_t bytes);
void exit(int status);
void _Exit(int status);
void abort();
void __uncaught_exception(const char* type, const char* what);
int atoi(const char* text);
long long atol(const char* text);
long long atoll(const char* text);
double atof(const char* text);
long long strtol(const char* text, char** end, int base);
long long strtoll(const char* text, char** end, int base);
unsigned long long strtoul(const char* text, char** end, int base);
unsigned long long strtoull(const char* text, char** end, int base);
double strtod(const char* text, char** end);
float strtof(const char* text, char** end);
int rand();
void srand(unsigned int seed);
inline long long random() { return rand(); }
inline void srandom(unsigned int seed) { srand(seed); }
char* optarg = nullptr;
int optind = 1;
int opterr = 1;
int optopt = 0;
inline int getopt(int argc, char* const* argv, const char* options)
{
    static int at = 1;
    optarg = nullptr;
    if (optind >= argc || argv[optind] == nullptr || argv[optind][0] != '-' || argv[optind][1] == 0) return -1;
    char* word = argv[optind];
    if (word[1] == '-' && word[2] == 0) {
        ++optind;
        return -1;
    }
    optopt = word[at++];
    const char* known = options;
    while (*known != 0 && (*known != optopt || *known == ':')) ++known;
    const bool last = word[at] == 0, takes = *known != 0 && known[1] == ':';
    if (takes && !last) optarg = word + at;
    if (takes && last) optarg = argv[++optind];
    if (takes || last) {
        ++optind;
        at = 1;
    }
    if (*known == 0 || (takes && optarg == nullptr)) {
        if (opterr != 0) fprintf(stderr, *known == 0 ? "%s: invalid option -- '%c'\n" : "%s: option requires an argument -- '%c'\n", argv[0], optopt);
        return '?';
    }
    return optopt;
}
struct library_setting {
    const char* name;
    char* value;
    library_setting* next;
};
inline library_setting** library_settings()
{
    static library_setting* first = nullptr;
    return &first;
}
// What the program itself has set; it sees nothing of the environment that it runs in.
inline char* getenv(const char* name)
{
    for (library_setting* i = *library_settings(); i != nullptr; i = i->next)
        if (strcmp(i->name, name) == 0) return i->value;
    return nullptr;
}
inline int setenv(const char* name, const char* value, int replace)
{
    if (!replace && getenv(name) != nullptr) return 0;
    library_setting* made = (library_setting*)library_array(sizeof(library_setting));
    made->name = strcpy((char*)library_array(strlen(name) + 1), name);
    made->value = strcpy((char*)library_array(strlen(value) + 1), value);
    made->next = *library_settings();
    *library_settings() = made;
    return 0;
}
inline int putenv(char* text)
{
    char* value = strchr(text, '=');
    if (value == nullptr) return 0;
    char* name = strcpy((char*)library_array(strlen(text) + 1), text);
    name[value - text] = '\0';
    return setenv(name, value + 1, 1);
}
inline int system(const char*) { return -1; }
template <typename F> void qsort(void* from, size_t count, size_t bytes, F order)
{
    char* all = (char*)from;
    char* other = (char*)malloc(count * bytes);
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            size_t middle = begin + width < count ? begin + width : count, end = begin + 2 * width < count ? begin + 2 * width : count;
            size_t left = begin, right = middle;
            for (size_t to = begin; to < end; ++to) {
                bool first = left < middle && (right >= end || order(all + left * bytes, all + right * bytes) <= 0);
                size_t taken = first ? left++ : right++;
                memcpy(other + to * bytes, all + taken * bytes, bytes);
            }
        }
        memcpy(all, other, count * bytes);
    }
    free(other);
}
inline long long labs(long long a) { return a < 0 ? -a : a; }
inline long long llabs(long long a) { return a < 0 ? -a : a; }

void* memcpy(void* to, const void* from, size_t bytes);
void* memmove(void* to, const void* from, size_t bytes);
void* memset(void* to, int value, size_t bytes);
int memcmp(const void* a, const void* b, size_t bytes);
size_t strlen(const char* text);
int strcmp(const char* a, const char* b);
int strncmp(const char* a, const char* b, size_t most);
int strcasecmp(const char* a, const char* b);
char* strcpy(char* to, const char* from);
char* strncpy(char* to, const char* from, size_t most);
char* strcat(char* to, const char* from);
char* strchr(const char* text, int character);
char* strrchr(const char* text, int character);
char* strstr(const char* text, const char* part);
inline char* strtok(char* text, const char* separators)
{
    static char* rest = nullptr;
    if (text != nullptr) rest = text;
    if (rest == nullptr) return nullptr;
    while (*rest != '\0' && strchr(separators, *rest) != nullptr) ++rest;
    char* part = rest;
    while (*rest != '\0' && strchr(separators, *rest) == nullptr) ++rest;
    if (part == rest) return rest = nullptr;
    if (*rest == '\0') rest = nullptr;
    else *rest++ = '\0';
    return part;
}
inline char* strdup(const char* text) { return strcpy((char*)malloc(strlen(text) + 1), text); }
inline int isdigit(int c) { return c >= '0' && c <= '9'; }
inline int isupper(int c) { return c >= 'A' && c <= 'Z'; }
inline int islower(int c) { return c >= 'a' && c <= 'z'; }
inline int isalpha(int c) { return isupper(c) || islower(c); }
inline int isalnum(int c) { return isalpha(c) || isdigit(c); }
inline int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline int ispunct(int c) { return c > ' ' && c < 127 && !isalnum(c); }
inline int toupper(int c) { return islower(c) ? c - 32 : c; }
inline int tolower(int c) { return isupper(c) ? c + 32 : c; }

inline int __builtin_popcount(unsigned int a) { return __popc(a); }
inline int __builtin_popcountll(unsigned long long a) { return __popcll(a); }
inline int __builtin_clz(unsigned int a) { return __clz(a); }
inline int __builtin_ctz(unsigned int a) { return __ffs(a) - 1; }

using pthread_t = unsigned long long;
struct pthread_mutex_t { int held; };
inline int pthread_create(pthread_t* thread, const void*, void* (*function)(void*), void* data)
{
    *thread = 1;
    function(data);
    return 0;
}
inline int pthread_join(pthread_t, void**) { return 0; }
inline int pthread_mutex_init(pthread_mutex_t*, const void*) { return 0; }
inline int pthread_mutex_lock(pthread_mutex_t*) { return 0; }
inline int pthread_mutex_unlock(pthread_mutex_t*) { return 0; }
inline int pthread_mutex_destroy(pthread_mutex_t*) { return 0; }

using time_t = long long;
long long clock();
long long time(long long* into);
struct timeval { long long tv_sec; long long tv_usec; };
struct timespec { long long tv_sec; long long tv_nsec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
int gettimeofday(timeval* into, void* zone);
int usleep(unsigned int microseconds);
inline unsigned int sleep(unsigned int seconds)
{
    for (unsigned int i = 0; i < seconds; ++i) usleep(1000000u);
    return 0;
}
inline int nanosleep(const timespec* time, timespec*) { return usleep((unsigned int)(time->tv_sec * 1000000 + time->tv_nsec / 1000)); }
int clock_gettime(int clock, timespec* into);
const int CLOCK_MONOTONIC = 1;
const int CLOCK_REALTIME = 0;
inline double difftime(long long end, long long begin) { return (double)(end - begin); }

enum cudaError_t {
    cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInitializationError = 3,
    cudaErrorInvalidConfiguration = 9, cudaErrorInvalidPitchValue = 12, cudaErrorInvalidSymbol = 13,
    cudaErrorInvalidDevicePointer = 17, cudaErrorInvalidMemcpyDirection = 21, cudaErrorInsufficientDriver = 35,
    cudaErrorInvalidDeviceFunction = 98, cudaErrorNoDevice = 100, cudaErrorInvalidDevice = 101,
    cudaErrorInvalidKernelImage = 200, cudaErrorUnsupportedLimit = 215, cudaErrorInvalidResourceHandle = 400, cudaErrorSymbolNotFound = 500,
    cudaErrorNotReady = 600, cudaErrorIllegalAddress = 700, cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchTimeout = 702, cudaErrorPeerAccessAlreadyEnabled = 704, cudaErrorAssert = 710,
    cudaErrorHardwareStackError = 714, cudaErrorIllegalInstruction = 715, cudaErrorMisalignedAddress = 716,
    cudaErrorLaunchFailure = 719, cudaErrorCooperativeLaunchTooLarge = 720, cudaErrorPeerAccessUnsupported = 217, cudaErrorPeerAccessNotEnabled = 705, cudaErrorHostMemoryAlreadyRegistered = 712, cudaErrorHostMemoryNotRegistered = 713, cudaErrorStreamCaptureUnsupported = 900, cudaErrorStreamCaptureInvalidated = 901, cudaErrorNotSupported = 801,
    cudaErrorUnknown = 999
};
using cudaError = cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost = 0, cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3, cudaMemcpyDefault = 4 };
enum cudaComputeMode { cudaComputeModeDefault = 0, cudaComputeModeExclusive = 1, cudaComputeModeProhibited = 2, cudaComputeModeExclusiveProcess = 3 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaFuncCache { cudaFuncCachePreferNone = 0, cudaFuncCachePreferShared = 1, cudaFuncCachePreferL1 = 2, cudaFuncCachePreferEqual = 3 };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault = 0, cudaSharedMemBankSizeFourByte = 1, cudaSharedMemBankSizeEightByte = 2 };
enum cudaLimit { cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2, cudaLimitDevRuntimeSyncDepth = 3, cudaLimitDevRuntimePendingLaunchCount = 4, cudaLimitMaxL2FetchGranularity = 5, cudaLimitPersistingL2CacheSize = 6 };
enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrWarpSize = 10, cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13, cudaDevAttrMultiProcessorCount = 16, cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3, cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6, cudaDevAttrMaxGridDimZ = 7, cudaDevAttrTotalConstantMemory = 9, cudaDevAttrGpuOverlap = 15, cudaDevAttrCanMapHostMemory = 19, cudaDevAttrConcurrentKernels = 31, cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38, cudaDevAttrAsyncEngineCount = 40, cudaDevAttrUnifiedAddressing = 41, cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrMaxRegistersPerMultiprocessor = 82, cudaDevAttrPageableMemoryAccess = 88, cudaDevAttrMaxBlocksPerMultiprocessor = 106, cudaDevAttrMemoryPoolsSupported = 115, cudaDevAttrCooperativeLaunch = 95, cudaDevAttrConcurrentManagedAccess = 89, cudaDevAttrManagedMemory = 83 };
const unsigned int cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2, cudaHostAllocWriteCombined = 4;
const unsigned int CU_MEMHOSTALLOC_PORTABLE = 1, CU_MEMHOSTALLOC_DEVICEMAP = 2, CU_MEMHOSTALLOC_WRITECOMBINED = 4;
const unsigned int cudaHostRegisterIoMemory = 4, cudaHostRegisterReadOnly = 8, cudaOccupancyDefault = 0;
const unsigned int cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2;
const unsigned int cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2, cudaDeviceScheduleBlockingSync = 4, cudaDeviceMapHost = 8;
const unsigned int cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2;
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly = 2, cudaMemAdviseSetPreferredLocation = 3, cudaMemAdviseUnsetPreferredLocation = 4, cudaMemAdviseSetAccessedBy = 5, cudaMemAdviseUnsetAccessedBy = 6 };
const unsigned int cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
const unsigned int cudaMemAttachGlobal = 1, cudaMemAttachHost = 2;
const int cudaCpuDeviceId = -1;
using cudaStream_t = void*;
using cudaEvent_t = void*;
struct cudaUUID_t { char bytes[16]; };
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
    int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, concurrentManagedAccess, cooperativeLaunch;
    int cooperativeMultiDeviceLaunch, maxBlocksPerMultiProcessor, computePreemptionSupported, pageableMemoryAccess;
    size_t sharedMemPerBlockOptin;
};

template <typename T> cudaError_t cudaMalloc(T** pointer, size_t bytes);
template <typename T> cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned int flags = 1);
template <typename T> cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = 0);
template <typename T> cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags);
template <typename T> cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height);
template <typename T> cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream);
template <typename T> cudaError_t cudaHostGetDevicePointer(T** pointer, void* host, unsigned int flags);
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0);
template <typename T> cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <typename T> cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
template <typename T> cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind, cudaStream_t stream = 0);
template <typename T> cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset, cudaMemcpyKind kind, cudaStream_t stream = 0);
template <typename P, typename T> cudaError_t cudaGetSymbolAddress(P** pointer, const T& symbol);
template <typename T> cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol);
cudaError_t cudaMemset(void* pointer, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemGetInfo(size_t* left, size_t* total);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device, cudaStream_t stream = 0);
enum cudaMemLocationType { cudaMemLocationTypeInvalid = 0, cudaMemLocationTypeDevice = 1, cudaMemLocationTypeHost = 2, cudaMemLocationTypeHostNuma = 3, cudaMemLocationTypeHostNumaCurrent = 4 };
struct cudaMemLocation { cudaMemLocationType type; int id; };
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location, unsigned int flags, cudaStream_t stream = 0) { return cudaMemPrefetchAsync(pointer, bytes, location.id, stream); }
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, int advice, int device);
inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, int advice, cudaMemLocation location) { return cudaMemAdvise(pointer, bytes, advice, location.id); }
inline cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) { return cudaMemcpy(to, from, bytes, cudaMemcpyDefault); }
inline cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes, cudaStream_t stream = 0) { return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream); }
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaThreadSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorString(cudaError_t error);
const char* cudaGetErrorName(cudaError_t error);
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config)
{
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit);
inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config)
{
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest)
{
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}
inline cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*)
{
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
inline cudaError_t cudaStreamGetPriority(cudaStream_t, int* priority)
{
    *priority = 0;
    return cudaSuccess;
}
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t = 0, unsigned int = 4) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) { return cudaEventCreateWithFlags(event, flags); }
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);
template <typename F, typename G, typename B> cudaError_t cudaLaunchKernel(F kernel, G grid, B block, void** arguments, size_t shared = 0, cudaStream_t stream = 0);
template <typename F, typename G, typename B> cudaError_t cudaLaunchCooperativeKernel(F kernel, G grid, B block, void** arguments, size_t shared = 0, cudaStream_t stream = 0);
using cudaHostFn_t = void (*)(void*);
struct library_host_call { void (*function)(void*); void* data; };
int library_capture_host(unsigned long long function, void* data);
inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*function)(void*), void* data)
{
    library_host_call call = {function, data};
    if (library_capture_host((unsigned long long)call.function, data)) return cudaSuccess;
    cudaError_t error = cudaStreamSynchronize(stream);
    if (error == cudaSuccess) function(data);
    return error;
}
using cudaStreamCallback_t = void (*)(cudaStream_t, cudaError_t, void*);
inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, void (*function)(cudaStream_t, cudaError_t, void*), void* data, unsigned int)
{
    function(stream, cudaStreamSynchronize(stream), data);
    return cudaSuccess;
}
template <typename F> cudaError_t cudaFuncSetAttribute(F kernel, cudaFuncAttribute attribute, int value);
template <typename F> cudaError_t cudaFuncSetCacheConfig(F kernel, cudaFuncCache config);
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes, preferredShmemCarveout;
};
template <typename F> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, F kernel);
template <typename F> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F kernel, int threads, size_t shared);
template <typename F> cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, F kernel, size_t shared = 0, int limit = 0);
int library_open_device(int change);
// What kernels may call of it: a heap that only grows, and launches of other kernels.
__device__ unsigned int device_heap_used;
__device__ int device_heap[1 << 21];
static __device__ inline void* malloc(size_t bytes)
{
    if (bytes > sizeof(device_heap)) return nullptr;
    unsigned int first = atomicAdd(&device_heap_used, (unsigned int)((bytes + 15) / 16 * 4));
    return first + (bytes + 3) / 4 > sizeof(device_heap) / 4 ? nullptr : (void*)(device_heap + first);
}
static __device__ inline void free(void*) {}
template <typename T> static __device__ inline cudaError_t cudaMalloc(T** pointer, size_t bytes)
{
    *pointer = (T*)malloc(bytes);
    return *pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}
static __device__ inline cudaError_t cudaFree(void*) { return cudaSuccess; }
static __device__ inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int)
{
    *stream = nullptr;
    return cudaSuccess;
}
static __device__ inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
static __device__ inline cudaError_t cudaGetLastError() { return cudaSuccess; }
static __device__ inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
)library";

}  // namespace

std::string_view host_library_text() { return host_text; }

}  // namespace upsweep::emulator
