#include "pipelines/parts/occupancy.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep {
namespace {

constexpr int64_t lanes = 32;

constexpr Capability known[] = {
    {"1.3", "GTX 295", 32, 8, 16384, 16384, 512, 124, 16384, 512, true, 512, 0},
    {"2.0", "GTX 470, Tesla C2070", 48, 8, 32768, 49152, 1024, 63, 49152, 64, false, 128, 0},
    {"7.5", "Tesla T4", 32, 16, 65536, 65536, 1024, 255, 65536, 256, false, 256, 0},
    {"8.0", "A100", 64, 32, 65536, 167936, 1024, 255, 166912, 256, false, 128, 1024},
    {"8.6", "RTX 3060 Ti", 48, 16, 65536, 102400, 1024, 255, 101376, 256, false, 128, 1024},
    {"9.0", "H100, H200", 64, 32, 65536, 233472, 1024, 255, 232448, 256, false, 128, 1024},
};

int64_t in_portions(int64_t amount, int64_t portion) { return (amount + portion - 1) / portion * portion; }

int64_t warps_of(const BlockNeeds& needs) { return (needs.threads + lanes - 1) / lanes; }

int64_t blocks_by_registers(const BlockNeeds& needs, const Capability& capability) {
    if (needs.registers == 0) return std::numeric_limits<int64_t>::max();
    const int64_t warps = warps_of(needs), a_warp = needs.registers * lanes;
    if (capability.registers_by_block)
        // Warps count in pairs there.
        return capability.registers /
               in_portions(in_portions(warps, 2) * a_warp, capability.register_portion);
    const int64_t warps_there = capability.registers / in_portions(a_warp, capability.register_portion);
    return warps_there / warps;
}

int64_t blocks_by_shared(const BlockNeeds& needs, const Capability& capability) {
    const int64_t a_block =
        in_portions(needs.shared_bytes + capability.shared_reserved, capability.shared_portion);
    return a_block == 0 ? std::numeric_limits<int64_t>::max() : capability.shared_bytes / a_block;
}

bool fits(const BlockNeeds& needs, const Capability& capability) {
    return needs.threads <= capability.block_threads && needs.registers <= capability.thread_registers &&
           needs.shared_bytes <= capability.block_shared;
}

}  // namespace

std::span<const Capability> capabilities() { return known; }

const Capability& find_capability(std::string_view name) {
    std::string names;
    for (const Capability& capability : known) {
        if (capability.name == name) return capability;
        names += (names.empty() ? "" : ", ") + std::string(capability.name);
    }
    throw UsageError("Unknown compute capability {}; choose {}.", in_quotes(name), names);
}

Occupancy occupancy_of(const BlockNeeds& needs, const Capability& capability) {
    if (needs.threads < 1 || needs.registers < 0 || needs.shared_bytes < 0)
        throw UsageError("A block needs at least one thread, and no other number may be negative.");
    const std::pair<std::string_view, int64_t> limits[] = {
        {"warps", capability.warps / warps_of(needs)},
        {"blocks", capability.blocks},
        {"registers", blocks_by_registers(needs, capability)},
        {"shared memory", blocks_by_shared(needs, capability)},
    };
    Occupancy result;
    if (!fits(needs, capability)) return {0, 0, 0, "the block size"};
    result.blocks = std::min_element(std::begin(limits), std::end(limits), [](const auto& a, const auto& b) {
                        return a.second < b.second;
                    })->second;
    for (const auto& [name, blocks] : limits)
        if (blocks == result.blocks)
            result.limit += (result.limit.empty() ? "" : " and ") + std::string(name);
    result.warps = result.blocks * warps_of(needs);
    result.share = double(result.warps) / double(capability.warps);
    return result;
}

}  // namespace upsweep
