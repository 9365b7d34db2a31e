// Places marks and warps on the kernel's lines.
#include "replay/code/code.h"

#include "emulator/trace/trace.h"

#include <algorithm>
#include <set>
#include <string>

namespace upsweep::replay {

namespace {

/// How far back a warp's place is looked for; more steps than any toy block needs between two of one warp.
constexpr int64_t look_back = 5000;

void add_marks(const Trace& trace, int64_t index, CodePicture& picture) {
    std::set<uint32_t> read, written;
    for (const Access& access : trace.accesses_of(index)) {
        if (is_local(trace, access.array) || access.operand >= trace.operands.size()) continue;
        (is_write(access) ? written : read).insert(access.operand);
    }
    const auto add = [&](uint32_t operand, bool writes) {
        const SourceRange& range = trace.operands[operand].where;
        if (range.file != picture.file || range.line != range.end_line || range.line < 1) return;
        picture.marks.push_back({range.line, range.column, range.end_column, writes});
    };
    for (const uint32_t operand : read)
        if (written.count(operand) == 0) add(operand, false);
    for (const uint32_t operand : written) add(operand, true);
}

/// The last step of each warp of the block, up to the focus.
void add_pills(const Trace& trace, int64_t focus, CodePicture& picture) {
    const Step& now = trace.step_at(focus);
    const LaunchInfo* launch = launch_of(trace, now);
    if (launch == nullptr || now.kind == StepKind::host ||
        is_cpu_loop(trace, trace.launch_near(now.operation)))
        return;
    std::set<uint32_t> seen;
    const int64_t lowest = std::max(launch->first_step, focus - look_back);
    for (int64_t index = focus; index >= lowest; --index) {
        const Step& step = trace.step_at(index);
        if (step.operation != now.operation || step.block != now.block || step.kind == StepKind::host)
            continue;
        if (!seen.insert(step.warp).second) continue;
        const SourceRange place = where(trace, step);
        const bool gone = step.kind == StepKind::leave && index != focus;
        if (place.file == picture.file && !gone) {
            const int64_t threads = launch->block.count() - int64_t{step.warp} * trace.gpu.lanes;
            const int lanes = int(std::clamp<int64_t>(threads, 1, trace.gpu.lanes));
            picture.pills.push_back({place.line, int(step.warp), step.active, lanes, index == focus});
        }
        if (int(seen.size()) >= launch->warps_per_block) break;
    }
    std::sort(picture.pills.begin(), picture.pills.end(),
              [](const WarpPill& a, const WarpPill& b) { return a.warp < b.warp; });
}

void add_barriers(const Trace& trace, CodePicture& picture) {
    std::set<int> lines;
    for (const emulator::Statement& statement : trace.statements) {
        const bool stops = statement.kind == StepKind::barrier || statement.kind == StepKind::arrive;
        if (stops && statement.where.file == picture.file) lines.insert(statement.where.line);
    }
    picture.barriers.assign(lines.begin(), lines.end());
}

/// The line on which a function is defined: its name before a bracket, at the left margin's declaration. 1 if
/// the text has none.
int line_of_function(std::string_view text, std::string_view function) {
    int line = 1;
    for (size_t begin = 0; begin < text.size() && !function.empty(); ++line) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view row = text.substr(begin, end - begin);
        begin = end + 1;
        const size_t at = row.find(function);
        if (at == std::string_view::npos || at == 0 || row.substr(0, 2) == "//" || row.front() == ' ')
            continue;
        if (row.substr(at + function.size(), 1) == "(" && row[at - 1] == ' ') return line;
    }
    return 1;
}

}  // namespace

CodePicture make_code(const Trace& trace, const StepPicture& picture) {
    CodePicture code;
    int64_t shown = std::max<int64_t>(picture.focus, 0);
    while (shown < trace.step_count() && where(trace, trace.step_at(shown)).file < 0) ++shown;
    if (shown >= trace.step_count()) {
        code.file = trace.sources.empty() ? -1 : 0;
        return code;
    }
    code.file = where(trace, trace.step_at(shown)).file;
    add_barriers(trace, code);
    if (const auto* launch = launch_of(trace, trace.step_at(shown)))
        code.first_line = line_of_function(trace.sources[code.file].text, launch->kernel.function);
    if (picture.focus < 0 || shown != picture.focus) return code;
    code.line = where(trace, trace.step_at(shown)).line;
    add_marks(trace, shown, code);
    add_pills(trace, shown, code);
    return code;
}

}  // namespace upsweep::replay
