// Any bytes as what a person types for a launch: a plan, or a UsageError.
#include <algorithm>
#include <string>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "programs/arguments.h"
#include "programs/launch.h"

namespace {

const upsweep::programs::Signature& signature() {
    static upsweep::emulator::Compiler compiler([](const std::string&) {
        return std::string(
            "struct Pair { short left; double right; };\n"
            "__global__ void k(Pair* pairs, float4 v, unsigned char c, const bool* flags) { if (flags[c]) "
            "pairs[0].left = v.x; }");
    });
    static const auto known = upsweep::programs::signature_of({"k.cu", "k", {}}, compiler);
    return known;
}

size_t longest_number(const std::string& text) {
    size_t longest = 0, length = 0;
    for (char c : text) {
        length = c >= '0' && c <= '9' ? length + 1 : 0;
        longest = std::max(longest, length);
    }
    return longest;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    const std::string text(reinterpret_cast<const char*>(data), size);
    programs::Request request;
    for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find('\n', begin);
        request.arguments.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
        // Large counts are right, but nothing to spend a fuzzer's time on.
        if (longest_number(request.arguments.back()) > 5) return 0;
        // A file that happens to be there is no concern of this target.
        if (request.arguments.back().rfind('@', 0) == 0) return 0;
    }
    try {
        programs::prepare(signature(), request);
    } catch (const UsageError&) {
    }
    try {
        programs::parse_dim3(text, "--grid");
    } catch (const UsageError&) {
    }
    try {
        programs::parse_definitions({text});
    } catch (const UsageError&) {
    }
    return 0;
}

std::vector<std::string> fuzz_seeds() {
    return {"zeros:4\n1,2,3,4\n255\nunset:3", "iota:2:-1\n1;nan;-inf;0x3\n0x7f\nrandom:5:7",
            "fill:2:1\n1e3,2,3,4\n-1\nsame:pairs", "values:1,2\n,,,\n\nvalues:true,false"};
}
