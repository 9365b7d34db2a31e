// Which agent synchronises with which: strong accesses, fences, barriers and meetings join the agents'
// clocks. A clock is a binary tree over the places' numbers that leaves out bits in which all below agree
// (Morrison 1968; joined as by Okasaki and Gill 1998). Sixteen places share a leaf.
#include "emulator/machine/detect/ordering.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace upsweep::emulator {

struct ClockNode {
    uint64_t first = 0;  ///< the lowest leaf number that may be below
    uint64_t bit = 0;    ///< of leaf numbers: parts the two children; 0: this is a leaf

    bool spans(uint64_t leaf) const { return (leaf & ~(2 * bit - 1)) == first; }
};

namespace {

constexpr int leaf_bits = 4;
constexpr size_t leaf_size = size_t{1} << leaf_bits;

struct Branch : ClockNode {
    ClockTree low, high;  ///< `bit` is 0 or 1 there
};

struct Leaf : ClockNode {
    uint32_t times[leaf_size] = {};
};

const Branch& as_branch(const ClockTree& tree) { return static_cast<const Branch&>(*tree); }
const Leaf& as_leaf(const ClockTree& tree) { return static_cast<const Leaf&>(*tree); }

}  // namespace

uint32_t Clock::at(uint64_t place) const {
    const uint64_t leaf = place >> leaf_bits;
    const ClockNode* node = tree.get();
    while (node != nullptr && node->bit != 0) {
        const auto* branch = static_cast<const Branch*>(node);
        node = ((leaf & node->bit) == 0 ? branch->low : branch->high).get();
    }
    if (node == nullptr || node->first != leaf) return 0;
    return static_cast<const Leaf*>(node)->times[place & (leaf_size - 1)];
}

Clock Clocks::joined(const Clock& a, const Clock& b) {
    if (!b || a.has_all_of(b)) return a;
    if (!a || b.has_all_of(a)) return b;
    Clock both = merged(a, b);
    if (both.tree == a.tree) return a;
    if (both.tree == b.tree) return b;
    return both;
}

Clock Clocks::with(const Clock& clock, uint64_t place, uint32_t time) {
    auto leaf = std::allocate_shared<Leaf>(Counted<Leaf>(*bytes_));
    leaf->first = place >> leaf_bits;
    leaf->times[place & (leaf_size - 1)] = time;
    return {join(clock.tree, leaf)};
}

ClockTree Clocks::branch(uint64_t first, uint64_t bit, ClockTree low, ClockTree high) {
    auto made = std::allocate_shared<Branch>(Counted<Branch>(*bytes_));
    made->first = first;
    made->bit = bit;
    made->low = std::move(low);
    made->high = std::move(high);
    return made;
}

/// Where one tree has all that the other has, it is the result: what is the same is held once.
ClockTree Clocks::join(const ClockTree& a, const ClockTree& b) {
    ++visits_;
    if (b == nullptr || a == b) return a;
    if (a == nullptr) return b;
    if (a->bit == b->bit && a->first == b->first) return join_alike(a, b);
    const bool a_is_above = a->bit > b->bit;
    const ClockTree& above = a_is_above ? a : b;
    const ClockTree& below = a_is_above ? b : a;
    if (a->bit == b->bit || !above->spans(below->first)) {
        const uint64_t bit = std::bit_floor(a->first ^ b->first);
        const bool a_is_low = (a->first & bit) == 0;
        return branch(a->first & ~(2 * bit - 1), bit, a_is_low ? a : b, a_is_low ? b : a);
    }
    const Branch& old = as_branch(above);
    const bool into_low = (below->first & above->bit) == 0;
    const ClockTree& child = into_low ? old.low : old.high;
    ClockTree joined = a_is_above ? join(child, below) : join(below, child);
    if (joined == child) return above;
    return into_low ? branch(above->first, above->bit, std::move(joined), old.high)
                    : branch(above->first, above->bit, old.low, std::move(joined));
}

