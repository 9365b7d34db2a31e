// A driver's library without a GPU: it says what UPSWEEP_FAKE_DRIVER asks for, "old", "broken", "empty", or
// the compute capabilities of its GPUs, "6.1 9.0".
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::string wanted() {
    const char* text = std::getenv("UPSWEEP_FAKE_DRIVER");
    return text == nullptr ? "" : text;
}

char digit(int device, int place) { return wanted()[4 * device + place]; }

int init(unsigned) { return wanted() == "broken" ? 802 : wanted() == "empty" ? 100 : 0; }
int error_text(int, const char** text) { return *text = "system not yet initialized", 0; }
int device_count(int* count) { return *count = int((wanted().size() + 1) / 4), 0; }
int device(int* device, int index) { return *device = index, 0; }
int device_name(char* name, int, int device) {
    std::strcpy(name, device == 0 ? "First" : "Second");
    return 0;
}
int device_memory(size_t* bytes, int) { return *bytes = size_t{80} << 30, 0; }
int device_attribute(int* value, int which, int device) {
    *value = which == 75 ? digit(device, 0) - '0' : which == 76 ? digit(device, 2) - '0' : which;
    return 0;
}
int nothing() { return 0; }

void* as_address(auto* function) { return reinterpret_cast<void*>(function); }

void* function_of(const std::string& name) {
    if (name == "cuInit") return as_address(init);
    if (name == "cuGetErrorString") return as_address(error_text);
    if (name == "cuDeviceGetCount") return as_address(device_count);
    if (name == "cuDeviceGet") return as_address(device);
    if (name == "cuDeviceGetName") return as_address(device_name);
    if (name == "cuDeviceTotalMem") return as_address(device_memory);
    if (name == "cuDeviceGetAttribute") return as_address(device_attribute);
    const bool missing = name.rfind("cuGraphics", 0) == 0 || (wanted() == "old" && name == "cuGraphLaunch");
    return missing ? nullptr : as_address(nothing);
}

}  // namespace

extern "C" int cuDriverGetVersion(int* version) { return *version = wanted() == "old" ? 11040 : 13000, 0; }
extern "C" int cuGetProcAddress_v2(const char* name, void** at, int version, uint64_t, int*) {
    *at = version == 12000 ? function_of(name) : nullptr;
    return *at == nullptr ? 500 : 0;
}
