// What a step means among blocks and as a rectangle's sum, and what a launch and a run come to.
#include "replay/words/meaning.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/bits.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/findings/finding_words.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/data/held.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "replay/words/sentence_parts.h"

namespace upsweep::replay {

namespace {

std::string number(int64_t value) { return "`" + std::to_string(value) + "`"; }
std::string block_name(int64_t value) { return "block " + number(value); }
std::string quoted_value(const std::string& value) { return "`" + value + "`"; }

/// Something that another block has published, as a step met it.
struct Received {
    int64_t of = -1;
    MessageState state = MessageState::nothing;
    Value value;
};

/// What the operator of the run does with values, and what it gives.
std::pair<std::string_view, std::string_view> operator_words(reference::Operator combined) {
    if (combined == reference::Operator::maximum) return {"compares", "maximum"};
    if (combined == reference::Operator::affine) return {"combines", "composition"};
    return {"adds", "sum"};
}

/// Whether sums as they are shown add up.
bool add_up(const Trace& trace, const std::string& before, const std::string& own, const std::string& sum) {
    const auto value = [](const std::string& text) {
        return Value{ScalarType::f64, bit_cast<uint64_t>(std::strtod(text.c_str(), nullptr)), text};
    };
    return operator_of(trace) == reference::Operator::sum && !before.empty() && !own.empty() &&
           !equation_of(trace, '+', {value(before), value(own)}, value(sum)).empty();
}

struct Narrator {
    const Trace& trace;
    const StagedLaunch& staged;
    const BlocksPicture& blocks;
    const LaunchTiles& tiles;
    const StepPicture& picture;

    bool is_value(const StagedArray& one) const {
        return one.subject.role == SubjectRole::word || one.subject.role == SubjectRole::aggregate ||
               one.subject.role == SubjectRole::prefix;
    }
    const StagedArray* message_array(ArrayId array) const {
        const StagedArray* staged_array = staged.find(array);
        return staged_array != nullptr && !staged_array->is_shared() && is_value(*staged_array) ? staged_array
                                                                                                : nullptr;
    }
    /// What a flow is made of that blocks have published, this block's own words left out.
    std::vector<Received> received_in(const Flow& flow) const {
        std::vector<Received> all;
        for (const Leaf& leaf : flow.sources) {
            const StagedArray* array = message_array(leaf.array);
            if (array == nullptr) continue;
            const Access& access = trace.access_at(leaf.access);
            Received received{staged.part_of(*array, leaf.element), MessageState::prefix, {}};
            if (array->subject.role == SubjectRole::word) {
                const Word word = word_of(trace, *array, leaf.access);
                if (word.state == MessageState::nothing) continue;
                received.state = word.state;
                received.value = word_value(array->subject.value, word.bits);
            } else {
                received.value = {array->type, access.old_value,
                                  value_text(trace, leaf.array, access.old_value)};
                if (array->subject.role == SubjectRole::aggregate) received.state = MessageState::own_sum;
            }
            // Flags and sums have a row for those before the first block.
            if (received.of >= 0 && received.of != block_of(flow)) all.push_back(received);
        }
        return all;
    }
    static Value word_value(ScalarType type, uint64_t bits) { return {type, bits, bits_to_text(type, bits)}; }
    /// What a write has left: of a word its value.
    Value made_of(const Flow& flow) const {
        const Access& access = trace.access_at(flow.access);
        const StagedArray* array = staged.find(flow.array);
        if (array != nullptr && array->subject.role == SubjectRole::word)
            return word_value(array->subject.value, word_of(trace, *array, flow.access).bits);
        return {trace.arrays[flow.array].type, access.value, value_text(trace, flow.array, access.value)};
    }
    /// "8 + 14 = 22", by the operation that made the write; else empty.
    std::string equation(const Flow& flow, const std::vector<Value>& values) const {
        const char symbol = number_symbol(trace, trace.access_at(flow.access).origin);
        return equation_of(trace, reference::commutes(operator_of(trace)) ? symbol : '+', values,
                           made_of(flow));
    }
    /// The number of the block that runs a flow's step: of a long step several blocks have a part.
    int64_t block_of(const Flow& flow) const { return staged.number_of(trace.step_at(flow.step).block); }
    const BlockCard& card(int64_t of) const { return blocks.cards[of]; }

    /// Whether words travel from tile to tile in a row of tiles, not down a column.
    bool is_across(const StagedArray& array) const {
        for (const WordWay& way : tiles.ways)
            if (way.words != nullptr && way.words->array == array.array) return way.across;
        return true;
    }

