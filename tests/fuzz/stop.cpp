// Any text as what a run stops at: read, and then written as what reads back the same; or refused with one
// sentence.
#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "scenes/condition.h"
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
    std::optional<double> variable(std::size_t name) const override { return static_cast<double>(name); }
    std::optional<double> element(std::size_t, std::int64_t index) const override {
        return index % 2 == 0 ? std::optional(static_cast<double>(index)) : std::nullopt;
    }
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
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
