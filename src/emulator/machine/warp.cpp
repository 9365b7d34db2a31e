// Splitting, meeting and returning of a warp's paths.
#include "emulator/machine/warp.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace upsweep::emulator {

void Paths::start(int lanes, int depth, uint32_t mask) {
    depth_ = std::max(depth, 1);
    paths_.resize(size_t(lanes));
    for (Path& path : used()) path = {};
    used_ = 1;
    stack_.resize(size_t(lanes) * size_t(depth_));
    joins_.clear();
    live_ = mask;
    current_ = 0;
    ready_ = 1;
    paths_[0].state = Path::State::ready;
    paths_[0].mask = mask;
}

int32_t& Paths::entry(const Path& path, int level) {
    return stack_[index_of(path) * size_t(depth_) + size_t(level)];
}

void Paths::set_state(Path& path, Path::State state) {
    ready_ += int(state == Path::State::ready) - int(path.state == Path::State::ready);
    path.state = state;
}

Path* Paths::current() {
    if (ready_ == 0) return nullptr;
    if (paths_[current_].state != Path::State::ready) rotate();
    return &paths_[current_];
}

void Paths::rotate() {
    if (ready_ == 1 && paths_[current_].state == Path::State::ready) return;
    for (size_t i = 1; i <= used_; ++i) {
        size_t next = (current_ + i) % used_;
        if (paths_[next].state != Path::State::ready) continue;
        current_ = next;
        return;
    }
}

void Paths::stay_inside() {
    if (ready_ == 0 || paths_[current_].state == Path::State::ready) return;
    const Path* innermost = nullptr;
    for (const Path& path : used())
        if (path.state == Path::State::ready && (innermost == nullptr || path.open > innermost->open))
            innermost = &path;
    current_ = index_of(*innermost);
}

void Paths::open_join() {
    Path& path = paths_[current_];
    assert(path.open < depth_);
    entry(path, path.open++) = not_shared;
}

void Paths::split(uint32_t staying, uint32_t pc) {
    Path& path = paths_[current_];
    auto* other = find_by(used(), &Path::state, Path::State::free);
    assert(other != nullptr || used_ < paths_.size());
    if (other == nullptr) other = &paths_[used_++];
    // From now on two paths share the constructs that are open: both are awaited at their ends.
    for (int level = 0; level < path.open; ++level) {
        int32_t& join = entry(path, level);
        if (join == not_shared) {
            auto unused = find_if(joins_, [](const Join& j) { return j.expected == 0; });
            if (unused == joins_.end()) unused = joins_.insert(joins_.end(), Join{});
            *unused = {path.mask, 0};
            join = int32_t(unused - joins_.begin());
        }
        entry(*other, level) = join;
    }
    other->pc = pc;
    other->mask = path.mask & ~staying;
    other->open = path.open;
    set_state(*other, Path::State::ready);
    path.mask = staying;
}

void Paths::discard(Path& path) {
    set_state(path, Path::State::free);
    path.mask = 0;
    path.open = 0;
    path.alone = 0;
    path.idle = 0;
    path.loop = -1;
    path.read = path.spins_on = {};
}

bool Paths::join(uint32_t pc_after) {
    Path& path = paths_[current_];
    int32_t index = entry(path, path.open - 1);
    path.pc = pc_after;
    if (index == not_shared) {
        --path.open;
        return true;
    }
    Join& join = nth(joins_, index);
    join.arrived |= path.mask;
    set_state(path, Path::State::at_join);
    check_complete(index);
    return path.state == Path::State::ready;
}

/// If all expected lanes wait at the join they continue as one path, the current one if it is among them.
void Paths::check_complete(int32_t index) {
    Join& join = nth(joins_, index);
    if (join.arrived == 0 || join.arrived != join.expected) return;
    auto waits = [&](const Path& p) {
        return p.state == Path::State::at_join && entry(p, p.open - 1) == index;
    };
    Path* survivor = waits(paths_[current_]) ? &paths_[current_] : nullptr;
    for (Path& path : used()) {
        if (!waits(path) || &path == survivor) continue;
        if (survivor == nullptr)
            survivor = &path;
        else
            discard(path);
    }
    survivor->mask = join.arrived;
    --survivor->open;
    set_state(*survivor, Path::State::ready);
    join = {};
}

void Paths::leave_joins(int count) {
    Path& path = paths_[current_];
    for (; count > 0; --count) {
        int32_t index = entry(path, --path.open);
        if (index == not_shared) continue;
        nth(joins_, index).expected &= ~path.mask;
        check_complete(index);
    }
}

uint32_t Paths::exit() {
    Path& path = paths_[current_];
    leave_joins(path.open);
    live_ &= ~path.mask;
    discard(path);
    // No one waits for a lane that has returned.
    uint32_t met = 0;
    for (const Path& other : used())
        if (other.state == Path::State::at_meet) met |= complete_meet(other);
    return met;
}

void Paths::wait_at_barrier(uint32_t pc_after, int32_t statement, Register vote) {
    Path& path = paths_[current_];
    path.pc = pc_after;
    path.barrier_statement = statement;
    path.vote = vote;
    set_state(path, Path::State::at_barrier);
}

uint32_t Paths::at_barrier() const {
    uint32_t lanes = 0;
    for (const Path& path : used())
        if (path.state == Path::State::at_barrier) lanes |= path.mask;
    return lanes;
}

void Paths::release_barrier() {
    for (Path& path : used())
        if (path.state == Path::State::at_barrier) set_state(path, Path::State::ready);
    unite_ready();
}

