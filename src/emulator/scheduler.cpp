// The orders of blocks, and the generator behind `random`.
#include "emulator/scheduler.h"

namespace upsweep::emulator {

/// SplitMix64 (Steele, Lea, Flood 2014): one addition and a mix, the same everywhere.
std::size_t Scheduler::below(std::size_t count) {
    random_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = random_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<std::size_t>((z ^ (z >> 31)) % count);
}

std::size_t Scheduler::next_block(std::size_t waiting) {
    switch (schedule_.kind) {
        case Schedule::Kind::reversed:
        case Schedule::Kind::unkind:
            return waiting - 1;
        case Schedule::Kind::random:
            return below(waiting);
        default:
            return 0;
    }
}

}  // namespace upsweep::emulator
