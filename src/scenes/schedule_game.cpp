// Picking orders, and looking for those that break a kernel.
#include "scenes/schedule_game.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.h"
#include "core/ranges.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::scenes {
namespace {

using emulator::Order;
using emulator::StepKind;
using emulator::Trace;

/// A broken kernel may go round forever: so many steps say enough.
constexpr emulator::Limits limits = {.steps = 200'000, .memory_bytes = int64_t{256} << 20};

RunScene run_it(const Scene& scene, const std::atomic<bool>* cancel = nullptr) {
    return run_scene(scene, cancel, nullptr, limits);
}

bool is_turn(const emulator::Step& step) {
    return step.kind != StepKind::host && step.kind != StepKind::drain;
}

/// Warps in the order of their turns, by their number in the launch.
std::vector<int> turns_of(const Trace& trace) {
    std::vector<int> turns;
    const int warps = trace.launches.front().warps_per_block;
    for (const emulator::Step& step : trace.steps)
        if (is_turn(step)) turns.push_back(int(step.block) * warps + int(step.warp));
    return turns;
}

int64_t candidates(const Trace& trace, Turn turn) {
    const emulator::LaunchInfo& launch = trace.launches.front();
    return launch.grid.count() * (turn == Turn::warp ? launch.warps_per_block : 1);
}

void check(const Trace& trace, Turn turn) {
    const char* noun = turn == Turn::block ? "blocks" : "warps";
    if (trace.launches.size() != 1)
        throw UsageError(
            "You can pick the order of {} only in a plan with one launch; this plan has {} launches.", noun,
            trace.launches.size());
    const int64_t count = candidates(trace, turn);
    if (count < 2) throw UsageError("There is nothing to pick: the launch has {} of its {}.", count, noun);
    if (count > ScheduleGame::most)
        throw UsageError("The launch has {} {}, but you can pick from at most {}; choose a smaller size.",
                         count, noun, ScheduleGame::most);
}

}  // namespace

Scene with_order(Scene scene, Turn turn, const std::vector<int>& list) {
    emulator::Schedule& schedule = scene.gpu.schedule;
    if (turn == Turn::block)
        schedule.blocks = {list.empty() ? Order::Kind::in_order : Order::Kind::list, 1, list};
    else
        schedule.warps = {list.empty() ? Order::Kind::round_robin : Order::Kind::list, 1, list};
    return scene;
}

std::string breakage(const RunScene& run) {
    const Trace& trace = *run.trace;
    if (!trace.complete) {
        for (const emulator::Finding& finding : trace.findings)
            if (finding.kind == emulator::FindingKind::deadlock)
                return emulator::words_of(trace, finding).sentence;
        return "The run does not end.";
    }
    return run.check.right ? "" : run.check.message;
}

ScheduleGame::ScheduleGame(Scene scene, Turn turn) : scene_(std::move(scene)), turn_(turn) {
    run_ = run_it(with_order(scene_, turn_, {}));
    check(*run_.trace, turn_);
    run_again();
}

void ScheduleGame::run_again() {
    run_ = run_it(with_order(scene_, turn_, picked_));
    if (turn_ == Turn::warp) {
        may_run_ = find_warps();
        return;
    }
    may_run_.resize(size_t(candidates(*run_.trace, turn_)));
    std::iota(may_run_.begin(), may_run_.end(), 0);
    std::erase_if(may_run_, [&](int block) { return contains(picked_, block); });
}

/// Each is requested: one that cannot have the turn is passed over.
std::vector<int> ScheduleGame::find_warps() const {
    std::vector<int> warps;
    std::vector<int> list = picked_;
    list.push_back(0);
    for (int warp = 0; warp < candidates(*run_.trace, turn_); ++warp) {
        list.back() = warp;
        const RunScene tried = run_it(with_order(scene_, turn_, list));
        const std::vector<int> turns = turns_of(*tried.trace);
        if (turns.size() >= list.size() && turns[list.size() - 1] == warp) warps.push_back(warp);
    }
    return warps;
}

void ScheduleGame::pick(int number) {
    if (!contains(may_run_, number))
        throw UsageError("{} {} cannot be next; choose from {}.", turn_ == Turn::block ? "Block" : "Warp",
                         number, fmt::join(may_run_, ", "));
    picked_.push_back(number);
    run_again();
}

void ScheduleGame::undo() {
    if (picked_.empty()) return;
    picked_.pop_back();
    run_again();
}

int64_t ScheduleGame::step() const {
    const Trace& trace = *run_.trace;
    if (turn_ == Turn::block) {
        // Where the first block starts that no one has picked.
        const auto& blocks = trace.launches.front().blocks;
        return picked_.size() < blocks.size() ? blocks[picked_.size()].first_step : trace.step_count();
    }
    size_t turns = 0;
    for (int64_t i = 0; i < trace.step_count(); ++i)
        if (is_turn(nth(trace.steps, i)) && turns++ == picked_.size()) return i;
    return trace.step_count();
}

namespace {

class ScheduleSearcher {
  public:
    ScheduleSearcher(const Scene& scene, Turn turn, int64_t most, const std::atomic<bool>* cancel)
        : scene_(scene), turn_(turn), most_(most), cancel_(cancel) {}

