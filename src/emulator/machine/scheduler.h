// Who comes next: which block takes a free place, which warp has the next turn.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/trace/toy_gpu.h"

namespace upsweep::emulator {

/// SplitMix64 (Steele, Lea, Flood 2014): one addition and a mix, the same everywhere.
class Random {
  public:
    explicit Random(std::uint64_t seed = 1) : state_(seed) {}
    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// 0 … count−1.
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }

  private:
    std::uint64_t state_;
};

/// Deterministic: the same schedule and the same questions give the same answers on every machine.
class Scheduler {
  public:
    explicit Scheduler(const Schedule& schedule) : schedule_(schedule), random_(schedule.seed) {}

    /// Position of the next block among `waiting` blocks, which wait in ascending order.
    std::size_t next_block(std::size_t waiting);

    /// Position of the next warp among `count`, or `count` if none can run. Warps are in order of block and
    /// number; `can_run(i)` says which may have a turn, `number(i)` their numbers in the launch.
    template <typename CanRun, typename Number>
    std::size_t next_warp(std::size_t count, CanRun can_run, Number number) {
        using Kind = Schedule::Kind;
        if (schedule_.kind == Kind::by_hand)
            while (hand_ < schedule_.by_hand.size()) {
                int wanted = schedule_.by_hand[hand_++];
                for (std::size_t i = 0; i < count; ++i)
                    if (number(i) == wanted && can_run(i)) return cursor_ = i;
            }
        if (schedule_.kind == Kind::reversed) {
            for (std::size_t i = count; i-- > 0;)
                if (can_run(i)) return i;
            return count;
        }
        std::size_t first = 0;
        if (schedule_.kind == Kind::random) first = random_.below(count);
        if (schedule_.kind != Kind::random && schedule_.kind != Kind::in_order) first = cursor_ + 1;
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t at = (first + i) % count;
            if (can_run(at)) return cursor_ = at;
        }
        return count;
    }
    /// The warps before the cursor changed: the next turn is the first one's.
    void restart() { cursor_ = static_cast<std::size_t>(-1); }

  private:
    const Schedule& schedule_;
    Random random_;
    std::size_t cursor_ = static_cast<std::size_t>(-1);
    std::size_t hand_ = 0;
};

}  // namespace upsweep::emulator
