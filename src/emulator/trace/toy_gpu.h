// The emulated machine: small enough that 16 elements show four warps and a bank conflict.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/extent.h"

namespace upsweep {
struct Plan;
}

namespace upsweep::emulator {

/// One order: of blocks that take free slots, or of warps that take turns. Every run repeats from kind and
/// seed. A slot is room for one resident block on a multiprocessor.
struct Order {
    /// `round_robin`: of warps only. `adversarial`: see Schedule. `list`: the numbers in `list`, then as
    /// `in_order` (blocks) or `round_robin` (warps).
    enum class Kind : uint8_t { in_order, reversed, round_robin, random, adversarial, list };
    Kind kind = Kind::in_order;
    uint64_t seed = 1;      ///< of `random`
    std::vector<int> list;  ///< of `list`: block numbers, or warp numbers in the launch, one a turn
};

/// Which block takes a free slot, and which warp has the next turn.
struct Schedule {
    /// Adversarial: the slots are first filled in order, then every freed slot goes to the latest block that
    /// waits. Right only for kernels that need no block before it has begun.
    Order blocks{};
    /// Adversarial: a warp continues until it waits, then the latest one that can continue does; of diverged
    /// lanes that run apart the highest go first.
    Order warps{Order::Kind::round_robin, 1, {}};
};

/// Reads "in-order", "reversed", "random:7", "adversarial", "list:3,0,1". `default_seed` is that of "random"
/// alone. Throws UsageError.
Order parse_block_order(std::string_view text, uint64_t default_seed = 1);
/// The same, and "round-robin".
Order parse_warp_order(std::string_view text, uint64_t default_seed = 1);
/// Both orders at once: one word that both know, "round-robin" or a list (of warps; blocks are in order), or
/// "blocks reversed, warps list:0,1". The old words stay: "by-hand:0,1" is a list, "unkind" is reversed for
/// blocks and round robin for warps. Throws UsageError.
Schedule parse_schedule(std::string_view text, uint64_t default_seed = 1);
std::string to_string(const Order& order);
/// As short as parse_schedule() reads it.
std::string to_string(const Schedule& schedule);

/// How diverged lanes of a warp continue. Every GPU that CUDA names is one of the first two;
/// the third is what code has to be that keeps to CUDA's contract.
enum class LanesProceed : uint8_t {
    before_volta,  ///< one side continues until it waits where the branch ends; till then the other starves
    since_volta,   ///< the sides take turns and meet where the branch ends; lanes that agree issue together
    adversarial,   ///< every lane by itself from one synchronisation to the next, as Schedule::warps says
};

/// Reads "before-volta", "since-volta", "adversarial". Throws UsageError.
LanesProceed parse_lanes_proceed(std::string_view text);
std::string_view to_string(LanesProceed lanes);

struct ToyGpu {
    int lanes = 4;  ///< lanes a warp, 2 … 32
    int banks = 8;  ///< 4-byte banks of shared memory, 2 … 32
    int multiprocessors = 1;
    int resident_blocks = 1;       ///< slots for blocks on each multiprocessor
    int64_t shared_bytes = 49152;  ///< shared memory a block may ask for
    Schedule schedule;
    bool weak_memory = false;  ///< plain stores reach other blocks late and out of order
    LanesProceed lanes_proceed = LanesProceed::since_volta;

    bool lanes_apart() const { return lanes_proceed == LanesProceed::adversarial; }
    int slots() const { return multiprocessors * resident_blocks; }
};

/// Throws UsageError with a sentence if a number is out of its range.
void check(const ToyGpu& gpu);

/// Throws UsageError if a list names a block or warp that no launch of the plan has.
void check_lists(const ToyGpu& gpu, const Plan& plan);

/// Elements that people let the emulator run: more would take minutes, and no one could look at them.
inline constexpr int64_t most_elements = 65536;

/// Throws UsageError naming the limit.
void check_elements(Extent extent);

/// What stops a run that would not end or would not fit.
struct Limits {
    int64_t steps = 20'000'000;
    int64_t memory_bytes = int64_t{1} << 30;  ///< all that a run keeps: memory, trace, notes beside both
};

}  // namespace upsweep::emulator
