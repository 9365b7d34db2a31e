// Moments: reading them, finding them.
#include "lessons/lesson.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/structure/passes.h"
#include "replay/trace.h"

namespace upsweep::lessons {

using emulator::Trace;

namespace {

bool take(std::string_view& text, std::string_view prefix) {
    if (text.substr(0, prefix.size()) != prefix) return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// A whole number from `least` on. False: none exists.
bool take_number(std::string_view& text, int& number, int least) {
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < least) return false;
    text.remove_prefix(size_t(rest - text.data()));
    return true;
}

[[noreturn]] void no_moment(std::string_view whole, const std::string& how) {
    throw Error("{} is not a moment; {}.", in_quotes(whole), how);
}

constexpr const char* how_lines =
    "a line is written as after \"TEXT\", after \"TEXT\" time 2, or after \"TEXT\" time 2 in block 1";

// "TEXT" time 3 in block 1
void read_line(std::string_view text, std::string_view whole, Moment& moment) {
    moment.of = Moment::Of::line;
    const size_t end = text.rfind('"');
    if (end == 0) no_moment(whole, "put the text of a line between two quotes");
    moment.name = std::string(text.substr(1, end - 1));
    if (moment.name.find_first_not_of(' ') == std::string::npos)
        no_moment(whole, "write between the quotes what the line contains");
    text.remove_prefix(end + 1);
    moment.number = 1;
    if (take(text, " time ") && !take_number(text, moment.number, 1)) no_moment(whole, how_lines);
    if (take(text, " in block ") && !take_number(text, moment.block, 0)) no_moment(whole, how_lines);
    if (!text.empty()) no_moment(whole, how_lines);
}

bool is_finding_kind(std::string_view name) {
    for (int kind = 0; kind <= int(emulator::last_finding_kind); ++kind)
        if (emulator::name_of(emulator::FindingKind(kind)) == name) return true;
    return false;
}

std::string finding_kinds() {
    std::string names;
    for (int kind = 0; kind <= int(emulator::last_finding_kind); ++kind)
        names += (kind == 0 ? "" : ", ") + std::string(emulator::name_of(emulator::FindingKind(kind)));
    return names;
}

void read_phase(std::string_view text, std::string_view whole, Moment& moment) {
    if (take(text, "pass ") && (!take_number(text, moment.number, 1) || !take(text, " of ")))
        no_moment(whole, "a pass is written as pass 2 of PHASE");
    moment.name = std::string(text);
    if (moment.name.empty()) throw Error("{} names no phase.", in_quotes(whole));
}

/// The statement's own line and what it spans contain the text.
bool has_text(const Trace& trace, const emulator::SourceRange& place, const std::string& text) {
    if (replay::line_text(trace, place.file, place.line).find(text) != std::string_view::npos) return true;
    return place.end_line > place.line && replay::text_of(trace, place).find(text) != std::string::npos;
}

int64_t place_of_line(const Moment& moment, const Trace& trace, bool before) {
    std::map<uint32_t, bool> fits;  // by statement
    int times = 0;
    for (int64_t i = 0; i < trace.step_count(); ++i) {
        const emulator::Step& step = trace.step_at(i);
        if (step.kind == emulator::StepKind::host || step.kind == emulator::StepKind::drain) continue;
        if (moment.block >= 0 && step.block != uint32_t(moment.block)) continue;
        auto known = fits.find(step.statement);
        if (known == fits.end()) {
            const emulator::SourceRange place = replay::where(trace, step);
            known =
                fits.emplace(step.statement, place.file >= 0 && has_text(trace, place, moment.name)).first;
        }
        if (known->second && ++times == moment.number) return before ? i : i + 1;
    }
    const std::string by = moment.block < 0 ? "" : fmt::format(" in block {}", moment.block);
    if (times == 0)
        throw Error("no line that contains {} runs{}; the moment must follow the kernel.",
                    in_quotes(moment.name), by);
    throw Error("a line that contains {} runs {}{}, not {}.", in_quotes(moment.name), counted(times, "time"),
                by, moment.number);
}

int64_t place_of_finding(const Moment& moment, const Trace& trace, bool before) {
    int64_t first = -1;
    std::set<std::string_view> kinds;
    for (const emulator::Finding& finding : trace.findings) {
        const std::string_view kind = emulator::name_of(finding.kind);
        kinds.insert(kind);
        if (!moment.name.empty() && kind != moment.name) continue;
        const int64_t step = finding.steps.empty() ? finding.step : finding.steps.front();
        if (first < 0 || step < first) first = step;
    }
    if (first >= 0) return std::min(before ? first : first + 1, trace.step_count());
    if (moment.name.empty() || kinds.empty()) throw Error("this run has no finding.");
    throw Error("this run has no finding {}; it has {}.", moment.name, with_commas(kinds));
}

int64_t place_of_launch(const Moment& moment, const Trace& trace, bool before) {
    const auto count = int(trace.launches.size());
    if (moment.number > count)
        throw Error("this run has {} launch{}, not {}.", count, count == 1 ? "" : "es", moment.number);
    const emulator::LaunchInfo& launch = trace.launches[moment.number - 1];
    return before ? launch.first_step : launch.end_step;
}

int64_t place_of_phase(const Moment& moment, const Trace& trace, bool before) {
    const uint32_t number = replay::find_phase(trace, moment.name);
    const emulator::Phase& phase = trace.phases[number];
    if (moment.number == 0) return before ? phase.first_step : phase.end_step;
    const std::vector<replay::Pass> all = replay::passes_of(trace, number);
    if (size_t(moment.number) > all.size())
        throw Error("the phase {} has {} passes, not {}.", in_quotes(moment.name), all.size(), moment.number);
    const replay::Pass& pass = all[moment.number - 1];
    return before ? pass.begin : pass.end;
}

}  // namespace

Moment parse_moment(std::string_view text) {
    Moment moment;
    if (text == "start") return moment;
    const std::string_view whole = text;
    if (text == "end") {
        moment.side = Moment::Side::end;
        return moment;
    }
    if (take(text, "before "))
        moment.side = Moment::Side::before;
    else if (take(text, "after "))
        moment.side = Moment::Side::after;
    else
        no_moment(
            whole,
            "write start, end, before PHASE, after pass 2 of PHASE, after launch 1, after \"TEXT\" of a "
            "kernel line, or before finding");
    if (text.starts_with("\"")) {
        read_line(text, whole, moment);
    } else if (text == "finding") {
        moment.of = Moment::Of::finding;
    } else if (std::string_view kind = text; take(kind, "finding ")) {
        moment.of = Moment::Of::finding;
        moment.name = std::string(kind);
        if (!is_finding_kind(kind))
            no_moment(whole,
                      "there is no kind of finding " + in_quotes(kind) + ", there are " + finding_kinds());
    } else if (std::string_view number = text;
               take(number, "launch ") && take_number(number, moment.number, 1) && number.empty()) {
        moment.of = Moment::Of::launch;
    } else {
        moment.number = 0;
        read_phase(text, whole, moment);
    }
    return moment;
}

std::string to_text(const Moment& moment) {
    if (moment.side == Moment::Side::start) return "start";
    if (moment.side == Moment::Side::end) return "end";
    std::string text = moment.side == Moment::Side::before ? "before " : "after ";
    switch (moment.of) {
        case Moment::Of::launch:
            return text + fmt::format("launch {}", moment.number);
        case Moment::Of::finding:
            return text + (moment.name.empty() ? "finding" : "finding " + moment.name);
        case Moment::Of::line:
            text += "\"" + moment.name + "\"";
            if (moment.number > 1) text += fmt::format(" time {}", moment.number);
            if (moment.block >= 0) text += fmt::format(" in block {}", moment.block);
            return text;
        case Moment::Of::phase:
            break;
    }
    return text + (moment.number > 0 ? fmt::format("pass {} of ", moment.number) : "") + moment.name;
}

int64_t resolve(const Moment& moment, const Trace& trace) {
    if (moment.side == Moment::Side::start) return 0;
    if (moment.side == Moment::Side::end) return trace.step_count();
    const bool before = moment.side == Moment::Side::before;
    switch (moment.of) {
        case Moment::Of::line:
            return place_of_line(moment, trace, before);
        case Moment::Of::finding:
            return place_of_finding(moment, trace, before);
        case Moment::Of::launch:
            return place_of_launch(moment, trace, before);
        case Moment::Of::phase:
            break;
    }
    return place_of_phase(moment, trace, before);
}

int passes_of(const std::string& phase, const Trace& trace) {
    return int(replay::passes_of(trace, replay::find_phase(trace, phase)).size());
}

}  // namespace upsweep::lessons
