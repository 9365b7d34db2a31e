// Gathers comments: ruled ones head phases, others tell of the lines below them.
#include "replay/code/code_words.h"

#include <algorithm>
#include <cctype>

#include "core/words.h"
#include "emulator/trace/trace.h"
#include "replay/trace.h"

namespace upsweep::replay {

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
    sentence[0] = char(std::toupper(static_cast<unsigned char>(sentence[0])));
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