    /// "row `3`": which of a tile's rows or columns a word is about; empty where a block has one word.
    std::string line_of(const Flow& flow, const StagedArray& array) const {
        const int64_t halves = size_of(array.subject.value) == 8 ? 2 : 1;
        const Parts& parts = array.subject.parts;
        if (array.subject.role != SubjectRole::word || parts.size.width <= halves) return {};
        const int64_t line = (flow.cell - parts.before) % parts.size.width / halves;
        return (is_across(array) ? "row " : "column ") + number(line);
    }

    /// What the block tells in the same way with other words of the array: the values by row or column.
    std::vector<std::string> values_alike(const Flow& flow, const StagedArray& array,
                                          MessageState state) const {
        std::map<int64_t, std::string> values;
        for (const Flow& one : picture.flows) {
            if (one.array != flow.array || block_of(one) != block_of(flow)) continue;
            const Word word = word_of(trace, array, one.access);
            if (word.state == state && staged.part_of(array, one.cell) == staged.part_of(array, flow.cell))
                values[one.cell] = quoted_value(bits_to_text(array.subject.value, word.bits));
        }
        std::vector<std::string> all;
        for (const auto& [cell, value] : values) all.push_back(value);
        return all;
    }

    /// A word or a sum that others may read now.
    std::string published(const Flow& flow, const StagedArray& array) const {
        const int64_t of = staged.part_of(array, flow.cell);
        if (of != block_of(flow)) return {};
        const BlockCard* acting = &card(of);
        const Access& access = trace.access_at(flow.access);
        std::string value = value_text(trace, flow.array, access.value);
        MessageState state =
            array.subject.role == SubjectRole::aggregate ? MessageState::own_sum : MessageState::prefix;
        if (array.subject.role == SubjectRole::word) {
            const Word word = word_of(trace, array, flow.access);
            if (word.state == MessageState::nothing) return {};
            state = word.state;
            value = bits_to_text(array.subject.value, word.bits);
        }
        const std::string who = "Block " + number(of);
        if (const std::string line = line_of(flow, array); !line.empty()) {
            const std::string to = is_across(array) ? "the tiles to its right" : "the tiles below";
            const std::vector<std::string> all = values_alike(flow, array, state);
            if (all.size() > 1)
                return who + " tells " + to +
                       (state == MessageState::own_sum ? " the aggregates of its "
                                                       : " the running sums of its ") +
                       (is_across(array) ? "rows" : "columns") + ": " + listed(all) + ".";
            return who + " tells " + to +
                   (state == MessageState::own_sum ? " the aggregate of its " : " the running sum of its ") +
                   line + ": " + quoted_value(value) + ".";
        }
        if (state == MessageState::own_sum)
            return who + " publishes its aggregate, " + quoted_value(value) +
                   ": a block looking back adds it and continues.";
        const std::vector<Received> received = received_in(flow);
        if (received.size() == 1 && received[0].state == MessageState::prefix &&
            add_up(trace, received[0].value.text, acting->own, value))
            return who + " takes " + quoted_value(received[0].value.text) + " from " +
                   block_name(received[0].of) + ", adds its own " + quoted_value(acting->own) +
                   " and passes on " + quoted_value(value) + ".";
        // Sums that are handed from one to the next are as far behind as the list begins later.
        const int64_t from = of - array.subject.parts.before;
        const bool adds = add_up(trace, acting->before, acting->own, value);
        if (adds && array.subject.parts.before > 0 && from >= 0)
            return who + " takes " + quoted_value(acting->before) + " from " + block_name(from) +
                   ", adds its own " + quoted_value(acting->own) + " and passes on " + quoted_value(value) +
                   ".";
        if (adds)
            return who + " adds its own " + quoted_value(acting->own) + " to the " +
                   quoted_value(acting->before) + " before it and publishes " + quoted_value(value) +
                   " as its inclusive prefix.";
        if (of == 0 || acting->own == value)
            return who + " publishes " + quoted_value(value) + ": no block comes before it.";
        return who + " publishes " + quoted_value(value) + " as its inclusive prefix.";
    }

