// Who does not come: to a barrier, a shuffle, a vote or a __syncwarp.
#include <fmt/format.h>

#include <algorithm>

#include "emulator/findings/wording.h"
#include "emulator/trace/finding.h"

namespace upsweep::emulator {
namespace {

/// "goes on in line 7", "ran on to the end of the kernel".
std::string doing_in_words(const AbsentLanes& absent, bool one) {
    const auto does = [&](const char* plural) { return verb(one ? 1 : 2, plural); };
    switch (absent.doing) {
        case AbsentLanes::Doing::go_on:
            return fmt::format("{} on in line {}", does("go"), absent.line);
        case AbsentLanes::Doing::wait_for_lanes:
            return fmt::format("{} for other lanes in line {}", does("wait"), absent.line);
        case AbsentLanes::Doing::wait_at_end:
            return does("wait") + " at the end of the kernel";
        case AbsentLanes::Doing::ran_to_end:
            break;
    }
    return "ran on to the end of the kernel";
}

/// "lanes 2 and 3 of warp 0, which go on in line 7, and by warp 1, which ran on to the end of the kernel".
std::string absent_in_words(const std::vector<AbsentLanes>& absent) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(absent.size(), most); ++i) {
        const AbsentLanes& some = absent[i];
        const bool one = some.warps.size() == 1 && (some.whole || (some.lanes & (some.lanes - 1)) == 0);
        std::string who = counted_in_words("warp", some.warps);
        if (!some.whole) who = fmt::format("{} of {}", lanes_in_words(lanes_of(some.lanes)), who);
        text += fmt::format("{}{}, which {}", i == 0 ? "" : ", and by ", who, doing_in_words(some, one));
    }
    if (absent.size() > most) text += ", and by others";
    return text;
}

FindingWords words_of_mixed(const Told& told, const MixedBarriers& mixed) {
    std::string warps, lines;
    for (const WarpsAtLine& at : mixed.lines) {
        const char* link = warps.empty() ? "" : &at == &mixed.lines.back() ? " and " : ", ";
        warps += fmt::format("{}{} in line {}", link, counted_in_words("warp", at.warps), at.line);
        lines += fmt::format("{}line {}", link, at.line);
    }
    const bool one = mixed.lines.size() == 1;
    return {
        fmt::format("Threads of block {} wait at {}, {}, which the hardware takes for one.",
                    told.finding.block,
                    one ? "a barrier that they reached in different calls" : "different barriers", warps),
        "Every thread of a block has to come to the same barrier.",
        one ? fmt::format("Let all threads of the block make the same call that leads to {}.", told.line())
            : fmt::format("In place of the barriers in {}, put one where all threads come to it.", lines)};
}

std::string calls(const Told& told, const char* what) {
    return fmt::format("{} {} {}", told.who(), verb(told.finding.lanes.size(), "call"), what);
}

FindingWords words_of_wrong_mask(const Told& told, const WrongMask& mask) {
    if (mask.lacks_itself)
        return {fmt::format("{} {}: the result is undefined.", calls(told, "with a mask that does not name"),
                            told.finding.lanes.size() == 1 ? "it" : "them"),
                "Every lane that makes the call has to be in its own mask.",
                fmt::format(
                    "Name in the mask of {} every lane that makes the call, as __activemask() does at the "
                    "branch.",
                    told.line())};
    const std::vector<int> others = lanes_of(mask.absent);
    return {
        fmt::format("{} {} too, which {} not make the call here: the result is undefined.",
                    calls(told, "with a mask that names"), lanes_in_words(others), verb(others.size(), "do")),
        fmt::format("A branch keeps {} away from {}.", lanes_in_words(others), told.line()),
        fmt::format("Let all lanes that the mask of {} names make the call, or name those only that do.",
                    told.line())};
}

FindingWords words_of_no_source(const Told& told, const NoSource& source) {
    const std::vector<int> others = lanes_of(source.from);
    const bool one = others.size() == 1;
    const char* which = "";
    switch (source.why) {
        case NoSource::Why::not_in_block:
            which = "the block has not";
            break;
        case NoSource::Why::returned:
            which = one ? "has returned" : "have returned";
            break;
        case NoSource::Why::not_named:
            which = "the mask does not name";
            break;
        case NoSource::Why::no_part:
            which = one ? "takes no part" : "take no part";
    }
    return {
        fmt::format("{} {} the value of {}, which {}: what comes is undefined, and 0 here.", told.who(),
                    verb(told.finding.lanes.size(), "take"), lanes_in_words(others), which),
        "A shuffle gives the values of lanes that make the call too.",
        fmt::format("Let {} make the call of {} too and be in its mask, or take the value of another lane.",
                    lanes_in_words(others), told.line())};
}

}  // namespace

FindingWords words_of_barrier(const Told& told) {
    if (const auto* mixed = told.facts_if<MixedBarriers>()) return words_of_mixed(told, *mixed);
    const auto& missed = told.facts<MissedBarrier>();
    return {fmt::format("In block {}, the barrier in {} is not reached by {}.", told.finding.block,
                        told.line(), absent_in_words(missed.absent)),
            "Every thread of a block has to come to the same barrier.",
            fmt::format("Take the barrier in {} out of the branch or loop that not all threads run.",
                        told.line())};
}

FindingWords words_of_lock(const Told& told) {
    const auto holder = static_cast<int>(told.facts<LockWithinWarp>().holder);
    const ArrayInfo& array = told.array();
    const std::string lock = array.extent.width * array.extent.height == 1
                                 ? array.name
                                 : cell_in_words(array, told.finding.elements.front());
    std::vector<int> others;
    for (const int lane : told.finding.lanes)
        if (lane != holder) others.push_back(lane);
    return {
        fmt::format("Lane {} of warp {} in block {} has taken {} in {} while {} of its warp {} round "
                    "for it: before Volta the kernel hangs here, since then the lanes go through one by one.",
                    holder, told.finding.warp, told.finding.block, lock, told.line(), lanes_in_words(others),
                    verb(others.size(), "go")),
        "Before Volta the lanes that try again keep the turn of the warp, so the one that has the lock never "
        "gives it back.",
        fmt::format(
            "Let one lane a warp take the lock in {0}, or take it, work and give it back in one branch of "
            "the loop: `while (!done) if (atomicCAS(&{1}, 0, 1) == 0) {{ … atomicExch(&{1}, 0); done = "
            "true; }}`.",
            told.line(), lock)};
}

FindingWords words_of_gone_call(const Told& told) {
    const std::string& name = told.facts<GoneCall>().name;
    const bool shuffles = name.starts_with("__shfl");
    return {
        fmt::format(
            "{} {} {}, which GPUs since Volta have no more: it takes no mask, and whoever happens to be "
            "active takes part.",
            told.who(), verb(told.finding.lanes.size(), "call"), name),
        "Since Volta the lanes of a warp need not run in step, so a call has to name those that take part.",
        fmt::format("Write {0}_sync(0xffffffff, {1}) in {2}, with a mask of the lanes that make the call.",
                    name, shuffles ? "value, …" : "condition", told.line())};
}

FindingWords words_of_missing_lane(const Told& told) {
    if (const auto* mask = told.facts_if<WrongMask>()) return words_of_wrong_mask(told, *mask);
    return words_of_no_source(told, told.facts<NoSource>());
}

}  // namespace upsweep::emulator
