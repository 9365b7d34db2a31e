// Each cause by predicting the time once more without it.
#include "model/causes.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/words.h"
#include "model/timed.h"
#include "replay/trace.h"

namespace upsweep::model {
namespace {

/// What the sentences are made of: the whole run's sums.
struct Whole {
    Counts counts;
    double launches = 0, threads = 0, blocks = 0, block_threads = 0, idle_launches = 0;
    double barriers = 0;  ///< that blocks pass one after the other: one of each launch

    double sectors() const { return counts[Count::first_sectors] + counts[Count::again_sectors]; }
    double times_read() const {
        return counts[Count::distinct_bytes] > 0 ? counts[Count::read_bytes] / counts[Count::distinct_bytes]
                                                 : 0;
    }
    bool is_serial() const { return counts[Count::path_serial] > 0.3 * counts[Count::path]; }
    double warps() const { return std::max(threads / 32, 1.0); }
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
        whole.barriers += group.launches * group.counts[Count::barriers] / std::max(group.blocks, 1.0);
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
    std::string (*brief)(const Whole&) = nullptr;
    std::string (*sentence)(const Whole&) = nullptr;
    /// Of a line, how much it has to do with it; the lines with most are shown. Null: none.
    double (*line)(const LineCounts&) = nullptr;
};

std::string amount(double number) { return grouped(int64_t(number + 0.5)); }
std::string percent(double part, double whole) { return fmt::format("{:.0f} %", 100 * part / whole); }
std::string word(double number) { return replay::number_word(int64_t(number + 0.5)); }
std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
    return text;
}

// In the order of preference where two save alike: the more particular one first.
const std::array rows = {
    Row{CauseKind::chain, Part::chain, "chain", "lesson:waiting-for-a-neighbour", "Waiting for a neighbour",
        [](const Whole& all, const MachineModel&) { return all.counts[Count::hops] > 2; },
        [](const Whole& all) {
            return fmt::format("A chain of {} blocks that wait for each other",
                               amount(all.counts[Count::hops]));
        },
        [](const Whole&) { return std::string("blocks that wait for each other"); },
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
        [](const Whole&) { return std::string("one thread that does the work"); },
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
        [](const Whole&) { return std::string("launches of mostly idle threads"); },
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
            return fmt::format("blocks of {} {}", word(all.block_threads),
                               noun_of(int64_t(all.block_threads), "thread"));
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
        [](const Whole&) { return std::string("too few threads"); },
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
        [](const Whole& all) { return fmt::format("every number read {} times", word(all.times_read())); },
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
        [](const Whole&) { return std::string("accesses far apart"); },
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
        [](const Whole&) { return std::string("bank conflicts"); },
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
        [](const Whole&) { return std::string("warps that go both ways"); },
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
            return !all.is_serial() && all.counts[Count::idle] > 0.05 * all.counts[Count::operators];
        },
        [](const Whole&) { return std::string("Idle lanes"); },
        [](const Whole&) { return std::string("lanes with nothing to add"); },
        [](const Whole& all) {
            return fmt::format(
                "{} of what the warps run is for lanes with nothing to add. Let the lanes that work "
                "be neighbours, so that whole warps can stop.",
                percent(all.counts[Count::idle], all.counts[Count::operators]));
        },
        [](const LineCounts& line) { return line.counts[Count::idle]; }},
    Row{CauseKind::barriers, Part::barriers, "barriers", "lesson:inside-a-warp", "Inside a warp",
        [](const Whole& all, const MachineModel&) { return all.counts[Count::path_barriers] > 0; },
        [](const Whole& all) {
            if (all.barriers < 1.5) return std::string("A barrier that all warps wait for");
            return capital(word(all.barriers)) + " barriers, one after the other";
        },
        [](const Whole& all) {
            return all.barriers < 1.5 ? std::string("a barrier") : word(all.barriers) + " barriers";
        },
        [](const Whole& all) {
            return fmt::format(
                "Barriers take {} of the longest way through a block. Within a warp shuffles need "
                "none.",
                percent(all.counts[Count::path_barriers], all.counts[Count::path]));
        },
        [](const LineCounts& line) { return line.barriers; }},
    Row{CauseKind::launches, Part::launches, "launches", "lesson:look-back", "Look back, do not queue",
        [](const Whole& all, const MachineModel&) { return all.launches - all.idle_launches > 1; },
        [](const Whole& all) { return capital(word(all.launches)) + " launches instead of one"; },
        [](const Whole& all) { return word(all.launches) + " launches"; },
        [](const Whole& all) {
            const std::string carried = all.counts[Count::carried_sectors] > 0
                                            ? fmt::format(", and {} sectors go through memory once more",
                                                          amount(all.counts[Count::carried_sectors]))
                                            : std::string();
            return fmt::format(
                "Each of the {} launches starts, fills the GPU and drains it again{}. In one launch "
                "blocks would look back instead.",
                amount(all.launches), carried);
        },
        nullptr},
    Row{CauseKind::memory_again, Part::memory_again, "memory_again", "lesson:look-back",
        "Look back, do not queue",
        [](const Whole& all, const MachineModel&) { return all.counts[Count::again_sectors] > 0; },
        [](const Whole&) { return std::string("Numbers go through memory again"); },
        [](const Whole&) { return std::string("numbers that go through memory again"); },
        [](const Whole& all) {
            return fmt::format(
                "{} of {} sectors were read or written before. Keep values in registers or in "
                "shared memory until they are done.",
                amount(all.counts[Count::again_sectors]), amount(all.sectors()));
        },
        [](const LineCounts& line) { return line.counts[Count::again_sectors]; }},
    Row{CauseKind::shared_sums, Part::shared, "shared_sums", "lesson:inside-a-warp#4", "Inside a warp",
        [](const Whole& all, const MachineModel&) {
            // A tile that is turned over goes through it once; a sum that grows does so pass after pass.
            return all.barriers > 4 &&
                   all.counts[Count::wavefronts] - all.counts[Count::conflicts] > 8 * all.warps();
        },
        [](const Whole&) { return std::string("Sums in shared memory"); },
        [](const Whole&) { return std::string("sums in shared memory"); },
        [](const Whole& all) {
            return fmt::format(
                "{} turns of shared memory for a block of {} threads. Kept in registers and passed on "
                "by shuffles, the sums need 3.",
                amount((all.counts[Count::wavefronts] - all.counts[Count::conflicts]) /
                       std::max(all.blocks, 1.0)),
                amount(all.block_threads));
        },
        [](const LineCounts& line) {
            return line.counts[Count::wavefronts] - line.counts[Count::conflicts];
        }},
};

