#include "emulator/findings/wording.h"

#include <fmt/format.h>

#include <algorithm>

namespace upsweep::emulator {

bool FindingReport::several_blocks() const { return nth(trace.launches, finding.launch).grid.count() > 1; }

std::string FindingReport::who() const {
    return in_sentence_case(
        fmt::format("{} of warp {} in block {}", lanes_in_words(finding.lanes), finding.warp, finding.block));
}

namespace {

/// "3", or "(3, 1)" where there are more dimensions than one.
std::string index_in_words(int64_t number, const Dim3& of) {
    const int64_t x = number % of.x, y = number / of.x % of.y, z = number / (of.x * of.y);
    if (of.z > 1) return fmt::format("({}, {}, {})", x, y, z);
    return of.y > 1 ? fmt::format("({}, {})", x, y) : fmt::format("{}", x);
}

}  // namespace

std::string FindingReport::threads() const {
    const LaunchInfo& launch = nth(trace.launches, finding.launch);
    if (finding.lanes.empty() || launch.warps_per_block == 0) return "";
    std::vector<int64_t> threads;
    for (const int lane : finding.lanes) threads.push_back(int64_t{finding.warp} * trace.gpu.lanes + lane);
    const bool line = launch.block.y * launch.block.z == 1;
    std::string which = index_in_words(threads.front(), launch.block);
    if (threads.size() > 1)
        which = line ? list_in_words(threads)
                     : fmt::format("{} … {}", which, index_in_words(threads.back(), launch.block));
    return fmt::format(" (threadIdx{} = {}, blockIdx{} = {})", line ? ".x" : "", which,
                       launch.grid.y * launch.grid.z == 1 ? ".x" : "",
                       index_in_words(finding.block, launch.grid));
}

std::string FindingReport::who_of_launch() const {
    if (several_blocks()) return who();
    return in_sentence_case(fmt::format("{} of warp {}", lanes_in_words(finding.lanes), finding.warp));
}

std::string FindingReport::where_of_several() const {
    if (several_blocks()) return fmt::format("in warp {} of block {}, ", finding.warp, finding.block);
    const bool warps = nth(trace.launches, finding.launch).warps_per_block > 1;
    return warps ? fmt::format("in warp {}, ", finding.warp) : "";
}

std::string FindingReport::line(const SourceRange& where) const {
    return line_in_words(trace, finding.launch, where);
}

std::string FindingReport::likewise(const std::vector<int64_t>& elements) const {
    return elements.empty() ? "" : fmt::format(" (likewise {})", cells_in_words(array(), elements));
}

const Loop* FindingReport::loop_around(const SourceRange& one, const SourceRange& other) const {
    // A loop comes before those around it.
    const auto found = find_if(trace.loops, [&](const Loop& loop) {
        const auto inside = [&](const SourceRange& place) {
            return place.file == loop.where.file && place.line >= loop.where.line &&
                   place.line <= loop.where.end_line;
        };
        return inside(one) && inside(other);
    });
    return found == trace.loops.end() ? nullptr : &*found;
}

bool FindingReport::barrier_between(const SourceRange& one, const SourceRange& other) const {
    if (one.file != other.file) return false;
    const auto [first, last] = std::minmax(one.line, other.line);
    return any_of(trace.statements, [&, first = first, last = last](const auto& statement) {
        const bool barrier = statement.kind == StepKind::barrier || statement.kind == StepKind::arrive;
        return barrier && statement.where.file == one.file && statement.where.line >= first &&
               statement.where.line <= last;
    });
}

}  // namespace upsweep::emulator
