// Moments: reading them, finding them.
#include "lessons/moment.h"

#include <charconv>

#include "core/error.h"
#include "core/quotes.h"
#include "replay/passes.h"

namespace upsweep::lessons {
namespace {

bool take(std::string_view& text, std::string_view prefix) {
    if (text.substr(0, prefix.size()) != prefix) return false;
    text.remove_prefix(prefix.size());
    return true;
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
    const std::uint32_t number = replay::find_phase(trace, moment.phase);
    const emulator::Phase& phase = trace.phases[number];
    const bool before = moment.side == Moment::Side::before;
    if (moment.pass == 0) return before ? phase.first_step : phase.end_step;
    const std::vector<replay::Pass> all = replay::passes_of(trace, number);
    if (static_cast<std::size_t>(moment.pass) > all.size())
        throw Error("the phase " + in_quotes(moment.phase) + " has " + std::to_string(all.size()) +
                    " passes, not " + std::to_string(moment.pass) + ".");
    const replay::Pass& pass = all[static_cast<std::size_t>(moment.pass) - 1];
    return before ? pass.begin : pass.end;
}

int passes_of(const std::string& phase, const emulator::Trace& trace) {
    return static_cast<int>(replay::passes_of(trace, replay::find_phase(trace, phase)).size());
}

}  // namespace upsweep::lessons