/// Paths that are at the same place inside the same constructs continue together.
void Paths::unite_ready() {
    if (ready_ < 2) return;
    for (Path& path : used())
        for (Path& twin : used()) {
            bool both =
                path.state == Path::State::ready && twin.state == Path::State::ready && &path != &twin;
            if (!both || path.pc != twin.pc || path.open != twin.open) continue;
            bool same = true;
            for (int level = 0; level < path.open; ++level) same &= entry(path, level) == entry(twin, level);
            if (!same) continue;
            path.mask |= twin.mask;
            path.unmet |= twin.unmet;
            discard(twin);
        }
}

uint32_t Paths::wait_to_meet(uint32_t pc_after, uint32_t named) {
    Path& path = paths_[current_];
    path.pc = pc_after;
    path.named = named | path.mask;
    path.anyone = false;
    set_state(path, Path::State::at_meet);
    return complete_meet(path);
}

uint32_t Paths::wait_for_anyone(uint32_t pc_after) {
    Path& path = paths_[current_];
    path.pc = pc_after;
    path.named = live_;
    path.anyone = true;
    set_state(path, Path::State::at_meet);
    return complete_meet(path);
}

/// All that wait for anyone at this place continue.
uint32_t Paths::meet_at(uint32_t pc) {
    uint32_t met = 0;
    for (Path& path : used()) {
        if (path.state != Path::State::at_meet || !path.anyone || path.pc != pc) continue;
        met |= path.mask;
        set_state(path, Path::State::ready);
    }
    unite_ready();
    return met;
}

uint32_t Paths::release_anyone() {
    const Path* first = nullptr;
    for (const Path& path : used())
        if (path.state == Path::State::at_meet && path.anyone && (first == nullptr || path.pc < first->pc))
            first = &path;
    return first == nullptr ? 0 : meet_at(first->pc);
}

/// Lets those continue that wait with `path`, if no one whom they named is missing; gives their lanes, or 0.
uint32_t Paths::complete_meet(const Path& path) {
    uint32_t here = 0, wanted = path.named;
    if (path.anyone) {
        for (const Path& other : used())
            if (other.state == Path::State::at_meet && other.anyone && other.pc == path.pc)
                here |= other.mask;
        return here == live_ ? meet_at(path.pc) : 0;
    }
    for (const Path& other : used()) {
        if (other.state != Path::State::at_meet || other.anyone) continue;
        here |= other.mask;
        if ((other.mask & path.named) != 0) wanted |= other.named;
    }
    wanted &= live_;
    if ((wanted & ~here) != 0) return 0;
    for (Path& other : used())
        if (other.state == Path::State::at_meet && !other.anyone && (other.mask & wanted) != 0)
            set_state(other, Path::State::ready);
    unite_ready();
    return wanted;
}

bool Paths::waits_to_meet() const { return find_by(used(), &Path::state, Path::State::at_meet) != nullptr; }

bool Paths::release_meets() {
    uint32_t here = 0, wanted = 0, on_their_way = 0;
    for (const Path& path : used()) {
        if (path.state == Path::State::at_meet) here |= path.mask, wanted |= path.named;
        if (path.state == Path::State::ready) on_their_way |= path.mask;
    }
    if (here == 0 || (wanted & on_their_way) != 0) return false;
    for (Path& path : used()) {
        if (path.state != Path::State::at_meet) continue;
        path.unmet = path.named & live_ & ~here;
        set_state(path, Path::State::ready);
    }
    unite_ready();
    return true;
}

void Paths::choose(int position) {
    uint32_t taken = 0;
    for (; ready_ > 0; --position) {
        size_t lowest = used_;
        for (size_t i = 0; i < used_; ++i) {
            if (paths_[i].state != Path::State::ready || (taken >> i & 1) != 0) continue;
            if (lowest == used_ || std::countr_zero(paths_[i].mask) < std::countr_zero(paths_[lowest].mask))
                lowest = i;
        }
        if (lowest == used_) return;
        current_ = lowest;
        taken |= 1u << lowest;
        if (position <= 0) return;
    }
}

bool Paths::idle_pass() {
    uint8_t& own = paths_[current_].idle;
    own = std::min<uint8_t>(idle_passes, uint8_t(own + 1));
    return all_of(used(), [](const Path& path) {
        return path.state != Path::State::ready || path.idle == idle_passes;
    });
}

void Paths::forget_idle() {
    for (Path& path : used()) path.idle = 0;
}

int Paths::position() const {
    const Path& now = paths_[current_];
    if (now.state != Path::State::ready) return ready_;
    int before = 0;
    for (const Path& path : used())
        if (path.state == Path::State::ready && std::countr_zero(path.mask) < std::countr_zero(now.mask))
            ++before;
    return before;
}

bool Paths::release_joins() {
    bool any = false;
    for (Path& path : used()) {
        if (path.state != Path::State::at_join) continue;
        int32_t index = entry(path, path.open - 1);
        Join& join = nth(joins_, index);
        join.expected &= ~path.mask;
        join.arrived &= ~path.mask;
        --path.open;
        set_state(path, Path::State::ready);
        any = true;
    }
    return any;
}

void Warp::spread(Register r) {
    const EvenOrigin& all = even[r];
    tainted[r] &= uint8_t(~even_bit);
    OriginId* origin = origin_row(r);
    uint32_t* depth = depth_row(r);
    for (int lane = 0; lane < lanes; ++lane) {
        const bool has = (all.lanes >> lane & 1) != 0;
        origin[lane] = has ? all.origin : 0;
        depth[lane] = has ? all.depth : 0;
    }
}

}  // namespace upsweep::emulator