/// Two leaves of one number, or two branches over the same ones.
ClockTree Clocks::join_alike(const ClockTree& a, const ClockTree& b) {
    if (a->bit != 0) {
        const Branch &x = as_branch(a), &y = as_branch(b);
        ClockTree low = join(x.low, y.low), high = join(x.high, y.high);
        if (low == x.low && high == x.high) return a;
        if (low == y.low && high == y.high) return b;
        return branch(a->first, a->bit, std::move(low), std::move(high));
    }
    Leaf both = as_leaf(a);
    bool a_has_all = true, b_has_all = true;
    for (size_t i = 0; i < leaf_size; ++i) {
        const uint32_t x = both.times[i], y = as_leaf(b).times[i];
        a_has_all &= x >= y;
        b_has_all &= y >= x;
        both.times[i] = std::max(x, y);
    }
    if (a_has_all) return a;
    if (b_has_all) return b;
    return std::allocate_shared<Leaf>(Counted<Leaf>(*bytes_), both);
}

namespace {

/// Stamps tell no more epochs apart.
constexpr uint32_t last_epoch = (1u << 22) - 1;

bool same_agent(const Stamp& a, const Stamp& b) { return a.block == b.block && a.agent == b.agent; }

/// From here on no two lanes of the warp pass for apart from each other where epochs are used up.
void all_meet(Agent& warp) {
    warp.met = warp.epoch >= last_epoch ? ~0u : ++warp.epoch;
    warp.meetings.clear();
}

void add_meeting(Agent& warp, const LaneMeeting& meeting) {
    constexpr size_t most = 64;
    if (warp.meetings.size() == most || warp.epoch >= last_epoch) return all_meet(warp);
    warp.meetings.push_back(meeting);
}

/// Lanes write one cell by one instruction: a finding of its own.
bool one_instruction(const Stamp& before, const Stamp& now, const BlockOrder& order) {
    return order.lockstep && same_agent(before, now) && before.operand == now.operand &&
           (order.beside >> before.lane & 1) == 0;
}

}  // namespace

bool conflicts(const Stamp& before, const Stamp& now, const BlockOrder& order) {
    if (before.launch != now.launch) return false;
    const bool out_of_reach = before.block != now.block && (before.narrow != 0 || now.narrow != 0);
    if (before.strong != plain_access && now.strong != plain_access && !out_of_reach) {
        if (before.strong != volatile_access || now.strong != volatile_access) return false;
        const Clock& seen = order.agents[now.agent].seen;
        if (seen && order.covers(seen, before)) return false;
    }
    return !Ordering::ordered(before, order, now);
}

/// The clock, and all that the agent did until now, which ends an epoch. It becomes the clock's last event.
Clock Ordering::until_now(BlockOrder& order, uint32_t index, Clock clock) {
    Agent& agent = order.agents[index];
    order.busy = true;
    if (order.interval != 0) clock = clocks_.with(clock, order.place_of(order.block), order.interval);
    const uint64_t place = order.place_of(order.block, index);
    clock = clocks_.with(clock, place, ++agent.epoch);
    clock.last_place = place;
    clock.last_time = agent.epoch;
    return clock;
}

/// An agent that knows of a later release knows all of this one too.
Release Ordering::release_of(BlockOrder& order, uint32_t index, bool device) {
    const Clock clock = until_now(order, index, order.agents[index].known);
    return {device ? clock : Clock{}, clock, !device};
}

void Ordering::add(Release& to, const Release& release) {
    to.device = clocks_.joined(to.device, release.device);
    to.block = clocks_.joined(to.block, release.block);
    to.narrow |= release.narrow;
}

/// The agent knows what the release hands on.
void Ordering::take_over(BlockOrder& order, Agent& agent, const Release& release, bool device) {
    if (device) agent.known = clocks_.joined(agent.known, release.device);
    if (!device || release.narrow) agent.known = clocks_.joined(agent.known, release.block);
    order.busy = true;
}

/// What each knows, has fenced and has seen becomes what all have.
void Ordering::share(BlockOrder& order, const std::vector<uint32_t>& agents) {
    Clock known;
    Release fenced, pending;
    for (uint32_t index : agents) {
        const Agent& agent = order.agents[index];
        known = clocks_.joined(known, agent.known);
        add(fenced, agent.fenced);
        add(pending, agent.pending);
    }
    for (uint32_t index : agents) {
        Agent& agent = order.agents[index];
        agent.known = known;
        agent.fenced = fenced;
        agent.pending = pending;
    }
}

