// Which texts of standard/ a program's #include lines ask for.
#include <map>

#include "core/ranges.h"
#include "emulator/source/library.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> standard_headers();
}

namespace upsweep::emulator {
namespace {

using Names = std::vector<std::string_view>;

/// What each text needs; names are those of the files, without their ending.
const std::map<std::string_view, Names>& needed_texts() {
    static const std::map<std::string_view, Names> needs = {
        {"algorithm", {"vector"}},
        {"array", {"string"}},
        {"chrono", {}},
        {"complex", {}},
        {"cub", {"thrust"}},
        {"cuda_arrays", {}},
        {"cuda_bf16", {}},
        {"cuda_fp16", {}},
        {"cuda_graphs", {}},
        {"cuda_samples", {}},
        {"curand_kernel", {}},
        {"deque", {"functional"}},
        {"fstream", {"iostream"}},
        {"functional", {"algorithm"}},
        {"iostream", {"string_numbers"}},
        {"iterator", {}},
        {"map", {"functional", "tuple"}},
        {"memory", {"functional"}},
        {"numeric", {"string"}},
        {"random", {"algorithm"}},
        {"stdexcept", {"string"}},
        {"string", {"iterator", "utility", "stdexcept"}},
        {"string_numbers", {"string"}},
        {"thread", {"chrono"}},
        {"thrust", {"functional", "numeric", "tuple"}},
        {"thrust_algorithms", {"thrust"}},
        {"tuple", {"utility"}},
        {"unordered_map", {"map"}},
        {"utility", {}},
        {"vector", {"string"}},
    };
    return needs;
}

/// Headers whose text has another name, or that bring several.
const std::map<std::string_view, Names>& texts_of_headers() {
    static const std::map<std::string_view, Names> texts = {
        {"atomic", {"thread"}},
        {"bits/stdc++.h",
         {"array", "chrono", "complex", "deque", "iostream", "memory", "numeric", "random", "unordered_map"}},
        {"condition_variable", {"thread"}},
        {"cuda_bf16.h", {"cuda_bf16"}},
        {"cuda_fp16.h", {"cuda_fp16"}},
        {"curand_kernel.h", {"curand_kernel"}},
        {"exception", {"stdexcept"}},
        {"iomanip", {"iostream"}},
        {"ios", {"iostream"}},
        {"initializer_list", {"iterator"}},
        {"istream", {"iostream"}},
        {"list", {"deque"}},
        {"mutex", {"thread"}},
        {"new", {"stdexcept"}},
        {"ostream", {"iostream"}},
        {"ratio", {"chrono"}},
        {"queue", {"deque"}},
        {"set", {"map"}},
        {"sstream", {"iostream"}},
        {"stack", {"deque"}},
        {"string", {"string_numbers"}},
        {"string_view", {"string_numbers"}},
        {"unordered_set", {"unordered_map"}},
    };
    return texts;
}

void take(std::string_view name, std::set<std::string_view>& taken, std::vector<EmbeddedFile>& into) {
    const auto needs = needed_texts().find(name);
    if (needs == needed_texts().end() || !taken.insert(name).second) return;
    for (std::string_view other : needs->second) take(other, taken, into);
    for (const EmbeddedFile& file : embedded::standard_headers())
        if (file.name == std::string(name) + ".cuh") into.push_back(file);
}

}  // namespace

std::vector<EmbeddedFile> standard_headers(const std::set<std::string>& included) {
    std::set<std::string_view> taken;
    std::vector<EmbeddedFile> result;
    for (const std::string& header : included) {
        if (header.starts_with("thrust/")) take("thrust_algorithms", taken, result);
        if (header.starts_with("cub/")) take("cub", taken, result);
        const auto several = texts_of_headers().find(header);
        if (several == texts_of_headers().end())
            take(header, taken, result);
        else
            for (std::string_view name : several->second) take(name, taken, result);
    }
    return result;
}

}  // namespace upsweep::emulator
