// Who comes next: which block takes a free slot, which warp has the next turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "emulator/trace/toy_gpu.h"

namespace upsweep::emulator {

/// SplitMix64 (Steele, Lea, Flood 2014): one addition and a mix, the same everywhere.
class Random {
  public:
    explicit Random(uint64_t seed = 1) : state_(seed) {}
    uint64_t next() {
        state_ += 0x9e3779b97f4a7c15u;
        uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// 0 … count−1.
    size_t below(size_t count) { return size_t(next() % count); }

  private:
    uint64_t state_;
};

/// The blocks of a launch that wait for a slot. They are counted, not listed: a grid may have 2³¹−1, and what
/// is kept grows with the blocks that have started out of order. The same order gives the same answers on
/// every machine.
class WaitingBlocks {
  public:
    /// `slots` are filled before anything else happens. `order` has to outlive this.
    WaitingBlocks(const Order& order, int64_t count, int64_t slots)
        : order_(&order), random_(order.seed ^ 0x626c6f636b73u), count_(count), left_(count), slots_(slots) {}

    bool empty() const { return left_ == 0; }
    int64_t count() const { return left_; }
    /// The block that takes the next free slot; it waits no more. Only while not empty.
    int64_t take();
    /// Bytes that this keeps.
    int64_t bytes() const;

  private:
    int64_t take_at_random();
    int64_t take_from_list();

    const Order* order_;
    Random random_;
    int64_t count_, left_, slots_;
    int64_t lowest_ = 0;                             ///< all below have started
    int64_t latest_ = 0;                             ///< so many have started from the grid's end
    size_t listed_ = 0;                              ///< numbers of the list that have had their turn
    std::unordered_set<int64_t> taken_;              ///< by the list, and not below `lowest_`
    std::unordered_map<int64_t, int64_t> shuffled_;  ///< a shuffle's cells that hold another block
};

/// Which warp has the next turn. The same order and the same questions give the same answers on every
/// machine.
class Scheduler {
  public:
    explicit Scheduler(const Order& warps) : order_(warps), random_(warps.seed) {}

    /// Position of the next warp among `count`, or `count` if none can run. Warps are in order of block and
    /// number; `can_run(i)` says which may have a turn, `number(i)` their numbers in the launch.
    template <typename CanRun, typename Number>
    size_t next_warp(size_t count, CanRun can_run, Number number) {
        using Kind = Order::Kind;
        while (order_.kind == Kind::list && listed_ < order_.list.size()) {
            int wanted = order_.list[listed_++];
            for (size_t i = 0; i < count; ++i)
                if (number(i) == wanted && can_run(i)) return cursor_ = i;
        }
        if (order_.kind == Kind::adversarial && cursor_ < count && can_run(cursor_)) return cursor_;
        if (order_.kind == Kind::reversed || order_.kind == Kind::adversarial) {
            for (size_t i = count; i-- > 0;)
                if (can_run(i)) return cursor_ = i;
            return count;
        }
        size_t first = 0;
        if (order_.kind == Kind::random) first = random_.below(count);
        if (order_.kind == Kind::round_robin || order_.kind == Kind::list) first = cursor_ + 1;
        for (size_t i = 0, at = first < count ? first : first % count; i < count; ++i) {
            if (can_run(at)) return cursor_ = at;
            if (++at == count) at = 0;
        }
        return count;
    }
    /// The warps before the cursor changed: the next turn is the first one's.
    void restart() { cursor_ = size_t(-1); }

  private:
    const Order& order_;
    Random random_;
    size_t cursor_ = size_t(-1);
    size_t listed_ = 0;
};

}  // namespace upsweep::emulator
