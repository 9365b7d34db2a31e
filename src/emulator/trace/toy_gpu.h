// The machine that the emulator plays: small enough that 16 elements show four warps and a bank conflict.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/extent.h"

namespace upsweep::emulator {

/// In which order blocks take free places and warps take turns. Every run repeats from kind and seed.
struct Schedule {
    enum class Kind : std::uint8_t { in_order, reversed, round_robin, random, unkind, by_hand };
    Kind kind = Kind::round_robin;
    std::uint64_t seed = 1;    ///< of `random`
    std::vector<int> by_hand;  ///< of `by_hand`: warp numbers, one a turn
};

/// Reads "in-order", "reversed", "round-robin", "random:7", "unkind", "by-hand:0,1,1,0". Throws UsageError.
Schedule parse_schedule(std::string_view text);
std::string to_string(const Schedule& schedule);

struct ToyGpu {
    int lanes = 4;  ///< lanes a warp, 2 … 32
    int banks = 8;  ///< 4-byte banks of shared memory, 2 … 32
    int multiprocessors = 1;
    int resident_blocks = 1;            ///< places for blocks on each multiprocessor
    std::int64_t shared_bytes = 49152;  ///< shared memory a block may ask for
    Schedule schedule;
    bool weak_memory = false;  ///< plain stores reach other blocks late and out of order
    bool lanes_apart = false;  ///< lanes of a warp run apart between synchronisations

    int places() const { return multiprocessors * resident_blocks; }
};

/// Throws UsageError with a sentence if a number is out of its range.
void check(const ToyGpu& gpu);

/// Elements that people let the emulator run: more would take minutes, and nobody could look at them.
inline constexpr std::int64_t most_elements = 65536;

/// Throws UsageError naming the limit.
void check_elements(Extent extent);

/// What stops a run that would not end or would not fit.
struct Limits {
    std::int64_t steps = 20'000'000;
    std::int64_t memory_bytes = std::int64_t{1} << 30;  ///< trace and memory together
};

}  // namespace upsweep::emulator
