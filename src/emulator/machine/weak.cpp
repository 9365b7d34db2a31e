// Delayed stores by block, and what cells held before, for loads that look back.
#include "emulator/machine/weak.h"

#include <algorithm>
#include <cstring>

namespace upsweep::emulator {
namespace {

/// Eight aligned bytes of an array.
std::uint64_t slot_of(ArrayId array, std::int64_t offset) {
    return (static_cast<std::uint64_t>(array) << 37) | static_cast<std::uint64_t>(offset / 8);
}

/// Puts `from`, which lies at `from_offset`, over `to`, which lies at `to_offset`, where they overlap.
void overlay(std::uint64_t& to, std::int64_t to_offset, int to_size, std::uint64_t from,
             std::int64_t from_offset, int from_size) {
    for (int byte = 0; byte < from_size; ++byte) {
        std::int64_t at = from_offset + byte - to_offset;
        if (at < 0 || at >= to_size) continue;
        std::uint64_t mask = std::uint64_t{0xff} << (8 * at);
        to = (to & ~mask) | ((from >> (8 * byte) & 0xff) << (8 * at));
    }
}

bool overlaps(const Access& access, ArrayId array, std::int64_t offset, int size) {
    std::int64_t at = access.offset;
    return access.array == array && at < offset + size &&
           offset < at + static_cast<std::int64_t>(access.size);
}

}  // namespace

void WeakMemory::begin_launch() {
    blocks_.clear();
    changes_.clear();
    floor_ = turn_;
}

void WeakMemory::tick() {
    ++turn_;
    for (auto& [block, view] : blocks_) {
        if (view.delayed.empty()) continue;
        constexpr std::size_t seldom = 16;
        if (turn_ - view.delayed.front().turn > longest_delay)
            arrive(view, 0, true);
        else if (random_.below(seldom) == 0)
            arrive(view, random_.below(view.delayed.size()), true);
    }
}

void WeakMemory::drain_all() {
    for (auto& [block, view] : blocks_)
        while (!view.delayed.empty()) arrive(view, 0, true);
}

bool WeakMemory::stir() {
    bool delayed = std::any_of(blocks_.begin(), blocks_.end(),
                               [](const auto& entry) { return !entry.second.delayed.empty(); });
    if (!delayed && stirred_ == version_) return false;
    drain_all();
    floor_ = turn_;
    stirred_ = ++version_;
    return true;
}

void WeakMemory::store(const DelayedStore& store) {
    BlockView& view = blocks_[store.step.block];
    view.delayed.push_back(store);
    view.delayed.back().turn = turn_;
}

/// The store at `index` becomes visible to all, or an older one of the same slot in its place.
void WeakMemory::arrive(BlockView& view, std::size_t index, bool own_step) {
    std::uint64_t slot = slot_of(view.delayed[index].access.array, view.delayed[index].access.offset);
    auto first = std::find_if(view.delayed.begin(), view.delayed.end(), [&](const DelayedStore& other) {
        return slot_of(other.access.array, other.access.offset) == slot;
    });
    DelayedStore store = *first;
    view.delayed.erase(first);
    Access& access = store.access;
    MemoryArray& array = memory_[access.array];
    std::byte* at = array.bytes.data() + access.offset;
    auto element = static_cast<std::size_t>(access.offset / array.element_size);
    access.kind = AccessKind::write;
    access.old_value = read_bits(at, static_cast<int>(access.size));
    access.was_defined = array.defined[element] != 0;
    overwrites(store.step.block, access.array, access.offset, static_cast<int>(access.size),
               access.old_value);
    write_bits(at, static_cast<int>(access.size), access.value);
    array.defined[element] = 1;
    ++version_;
    if (own_step) recorder_.begin_step(store.step);
    if (recorder_.recording()) recorder_.access(access);
    if (own_step) recorder_.end_step();
}

void WeakMemory::overwrites(std::uint32_t block, ArrayId array, std::int64_t offset, int size,
                            std::uint64_t old_bits) {
    std::uint64_t slot = slot_of(array, offset);
    std::vector<Change>& changes = changes_[slot];
    changes.push_back({turn_, offset, size, old_bits});
    constexpr std::size_t many = 64;
    if (changes.size() > many)
        changes.erase(std::remove_if(changes.begin(), changes.end(),
                                     [&](const Change& c) { return c.turn < turn_ - longest_delay; }),
                      changes.end());
    blocks_[block].seen[slot] = turn_;
}

void WeakMemory::forward(const BlockView& view, ArrayId array, std::int64_t offset, int size,
                         std::uint64_t& bits) const {
    for (const DelayedStore& store : view.delayed)
        if (overlaps(store.access, array, offset, size))
            overlay(bits, offset, size, store.access.value, store.access.offset,
                    static_cast<int>(store.access.size));
}

std::uint64_t WeakMemory::load(std::uint32_t block, ArrayId array, std::int64_t offset, int size) {
    std::uint64_t bits = read_bits(memory_[array].bytes.data() + offset, size);
    std::uint64_t slot = slot_of(array, offset);
    BlockView& view = blocks_[block];
    auto changes = changes_.find(slot);
    if (changes != changes_.end()) {
        std::int64_t& seen = view.seen[slot];
        std::int64_t oldest = std::max({floor_, view.view, seen, turn_ - longest_delay});
        // One load in two looks back, anywhere from the oldest it may see to now.
        bool looks_back = random_.below(2) == 0;
        auto span = static_cast<std::size_t>(turn_ - oldest + 1);
        std::int64_t at = looks_back ? oldest + static_cast<std::int64_t>(random_.below(span)) : turn_;
        for (auto change = changes->second.rbegin(); change != changes->second.rend() && change->turn > at;
             ++change)
            overlay(bits, offset, size, change->old_bits, change->offset, change->size);
        seen = at;
    }
    forward(view, array, offset, size, bits);
    return bits;
}

std::uint64_t WeakMemory::peek(std::uint32_t block, ArrayId array, std::int64_t offset, int size) const {
    std::uint64_t bits = read_bits(memory_[array].bytes.data() + offset, size);
    auto view = blocks_.find(block);
    if (view != blocks_.end()) forward(view->second, array, offset, size, bits);
    return bits;
}

bool WeakMemory::has_own(std::uint32_t block, ArrayId array, std::int64_t offset, int size) const {
    auto view = blocks_.find(block);
    if (view == blocks_.end()) return false;
    const auto& delayed = view->second.delayed;
    return std::any_of(delayed.begin(), delayed.end(), [&](const DelayedStore& store) {
        return overlaps(store.access, array, offset, size);
    });
}

void WeakMemory::settle(std::uint32_t block, ArrayId array, std::int64_t offset) {
    BlockView& view = blocks_[block];
    std::uint64_t slot = slot_of(array, offset);
    for (std::size_t i = 0; i < view.delayed.size();) {
        const Access& access = view.delayed[i].access;
        if (slot_of(access.array, access.offset) == slot)
            arrive(view, i, false);
        else
            ++i;
    }
}

void WeakMemory::release(std::uint32_t block) {
    BlockView& view = blocks_[block];
    while (!view.delayed.empty()) arrive(view, 0, false);
}

}  // namespace upsweep::emulator
