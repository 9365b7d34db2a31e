// What a GPU would give, worked out by the reference.
#pragma once

#include "core/gpu.h"
#include "pipelines/algorithm.h"

namespace upsweep::bench {

/// The answer to a run of this algorithm: the right result, and seven runs around `median_ms`.
inline IsolatedResult right_result(const IsolatedRun& run, const Algorithm& algorithm, ElementTypes types,
                                   Extent extent, double median_ms) {
    Parameters parameters;
    parameters.extent = extent;
    parameters.types = types;
    parameters = with_defaults(algorithm, parameters);
    IsolatedResult result;
    for (const Buffer& buffer : run.plan.buffers) result.buffers.emplace_back(buffer.type, buffer.extent);
    result.buffers[run.plan.output.index] = algorithm.reference(parameters, run.hosts.front());
    result.median_ms = median_ms;
    result.least_ms = 0.8 * median_ms;
    result.most_ms = 1.6 * median_ms;
    result.timed_runs = 7;
    return result;
}

}  // namespace upsweep::bench
