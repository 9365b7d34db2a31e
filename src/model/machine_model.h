// What a GPU can do, measured by microbenchmarks alone: the parameters of the model in docs/model.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_fwd.h"

namespace upsweep::model {

/// Bytes a second that a copy moves when input and output together have so many bytes.
struct CopyRate {
    double bytes = 0, rate = 0;
};

/// Seconds, and amounts a second of the whole GPU unless a multiprocessor is named.
struct MachineModel {
    std::string gpu;  ///< "NVIDIA H200"
    double multiprocessors = 0;
    double l2_bytes = 0;
    double first_launch = 0;  ///< a run of one launch that does nothing, behind another such run
    double next_launch = 0;   ///< each further launch of a run
    /// The same of launches that go through a stream one by one, as a program's do: then the host's calls
    /// take longer than the gaps. 0: not measured, or launches go as a graph.
    double stream_first = 0, stream_launch = 0;
    double block_rate = 0;           ///< blocks of 256 threads that begin and end
    double l2_latency = 0;           ///< a load that depends on the one before, from the L2 cache
    double memory_latency = 0;       ///< likewise from memory
    double shared_latency = 0;       ///< likewise from shared memory
    double operator_latency = 0;     ///< one operator of a statement that depends on the one before
    double operator_rate = 0;        ///< operators of warps, a multiprocessor
    double wavefront_rate = 0;       ///< turns of shared memory, a multiprocessor
    double multiprocessor_rate = 0;  ///< bytes that one multiprocessor copies
    double small_barrier = 0, large_barrier = 0;       ///< a barrier of a block of 256 and of 1024 threads
    double hop = 0;                                    ///< from a block's flag to the block that waits for it
    double scattered_reads = 0, scattered_writes = 0;  ///< sectors that lanes read and write far apart
    double upload_rate = 0, download_rate = 0;         ///< bytes
    double transfer = 0;                               ///< a copy of 4 bytes to the GPU
    double first_call = 0;         ///< the first run of a kernel, which loads it, beyond a later one
    std::vector<CopyRate> copies;  ///< ascending

    /// Bytes a second where a run touches `bytes` in all, again and again: from the L2 cache, from memory, or
    /// both.
    double copy_rate(double bytes) const;
    double l2_rate() const { return copies.empty() ? 0 : peak_rate(); }
    double peak_rate() const;
    /// For an entry of the catalog, whose launches are timed as a graph; for a program if `streamed`.
    MachineModel launching(bool streamed) const;
    bool known() const { return !copies.empty() && multiprocessors > 0; }
};

/// A parameter for people.
struct Parameter {
    std::string_view key, title, unit;  ///< "next_launch", "each further launch", "µs"
    double scale = 1;                   ///< from seconds, or amounts a second, to the unit
    std::string_view measured;          ///< how: "16 launches that do nothing, less one"
    double MachineModel::*member = nullptr;
    bool may_lack = false;  ///< recordings from before it was measured do without it
};
std::span<const Parameter> parameters();

Json to_json(const MachineModel& model);
/// A table for a terminal.
std::string to_text(const MachineModel& model);
/// Throws Error with one sentence beginning with `name` for anything else.
MachineModel machine_model_of(const Json& json, const std::string& name);

/// Of the recordings that come with the program.
std::span<const MachineModel> recorded_models();
/// Of the one of this GPU, else the first: the H200's.
const MachineModel& recorded_model(std::string_view gpu = {});

}  // namespace upsweep::model
