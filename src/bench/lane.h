// Where an algorithm runs at full size: the CPU or the GPU. Prepared once, then timed run by run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pipelines/algorithm.h"

namespace upsweep::bench {

/// One algorithm, or a plain copy, with its buffers allocated, touched and filled, ready to run again and
/// again.
class Prepared {
  public:
    virtual ~Prepared() = default;

    /// Runs once and returns the seconds that it took. Very short runs are repeated and the mean is returned.
    virtual double time_once() = 0;
    /// Compares the result of the last run with the reference.
    virtual CheckResult check() = 0;
    /// Bytes that one run must read and write at least.
    virtual std::int64_t traffic_bytes() const = 0;
};

/// What to prepare. `input` must outlive what is prepared.
struct Task {
    const Algorithm* algorithm = nullptr;  ///< null: a copy that moves as many bytes as input and output have
    Parameters parameters;
    const Array* input = nullptr;
    bool with_transfers = false;  ///< count the way to the device and back as well
};

class Lane {
  public:
    virtual ~Lane() = default;

    /// "cpu", "gpu".
    virtual std::string_view name() const = 0;
    /// Why this algorithm cannot run here, as a sentence; empty if it can.
    virtual std::string refusal(const Algorithm& algorithm) const = 0;
    /// Bytes that prepare would take, beside the input.
    virtual std::int64_t bytes_needed(const Task& task) const = 0;
    virtual std::int64_t bytes_free() const = 0;
    /// Throws Error if the work cannot be prepared.
    virtual std::unique_ptr<Prepared> prepare(const Task& task) = 0;
};

/// This computer's CPU: the compiled loops, one thread, and memcpy as the limit.
std::unique_ptr<Lane> make_cpu_lane();

/// Bytes of an input and an output of these parameters: what every algorithm has to move at least.
std::int64_t payload_bytes(const Parameters& parameters);

}  // namespace upsweep::bench
