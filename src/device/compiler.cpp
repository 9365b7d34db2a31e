#include "device/compiler.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>

namespace upsweep::device {
namespace {

// The handful of NVRTC's C functions that are needed; they have not changed since CUDA 11.1.
struct Nvrtc {
    using Program = void*;
    int (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*);
    int (*compile)(Program, int, const char* const*);
    int (*destroy)(Program*);
    int (*log_size)(Program, std::size_t*);
    int (*log)(Program, char*);
    int (*cubin_size)(Program, std::size_t*);
    int (*cubin)(Program, char*);
    int (*add_name)(Program, const char*);
    int (*lowered_name)(Program, const char*, const char**);
    bool complete = false;
    std::vector<std::string> includes;  ///< options that name CUDA's own headers
};

void* open_library() {
    for (const char* name :
         {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"})
        if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    return nullptr;
}

/// CUDA's own headers, for a text that includes one: beside the compiler library, or where the toolkit is.
/// Empty if they are not installed.
std::vector<std::string> toolkit_includes(void* function_of_library) {
    namespace fs = std::filesystem;
    std::vector<fs::path> roots;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* root = std::getenv(variable)) roots.emplace_back(root);
    Dl_info info{};
    if (dladdr(function_of_library, &info) != 0 && info.dli_fname != nullptr)
        roots.push_back(fs::path(info.dli_fname).parent_path().parent_path());
    roots.emplace_back("/usr/local/cuda");
    std::error_code ignored;
    for (const fs::path& root : roots) {
        const fs::path headers = root / "include";
        if (!fs::exists(headers / "cooperative_groups.h", ignored)) continue;
        // What the headers themselves need lies in a folder of its own since CUDA 13.
        return {"--include-path=" + headers.string(), "--include-path=" + (headers / "cccl").string()};
    }
    return {};
}

template <typename F>
bool find(void* library, const char* name, F& function) {
    function = reinterpret_cast<F>(dlsym(library, name));
    return function != nullptr;
}

Nvrtc load() {
    Nvrtc n{};
    void* library = open_library();
    if (library == nullptr) return n;
    n.complete =
        find(library, "nvrtcCreateProgram", n.create) && find(library, "nvrtcCompileProgram", n.compile) &&
        find(library, "nvrtcDestroyProgram", n.destroy) &&
        find(library, "nvrtcGetProgramLogSize", n.log_size) && find(library, "nvrtcGetProgramLog", n.log) &&
        find(library, "nvrtcGetCUBINSize", n.cubin_size) && find(library, "nvrtcGetCUBIN", n.cubin) &&
        find(library, "nvrtcAddNameExpression", n.add_name) &&
        find(library, "nvrtcGetLoweredName", n.lowered_name);
    if (n.complete) n.includes = toolkit_includes(reinterpret_cast<void*>(n.create));
    return n;
}

const Nvrtc& require_nvrtc(const KernelName& kernel) {
    static const Nvrtc nvrtc = load();
    if (!nvrtc.complete)
        throw BackendMissing(
            fmt::format("{} with these definitions has to be compiled now, and the CUDA compiler library "
                        "libnvrtc is not installed.",
                        kernel.file));
    return nvrtc;
}

// The name in `#include "name"`; empty for any other line.
std::string included_name(std::string_view line) {
    const auto skip_blanks = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    const auto skip = [&](std::string_view word) {
        skip_blanks();
        const bool here = line.substr(0, word.size()) == word;
        if (here) line.remove_prefix(word.size());
        return here;
    };
    if (!skip("#") || !skip("include") || !skip("\"")) return {};
    return std::string(line.substr(0, line.find('"')));
}

std::vector<std::string> sibling_includes(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (std::string name = included_name(line); !name.empty()) names.push_back(std::move(name));
    return names;
}

// The first line of the log that speaks of an error, else the first line.
std::string first_complaint(const std::string& log) {
    const std::size_t error = log.find("error");
    std::size_t start = error == std::string::npos ? 0 : log.rfind('\n', error);
    start = start == std::string::npos ? 0 : start + (log[start] == '\n' ? 1 : 0);
    return log.substr(start, log.find('\n', start) - start);
}

/// "scan(int*, int)", one of several functions of a name, as an expression; any other name is one.
std::string name_expression(const std::string& name) {
    if (name.empty() || name.back() != ')') return name;
    int depth = 0;
    for (std::size_t i = name.size(); i-- > 0;) {
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
        if (nvrtc_.create(&program_, source.text.c_str(), kernel.file.c_str(), static_cast<int>(names.size()),
                          texts.data(), names.data()) != 0)
            throw Error("The CUDA compiler library did not start.");
    }
    ~Program() { nvrtc_.destroy(&program_); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    bool compile(const std::vector<std::string>& options) {
        std::vector<const char*> raw;
        for (const std::string& option : options) raw.push_back(option.c_str());
        return nvrtc_.compile(program_, static_cast<int>(raw.size()), raw.data()) == 0;
    }
    /// Asks for an instance of a template.
    void want(const std::string& name) { nvrtc_.add_name(program_, name.c_str()); }
    std::string symbol_of(const std::string& name) const {
        const char* symbol = nullptr;
        return nvrtc_.lowered_name(program_, name.c_str(), &symbol) == 0 ? symbol : name;
    }
    std::string log() const { return read(nvrtc_.log_size, nvrtc_.log); }
    std::string cubin() const { return read(nvrtc_.cubin_size, nvrtc_.cubin); }

  private:
    std::string read(int (*size_of_it)(void*, std::size_t*), int (*get)(void*, char*)) const {
        std::size_t size = 0;
        if (size_of_it(program_, &size) != 0 || size == 0) return {};
        std::string bytes(size, '\0');
        return get(program_, bytes.data()) == 0 ? bytes : std::string();
    }

    const Nvrtc& nvrtc_;
    void* program_ = nullptr;
};

}  // namespace

SourceTree collect_sources(const std::string& file, const SourceProvider& sources) {
    SourceTree tree{sources(file), {}};
    std::vector<std::string> open = sibling_includes(tree.text);
    while (!open.empty()) {
        const std::string name = open.back();
        open.pop_back();
        const auto known = [&](const auto& header) { return header.first == name; };
        if (std::any_of(tree.headers.begin(), tree.headers.end(), known)) continue;
        tree.headers.emplace_back(name, sources(name));
        for (std::string& next : sibling_includes(tree.headers.back().second))
            open.push_back(std::move(next));
    }
    return tree;
}

bool is_template_instance(const KernelName& kernel) { return kernel.function.find('<') != std::string::npos; }

Compiled compile(const KernelName& kernel, const SourceTree& source, int major, int minor,
                 const std::vector<std::string>& wanted) {
    Program program(require_nvrtc(kernel), kernel, source);
    for (const std::string& name : wanted) program.want(name_expression(name));
    std::vector<std::string> options = {fmt::format("--gpu-architecture=sm_{}{}", major, minor),
                                        "--fmad=false", "--std=c++17"};
    // A constexpr function needs no word before it where there is a host.
    if (!wanted.empty()) options.emplace_back("--device-as-default-execution-space");
    for (const std::string& include : require_nvrtc(kernel).includes) options.push_back(include);
    for (const auto& [name, value] : kernel.definitions)
        options.push_back(fmt::format("-D{}={}", name, value));
    if (!program.compile(options))
        throw Error(
            fmt::format("{} does not compile for the GPU: {}", kernel.file, first_complaint(program.log())));
    Compiled compiled;
    compiled.cubin = program.cubin();
    compiled.log = program.log();
    while (!compiled.log.empty() && compiled.log.back() == '\0') compiled.log.pop_back();
    for (const std::string& name : wanted) compiled.symbols[name] = program.symbol_of(name_expression(name));
    if (compiled.cubin.empty())
        throw Error(fmt::format("The CUDA compiler gave no machine code for {}.", kernel.file));
    return compiled;
}

}  // namespace upsweep::device
