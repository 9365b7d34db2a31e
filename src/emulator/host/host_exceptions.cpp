// Where an exception of host code goes.
#include <fmt/format.h>

#include "core/ranges.h"
#include "emulator/host/host_machine.h"

namespace upsweep::emulator {

/// Gives up frames up to the one that does something about the exception, and says where that is.
const HostInstruction* HostMachine::unwind() {
    for (;;) {
        const Frame& frame = frames_.back();
        const HostFunction& function = code_.functions[frame.function];
        const size_t at = frame.next - 1;
        const auto region = find_if(function.regions, [&](const HostFunction::Region& one) {
            return at >= one.begin && at < one.end;
        });
        if (region != function.regions.end()) return function.instructions.data() + region->landing;
        memory.pop(frame.depth);
        locals_.resize(frame.locals);
        frames_.pop_back();
        if (frames_.empty())
            throw HostEnded{
                134,
                fmt::format("The program was ended in line {}: nothing catches an exception.", where().line)};
    }
}

}  // namespace upsweep::emulator
