// Any text as a range of steps, and as a pattern of numbered files: read, or refused with a UsageError.
#include "export/series.h"

#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"

std::vector<std::string> fuzz_seeds() { return {"0:40", "12:", "run-%03d.svg", "%d", "7:7"}; }

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        const exports::StepsAsked steps = exports::parse_steps(text);
        if (steps.first < 0 || steps.last.value_or(steps.first) < steps.first) __builtin_trap();
    } catch (const UsageError&) {
    }
    try {
        // Two numbers never give one name.
        if (exports::numbered(text, 7) == exports::numbered(text, 77)) __builtin_trap();
    } catch (const UsageError&) {
    }
    return 0;
}