/// Where the kernels of the plan begin: what a launch leads to, where no host code says it.
std::vector<CodeLine> kernel_lines(const Plan& plan, const Sources& sources) {
    std::vector<CodeLine> made;
    for (const Operation& operation : plan.operations) {
        const auto* launch = std::get_if<Launch>(&operation.what);
        if (launch == nullptr) continue;
        const std::string& function = launch->kernel.function;
        const std::string name = function.substr(0, function.find('<'));
        int32_t number = 0;
        const std::string text = sources(launch->kernel.file);
        for (std::string_view rest = text; !rest.empty();) {
            const std::string_view line = take_line(rest);
            ++number;
            const size_t at = find_word(line, name);
            // Its definition, not a call: the name and its parameters, with no semicolon behind.
            if (at == std::string_view::npos || line.find("__global__") == std::string_view::npos) continue;
            const CodeLine one{launch->kernel.file, number, std::string(trimmed(line))};
            if (!any_of(made, [&](const CodeLine& known) { return known.line == one.line; }))
                made.push_back(one);
            break;
        }
    }
    return made;
}

std::vector<CodeLine> lines_for(const Row& row, const Fit& fit, const Plan& plan, const Program& program) {
    if (row.line == nullptr)
        return program.launches.empty() ? kernel_lines(plan, program.sources) : program.launches;
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

struct OtherKey {
    CauseKind kind;
    std::string_view key;
};
constexpr std::array<OtherKey, 3> other_keys = {{{CauseKind::transfers, "transfers"},
                                                 {CauseKind::checking, "checking"},
                                                 {CauseKind::first_call, "first_call"}}};

/// Copies, a check and the first call: of what the program's own clock shows, or beside it.
void add_others(Why& why, const Plan& plan, const MachineModel& machine, const Program& program) {
    const TimedRegion& region = program.timed;
    const double up = copy_seconds(plan, machine, true), down = copy_seconds(plan, machine, false);
    const double inside = (region.uploads.empty() ? 0 : up) + (region.downloads.empty() ? 0 : down);
    const auto add = [&](Cause cause) {
        if (cause.saving >= 0.02 * why.predicted) why.causes.push_back(std::move(cause));
    };
    std::vector<CodeLine> copies = region.uploads;
    append(copies, region.downloads);
    const std::string kernels = time_text(why.predicted);
    if (inside > 0)
        add({.kind = CauseKind::transfers,
             .reach = Reach::timed,
             .part = Part::transfers,
             .title = "The clock also runs over the copies",
             .brief = "copies while the clock runs",
             .sentence = fmt::format("Copying from and to the host takes {}, the kernels {}. Copy before "
                                     "the clock starts, or leave the numbers on the GPU.",
                                     time_text(inside), kernels),
             .lines = copies,
             .saving = inside,
             .learn = "lesson:an-honest-race#3",
             .learn_title = "The way there and back"});
    else if (up + down > 0)
        add({.kind = CauseKind::transfers,
             .reach = Reach::beside,
             .part = Part::transfers,
             .title = "Copies from and to the host",
             .brief = "copies",
             .sentence = fmt::format("They take {} beside the kernels' {}. Leave the numbers on the GPU "
                                     "from one kernel to the next.",
                                     time_text(up + down), kernels),
             .lines = program.copies,
             .saving = up + down,
             .learn = "lesson:an-honest-race#3",
             .learn_title = "The way there and back"});
    if (!region.checks.empty() && program.loop_seconds > 0)
        add({.kind = CauseKind::checking,
             .reach = Reach::timed,
             .part = Part::transfers,
             .title = "The clock also runs over the check",
             .brief = "a check while the clock runs",
             .sentence = fmt::format("One core needs about {} to go through as many numbers. Stop the clock "
                                     "before the result is checked.",
                                     time_text(program.loop_seconds)),
             .lines = region.checks,
             .saving = program.loop_seconds,
             .learn = "lesson:an-honest-race#2",
             .learn_title = "One run is not a measurement"});
    const double first = why.seconds_of(Part::first_call);
    if (first > 0)
        add({.kind = CauseKind::first_call,
             .reach = region.cold.empty() ? Reach::beside : Reach::timed,
             .part = Part::first_call,
             .title = region.cold.empty() ? "The first call loads the kernels" : "The first call is timed",
             .brief = "the first call",
             .sentence = fmt::format("Loading takes about {}, once. Launch once before the clock starts, "
                                     "then take the median of many runs.",
                                     time_text(first)),
             .lines = region.cold,
             .saving = first,
             .learn = "lesson:an-honest-race#2",
             .learn_title = "One run is not a measurement"});
}

}  // namespace

