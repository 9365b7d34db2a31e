// Happens-before: which agent of a launch may rely on what another did. An agent is a warp, or a lane where
// the lanes of a warp run apart. Program order, barriers, launch ends, release and acquire order accesses; so
// do a fence and a strong (volatile or atomic) store that a strong load sees before a fence of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace upsweep::emulator {

/// An allocator that counts the bytes it has given out.
template <typename T>
struct Counted {
    using value_type = T;
    explicit Counted(int64_t& count) : bytes(&count) {}
    template <typename Other>
    Counted(const Counted<Other>& other) : bytes(other.bytes) {}  // NOLINT(google-explicit-constructor)

    T* allocate(size_t count) {
        T* made = std::allocator<T>().allocate(count);
        *bytes += int64_t(count * sizeof(T));
        return made;
    }
    void deallocate(T* from, size_t count) {
        *bytes -= int64_t(count * sizeof(T));
        std::allocator<T>().deallocate(from, count);
    }
    template <typename Other>
    bool operator==(const Counted<Other>& other) const {
        return bytes == other.bytes;
    }

    int64_t* bytes;
};

/// A part of the tree. It never changes once it is made, so many clocks hold it.
struct ClockNode;
using ClockTree = std::shared_ptr<const ClockNode>;

/// A time for every place, 0 where nothing is known. A copy costs a pointer.
struct Clock {
    ClockTree tree;
    /// The event that knows of all others here: a clock that has this one has them all. Time 0: there is
    /// none.
    uint64_t last_place = 0;
    uint32_t last_time = 0;

    explicit operator bool() const { return tree != nullptr; }
    uint32_t at(uint64_t place) const;
    bool has_all_of(const Clock& other) const {
        return tree == other.tree || (other.last_time != 0 && at(other.last_place) >= other.last_time);
    }
};

/// Makes clocks and counts their bytes. It has to outlive them.
class Clocks {
  public:
    explicit Clocks(int64_t& bytes) : bytes_(&bytes) {}

    /// The later time of each place. Costs what differs between the two, and next to nothing where one has
    /// the other's last event.
    Clock joined(const Clock& a, const Clock& b);
    /// The same of clocks whose last events say nothing about the rest; so does the result's.
    Clock merged(const Clock& a, const Clock& b) { return {join(a.tree, b.tree)}; }
    /// The clock and so late a time at one place more.
    Clock with(const Clock& clock, uint64_t place, uint32_t time);

    /// Parts of trees that were looked at or made so far.
    int64_t visits() const { return visits_; }

  private:
    ClockTree join(const ClockTree& a, const ClockTree& b);
    ClockTree join_alike(const ClockTree& a, const ClockTree& b);
    ClockTree branch(uint64_t first, uint64_t bit, ClockTree low, ClockTree high);

    int64_t* bytes_;
    int64_t visits_ = 0;
};

/// Atomic accesses do not race with each other. Volatile ones do, unless a loop waits for what is read: it
/// relies on nothing else, and what its volatile flag announces is in order too.
enum Strength : uint32_t { plain_access = 0, volatile_access = 1, atomic_access = 2, spin_access = 3 };

/// A stamp tells so many launches apart; then accesses are forgotten and counting begins again.
constexpr uint32_t stamped_launches = (1u << 13) - 1;

/// When an access was made and by whom. 16 bytes: four of them are beside every element.
struct Stamp {
    uint32_t block : 27 = 0;
    uint32_t lane : 5 = 0;
    uint32_t epoch : 22 = 0;  ///< releases that the agent had made before
    uint32_t agent : 10 = 0;
    uint32_t interval : 23 = 0;  ///< barriers that the block had completed before
    uint32_t other : 5 = 0;      ///< of a read: another lane of the warp read too, unless it is `lane`
    uint32_t blind : 1 = 0;      ///< a strong write that saw nothing of what was there
    uint32_t narrow : 1 = 0;     ///< an atomic that holds within its block only
    uint32_t strong : 2 = 0;     ///< see Strength
    uint32_t launch : 13 = 0;    ///< 0: no access
    uint32_t operand : 19 = 0;
};
static_assert(sizeof(Stamp) == 16);

/// What happened before some points of agents, to be handed to others. A clock has the intervals of blocks
/// and the epochs of agents before which all is known: see place_of().
struct Release {
    Clock device;         ///< what is for all blocks
    Clock block;          ///< what came from the block that holds this: for itself
    bool narrow = false;  ///< some of that is for the block alone

    explicit operator bool() const { return device || block; }
};

/// From `epoch` on the lanes on the left go another way than those on the right.
struct Parting {
    uint32_t epoch = 0;
    uint32_t left = 0, right = 0;
};

/// Some lanes of a warp met at `epoch`. Or one path of it made a strong access, which orders what its lanes
/// and the others did until then, but not what they did among themselves.
struct LaneMeeting {
    uint32_t epoch = 0;
    uint32_t lanes = 0;
    bool across = false;
};

