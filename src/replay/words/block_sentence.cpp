// Sentences about messages between blocks.
#include "replay/words/block_sentence.h"

#include <algorithm>
#include <map>
#include <vector>

#include "emulator/trace/trace.h"
#include "replay/value_text.h"
#include "replay/words/sentence.h"
#include "replay/words/sentence_parts.h"

namespace upsweep::replay {

namespace {

std::string number(int64_t value) { return "`" + std::to_string(value) + "`"; }
std::string block_name(int64_t value) { return "block " + number(value); }
std::string quoted_value(const std::string& value) { return "`" + value + "`"; }

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

/// Something that another block has published, as a step met it.
struct Received {
    int64_t of = -1;
    MessageState state = MessageState::nothing;
    std::string value;
};

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
                received.value = bits_to_text(array->subject.value, word.bits);
            } else {
                received.value = value_text(trace, leaf.array, access.old_value);
                if (array->subject.role == SubjectRole::aggregate) received.state = MessageState::own_sum;
            }
            // Flags and sums have a row for those before the first block.
            if (received.of >= 0 && received.of != block_of(flow)) all.push_back(received);
        }
        return all;
    }
    /// The number of the block that runs a flow's step: of a long step several blocks have a part.
    int64_t block_of(const Flow& flow) const { return staged.number_of(trace.step_at(flow.step).block); }
    const BlockCard& card(int64_t of) const { return blocks.cards[of]; }

    bool is_across(const StagedArray& array) const;
    std::string line_of(const Flow& flow, const StagedArray& array) const;
    std::vector<std::string> values_alike(const Flow& flow, const StagedArray& array,
                                          MessageState state) const;
    std::string published(const Flow& flow, const StagedArray& array) const;
    std::string found(const Flow& flow) const;
    std::string summed(const Flow& flow) const;
    std::string stored(const Flow& flow) const;
    std::string waits() const;
    std::string reads() const;
    bool looks_last() const;
    std::string raises() const;
};

/// Whether words travel from tile to tile in a row of tiles, not down a column.
bool Narrator::is_across(const StagedArray& array) const {
    for (const WordWay& way : tiles.ways)
        if (way.words != nullptr && way.words->array == array.array) return way.across;
    return true;
}

/// "row `3`": which of a tile's rows or columns a word is about; empty where a block has one word.
std::string Narrator::line_of(const Flow& flow, const StagedArray& array) const {
    const int64_t halves = size_of(array.subject.value) == 8 ? 2 : 1;
    const Parts& parts = array.subject.parts;
    if (array.subject.role != SubjectRole::word || parts.size.width <= halves) return {};
    const int64_t line = (flow.cell - parts.before) % parts.size.width / halves;
    return (is_across(array) ? "row " : "column ") + number(line);
}

/// What the block tells in the same way with other words of the array: the values by row or column.
std::vector<std::string> Narrator::values_alike(const Flow& flow, const StagedArray& array,
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
std::string Narrator::published(const Flow& flow, const StagedArray& array) const {
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
                   (is_across(array) ? "rows" : "columns") + ": " + joined(all) + ".";
        return who + " tells " + to +
               (state == MessageState::own_sum ? " the aggregate of its " : " the running sum of its ") +
               line + ": " + quoted_value(value) + ".";
    }
    if (state == MessageState::own_sum)
        return who + " publishes its aggregate, " + quoted_value(value) +
               ": a block looking back adds it and continues.";
    const std::vector<Received> received = received_in(flow);
    if (!acting->own.empty() && received.size() == 1 && received[0].state == MessageState::prefix)
        return who + " takes " + quoted_value(received[0].value) + " from " + block_name(received[0].of) +
               ", adds its own " + quoted_value(acting->own) + " and passes on " + quoted_value(value) + ".";
    // Sums that are handed from one to the next are as far behind as the list begins later.
    const int64_t from = of - array.subject.parts.before;
    if (!acting->own.empty() && !acting->before.empty() && array.subject.parts.before > 0 && from >= 0)
        return who + " takes " + quoted_value(acting->before) + " from " + block_name(from) +
               ", adds its own " + quoted_value(acting->own) + " and passes on " + quoted_value(value) + ".";
    if (!acting->own.empty() && !acting->before.empty())
        return who + " adds its own " + quoted_value(acting->own) + " to the " +
               quoted_value(acting->before) + " before it and publishes " + quoted_value(value) +
               " as its inclusive prefix.";
    if (of == 0 || acting->own == value)
        return who + " publishes " + quoted_value(value) + ": no block comes before it.";
    return who + " publishes " + quoted_value(value) + " as its inclusive prefix.";
}

