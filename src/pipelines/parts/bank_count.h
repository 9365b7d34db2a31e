// Counts the turns that a block's accesses to shared memory take, from their indices alone: what the formulas
// cannot say once padding leaves conflicts behind. The emulator counts the same from addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "core/plan.h"

namespace upsweep {

/// The machine's banks are 4 bytes wide. Lanes of a warp share a turn as long as the banks can serve all
/// their words at once: 8-byte elements take the lanes in groups of banks / 2.
class BankCount {
  public:
    BankCount(MachineShape machine, int element_bytes) : machine_(machine), words_(element_bytes / 4) {}

    /// One access by a block of `threads`: index_of(thread) is the element it touches, -1 if it takes no
    /// part.
    template <typename IndexOf>
    void access(std::int64_t threads, IndexOf index_of) {
        for (std::int64_t first = 0; first < threads; first += machine_.lanes) {
            indices_.clear();
            for (std::int64_t t = first; t < first + machine_.lanes; ++t)
                indices_.push_back(t < threads ? index_of(t) : -1);
            add_warp();
        }
    }

    std::int64_t wavefronts() const { return wavefronts_; }
    /// Wavefronts beyond those that the same words would need, spread evenly over the banks.
    std::int64_t conflicts() const { return wavefronts_ - least_; }

  private:
    void add_warp();
    void add_group(std::size_t begin, std::size_t end);

    MachineShape machine_;
    int words_ = 1;  ///< 4-byte words an element
    std::vector<std::int64_t> indices_;
    std::int64_t wavefronts_ = 0, least_ = 0;
};

}  // namespace upsweep
