// A launch's arguments as the driver wants them: an array of pointers to values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/plan.h"
#include "device/device.h"

namespace upsweep::device {

/// Holds the values of one launch and the pointers to them. Pointers stay good when it is moved.
class PackedArguments {
  public:
    /// `addresses`: the device address of each of the plan's buffers. `parameters`: what the arguments make
    /// together, in their order; none: each is a parameter. Throws Error if they make something else.
    PackedArguments(const Plan& plan, const Launch& launch, std::span<const uint64_t> addresses,
                    const std::vector<ParameterLayout>& parameters = {});

    void** pointers() { return pointers_.data(); }
    std::span<const uint64_t> values() const { return values_; }
    /// The bytes of parameter `index` of those that were given.
    std::span<const std::byte> parameter(size_t index) const { return packed_[index]; }

  private:
    void pack(const Launch& launch, const std::vector<ParameterLayout>& parameters);

    std::vector<uint64_t> values_;  ///< little-endian, so a narrower parameter is its first bytes
    std::vector<std::vector<std::byte>> packed_;
    std::vector<void*> pointers_;
};

}  // namespace upsweep::device