struct Agent {
    uint32_t epoch = 0;
    uint32_t met = 0;                   ///< since when all lanes of the warp have not met
    Clock known;                        ///< of other blocks, and of agents of this one within the interval
    Release fenced;                     ///< what its next strong store hands on
    Release pending;                    ///< what strong loads have seen and a fence will take over
    Clock seen;                         ///< what it knows of volatile accesses, by flags that it waited for
    std::vector<Parting> partings;      ///< of a warp whose lanes went different ways, latest last
    std::vector<LaneMeeting> meetings;  ///< of some of its lanes, since all met, latest last
};

/// One resident block's agents: so many as every block of the launch has.
struct BlockOrder {
    uint32_t block = 0;
    uint32_t interval = 0;
    uint32_t beside = 0;    ///< lanes that are not on the path that runs now
    uint32_t met = 0;       ///< of the warp that runs now
    bool lockstep = false;  ///< agents are warps, and what only lockstep orders is looked for
    std::vector<Agent> agents;
    bool busy = false;  ///< some agent fenced, released or acquired since the last barrier

    /// Where a clock has a block's interval, and behind it the epochs of its agents.
    uint64_t place_of(uint32_t of_block) const { return of_block * (agents.size() + 1); }
    uint64_t place_of(uint32_t of_block, uint32_t agent) const { return place_of(of_block) + 1 + agent; }
    bool covers(const Clock& clock, const Stamp& access) const {
        return access.interval < clock.at(place_of(access.block)) ||
               access.epoch < clock.at(place_of(access.block, access.agent));
    }
};

class Ordering {
  public:
    Ordering() = default;
    Ordering& operator=(Ordering&&) = delete;

    /// Everything before is ordered before everything after.
    void begin_launch() { published_.clear(), raised_.clear(), polled_.clear(); }

    void barrier(BlockOrder& order);
    void fence(BlockOrder& order, uint32_t agent, bool device);
    /// Agents of one block meet (lanes that run apart, at a `_sync`).
    void meet(BlockOrder& order, const std::vector<uint32_t>& agents);

    /// The lanes of one path of a warp go different ways. What they did until now is ordered before all that
    /// they do from now on. Costs no more than noting it.
    static void part(BlockOrder& order, uint32_t agent, uint32_t left, uint32_t right);
    /// What all lanes of a warp did until now is ordered before all that those on other paths do from now on.
    /// `path`: the lanes on the path that runs now. `waits`: not only while lanes run in lockstep.
    static void level(BlockOrder& order, uint32_t agent, uint32_t path, bool waits);
    /// Lanes of a warp meet, as at a `__syncwarp`; `live` are those that have not returned.
    static void lanes_meet(BlockOrder& order, uint32_t agent, uint32_t lanes, uint32_t live);
    /// The two lanes went different ways, the access was made since, and nothing has ordered it.
    static bool on_two_paths(const Stamp& access, const BlockOrder& order, const Stamp& now) {
        return (order.beside >> access.lane & 1) != 0 &&
               !before_parting(access, order.agents[now.agent], now.lane);
    }

    /// `place` names a location. A release hands on all that the agent did; a relaxed store what it fenced.
    /// `device`: it reaches other blocks.
    void strong_store(BlockOrder& order, uint32_t agent, uint64_t place, bool release, bool read_modify_write,
                      bool device = true);
    /// A volatile store, and the load of a loop that waits for it. They order the volatile accesses of the
    /// two agents without a fence.
    void raise_flag(BlockOrder& order, uint32_t agent, uint64_t place);
    void see_flag(BlockOrder& order, uint32_t agent, uint64_t place);
    /// A loop waits for what is at the place.
    void poll(uint64_t place) { polled_.insert(place); }
    bool is_polled(uint64_t place) const { return polled_.contains(place); }
    void strong_load(BlockOrder& order, uint32_t agent, uint64_t place, bool acquire, bool device = true);

    /// Bytes that flags and clocks hold: each flag hands on all that its writer knew.
    int64_t bytes() const { return bytes_; }
    /// What clocks have cost so far: see Clocks::visits().
    int64_t visits() const { return clocks_.visits(); }

    /// The access is of an earlier launch or interval, or of the agent itself: ordered at sight. (False says
    /// nothing.)
    static bool plainly_ordered(const Stamp& access, const BlockOrder& order, const Stamp& now) {
        return plainly_ordered(access, order, now, now.lane);
    }
    static bool plainly_ordered(const Stamp& access, const BlockOrder& order, const Stamp& now,
                                uint32_t lane) {
        if (access.launch != now.launch) return true;
        if (access.block != order.block) return false;
        if (access.interval < order.interval) return true;
        if (access.agent != now.agent) return false;
        if (!order.lockstep) return (order.beside >> access.lane & 1) == 0;
        return access.epoch < order.met || (access.lane == lane && access.other == lane);
    }
    /// The access of this launch happened before whatever the agent's lane does now.
    static bool ordered(const Stamp& access, const BlockOrder& order, const Stamp& now) {
        if (access.block == order.block) {
            if (access.interval < order.interval) return true;
            if (access.agent == now.agent) return ordered_in_warp(access, order, now);
        }
        const Clock& known = order.agents[now.agent].known;
        return known && order.covers(known, access);
    }

