// Each cause by predicting the time once more without it.
#include "model/causes.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::model {
namespace {

/// What the sentences are made of: the whole run's sums.
struct Whole {
    Counts counts;
    double launches = 0, threads = 0, blocks = 0, block_threads = 0, idle_launches = 0;

    double sectors() const { return counts[Count::first_sectors] + counts[Count::again_sectors]; }
    double times_read() const {
        return counts[Count::distinct_bytes] > 0 ? counts[Count::read_bytes] / counts[Count::distinct_bytes]
                                                 : 0;
    }
    bool is_serial() const { return counts[Count::path_serial] > 0.3 * counts[Count::path]; }
};

Whole whole_of(const Groups& groups) {
    Whole whole;
    double most_threads = 0;
    for (const auto& [key, group] : groups) {
        whole.counts += group.counts;
        whole.launches += group.launches;
        whole.blocks += group.blocks;
        whole.threads += group.threads;
        if (is_mostly_idle(group)) whole.idle_launches += group.launches;
        if (group.threads > most_threads) {
            most_threads = group.threads;
            whole.block_threads = group.threads / std::max(group.blocks, 1.0);
        }
    }
    return whole;
}

struct Row {
    CauseKind kind = CauseKind::launches;
    Part part = Part::launches;
    std::string_view key, learn, learn_title;
    /// Whether this cause is there at all.
    bool (*applies)(const Whole&, const MachineModel&) = nullptr;
    std::string (*title)(const Whole&) = nullptr;
    std::string (*sentence)(const Whole&) = nullptr;
    /// Of a line, how much it has to do with it; the lines with most are shown. Null: none.
    double (*line)(const LineCounts&) = nullptr;
};

std::string amount(double number) { return grouped(int64_t(number + 0.5)); }
std::string percent(double part, double whole) { return fmt::format("{:.0f} %", 100 * part / whole); }

// In the order of preference where two save alike: the more particular one first.
const std::array rows = {
    Row{CauseKind::chain, Part::chain, "chain", "lesson:waiting-for-a-neighbour", "Waiting for a neighbour",
        [](const Whole& all, const MachineModel&) { return all.counts[Count::hops] > 2; },
        [](const Whole& all) {
            return fmt::format("A chain of {} blocks that wait for each other",
                               amount(all.counts[Count::hops]));
        },
        [](const Whole& all) {
            return fmt::format(
                "{} times a block cannot continue before the one before it has written its flag. "
                "Let blocks look back over sums that are already there.",
                amount(all.counts[Count::hops]));
        },
        [](const LineCounts& line) {
            return line.text.find("while") != std::string::npos ? line.counts[Count::operators] : 0;
        }},
    Row{CauseKind::serial, Part::statements, "serial", "lesson:work-and-depth", "Work and depth",
        [](const Whole& all, const MachineModel&) { return all.is_serial(); },
        [](const Whole&) { return std::string("One thread works while the others wait"); },
        [](const Whole& all) {
            return fmt::format(
                "A single lane takes {} of the longest way through a block. Share the loop among "
                "the threads: a scan of n numbers needs log₂ n steps.",
                percent(all.counts[Count::path_serial], all.counts[Count::path]));
        },
        [](const LineCounts& line) { return line.counts[Count::path_serial]; }},
    Row{CauseKind::idle_threads, Part::launches, "idle_threads", "lesson:work-efficient-scan",
        "Up and down the tree", [](const Whole& all, const MachineModel&) { return all.idle_launches > 0; },
        [](const Whole& all) {
            return fmt::format("{} of mostly idle threads",
                               counted(int64_t(all.idle_launches), "launch", "launches"));
        },
        [](const Whole& all) {
            return fmt::format(
                "{} threads start and {} of them write anything. Launch only as many threads as "
                "have something to add, and do several passes in one launch.",
                amount(all.threads), amount(all.counts[Count::working]));
        },
        [](const LineCounts& line) { return line.counts[Count::idle]; }},
    Row{CauseKind::tiny_blocks, Part::launches, "tiny_blocks", "lesson:inside-a-warp", "Inside a warp",
        [](const Whole& all, const MachineModel& machine) {
            return all.block_threads < 64 && all.blocks > machine.multiprocessors;
        },
        [](const Whole& all) {
            return fmt::format("Blocks of only {}", counted(int64_t(all.block_threads), "thread"));
        },
        [](const Whole& all) {
            return fmt::format(
                "{} blocks start one after the other, and at most 32 of them share a "
                "multiprocessor. Use blocks of 128 to 256 threads.",
                amount(all.blocks));
        },
        nullptr},
    Row{CauseKind::few_warps, Part::statements, "few_warps", "lesson:longer-than-a-block",
        "Longer than a block",
        [](const Whole& all, const MachineModel& machine) {
            return !all.is_serial() && all.threads / all.launches < machine.multiprocessors * 512;
        },
        [](const Whole& all) {
            return fmt::format("Only {} threads at a time", amount(all.threads / all.launches));
        },
        [](const Whole& all) {
            return fmt::format(
                "{} of {} threads cannot fill the GPU: while a warp waits for memory, no other one "
                "has work. Give every thread less and launch more of them.",
                counted(int64_t(all.blocks / all.launches + 0.5), "block"), amount(all.block_threads));
        },
        [](const LineCounts& line) { return line.counts[Count::path]; }},
    Row{CauseKind::double_work, Part::statements, "double_work", "lesson:work-and-depth", "Work and depth",
        [](const Whole& all, const MachineModel&) { return all.times_read() > 4; },
        [](const Whole& all) { return fmt::format("Every number is read {:.0f} times", all.times_read()); },
        [](const Whole& all) {
            return fmt::format(
                "Lanes read {} bytes where {} different ones are needed. Reuse the sums of "
                "neighbours instead of adding them up again.",
                amount(all.counts[Count::read_bytes]), amount(all.counts[Count::distinct_bytes]));
        },
        [](const LineCounts& line) { return line.counts[Count::read_bytes]; }},
    Row{CauseKind::uncoalesced, Part::memory_l2, "uncoalesced", "lesson:lanes-banks-and-rows",
        "Lanes, banks and rows",
        [](const Whole& all, const MachineModel&) {
            return all.counts[Count::lines] > 1.5 * all.counts[Count::least_lines];
        },
        [](const Whole&) { return std::string("Neighbouring lanes read or write far apart"); },
        [](const Whole& all) {
            return fmt::format(
                "Accesses touch {} lines of 128 bytes where {} would hold the same bytes. Let "
                "neighbouring lanes take neighbouring numbers.",
                amount(all.counts[Count::lines]), amount(all.counts[Count::least_lines]));
        },
        [](const LineCounts& line) { return line.counts[Count::lines] - line.counts[Count::least_lines]; }},
    Row{CauseKind::bank_conflicts, Part::shared, "bank_conflicts", "lesson:lanes-banks-and-rows",
        "Lanes, banks and rows",
        [](const Whole& all, const MachineModel&) { return all.counts[Count::conflicts] > 0; },
        [](const Whole&) { return std::string("Bank conflicts"); },
        [](const Whole& all) {
            return fmt::format(
                "{} of {} turns of shared memory are there because lanes of a warp want the same "
                "bank. Pad the rows: `tile[32][33]`.",
                amount(all.counts[Count::conflicts]), amount(all.counts[Count::wavefronts]));
        },
        [](const LineCounts& line) { return line.counts[Count::conflicts]; }},
    Row{CauseKind::divergence, Part::idle_lanes, "divergence", "lesson:inside-a-warp", "Inside a warp",
        [](const Whole& all, const MachineModel&) {
            return all.counts[Count::divergent] > 0.02 * all.counts[Count::operators];
        },
        [](const Whole&) { return std::string("Lanes of a warp take different ways"); },
        [](const Whole& all) {
            return fmt::format(
                "{} of the instructions run only because a warp goes both ways of a branch. Let "
                "whole warps decide alike.",
                percent(all.counts[Count::divergent], all.counts[Count::operators]));
        },
        [](const LineCounts& line) { return line.counts[Count::idle]; }},
    Row{CauseKind::idle_lanes, Part::idle_lanes, "idle_lanes", "lesson:work-efficient-scan",
        "Up and down the tree",
        [](const Whole& all, const MachineModel&) {
            return !all.is_serial() && all.counts[Count::idle] > 0.1 * all.counts[Count::operators];
        },
        [](const Whole&) { return std::string("Idle lanes"); },
        [](const Whole& all) {
            return fmt::format(
                "{} of what the warps run is for lanes with nothing to add. Let the lanes that work "
                "be neighbours, so that whole warps can stop.",
                percent(all.counts[Count::idle], all.counts[Count::operators]));
        },
        [](const LineCounts& line) { return line.counts[Count::idle]; }},
    Row{CauseKind::barriers, Part::barriers, "barriers", "lesson:inside-a-warp", "Inside a warp",
        [](const Whole& all, const MachineModel&) { return all.counts[Count::path_barriers] > 0; },
        [](const Whole&) { return std::string("Barriers, one after the other"); },
        [](const Whole& all) {
            return fmt::format(
                "Barriers take {} of the longest way through a block. Within a warp shuffles need "
                "none.",
                percent(all.counts[Count::path_barriers], all.counts[Count::path]));
        },
        [](const LineCounts& line) { return line.barriers; }},
    Row{CauseKind::launches, Part::launches, "launches", "lesson:look-back", "Look back, do not queue",
        [](const Whole& all, const MachineModel&) { return all.launches - all.idle_launches > 1; },
        [](const Whole& all) {
            return fmt::format("{} instead of one", counted(int64_t(all.launches), "launch", "launches"));
        },
        [](const Whole& all) {
            return fmt::format(
                "Each of the {} launches starts, fills the GPU and drains it again. In one launch "
                "blocks would look back instead.",
                amount(all.launches));
        },
        nullptr},
    Row{CauseKind::memory_again, Part::memory_again, "memory_again", "lesson:look-back",
        "Look back, do not queue",
        [](const Whole& all, const MachineModel&) { return all.counts[Count::again_sectors] > 0; },
        [](const Whole&) { return std::string("Numbers go through memory again"); },
        [](const Whole& all) {
            return fmt::format(
                "{} of {} sectors were read or written before. Keep values in registers or in "
                "shared memory until they are done.",
                amount(all.counts[Count::again_sectors]), amount(all.sectors()));
        },
        [](const LineCounts& line) { return line.counts[Count::again_sectors]; }},
};

std::vector<CodeLine> lines_for(const Row& row, const Fit& fit) {
    if (row.line == nullptr) return {};
    std::vector<LineCounts> lines = fit.samples().back().counts.lines;
    std::erase_if(lines, [&](const LineCounts& line) { return line.text.empty() || row.line(line) <= 0; });
    std::stable_sort(lines.begin(), lines.end(),
                     [&](const LineCounts& a, const LineCounts& b) { return row.line(a) > row.line(b); });
    constexpr size_t most = 3;
    if (lines.size() > most) lines.resize(most);
    std::vector<CodeLine> made;
    for (const LineCounts& line : lines) {
        // The others have to matter beside the first.
        if (!made.empty() && row.line(line) < 0.3 * row.line(lines.front())) break;
        made.push_back({line.file, line.line, line.text});
    }
    return made;
}

}  // namespace

