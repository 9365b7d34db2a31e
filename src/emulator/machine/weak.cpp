// Delayed stores by block, and what cells held before, for loads that look back.
#include "emulator/machine/weak.h"

#include <algorithm>
#include <cstring>

#include "core/ranges.h"

namespace upsweep::emulator {
namespace {

/// Eight aligned bytes of an array; no scalar lies in two.
uint64_t word_of(ArrayId array, int64_t offset) { return (uint64_t(array) << 37) | uint64_t(offset / 8); }

/// The bytes of the word that an access touches: bit i is byte i.
uint32_t bytes_of(int64_t offset, int size) { return ((1u << size) - 1) << (offset % 8); }

/// All eight bits of each byte of `bytes`.
uint64_t wide(uint32_t bytes) {
    uint64_t mask = 0;
    for (int byte = 0; byte < 8; ++byte)
        if ((bytes >> byte & 1) != 0) mask |= uint64_t{0xff} << (8 * byte);
    return mask;
}

/// A word with `open` bytes still to find.
struct Patch {
    int64_t offset;
    uint64_t bits;
    uint32_t open;

    Patch(int64_t at, int size, uint64_t now)
        : offset(at), bits(now << (8 * (at % 8))), open(bytes_of(at, size)) {}

    /// Takes the bytes that are still open and lie in this access.
    void take(int64_t at, int size, uint64_t value) {
        const uint32_t found = open & bytes_of(at, size);
        if (found == 0) return;
        const uint64_t mask = wide(found);
        bits = (bits & ~mask) | (value << (8 * (at % 8)) & mask);
        open &= ~found;
    }
    uint64_t result(int size) const { return bits >> (8 * (offset % 8)) & (~uint64_t{0} >> (64 - 8 * size)); }
};

/// What the block itself stored last, over `bits`.
uint64_t forward(const Fifo<DelayedStore>& own, int64_t offset, int size, uint64_t bits) {
    Patch patch(offset, size, bits);
    for (const DelayedStore* store = own.end(); store != own.begin() && patch.open != 0;) {
        --store;
        patch.take(store->access.offset, int(store->access.size), store->access.value);
    }
    return patch.result(size);
}

}  // namespace

void WeakMemory::begin_launch() {
    blocks_.clear();
    changes_.clear();
    for (std::vector<Due>& due : due_) due.clear();
    waiting_ = changed_ = seen_ = 0;
    floor_ = turn_;
}

/// Mostly short and sometimes long, so that stores overtake each other: at most `longest_delay`.
int64_t WeakMemory::draw_delay() {
    constexpr size_t shortest = 3, scales = 6;
    static_assert(longest_delay == 1 << (shortest + scales - 1));
    const size_t scale = shortest + random_.below(scales);
    return 1 + int64_t(random_.below(size_t{1} << scale));
}

void WeakMemory::tick() {
    ++turn_;
    std::vector<Due>& due = due_[size_t(turn_) % due_.size()];
    for (const Due& one : due)
        if (const auto view = blocks_.find(one.block); view != blocks_.end()) {
            arrive(view->second, one.word, one.id, true);
            if (view->second.ended && view->second.delayed.empty()) retire(one.block);
        }
    due.clear();
    constexpr int64_t often = 1024;
    if (turn_ % often == 0) forget_old();
}

/// What no one looks back to any more. Every turn pays for what it added.
void WeakMemory::forget_old() {
    const int64_t oldest = turn_ - longest_look;
    changed_ = seen_ = 0;
    for (auto entry = changes_.begin(); entry != changes_.end();) {
        while (!entry->second.empty() && entry->second.front().turn < oldest) entry->second.pop();
        changed_ += entry->second.size();
        entry = entry->second.empty() ? changes_.erase(entry) : std::next(entry);
    }
    for (auto& [block, view] : blocks_) {
        for (auto entry = view.seen.begin(); entry != view.seen.end();)
            entry = entry->second < oldest ? view.seen.erase(entry) : std::next(entry);
        seen_ += view.seen.size();
    }
}

void WeakMemory::drain_all() {
    for (auto& [block, view] : blocks_) drain(view, true);
}

/// The block's stores arrive in the order in which it made them.
void WeakMemory::drain(BlockView& view, bool own_steps) {
    std::vector<DelayedStore> all;
    for (const auto& [word, own] : view.delayed) append(all, own);
    sort(all, [](const DelayedStore& a, const DelayedStore& b) { return a.id < b.id; });
    for (const DelayedStore& store : all) write(store, own_steps);
    waiting_ -= all.size();
    view.delayed.clear();
}

bool WeakMemory::stir() {
    if (waiting_ == 0 && stirred_ == version_) return false;
    drain_all();
    floor_ = turn_;
    stirred_ = ++version_;
    return true;
}

void WeakMemory::store(const DelayedStore& store) {
    const uint32_t block = store.step.block;
    const uint64_t word = word_of(store.access.array, store.access.offset);
    DelayedStore delayed = store;
    delayed.id = ++last_id_;
    blocks_[block].delayed[word].push(delayed);
    const size_t when = turn_ + draw_delay();
    due_[when % due_.size()].push_back({block, word, delayed.id});
    ++waiting_;
}

/// The word's stores up to `last_id` become visible to all, the oldest first.
void WeakMemory::arrive(BlockView& view, uint64_t word, uint64_t last_id, bool own_steps) {
    const auto entry = view.delayed.find(word);
    if (entry == view.delayed.end()) return;
    Fifo<DelayedStore>& own = entry->second;
    while (!own.empty() && own.front().id <= last_id) {
        const DelayedStore store = own.front();
        own.pop();
        --waiting_;
        write(store, own_steps);
    }
    if (own.empty()) view.delayed.erase(entry);
}

void WeakMemory::write(const DelayedStore& store, bool own_step) {
    Access access = store.access;
    MemoryArray& array = memory_[access.array];
    std::byte* at = array.bytes.data() + access.offset;
    size_t element = access.offset / array.element_size;
    access.kind = AccessKind::write;
    access.old_value = read_bits(at, int(access.size));
    access.was_defined = array.defined[element] != 0;
    overwrites(store.step.block, access.array, access.offset, int(access.size), access.old_value);
    write_bits(at, int(access.size), access.value);
    array.digest_is_old = true;
    array.defined[element] = 1;
    ++version_;
    if (own_step) recorder_.begin_step(store.step);
    if (recorder_.recording()) {
        recorder_.add_access() = access;
        recorder_.waits.changed(access.array, int64_t(element), store.step.block, store.step.warp,
                                recorder_.current_step());
    }
    if (own_step) recorder_.end_step();
}

void WeakMemory::retire(uint32_t block) {
    const auto view = blocks_.find(block);
    if (view == blocks_.end()) return;
    view->second.ended = true;
    if (!view->second.delayed.empty()) return;
    seen_ -= std::min(seen_, view->second.seen.size());
    blocks_.erase(view);
}

void WeakMemory::overwrites(uint32_t block, ArrayId array, int64_t offset, int size, uint64_t old_bits) {
    const uint64_t word = word_of(array, offset);
    Fifo<Change>& changes = changes_[word];
    while (!changes.empty() && changes.front().turn < turn_ - longest_look) changes.pop(), --changed_;
    changes.push({turn_, offset, size, old_bits});
    ++changed_;
    seen_ += blocks_[block].seen.insert_or_assign(word, turn_).second ? 1 : 0;
}

/// What the bytes held at the turn `at`; `bits` are the newest.
uint64_t WeakMemory::before(uint64_t bits, uint64_t word, int64_t at, int64_t offset, int size) const {
    const Fifo<Change>& changes = changes_.at(word);
    // Of each byte the first change since then tells it.
    const Change* change = std::upper_bound(changes.begin(), changes.end(), at,
                                            [](int64_t turn, const Change& c) { return turn < c.turn; });
    Patch patch(offset, size, bits);
    for (; change != changes.end() && patch.open != 0; ++change)
        patch.take(change->offset, change->size, change->old_bits);
    return patch.result(size);
}

uint64_t WeakMemory::load(uint32_t block, ArrayId array, int64_t offset, int size) {
    uint64_t bits = read_bits(memory_[array].bytes.data() + offset, size);
    const uint64_t word = word_of(array, offset);
    BlockView& view = blocks_[block];
    if (changes_.contains(word)) {
        const auto [entry, is_new] = view.seen.try_emplace(word, 0);
        seen_ += is_new ? 1 : 0;
        int64_t& seen = entry->second;
        int64_t oldest = std::max({floor_, view.view, seen, turn_ - longest_look});
        // One load in two looks back, anywhere from the oldest it may see to now.
        bool looks_back = random_.below(2) == 0;
        size_t span = turn_ - oldest + 1;
        int64_t at = looks_back ? oldest + int64_t(random_.below(span)) : turn_;
        bits = before(bits, word, at, offset, size);
        seen = at;
    }
    const auto own = view.delayed.find(word);
    return own == view.delayed.end() ? bits : forward(own->second, offset, size, bits);
}

uint64_t WeakMemory::peek(uint32_t block, ArrayId array, int64_t offset, int size) const {
    const uint64_t bits = read_bits(memory_[array].bytes.data() + offset, size);
    const auto view = blocks_.find(block);
    if (view == blocks_.end()) return bits;
    const auto own = view->second.delayed.find(word_of(array, offset));
    return own == view->second.delayed.end() ? bits : forward(own->second, offset, size, bits);
}

bool WeakMemory::has_own(uint32_t block, ArrayId array, int64_t offset, int size) const {
    const auto view = blocks_.find(block);
    if (view == blocks_.end() || view->second.delayed.empty()) return false;
    for (int64_t at = offset - offset % 8; at < offset + size; at += 8) {
        const auto own = view->second.delayed.find(word_of(array, at));
        if (own == view->second.delayed.end()) continue;
        const auto overlaps = [&](const DelayedStore& store) {
            const int64_t first = store.access.offset;
            return first < offset + size && offset < first + int64_t(store.access.size);
        };
        // The newest first: a cell that is stored to again and again is found at once.
        for (const DelayedStore* store = own->second.end(); store != own->second.begin();)
            if (overlaps(*--store)) return true;
    }
    return false;
}

void WeakMemory::settle(uint32_t block, ArrayId array, int64_t offset) {
    const auto view = blocks_.find(block);
    if (view != blocks_.end()) arrive(view->second, word_of(array, offset), last_id_, false);
}

int64_t WeakMemory::bytes() const {
    constexpr size_t entry = 48;
    return int64_t(waiting_ * (sizeof(DelayedStore) + sizeof(Due) + entry) +
                   changed_ * (sizeof(Change) + entry) + seen_ * entry);
}

}  // namespace upsweep::emulator
