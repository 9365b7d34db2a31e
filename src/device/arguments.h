// A launch's arguments as the driver wants them: an array of pointers to values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/plan.h"

namespace upsweep::device {

/// Holds the values of one launch and the pointers to them. Pointers stay good when it is moved.
class PackedArguments {
  public:
    /// `addresses`: the device address of each of the plan's buffers.
    PackedArguments(const Plan& plan, const Launch& launch, std::span<const std::uint64_t> addresses);

    void** pointers() { return pointers_.data(); }
    std::span<const std::uint64_t> values() const { return values_; }

  private:
    std::vector<std::uint64_t> values_;  ///< little-endian, so a narrower parameter is its first bytes
    std::vector<void*> pointers_;
};

}  // namespace upsweep::device
