// The CUDA runtime as host code sees it: what is allocated, what was copied where, and which error is next.
// Its checks make findings; what passes them goes to the HostDevice.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "emulator/host/host_machine.h"

namespace upsweep::emulator {

/// cudaError_t, as CUDA 13 numbers them.
enum class CudaError : int {
    success = 0,
    invalid_value = 1,
    memory_allocation = 2,
    invalid_symbol = 13,
    invalid_direction = 21,
    invalid_device = 101,
    invalid_resource_handle = 400,
    not_ready = 600,
    illegal_address = 700,
    assert_failed = 710,
    misaligned_address = 716,
    launch_failure = 719,
    cooperative_launch_too_large = 720,
};

std::string_view name_of_cuda_error(int error);
std::string_view text_of_cuda_error(int error);

class CudaRuntime;

struct Allocation {
    ArrayId array = 0;
    int64_t bytes = 0;
    AllocationKind kind = AllocationKind::device;
    std::string name;
    int64_t element = 1;  ///< bytes of what the pointer points to
    SourceRange made, freed;
    int64_t overrun = 0;          ///< the byte behind the last that a kernel wanted, if that is outside
    std::vector<int32_t> copied;  ///< lines that copy just as many bytes
    bool is_as_host = false;      ///< an array of the host that it was copied from or to has as many bytes
    SourceRange counted;          ///< where as many bytes were copied to it as it has elements
    bool alive = true;
    bool dirty = false;    ///< the host has written what the device does not know yet
    bool running = false;  ///< a kernel that may use it was launched, and nothing waited for it
};

/// What a graph does at one node: something of the device, or a call of a function of the host.
struct GraphNode {
    std::function<int(CudaRuntime&, int stream)> run;
    uint64_t function = 0, data = 0;
};

class CudaRuntime {
  public:
    explicit CudaRuntime(HostMachine& machine) : machine_(machine) {}

    /// What each call of the runtime gives: kept for cudaGetLastError.
    int give(int error);
    int allocate(Address into, int64_t bytes, AllocationKind kind, const HostNative& native);
    int release(Address address, bool pinned);
    int copy(Address to, Address from, int64_t bytes, int kind, int stream, bool waits);
    /// The program waits for the device.
    int wait();
    int copy_symbol(Address symbol, Address other, int64_t bytes, int64_t offset, bool to_symbol, int kind,
                    int stream);
    int symbol_address(Address into, Address symbol);
    int set(Address address, int value, int64_t bytes, int stream, bool waits);
    /// 0, or the error of a launch that a GPU refuses.
    int launch(HostLaunchRequest& request, int stream, const Function& kernel);
    /// The host waits for all that was launched.
    int synchronise();
    int register_host(Address address, int64_t bytes);
    int unregister_host(Address address);
    /// The device's address of registered memory of the host, from now on kept alike; others as they are.
    Address mapped(Address address);
    int last_error(bool clear);
    int sticky() const { return sticky_; }
    void looked() { unseen_ = 0; }
    /// main has returned, or exit was called.
    void finish();

    /// Memory that the host may use by itself: managed or pinned. Ends the program for any other.
    std::byte* reach(Address address, int64_t bytes, bool write);
    /// The same where nothing is to be said, as a whole; else no bytes.
    HostPlain plain(ArrayId id, bool write);
    std::vector<uint8_t> set_bytes(Address address, int64_t bytes);
    const Allocation* find(Address address) const;

    int stream_of(Address handle) const;
    Address make_handle();
    std::map<Address, std::vector<GraphNode>> graphs;
    Address captured = 0;         ///< the graph that streams are being captured to
    bool counts_pointer = false;  ///< the next copy's number of bytes is written as the size of a pointer
    int opened = 0;  ///< while more than 0, the library's own code reads and writes memory of the device
    std::map<Address, int64_t> events;  ///< when each was recorded; -1: never
    std::map<Address, int> streams;     ///< numbers from 1
    std::set<int> apart;                ///< streams that do not wait for the default one
    void record_in(int stream, Address event);
    void wait_in(int stream, Address event);
    /// What was used before is not looked at any more: the operations of a graph have an order of their own.
    void forget_uses() {
        uses_.clear();
        clocks_.clear();
        event_clocks_.clear();
    }
    std::map<std::string, int64_t> most_dynamic_bytes;  ///< by kernel, that cudaFuncSetAttribute allows
    /// By cudaLimit, as an H200 has them at first.
    std::map<int, uint64_t> limits = {{0, 1024}, {1, 7'340'032}, {2, 8'388'608}, {3, 2},
                                      {4, 2048}, {5, 128},       {6, 0}};

  private:
    struct Side {
        bool host = false, device = false;
        const Allocation* allocation = nullptr;
        HostBlock* block = nullptr;
    };

    /// Of each stream, how many of its operations are over.
    using Clock = std::map<int, int64_t>;
    /// Of an array by an operation that was not waited for.
    struct Use {
        int stream = 0;
        int64_t count = 0;  ///< it is so many-th of its stream
        bool writes = false, copies = false;
        SourceRange where;
    };
    const Clock& begin_in(int stream);
    void use(Address address, int stream, const Clock& over, bool writes, int64_t bytes);
    /// Whether this is noted for a graph instead of done; the default stream is not captured.
    bool capture(int stream, std::function<int(CudaRuntime&, int)> run);
    int copy_now(Address to, Address from, int64_t bytes, int kind, int stream);
    Side side_of(Address address, const char* role, bool& good);
    bool in_bounds(const Side& side, Address address, int64_t bytes, const char* role);
    void check_size(const Side& to, const Side& from, int64_t bytes);
    HostMachine::Bytes read_device(Address from, int64_t bytes);
    void write_device(Address to, const HostMachine::Bytes& bytes);
    /// Of whole elements of an array of the device: from now on all have values.
    std::byte* whole_elements(Address address, int64_t bytes, bool write);
    bool copy_plainly(const Side& target, Address to, const Side& source, Address from, int64_t bytes);
    void check_arguments(const HostLaunchRequest& request, const Function& kernel);
    int check_configuration(const HostLaunchRequest& request);
    void upload_written(ArrayId id);
    void upload_managed();
    void copy_mapped(bool to_device);
    void tell_counted_elements();
    void tell_counted_copy(const Allocation& of);
    std::string dimension_note(const Dim3& dim) const;

    HostMachine& machine_;
    std::map<ArrayId, Allocation> allocations_;
    Allocation* reached_ = nullptr;  ///< of these, the one that the host used last
    std::map<ArrayId, ArrayId>
        registered_;               ///< blocks of the host: the array that stands for one; itself: none yet
    std::map<int, Clock> clocks_;  ///< of each stream, before its next operation
    std::map<Address, Clock> event_clocks_;  ///< when each was recorded
    std::map<Address, std::vector<Use>> uses_;
    int last_ = 0, sticky_ = 0, pending_error_ = 0;
    int unseen_ = 0;
    SourceRange unseen_where_;
    std::string printed_;  ///< by kernels, until someone waits for them
    Address next_handle_ = 0x1000;
};

}  // namespace upsweep::emulator
