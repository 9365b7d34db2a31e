// Which operations of streams come before which, and copies and kernels that share an array in no order.
#include <algorithm>

#include <fmt/format.h>

#include "core/ranges.h"
#include "emulator/host/cuda_runtime.h"

namespace upsweep::emulator {

/// An operation begins in the stream: gives what is over by then, of each stream so many operations. The
/// default stream waits for all others and they for it, but for those that were made not to.
const CudaRuntime::Clock& CudaRuntime::begin_in(int stream) {
    // A program may make a stream for each of its operations.
    constexpr size_t most_streams = 64;
    if (clocks_.size() > most_streams) forget_uses();
    Clock& clock = clocks_[stream];
    const auto take = [&](const Clock& other) {
        for (const auto& [of, count] : other) clock[of] = std::max(clock[of], count);
    };
    if (stream == 0) {
        for (const auto& [other, count] : clocks_)
            if (other != 0 && !apart.contains(other)) take(count);
    } else if (!apart.contains(stream)) {
        if (const auto of_default = clocks_.find(0); of_default != clocks_.end()) take(of_default->second);
    }
    ++clock[stream];
    return clock;
}

void CudaRuntime::record_in(int stream, Address event) { event_clocks_[event] = begin_in(stream); }

void CudaRuntime::wait_in(int stream, Address event) {
    const auto recorded = event_clocks_.find(event);
    if (recorded == event_clocks_.end()) return;
    for (const auto& [of, count] : recorded->second)
        clocks_[stream][of] = std::max(clocks_[stream][of], count);
}

/// An operation of a stream uses what is at an address. Which part of the array a kernel uses is not known:
/// only what begins at the same place counts, and of copies from the array's start those of the whole array,
/// since a kernel may get the start and work on another part. `bytes`: of a copy; a kernel has 0.
void CudaRuntime::use(Address address, int stream, const Clock& over, bool writes, int64_t bytes) {
    const Allocation* allocation = find(address);
    if (allocation == nullptr) return;
    const bool copies = bytes != 0;
    if (copies && offset_of(address) == 0 && bytes < allocation->bytes) return;
    std::vector<Use>& uses = uses_[address];
    for (const Use& other : uses) {
        const auto known = over.find(other.stream);
        const bool ordered = known != over.end() && known->second >= other.count;
        if (ordered || other.stream == stream || other.copies == copies || !(other.writes || writes))
            continue;
        const int line = other.where.line;
        machine_.fault(
            copies ? fmt::format("This copy does not wait for the kernel that line {} launches in another "
                                 "stream, and both use `{}`.",
                                 line, allocation->name)
                   : fmt::format("This kernel does not wait for the copy of line {} in another stream, and "
                                 "both use `{}`.",
                                 line, allocation->name),
            "Streams run concurrently, so either of the two may run first.",
            "Use one stream for both, or record an event behind the first one with cudaEventRecord and let "
            "the other stream wait for it with cudaStreamWaitEvent.");
        break;
    }
    std::erase_if(uses, [&](const Use& other) {
        return other.stream == stream && other.copies == copies && other.writes == writes;
    });
    uses.push_back({stream, over.at(stream), writes, copies, machine_.where()});
}

}  // namespace upsweep::emulator
