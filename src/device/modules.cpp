#include "device/modules.h"

#include <map>
#include <mutex>
#include <string_view>

#include "core/embedded.h"
#include "core/ranges.h"
#include "device/compiler.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> fatbins();
}

namespace upsweep::device {

std::string kernel_key(const KernelName& kernel) {
    Definitions definitions = kernel.definitions;
    sort(definitions);
    std::string key = kernel.file;
    for (const auto& [name, value] : definitions) key += "|" + name + "=" + value;
    return key;
}

namespace {

struct Cache {
    std::mutex mutex;
    std::map<std::string, ModuleHandle> libraries;  // kept to the end of the program
    std::map<std::string, std::string> symbols;     // of C++ names, by file and name
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
ModuleHandle try_load(std::string_view image, const std::string& key) {
    ModuleHandle library = nullptr;
    const Status status = driver().module_load(&library, image.data());
    switch (status) {
        using enum Status;
        case invalid_image:
        case no_binary_for_gpu:
        case invalid_ptx:
        case jit_compiler_not_found:
        case unsupported_ptx_version:
        case jit_compilation_disabled:
            return nullptr;
        default:
            check(status, "loading " + key);
            return library;
    }
}

std::string symbol_key(const KernelName& kernel, const std::string& name) {
    return kernel_key(kernel) + "\n" + name;
}

/// What has another name in the machine code than in the text.
std::vector<std::string> cpp_names(const KernelName& kernel, const Options& options) {
    if (!options.as_written)
        return is_template_instance(kernel) ? std::vector{kernel.function} : std::vector<std::string>();
    std::vector<std::string> names;
    for (const KernelName& other : options.kernels)
        if (other.file == kernel.file && other.definitions == kernel.definitions)
            names.push_back(other.function);
    for (const DeviceVariable& global : options.globals)
        if (global.file == kernel.file) names.push_back("&" + global.name);
    return names;
}

/// A variable in a function or a namespace cannot be asked for by its name alone; then none is.
Compiled compile_for(const GpuInfo& device, const KernelName& kernel, const SourceTree& source,
                     const Options& options) {
    try {
        return compile(kernel, source, device.major, device.minor, cpp_names(kernel, options));
    } catch (const BackendMissing&) {
        throw;
    } catch (const Error&) {
        if (options.globals.empty()) throw;
        Options without = options;
        without.globals.clear();
        return compile(kernel, source, device.major, device.minor, cpp_names(kernel, without));
    }
}

ModuleHandle compile_and_load(const KernelName& kernel, const SourceTree& source, const Options& options) {
    const GpuInfo& device = require_device();
    const Compiled compiled = compile_for(device, kernel, source, options);
    for (const auto& [name, symbol] : compiled.symbols) cache().symbols[symbol_key(kernel, name)] = symbol;
    if (options.log != nullptr) *options.log += compiled.log;
    ModuleHandle library = try_load(compiled.image, kernel.file);
    if (library == nullptr)
        throw Error("{} was compiled by CUDA {}, but the GPU's driver refuses it; update the driver.",
                    kernel.file, compiler_version());
    return library;
}

ModuleHandle library_for(const KernelName& kernel, const Options& options) {
    const std::string key = kernel_key(kernel);
    Cache& known = cache();
    if (!options.compile) {
        if (const auto at = known.libraries.find(key); at != known.libraries.end()) return at->second;
        if (const std::string_view image = fatbin(key); !image.empty())
            if (ModuleHandle library = try_load(image, key)) return known.libraries[key] = library;
    }
    if (!options.sources)
        throw BackendMissing("This program holds no GPU machine code for {} with these definitions.",
                             kernel.file);
    const SourceTree source = collect_sources(kernel.file, options.sources);
    std::string compiled_key = key + "\n" + source.text;
    if (is_template_instance(kernel) && !options.as_written) compiled_key += "\n" + kernel.function;
    for (const auto& header : source.headers) compiled_key += header.second;
    if (const auto at = known.libraries.find(compiled_key); at != known.libraries.end()) return at->second;
    return known.libraries[compiled_key] = compile_and_load(kernel, source, options);
}

// More than 48 KiB of dynamic shared memory have to be asked for.
void allow_shared(KernelHandle kernel, const std::string& name, int64_t bytes) {
    constexpr int64_t always = 48 * 1024;
    if (bytes <= always) return;
    int most = 0;
    driver().device_attribute(&most, DeviceAttribute::most_shared_a_block, device_in_use());
    if (bytes > most)
        throw Error("{} needs {} bytes of shared memory a block; this GPU has {}.", name, bytes, most);
    check(driver().kernel_set(kernel, KernelAttribute::most_dynamic_shared, int(bytes)),
          "shared memory was set aside for " + name);
}

}  // namespace

KernelHandle load_kernel(const KernelName& kernel, int64_t dynamic_shared_bytes, const Options& options) {
    const std::lock_guard lock(cache().mutex);
    KernelHandle found = nullptr;
    const ModuleHandle library = library_for(kernel, options);
    const auto renamed = cache().symbols.find(symbol_key(kernel, kernel.function));
    const std::string symbol = renamed == cache().symbols.end() ? kernel.function : renamed->second;
    if (driver().module_kernel(&found, library, symbol.c_str()) != Status::success)
        throw Error("{} has no kernel named {}; it must be extern \"C\" __global__.", kernel.file,
                    kernel.function);
    allow_shared(found, kernel.function, dynamic_shared_bytes);
    // Its machine code goes to the device with the first question about it, and not within the first time.
    int registers = 0;
    (void)driver().kernel_attribute(&registers, KernelAttribute::registers, found);
    return found;
}

Place find_global(const KernelName& kernel, const std::string& name, const Options& options) {
    const std::lock_guard lock(cache().mutex);
    const ModuleHandle library = library_for(kernel, options);
    const auto renamed = cache().symbols.find(symbol_key(kernel, "&" + name));
    const std::string symbol = renamed == cache().symbols.end() ? name : renamed->second;
    Place place;
    if (driver().module_global(&place.at, &place.bytes, library, symbol.c_str()) != Status::success)
        return {};
    return place;
}

std::vector<std::string> embedded_kernel_keys() {
    std::vector<std::string> keys;
    for (const EmbeddedFile& file : embedded::fatbins()) keys.emplace_back(file.name);
    return keys;
}

}  // namespace upsweep::device
