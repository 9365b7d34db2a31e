// Sentences about conditions and locals: what a lane keeps for itself, and where it goes on.
#include <algorithm>
#include <bit>
#include <cctype>
#include <map>
#include <optional>

#include "emulator/findings/finding_words.h"
#include "replay/sentence_parts.h"

namespace upsweep::replay {

using emulator::Access;
using emulator::Step;
using emulator::Trace;

namespace {

/// Values of a local by lane: "1, 3, 5, 7", or one if all have the same.
std::string by_lane(const std::vector<std::string>& values) {
    if (std::all_of(values.begin(), values.end(), [&](const auto& value) { return value == values.front(); }))
        return quoted(values.front());
    std::string list;
    for (std::size_t i = 0; i < values.size() && i < 8; ++i) list += (i == 0 ? "" : ", ") + values[i];
    return quoted(list + (values.size() > 8 ? ", …" : ""));
}

struct LocalUse {
    emulator::ArrayId array = 0;
    std::vector<std::string> values;
};

/// The locals that a step writes, in the order of their first write.
std::vector<LocalUse> locals_written(const Trace& trace, std::int64_t index) {
    std::vector<LocalUse> locals;
    for (std::int64_t i = step_at(trace, index).first_access; i < trace.end_access(index); ++i) {
        const Access& access = access_at(trace, i);
        if (!is_local(trace, access.array) || !is_write(access) || trace.arrays[access.array].pointer)
            continue;
        auto at = std::find_if(locals.begin(), locals.end(),
                               [&](const LocalUse& use) { return use.array == access.array; });
        if (at == locals.end()) at = locals.insert(locals.end(), LocalUse{access.array, {}});
        at->values.push_back(value_text(trace, access));
    }
    return locals;
}

/// The step of the same warp that comes after; -1 if there is none.
std::int64_t next_of_warp(const Trace& trace, std::int64_t index) {
    const Step& step = step_at(trace, index);
    const std::int64_t end = std::min(trace.step_count(), index + 100'000);
    for (std::int64_t i = index + 1; i < end; ++i) {
        const Step& other = step_at(trace, i);
        if (other.operation == step.operation && other.block == step.block && other.warp == step.warp)
            return i;
    }
    return -1;
}

/// The newest value of a local for every active lane of a step; empty if it was not written lately.
std::vector<std::string> values_before(const Trace& trace, std::int64_t index, emulator::ArrayId local) {
    const Step& step = step_at(trace, index);
    std::map<int, std::string> found;
    std::uint32_t missing = step.active;
    for (std::int64_t at = index; at >= std::max<std::int64_t>(0, index - 3000) && missing != 0; --at) {
        const Step& other = step_at(trace, at);
        if (other.operation != step.operation || other.block != step.block || other.warp != step.warp)
            continue;
        for (std::int64_t i = trace.end_access(at) - 1; i >= other.first_access; --i) {
            const Access& access = access_at(trace, i);
            if (access.array != local || (missing >> access.lane & 1U) == 0) continue;
            missing &= ~(1U << access.lane);
            found[access.lane] = value_text(trace, access);
        }
    }
    std::vector<std::string> values;
    for (const auto& [lane, value] : found) values.push_back(value);
    return missing == 0 ? values : std::vector<std::string>{};
}

/// The first name in a text that is a local of the step's block, with its values by lane.
std::optional<LocalUse> local_in_text(const Trace& trace, std::int64_t index, const std::string& text) {
    const Step& step = step_at(trace, index);
    const emulator::LaunchInfo* launch = launch_of(trace, step);
    if (launch == nullptr) return {};
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
            ++end;
        const std::string name = text.substr(at, end - at);
        at = std::max(end, at + 1);
        for (const emulator::ArrayId local : launch->local_arrays) {
            const emulator::ArrayInfo& info = trace.arrays[local];
            if (name.empty() || info.name != name || info.pointer ||
                info.block != static_cast<int>(step.block))
                continue;
            std::vector<std::string> values = values_before(trace, index, local);
            if (!values.empty()) return LocalUse{local, std::move(values)};
        }
    }
    return {};
}

}  // namespace

std::string runner(const Trace& trace, const Step& step) {
    return is_cpu_loop(trace, trace.launch_near(step.operation)) ? "The loop"
                                                                 : "Warp " + std::to_string(step.warp);
}

std::string value_text(const Trace& trace, const Access& access) {
    return bits_to_text(trace.arrays[access.array].type, access.value);
}

/// "Lanes 2 and 3 sit this out.", or nothing.
std::string idle_lanes(const Trace& trace, const Step& step) {
    const emulator::LaunchInfo* launch = launch_of(trace, step);
    if (launch == nullptr) return {};
    const std::int64_t threads =
        launch->block.count() - static_cast<std::int64_t>(step.warp) * trace.gpu.lanes;
    std::vector<int> idle;
    for (int lane = 0; lane < std::min<std::int64_t>(threads, trace.gpu.lanes); ++lane)
        if ((step.active >> lane & 1U) == 0) idle.push_back(lane);
    if (idle.empty()) return {};
    return " " + emulator::in_sentence_case(emulator::lanes_in_words(idle)) +
           (idle.size() == 1 ? " sits" : " sit") + " this out.";
}

std::string local_sentence(const Trace& trace, std::int64_t index) {
    const Step& step = step_at(trace, index);
    const std::string warp = runner(trace, step);
    const std::vector<LocalUse> locals = locals_written(trace, index);
    if (locals.empty())
        return warp + " runs " + quoted(text_of(trace, where(trace, step))) + "." + idle_lanes(trace, step);
    const LocalUse& local = locals.front();
    std::string text =
        warp + " sets " + quoted(trace.arrays[local.array].name) + " to " + by_lane(local.values);
    const bool same = by_lane(local.values) == quoted(local.values.front());
    if (local.values.size() > 1) text += same ? " in every lane" : ", lane by lane";
    return text + "." + idle_lanes(trace, step);
}

std::string condition_sentence(const Trace& trace, std::int64_t index) {
    const Step& step = step_at(trace, index);
    // The head of a loop counts and tests in one step: its text goes on behind the condition.
    std::string condition = text_of(trace, where(trace, step));
    condition = condition.substr(0, condition.find(';'));
    const std::vector<LocalUse> counted = locals_written(trace, index);
    std::string text = runner(trace, step);
    if (!counted.empty())
        text += " sets " + quoted(trace.arrays[counted.front().array].name) + " to " +
                by_lane(counted.front().values) + " and";
    text += " tests " + quoted(condition);
    const auto local = local_in_text(trace, index, condition);
    if (local && counted.empty())
        text += " where " + quoted(trace.arrays[local->array].name) + " is " + by_lane(local->values);
    const std::int64_t next = next_of_warp(trace, index);
    if (next < 0) return text + ".";
    const Step& then = step_at(trace, next);
    const std::string line = " at line " + quoted(std::to_string(where(trace, then).line));
    if (then.active == step.active || (then.active & step.active) == 0)
        return text + (std::has_single_bit(step.active) ? ". It goes on" : ". All its lanes go on") + line +
               ".";
    const std::vector<int> on = emulator::lanes_of(then.active & step.active),
                           off = emulator::lanes_of(step.active & ~then.active);
    return text + ". " + emulator::in_sentence_case(emulator::lanes_in_words(on)) +
           (on.size() == 1 ? " goes" : " go") + " on" + line + "; " + emulator::lanes_in_words(off) +
           (off.size() == 1 ? " waits." : " wait.");
}

}  // namespace upsweep::replay
