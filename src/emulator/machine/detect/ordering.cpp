// Vector clocks with few entries: most blocks never hear of each other.
#include "emulator/machine/detect/ordering.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace upsweep::emulator {
namespace {

std::uint64_t key_of(std::uint32_t block, std::uint32_t agent) {
    return (static_cast<std::uint64_t>(block) << 10) | agent;
}

template <typename Map, typename Key>
void raise(Map& map, Key key, std::uint32_t value) {
    std::uint32_t& entry = map[key];
    entry = std::max(entry, value);
}

void include(Known& known, const Known& other) {
    for (const auto& [block, interval] : other.intervals) raise(known.intervals, block, interval);
    for (const auto& [agent, epoch] : other.epochs) raise(known.epochs, agent, epoch);
}

void include(Known& known, const Release& release) {
    if (release.known != nullptr) include(known, *release.known);
    raise(known.intervals, release.block, release.interval);
    raise(known.epochs, key_of(release.block, release.agent), release.epoch + 1);
}

bool includes(const Known* known, const Release& release) {
    if (known == nullptr) return false;
    auto entry = known->epochs.find(key_of(release.block, release.agent));
    return entry != known->epochs.end() && entry->second > release.epoch;
}

/// The agent knows what these releases hand on.
void take_over(BlockOrder& order, Agent& agent, const std::vector<Release>& releases, bool device) {
    std::shared_ptr<Known> known;
    for (const Release& release : releases) {
        bool reaches = (release.device && device) || release.block == order.block;
        if (!reaches || includes(known == nullptr ? agent.known.get() : known.get(), release)) continue;
        if (known == nullptr)
            known = std::make_shared<Known>(agent.known == nullptr ? Known{} : *agent.known);
        include(*known, release);
    }
    if (known != nullptr) agent.known = std::move(known);
    order.busy = true;
}

void take_over_pending(BlockOrder& order, Agent& agent, bool device) {
    for (const Releases& releases : agent.pending) take_over(order, agent, *releases, device);
    if (device) agent.pending.clear();
}

Release release_of(BlockOrder& order, std::uint32_t index, bool device) {
    Agent& agent = order.agents[index];
    order.busy = true;
    return {order.block, index, order.interval, agent.epoch++, device, agent.known};
}

/// Both lists, of each agent the latest.
Releases united(const Releases& a, const Releases& b) {
    if (a == nullptr || a == b) return b;
    if (b == nullptr) return a;
    auto all = std::make_shared<std::vector<Release>>(*a);
    for (const Release& release : *b) {
        auto same = std::find_if(all->begin(), all->end(), [&](const Release& r) {
            return r.block == release.block && r.agent == release.agent && r.device == release.device;
        });
        if (same == all->end())
            all->push_back(release);
        else if (same->epoch < release.epoch)
            *same = release;
    }
    return all;
}

/// What each knows, has fenced and has seen becomes what all have.
void share(BlockOrder& order, const std::vector<std::uint32_t>& agents) {
    std::shared_ptr<Known> known;
    std::shared_ptr<const Known> first;
    Releases fenced;
    std::vector<Releases> pending;
    for (std::uint32_t index : agents) {
        const Agent& agent = order.agents[index];
        fenced = united(fenced, agent.fenced);
        for (const Releases& releases : agent.pending)
            if (std::find(pending.begin(), pending.end(), releases) == pending.end())
                pending.push_back(releases);
        if (agent.known == nullptr || agent.known == first) continue;
        if (first == nullptr) {
            first = agent.known;
            continue;
        }
        if (known == nullptr) known = std::make_shared<Known>(*first);
        include(*known, *agent.known);
    }
    if (known != nullptr) first = known;
    for (std::uint32_t index : agents) {
        Agent& agent = order.agents[index];
        agent.known = first;
        agent.fenced = fenced;
        agent.pending = pending;
    }
}

/// Stamps tell no more epochs apart.
constexpr std::uint32_t last_epoch = (1u << 22) - 1;

bool same_agent(const Stamp& a, const Stamp& b) { return a.block == b.block && a.agent == b.agent; }

/// From here on no two lanes of the warp pass for apart from each other where epochs are used up.
void all_meet(Agent& warp) {
    warp.met = warp.epoch >= last_epoch ? ~0u : ++warp.epoch;
    warp.meetings.clear();
}

void add_meeting(Agent& warp, const LaneMeeting& meeting) {
    constexpr std::size_t most = 64;
    if (warp.meetings.size() == most || warp.epoch >= last_epoch) return all_meet(warp);
    warp.meetings.push_back(meeting);
}

/// Lanes write one cell by one instruction: that is told as such.
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
        const Known* seen = order.agents[now.agent].seen.get();
        if (seen != nullptr && seen->covers(before.block, before.agent, before.interval, before.epoch))
            return false;
    }
    return !Ordering::ordered(before, order, now);
}

