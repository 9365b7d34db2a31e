// Questions about blocks: which one starts next, and which block or warps another one waits for.
#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/waiting.h"
#include "questions/look.h"
#include "replay/data/blocks.h"

namespace upsweep::questions {
namespace {

using emulator::BlockInfo;
using emulator::Order;
using emulator::WaitInterval;

/// How free slots are given away, in a sentence; empty where no one can tell which block is next.
std::string order_words(const Order& order) {
    switch (order.kind) {
        case Order::Kind::in_order:
            return "Blocks start in order: a free slot goes to the lowest blockIdx that waits.";
        case Order::Kind::reversed:
            return "Blocks start in reverse: a free slot goes to the highest blockIdx that waits.";
        case Order::Kind::adversarial:
            return "The slots fill in order; then a free slot goes to the highest blockIdx that waits.";
        case Order::Kind::list: {
            std::string text = "Blocks start in this order, then the rest from the lowest blockIdx:";
            for (size_t i = 0; i < order.list.size() && i < 32; ++i)
                text += (i == 0 ? " " : ", ") + std::to_string(order.list[i]);
            return text + ".";
        }
        case Order::Kind::random:
        case Order::Kind::round_robin:
            break;
    }
    return {};
}

}  // namespace

std::optional<Question> make_next_block(const Look& look) {
    const std::vector<BlockInfo>& blocks = look.info().blocks;
    const std::string order = order_words(look.trace.gpu.schedule.blocks);
    const int64_t now = look.next.first;
    if (order.empty() || std::ssize(blocks) != look.info().grid.count()) return {};
    std::vector<const BlockInfo*> waiting;
    std::vector<int64_t> running;
    for (const BlockInfo& block : blocks)
        if (block.first_step >= now)
            waiting.push_back(&block);
        else if (block.end_step > now)
            running.push_back(block.block);
    // While the slots are filled for the first time several start at once.
    const int64_t slots = look.trace.gpu.slots();
    const int64_t begun = std::ssize(blocks) - std::ssize(waiting);
    if (waiting.size() < 2 || begun < (slots > 1 ? slots : 1)) return {};
    const BlockInfo& next = *waiting.front();
    const auto first =
        min_element(waiting, [](const auto* a, const auto* b) { return a->first_step < b->first_step; });
    if ((*first)->block != next.block || next.first_step >= look.trace.step_count()) return {};
    Question question = begin(look, Kind::next_block, Form::block, next.first_step);
    question.block = -1;
    question.limit = look.info().grid.count();
    question.key.numbers = {next.block};
    question.ask = "Which block starts next?";
    question.how = "its blockIdx";
    question.reason = order + " Of " + std::to_string(waiting.size()) + " waiting blocks, blockIdx " +
                      in_backticks(int64_t{next.block}) + " comes next.";
    sort(running);
    std::vector<int64_t> left;
    for (const BlockInfo* block : waiting) left.push_back(block->block);
    sort(left);
    question.given_words = order + " By their blockIdx, " + list_words("block", running) +
                           (running.size() == 1 ? " is" : " are") + " running and " +
                           list_words("block", left) + (left.size() == 1 ? " waits." : " wait.");
    question.interest = next.first_step < look.next.end ? 3 : 2;
    return question;
}

namespace {

/// The number of the block that changes a cell that is waited for; -1: not known.
int64_t changer_of(const Look& look, const WaitInterval& wait) {
    const int64_t owner = look.staged.owner_of(wait.array, wait.element);
    if (wait.ended_by < 0) return owner;
    const Step& by = look.trace.step_at(wait.ended_by);
    // Its own step ended it where the change came before it could see it: then the answer is the cell's
    // owner.
    if (by.kind == StepKind::drain || by.block == wait.block) return owner;
    const int64_t number = look.staged.number_of(by.block);
    return owner >= 0 && owner != number ? -1 : number;
}

bool is_open(const Look& look, const WaitInterval& wait) {
    const bool there = look.trace.launch_of(wait.operation) == look.launch;
    return there && wait.first_step < look.next.end && (wait.ended_by < 0 || wait.ended_by >= look.next.end);
}

/// A warp that goes round in a loop for a cell of another block.
std::optional<Question> cell_wait(const Look& look) {
    std::vector<std::pair<const WaitInterval*, int64_t>> open;
    std::map<std::pair<uint32_t, uint32_t>, int> cells;  // that a warp waits for
    for (const WaitInterval& wait : look.trace.waits) {
        if (!is_open(look, wait) || wait.array < 0) continue;
        ++cells[{wait.block, wait.warp}];
        if (!look.is_about(wait.block, wait.warp)) continue;
        const int64_t of = changer_of(look, wait);
        if (of >= 0 && of != look.staged.number_of(wait.block)) open.push_back({&wait, of});
    }
    std::erase_if(open, [&](const auto& one) { return cells[{one.first->block, one.first->warp}] != 1; });
    if (open.empty()) return {};
    const auto& [wait, of] = open[look.pick(open.size(), 6)];
    Question question = begin(look, Kind::who_waits, Form::block, wait->first_step);
    question.array = wait->array;
    give(question, ArrayId(wait->array), wait->element);
    question.block = wait->block;
    question.warp = int(wait->warp);
    question.limit = look.staged.blocks();
    question.key.numbers = {of};
    const auto array = ArrayId(wait->array);
    const std::string own = "block " + in_backticks(look.staged.number_of(wait->block));
    const std::string warp =
        look.info().warps_per_block > 1 ? "warp " + in_backticks(int64_t{wait->warp}) + " of " + own : own;
    question.ask = when_words(look) + ", " + warp + " is waiting in a loop (" +
                   line_words(look.trace, wait->first_step) + "). For which block does it wait?";
    question.reason = emulator::in_sentence_case(warp) + " reads " +
                      replay::cell_name(look.narration(), array, wait->element) + " of " +
                      in_backticks(look.trace.arrays[array].name) + " in a loop, and block " +
                      in_backticks(of) +
                      (wait->ended_by < 0 ? " would have to write it, but never does." : " writes it.");
    question.given_words = emulator::in_sentence_case(warp) + " reads " +
                           replay::cell_name(look.narration(), array, wait->element) + " of " +
                           in_backticks(look.trace.arrays[array].name) + ".";
    question.interest = 3;
    return question;
}

/// A warp at a barrier.
std::optional<Question> barrier_wait(const Look& look) {
    if (look.info().warps_per_block < 2) return {};
    std::map<uint32_t, std::map<uint32_t, int64_t>> arrived;  // by block and warp: the step
    std::map<uint32_t, std::map<uint32_t, uint32_t>> lanes;   // those of each that are there
    std::map<uint32_t, std::set<uint32_t>> left;
    for (int64_t s = look.info().first_step; s < look.next.end; ++s) {
        const Step& step = look.trace.step_at(s);
        if (look.trace.launch_of(step) != look.launch || step.kind == StepKind::host) continue;
        if (step.kind == StepKind::arrive) {
            arrived[step.block][step.warp] = s;
            lanes[step.block][step.warp] |= step.active;
        }
        if (step.kind == StepKind::barrier) {
            arrived[step.block].clear();
            lanes[step.block].clear();
        }
        // Some lanes of a warp may leave before the others: then the warp is neither gone nor there.
        if (step.kind == StepKind::leave) left[step.block].insert(step.warp);
    }
    // Lanes on their own arrive one after another: such a warp is neither there nor missing.
    const auto in_parts = [&](uint32_t block) {
        return any_of(lanes[block], [&](const auto& one) {
            const int64_t present = look.info().block.count() - int64_t{one.first} * look.trace.gpu.lanes;
            return std::popcount(one.second) < std::min<int64_t>(present, look.trace.gpu.lanes);
        });
    };
    std::erase_if(arrived, [&](const auto& one) {
        return in_parts(one.first) || one.second.empty() || left.contains(one.first) ||
               !look.is_about_block(one.first) || std::ssize(one.second) >= look.info().warps_per_block;
    });
    if (arrived.empty()) return {};
    const auto at = std::next(arrived.begin(), ptrdiff_t(look.pick(arrived.size(), 7)));
    const auto& [block, warps] = *at;
    const auto one = std::next(warps.begin(), ptrdiff_t(look.pick(warps.size(), 8)));
    Question question = begin(look, Kind::who_waits, Form::warps, one->second);
    question.block = block;
    question.warp = int(one->first);
    question.limit = look.info().warps_per_block;
    std::vector<int64_t> there;
    for (int warp = 0; warp < look.info().warps_per_block; ++warp)
        (warps.contains(uint32_t(warp)) ? there : question.key.numbers).push_back(warp);
    const bool several = look.info().grid.count() > 1;
    const std::string of = several ? " of " + replay::block_name(look.narration(), one->second) : "";
    const auto place = replay::where(look.trace, look.trace.step_at(one->second));
    question.ask = when_words(look) + ", warp " + in_backticks(int64_t{one->first}) + of +
                   " waits at the barrier in line " + in_backticks(place.line) +
                   ". For which warps of its block does it wait?";
    question.how = "as 1, 2 or 1…3";
    question.reason = emulator::in_sentence_case(list_words("warp", there)) +
                      (there.size() == 1 ? " has" : " have") + " arrived; " +
                      list_words("warp", question.key.numbers) +
                      (question.key.numbers.size() == 1 ? " has" : " have") +
                      " not, and the barrier opens only when all have.";
    question.given_words =
        emulator::in_sentence_case(list_words("warp", there)) + (there.size() == 1 ? " has" : " have") +
        " arrived at the barrier; the block has " + std::to_string(look.info().warps_per_block) + " warps.";
    question.interest = 2;
    return question;
}

}  // namespace

std::optional<Question> make_who_waits(const Look& look) {
    if (auto question = cell_wait(look)) return question;
    return barrier_wait(look);
}

}  // namespace upsweep::questions
