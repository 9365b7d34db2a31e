// Moments: reading them, finding them.
#include "lessons/moment.h"

#include <algorithm>
#include <charconv>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::lessons {
namespace {

bool take(std::string_view& text, std::string_view prefix) {
    if (text.substr(0, prefix.size()) != prefix) return false;
    text.remove_prefix(prefix.size());
    return true;
}

// A barrier interval in which a phase writes data: its steps, from the first to one past the last write.
struct Pass {
    std::int64_t begin = 0, end = 0;
    std::uint32_t interval = 0;
};

bool writes_data(const emulator::Trace& trace, std::int64_t step) {
    const auto first = trace.steps[static_cast<std::size_t>(step)].first_access;
    for (std::int64_t i = first; i < trace.end_access(step); ++i) {
        const emulator::Access& access = trace.accesses[static_cast<std::size_t>(i)];
        const emulator::ArrayInfo& array = trace.arrays[access.array];
        const bool stored = array.space == emulator::Space::global || array.space == emulator::Space::shared;
        if (access.kind != emulator::AccessKind::read && stored && array.role == BufferRole::data)
            return true;
    }
    return false;
}

const emulator::Phase& find_phase(const std::string& name, const emulator::Trace& trace) {
    std::string known;
    for (const emulator::Phase& phase : trace.phases) {
        // A ruled comment may go on after a colon: "Up-sweep: every pass halves …".
        if (phase.name == name || phase.name.rfind(name + ":", 0) == 0) return phase;
        known += (known.empty() ? "" : ", ") + phase.name.substr(0, phase.name.find(':'));
    }
    throw Error("there is no phase " + in_quotes(name) + "; this run has " +
                (known.empty() ? "none" : known) + ".");
}

std::vector<Pass> passes(const emulator::Phase& phase, const emulator::Trace& trace) {
    std::vector<Pass> found;
    const auto number = static_cast<std::uint32_t>(&phase - trace.phases.data());
    std::optional<std::uint32_t> block;
    std::int64_t entered = -1;
    std::uint32_t interval = 0;
    for (std::int64_t i = phase.first_step; i < phase.end_step; ++i) {
        const emulator::Step& step = trace.steps[static_cast<std::size_t>(i)];
        if (step.phase != number || (block && step.block != *block)) continue;
        block = step.block;
        if (entered < 0 || step.interval != interval) entered = i, interval = step.interval;
        if (!writes_data(trace, i)) continue;
        if (found.empty() || found.back().interval != interval)
            found.push_back({entered, i + 1, interval});
        else
            found.back().end = i + 1;
    }
    return found;
}

}  // namespace

Moment parse_moment(std::string_view text) {
    Moment moment;
    if (text == "start") return moment;
    if (text == "end") return {Moment::Side::end, {}, 0};
    const std::string whole(text);
    if (take(text, "before "))
        moment.side = Moment::Side::before;
    else if (take(text, "after "))
        moment.side = Moment::Side::after;
    else
        throw Error(in_quotes(whole) +
                    " is no moment; write start, end, before PHASE, after pass 2 of PHASE.");
    if (take(text, "pass ")) {
        const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), moment.pass);
        text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
        if (error != std::errc() || moment.pass < 1 || !take(text, " of "))
            throw Error(in_quotes(whole) + " is no moment; a pass is written as pass 2 of PHASE.");
    }
    moment.phase = std::string(text);
    if (moment.phase.empty()) throw Error(in_quotes(whole) + " names no phase.");
    return moment;
}

std::int64_t resolve(const Moment& moment, const emulator::Trace& trace) {
    if (moment.side == Moment::Side::start) return 0;
    if (moment.side == Moment::Side::end) return trace.step_count();
    const emulator::Phase& phase = find_phase(moment.phase, trace);
    const bool before = moment.side == Moment::Side::before;
    if (moment.pass == 0) return before ? phase.first_step : phase.end_step;
    const std::vector<Pass> all = passes(phase, trace);
    if (static_cast<std::size_t>(moment.pass) > all.size())
        throw Error("the phase " + in_quotes(moment.phase) + " has " + std::to_string(all.size()) +
                    " passes, not " + std::to_string(moment.pass) + ".");
    const Pass& pass = all[static_cast<std::size_t>(moment.pass) - 1];
    return before ? pass.begin : pass.end;
}

int passes_of(const std::string& phase, const emulator::Trace& trace) {
    return static_cast<int>(passes(find_phase(phase, trace), trace).size());
}

}  // namespace upsweep::lessons
