#include "device/compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/ranges.h"
#include "system/dynamic_library.h"

namespace upsweep::device {
namespace {

// The handful of NVRTC's C functions that are needed; they have not changed since CUDA 11.2.
struct Nvrtc {
    using Program = void*;
    int (*version)(int*, int*);
    int (*count_architectures)(int*);
    int (*architectures)(int*);
    int (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*);
    int (*compile)(Program, int, const char* const*);
    int (*destroy)(Program*);
    int (*log_size)(Program, size_t*);
    int (*log)(Program, char*);
    int (*cubin_size)(Program, size_t*);
    int (*cubin)(Program, char*);
    int (*ptx_size)(Program, size_t*);
    int (*ptx)(Program, char*);
    int (*add_name)(Program, const char*);
    int (*lowered_name)(Program, const char*, const char**);
    bool complete = false;
    std::vector<std::string> includes;  ///< options that name CUDA's own headers
};

/// Where the toolkit may lie, besides where the system looks.
std::vector<std::filesystem::path> toolkit_folders() {
    std::vector<std::filesystem::path> folders;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* folder = std::getenv(variable)) folders.emplace_back(folder);
    folders.emplace_back("/usr/local/cuda");
    return folders;
}

/// NVRTC's files on Linux and on Windows, the newest first.
system::DynamicLibrary open_nvrtc() {
    const std::vector<std::filesystem::path> files = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                                      "nvrtc64_130_0.dll", "nvrtc64_120_0.dll"};
    std::vector<std::filesystem::path> names = files;
    for (const std::filesystem::path& folder : toolkit_folders())
        for (const char* part : {"lib64", "lib", "bin", "bin/x64"})
            for (const std::filesystem::path& file : files) names.push_back(folder / part / file);
    return system::DynamicLibrary(names);
}

/// CUDA's own headers, for a text that includes one: beside the compiler library, or where the toolkit is.
/// Empty if they are not installed.
std::vector<std::string> toolkit_includes(const std::filesystem::path& library) {
    std::vector<std::filesystem::path> folders = toolkit_folders();
    folders.insert(folders.end() - 1, library.parent_path().parent_path());
    std::error_code ignored;
    for (const std::filesystem::path& folder : folders) {
        const std::filesystem::path headers = folder / "include";
        if (!std::filesystem::exists(headers / "cooperative_groups.h", ignored)) continue;
        // What the headers themselves need lies in a folder of its own since CUDA 13.
        return {"--include-path=" + headers.string(), "--include-path=" + (headers / "cccl").string()};
    }
    return {};
}

Nvrtc load_nvrtc() {
    Nvrtc n{};
    const system::DynamicLibrary library = open_nvrtc();
    n.complete =
        library.find("nvrtcVersion", n.version) &&
        library.find("nvrtcGetNumSupportedArchs", n.count_architectures) &&
        library.find("nvrtcGetSupportedArchs", n.architectures) &&
        library.find("nvrtcCreateProgram", n.create) && library.find("nvrtcCompileProgram", n.compile) &&
        library.find("nvrtcDestroyProgram", n.destroy) &&
        library.find("nvrtcGetProgramLogSize", n.log_size) && library.find("nvrtcGetProgramLog", n.log) &&
        library.find("nvrtcGetCUBINSize", n.cubin_size) && library.find("nvrtcGetCUBIN", n.cubin) &&
        library.find("nvrtcGetPTXSize", n.ptx_size) && library.find("nvrtcGetPTX", n.ptx) &&
        library.find("nvrtcAddNameExpression", n.add_name) &&
        library.find("nvrtcGetLoweredName", n.lowered_name);
    if (n.complete) n.includes = toolkit_includes(system::library_of(reinterpret_cast<void*>(n.create)));
    return n;
}

const Nvrtc& nvrtc() {
    static const Nvrtc loaded = load_nvrtc();
    return loaded;
}

const Nvrtc& require_nvrtc(const KernelName& kernel) {
    if (!nvrtc().complete)
        throw BackendMissing(
            "{} must be compiled with these definitions, and CUDA's compiler library NVRTC is "
            "not installed; install the CUDA toolkit, 12.8 or newer.",
            kernel.file);
    return nvrtc();
}

constexpr int least_compiler = 128;  // the first with the atomics that kernels/order.cuh uses

/// 12.8 → 128.
int compiler_number() {
    int major = 0, minor = 0;
    return nvrtc().complete && nvrtc().version(&major, &minor) == 0 ? major * 10 + minor : 0;
}

/// "sm_90": machine code; for a GPU that is newer than the compiler "compute_90", PTX of the newest it knows.
std::string architecture_for(int major, int minor) {
    const int wanted = major * 10 + minor;
    int count = 0;
    if (nvrtc().count_architectures(&count) != 0 || count <= 0) return fmt::format("sm_{}", wanted);
    std::vector<int> known(count);
    nvrtc().architectures(known.data());
    if (contains(known, wanted)) return fmt::format("sm_{}", wanted);
    int newest = 0;
    for (const int one : known)
        if (one < wanted) newest = std::max(newest, one);
    return fmt::format("compute_{}", newest);
}