/// What lies before a block, put together from what others have published.
std::string Narrator::found(const Flow& flow) const {
    const std::vector<Received> received = received_in(flow);
    if (received.empty()) return {};
    const StagedArray* target = staged.find(flow.array);
    if (target == nullptr || target->subject.role != SubjectRole::prefix || !target->is_shared()) return {};
    const std::string value = value_text(trace, flow.array, trace.access_at(flow.access).value);
    std::vector<std::string> own, terms, values;
    for (const Received& one : received) {
        values.push_back(one.value);
        if (one.state == MessageState::own_sum)
            own.push_back(number(one.of));
        else
            terms.push_back("the inclusive prefix of " + block_name(one.of));
    }
    if (own.size() == 1) terms.insert(terms.begin(), "the aggregate of block " + own[0]);
    if (own.size() > 1) terms.insert(terms.begin(), "the aggregates of blocks " + joined(own));
    const std::string who = "Block " + number(block_of(flow));
    if (received.size() == 1)
        return who + " reads " + terms[0] + ": " + quoted_value(value) + " is the sum before it.";
    std::string sum;
    for (const std::string& one : values) sum += (sum.empty() ? "" : " + ") + one;
    return who + " adds " + joined(terms) + ": " + quoted_value(sum + " = " + value) +
           " is the sum before it.";
}

/// The sum of a block's own part.
std::string Narrator::summed(const Flow& flow) const {
    const StagedArray* array = staged.find(flow.array);
    if (!flow.operation || flow.sources.size() < 2 || (array != nullptr && !array->is_shared())) return {};
    const Access& access = trace.access_at(flow.access);
    const std::string& own = card(block_of(flow)).own;
    if (own.empty() || own != value_text(trace, flow.array, access.value)) return {};
    return "Block " + number(block_of(flow)) +
           " adds up its section: " + quoted_value(equation_of(trace, flow.access)) + ".";
}

/// The sums of a block's part, on their way out.
std::string Narrator::stored(const Flow& flow) const {
    const StagedArray* array = staged.find(flow.array);
    if (array == nullptr || array->is_shared() || !array->is_data() || message_array(flow.array) != nullptr)
        return {};
    const std::string& before = card(block_of(flow)).before;
    const bool adds = flow.operation && flow.symbol == '+' && !before.empty() && before != "0";
    return "Block " + number(block_of(flow)) + " stores its part of " + quoted_value(array->name) +
           (adds ? ", with the " + quoted_value(before) + " before it added: " : ": ") +
           cell_name({trace, &staged}, flow.array, flow.cell) + " becomes " +
           quoted_value(equation_of(trace, flow.access)) + ".";
}

std::string Narrator::waits() const {
    const BlockCard* acting = blocks.acting < 0 ? nullptr : &card(blocks.acting);
    if (acting == nullptr || acting->state != BlockState::spinning) return {};
    const BlockWait& wait = acting->waits.front();
    if (wait.of < 0) return {};
    const std::string what = staged.find(SubjectRole::flag) != nullptr ? "flag" : "word";
    return "Block " + number(acting->number) + " checks " + block_name(wait.of) + "'s " + what +
           ": nothing is published yet, so it keeps waiting.";
}

/// Looks at what others have published, before anything is added.
std::string Narrator::reads() const {
    std::vector<std::string> seen;
    for (const auto& list : blocks.messages)
        for (const Message& message : list) {
            if (!message.read || message.reader != blocks.acting || message.number == blocks.acting) continue;
            const StagedArray* array = message_array(static_cast<ArrayId>(message.array));
            if (array == nullptr) continue;
            std::string one = "nothing yet from " + block_name(message.number);
            if (message.state != MessageState::nothing)
                one = (message.state == MessageState::own_sum ? "the aggregate " : "the inclusive prefix ") +
                      quoted_value(message.value) + " of " + block_name(message.number);
            // Of several words of a tile nothing is said twice.
            if (seen.empty() || seen.back() != one) seen.push_back(one);
        }
    if (seen.empty() || blocks.acting < 0) return {};
    std::reverse(seen.begin(), seen.end());
    return "Block " + number(blocks.acting) + " sees " + joined(seen) + ".";
}

/// Whether the block has looked at the words of others after everything that it wrote.
bool Narrator::looks_last() const {
    int64_t looked = -1, wrote = -1;
    for (const ArrayTouches& touches : picture.arrays)
        if (const StagedArray* array = message_array(touches.array); array != nullptr)
            for (const CellTouch& touch : touches.cells)
                if (touch.read && !touch.written && staged.part_of(*array, touch.cell) != blocks.acting)
                    looked = std::max(looked, touch.access);
    for (const Flow& flow : picture.flows) wrote = std::max(wrote, flow.access);
    return looked > wrote;
}

std::string Narrator::raises() const {
    for (const auto& list : blocks.messages)
        for (const Message& message : list) {
            const StagedArray* array = staged.find(static_cast<ArrayId>(std::max(0, message.array)));
            if (array == nullptr || array->subject.role != SubjectRole::flag) continue;
            if (message.written && message.number == blocks.acting && message.state == MessageState::prefix)
                return "Block " + number(message.number) +
                       " raises its flag: the other blocks can read its sum now.";
        }
    return {};
}

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

}  // namespace upsweep::replay
