// Looking a time up.
#include "lessons/recorded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "bench/recording.h"
#include "bench/rows.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/whole_number.h"
#include "pipelines/algorithm.h"

namespace upsweep::lessons {
namespace {

using bench::RecordedTime;

const bench::Recording& recording() {
    static const bench::Recording first = [] {
        const bench::ShippedRecording shipped = bench::shipped_recordings().front();
        return bench::parse_recording(shipped.text, std::string(shipped.name));
    }();
    return first;
}

std::string key_of(std::string_view chapter) {
    std::string key;
    for (const char c : chapter) key += c == ' ' ? '-' : char(std::tolower(static_cast<unsigned char>(c)));
    return key;
}

/// Of an algorithm of the catalog; empty of others.
std::string experiment_of(std::string_view algorithm) {
    for (const Algorithm* one : catalog())
        if (one->slug == algorithm) return key_of(one->chapter);
    return {};
}

void add_once(std::vector<std::string>& words, const std::string& word) {
    if (!contains(words, word)) words.push_back(word);
}

std::string listed(const std::vector<std::string>& words) {
    return words.empty() ? "nothing" : fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        if (text.empty()) return words;
        const size_t end = std::min(text.find(' '), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

int64_t side_of(std::string_view digits) {
    const auto side = parse_whole_number(digits);
    if (!side || *side < 1)
        throw Error("{} is not a size; write a side, or WIDTHxHEIGHT.", in_quotes(digits));
    return *side;
}

Extent extent_of(std::string_view size) {
    const size_t times = size.find('x');
    if (times == std::string_view::npos) return {side_of(size), side_of(size)};
    return {side_of(size.substr(0, times)), side_of(size.substr(times + 1))};
}

/// The experiment's times on the GPU without transfers: those of its algorithms.
std::vector<const RecordedTime*> times_of(const std::string& experiment) {
    std::vector<const RecordedTime*> times;
    std::vector<std::string> known;
    for (const RecordedTime& time : recording().times) {
        const std::string its = experiment_of(time.algorithm);
        if (its.empty() || time.on != "gpu" || time.seconds <= 0) continue;
        add_once(known, its);
        if (its == experiment) times.push_back(&time);
    }
    if (times.empty())
        throw Error("the recording has no experiment {}; it has {}.", in_quotes(experiment), listed(known));
    return times;
}

ElementTypes most_recorded(const std::vector<const RecordedTime*>& times) {
    const auto count = [&](ElementTypes types) {
        return count_if(times, [&](const auto* one) { return one->types == types; });
    };
    ElementTypes best = times.front()->types;
    for (const RecordedTime* time : times)
        if (count(time->types) > count(best)) best = time->types;
    return best;
}

}  // namespace

std::string recorded_machine() { return recording().machine.gpu; }

double recorded_seconds(std::string_view text) {
    const std::vector<std::string> words = words_of(text);
    if (words.size() < 3 || words.size() > 4)
        throw Error("`recorded` is followed by EXPERIMENT LINE SIZE, and TYPES if need be, or by `machine`.");
    const std::string& line = words[1];
    const Extent extent = extent_of(words[2]);
    const std::vector<const RecordedTime*> times = times_of(words[0]);
    const ElementTypes types = words.size() == 4 ? parse_element_types(words[3]) : most_recorded(times);
    const bool copy = line == "copy" || line.starts_with("copy:");
    std::vector<std::string> lines, sizes;
    for (const RecordedTime* time : times) {
        const std::string its = copy ? bench::copy_line_of(*time) : bench::line_of(*time);
        if (copy && time->copy_seconds <= 0) continue;
        add_once(lines, its);
        if (time->types != types || its != line) continue;
        if (time->extent == extent) return copy ? time->copy_seconds : time->seconds;
        add_once(sizes, bench::extent_text(time->extent));
    }
    if (!contains(lines, line))
        throw Error("{} is not a line of {} in the recording; it has {}.", in_quotes(line), words[0],
                    listed(lines));
    throw Error("{} of {} was not recorded at {}; there is {}.", line, bench::types_text(types),
                bench::extent_text(extent), listed(sizes));
}

}  // namespace upsweep::lessons