// The first line of the log that speaks of an error, else the first line.
std::string first_complaint(const std::string& log) {
    const size_t error = log.find("error");
    size_t start = error == std::string::npos ? 0 : log.rfind('\n', error);
    start = start == std::string::npos ? 0 : start + (log[start] == '\n' ? 1 : 0);
    return log.substr(start, log.find('\n', start) - start);
}

/// "scan(int*, int)", one of several functions of a name, as an expression; any other name is one.
std::string name_expression(const std::string& name) {
    if (name.empty() || name.back() != ')') return name;
    int depth = 0;
    for (size_t i = name.size(); i-- > 0;) {
        if (name[i] == ')') ++depth;
        if (name[i] == '(' && --depth == 0)
            return fmt::format("static_cast<void (*){}>({})", name.substr(i), name.substr(0, i));
    }
    return name;
}

class Program {
  public:
    Program(const Nvrtc& nvrtc, const KernelName& kernel, const SourceTree& source) : nvrtc_(nvrtc) {
        std::vector<const char*> names, texts;
        for (const auto& [name, text] : source.headers) {
            names.push_back(name.c_str());
            texts.push_back(text.c_str());
        }
        if (nvrtc_.create(&program_, source.text.c_str(), kernel.file.c_str(), int(names.size()),
                          texts.data(), names.data()) != 0)
            throw Error("The CUDA compiler library did not start.");
    }
    ~Program() { nvrtc_.destroy(&program_); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    bool compile(const std::vector<std::string>& options) {
        std::vector<const char*> raw;
        for (const std::string& option : options) raw.push_back(option.c_str());
        return nvrtc_.compile(program_, int(raw.size()), raw.data()) == 0;
    }
    /// Asks for an instance of a template.
    void want(const std::string& name) { nvrtc_.add_name(program_, name.c_str()); }
    std::string symbol_of(const std::string& name) const {
        const char* symbol = nullptr;
        return nvrtc_.lowered_name(program_, name.c_str(), &symbol) == 0 ? symbol : name;
    }
    std::string log() const { return read(nvrtc_.log_size, nvrtc_.log); }
    std::string image(bool machine_code) const {
        return machine_code ? read(nvrtc_.cubin_size, nvrtc_.cubin) : read(nvrtc_.ptx_size, nvrtc_.ptx);
    }

  private:
    std::string read(int (*size_of_it)(void*, size_t*), int (*get)(void*, char*)) const {
        size_t size = 0;
        if (size_of_it(program_, &size) != 0 || size == 0) return {};
        std::string bytes(size, '\0');
        return get(program_, bytes.data()) == 0 ? bytes : std::string();
    }

    const Nvrtc& nvrtc_;
    void* program_ = nullptr;
};

}  // namespace

std::string compiler_version() {
    const int number = compiler_number();
    return number == 0 ? "" : fmt::format("{}.{}", number / 10, number % 10);
}

bool is_template_instance(const KernelName& kernel) { return kernel.function.find('<') != std::string::npos; }

Compiled compile(const KernelName& kernel, const SourceTree& source, int major, int minor,
                 const std::vector<std::string>& wanted) {
    Program program(require_nvrtc(kernel), kernel, source);
    for (const std::string& name : wanted) program.want(name_expression(name));
    const std::string architecture = architecture_for(major, minor);
    std::vector<std::string> options = {"--gpu-architecture=" + architecture, "--fmad=false", "--std=c++17"};
    // A constexpr function needs no word before it where there is a host.
    if (!wanted.empty()) options.emplace_back("--device-as-default-execution-space");
    for (const std::string& include : require_nvrtc(kernel).includes) options.push_back(include);
    for (const auto& [name, value] : kernel.definitions)
        options.push_back(fmt::format("-D{}={}", name, value));
    if (!program.compile(options))
        throw Error("{} does not compile for the GPU: {}{}", kernel.file, first_complaint(program.log()),
                    compiler_number() < least_compiler
                        ? fmt::format("; NVRTC is from CUDA {}, and kernels that use "
                                      "flags need 12.8 or newer",
                                      compiler_version())
                        : "");
    Compiled compiled;
    compiled.image = program.image(architecture.starts_with("sm_"));
    compiled.log = program.log();
    while (!compiled.log.empty() && compiled.log.back() == '\0') compiled.log.pop_back();
    for (const std::string& name : wanted) compiled.symbols[name] = program.symbol_of(name_expression(name));
    if (compiled.image.empty()) throw Error("The CUDA compiler gave no machine code for {}.", kernel.file);
    return compiled;
}

}  // namespace upsweep::device
