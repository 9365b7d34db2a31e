// The orders of blocks.
#include "emulator/machine/scheduler.h"

namespace upsweep::emulator {

int64_t WaitingBlocks::take() {
    --left_;
    switch (order_->kind) {
        using enum Order::Kind;
        case random:
            return take_at_random();
        case list:
            return take_from_list();
        case reversed:
            return count_ - ++latest_;
        case adversarial:
            if (lowest_ >= slots_) return count_ - ++latest_;
            break;
        case in_order:
        case round_robin:
            break;
    }
    return lowest_++;
}

/// A shuffle (Fisher, Yates 1938) that keeps only the cells that no longer hold their own number.
int64_t WaitingBlocks::take_at_random() {
    const int64_t last = left_;
    const int64_t cell = random_.below(size_t(last) + 1);
    const auto end = shuffled_.find(last);
    const int64_t moved = end == shuffled_.end() ? last : end->second;
    if (end != shuffled_.end()) shuffled_.erase(end);
    if (cell == last) return moved;
    const auto [entry, is_new] = shuffled_.try_emplace(cell, cell);
    const int64_t block = entry->second;
    entry->second = moved;
    return block;
}

int64_t WaitingBlocks::take_from_list() {
    while (listed_ < order_->list.size()) {
        const int64_t wanted = order_->list[listed_++];
        if (wanted < count_ && taken_.insert(wanted).second) return wanted;
    }
    while (taken_.erase(lowest_) != 0) ++lowest_;
    return lowest_++;
}

int64_t WaitingBlocks::bytes() const {
    constexpr size_t entry = 48;
    return int64_t(entry * (taken_.size() + shuffled_.size()));
}

}  // namespace upsweep::emulator