    /// What lies before a block, put together from what others have published.
    std::string found(const Flow& flow) const {
        const std::vector<Received> received = received_in(flow);
        if (received.empty()) return {};
        const StagedArray* target = staged.find(flow.array);
        if (target == nullptr || target->subject.role != SubjectRole::prefix || !target->is_shared())
            return {};
        const std::string value = value_text(trace, flow.array, trace.access_at(flow.access).value);
        std::vector<std::string> own, terms;
        std::vector<Value> values;
        for (const Received& one : received) {
            values.push_back(one.value);
            if (one.state == MessageState::own_sum)
                own.push_back(number(one.of));
            else
                terms.push_back("the inclusive prefix of " + block_name(one.of));
        }
        if (own.size() == 1) terms.insert(terms.begin(), "the aggregate of block " + own[0]);
        if (own.size() > 1) terms.insert(terms.begin(), "the aggregates of blocks " + listed(own));
        const std::string who = "Block " + number(block_of(flow));
        const auto& [adds, sum] = operator_words(operator_of(trace));
        const std::string made = equation(flow, values);
        return fmt::format("{} {} {}: {} is the {} before it.", who,
                           received.size() == 1 ? "reads" : std::string(adds), listed(terms),
                           quoted_value(made.empty() ? value : made), sum);
    }

    /// The sum of a block's own part.
    std::string summed(const Flow& flow) const {
        const StagedArray* array = staged.find(flow.array);
        if (!flow.operation || flow.sources.size() < 2 || (array != nullptr && !array->is_shared()))
            return {};
        const Access& access = trace.access_at(flow.access);
        const std::string& own = card(block_of(flow)).own;
        if (own.empty() || own != value_text(trace, flow.array, access.value)) return {};
        return "Block " + number(block_of(flow)) +
               " adds up its section: " + quoted_value(equation_of(trace, flow.access)) + ".";
    }

    /// The sums of a block's part, on their way out.
    std::string stored(const Flow& flow) const {
        const StagedArray* array = staged.find(flow.array);
        if (array == nullptr || array->is_shared() || !array->is_data() ||
            message_array(flow.array) != nullptr)
            return {};
        const std::string& before = card(block_of(flow)).before;
        const bool adds = flow.operation && flow.symbol == '+' && !before.empty() && before != "0";
        return "Block " + number(block_of(flow)) + " stores its part of " + quoted_value(array->name) +
               (adds ? ", with the " + quoted_value(before) + " before it added: " : ": ") +
               cell_name({trace, &staged}, flow.array, flow.cell) + " becomes " +
               quoted_value(equation_of(trace, flow.access)) + ".";
    }

    std::string waits() const {
        const BlockCard* acting = blocks.acting < 0 ? nullptr : &card(blocks.acting);
        if (acting == nullptr || acting->state != BlockState::spinning) return {};
        const BlockWait& wait = acting->waits.front();
        if (wait.of < 0 || wait.looked) return {};
        const std::string what = staged.find(SubjectRole::flag) != nullptr ? "flag" : "word";
        return "Block " + number(acting->number) + " checks " + block_name(wait.of) + "'s " + what +
               ": nothing is published yet, so it keeps waiting.";
    }

    /// Looks at what others have published, before anything is added.
    std::string reads() const {
        std::vector<std::string> seen;
        for (const auto& list : blocks.messages)
            for (const Message& message : list) {
                if (!message.read || message.reader != blocks.acting || message.number == blocks.acting)
                    continue;
                const StagedArray* array = message_array(ArrayId(message.array));
                if (array == nullptr) continue;
                std::string one = "nothing yet from " + block_name(message.number);
                if (message.state != MessageState::nothing)
                    one = (message.state == MessageState::own_sum ? "the aggregate "
                                                                  : "the inclusive prefix ") +
                          quoted_value(message.value) + " of " + block_name(message.number);
                // Of several words of a tile nothing is said twice.
                if (seen.empty() || seen.back() != one) seen.push_back(one);
            }
        if (seen.empty() || blocks.acting < 0) return {};
        std::reverse(seen.begin(), seen.end());
        return "Block " + number(blocks.acting) + " sees " + listed(seen) + ".";
    }

    /// Whether the block has looked at the words of others after everything that it wrote.
    bool looks_last() const {
        int64_t looked = -1, wrote = -1;
        for (const ArrayTouches& touches : picture.arrays)
            if (const StagedArray* array = message_array(touches.array); array != nullptr)
                for (const CellTouch& touch : touches.cells)
                    if (touch.read && !touch.written && staged.part_of(*array, touch.cell) != blocks.acting)
                        looked = std::max(looked, touch.access);
        for (const Flow& flow : picture.flows) wrote = std::max(wrote, flow.access);
        return looked > wrote;
    }

