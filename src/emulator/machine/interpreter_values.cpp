// Arithmetic on lanes, variables, shuffles and votes, and where their values come from.
#include <algorithm>
#include <bit>

#include "core/ranges.h"
#include "emulator/machine/interpreter.h"
#include "emulator/machine/lane_loops.h"

namespace upsweep::emulator {

void Interpreter::compute(const Instruction& in) {
    Warp& warp = *warp_;
    in.compute(warp.row(in.dst), warp.row(in.a), warp.row(in.b), warp.row(in.c), warp.lanes);
    if (in.rule == OriginRule::none)
        warp.tainted[in.dst] = 0;
    else
        trace_origins(in);
}

void Interpreter::trace_origins(const Instruction& in) {
    Warp& warp = *warp_;
    const unsigned behind = warp.tainted[in.a] | warp.tainted[in.b] | warp.tainted[in.c];
    if (behind == 0) {
        warp.tainted[in.dst] = 0;
        return;
    }
    if (trace_even(in, behind)) return;
    OriginId* to = warp.origin_row(in.dst);
    uint32_t added = 0;
    if (in.rule == OriginRule::operation) {
        added = make_nodes(in);
    } else if (in.rule == OriginRule::select) {
        static constexpr OriginId nowhere[32] = {};
        const OriginId* left = warp.tainted[in.b] != 0 ? warp.origin_row(in.b) : nowhere;
        const OriginId* right = warp.tainted[in.c] != 0 ? warp.origin_row(in.c) : nowhere;
        choose_lanes(to, warp.row(in.a), left, right, warp.lanes);
    } else {
        const OriginId* from = warp.origin_row(in.a);
        const bool tainted = warp.tainted[in.a] != 0;
        for (int lane = 0; lane < warp.lanes; ++lane) to[lane] = tainted ? from[lane] : 0;
    }
    if ((behind & deep_bit) == 0 && added == 0) {
        warp.tainted[in.dst] = 1;
        return;
    }
    trace_depths(in, added);
    warp.tainted[in.dst] = 1 | deep_bit;
}

/// What the lanes on the path have in a register, if that is the same and no lane beside them has additions
/// behind its value.
bool Interpreter::even_part(Register r, EvenOrigin& part) const {
    const unsigned tainted = warp_->tainted[r];
    if (tainted == 0) return true;
    if ((tainted & even_bit) == 0) return false;
    const EvenOrigin& all = warp_->even[r];
    if ((all.lanes & mask_) == mask_)
        part = all;
    else if ((all.lanes & mask_) != 0)
        return false;
    return (tainted & deep_bit) == 0 || (all.lanes & ~mask_) == 0;
}

/// As trace_origins(), of all lanes at once; without a trace. False if they differ: nothing has been done.
bool Interpreter::trace_even(const Instruction& in, unsigned behind) {
    if (shared_.recorder.recording()) return false;
    Warp& warp = *warp_;
    const auto deep = uint8_t(behind & deep_bit);
    if (in.rule == OriginRule::pass) {
        EvenOrigin all;
        if (warp.tainted[in.a] != 0) {
            if ((warp.tainted[in.a] & even_bit) == 0) return false;
            all = warp.even[in.a];
        }
        warp.even[in.dst] = all;
        warp.tainted[in.dst] = uint8_t(1 | even_bit | deep);
        return true;
    }
    if (in.rule != OriginRule::operation) return false;
    EvenOrigin left, right, third;
    if (!even_part(in.a, left) || !even_part(in.b, right) || !even_part(in.c, third)) return false;
    Origins& origins = shared_.origins;
    const bool fused = in.builtin == Builtin::fused_multiply_add;
    OriginId node = origins.operation(fused ? '*' : in.symbol, left.origin, right.origin);
    if (fused || third.origin != 0) node = origins.operation(fused ? '+' : in.symbol, node, third.origin);
    const bool adds = in.addition && origins.is_data(node);
    const uint32_t depth = std::max({left.depth, right.depth, third.depth}) + (adds ? 1 : 0);
    warp.even[in.dst] = {node, depth, mask_};
    warp.tainted[in.dst] = uint8_t(1 | even_bit | deep | (adds ? deep_bit : 0));
    if (adds) note_additions(in, mask_);
    return true;
}

/// How many additions are behind each lane's value: one more than behind the deepest operand where `added`
/// has the lane's bit, else as many.
void Interpreter::trace_depths(const Instruction& in, uint32_t added) {
    static constexpr uint32_t nothing[32] = {};
    Warp& warp = *warp_;
    auto row = [&](Register r) { return (warp.tainted[r] & deep_bit) != 0 ? warp.depth_row(r) : nothing; };
    const uint32_t *left = row(in.a), *right = row(in.b), *third = row(in.c);
    uint32_t* to = warp.depth_row(in.dst);
    if (in.rule == OriginRule::select)
        choose_lanes(to, warp.row(in.a), right, third, warp.lanes);
    else if (in.rule == OriginRule::pass)
        std::copy_n(left, warp.lanes, to);
    else
        deepen_lanes(to, left, right, third, added, warp.lanes);
    if (added == 0 || !shared_.recorder.recording()) return;
    for_lanes(added, [&](int lane) { shared_.recorder.reach(to[lane]); });
}

/// One node a lane; a fused multiply-add is two. Gives the lanes that made an addition on data.
uint32_t Interpreter::make_nodes(const Instruction& in) {
    static constexpr OriginId nowhere[32] = {};
    Warp& warp = *warp_;
    Origins& origins = shared_.origins;
    auto row = [&](Register r) { return warp.tainted[r] != 0 ? warp.origin_row(r) : nowhere; };
    const OriginId *left = row(in.a), *right = row(in.b), *third = row(in.c);
    OriginId* to = warp.origin_row(in.dst);
    if (!shared_.recorder.recording()) {
        const uint32_t data = join_origins(to, left, right, third, mask_, warp.lanes);
        if (!in.addition || data == 0) return 0;
        note_additions(in, data);
        return data;
    }
    const bool fused = in.builtin == Builtin::fused_multiply_add;
    const char symbol = fused ? '*' : in.symbol;
    uint32_t added = 0;
    for (int lane = 0; lane < warp.lanes; ++lane) {
        if ((mask_ >> lane & 1) == 0) {
            to[lane] = 0;
            continue;
        }
        const OriginId last = third[lane];
        OriginId node = origins.operation(symbol, left[lane], right[lane]);
        if (fused || last != 0) node = origins.operation(fused ? '+' : in.symbol, node, last);
        to[lane] = node;
        if (in.addition && origins.is_data(node)) added |= 1u << lane;
    }
    if (added != 0) note_additions(in, added);
    return added;
}

void Interpreter::note_additions(const Instruction& in, uint32_t lanes) {
    count_additions(std::popcount(lanes));
    if (in.symbol != '+') return;
    check_wrap(in.type, warp_->row(in.a), warp_->row(in.b), warp_->row(in.dst), lanes);
}

/// Additions on data, and the rounds: the first in a round of a warp gives its block one round more.
void Interpreter::count_additions(int64_t additions) {
    Counts& counts = shared_.recorder.counts;
    counts.additions += additions;
    Warp& warp = *warp_;
    if (warp.round_adds) return;
    warp.round_adds = true;
    ++warp.rounds;
    if (block_->rounds + warp.rounds <= launch_rounds_) return;
    ++launch_rounds_;
    ++counts.rounds;
}

void Interpreter::assign(const Instruction& in) {
    Warp& warp = *warp_;
    if (in.index >= 0) {
        if (shared_.recorder.recording()) record_assign(in);
        nth(warp.defined, in.index) |= mask_;
    }
    uint64_t* to = warp.row(in.dst);
    const uint64_t* from = warp.row(in.a);
    uint64_t difference = 0;
    auto set = [&](int lane) {
        difference |= to[lane] ^ from[lane];
        to[lane] = from[lane];
    };
    const bool all = mask_ == ~0u >> (32 - warp.lanes);
    if (all)
        difference = copy_lanes(to, from, warp.lanes);
    else
        for_lanes(mask_, set);
    warp.changed |= difference != 0;
    if (in.rule == OriginRule::none || (warp.tainted[in.a] | warp.tainted[in.dst]) == 0) {
        if (all) warp.tainted[in.dst] = 0;
        if (warp.tainted[in.dst] == 0) return;
    }
    assign_origins(in);
}

/// As assign_origins(), of all lanes at once. False if they differ: nothing has been done.
bool Interpreter::assign_even(const Instruction& in) {
    Warp& warp = *warp_;
    const unsigned from = warp.tainted[in.a], before = warp.tainted[in.dst];
    if (in.rule == OriginRule::none || (from & even_bit) == 0) return false;
    const EvenOrigin& all = warp.even[in.a];
    if (mask_ == ~0u >> (32 - warp.lanes)) {
        warp.even[in.dst] = all;
        warp.tainted[in.dst] = uint8_t(from);
        return true;
    }
    if ((all.lanes & mask_) != mask_) return false;
    EvenOrigin made{all.origin, all.depth, mask_};
    if (before != 0) {
        if ((before & even_bit) == 0) return false;
        const EvenOrigin& kept = warp.even[in.dst];
        if (kept.origin != all.origin || kept.depth != all.depth) return false;
        made.lanes |= kept.lanes;
    }
    warp.even[in.dst] = made;
    warp.tainted[in.dst] = uint8_t(1 | even_bit | ((from | before) & deep_bit));
    return true;
}

/// Where the assigned values come from, and the additions behind them.
void Interpreter::assign_origins(const Instruction& in) {
    if (assign_even(in)) return;
    Warp& warp = *warp_;
    const bool keeps = in.rule != OriginRule::none && warp.tainted[in.a] != 0;
    const bool all = mask_ == ~0u >> (32 - warp.lanes);
    auto take = [&](auto* to, const auto* from, bool kept, bool was_set) {
        if (all && kept) {
            for (int lane = 0; lane < warp.lanes; ++lane) to[lane] = from[lane];
            return;
        }
        if (!was_set || all) std::fill(to, to + warp.lanes, 0u);
        for_lanes(mask_, [&](int lane) { to[lane] = kept ? from[lane] : 0; });
    };
    take(warp.origin_row(in.dst), warp.origin_row(in.a), keeps, warp.tainted[in.dst] != 0);
    const bool deep = keeps && (warp.tainted[in.a] & deep_bit) != 0;
    const bool was_deep = (warp.tainted[in.dst] & deep_bit) != 0 && !all;
    if (deep || was_deep) take(warp.depth_row(in.dst), warp.depth_row(in.a), deep, was_deep);
    warp.tainted[in.dst] = deep || was_deep ? 1 | deep_bit : 1;
}

/// A variable in a register is traced as one row of a local array.
void Interpreter::record_assign(const Instruction& in) {
    Warp& warp = *warp_;
    const LocalArray& local = nth(code_.locals, in.index);
    uint32_t defined = nth(warp.defined, in.index);
    int size = size_of(local.type);
    const ArrayId array = nth(block_->locals, in.index);
    const uint64_t *before = warp.row(in.dst), *after = warp.row(in.a);
    for_lanes(mask_, [&](int lane) {
        Access& access = shared_.recorder.add_access();
        access.array = array;
        access.kind = AccessKind::write;
        access.size = uint8_t(size);
        access.operand = context_.operand_base + in.target;
        access.old_value = before[lane];
        access.value = after[lane];
        access.offset = thread_of(lane) * uint32_t(size);
        access.origin = in.rule == OriginRule::none ? 0 : origin_of(in.a, lane);
        access.lane = uint8_t(lane);
        access.was_defined = (defined >> lane & 1) != 0;
    });
}

namespace {

/// The lane that `lane` reads in a shuffle; itself where the source lies outside its segment.
int shuffle_source(Builtin kind, int lane, uint64_t operand, int width) {
    int base = lane - lane % width;
    int64_t delta = int32_t(operand);
    int64_t source = lane;
    if (kind == Builtin::shuffle) {
        source = base + ((delta % width) + width) % width;
    } else if (kind == Builtin::shuffle_up) {
        source = lane - int64_t(uint32_t(operand));
        if (source < base) source = lane;
    } else if (kind == Builtin::shuffle_down) {
        source = lane + int64_t(uint32_t(operand));
        if (source >= base + width) source = lane;
    } else {
        source = lane ^ delta;
        if (source < 0 || source >= base + width) source = lane;
    }
    return int(source);
}

template <typename T, typename F>
uint64_t reduced(const uint64_t* values, uint32_t mask, F f) {
    bool first = true;
    T result = 0;
    for_lanes(mask, [&](int lane) {
        T value = T(values[lane]);
        result = first ? value : f(result, value);
        first = false;
    });
    return uint32_t(result);
}

uint64_t reduce(Builtin builtin, ScalarType type, const uint64_t* values, uint32_t mask) {
    using U = uint32_t;
    using S = int32_t;
    bool is_signed_type = type == ScalarType::i32;
    switch (builtin) {
        using enum Builtin;
        case reduce_add:
            return reduced<U>(values, mask, [](U a, U b) { return a + b; });
        case reduce_min:
            return is_signed_type ? reduced<S>(values, mask, [](S a, S b) { return std::min(a, b); })
                                  : reduced<U>(values, mask, [](U a, U b) { return std::min(a, b); });
        case reduce_max:
            return is_signed_type ? reduced<S>(values, mask, [](S a, S b) { return std::max(a, b); })
                                  : reduced<U>(values, mask, [](U a, U b) { return std::max(a, b); });
        case reduce_and:
            return reduced<U>(values, mask, [](U a, U b) { return a & b; });
        case reduce_or:
            return reduced<U>(values, mask, [](U a, U b) { return a | b; });
        default:
            return reduced<U>(values, mask, [](U a, U b) { return a ^ b; });
    }
}

}  // namespace

/// dst = b of another lane; the register of a lane that does not take part reads as 0. Ends a round of
/// additions.
void Interpreter::shuffle(const Instruction& in) {
    Warp& warp = *warp_;
    uint64_t values[32];
    OriginId origins[32] = {};
    uint32_t depths[32] = {};
    const uint64_t* from = warp.row(in.b);
    uint32_t sources = 0, astray = 0;
    int from_lane[32];
    for_lanes(mask_, [&](int lane) {
        int asked = int32_t(warp.row(in.d)[lane]);
        int width = asked <= 0 || asked > warp.lanes ? warp.lanes : asked;
        int source = shuffle_source(in.builtin, lane, warp.row(in.c)[lane], width);
        bool takes_part = source < warp.lanes && (mask_ >> source & 1) != 0;
        if (takes_part) sources |= 1u << source;
        from_lane[lane] = source;
        if (!takes_part || (warp.row(in.a)[lane] >> source & 1) == 0) astray |= 1u << lane;
        values[lane] = takes_part ? from[source] : 0;
        origins[lane] = takes_part ? origin_of(in.b, source) : 0;
        depths[lane] = takes_part ? depth_of(in.b, source) : 0;
    });
    if (check_lanes(in, in.target + 1) && astray != 0) note_astray(in, astray, from_lane);
    if (in.index >= 0) check_set(in, sources);
    bool tainted = warp.tainted[in.b] != 0 && in.rule != OriginRule::none;
    for_lanes(mask_, [&](int lane) { warp.row(in.dst)[lane] = values[lane]; });
    const bool deep = tainted && (warp.tainted[in.b] & deep_bit) != 0;
    if (tainted) std::copy(origins, origins + warp.lanes, warp.origin_row(in.dst));
    if (deep) std::copy(depths, depths + warp.lanes, warp.depth_row(in.dst));
    warp.tainted[in.dst] = tainted ? deep ? 1 | deep_bit : 1 : 0;
    warp.round_adds = false;
}

/// A step takes a cycle. Warps that do nothing but look at the clock wait for it, and it goes faster and
/// faster: a wait of many cycles ends soon.
uint64_t Interpreter::read_clock() {
    constexpr uint32_t patience = 64, doubles_after = 4, fastest = 40;
    Warp& warp = *warp_;
    warp.changed = true;
    warp.clock_reads = warp.passes_without_store == 0 ? 0 : warp.clock_reads + 1;
    if (warp.clock_reads > patience)
        shared_.skipped_cycles += uint64_t{1}
                                  << std::min((warp.clock_reads - patience) / doubles_after, fastest);
    return uint64_t(shared_.recorder.steps()) + shared_.skipped_cycles;
}

/// Each lane asks those that its own mask names: the tiles of a warp vote at once, each on its own.
void Interpreter::vote(const Instruction& in) {
    Warp& warp = *warp_;
    const bool asks = in.builtin == Builtin::active_mask || in.builtin == Builtin::clock;
    if (!asks) check_lanes(in, in.target);
    const uint64_t* masks = warp.row(in.a);
    const uint64_t* said = warp.row(in.b);
    auto those = [&](int lane, auto&& agree) {
        uint32_t lanes = 0;
        for_lanes(mask_ & uint32_t(masks[lane]), [&](int other) {
            if (agree(said[other])) lanes |= 1u << other;
        });
        return lanes;
    };
    const uint64_t now = in.builtin == Builtin::clock ? read_clock() : 0;
    auto ask = [&](int lane) -> uint64_t {
        auto yes = [](uint64_t value) { return value != 0; };
        auto same = [value = said[lane]](uint64_t other) { return other == value; };
        const uint32_t asked = mask_ & uint32_t(masks[lane]);
        switch (in.builtin) {
            using enum Builtin;
            case vote_all:
                return those(lane, yes) == asked ? 1 : 0;
            case vote_any:
                return those(lane, yes) != 0 ? 1 : 0;
            case vote_ballot:
                return those(lane, yes);
            case active_mask:
                return mask_;
            case clock:
                return now;
            case match_any:
                return those(lane, same);
            case match_all:
                return those(lane, same) == asked ? asked : 0;
            default:
                return reduce(in.builtin, in.type, said, asked);
        }
    };
    uint64_t result[32];
    for_lanes(mask_, [&](int lane) { result[lane] = ask(lane); });
    for_lanes(mask_, [&](int lane) { warp.row(in.dst)[lane] = result[lane]; });
    warp.tainted[in.dst] = 0;
}

}  // namespace upsweep::emulator