    /// The same of two lanes of one warp.
    static bool ordered_in_warp(const Stamp& access, const BlockOrder& order, const Stamp& now) {
        if (order.lockstep) return met_since(access, order, now);
        return (order.beside >> access.lane & 1) == 0 ||
               before_parting(access, order.agents[now.agent], now.lane);
    }

  private:
    /// The lanes of the access and of now have met since, directly or through others.
    static bool met_since(const Stamp& access, const BlockOrder& order, const Stamp& now);
    /// The access was made before its lane and this one of the same warp went different ways.
    static bool before_parting(const Stamp& access, const Agent& warp, uint32_t lane);

    /// What is at a place hands on: to all blocks, and to each block what came from itself.
    struct Published {
        explicit Published(int64_t& bytes) : own(OwnBytes(bytes)) {}
        using OwnBytes = Counted<std::pair<const uint32_t, Release>>;
        Clock device;
        std::map<uint32_t, Release, std::less<>, OwnBytes> own;  ///< `block` alone
    };
    template <typename Value>
    using Places = std::unordered_map<uint64_t, Value, std::hash<uint64_t>, std::equal_to<>,
                                      Counted<std::pair<const uint64_t, Value>>>;

    Clock until_now(BlockOrder& order, uint32_t index, Clock clock);
    Release release_of(BlockOrder& order, uint32_t index, bool device);
    void add(Release& to, const Release& release);
    void take_over(BlockOrder& order, Agent& agent, const Release& release, bool device);
    void share(BlockOrder& order, const std::vector<uint32_t>& agents);

    int64_t bytes_ = 0;
    Clocks clocks_{bytes_};
    Places<Published> published_{Places<Published>::allocator_type(bytes_)};
    Places<Clock> raised_{Places<Clock>::allocator_type(bytes_)};  ///< flags by place
    std::unordered_set<uint64_t, std::hash<uint64_t>, std::equal_to<>, Counted<uint64_t>> polled_{
        Counted<uint64_t>(bytes_)};
};

/// The last accesses of one element: of the writes a second one where strong ones of different agents are not
/// ordered and the later has not seen the earlier, of the reads two of different agents.
struct Shadow {
    Stamp writes[2];
    Stamp reads[2];
};

/// The two accesses, one of them a write, race.
bool conflicts(const Stamp& before, const Stamp& now, const BlockOrder& order);
/// A new access may take this one's place.
bool is_superseded(const Stamp& access, const Stamp& now, const BlockOrder& order);
/// The read by a lane that is not the one of now, where two lanes of the warp read.
inline Stamp reader_beside(Stamp read, const Stamp& now) {
    if (read.block == now.block && read.agent == now.agent && read.lane == now.lane) read.lane = read.other;
    return read;
}
/// Keeps a read where the first of those before is not ordered at sight.
void note_read_beside(Shadow& shadow, const Stamp& now, const BlockOrder& order);
/// As note_write(), where the writes are not ordered at sight.
Stamp note_write_beside(Shadow& shadow, const Stamp& now, const BlockOrder& order, bool& read);

/// Of two accesses the one that races with now, rather another agent's than the warp's own; its launch is 0
/// if none exists.
Stamp racing_with(const Stamp (&two)[2], const Stamp& now, const BlockOrder& order);

/// Notes a read and gives the write that it races with; its launch is 0 if none exists.
inline Stamp note_read(Shadow& shadow, const Stamp& now, const BlockOrder& order) {
    Stamp& first = shadow.reads[0];
    if (Ordering::plainly_ordered(first, order, now)) {
        first = now;
    } else if (order.lockstep && first.block == now.block && first.agent == now.agent &&
               order.agents[now.agent].meetings.empty()) {
        // Two lanes of the warp are kept: whichever of its lanes writes, one of them is another.
        const uint32_t other = first.lane != now.lane ? first.lane : first.other;
        first = now;
        first.other = other & 31u;
    } else {
        note_read_beside(shadow, now, order);
    }
    if (Ordering::plainly_ordered(shadow.writes[0], order, now) &&
        Ordering::plainly_ordered(shadow.writes[1], order, now))
        return {};
    return racing_with(shadow.writes, now, order);
}

/// Notes a write and gives the access that it races with; its launch is 0 if none exists. `read` says
/// whether that was a read.
inline Stamp note_write(Shadow& shadow, const Stamp& now, const BlockOrder& order, bool& read) {
    read = false;
    if (!Ordering::plainly_ordered(shadow.writes[0], order, now) ||
        !Ordering::plainly_ordered(shadow.writes[1], order, now))
        return note_write_beside(shadow, now, order, read);
    shadow.writes[0] = now;
    if (Ordering::plainly_ordered(shadow.reads[0], order, now) &&
        Ordering::plainly_ordered(shadow.reads[1], order, now))
        return {};
    const Stamp other = racing_with(shadow.reads, now, order);
    read = other.launch != 0;
    return other;
}

}  // namespace upsweep::emulator