    std::string raises() const {
        for (const auto& list : blocks.messages)
            for (const Message& message : list) {
                const StagedArray* array = staged.find(ArrayId(std::max(0, message.array)));
                if (array == nullptr || array->subject.role != SubjectRole::flag) continue;
                if (message.written && message.number == blocks.acting &&
                    message.state == MessageState::prefix)
                    return "Block " + number(message.number) +
                           " raises its flag: the other blocks can read its sum now.";
            }
        return {};
    }
};

}  // namespace

std::string block_sentence(const Trace& trace, const StagedLaunch& staged, const BlocksPicture& blocks,
                           const LaunchTiles& tiles, const StepPicture& picture) {
    if (!blocks.deadlock.empty()) return deadlock_sentence(blocks);
    const Narrator narrator{trace, staged, blocks, tiles, picture};
    // The last thing of a step is what it comes to.
    if (narrator.looks_last()) {
        for (const std::string& text : {narrator.waits(), narrator.reads()})
            if (!text.empty()) return text;
    }
    for (auto flow = picture.flows.rbegin(); flow != picture.flows.rend(); ++flow) {
        const StagedArray* array = narrator.message_array(flow->array);
        const std::string text = array != nullptr ? narrator.published(*flow, *array) : narrator.found(*flow);
        if (!text.empty()) return text;
    }
    if (const std::string raised = narrator.raises(); !raised.empty()) return raised;
    for (auto flow = picture.flows.rbegin(); flow != picture.flows.rend(); ++flow)
        if (const std::string text = narrator.summed(*flow); !text.empty()) return text;
    const Flow* first = nullptr;
    for (const Flow& flow : picture.flows)
        if (!narrator.stored(flow).empty() && (first == nullptr || flow.cell < first->cell)) first = &flow;
    if (first != nullptr) return narrator.stored(*first);
    for (const std::string& text : {narrator.waits(), narrator.reads()})
        if (!text.empty()) return text;
    for (const Flow& flow : picture.flows) {
        const StagedArray* array = staged.find(flow.array);
        if (array == nullptr || array->subject.role != SubjectRole::number || !staged.fetches_numbers())
            continue;
        const int64_t block = trace.step_at(flow.step).block;
        return "The block with blockIdx " + number(block) + " takes number " +
               number(staged.number_of(block)) + " from the counter: it works on part " +
               number(staged.number_of(block)) + ".";
    }
    return {};
}

namespace {

/// Everything up to D, less what lies left of the window and above it; A was taken away twice.
std::string formula_of(const CornerSum& sum) {
    std::string text;
    for (const char letter : std::string_view("DCBA"))
        for (const Corner& corner : sum.corners)
            if (corner.letter == letter) {
                const std::string_view sign = corner.added ? "+" : "−";
                text += text.empty() ? (corner.added ? "" : "−") : " " + std::string(sign) + " ";
                text += corner.value;
            }
    return sum.corners.size() == 1 ? text : text + " = " + sum.sum;
}

/// "; the mean of its `25` pixels is `5`", where that is what was written.
std::string mean_of(const CornersPicture& corners) {
    const int64_t pixels = corners.sums[0].window.size.count();
    if (corners.sums[0].window.empty() || pixels < 2) return {};
    const double mean = std::atof(corners.sums[0].sum.c_str()) / double(pixels);
    if (std::abs(mean - std::atof(corners.value.c_str())) > 1) return {};
    return "; the mean of its " + in_backticks(pixels) + " pixels is " + in_backticks(corners.value);
}

}  // namespace

std::string corner_sentence(const Trace& trace, const StagedLaunch& staged, const CornersPicture& corners) {
    if (corners.sums.size() != 1 || corners.array < 0 || corners.sums[0].sum.empty()) return {};
    const CornerSum& sum = corners.sums[0];
    const auto array = ArrayId(corners.array);
    const std::string cell = cell_name({trace, &staged}, array, corners.element) + " of " +
                             in_backticks(trace.arrays[array].name),
                      table = in_backticks(trace.arrays[sum.table].name);
    const std::string from = sum.corners.size() == 4 ? "four corners in " : "corners in ";
    // A row is not a picture, and its cells have no windows around them: they are the counts of a histogram.
    if (cell.starts_with("cell "))
        return emulator::in_sentence_case(cell) + " adds up to " + in_backticks(formula_of(sum)) + ", from " +
               from + table + ".";
    return "The window around " + cell + " adds up to " + in_backticks(formula_of(sum)) + ", from its " +
           from + table + mean_of(corners) + ".";
}

namespace {

/// What a scan with the operator makes.
std::string prefix_name(reference::Operator combined) {
    switch (combined) {
        case reference::Operator::maximum:
            return "prefix maximum";
        case reference::Operator::affine:
            return "prefix composition";
        case reference::Operator::flagged:
            return "segmented prefix sum";
        case reference::Operator::sum:
            break;
    }
    return "prefix sum";
}

/// What the output is, of the input.
std::string result_name(const scenes::RunScene& run) {
    const Algorithm& algorithm = *run.algorithm;
    const Convention convention = algorithm.convention != nullptr
                                      ? algorithm.convention(run.scene.catalog().parameters)
                                      : Convention::none;
    const std::string kind = convention == Convention::none ? "" : std::string(name_of(convention)) + " ";
    switch (algorithm.result) {
        case ResultKind::none:
            break;
        case ResultKind::scan:
            return "the " + kind + prefix_name(operator_of(*run.trace)) + " of " +
                   (run.scene.catalog().parameters.extent.height > 1 ? "each line of " : "");
        case ResultKind::transpose:
            return "the transpose of ";
        case ResultKind::table:
            return "the " + kind + "integral image of ";
        case ResultKind::tensor:
            return "the " + kind + "integral histogram of ";
        case ResultKind::histogram:
            return "the histogram of a window of ";
        case ResultKind::filter:
            return "the filtered picture of ";
        case ResultKind::statistics:
            return "the mean and the variance of each window of ";
        case ResultKind::likelihood:
            return "the likelihood of each window of ";
        case ResultKind::compaction:
            return "the compaction of ";
        case ResultKind::sorted:
            return "the result of one sorting pass over ";
        case ResultKind::pyramid:
            return "the picture pyramid of ";
        case ResultKind::survival:
            return "the stages that each window survived in ";
        case ResultKind::drawing:
            return "the frames drawn into ";
    }
    return "the result of ";
}

}  // namespace

namespace {

/// Of the user's program, which has no reference: sums that reach no result. Only of short runs without a
/// fault, which may be the cause.
std::string lost_values(const Trace& trace) {
    constexpr int64_t short_run = 20'000;
    const bool faulty = any_of(
        trace.findings, [](const Finding& finding) { return finding.severity == emulator::Severity::fault; });
    if (!trace.complete || faulty || trace.step_count() > short_run) return {};
    std::string text;
    for (const LostSum& lost : lost_sums(trace))
        text += (text.empty() ? "Lost values: " : " ") + sentence_of(trace, lost);
    return text;
}

}  // namespace

std::string result_sentence(const scenes::RunScene& run) {
    if (run.program != nullptr) return lost_values(*run.trace);
    if (run.algorithm == nullptr || run.algorithm->reference == nullptr || !run.trace->complete) return {};
    const Plan& plan = run.trace->plan;
    if (plan.output.index < 0 || plan.input.index < 0) return {};
    const auto name = [&](BufferId id) { return "`" + plan.buffers[id.index].name + "`"; };
    if (!run.check.right)
        return "Done, but " + name(plan.output) + " differs from the reference: " + run.check.message;
    const bool rounded = is_floating(run.trace->output().type()) && run.algorithm->roundings != nullptr &&
                         run.algorithm->roundings(run.scene.catalog().parameters) > 0;
    return "Done: " + name(plan.output) + " is " + result_name(run) + name(plan.input) +
           ", equal to the reference in all `" + std::to_string(run.trace->output().count()) + "` cells" +
           (rounded ? " within the rounding tolerance." : ".");
}

std::string launch_sentence(const Trace& trace, const TraceIndex& index, const StagedLaunch& staged) {
    const auto launch = uint32_t(staged.launch());
    const LaunchInfo& info = trace.launches[launch];
    std::vector<std::string> from, made, changed;
    for (size_t i = 0; i < trace.arrays.size(); ++i) {
        const ArrayInfo& array = trace.arrays[i];
        if (array.space != Space::global || array.role != BufferRole::data) continue;
        const auto id = ArrayId(i);
        const StagedArray* role = staged.find(id);
        // What blocks only tell each other is not what came of it.
        if (role != nullptr && (!role->is_data() || role->subject.role == SubjectRole::prefix ||
                                role->subject.role == SubjectRole::aggregate))
            continue;
        const bool reads = index.reads(launch, id), writes = index.writes(launch, id);
        if (reads || writes) (!writes ? from : reads ? changed : made).push_back("`" + array.name + "`");
    }
    if (made.empty() && changed.empty()) return {};
    const int64_t blocks = info.grid.count();
    std::string text = trace.launches.size() == 1
                           ? "The launch is done: "
                           : fmt::format("Launch `{}` of `{}` is done: ", launch + 1, trace.launches.size());
    text += blocks == 1 ? "one block has " : number_word(blocks) + " blocks have ";
    if (!made.empty()) text += "made " + listed(made);
    if (!changed.empty()) text += (made.empty() ? "" : " and ") + ("changed " + listed(changed));
    if (!from.empty()) text += (made.empty() ? " with " : " from ") + listed(from);
    return text + ".";
}

}  // namespace upsweep::replay
