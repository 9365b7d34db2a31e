// Which agent synchronises with which: strong accesses, fences, barriers and meetings join the agents'
// clocks.
#include "emulator/machine/detect/ordering.h"

#include <algorithm>

namespace upsweep::emulator {
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
            agent.meetings.erase(agent.meetings.begin() + ptrdiff_t(i));
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