bool Known::covers(std::uint32_t block, std::uint32_t agent, std::uint32_t interval,
                   std::uint32_t epoch) const {
    auto of_block = intervals.find(block);
    if (of_block != intervals.end() && interval < of_block->second) return true;
    auto of_agent = epochs.find(key_of(block, agent));
    return of_agent != epochs.end() && epoch < of_agent->second;
}

void Ordering::barrier(BlockOrder& order) const {
    ++order.interval;
    if (!order.busy) return;
    std::vector<std::uint32_t> all(order.agents.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    share(order, all);
    order.busy = false;
}

void Ordering::meet(BlockOrder& order, const std::vector<std::uint32_t>& agents) const {
    auto releases = std::make_shared<std::vector<Release>>();
    for (std::uint32_t index : agents) releases->push_back(release_of(order, index, false));
    Agent all;
    take_over(order, all, *releases, false);
    for (std::uint32_t index : agents) order.agents[index].known = all.known;
    share(order, agents);
}

void Ordering::part(BlockOrder& order, std::uint32_t index, std::uint32_t left, std::uint32_t right) {
    constexpr std::size_t most = 64;
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

void Ordering::level(BlockOrder& order, std::uint32_t index, std::uint32_t path, bool waits) {
    Agent& agent = order.agents[index];
    agent.partings.clear();
    part(order, index, ~0u, ~0u);
    if (!order.lockstep || !waits) return;
    // A path and the others are ordered alike, whichever of them it was.
    const std::uint32_t lanes = (path & 1) != 0 ? path : ~path;
    std::erase_if(agent.meetings, [&](const LaneMeeting& one) { return one.across && one.lanes == lanes; });
    add_meeting(agent, {++agent.epoch, lanes, true});
}

void Ordering::lanes_meet(BlockOrder& order, std::uint32_t index, std::uint32_t lanes, std::uint32_t live) {
    if (!order.lockstep || (lanes & (lanes - 1)) == 0) return;
    Agent& agent = order.agents[index];
    if ((live & ~lanes) == 0) return all_meet(agent);
    for (std::size_t i = agent.meetings.size(); i-- > 0;) {
        const LaneMeeting& one = agent.meetings[i];
        if (!one.across && (one.lanes & ~lanes) == 0) {
            agent.meetings.erase(agent.meetings.begin() + static_cast<std::ptrdiff_t>(i));
        } else if (one.across || (one.lanes & lanes) != 0) {
            break;
        }
    }
    add_meeting(agent, {++agent.epoch, lanes, false});
}

bool Ordering::met_since(const Stamp& access, const BlockOrder& order, const Stamp& now) {
    const std::uint32_t from = access.lane != now.lane ? access.lane : access.other;
    if (from == now.lane) return true;
    const Agent& warp = order.agents[now.agent];
    if (access.epoch < warp.met) return true;
    std::uint32_t met = 1u << from, beside = 0;
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

bool Ordering::before_parting(const Stamp& access, const Agent& warp, std::uint32_t lane) {
    const auto latest = std::find_if(warp.partings.rbegin(), warp.partings.rend(), [&](const Parting& one) {
        const std::uint32_t here = 1u << lane, there = 1u << access.lane;
        return ((one.left & here) != 0 && (one.right & there) != 0) ||
               ((one.left & there) != 0 && (one.right & here) != 0);
    });
    return latest == warp.partings.rend() || access.epoch < latest->epoch;
}

void Ordering::fence(BlockOrder& order, std::uint32_t index, bool device) const {
    Agent& agent = order.agents[index];
    take_over_pending(order, agent, device);
    auto own = std::make_shared<std::vector<Release>>();
    own->push_back(release_of(order, index, device));
    // A fence for the block does not take back an earlier one for the device.
    agent.fenced = device ? Releases(own) : united(agent.fenced, own);
}

void Ordering::strong_store(BlockOrder& order, std::uint32_t index, std::uint64_t place, bool release,
                            bool read_modify_write, bool device) {
    Releases handed_on = order.agents[index].fenced;
    if (release) {
        auto own = std::make_shared<std::vector<Release>>();
        own->push_back(release_of(order, index, device));
        handed_on = own;
    }
    if (handed_on == nullptr && published_.empty()) return;
    if (read_modify_write) {
        Releases& entry = published_[place];
        entry = united(entry, handed_on);
    } else if (handed_on == nullptr) {
        published_.erase(place);
    } else {
        published_[place] = std::move(handed_on);
    }
}

void Ordering::strong_load(BlockOrder& order, std::uint32_t index, std::uint64_t place, bool acquire,
                           bool device) const {
    auto entry = published_.find(place);
    if (entry == published_.end() || entry->second == nullptr) return;
    Agent& agent = order.agents[index];
    if (acquire) {
        take_over(order, agent, *entry->second, device);
        return;
    }
    if (std::find(agent.pending.begin(), agent.pending.end(), entry->second) == agent.pending.end())
        agent.pending.push_back(entry->second);
    order.busy = true;
}

std::int64_t Ordering::bytes() {
    constexpr std::size_t entry = 48, list = 96;
    // What is known grows with the flags: measured again when there are a tenth more, all that is measured
    // costs ten times the last.
    if (published_.size() > measured_ + measured_ / 10) {
        measured_ = published_.size();
        std::unordered_set<const Known*> counted;
        std::size_t entries = 0;
        for (const auto& [place, releases] : published_)
            for (const Release& release : releases == nullptr ? std::vector<Release>{} : *releases)
                if (release.known != nullptr && counted.insert(release.known.get()).second)
                    entries += release.known->intervals.size() + release.known->epochs.size();
        known_bytes_ = static_cast<std::int64_t>(entry * entries + list * measured_);
    }
    return known_bytes_ + static_cast<std::int64_t>((entry + sizeof(Release)) * raised_.size());
}

void Ordering::raise_flag(BlockOrder& order, std::uint32_t index, std::uint64_t place) {
    Agent& agent = order.agents[index];
    if (agent.epoch >= last_epoch) return;
    Release own = release_of(order, index, false);
    if (agent.seen != nullptr) own.known = agent.seen;
    raised_[place] = std::move(own);
}

void Ordering::see_flag(BlockOrder& order, std::uint32_t index, std::uint64_t place) const {
    const auto flag = raised_.find(place);
    Agent& agent = order.agents[index];
    if (flag == raised_.end() || includes(agent.seen.get(), flag->second)) return;
    auto seen = std::make_shared<Known>();
    if (agent.known != nullptr) include(*seen, *agent.known);
    if (agent.seen != nullptr) include(*seen, *agent.seen);
    include(*seen, flag->second);
    agent.seen = std::move(seen);
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
        // It has been told: what comes later races with this one.
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
