// Everything that a Runner holds. For runner.cpp and runner_prepare.cpp only.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ranges.h"
#include "device/arguments.h"
#include "device/cuda.h"
#include "device/device.h"

namespace upsweep::device {

/// A launch with everything looked up.
struct Ready {
    KernelHandle kernel = nullptr;
    PackedArguments arguments;
};

/// What is done once, before the first run, and is not repeated.
inline bool is_preparation(const Operation& operation) {
    const auto* clear = std::get_if<Clear>(&operation.what);
    return clear != nullptr && clear->once;
}

/// A variable outside of functions, and what it begins with.
struct Beginning {
    Address at = 0;
    std::vector<std::byte> contents;
};

struct Runner::State {
    State(const Plan& given, const Array& input, Options given_options);

    void allocate();
    void prepare();
    void upload();
    void fork();
    void join();
    std::span<const std::byte> host_bytes(size_t index, const Upload& upload) const;
    void enqueue(size_t index);
    void launch(const Launch& launch, Ready& ready, StreamHandle stream);
    void record(GraphExec& graph);
    void finish(const char* what) const;
    Array fetch(BufferId id) const;
    void poison();
    void find_globals();
    void put_globals_back() const;
    Address variable_of(const SetVariable& set) const;
    void pin();
    Array downloaded_output() const;
    /// False: only what another input changes.
    Result perform(bool everything);
    bool is_done(const Operation& operation, bool everything) const;
    void add_times(Result& result, bool everything) const;
    std::vector<std::string> guard_faults() const;

    bool given(int slot) const { return size_t(slot) <= options.further_inputs.size(); }
    const Array& host(int slot) const {
        return slot == 0 ? host_input : options.further_inputs[size_t(slot) - 1];
    }
    const Memory& memory(BufferId id) const { return nth(buffers, id.index); }
    StreamHandle stream_of(const Operation& o) const { return nth(streams, o.stream).get(); }
    double at(const Event& event) const { return between(origin, event); }

    Plan plan;
    Array host_input;
    Options options;
    std::vector<Memory> buffers;
    std::vector<Address> addresses;
    std::vector<Beginning> globals;
    std::vector<Stream> streams;
    std::vector<std::optional<Ready>> launches;  // one for each operation
    std::vector<Address> variables;              // one for each operation; 0 where it sets none
    std::vector<Array> downloads;                // one for each operation; empty for other operations
    std::vector<Pinned> pinned;                  // last of the host arrays' uses, so first to go
    int runs = 0;
    std::vector<Event> begins, ends;  // one for each operation
    Event origin, end;
    std::vector<Event> joins;  // one for each stream
    GraphExec graph;
};

}  // namespace upsweep::device