std::string_view key_of(CauseKind kind) {
    const auto row = find_if(rows, [kind](const Row& one) { return one.kind == kind; });
    return row == rows.end() ? "transfers" : row->key;
}

void add_causes(Why& why, const Plan& plan, const Groups& groups, const Fit& fit, double elements,
                const MachineModel& machine) {
    const Whole whole = whole_of(groups);
    Cures all = 0;
    for (const Row& row : rows) {
        if (!row.applies(whole, machine)) continue;
        const double without = predict(plan, groups, elements, machine, cure(row.kind)).run();
        const double saving = why.predicted - without;
        constexpr double matters = 0.02;
        if (saving < matters * why.predicted) continue;
        all |= cure(row.kind);
        Cause cause;
        cause.kind = row.kind;
        cause.part = row.part;
        cause.title = row.title(whole);
        cause.sentence = row.sentence(whole);
        cause.lines = lines_for(row, fit);
        cause.saving = saving;
        cause.learn = row.learn;
        cause.learn_title = row.learn_title;
        why.causes.push_back(std::move(cause));
    }
    std::stable_sort(why.causes.begin(), why.causes.end(),
                     [](const Cause& a, const Cause& b) { return a.saving > b.saving; });
    why.cured = predict(plan, groups, elements, machine, all).run();
    if (why.causes.empty()) {
        why.headline = fmt::format("{} has nothing that costs more than a fiftieth of its time.", why.title);
        return;
    }
    why.headline = fmt::format("Why is {} slow? {}", why.title, why.causes.front().title);
    if (why.causes.size() > 1) {
        std::string second = why.causes[1].title;
        if (second.size() > 1 && second[0] >= 'A' && second[0] <= 'Z' && second[1] >= 'a')
            second[0] = char(second[0] + 32);
        why.headline += ", and " + second;
    }
    why.headline += ".";
}

}  // namespace upsweep::model
