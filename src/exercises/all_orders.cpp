// Partial-order reduction over traces.
#include "exercises/all_orders.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/bytecode/statement.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/waiting.h"

namespace upsweep::exercises {
namespace {

using emulator::StepKind;
using emulator::Trace;

constexpr size_t longest_list = 4096;

/// What one turn of a warp touches.
struct Event {
    int warp = 0;        ///< by its number in the launch
    int32_t number = 0;  ///< among that warp's
    uint32_t block = 0, interval = 0;
    std::vector<std::pair<uint64_t, bool>> cells;  ///< and whether it writes
    std::vector<int32_t> clock;  ///< by warp: how many of its events come before this or are it
};

uint64_t mixed(uint64_t a, uint64_t b) {
    uint64_t z = a * 0x9e3779b97f4a7c15U ^ (b + 0x7f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
}

/// A cell's name, the same in every run: arrays of blocks are numbered as they come.
uint64_t cell_of(const Trace& trace, const emulator::Access& access) {
    const emulator::ArrayInfo& array = trace.arrays[access.array];
    uint64_t name = array.block < 0 ? access.array : text_hash(array.name);
    name = mixed(name, uint64_t(array.block + 1));
    return mixed(name, access.offset / 4);
}

/// Turns in which a warp asks again for what has not changed: they touch nothing new, however many they are.
std::vector<bool> asks_in_vain(const Trace& trace) {
    std::vector<bool> vain(trace.steps.size());
    for (const emulator::WaitInterval& wait : trace.waits) {
        if (wait.array < 0) continue;
        const int64_t end = wait.ended_by < 0 ? trace.step_count() : wait.ended_by;
        for (int64_t i = wait.first_step + 1; i < end; ++i) {
            const emulator::Step& step = trace.step_at(i);
            if (step.block == wait.block && step.warp == wait.warp) vain[i] = true;
        }
    }
    return vain;
}

std::vector<Event> events_of(const Trace& trace) {
    const int warps = trace.launches.front().warps_per_block;
    const std::vector<bool> vain = asks_in_vain(trace);
    std::map<int, int32_t> numbers;
    std::vector<Event> events;
    for (int64_t i = 0; i < trace.step_count(); ++i) {
        const emulator::Step& step = trace.step_at(i);
        if (step.kind == StepKind::host || step.kind == StepKind::drain || vain[i]) continue;
        Event event;
        event.warp = int(step.block) * warps + int(step.warp);
        event.number = numbers[event.warp]++;
        event.block = step.block;
        event.interval = step.interval;
        for (const emulator::Access& access : trace.accesses_of(i)) {
            if (trace.arrays[access.array].space == emulator::Space::local) continue;
            event.cells.emplace_back(cell_of(trace, access), access.kind != emulator::AccessKind::read);
        }
        events.push_back(std::move(event));
    }
    return events;
}

void join(std::vector<int32_t>& into, const std::vector<int32_t>& from) {
    for (size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
}

bool comes_before(const Event& first, const Event& then) { return then.clock[first.warp] > first.number; }

/// Works out what comes before what, which pairs may be turned round, and what class of orders it is.
class Relation {
  public:
    Relation(const Trace& trace, std::vector<Event>& events) : trace_(trace), events_(events) {
        const emulator::LaunchInfo& launch = trace.launches.front();
        const auto warps = size_t(launch.grid.count() * launch.warps_per_block);
        last_of_warp_.assign(warps, -1);
        for (size_t i = 0; i < events.size(); ++i) add(i, warps);
    }

    /// Positions of dependent events that nothing else orders.
    const std::vector<std::pair<size_t, size_t>>& pairs() const { return pairs_; }
    uint64_t signature() const { return signature_; }

  private:
    struct Cell {
        int64_t writer = -1;
        std::vector<size_t> readers;  ///< since
    };

    void add(size_t at, size_t warps) {
        Event& event = events_[at];
        event.clock.assign(warps, 0);
        auto& last = last_of_warp_[event.warp];
        if (last >= 0) join(event.clock, events_[last].clock);
        if (last < 0) after_freed_slot(event);
        after_barrier(event);
        uint64_t code = mixed(uint64_t(event.warp), uint64_t(event.number));
        std::vector<size_t> dependent;
        for (const auto& [name, writes] : event.cells) {
            Cell& cell = cells_[name];
            if (cell.writer >= 0) {
                dependent.push_back(size_t(cell.writer));
                code += mixed(name, name_of(size_t(cell.writer)));
            }
            if (!writes) continue;
            for (const size_t reader : cell.readers) {
                dependent.push_back(reader);
                code += mixed(name + 1, name_of(reader));
            }
        }
        note(at, std::move(dependent));
        for (const auto& [name, writes] : event.cells) {
            Cell& cell = cells_[name];
            if (writes)
                cell = {int64_t(at), {}};
            else
                cell.readers.push_back(at);
        }
        signature_ += mixed(code, 77);
        event.clock[event.warp] = event.number + 1;
        last = int64_t(at);
        join_block(event);
    }

    uint64_t name_of(size_t event) const {
        return mixed(uint64_t(events_[event].warp), uint64_t(events_[event].number) + 5);
    }

    /// Pairs with what this event depends on, the latest first: what one of them orders is not a pair.
    void note(size_t at, std::vector<size_t> dependent) {
        sort(dependent, std::greater<>());
        dependent.erase(std::unique(dependent.begin(), dependent.end()), dependent.end());
        Event& event = events_[at];
        for (const size_t earlier : dependent) {
            const Event& other = events_[earlier];
            if (other.warp != event.warp && !comes_before(other, event)) pairs_.emplace_back(earlier, at);
            join(event.clock, other.clock);
        }
    }

    /// A warp past a barrier comes after everything its block did before it.
    void after_barrier(Event& event) {
        for (auto& [key, clock] : blocks_)
            if (key.first == event.block && key.second < event.interval) join(event.clock, clock);
    }
    void join_block(const Event& event) {
        auto& clock = blocks_[{event.block, event.interval}];
        clock.resize(event.clock.size());
        join(clock, event.clock);
    }

    /// A block that took a slot which another had left comes after that one.
    void after_freed_slot(Event& event) {
        const auto& all = trace_.launches.front().blocks;
        const auto own =
            find_if(all, [&](const emulator::BlockInfo& one) { return one.block == event.block; });
        for (auto one = all.begin(); one != own && own != all.end(); ++one)
            if (one->multiprocessor == own->multiprocessor && one->slot == own->slot)
                for (const auto& [key, clock] : blocks_)
                    if (key.first == one->block) join(event.clock, clock);
    }

    const Trace& trace_;
    std::vector<Event>& events_;
    std::vector<int64_t> last_of_warp_;
    std::map<std::pair<uint32_t, uint32_t>, std::vector<int32_t>> blocks_;
    std::map<uint64_t, Cell> cells_;
    std::vector<std::pair<size_t, size_t>> pairs_;
    uint64_t signature_ = 0;
};

/// Turns up to the second of the pair, without the first and what comes after it; then the second.
std::vector<int> reversed(const std::vector<Event>& events, std::pair<size_t, size_t> pair) {
    std::vector<int> list;
    for (size_t i = 0; i < pair.second; ++i)
        if (i < pair.first || (i > pair.first && !comes_before(events[pair.first], events[i])))
            list.push_back(events[i].warp);
    list.push_back(events[pair.second].warp);
    return list;
}

uint64_t code_of(const std::vector<int>& list) {
    uint64_t code = list.size();
    for (const int warp : list) code = mixed(code, uint64_t(warp));
    return code;
}

}  // namespace

AllOrders try_all_orders(const std::function<Trace(const std::vector<int>&)>& run,
                         const std::function<bool(const Trace&)>& fails, int64_t most) {
    AllOrders orders;
    std::unordered_set<uint64_t> asked;
    std::deque<std::vector<int>> wanted = {{}};
    while (!wanted.empty()) {
        if (orders.runs >= most) return orders;
        const std::vector<int> list = std::move(wanted.front());
        wanted.pop_front();
        const Trace trace = run(list);
        ++orders.runs;
        std::vector<Event> events = events_of(trace);
        if (fails(trace)) {
            orders.failing.emplace();
            for (const Event& event : events) orders.failing->push_back(event.warp);
            if (orders.failing->size() > longest_list) orders.failing = list;
            return orders;
        }
        const Relation relation(trace, events);
        if (!orders.classes.insert(relation.signature()).second) continue;
        for (const auto& pair : relation.pairs()) {
            std::vector<int> next = reversed(events, pair);
            if (next.size() > longest_list) return orders;
            if (asked.insert(code_of(next)).second) wanted.push_back(std::move(next));
        }
    }
    orders.all = true;
    return orders;
}

}  // namespace upsweep::exercises
