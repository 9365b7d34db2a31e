// Costs: turns over the banks, sectors, and lanes that wait for others of their warp.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/findings/wording.h"
#include "emulator/trace/access_cost.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

std::string collision_in_words(const Collision& collision) {
    std::string words = collision.words.size() <= 4
                            ? counted_in_words("word", collision.words)
                            : fmt::format("{} different words", collision.words.size());
    return fmt::format("{} share {} ({})", lanes_in_words(collision.lanes),
                       counted_in_words("bank", {collision.banks.begin(), collision.banks.end()}), words);
}

std::string collisions_in_words(const std::vector<Collision>& groups) {
    constexpr size_t most_groups = 3;
    std::string text;
    const size_t shown = groups.size() > most_groups ? 2 : groups.size();
    for (size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + collision_in_words(groups[i]);
    if (shown < groups.size()) text += fmt::format(", and {} more groups like it", groups.size() - shown);
    return text;
}

/// ", the worst of 22 conflicts in line 7", where others were less bad.
std::string worst_of(const FindingReport& report, const char* noun) {
    if (report.finding.lesser == 0) return "";
    return fmt::format(", the worst of {} {} in {}", report.finding.times, noun, report.line());
}

/// By how much the numbers grow from lane to lane, if they do so evenly.
std::optional<int64_t> stride_of(const std::vector<int>& lanes, const std::vector<int64_t>& numbers) {
    if (lanes.size() < 2 || numbers.size() != lanes.size()) return {};
    const int64_t stride = (numbers[1] - numbers[0]) / (lanes[1] - lanes[0]);
    for (size_t i = 1; i < lanes.size(); ++i)
        if (numbers[i] - numbers[0] != stride * (lanes[i] - lanes[0])) return {};
    return stride;
}

bool is_of_one_array(const BankConflict& conflict) {
    return all_of(conflict.arrays, [&](ArrayId array) { return array == conflict.arrays[0]; });
}

/// "Neighbouring lanes are 2 words apart, so they use 4 of the 8 banks."
std::string cause_of_conflict(const FindingReport& report, const BankConflict& conflict) {
    const auto stride =
        is_of_one_array(conflict) ? stride_of(report.finding.lanes, conflict.offsets) : std::nullopt;
    if (!stride || *stride == 0 || *stride % 4 != 0 || conflict.size > 4) return "";
    const int64_t words = std::abs(*stride) / 4, banks = report.trace.gpu.banks;
    const int64_t used = banks / std::gcd(words, banks);
    return fmt::format("Neighbouring lanes are {} words apart, so they use {} of the {} banks.", words, used,
                       banks);
}

/// With one element left free after every `period`, the access takes fewer turns.
bool padding_helps(const FindingReport& report, const BankConflict& conflict, int64_t period) {
    const int element = size_of(report.array().type);
    WarpAccess access = access_of(conflict, report.finding.lanes);
    for (size_t i = 0; i < report.finding.lanes.size(); ++i)
        access.offset[i] += access.offset[i] / element / period * element;
    return bank_cost(access, report.trace.gpu.banks).wavefronts < conflict.turns;
}

/// Which padding cures it is tried, not guessed.
std::string cure_of_conflict(const FindingReport& report, const BankConflict& conflict) {
    const ArrayInfo& array = report.array();
    const Extent extent = array.extent;
    if (is_of_one_array(conflict) && extent.height > 1 && extent.width > 0 &&
        padding_helps(report, conflict, extent.width))
        return fmt::format("Pad the rows of {0}: declare {0}[{1}][{2}] instead of {0}[{1}][{3}]{4}.",
                           array.name, extent.height, extent.width + 1, extent.width,
                           conflict.declared.line > 0 ? " in " + report.line(conflict.declared) : "");
    const int64_t period = std::max<int64_t>(1, report.trace.gpu.banks * 4 / size_of(array.type));
    if (is_of_one_array(conflict) && extent.height <= 1 && padding_helps(report, conflict, period))
        return fmt::format(
            "Leave one element of {0} unused after every {1}: write {0}[i + i / {1}] for {0}[i] in {2} and "
            "wherever the kernel uses {0}, and make the array that much longer.",
            array.name, period, report.line());
    return fmt::format("In {}, let the lanes of a warp use neighbouring words of {}.", report.line(),
                       array.name);
}

}  // namespace

