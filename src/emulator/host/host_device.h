// What host code asks of the device: the runtime's calls end here. The one who runs a whole program performs
// each at once and keeps it as an operation of the plan.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/plan.h"
#include "emulator/machine/memory.h"
#include "emulator/semantics/typed.h"

namespace upsweep::emulator {

struct HostLaunchRequest {
    std::string kernel;  ///< as `compile` takes it
    Dim3 grid, block;
    int64_t shared_bytes = 0;
    std::vector<uint64_t> arguments;  ///< one a scalar or pointer, structs flat
    int stream = 0;
    bool cooperative = false;
    SourceRange where;
};

struct HostLaunchResult {
    int error = 0;        ///< a cudaError_t that the next synchronisation gives
    std::string printed;  ///< by the kernel
    /// Arrays that the kernel leaves, and the byte behind the last that it wanted.
    std::vector<std::pair<ArrayId, int64_t>> overruns;
    std::string stopped;  ///< a sentence where a limit or a deadlock ended it
};

enum class AllocationKind : uint8_t { device, managed, pinned, symbol };

/// A variable in scope, worded: what "d_a", "float*" holds.
struct HostValue {
    std::string name, type, value;
    friend bool operator==(const HostValue&, const HostValue&) = default;
};

class HostDevice {
  public:
    virtual ~HostDevice() = default;
    virtual Memory& memory() = 0;
    virtual ArrayId allocate(const std::string& name, ScalarType type, int64_t bytes,
                             AllocationKind kind) = 0;
    virtual void release(ArrayId array) = 0;
    /// The host has written these bytes, as they are in memory now.
    virtual void wrote(ArrayId array, int64_t offset, int64_t bytes, int stream) = 0;
    virtual void cleared(ArrayId array, uint8_t value, int64_t offset, int64_t bytes, int stream) = 0;
    virtual void read(ArrayId array, int64_t offset, int64_t bytes, int stream) = 0;
    /// One array was copied to another as a whole.
    virtual void copied(ArrayId from, ArrayId to, int stream) = 0;
    /// Throws CompileError for a kernel that the emulator refuses.
    virtual HostLaunchResult launch(const HostLaunchRequest& request) = 0;
    /// Static shared memory of the kernel, and whether it is declared to be there at all.
    virtual int64_t static_shared_bytes(const std::string& kernel) = 0;
    /// Whether its blocks wait for each other at grid.sync().
    virtual bool waits_for_grid(const std::string& kernel) = 0;
    /// The array of a __device__ or __constant__ variable; none where no kernel of the program uses it.
    virtual std::optional<ArrayId> symbol(const Variable& variable) = 0;
    virtual void wrote_symbol(const Variable& variable, int stream) = 0;
    virtual int64_t shared_limit() const = 0;
    /// Something that a reader may stop at: "malloc", "print", "wait"; "compute" where the host has done
    /// nothing else since the last one.
    virtual void did(const char* what, std::optional<ArrayId> about = {}, int64_t bytes = 0) = 0;
    /// What the variables in scope hold after what was done last. Asked for where `wants_values` is set.
    virtual void take_values(std::vector<HostValue> values) = 0;
    bool wants_values = false;
};

}  // namespace upsweep::emulator
