// Words what a step writes.
#include "replay/sentence.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "emulator/findings/finding_words.h"
#include "replay/sentence_parts.h"

namespace upsweep::replay {

using emulator::Access;
using emulator::Space;
using emulator::Step;
using emulator::StepKind;
using emulator::Trace;

namespace {

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

/// "Add the left child's sum …" says what the lanes do; "The padding puts …" tells something else.
bool is_order(const std::string& comment) {
    static const std::set<std::string> others = {"The",   "A",     "An",   "Nothing", "Each", "Past",
                                                 "Where", "With",  "This", "It",      "No",   "Not",
                                                 "In",    "Block", "One",  "Every",   "All"};
    return others.count(comment.substr(0, comment.find(' '))) == 0;
}

/// The comment that belongs to a statement: above it, or above the `if` and `for` heads over it.
std::string lead_comment(const Trace& trace, const emulator::SourceRange& place) {
    for (int line = place.line; line > std::max(0, place.line - 3); --line) {
        std::string comment = comment_above(trace, place.file, line);
        if (!comment.empty()) {
            comment = comment.substr(0, comment.find(". "));
            while (!comment.empty() && (comment.back() == '.' || comment.back() == ':')) comment.pop_back();
            return comment.size() <= 90 && is_order(comment) ? comment : std::string{};
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
    return emulator::in_sentence_case(number_word(static_cast<std::int64_t>(lanes))) +
           (lanes == 1 ? " lane" : " lanes");
}

/// The array's name where it is not the one that the stage follows.
std::string of_array(const Trace& trace, emulator::ArrayId array, emulator::ArrayId followed) {
    return array == followed ? "" : " of " + quoted(trace.arrays[array].name);
}

/// "4 + 7 = 11": what a write's sources give, if it is that; else the value alone.
std::string equation(const Trace& trace, std::int64_t index, const Source& source) {
    const Access& write = access_at(trace, index);
    const std::string result = value_text(trace, write);
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

/// "cell 3 becomes 4 + 7 = 11".
std::string example(const Trace& trace, const Flow& flow, emulator::ArrayId followed) {
    const Access& write = access_at(trace, flow.access);
    std::string text = cell_name(trace.arrays[flow.array], flow.cell) + of_array(trace, flow.array, followed);
    const Source running{flow.operation, flow.symbol, flow.sources};
    text += " becomes " +
            quoted(flow.running ? equation(trace, flow.access, running) : equation_of(trace, flow.access));
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

/// Weak memory: what only the block itself sees yet.
std::string delay_remark(const Trace& trace, const Flow& flow) {
    if (access_at(trace, flow.access).kind != emulator::AccessKind::delayed) return {};
    return " Only block " + std::to_string(step_at(trace, flow.step).block) +
           " sees it yet; the others see it later.";
}

/// Of a pass: the first write of each of its statements to the followed array, in the order they ran, the
/// focus step's being `last`. One statement alone, or more than a sentence can hold: only `last`.
std::vector<const Flow*> one_of_each(const Trace& trace, const StepPicture& picture, const Flow& last) {
    std::vector<const Flow*> found;
    std::set<std::uint32_t> seen = {step_at(trace, last.step).statement};
    for (const Flow& flow : picture.flows)
        if (flow.array == last.array && flow.array == picture.followed &&
            seen.insert(step_at(trace, flow.step).statement).second)
            found.push_back(&flow);
    if (found.size() > 1) found.clear();
    found.push_back(&last);
    return found;
}

/// "load", "copies and adds": what the lanes do in the writes, each verb once.
std::string verbs(const Trace& trace, const std::vector<const Flow*>& writes, bool one) {
    std::vector<std::string> said;
    for (const Flow* flow : writes) {
        std::string word = verb(trace, *flow);
        if (one) word = word == "copy" ? "copies" : word + "s";
        if (std::find(said.begin(), said.end(), word) == said.end()) said.push_back(word);
    }
    return said.size() == 2 ? said[0] + " and " + said[1] : said[0];
}

std::string writes_sentence(const Trace& trace, const StepPicture& picture,
                            const std::vector<const Flow*>& flows) {
    const Step& step = step_at(trace, picture.focus);
    std::set<std::pair<int, int>> lanes;
    const std::uint32_t statement = step.statement;
    for (const Flow& flow : picture.flows)
        if (step_at(trace, flow.step).statement == statement) lanes.insert({flow.warp, flow.lane});
    const bool loop = is_cpu_loop(trace, trace.launch_near(step.operation));
    const std::string subject = loop ? "The loop" : lanes_subject(lanes.size());
    const std::string comment = lead_comment(trace, where(trace, step));
    const Flow& first = *flows.front();
    const std::vector<const Flow*> writes = one_of_each(trace, picture, first);
    std::string shown, text;
    for (const Flow* flow : writes)
        shown += (shown.empty() ? "" : "; then ") + example(trace, *flow, picture.followed);
    if (!comment.empty()) {
        text = subject + ": " + lowered(comment) + ". " + emulator::in_sentence_case(shown) + ".";
    } else {
        text = subject + " " + verbs(trace, writes, lanes.size() == 1) + ": " + shown + ".";
    }
    text += delay_remark(trace, first);
    return text + (picture.range.end - picture.range.first == 1 ? idle_lanes(trace, step) : "");
}

/// Weak memory: a store that was delayed arrives.
std::string drain_sentence(const Trace& trace, const StepPicture& picture,
                           const std::vector<const Flow*>& flows) {
    const Step& step = step_at(trace, picture.focus);
    std::string who = "block " + std::to_string(step.block);
    if (flows.empty()) return "A delayed store of " + who + " reaches the other blocks now.";
    const Flow& flow = *flows.front();
    const emulator::ArrayInfo& array = trace.arrays[flow.array];
    return "What " + who + " stored earlier reaches the other blocks now: " + cell_name(array, flow.cell) +
           " of " + quoted(array.name) + " becomes " +
           quoted(value_text(trace, access_at(trace, flow.access))) + ".";
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
    const Source source = source_of(trace, access_at(trace, index).origin);
    return equation(trace, index, source);
}

std::string sentence_of(const Trace& trace, const StepPicture& picture) {
    if (picture.focus < 0)
        return "Nothing has run yet. Press Right for the first step, or Space to play; Lessons, above, "
               "explain it from the start.";
    const Step& step = step_at(trace, picture.focus);
    const std::string warp = runner(trace, step), block = "block " + std::to_string(step.block);
    const emulator::LaunchInfo* launch = launch_of(trace, step);
    std::vector<const Flow*> flows;
    for (const Flow& flow : picture.flows)
        if (flow.step == picture.focus) flows.push_back(&flow);
    std::stable_partition(flows.begin(), flows.end(),
                          [&](const Flow* flow) { return flow->array == picture.followed; });
    if (step.kind == StepKind::host) return host_sentence(trace, picture);
    if (step.kind == StepKind::drain) return drain_sentence(trace, picture, flows);
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

}  // namespace upsweep::replay