void Ordering::barrier(BlockOrder& order) {
    ++order.interval;
    if (!order.busy) return;
    std::vector<uint32_t> all(order.agents.size());
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    share(order, all);
    order.busy = false;
}

void Ordering::meet(BlockOrder& order, const std::vector<uint32_t>& agents) {
    Release all;
    for (uint32_t index : agents) add(all, release_of(order, index, false));
    for (uint32_t index : agents) order.agents[index].known = all.block;
    share(order, agents);
}

void Ordering::part(BlockOrder& order, uint32_t index, uint32_t left, uint32_t right) {
    constexpr size_t most = 64;
    Agent& agent = order.agents[index];
    std::vector<Parting>& partings = agent.partings;
    // From here on no two lanes pass for parted.
    if (agent.epoch >= last_epoch) return partings.clear();
    // Lanes that part now had met since they parted last.
    auto outdated = [&](const Parting& one) { return ((one.left | one.right) & ~(left | right)) == 0; };
    while (!partings.empty() && outdated(partings.back())) partings.pop_back();
    if (partings.size() == most) partings.erase(partings.begin());
    partings.push_back({++agent.epoch, left, right});
}

void Ordering::level(BlockOrder& order, uint32_t index, uint32_t path, bool waits) {
    Agent& agent = order.agents[index];
    agent.partings.clear();
    part(order, index, ~0u, ~0u);
    if (!order.lockstep || !waits) return;
    // A path and the others are ordered alike, whichever of them it was.
    const uint32_t lanes = (path & 1) != 0 ? path : ~path;
    std::erase_if(agent.meetings, [&](const LaneMeeting& one) { return one.across && one.lanes == lanes; });
    add_meeting(agent, {++agent.epoch, lanes, true});
}

void Ordering::lanes_meet(BlockOrder& order, uint32_t index, uint32_t lanes, uint32_t live) {
    if (!order.lockstep || (lanes & (lanes - 1)) == 0) return;
    Agent& agent = order.agents[index];
    if ((live & ~lanes) == 0) return all_meet(agent);
    for (size_t i = agent.meetings.size(); i-- > 0;) {
        const LaneMeeting& one = agent.meetings[i];
        if (!one.across && (one.lanes & ~lanes) == 0) {
            agent.meetings.erase(agent.meetings.begin() + i);
        } else if (one.across || (one.lanes & lanes) != 0) {
            break;
        }
    }
    add_meeting(agent, {++agent.epoch, lanes, false});
}

bool Ordering::met_since(const Stamp& access, const BlockOrder& order, const Stamp& now) {
    const uint32_t from = access.lane != now.lane ? access.lane : access.other;
    if (from == now.lane) return true;
    const Agent& warp = order.agents[now.agent];
    if (access.epoch < warp.met) return true;
    uint32_t met = 1u << from, beside = 0;
    for (const LaneMeeting& one : warp.meetings) {
        if (one.epoch <= access.epoch) continue;
        if (!one.across) {
            if (((met | beside) & one.lanes) != 0) met |= one.lanes;
            continue;
        }
        if ((met & one.lanes) != 0) beside |= ~one.lanes;
        if ((met & ~one.lanes) != 0) beside |= one.lanes;
    }
    return ((met | beside) >> now.lane & 1) != 0;
}

bool Ordering::before_parting(const Stamp& access, const Agent& warp, uint32_t lane) {
    const auto latest = std::find_if(warp.partings.rbegin(), warp.partings.rend(), [&](const Parting& one) {
        const uint32_t here = 1u << lane, there = 1u << access.lane;
        return ((one.left & here) != 0 && (one.right & there) != 0) ||
               ((one.left & there) != 0 && (one.right & here) != 0);
    });
    return latest == warp.partings.rend() || access.epoch < latest->epoch;
}

void Ordering::fence(BlockOrder& order, uint32_t index, bool device) {
    Agent& agent = order.agents[index];
    if (agent.pending) take_over(order, agent, agent.pending, device);
    if (device) agent.pending = {};
    // A fence for the block does not take back an earlier one for the device.
    if (device) agent.fenced = {};
    add(agent.fenced, release_of(order, index, device));
}

