// What the lanes of a warp hand each other in a shuffle. The trace records no accesses of it; but the value
// that a lane sets keeps the origin that it had in the lane it came from, and the call says which lane is
// asked.
#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "core/whole_number.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "replay/data/lane_frame.h"
#include "replay/data/lane_picture.h"

namespace upsweep::replay {

namespace {

constexpr int64_t lane_moves_far_steps = 5'000;

/// A call of a shuffle as it is in the text.
struct Call {
    std::string kind;                ///< "", "_up", "_down", "_xor"
    std::string value, lane, width;  ///< arguments; width may be empty
};

/// The one call in a statement; none if there is no or more than one.
std::optional<Call> call_in(std::string_view text) {
    constexpr std::string_view name = "__shfl", end = "_sync";
    const size_t at = text.find(name);
    if (at == std::string_view::npos || text.find(name, at + 1) != std::string_view::npos) return {};
    const size_t open = text.find('(', at), sync = text.find(end, at);
    if (open == std::string_view::npos || sync == std::string_view::npos || sync > open) return {};
    const std::vector<std::string_view> said = arguments_at(text, open);
    if (said.size() < 3) return {};
    return Call{std::string(text.substr(at + name.size(), sync - at - name.size())), std::string(said[1]),
                std::string(said[2]), said.size() > 3 ? std::string(said[3]) : ""};
}

struct LaneMovesHeld {
    uint64_t bits = 0;
    OriginId origin = 0;
};

/// What the lanes held in variables of a name before a step, as far as it was set lately; by lane, the last
/// one set first.
std::map<int, LaneMovesHeld> held_before(const Trace& trace, int64_t index, const std::string& name) {
    const Step& step = trace.step_at(index);
    std::map<int, LaneMovesHeld> held;
    for (int64_t at = index - 1; at >= std::max<int64_t>(0, index - lane_moves_far_steps); --at) {
        const Step& before = trace.step_at(at);
        if (!same_warp(before, step)) continue;
        for (int64_t i = trace.end_access(at) - 1; i >= before.first_access; --i) {
            const Access& access = trace.access_at(i);
            if (!is_local(trace, access.array) || !is_write(access)) continue;
            if (trace.arrays[access.array].name != name) continue;
            held.try_emplace(access.lane, LaneMovesHeld{access.value, access.origin});
        }
        if (int(held.size()) == trace.gpu.lanes) break;
    }
    return held;
}

/// The value of an argument in each lane: a number, or a variable. What else it may be is not known here.
std::map<int, int64_t> values_of(const Trace& trace, int64_t index, const std::string& text) {
    std::map<int, int64_t> values;
    if (const auto number = parse_whole_number(text)) {
        for (int lane = 0; lane < trace.gpu.lanes; ++lane) values[lane] = *number;
        return values;
    }
    for (const auto& [lane, held] : held_before(trace, index, text)) values[lane] = int32_t(held.bits);
    return values;
}

/// The lane that a lane asks, as CUDA defines it.
int asked_lane(const std::string& kind, int lane, int64_t by, int width) {
    const int base = lane - lane % width;
    int64_t from = lane;
    if (kind == "_up")
        from = lane - by < base ? lane : lane - by;
    else if (kind == "_down")
        from = lane + by >= base + width ? lane : lane + by;
    else if (kind == "_xor")
        from = (lane ^ by) >= base + width ? lane : lane ^ by;
    else
        from = base + ((by % width) + width) % width;
    return int(from);
}

/// Whether a value is made of one with that origin, or is it.
bool made_of(const Trace& trace, OriginId value, OriginId part, int depth = 0) {
    if (value == part) return true;
    if (value == 0 || depth > 2) return false;
    const Origin node = trace.origin(value);
    return node.kind == Origin::Kind::operation &&
           (made_of(trace, node.left, part, depth + 1) || made_of(trace, node.right, part, depth + 1));
}

/// The lane that alone held what a lane sets; none where several did.
std::optional<int> holder(const Trace& trace, const std::map<int, LaneMovesHeld>& held, const Access& set) {
    std::vector<int> others;
    bool own = false;
    for (const auto& [lane, one] : held) {
        if (one.origin == 0 || !made_of(trace, set.origin, one.origin)) continue;
        if (lane == int(set.lane))
            own = true;
        else
            others.push_back(lane);
    }
    if (others.size() == 1) return others.front();
    if (others.empty() && own) return int(set.lane);
    return {};
}

}  // namespace

std::vector<LaneMove> lane_moves(const Trace& trace, int64_t step) {
    if (step < 0 || step >= trace.step_count()) return {};
    const Step& at = trace.step_at(step);
    if (at.kind == StepKind::host) return {};
    const std::optional<Call> call = call_in(text_of(trace, where(trace, at)));
    if (!call) return {};
    const std::map<int, LaneMovesHeld> held = held_before(trace, step, call->value);
    const std::map<int, int64_t> by = values_of(trace, step, call->lane);
    const int64_t asked_width =
        call->width.empty() ? trace.gpu.lanes : parse_whole_number(call->width).value_or(0);
    std::map<int, int> from;  // by receiving lane
    for (const Access& access : trace.accesses_of(step)) {
        const int lane = access.lane;
        if (!is_local(trace, access.array) || !is_write(access) || from.contains(lane)) continue;
        const auto said = by.find(lane);
        if (said != by.end() && asked_width > 0) {
            const auto width = int(std::min<int64_t>(asked_width, trace.gpu.lanes));
            from[lane] = asked_lane(call->kind, lane, said->second, width);
        } else if (const auto found = holder(trace, held, access)) {
            from[lane] = *found;
        }
    }
    std::vector<LaneMove> moves;
    for (const auto& [to, source] : from) moves.push_back({source, to});
    return moves;
}

}  // namespace upsweep::replay
