#include "device/modules.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <string_view>

#include "core/embedded.h"
#include "device/compiler.h"
#include "device/kernel_key.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> fatbins();
}

namespace upsweep::device {
namespace {

struct Cache {
    std::mutex mutex;
    std::map<std::string, cudaLibrary_t> libraries;  // kept to the end of the program
    std::map<std::string, std::string> symbols;      // of template instances, by file and function
};

Cache& cache() {
    static Cache cache;
    return cache;
}

std::string_view fatbin(const std::string& key) {
    for (const EmbeddedFile& file : embedded::fatbins())
        if (file.name == key) return file.contents;
    return {};
}

// Null if the image holds nothing that this GPU can run.
cudaLibrary_t try_load(std::string_view image, const std::string& key) {
    cudaLibrary_t library = nullptr;
    const cudaError_t status =
        cudaLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
    if (status == cudaErrorNoKernelImageForDevice || status == cudaErrorUnsupportedPtxVersion) {
        cudaGetLastError();
        return nullptr;
    }
    check(status, "loading " + key);
    return library;
}

std::string symbol_key(const KernelName& kernel) { return kernel_key(kernel) + "\n" + kernel.function; }

cudaLibrary_t compile_and_load(const KernelName& kernel, const SourceTree& source) {
    const DeviceInfo& device = require_device();
    std::string symbol;
    const std::string cubin = compile(kernel, source, device.major, device.minor, &symbol);
    if (is_template_instance(kernel)) cache().symbols[symbol_key(kernel)] = symbol;
    cudaLibrary_t library = try_load(cubin, kernel.file);
    if (library == nullptr) throw Error(fmt::format("{} was compiled, but the GPU refuses it.", kernel.file));
    return library;
}

cudaLibrary_t library_for(const KernelName& kernel, const Options& options) {
    const std::string key = kernel_key(kernel);
    Cache& known = cache();
    if (!options.compile) {
        if (const auto at = known.libraries.find(key); at != known.libraries.end()) return at->second;
        if (const std::string_view image = fatbin(key); !image.empty())
            if (cudaLibrary_t library = try_load(image, key)) return known.libraries[key] = library;
    }
    if (!options.sources)
        throw BackendMissing(fmt::format(
            "This program holds no GPU machine code for {} with these definitions.", kernel.file));
    const SourceTree source = collect_sources(kernel.file, options.sources);
    std::string compiled_key = key + "\n" + source.text;
    if (is_template_instance(kernel)) compiled_key += "\n" + kernel.function;
    for (const auto& header : source.headers) compiled_key += header.second;
    if (const auto at = known.libraries.find(compiled_key); at != known.libraries.end()) return at->second;
    return known.libraries[compiled_key] = compile_and_load(kernel, source);
}

// More than 48 KiB of dynamic shared memory have to be asked for.
void allow_shared(cudaKernel_t kernel, const std::string& name, std::int64_t bytes) {
    constexpr std::int64_t always = 48 * 1024;
    if (bytes <= always) return;
    int most = 0;
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, require_device().index);
    if (bytes > most)
        throw Error(
            fmt::format("{} needs {} bytes of shared memory a block; this GPU has {}.", name, bytes, most));
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                               cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
          "shared memory was set aside for " + name);
}

}  // namespace

cudaKernel_t load_kernel(const KernelName& kernel, std::int64_t dynamic_shared_bytes,
                         const Options& options) {
    const std::lock_guard lock(cache().mutex);
    cudaKernel_t found = nullptr;
    const cudaLibrary_t library = library_for(kernel, options);
    const std::string symbol =
        is_template_instance(kernel) ? cache().symbols[symbol_key(kernel)] : kernel.function;
    if (cudaLibraryGetKernel(&found, library, symbol.c_str()) != cudaSuccess) {
        cudaGetLastError();
        throw Error(fmt::format("{} has no kernel named {}; it must be extern \"C\" __global__.", kernel.file,
                                kernel.function));
    }
    allow_shared(found, kernel.function, dynamic_shared_bytes);
    return found;
}

std::vector<std::string> embedded_kernel_keys() {
    std::vector<std::string> keys;
    for (const EmbeddedFile& file : embedded::fatbins()) keys.emplace_back(file.name);
    return keys;
}

}  // namespace upsweep::device