FindingWords words_of_bank_conflict(const FindingReport& report) {
    const auto& conflict = report.facts<BankConflict>();
    const int banks = report.trace.gpu.banks, together = lanes_a_turn(conflict.size, banks);
    const std::vector<Collision> groups = collisions(access_of(conflict, report.finding.lanes), banks);
    const std::string wide = conflict.size <= 4
                                 ? ""
                                 : fmt::format(" (at {} bytes a lane, the banks serve {} at a time)",
                                               conflict.size, counted(together, "lane"));
    FindingWords words;
    words.sentence = in_sentence_case(fmt::format("{}{}: this {} takes {} turns instead of {}{}{}.",
                                                  report.where_of_several(), collisions_in_words(groups),
                                                  conflict.write ? "store" : "load", conflict.turns,
                                                  conflict.least, wide, worst_of(report, "conflicts")));
    words.cause = cause_of_conflict(report, conflict);
    words.cure = cure_of_conflict(report, conflict);
    return words;
}

namespace {

/// Several lanes share each of a few elements: the a[row * n + k] of a product of matrices.
size_t shared_elements(const FindingReport& report) {
    std::vector<int64_t> all = report.finding.elements;
    sort(all);
    const size_t different = std::unique(all.begin(), all.end()) - all.begin();
    return different > 1 && 2 * different <= report.finding.elements.size() ? different : 0;
}

std::string cause_of_uncoalesced(const FindingReport& report) {
    const auto stride = stride_of(report.finding.lanes, report.finding.elements);
    if (stride && std::abs(*stride) > 1)
        return fmt::format("Neighbouring lanes are {} elements apart.", std::abs(*stride));
    if (const size_t different = shared_elements(report); different > 0)
        return fmt::format("The {} lanes need only {} different elements, but these are far apart.",
                           report.finding.elements.size(), different);
    return "";
}

std::string cure_of_uncoalesced(const FindingReport& report, bool write) {
    const std::string line = report.line(), &name = report.array().name;
    if (!write && shared_elements(report) > 0)
        return fmt::format(
            "Copy a tile of {0} into shared memory before {1}, where neighbouring lanes read "
            "neighbouring elements, and let {1} read that.",
            name, line);
    return fmt::format(
        "In {}, let neighbouring lanes use neighbouring elements of {}, through shared memory if needed.",
        line, name);
}

}  // namespace

FindingWords words_of_uncoalesced(const FindingReport& report) {
    const auto& facts = report.facts<Uncoalesced>();
    const size_t lanes = report.finding.lanes.size();
    const std::string& name = report.array().name;
    FindingWords words;
    words.sentence =
        fmt::format("{} {} {} sectors of 32 bytes of {} where {} would hold what {}{}.", report.who(),
                    verb(lanes, facts.write ? "write" : "read") + (facts.write ? " to" : ""), facts.sectors,
                    name, facts.least, lanes == 1 ? "it needs" : "they need", worst_of(report, "accesses"));
    words.cause = cause_of_uncoalesced(report);
    words.cure = cure_of_uncoalesced(report, facts.write);
    return words;
}

FindingWords words_of_divergence(const FindingReport& report) {
    const size_t count = report.finding.lanes.size();
    const std::string stay = report.who_of_launch(), line = report.line();
    if (const auto* loop = report.facts_if<LongLoop>()) {
        const std::vector<int> waiting = lanes_of(loop->waiting);
        return {fmt::format(
                    "{} still {} the loop in {} while {} {}: a warp takes as long as its slowest lane.", stay,
                    verb(count, "run"), line, lanes_in_words(waiting), verb(waiting.size(), "wait")),
                fmt::format("The lanes run different numbers of passes of the loop in {}.", line),
                fmt::format("Give all lanes of a warp the same number of passes of the loop in {}.", line)};
    }
    const auto& parted = report.facts<PartedWarp>();
    const std::vector<int> others = lanes_of(parted.others);
    const std::string cause =
        fmt::format("The condition in {} is true for only some lanes of the warp.", line);
    const bool data = report.tests_data(report.finding.where);
    const std::string sorted = fmt::format(
        "Bring elements that the condition in {} treats alike next to each other, by sorting or compacting "
        "them "
        "first, or leave it as it is: only time is lost.",
        line);
    if (parted.sides)
        return {
            fmt::format("{} {} one way here and {} the other: the warp runs both sides one after the other.",
                        stay, verb(count, "go"), lanes_in_words(others)),
            cause,
            data
                ? sorted
                : fmt::format("If any thread may do either side, choose the sides by warp in {}, as in "
                              "`threadIdx.x / warpSize % 2 == 0`; else leave it as it is: only time is lost.",
                              line)};
    return {
        fmt::format(
            "{} {} here while {} {}: if neighbouring threads did the work, whole warps would be free{}.",
            stay, verb(count, "work"), lanes_in_words(others), verb(others.size(), "wait"),
            worst_of(report, "branches")),
        cause,
        data ? sorted
             : fmt::format("In {}, let the first threads work, as in `if (threadIdx.x < count)`, and compute "
                           "each thread's element from its index.",
                           line)};
}

}  // namespace upsweep::emulator
