// The function that a step of a warp is in, and what its parameters hold. A trace records no parameters
// of functions that a kernel calls: where one was handed a variable of the caller, that variable tells its
// value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replay/trace.h"

namespace upsweep::replay {

/// What is between the brackets that open at `open`, parted by commas.
std::vector<std::string_view> arguments_at(std::string_view text, size_t open);

/// A variable of a caller, recorded in the trace, whose value a parameter was given.
struct PassedVariable {
    std::string name;
    uint32_t changed = 0;  ///< lanes, a bit each, in which the parameter has been set to something else
};

/// Found from the kernel's text and the steps around, those within 50 000 steps.
class LaneFrame {
  public:
    LaneFrame(const Trace& trace, const LaunchInfo& launch, int64_t step);

    /// Whether a parameter of the function has the name: the kernel's variable of that name is out of scope.
    bool has_parameter(std::string_view name) const { return place_of(name) >= 0; }
    /// What the parameter was given; empty where that is not a variable, or is not known.
    std::optional<PassedVariable> passed(std::string_view name) const;
    /// Whether a step runs a line of the function itself.
    bool contains(int64_t step) const;

  private:
    int place_of(std::string_view parameter) const;
    bool calls(int64_t step) const;
    int64_t call() const;
    uint32_t changed_lanes(std::string_view name) const;

    const Trace& trace_;
    const LaunchInfo& launch_;
    int64_t step_;
    int file_ = -1, first_ = 0, last_ = -1;  ///< lines of the function; none of the kernel itself
    std::string name_, parameters_;          ///< "scan_lanes", "(Output sum, int lane)"
};

}  // namespace upsweep::replay
