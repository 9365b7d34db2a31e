#include "emulator/findings/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/words.h"

namespace upsweep::emulator {

std::string name_of_block(const Trace& trace, int64_t launch, int64_t block) {
    const LaunchInfo& info = nth(trace.launches, launch);
    const auto* planned = std::get_if<Launch>(&nth(trace.plan.operations, info.operation).what);
    const auto has = [&](SubjectRole role) {
        return planned != nullptr &&
               any_of(planned->subjects, [&](const Subject& subject) { return subject.role == role; });
    };
    const bool fetched = has(SubjectRole::counter) && has(SubjectRole::number);
    return fmt::format("{} {}", fetched ? "the block with blockIdx" : "block", block);
}

bool FindingReport::several_blocks() const { return nth(trace.launches, finding.launch).grid.count() > 1; }

std::string FindingReport::who() const {
    return in_sentence_case(
        fmt::format("{} of warp {} in {}", lanes_in_words(finding.lanes), finding.warp, block()));
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
    if (several_blocks()) return fmt::format("in warp {} of {}, ", finding.warp, block());
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

std::string FindingReport::line_at(int32_t file, int32_t line) const {
    if (file < 0) return {};
    const std::string& text = nth(trace.sources, file).text;
    size_t begin = 0;
    for (int32_t at = 1; at < line && begin != std::string::npos; ++at) {
        begin = text.find('\n', begin);
        if (begin != std::string::npos) ++begin;
    }
    return begin == std::string::npos ? std::string() : text.substr(begin, text.find('\n', begin) - begin);
}

std::string FindingReport::written_at(const SourceRange& where) const {
    const std::string line = line_at(where.file, where.line);
    const size_t first = std::max(0, where.column - 1);
    if (first >= line.size()) return {};
    const bool one_line = where.end_line == where.line && where.end_column > where.column;
    return line.substr(first, one_line ? size_t(where.end_column - where.column) : std::string::npos);
}

std::vector<std::string> names_in(const std::string& code) {
    std::vector<std::string> names;
    const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (size_t i = 0; i < code.size();) {
        if (!in_name(code[i])) {
            ++i;
            continue;
        }
        size_t end = i;
        while (end < code.size() && in_name(code[end])) ++end;
        const bool number = std::isdigit(static_cast<unsigned char>(code[i])) != 0;
        const bool member = i > 0 && code[i - 1] == '.';
        std::string name = code.substr(i, end - i);
        if (!number && !member && !contains(names, name)) names.push_back(std::move(name));
        i = end;
    }
    return names;
}

int32_t FindingReport::line_that_sets(const std::string& name, const SourceRange& above) const {
    for (int32_t number = above.line - 1; number > 0; --number) {
        const std::string line = line_at(above.file, number);
        for (size_t at = find_word(line, name); at != std::string::npos; at = find_word(line, name, at + 1)) {
            const size_t next = line.find_first_not_of(' ', at + name.size());
            if (next == std::string::npos) continue;
            if (line[next] == '=' && line.substr(next, 2) != "==") return number;
        }
        if (line.find("__global__") != std::string::npos || line.starts_with('}')) break;
    }
    return 0;
}

bool FindingReport::tests_data(const SourceRange& condition) const {
    const std::string text = written_at(condition);
    if (text.find('[') != std::string::npos) return true;
    return any_of(names_in(text), [&](const std::string& name) {
        const int32_t line = line_that_sets(name, condition);
        return line > 0 && line_at(condition.file, line).find('[') != std::string::npos;
    });
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