std::string_view key_of(CauseKind kind) {
    if (const auto* row = find_by(rows, &Row::kind, kind)) return row->key;
    return find_by(other_keys, &OtherKey::kind, kind)->key;
}

void add_causes(Why& why, const Plan& plan, const Groups& groups, const Fit& fit, double elements,
                const MachineModel& machine, const Program& program) {
    const Whole whole = whole_of(groups);
    Cures all = 0;
    // To keep what an earlier launch has touched takes one launch: what costs more is cured with the other.
    const bool carried = whole.launches > 1 && is_carried(groups);
    const bool starts = why.seconds_of(Part::launches) > why.seconds_of(Part::memory_again);
    for (const Row& row : rows) {
        if (!row.applies(whole, machine)) continue;
        const bool lesser = carried && row.kind == (starts ? CauseKind::memory_again : CauseKind::launches);
        const Cures cures = cure(row.kind) | (lesser ? apart : 0);
        const double without = predict(plan, groups, elements, machine, cures).run();
        const double saving = why.predicted - without;
        constexpr double matters = 0.02;
        if (saving < matters * why.predicted) continue;
        all |= cure(row.kind);
        Cause cause;
        cause.kind = row.kind;
        cause.part = row.part;
        cause.title = row.title(whole);
        cause.brief = row.brief(whole);
        cause.sentence = row.sentence(whole);
        cause.lines = lines_for(row, fit, plan, program);
        cause.saving = saving;
        cause.learn = row.learn;
        cause.learn_title = row.learn_title;
        why.causes.push_back(std::move(cause));
    }
    why.cured = predict(plan, groups, elements, machine, all).run();
    add_others(why, plan, machine, program);
    std::stable_sort(why.causes.begin(), why.causes.end(), [](const Cause& a, const Cause& b) {
        const bool a_beside = a.reach == Reach::beside, b_beside = b.reach == Reach::beside;
        return a_beside != b_beside ? b_beside : a.saving > b.saving;
    });
    std::vector<std::string> briefs;
    for (const Cause& cause : why.causes)
        if (cause.reach != Reach::beside && briefs.size() < 2) briefs.push_back(cause.brief);
    if (briefs.empty())
        why.headline = fmt::format("{} has nothing that costs more than a fiftieth of its time.", why.title);
    else
        why.headline = fmt::format("Why is {} slow? {}.", why.title, capital(listed(briefs)));
}

}  // namespace upsweep::model
