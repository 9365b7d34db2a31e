// The orders of blocks.
#include "emulator/machine/scheduler.h"

namespace upsweep::emulator {

std::size_t Scheduler::next_block(std::size_t waiting) {
    switch (schedule_.kind) {
        case Schedule::Kind::reversed:
        case Schedule::Kind::unkind:
            return waiting - 1;
        case Schedule::Kind::random:
            return random_.below(waiting);
        default:
            return 0;
    }
}

}  // namespace upsweep::emulator