    ScheduleSearch blocks(int64_t count) {
        const auto numbers = int(count);
        std::vector<std::vector<int>> lists = {{}};
        while (!lists.empty()) {
            std::vector<std::vector<int>> longer;
            for (const std::vector<int>& list : lists) {
                if (search_.tried >= most_) return search_;
                if (!is_in_order(list) && breaks(list)) return keep(list);
                for (int next = 0; next < numbers; ++next)
                    if (!contains(list, next)) {
                        longer.push_back(list);
                        longer.back().push_back(next);
                    }
            }
            lists = std::move(longer);
            if (!lists.empty() && lists.front().size() == size_t(numbers)) break;
        }
        search_.all = true;
        return search_;
    }

    ScheduleSearch warps() {
        for (const Order::Kind kind : {Order::Kind::round_robin, Order::Kind::in_order, Order::Kind::reversed,
                                       Order::Kind::adversarial})
            if (try_named({kind, 1, {}})) return search_;
        for (uint64_t seed = 1; search_.tried < most_; ++seed)
            if (try_named({Order::Kind::random, seed, {}})) return search_;
        return search_;
    }

  private:
    /// The same order without its last: it was tried already.
    static bool is_in_order(const std::vector<int>& list) {
        if (list.empty()) return false;
        int lowest = 0;
        while (std::find(list.begin(), list.end() - 1, lowest) != list.end() - 1) ++lowest;
        return list.back() == lowest;
    }

    bool breaks(const std::vector<int>& list) {
        ++search_.tried;
        return !breakage(run_it(with_order(scene_, turn_, list), cancel_)).empty();
    }

    ScheduleSearch& keep(const std::vector<int>& list) {
        const RunScene run = run_it(with_order(scene_, turn_, list), cancel_);
        search_.why = breakage(run);
        search_.list = list;
        search_.failing = run.scene;
        return search_;
    }

    bool try_named(const Order& order) {
        Scene scene = scene_;
        scene.gpu.schedule.warps = order;
        ++search_.tried;
        const RunScene run = run_it(scene, cancel_);
        if (breakage(run).empty()) return false;
        std::vector<int> list = turns_of(*run.trace);
        // The machine takes lists as long as this.
        if (list.size() > longest) list.resize(longest);
        if (!breaks(list)) {
            search_.why = breakage(run);
            search_.failing = run.scene;
            return true;
        }
        keep(shortened(std::move(list)));
        return true;
    }

    /// Leaves out the end, then pieces, halves first, while what is left still breaks it.
    std::vector<int> shortened(std::vector<int> list) {
        const int64_t end = search_.tried + most_;
        for (size_t piece = list.size(); piece > 0 && search_.tried < end; piece /= 2)
            for (size_t from = list.size(); from > 0 && search_.tried < end;) {
                from = from > piece ? from - piece : 0;
                std::vector<int> less = list;
                const auto first = less.begin() + ptrdiff_t(from);
                less.erase(first, first + ptrdiff_t(std::min(piece, less.size() - from)));
                if (breaks(less)) list = std::move(less);
                from = std::min(from, list.size());
            }
        return list;
    }

    static constexpr size_t longest = 4096;
    const Scene& scene_;
    Turn turn_;
    int64_t most_;
    const std::atomic<bool>* cancel_;
    ScheduleSearch search_;
};

}  // namespace

ScheduleSearch find_breaking_order(const Scene& scene, Turn turn, int64_t most,
                                   const std::atomic<bool>* cancel) {
    const RunScene run = run_it(with_order(scene, turn, {}), cancel);
    check(*run.trace, turn);
    ScheduleSearcher searcher(scene, turn, most, cancel);
    return turn == Turn::block ? searcher.blocks(candidates(*run.trace, turn)) : searcher.warps();
}

}  // namespace upsweep::scenes
