// Lights lines and operands, and reads comments as sentences.
#include "replay/code/code.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/trace.h"

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
        if (!written.contains(operand)) add(operand, false);
    for (const uint32_t operand : written) add(operand, true);
}

/// The last step of each warp of the block, up to the focus.
void add_pills(const Trace& trace, int64_t focus, CodePicture& picture) {
    const Step& now = trace.step_at(focus);
    const LaunchInfo* launch = launch_of(trace, now);
    if (now.kind == StepKind::host)
        picture.pills.push_back({where(trace, now).line, WarpPill::host, 0, 0, true});
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
    sort(picture.pills, [](const WarpPill& a, const WarpPill& b) { return a.warp < b.warp; });
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

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(trimmed(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// With a capital and a full stop.
std::string as_sentence(std::string_view text) {
    std::string sentence(trimmed(text));
    if (sentence.empty()) return sentence;
    sentence[0] = char(std::toupper(uint8_t(sentence[0])));
    if (std::string_view(".!?:").find(sentence.back()) == std::string_view::npos) sentence += '.';
    return sentence;
}

/// Where a comment behind code begins; npos if none exists.
size_t behind_code(std::string_view line) {
    const size_t at = line.find(" // ");
    const auto quotes = std::count(line.begin(), line.begin() + ptrdiff_t(std::min(at, line.size())), '"');
    return quotes % 2 == 0 ? at : std::string_view::npos;
}

class Reader {
  public:
    Reader(const Trace& trace, int file, std::vector<CodeSentence>& out)
        : file_(file), lines_(lines_of(trace.sources[file].text)), out_(out) {}

    void body(const CodeNode& function) {
        const int end = std::min(function.close_line, int(lines_.size()));
        ptrdiff_t phase = -1;
        for (int line = function.last_line; line <= end; ++line) {
            const std::string_view text = at(line);
            const size_t behind = behind_code(text);
            if (text.substr(0, 2) == "//") {
                const emulator::PhaseMark mark = emulator::phase_mark(text);
                if (mark.title.empty()) {
                    line = comment(line, end);
                    continue;
                }
                if (phase >= 0) out_[phase].last = line - 1;
                phase = ptrdiff_t(out_.size());
                const std::string rest = mark.title.substr(std::min(mark.name.size() + 1, mark.title.size()));
                add(CodeSentence::Kind::phase, mark.name, as_sentence(rest), line, end);
                out_.back().title = mark.title;
            } else if (behind != std::string_view::npos) {
                add(CodeSentence::Kind::comment, "", as_sentence(text.substr(behind + 3)), line, line);
            }
        }
    }

    /// The first sentence of the text above it.
    void above(const CodeNode& function) {
        int first = function.first_line;
        while (first > 1 && at(first - 1).substr(0, 2) == "//") --first;
        std::string text;
        for (int line = first; line < function.first_line; ++line)
            text += (text.empty() ? "" : " ") + std::string(trimmed(at(line).substr(2)));
        const size_t end = text.find(". ");
        if (end != std::string::npos) text.resize(end);
        if (text.empty()) return;
        add(CodeSentence::Kind::function, std::string(function.name), as_sentence(text), function.first_line,
            function.close_line);
    }

  private:
    std::string_view at(int line) const { return lines_[line - 1]; }

    /// A comment of one line or several, and the text below it up to the next one. Gives its last line.
    int comment(int line, int end) {
        std::string text;
        int last = line;
        for (; last <= end && at(last).substr(0, 2) == "//" && emulator::phase_mark(at(last)).title.empty();
             ++last)
            text += (text.empty() ? "" : " ") + std::string(trimmed(at(last).substr(2)));
        int below = last;
        while (below < end && !at(below + 1).empty() && at(below + 1).substr(0, 2) != "//" &&
               at(below + 1) != "}")
            ++below;
        add(CodeSentence::Kind::comment, "", as_sentence(text), line, below);
        return last - 1;
    }

    void add(CodeSentence::Kind kind, std::string name, std::string text, int line, int last) {
        out_.push_back({kind, std::move(name), std::move(text), "", file_, line, line, last});
    }

    int file_;
    std::vector<std::string_view> lines_;
    std::vector<CodeSentence>& out_;
};

}  // namespace

std::vector<CodeSentence> words_of_code(const Trace& trace, size_t launch, const KeptLines& kept) {
    std::vector<CodeSentence> words;
    if (launch >= trace.launches.size()) return words;
    const std::string& kernel = trace.launches[launch].kernel.function;
    const std::string_view name = std::string_view(kernel).substr(0, kernel.find('<'));
    for (const bool own : {true, false})
        for (size_t file = 0; file < trace.sources.size(); ++file) {
            const CodeStructure& code = kept.structure(int(file));
            Reader reader(trace, int(file), words);
            for (size_t i = 0; i < code.nodes.size(); ++i) {
                const CodeNode& node = code.nodes[i];
                if (node.kind != CodeNode::Kind::function || (node.name == name) != own) continue;
                if (own)
                    reader.body(node);
                else if (kept.keeps_node(int(file), int(i)))
                    reader.above(node);
            }
        }
    return words;
}

std::vector<bool> spoken_of(const std::vector<CodeSentence>& words, std::string_view phase, int file,
                            int line) {
    std::vector<bool> spoken(words.size(), false);
    for (size_t i = 0; i < words.size(); ++i) {
        const CodeSentence& one = words[i];
        const bool here = one.file == file && one.first <= line && line <= one.last;
        spoken[i] = one.kind == CodeSentence::Kind::phase
                        ? !phase.empty() && (one.title == phase || one.name == phase)
                        : here;
    }
    return spoken;
}

}  // namespace upsweep::replay
