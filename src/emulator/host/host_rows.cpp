#include "emulator/host/host_rows.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/bits.h"
#include "core/ranges.h"
#include "emulator/host/cuda_runtime.h"
#include "emulator/host/host_machine.h"
#include "emulator/machine/lane_loops.h"

namespace upsweep::emulator {
/// Takes what the loop's function holds. False where a variable has no place or no value yet.
bool HostLoop::begin(HostMachine& machine, const uint64_t* registers, const Address* locals) {
    // Until all rows are filled, those that depend on others may be of another call.
    const bool filled = std::exchange(filled_, false);
    bool changed = !filled;
    for (size_t i = 0; i < values_.size(); ++i) {
        const Held& held = values_[i];
        uint64_t* to = row(Value(i));
        const bool given = held.kind == Kind::given && held.even;
        if (given || held.kind == Kind::address) {
            const uint64_t bits = given ? registers[held.from] : locals[held.from];
            if (!given && bits == 0) return false;
            if (to[0] == bits && filled) continue;
            changed = true;
            std::fill_n(to, width, bits);
        } else if (held.kind == Kind::computed && held.even && changed) {
            held.compute(to, row(held.a), row(held.b), row(held.c), 1);
            std::fill_n(to + 1, width - 1, to[0]);
        } else if (held.kind == Kind::carried) {
            if (registers[held.from] == never_set_bits) return false;
            values_[i].bits = registers[held.from];
        } else if (held.kind == Kind::summed) {
            const Reached where = reach(machine, held.a, held.size, 1, false);
            if (where.passes == 0) return false;
            values_[i].bits = read_bits(where.memory.bytes + where.first, held.size);
        }
    }
    filled_ = true;
    return true;
}

int64_t HostLoop::run(HostMachine& machine, uint64_t* registers, const Address* locals) {
    constexpr int64_t some = 64, few = 6;
    int64_t all = 0;
    ++entries_;
    if (begin(machine, registers, locals)) {
        for (int64_t passes = 16;; passes = std::min(int64_t(width), 2 * passes)) {
            const int64_t done = run_rows(machine, passes);
            if (done == 0) break;
            all += done;
            for (Held& held : values_)
                if (held.kind == Kind::carried || held.kind == Kind::summed)
                    held.bits = in_pass(held.last, done - 1);
            for (const auto& [reg, value] : left_) registers[reg] = in_pass(value, done - 1);
            if (done < passes) break;
            // The limits are looked at now and then.
            if (all * cost_ > (1 << 18)) break;
        }
    }
    passes_run_ += all;
    if (entries_ >= some && passes_run_ < few * entries_) rows_.clear();
    return all;
}

/// Up to so many passes, and how many of them went the watched way. What they leave is in memory, and in the
/// rows.
int64_t HostLoop::run_rows(HostMachine& machine, int64_t passes) {
    reads_.clear();
    writes_.clear();
    for (const Value value : early_)
        if (!fill(machine, value, passes)) return 0;
    // What is drawn cannot be put back: it must be known before how many passes there are.
    if (draws_ && !settle(machine, passes)) return 0;
    run_in_turn(machine, passes);
    for (const Value value : late_)
        if (!fill(machine, value, passes)) return 0;
    if (!draws_ && !settle(machine, passes)) return 0;
    for (size_t i = 0; i < stores_.size(); ++i) put(stores_[i], writes_[i], passes);
    return passes;
}

/// How many passes go the watched way, and none reaches what another one writes. False if no pass is left.
bool HostLoop::settle(HostMachine& machine, int64_t& passes) {
    for (const Check& check : checks_) passes = std::min(passes, checked(check, passes));
    for (const Store& store : stores_) {
        if (passes == 0) return false;
        Reached where = reach(machine, store.address, store.size, passes, true);
        where.order = store.order;
        passes = std::min(passes, where.passes);
        writes_.push_back(where);
    }
    for (size_t i = 0; i < writes_.size(); ++i) {
        for (const Reached& read : reads_)
            if (meet(writes_[i], read, false)) return false;
        for (size_t k = 0; k < i; ++k)
            if (meet(writes_[i], writes_[k], true)) return false;
    }
    return passes != 0;
}

/// The passes that go the watched way, from the first on.
int64_t HostLoop::checked(const Check& check, int64_t passes) {
    const uint64_t* values = row(check.value);
    if (check.is_set) {
        for (int64_t i = 0; i < passes; ++i)
            if (values[i] == never_set_bits) return i;
        return passes;
    }
    constexpr int64_t at_once = 32;
    for (int64_t first = 0; first < passes; first += at_once) {
        const int lanes = int(std::min(at_once, passes - first));
        const uint32_t all = ~0u >> (32 - lanes), not_zero = lanes_not_zero(values + first, lanes);
        const uint32_t astray = (check.holds ? ~not_zero : not_zero) & all;
        if (astray != 0) return first + lowest_bit(astray);
    }
    return passes;
}

/// Fewer passes where one of them cannot load. False if none is left.
bool HostLoop::fill(HostMachine& machine, Value value, int64_t& passes) {
    const Held& held = values_[value];
    uint64_t* to = row(value);
    if (held.kind == Kind::carried) {
        const auto step = uint64_t(held.step);
        for (int64_t i = 0; i < passes; ++i) to[i] = held.bits + uint64_t(i) * step;
        if (!held.wide)
            for (int64_t i = 0; i < passes; ++i) to[i] = uint32_t(to[i]);
        return true;
    }
    if (held.kind == Kind::computed) {
        held.compute(to, row(held.a), row(held.b), row(held.c), int(passes));
        return true;
    }
    Reached where = reach(machine, held.a, held.size, passes, false);
    where.order = held.order;
    passes = std::min(passes, where.passes);
    if (passes == 0) return false;
    reads_.push_back(where);
    const Address* from = row(held.a);
    with_word(held.size, [&](auto word) {
        using Word = decltype(word);
        if (where.even && where.step == int64_t(sizeof word))
            return widen_lanes<Word>(to, where.memory.bytes + where.first, int(passes));
        for (int64_t i = 0; i < passes; ++i) {
            const int64_t offset = where.even ? where.first + i * where.step : offset_of(from[i]);
            std::memcpy(&word, where.memory.bytes + offset, sizeof word);
            to[i] = word;
        }
    });
    return true;
}

void HostLoop::run_in_turn(HostMachine& machine, int64_t passes) {
    if (in_turn_.empty()) return;
    const auto is_carried = [&](const Held& held) {
        return held.kind == Kind::carried || held.kind == Kind::summed;
    };
    // A sum of floats alone is what many loops make.
    if (in_turn_.size() == 2 && is_carried(values_[in_turn_[0]]) && values_[in_turn_[1]].adds_f32) {
        const Held &carried = values_[in_turn_[0]], &sum = values_[in_turn_[1]];
        const bool first = sum.a == in_turn_[0];
        if (carried.last == in_turn_[1] && (sum.a == in_turn_[0]) != (sum.b == in_turn_[0])) {
            const uint64_t* by = row(first ? sum.b : sum.a);
            uint64_t *before = row(in_turn_[0]), *after = row(in_turn_[1]);
            auto total = upsweep::bit_cast<float>(uint32_t(carried.bits));
            for (int64_t i = 0; i < passes; ++i) {
                before[i] = upsweep::bit_cast<uint32_t>(total);
                const auto one = upsweep::bit_cast<float>(uint32_t(by[i]));
                total = first ? total + one : one + total;
                after[i] = upsweep::bit_cast<uint32_t>(total);
            }
            return;
        }
    }
    for (int64_t i = 0; i < passes; ++i)
        for (const Value value : in_turn_) {
            const Held& held = values_[value];
            uint64_t* to = row(value) + i;
            if (is_carried(held))
                *to = i == 0 ? held.bits : row(held.last)[i - 1];
            else if (held.kind == Kind::drawn)
                *to = machine.draw(held.from);
            else
                held.compute(to, row(held.a) + i, row(held.b) + i, row(held.c) + i, 1);
        }
}

/// Where the passes read or write, up to the first that the loop over instructions has to look at.
HostLoop::Reached HostLoop::reach(HostMachine& machine, Value address, int size, int64_t passes, bool write) {
    const Address* at = row(address);
    Reached made;
    made.size = uint8_t(size);
    made.step = passes > 1 ? int64_t(at[1] - at[0]) : size;
    made.even = passes < 2 || lanes_off_step(at, int(passes), uint64_t(made.step)) == 0;
    made.first = offset_of(at[0]);
    const ArrayId id = array_of(at[0]);
    const HostPlain memory = made.memory = machine.plain(id, write);
    if (memory.bytes == nullptr) return made;
    const int64_t last = memory.size - size;
    const auto is_good = [&](int64_t i) {
        const int64_t offset = offset_of(at[i]);
        return array_of(at[i]) == id && offset >= 0 && offset <= last &&
               (write || memory.is_set(offset, size));
    };
    made.low = made.high = made.first;
    if (made.even) {
        // Of evenly spaced ones the first and the last decide.
        const int64_t end = made.first + (passes - 1) * made.step;
        const bool inside = array_of(at[passes - 1]) == id && std::min(made.first, end) >= 0 &&
                            std::max(made.first, end) <= last;
        const int64_t low = std::min(made.first, end), high = std::max(made.first, end);
        // With long steps each is looked at instead of all that is between them.
        const bool close = std::abs(made.step) <= 8 * int64_t(size);
        if (inside && (write || (close && memory.is_set(low, high + size - low)))) {
            made.low = low;
            made.high = high + size;
            made.passes = passes;
            return made;
        }
    }
    while (made.passes < passes && is_good(made.passes)) {
        const int64_t offset = offset_of(at[made.passes++]);
        made.low = std::min(made.low, offset);
        made.high = std::max(made.high, offset);
    }
    made.high += size;
    return made;
}

/// Whether a pass may reach what another one writes.
bool HostLoop::meet(const Reached& store, const Reached& other, bool other_writes) {
    if (store.memory.bytes != other.memory.bytes || store.high <= other.low || other.high <= store.low)
        return false;
    const bool alike = store.even && other.even && store.step == other.step && store.step != 0;
    if (!alike) return true;
    const bool same = store.first == other.first && store.size == other.size &&
                      (store.step >= store.size || -store.step >= store.size);
    if (same) return !other_writes && other.order > store.order;
    const int64_t step = std::abs(store.step);
    const int64_t apart = ((other.first - store.first) % step + step) % step;
    return apart < store.size || apart + other.size > step;
}

void HostLoop::put(const Store& store, const Reached& where, int64_t passes) {
    const uint64_t* from = row(store.value);
    const Address* at = row(store.address);
    const HostPlain& memory = where.memory;
    if (store.summed) {
        write_bits(memory.bytes + where.first, store.size, from[passes - 1]);
        return memory.mark(where.first, store.size);
    }
    with_word(store.size, [&](auto word) {
        using Word = decltype(word);
        constexpr auto size = int64_t(sizeof word);
        if (where.even && where.step == size) {
            narrow_lanes<Word>(memory.bytes + where.first, from, int(passes));
            return memory.mark(where.first, passes * size);
        }
        for (int64_t i = 0; i < passes; ++i) {
            const int64_t offset = offset_of(at[i]);
            write_bits(memory.bytes + offset, int(size), from[i]);
            memory.mark(offset, size);
        }
    });
}

bool HostPlain::is_set(int64_t offset, int64_t count) const {
    if (block != nullptr) return block->is_set(offset, count);
    const int64_t first = array->element_at(offset), last = array->element_at(offset + count - 1);
    return std::memchr(array->defined.data() + first, 0, size_t(last - first + 1)) == nullptr;
}

void HostPlain::mark(int64_t offset, int64_t count) const {
    if (block != nullptr) return block->mark(offset, count);
    const int64_t first = array->element_at(offset), last = array->element_at(offset + count - 1);
    std::memset(array->defined.data() + first, 1, size_t(last - first + 1));
}

HostPlain HostMachine::plain(ArrayId id, bool write) {
    HostBlock* block = memory.find(id);
    if (block == nullptr) return cuda_->plain(id, write);
    const bool good =
        block->alive && block->kind != BlockKind::symbol && !(write && block->kind == BlockKind::constant);
    return good ? HostPlain{block->bytes.data(), block->size(), block, nullptr} : HostPlain{};
}

/// Watches an instruction before it runs. False if the pass is over, or cannot become rows.
bool HostMachine::watch(const HostInstruction* in) {
    constexpr size_t longest = 400;
    const HostLoop::Number number = watched_edge_->count;
    const Frame& frame = frames_.back();
    const auto end = [&](bool good) {
        if (good) watched_.push_back({in, 0});
        if (good) loops_[number].make(watched_, *this);
        if (!good) loops_[number].give_up();
        return false;
    };
    if (frames_.size() < watched_frames_) return end(false);
    if (!watched_.empty()) {
        const HostInstruction& last = *watched_.back().in;
        const bool turns = last.op == HostOp::repeat_if_less_i32 ||
                           (last.op >= HostOp::jump && last.op <= HostOp::jump_if_not);
        const bool back = turns && last.count != 0 && in != &last + 1;
        if (&last == watched_edge_ && back && frames_.size() == watched_frames_) return end(true);
        // Another loop within it, or the loop is left.
        if (back || &last == watched_edge_ || watched_.size() == longest) return end(false);
    }
    watched_.push_back({in, frame.base - frames_[watched_frames_ - 1].base});
    return true;
}

}  // namespace upsweep::emulator
