// Reads heads of functions and calls of them in the kernel's text.
#include "replay/data/lane_frame.h"

#include <algorithm>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

namespace {

/// How far steps are looked for.
constexpr int64_t lane_frame_far_steps = 50'000;

/// The word at the end of a text: the name of a function's head or of a parameter.
std::string_view last_word(std::string_view text) {
    text = trimmed(text);
    size_t begin = text.size();
    while (begin > 0 && is_of_name(text[begin - 1])) --begin;
    return text.substr(begin);
}

/// Where the text calls the function: its opening bracket.
size_t find_call(std::string_view text, std::string_view function) {
    for (size_t at = find_word(text, function); at != std::string_view::npos;
         at = find_word(text, function, at + 1)) {
        const size_t open = text.find_first_not_of(' ', at + function.size());
        if (open != std::string_view::npos && text[open] == '(') return open;
    }
    return std::string_view::npos;
}

/// Whether a statement sets the variable, or hands out its address.
bool sets(std::string_view text, std::string_view name) {
    for (size_t at = find_word(text, name); at != std::string_view::npos;
         at = find_word(text, name, at + 1)) {
        const std::string_view before = trimmed(text.substr(0, at));
        const std::string_view behind = trimmed(text.substr(at + name.size()));
        if (before.ends_with("++") || before.ends_with("--") ||
            (before.ends_with("&") && !before.ends_with("&&")))
            return true;
        if (behind.starts_with("++") || behind.starts_with("--")) return true;
        const size_t equals = behind.find_first_not_of("+-*/%&|^<>");
        if (equals == std::string_view::npos || behind[equals] != '=') continue;
        const bool compares = behind.substr(equals).starts_with("==") ||
                              (equals == 1 && (behind[0] == '<' || behind[0] == '>'));
        if (!compares) return true;
    }
    return false;
}

}  // namespace

std::vector<std::string_view> arguments_at(std::string_view text, size_t open) {
    std::vector<std::string_view> all;
    int depth = 0;
    size_t begin = open + 1;
    for (size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
        if (text[i] == ')' || text[i] == ']' || text[i] == '}') --depth;
        if (depth > 1 || (depth == 1 && text[i] != ',')) continue;
        all.push_back(trimmed(text.substr(begin, i - begin)));
        begin = i + 1;
        if (depth == 0) break;
    }
    return all;
}

LaneFrame::LaneFrame(const Trace& trace, const LaunchInfo& launch, int64_t step)
    : trace_(trace), launch_(launch), step_(step) {
    if (step < 0) return;
    const SourceRange place = where(trace, trace.step_at(step));
    for (int line = place.line - 1; line > 0; --line) {
        const std::string_view text = line_text(trace, place.file, line);
        if (text.empty() || text.find_first_of(" \t{}/#") == 0) continue;
        const size_t open = text.find('(');
        if (open == std::string_view::npos) return;
        // A head may continue over several lines.
        std::string head(text.substr(open));
        for (int more = line + 1; head.find(')') == std::string::npos && more < place.line; ++more)
            head += line_text(trace, place.file, more);
        name_ = last_word(text.substr(0, open));
        if (name_ == launch.kernel.function) return;
        parameters_ = head.substr(0, head.find(')') + 1);
        file_ = place.file;
        first_ = last_ = line;
        while (last_ <= place.line + 1000 && !line_text(trace, file_, last_).starts_with("}")) ++last_;
        return;
    }
}

int LaneFrame::place_of(std::string_view parameter) const {
    if (parameters_.empty()) return -1;
    const std::vector<std::string_view> all = arguments_at(parameters_, 0);
    const auto at = find_if(all, [&](std::string_view one) { return last_word(one) == parameter; });
    return at == all.end() ? -1 : int(at - all.begin());
}

bool LaneFrame::contains(int64_t step) const {
    const SourceRange place = where(trace_, trace_.step_at(step));
    return place.file == file_ && place.line >= first_ && place.line <= last_;
}

/// Whether a step runs a function that this one calls.
bool LaneFrame::calls(int64_t step) const {
    const LaneFrame other(trace_, launch_, step);
    if (other.parameters_.empty()) return false;
    for (int line = first_ + 1; line < last_; ++line)
        if (find_call(line_text(trace_, file_, line), other.name_) != std::string_view::npos) return true;
    return false;
}

/// The caller's step that takes the result; -1: none. It is the warp's first one outside the function.
int64_t LaneFrame::call() const {
    const Step& from = trace_.step_at(step_);
    const int64_t end = std::min(trace_.step_count(), step_ + lane_frame_far_steps);
    for (int64_t i = step_ + 1; i < end; ++i) {
        const Step& step = trace_.step_at(i);
        if (!same_warp(step, from) || contains(i) || calls(i)) continue;
        return find_call(text_of(trace_, where(trace_, step)), name_) == std::string_view::npos ? -1 : i;
    }
    return -1;
}

uint32_t LaneFrame::changed_lanes(std::string_view name) const {
    const Step& from = trace_.step_at(step_);
    uint32_t lanes = 0;
    for (int64_t i = step_; i >= std::max<int64_t>(0, step_ - lane_frame_far_steps); --i) {
        const Step& step = trace_.step_at(i);
        if (!same_warp(step, from)) continue;
        if (!contains(i)) {
            if (calls(i)) continue;
            break;
        }
        if (sets(text_of(trace_, where(trace_, step)), name)) lanes |= uint32_t(step.active);
    }
    return lanes;
}

std::optional<PassedVariable> LaneFrame::passed(std::string_view name) const {
    const int place = place_of(name);
    const int64_t caller = place < 0 ? -1 : call();
    if (caller < 0) return {};
    const std::string text = text_of(trace_, where(trace_, trace_.step_at(caller)));
    const std::vector<std::string_view> given = arguments_at(text, find_call(text, name_));
    if (place >= std::ssize(given)) return {};
    const std::string argument(given[place]);
    if (argument.empty() || last_word(argument) != argument) return {};
    PassedVariable variable{argument, 0};
    // The caller may have it from its own caller.
    if (const LaneFrame outer(trace_, launch_, caller); outer.has_parameter(argument)) {
        const auto further = outer.passed(argument);
        if (!further) return {};
        variable = *further;
    }
    variable.changed |= changed_lanes(name);
    return variable;
}

}  // namespace upsweep::replay
