#include "app/models/step_sentence.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace upsweep::app {

using emulator::Access;
using emulator::Space;
using emulator::Step;
using emulator::StepKind;
using emulator::Trace;

namespace {

std::string quoted(const std::string& text) { return "`" + text + "`"; }

const Step& step_at(const Trace& trace, std::int64_t index) {
    return trace.steps[static_cast<std::size_t>(index)];
}
const Access& access_at(const Trace& trace, std::int64_t index) {
    return trace.accesses[static_cast<std::size_t>(index)];
}

std::string value_text(const Trace& trace, const Access& access) {
    return bits_to_text(trace.arrays[access.array].type, access.value);
}

double number(const Trace& trace, const Access& access) {
    return bits_to_number(trace.arrays[access.array].type, access.value);
}

/// What the operation gives for the sources in their order; nothing for operations that it does not know.
std::optional<double> fold(char symbol, const std::vector<double>& values) {
    if (values.size() < 2) return {};
    double result = values.front();
    for (std::size_t i = 1; i < values.size(); ++i) {
        const double value = values[i];
        if (symbol == '+')
            result += value;
        else if (symbol == '-')
            result -= value;
        else if (symbol == '*')
            result *= value;
        else if (symbol == '<')
            result = std::min(result, value);
        else if (symbol == '>')
            result = std::max(result, value);
        else
            return {};
    }
    return result;
}

/// The comment that belongs to a statement: above it, or above the `if` and `for` heads over it.
std::string lead_comment(const Trace& trace, const emulator::SourceRange& place) {
    for (int line = place.line; line > std::max(0, place.line - 3); --line) {
        std::string comment = comment_above(trace, place.file, line);
        if (!comment.empty()) {
            comment = comment.substr(0, comment.find(". "));
            while (!comment.empty() && (comment.back() == '.' || comment.back() == ':')) comment.pop_back();
            if (comment.size() <= 90) return comment;
            return {};
        }
        const std::string_view above = line_text(trace, place.file, line - 1);
        const std::size_t word = above.find_first_not_of(" \t");
        if (word == std::string_view::npos) return {};
        const std::string_view head = above.substr(word);
        if (head.substr(0, 3) != "if " && head.substr(0, 4) != "for " && head.substr(0, 4) != "else")
            return {};
    }
    return {};
}

std::string lowered(std::string text) {
    const bool word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1]));
    if (word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

std::string lanes_subject(std::size_t lanes) {
    return capital(number_word(static_cast<std::int64_t>(lanes))) + (lanes == 1 ? " lane" : " lanes");
}

/// The array's name where it is not the one that the stage follows.
std::string of_array(const Trace& trace, emulator::ArrayId array, emulator::ArrayId followed) {
    return array == followed ? "" : " of " + quoted(trace.arrays[array].name);
}

/// "cell 3 becomes 4 + 7 = 11".
std::string example(const Trace& trace, const Flow& flow, emulator::ArrayId followed) {
    const Access& write = access_at(trace, flow.access);
    std::string text = cell_name(trace.arrays[flow.array], flow.cell) + of_array(trace, flow.array, followed);
    text += " becomes " + quoted(equation_of(trace, flow.access));
    if (!flow.operation && flow.sources.size() == 1) {
        const Leaf& from = flow.sources.front();
        text += ", from " + cell_name(trace.arrays[from.array], from.element);
        if (from.array != write.array) text += " of " + quoted(trace.arrays[from.array].name);
    }
    return text;
}

std::string verb(const Trace& trace, const Flow& flow) {
    if (flow.operation) return flow.symbol == '+' ? "add" : "compute";
    if (flow.sources.empty()) return "set";
    if (flow.sources.front().array == flow.array) return "copy";
    return trace.arrays[flow.array].space == Space::shared ? "load" : "store";
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
    return " " + capital(lanes_text(idle)) + (idle.size() == 1 ? " sits" : " sit") + " this out.";
}

std::string writes_sentence(const Trace& trace, const StepPicture& picture,
                            const std::vector<const Flow*>& flows) {
    const Step& step = step_at(trace, picture.focus);
    std::set<std::pair<int, int>> lanes;
    const std::uint32_t statement = step.statement;
    for (const Flow& flow : picture.flows)
        if (step_at(trace, flow.step).statement == statement) lanes.insert({flow.warp, flow.lane});
    const std::string subject = lanes_subject(lanes.size());
    const std::string comment = lead_comment(trace, where(trace, step));
    const Flow& first = *flows.front();
    const std::string shown = example(trace, first, picture.followed);
    std::string text;
    if (!comment.empty()) {
        text = subject + ": " + lowered(comment) + ". " + capital(shown) + ".";
    } else {
        text = subject + " " + verb(trace, first) + (lanes.size() == 1 ? "s" : "") + ": " + shown + ".";
    }
    return text + (picture.range.end - picture.range.first == 1 ? idle_lanes(trace, step) : "");
}

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

std::string local_sentence(const Trace& trace, std::int64_t index) {
    const Step& step = step_at(trace, index);
    const std::string warp = "Warp " + std::to_string(step.warp);
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

/// The step of the same warp that comes after; -1 if there is none.
std::int64_t next_of_warp(const Trace& trace, std::int64_t index) {
    const Step& step = step_at(trace, index);
    const std::int64_t end = std::min(trace.step_count(), index + 100'000);
    for (std::int64_t i = index + 1; i < end; ++i) {
        const Step& other = step_at(trace, i);
        if (other.launch == step.launch && other.block == step.block && other.warp == step.warp) return i;
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
        if (other.launch != step.launch || other.block != step.block || other.warp != step.warp) continue;
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

std::string condition_sentence(const Trace& trace, std::int64_t index) {
    const Step& step = step_at(trace, index);
    std::string text =
        "Warp " + std::to_string(step.warp) + " tests " + quoted(text_of(trace, where(trace, step)));
    if (const auto local = local_in_text(trace, index, text_of(trace, where(trace, step))))
        text += " where " + quoted(trace.arrays[local->array].name) + " is " + by_lane(local->values);
    const std::int64_t next = next_of_warp(trace, index);
    if (next < 0) return text + ".";
    const Step& then = step_at(trace, next);
    const std::string line = " at line " + quoted(std::to_string(where(trace, then).line));
    if (then.active == step.active || (then.active & step.active) == 0)
        return text + (std::has_single_bit(step.active) ? ". It goes on" : ". All its lanes go on") + line +
               ".";
    const std::vector<int> on = lanes_in(then.active & step.active),
                           off = lanes_in(step.active & ~then.active);
    return text + ". " + capital(lanes_text(on)) + (on.size() == 1 ? " goes" : " go") + " on" + line + "; " +
           lanes_text(off) + (off.size() == 1 ? " waits." : " wait.");
}

std::string host_sentence(const Trace& trace, const StepPicture& picture) {
    if (picture.arrays.empty()) return "Before the launch, the host prepares memory.";
    return "Between launches, the whole of " + quoted(trace.arrays[picture.arrays.front().array].name) +
           " is filled.";
}

}  // namespace

std::string cell_name(const emulator::ArrayInfo& info, std::int64_t element) {
    if (info.extent.height <= 1) return "cell `" + std::to_string(element) + "`";
    return "row `" + std::to_string(element / info.extent.width) + "`, column `" +
           std::to_string(element % info.extent.width) + "`";
}

std::string equation_of(const Trace& trace, std::int64_t index) {
    const Access& write = access_at(trace, index);
    const std::string result = value_text(trace, write);
    const Source source = source_of(trace, write.origin);
    if (!source.operation || source.leaves.size() < 2 || source.leaves.size() > 4) return result;
    std::vector<double> values;
    std::vector<std::string> texts;
    for (const Leaf& leaf : source.leaves) {
        const Access& read = access_at(trace, leaf.access);
        values.push_back(number(trace, read));
        texts.push_back(bits_to_text(trace.arrays[read.array].type, read.value));
    }
    const std::optional<double> folded = fold(source.symbol, values);
    const double value = number(trace, write);
    if (!folded || std::abs(*folded - value) > 1e-5 * std::max(1.0, std::abs(value))) return result;
    const bool call = source.symbol == '<' || source.symbol == '>';
    const std::string sign(operation_sign(source.symbol));
    std::string text = call ? sign + "(" : "";
    for (std::size_t i = 0; i < texts.size(); ++i)
        text += (i == 0 ? "" : call ? ", " : " " + sign + " ") + texts[i];
    return text + (call ? ") = " : " = ") + result;
}

std::string sentence_of(const Trace& trace, const StepPicture& picture) {
    if (picture.focus < 0)
        return "Nothing has run yet. Step forward with the right arrow key, or press Space to play.";
    const Step& step = step_at(trace, picture.focus);
    const std::string warp = "Warp " + std::to_string(step.warp),
                      block = "block " + std::to_string(step.block);
    const emulator::LaunchInfo* launch = launch_of(trace, step);
    std::vector<const Flow*> flows;
    for (const Flow& flow : picture.flows)
        if (flow.step == picture.focus) flows.push_back(&flow);
    std::stable_partition(flows.begin(), flows.end(),
                          [&](const Flow* flow) { return flow->array == picture.followed; });
    if (step.kind == StepKind::host) return host_sentence(trace, picture);
    if (!flows.empty()) return writes_sentence(trace, picture, flows);
    switch (step.kind) {
        case StepKind::condition:
            return condition_sentence(trace, picture.focus);
        case StepKind::barrier:
            if (launch != nullptr && launch->warps_per_block == 1)
                return "The barrier: " + block + " has one warp, so nobody has to wait.";
            return "Every warp of " + block +
                   " has reached the barrier: what was written before it, all can read now.";
        case StepKind::arrive:
            return warp + " has reached the barrier and waits until the other warps of " + block +
                   " are here.";
        case StepKind::leave:
            return warp + " of " + block + " has finished.";
        default:
            return local_sentence(trace, picture.focus);
    }
}

std::string plain(const std::string& sentence) {
    std::string out = sentence;
    out.erase(std::remove(out.begin(), out.end(), '`'), out.end());
    return out;
}

}  // namespace upsweep::app