void Ordering::strong_store(BlockOrder& order, uint32_t index, uint64_t place, bool release,
                            bool read_modify_write, bool device) {
    if (!read_modify_write && !published_.empty()) published_.erase(place);
    const Release handed_on = release ? release_of(order, index, device) : order.agents[index].fenced;
    if (!handed_on) return;
    Published& to = published_.try_emplace(place, bytes_).first->second;
    to.device = clocks_.joined(to.device, handed_on.device);
    Release& own = to.own[order.block];
    own.block = clocks_.joined(own.block, handed_on.block);
    own.narrow |= handed_on.narrow;
}

void Ordering::strong_load(BlockOrder& order, uint32_t index, uint64_t place, bool acquire, bool device) {
    const auto entry = published_.find(place);
    if (entry == published_.end()) return;
    Release handed_on;
    const auto own = entry->second.own.find(order.block);
    if (own != entry->second.own.end()) handed_on = own->second;
    handed_on.device = entry->second.device;
    Agent& agent = order.agents[index];
    if (acquire) return take_over(order, agent, handed_on, device);
    add(agent.pending, handed_on);
    order.busy = true;
}

void Ordering::raise_flag(BlockOrder& order, uint32_t index, uint64_t place) {
    Agent& agent = order.agents[index];
    if (agent.epoch >= last_epoch) return;
    raised_[place] = until_now(order, index, agent.seen ? agent.seen : agent.known);
}

/// A flag's last event does not know of all others, for what agents know and what they have seen are two
/// things; only a flag that was seen before is known by it.
void Ordering::see_flag(BlockOrder& order, uint32_t index, uint64_t place) {
    const auto flag = raised_.find(place);
    Agent& agent = order.agents[index];
    if (flag == raised_.end() || agent.seen.has_all_of(flag->second)) return;
    agent.seen = clocks_.merged(clocks_.merged(agent.known, agent.seen), flag->second);
}

bool is_superseded(const Stamp& access, const Stamp& now, const BlockOrder& order) {
    return access.launch != now.launch || same_agent(access, now) || Ordering::ordered(access, order, now);
}

Stamp racing_with(const Stamp (&two)[2], const Stamp& now, const BlockOrder& order) {
    Stamp own;
    for (const Stamp& one : two) {
        if (Ordering::plainly_ordered(one, order, now) || !conflicts(one, now, order)) continue;
        if (!same_agent(one, now)) return one;
        if (own.launch == 0) own = reader_beside(one, now);
    }
    return own;
}

void note_read_beside(Shadow& shadow, const Stamp& now, const BlockOrder& order) {
    Stamp& kept = shadow.reads[is_superseded(shadow.reads[0], now, order) ? 0 : 1];
    const Stamp before = kept;
    kept = now;
    // As in note_read(), where some lanes have met.
    const bool two = order.lockstep && before.launch == now.launch && same_agent(before, now) &&
                     before.interval == order.interval && !Ordering::ordered_in_warp(before, order, now);
    if (two) kept.other = before.lane != now.lane ? before.lane : before.other;
}

Stamp note_write_beside(Shadow& shadow, const Stamp& now, const BlockOrder& order, bool& read) {
    Stamp* const writes = shadow.writes;
    for (int i = 0; i < 2; ++i) {
        const Stamp before = writes[i];
        if (one_instruction(before, now, order) || !conflicts(before, now, order)) continue;
        // It is reported: a later access races with this one.
        writes[0] = now;
        writes[1] = {};
        return before;
    }
    // Another agent's strong write that this one has not seen is not forgotten for it: a plain access may
    // come that races with both. (An atomic whose result is taken has seen all before it: what its agent does
    // to the cell from now on comes after them, as where the last block sets a counter back.)
    const bool beside = now.blind != 0 && !is_superseded(writes[0], now, order);
    writes[beside ? 1 : 0] = now;
    if (now.blind == 0) writes[1] = {};
    const Stamp other = racing_with(shadow.reads, now, order);
    read = other.launch != 0;
    return other;
}

}  // namespace upsweep::emulator
