// Any text as what a run stops at: read, and then written as what reads back the same; or refused with one
// sentence.
#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "scenes/stop.h"

std::vector<std::string> fuzz_seeds() {
    return {"line 16",
            "line 4 of order.cuh if stride == 4",
            "barrier",
            "finding",
            "sums[3] = 14",
            "table[2][5] of block 1",
            "block 2 starts",
            "block 0 ends",
            "lane 3",
            "phase Up-sweep",
            "stride == 4 && lane == 2",
            "-(a.x[b % 3] / 2.5e1) >= !c || 1u != 0"};
}

namespace {

class Nothing : public upsweep::scenes::ConditionValues {
  public:
    std::optional<double> variable(size_t name) const override { return double(name); }
    std::optional<double> element(size_t, int64_t index) const override {
        return index % 2 == 0 ? std::optional(double(index)) : std::nullopt;
    }
};

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    using namespace upsweep::scenes;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const Stop stop = parse_stop(text);
        if (!(parse_stop(to_text(stop)) == stop)) __builtin_trap();
        if (!stop.condition.empty()) parse_condition(stop.condition).holds(Nothing());
    } catch (const UsageError& error) {
        if (std::string_view(error.what()).back() != '.') __builtin_trap();
    }
    return 0;
}
