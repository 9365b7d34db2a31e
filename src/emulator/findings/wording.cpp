#include "emulator/findings/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace upsweep::emulator {

bool Told::several_blocks() const {
    return trace.launches[static_cast<std::size_t>(finding.launch)].grid.count() > 1;
}

std::string Told::who() const {
    return in_sentence_case(
        fmt::format("{} of warp {} in block {}", lanes_in_words(finding.lanes), finding.warp, finding.block));
}

std::string Told::who_of_launch() const {
    if (several_blocks()) return who();
    return in_sentence_case(fmt::format("{} of warp {}", lanes_in_words(finding.lanes), finding.warp));
}

std::string Told::where_of_several() const {
    if (several_blocks()) return fmt::format("in warp {} of block {}, ", finding.warp, finding.block);
    const bool warps = trace.launches[static_cast<std::size_t>(finding.launch)].warps_per_block > 1;
    return warps ? fmt::format("in warp {}, ", finding.warp) : "";
}

std::string Told::line(const SourceRange& where) const { return line_in_words(trace, finding.launch, where); }

std::string Told::likewise(const std::vector<std::int64_t>& elements) const {
    return elements.empty() ? "" : fmt::format(" (likewise {})", cells_in_words(array(), elements));
}

const Loop* Told::loop_around(const SourceRange& one, const SourceRange& other) const {
    // A loop comes before those around it.
    const auto found = std::find_if(trace.loops.begin(), trace.loops.end(), [&](const Loop& loop) {
        const auto inside = [&](const SourceRange& place) {
            return place.file == loop.where.file && place.line >= loop.where.line &&
                   place.line <= loop.where.end_line;
        };
        return inside(one) && inside(other);
    });
    return found == trace.loops.end() ? nullptr : &*found;
}

bool Told::barrier_between(const SourceRange& one, const SourceRange& other) const {
    if (one.file != other.file) return false;
    const auto [first, last] = std::minmax(one.line, other.line);
    return std::any_of(trace.statements.begin(), trace.statements.end(),
                       [&, first = first, last = last](const auto& statement) {
                           const bool barrier =
                               statement.kind == StepKind::barrier || statement.kind == StepKind::arrive;
                           return barrier && statement.where.file == one.file &&
                                  statement.where.line >= first && statement.where.line <= last;
                       });
}

}  // namespace upsweep::emulator
