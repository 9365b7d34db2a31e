// Occupancy: how many of a multiprocessor's warps a kernel keeps in flight, and what keeps it from more.
// Arithmetic alone: it needs no GPU.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace upsweep {

/// What a block takes.
struct BlockNeeds {
    int64_t threads = 256;
    int64_t registers = 32;    ///< a thread
    int64_t shared_bytes = 0;  ///< static and dynamic together
};

/// What a multiprocessor of a compute capability has, and in which portions it gives it out (CUDA C++
/// Programming Guide, "Compute Capabilities", and the spreadsheet that came with older toolkits).
struct Capability {
    std::string_view name;  ///< "9.0"
    std::string_view example;
    int64_t warps = 0, blocks = 0, registers = 0, shared_bytes = 0;
    int64_t block_threads = 0;     ///< most threads of a block
    int64_t thread_registers = 0;  ///< most registers of a thread
    int64_t block_shared = 0;      ///< most shared memory of a block
    int64_t register_portion = 0;
    bool registers_by_block = false;  ///< portions go to whole blocks (1.x), not to warps
    int64_t shared_portion = 0;
    int64_t shared_reserved = 0;  ///< of each block, by the system
};

/// 1.3, 2.0, 7.5, 8.0, 8.6, 9.0.
std::span<const Capability> capabilities();
/// Throws UsageError naming those that are known.
const Capability& find_capability(std::string_view name);

struct Occupancy {
    int64_t blocks = 0;  ///< in flight on a multiprocessor; 0 if a block does not fit at all
    int64_t warps = 0;
    double share = 0;   ///< of the multiprocessor's warps
    std::string limit;  ///< "warps", "blocks", "registers", "shared memory", several joined by " and "
};

/// Throws UsageError for needs that are not positive.
Occupancy occupancy_of(const BlockNeeds& needs, const Capability& capability);

}  // namespace upsweep
