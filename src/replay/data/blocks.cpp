// Gathers the blocks of a launch at a moment.
#include "replay/data/blocks.h"
#include "core/ranges.h"
#include "emulator/trace/trace.h"

#include <algorithm>
#include <set>

namespace upsweep::replay {

using emulator::BlockInfo;
using emulator::WaitInterval;

Word read_word(uint64_t low_half, uint64_t high_half, ScalarType value) {
    const auto state = uint32_t(low_half >> 32);
    Word word;
    // The run is above the lowest bit; none has the number 0.
    if (state >> 1 == 0) return word;
    const bool wide = size_of(value) == 8;
    if (wide && high_half >> 32 != state) return word;
    word.state = (state & 1) != 0 ? MessageState::prefix : MessageState::own_sum;
    word.bits = (low_half & 0xffffffffU) | (wide ? high_half << 32 : 0);
    return word;
}

namespace {

const Step& step_of(const Trace& trace, int64_t access) {
    return *std::prev(
        std::upper_bound(trace.steps.begin(), trace.steps.end(), access,
                         [](int64_t at, const Step& one) { return at < int64_t{one.first_access}; }));
}

}  // namespace

Word word_of(const Trace& trace, const StagedArray& words, int64_t index) {
    const auto access_at = [&](int64_t at) { return trace.access_at(at); };
    const Access access = access_at(index);
    const auto bits = [](const Access& one) { return is_write(one) ? one.value : one.old_value; };
    if (size_of(words.subject.value) < 8) return read_word(bits(access), 0, words.subject.value);
    const int64_t element = element_of(trace, access);
    if ((element - words.subject.parts.before) % 2 == 0) return {};
    // The lane has read or written the first half shortly before.
    constexpr int64_t far = 20'000;
    const Step& step = step_of(trace, index);
    for (int64_t i = index - 1; i >= std::max<int64_t>(0, index - far); --i) {
        const Access first = access_at(i);
        if (first.array == access.array && first.lane == access.lane && is_write(first) == is_write(access) &&
            element_of(trace, first) == element - 1 && step_of(trace, i).block == step.block &&
            step_of(trace, i).warp == step.warp)
            return read_word(bits(first), bits(access), words.subject.value);
    }
    return {};
}

namespace {

/// The inputs that a part of a row, and all before it in the row, hold.
struct RowParts {
    int array = -1;
    int64_t width = 0;
    ScalarType type = ScalarType::u32;  ///< of the sums: the last data array's
    std::vector<ElementBox> parts;      ///< by number; empty boxes where it is not a stretch of a row
};

RowParts row_parts(const StagedLaunch& staged) {
    RowParts rows;
    for (const StagedArray& one : staged.arrays()) {
        if (one.is_shared() || !one.is_data() || !one.subject.parts.known()) continue;
        rows.array = one.array;
        rows.width = one.extent.width;
        for (int64_t number = 0; number < staged.blocks(); ++number) {
            const ElementBox part = staged.part(one, number);
            rows.parts.push_back(part.size.height == 1 ? part : ElementBox{});
        }
        break;
    }
    for (const StagedArray& one : staged.arrays())
        if (one.is_data()) rows.type = one.type;
    return rows;
}

void note(BlockSums::Sum& sum, int64_t step, const Trace& trace, const Access& access) {
    if (sum.step >= 0) return;
    sum.step = step;
    sum.value = value_text(trace, access.array, access.value);
}

}  // namespace

BlockSums block_sums(const Trace& trace, const StagedLaunch& staged, const HeldValues& held) {
    BlockSums sums;
    const auto blocks = size_t(staged.blocks());
    sums.own.resize(blocks);
    sums.before.resize(blocks);
    const RowParts rows = row_parts(staged);
    if (rows.array < 0 || !held.known()) return sums;
    const LaunchInfo& launch = trace.launches[staged.launch()];
    for (int64_t step = launch.first_step; step < std::min(launch.end_step, trace.step_count()); ++step) {
        const Step& at = trace.step_at(step);
        if (at.kind == StepKind::host || at.block >= blocks) continue;
        const auto number = size_t(staged.number_of(at.block));
        const ElementBox& part = rows.parts[number];
        if (part.empty()) continue;
        const int64_t row = part.top * rows.width, first = row + part.left,
                      last = first + part.size.width - 1;
        for (int64_t i = at.first_access; i < trace.end_access(step); ++i) {
            const Access& access = trace.access_at(i);
            const ArrayInfo& array = trace.arrays[access.array];
            // Words have a state beside the value, in registers too.
            if (array.role == BufferRole::control || array.pointer || array.type != rows.type) continue;
            const Held& value = held.of(i);
            if (value.nothing()) continue;
            if (part.size.width > 1 && value.is_sum_of(rows.array, first, last))
                note(sums.own[number], step, trace, access);
            if (part.left > 0 && value.is_sum_of(rows.array, row, first - 1))
                note(sums.before[number], step, trace, access);
        }
    }
    return sums;
}

namespace {

struct Moment {
    const Trace& trace;
    const emulator::Player& player;
    const StagedLaunch& staged;
    StepRange range;
    int64_t now() const { return range.end; }
    const LaunchInfo& launch() const { return trace.launches[staged.launch()]; }
};

/// Blocks that never end though the trace does.
std::set<int64_t> stuck_blocks(const Moment& at) {
    std::set<int64_t> stuck;
    if (at.trace.complete) return stuck;
    for (const emulator::Deadlock& deadlock : at.trace.deadlocks)
        if (deadlock.launch == int32_t(at.staged.launch()))
            for (const emulator::DeadlockWait& wait : deadlock.waits) stuck.insert(wait.block);
    for (const WaitInterval& wait : at.trace.waits)
        if (wait.operation == at.launch().operation && wait.ended_by < 0) stuck.insert(wait.block);
    return stuck;
}

void add_waits(const Moment& at, BlockCard& card) {
    for (const WaitInterval& wait : at.trace.waits) {
        if (wait.operation != at.launch().operation || wait.array < 0) continue;
        if (wait.block != card.block || wait.first_step >= at.now()) continue;
        if (wait.ended_by >= 0 && wait.ended_by < at.now()) continue;
        BlockWait one{wait.warp, wait.array, wait.element};
        one.of = at.staged.owner_of(wait.array, wait.element);
        one.for_ever = wait.ended_by < 0;
        card.waits.push_back(one);
    }
}

/// What its latest look at the words of others saw: nothing of those that it has to look at again.
void add_looks(const Moment& at, const BlockInfo& info, BlockCard& card) {
    constexpr int64_t far = 2000;
    const StagedArray* words = at.staged.find(SubjectRole::word);
    if (words == nullptr) return;
    const bool wide = size_of(words->subject.value) == 8;  // complete with its second half
    const int64_t last = std::min(at.now(), info.end_step);
    for (int64_t step = last - 1; step >= std::max(info.first_step, last - far); --step) {
        const Step& one = at.trace.step_at(step);
        if (one.block != info.block || at.trace.launch_of(one) != int64_t(at.staged.launch())) continue;
        bool looks = false;
        for (int64_t i = one.first_access; i < at.trace.end_access(step); ++i) {
            const Access& access = at.trace.access_at(i);
            if (int(access.array) != at.staged.array_of(*words, info.block)) continue;
            if (is_write(access)) return;
            const int64_t element = element_of(at.trace, access);
            const int64_t of = at.staged.owner_of(int(access.array), element);
            if (of == card.number || (wide && element % 2 == 0)) continue;
            looks = true;
            if (word_of(at.trace, *words, i).state == MessageState::nothing)
                card.waits.push_back({one.warp, int(access.array), element, of, false, true});
        }
        if (looks) return;
    }
}

/// The phase of the block's last step before now.
std::string phase_now(const Moment& at, int64_t block, const BlockInfo& info) {
    constexpr int64_t far = 4000;
    const int64_t last = std::min(at.now(), info.end_step);
    for (int64_t step = last - 1; step >= std::max(info.first_step, last - far); --step) {
        const Step& one = at.trace.step_at(step);
        if (one.block != block || at.trace.launch_of(one) != int64_t(at.staged.launch())) continue;
        const Phase* phase = phase_of(at.trace, one);
        return phase != nullptr ? short_phase_name(phase->name) : "";
    }
    return {};
}

std::string known_by(const BlockSums::Sum& sum, int64_t now) {
    return sum.step >= 0 && sum.step < now ? sum.value : std::string();
}

std::vector<BlockCard> cards_of(const Moment& at, const BlockSums& sums) {
    std::vector<BlockCard> cards(size_t(at.staged.blocks()));
    for (size_t number = 0; number < cards.size(); ++number) {
        cards[number].number = number;
        cards[number].block = at.staged.block_of(cards[number].number);
    }
    const std::set<int64_t> stuck = stuck_blocks(at);
    for (const BlockInfo& info : at.launch().blocks) {
        if (info.first_step >= at.now()) continue;
        const int64_t number = at.staged.number_of(info.block);
        BlockCard& card = cards[number];
        card.multiprocessor = info.multiprocessor;
        card.slot = info.slot;
        const bool ended = info.end_step <= at.now() && !stuck.contains(info.block);
        card.state = ended ? BlockState::done : BlockState::running;
        const int64_t numbered = at.staged.numbered_at(info.block);
        card.numbered = numbered >= 0 && numbered < at.now();
        card.own = known_by(sums.own[number], at.now());
        card.before = known_by(sums.before[number], at.now());
        if (ended && info.end_step < at.now())
            continue;  // it belongs to no phase, and finding one takes time
        card.phase = phase_now(at, info.block, info);
        if (ended) continue;
        add_waits(at, card);
        if (card.waits.empty()) add_looks(at, info, card);
        if (!card.waits.empty()) card.state = BlockState::spinning;
    }
    if (!at.staged.fetches_numbers())
        for (BlockCard& card : cards) card.numbered = true;
    return cards;
}

/// Whether a kernel of this launch has written the cell.
bool written_here(const Moment& at, int array, int64_t element) {
    const auto step = at.player.last_write(ArrayId(array), element);
    return step && *step >= at.launch().first_step;
}

Message message_of(const Moment& at, const StagedArray& staged, int64_t number, int64_t element) {
    Message message;
    message.number = number;
    message.array = at.staged.array_of(staged, at.staged.block_of(number));
    message.element = element;
    if (message.array < 0) return message;
    const auto id = ArrayId(message.array);
    if (!at.player.defined(id, element)) return message;
    const uint64_t bits = at.player.bits(id, element);
    switch (staged.subject.role) {
        case SubjectRole::word: {
            const bool wide = size_of(staged.subject.value) == 8;
            const Word word =
                read_word(bits, wide ? at.player.bits(id, element + 1) : 0, staged.subject.value);
            message.state = word.state;
            if (word.state != MessageState::nothing)
                message.value = bits_to_text(staged.subject.value, word.bits);
            break;
        }
        case SubjectRole::flag:
            message.state = bits != 0 ? MessageState::prefix : MessageState::nothing;
            message.value = value_text(at.player.trace(), id, bits);
            break;
        default:
            // What the host has set is there, and says nothing.
            message.value = value_text(at.player.trace(), id, bits);
            if (!written_here(at, message.array, element)) break;
            message.state =
                staged.subject.role == SubjectRole::aggregate ? MessageState::own_sum : MessageState::prefix;
    }
    return message;
}

/// What the present steps do to the messages.
void add_touches(const Moment& at, BlocksPicture& picture) {
    for (int64_t step = at.range.first; step < at.range.end; ++step) {
        const Step& one = at.trace.step_at(step);
        for (const Access& access : at.trace.accesses_of(step)) {
            const int64_t element = element_of(at.trace, access);
            for (auto& list : picture.messages)
                for (Message& message : list) {
                    if (message.array != int(access.array) || message.element != element) continue;
                    message.written |= is_write(access) && access.kind != AccessKind::delayed;
                    message.delayed |= access.kind == AccessKind::delayed;
                    message.lane = access.lane;
                    if (!is_read(access) || is_write(access)) continue;
                    message.read = true;
                    message.reader = at.staged.number_of(one.block);
                }
        }
    }
}

/// Follows who waits for whom until it closes: a block that waits, one that has no slot, one that holds a
/// slot.
std::vector<WaitLink> loop_of(const Moment& at, const std::vector<BlockCard>& cards) {
    const auto deadlock = find_if(at.trace.deadlocks, [&](const auto& one) {
        return one.launch == int32_t(at.staged.launch()) && at.now() >= at.launch().end_step;
    });
    if (deadlock == at.trace.deadlocks.end() || deadlock->waits.empty()) return {};
    std::vector<WaitLink> links;
    std::set<int64_t> seen;
    // From the last block, as people ask: who waits, for whom, why does that one not continue?
    int64_t block = -1;
    for (const emulator::DeadlockWait& wait : deadlock->waits)
        block = std::max<int64_t>(block, at.staged.number_of(wait.block));
    while (block >= 0 && seen.insert(block).second) {
        const BlockCard& card = cards[block];
        const auto wait =
            find_if(deadlock->waits, [&](const auto& one) { return int64_t(one.block) == card.block; });
        if (wait == deadlock->waits.end()) {
            // It has no slot: those that keep them wait too.
            for (const BlockCard& other : cards)
                if (other.state == BlockState::spinning) links.push_back({block, other.number, 0, -1});
            break;
        }
        int64_t next = at.staged.owner_of(wait->array, wait->element);
        if (next < 0 && wait->why != emulator::Obstacle::no_writer)
            next = at.staged.number_of(wait->other_block);
        if (next < 0) break;
        links.push_back({block, next, wait->element, int(wait->array)});
        block = next;
    }
    return links;
}

}  // namespace

std::string deadlock_sentence(const BlocksPicture& blocks) {
    std::string text;
    int64_t starved = -1;
    for (const WaitLink& link : blocks.deadlock) {
        if (link.array < 0) {
            starved = link.from;
            continue;
        }
        text += text.empty() ? "Block " + std::to_string(link.from) : ", " + std::to_string(link.from);
        text += " waits for " + std::to_string(link.to);
    }
    if (text.empty()) return text;
    if (starved < 0) return text + ". Every block in the cycle is waiting, so the kernel is stuck.";
    const std::string slots = blocks.slots == 1 ? "a waiting block holds the only slot"
                              : blocks.slots == 2
                                  ? "waiting blocks hold both slots"
                                  : "waiting blocks hold all " + std::to_string(blocks.slots) + " slots";
    return text + ", and " + std::to_string(starved) + " cannot start: " + slots + ".";
}

BlocksPicture make_blocks(const Trace& trace, const emulator::Player& player, const StagedLaunch& staged,
                          const BlockSums& sums, StepRange range) {
    const Moment at{trace, player, staged, range};
    BlocksPicture picture;
    if (staged.blocks() == 0) return picture;
    picture.slots = trace.gpu.slots();
    picture.sums_known = any_of(sums.own, [](const BlockSums::Sum& sum) { return sum.step >= 0; });
    picture.cards = cards_of(at, sums);
    for (const BlockCard& card : picture.cards) {
        picture.done += card.state == BlockState::done;
        picture.running += card.state == BlockState::running || card.state == BlockState::spinning;
        picture.spinning += card.state == BlockState::spinning;
    }
    for (const StagedArray& one : staged.arrays()) {
        if (one.subject.form != SubjectForm::one_a_block) continue;
        picture.message_arrays.push_back(&one);
        std::vector<Message> list;
        for (int64_t number = 0; number < staged.blocks(); ++number) {
            const ElementBox part = staged.part(one, number);
            list.push_back(message_of(at, one, number, part.empty() ? 0 : part.first(one.extent.width)));
        }
        picture.messages.push_back(std::move(list));
    }
    add_touches(at, picture);
    if (range.end > range.first) {
        const Step& last = trace.step_at(range.end - 1);
        if (last.kind != StepKind::host && trace.launch_of(last) == int64_t(staged.launch()))
            picture.acting = staged.number_of(last.block);
    }
    picture.deadlock = loop_of(at, picture.cards);
    return picture;
}

}  // namespace upsweep::replay
