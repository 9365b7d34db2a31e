#include "emulator/findings/deadlock_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/array.h"
#include "core/ranges.h"
#include "emulator/findings/finding_words.h"
#include "emulator/findings/wording.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

/// "waits at the barrier in line 5" after `before`, or nothing if it is not that.
std::string held_up(const DeadlockWait& wait, const char* before) {
    if (wait.why == Obstacle::barrier)
        return fmt::format("{}waits at the barrier in line {}", before, wait.line);
    if (wait.why == Obstacle::diverged)
        return fmt::format("{}starves: before Volta, spinning lanes never give up their warp's turn", before);
    if (wait.why != Obstacle::lanes) return "";
    return fmt::format("{}waits in line {} for {} of its warp", before, wait.line,
                       lanes_in_words(lanes_of(wait.missing_lanes)));
}

std::string slots_taken(int slots) {
    if (slots == 1) return "a waiting block holds the only slot";
    return fmt::format("waiting blocks hold {} slots",
                       slots == 2 ? std::string("both") : fmt::format("all {}", slots));
}

bool is_same_block(const DeadlockWait& wait) { return wait.other_block == wait.block; }

}  // namespace

DeadlockChain::DeadlockChain(const Trace& trace, const Deadlock& deadlock, size_t first)
    : trace_(trace), deadlock_(deadlock) {
    std::set<uint32_t> blocks;
    for (const DeadlockWait* wait = &deadlock.waits[first]; wait != nullptr; wait = next_of(*wait)) {
        waits_.push_back(wait);
        blocks.insert(wait->block);
        circle_ = next_of(*wait) != nullptr && blocks.contains(wait->other_block);
        if (circle_) break;
    }
}

/// Of the block the first that waits, or null.
const DeadlockWait* DeadlockChain::wait_of(uint32_t block) const {
    return find_by(deadlock_.waits, &DeadlockWait::block, block);
}

/// What the block waits for that another waits for.
const DeadlockWait* DeadlockChain::next_of(const DeadlockWait& wait) const {
    return wait.why == Obstacle::no_writer || is_same_block(wait) ? nullptr : wait_of(wait.other_block);
}

std::string DeadlockChain::block(uint32_t number) const {
    return name_of_block(trace_, deadlock_.launch, number);
}

std::string DeadlockChain::cell(const DeadlockWait& wait) const {
    return cell_name(trace_.arrays[wait.array], wait.single, wait.element);
}

/// "line 7"; of a place in a function of another file the kernel's own line first: "line 7 (line 9 of
/// order.cuh)".
std::string DeadlockChain::line_of(const SourceRange& where, const SourceRange& statement) const {
    const std::string line = line_in_words(trace_, deadlock_.launch, where);
    if (statement.file == where.file || statement.file < 0) return line;
    return fmt::format("{} ({})", line_in_words(trace_, deadlock_.launch, statement), line);
}

std::string DeadlockChain::line_of(const DeadlockWait& wait) const {
    return line_of(wait.where, wait.statement);
}

/// Of a wait, who must write or has written, and why that one does not.
std::string DeadlockChain::report(const DeadlockWait& wait) const {
    std::string text =
        fmt::format("{} waits in {} for {}, which ", block(wait.block), line_of(wait), cell(wait));
    if (wait.why == Obstacle::no_writer)
        return text + fmt::format("is {} and which no block ever changes",
                                  bits_to_text(trace_.arrays[wait.array].type, wait.bits));
    if (wait.changed) return text + past(wait);
    if (is_same_block(wait)) {
        text += wait.other_warp == wait.warp ? fmt::format("lane {} of the same warp", wait.other_lane)
                                             : fmt::format("warp {} of the same block", wait.other_warp);
        return text + " must write" + held_up(wait, ", which ");
    }
    text += block(wait.other_block) + " must write";
    if (next_of(wait) != nullptr) return text;
    const std::string held = held_up(wait, "");
    return text + fmt::format("; {} {}", block(wait.other_block),
                              held.empty() ? "cannot start: " + slots_taken(trace_.gpu.slots()) : held);
}

/// "block 0 has set to 1 in line 4", and whether it could still change it.
std::string DeadlockChain::past(const DeadlockWait& wait) const {
    const bool same_block = is_same_block(wait);
    const bool itself =
        same_block && wait.other_warp == wait.warp && (wait.lanes >> wait.other_lane & 1) != 0;
    std::string text = itself ? "it has itself"
                       : same_block
                           ? fmt::format("lane {} of its warp {} has", wait.other_lane, wait.other_warp)
                           : block(wait.other_block) + " has";
    text += fmt::format(" set to {} in {}", bits_to_text(trace_.arrays[wait.array].type, wait.bits),
                        line_of(wait.changed_where, wait.changed_statement));
    const std::string held = held_up(wait, ", while it ");
    if (!held.empty()) return text + held;
    if (same_block) return text + " and which no thread changes any more";
    return next_of(wait) != nullptr ? text : text + " before it ended, and which no thread changes any more";
}

std::string DeadlockChain::sentence() const {
    std::string text;
    for (const DeadlockWait* wait : waits_) text += (text.empty() ? "" : "; ") + report(*wait);
    return in_sentence_case(text + (circle_ ? "; so they wait in a cycle." : "."));
}

ptrdiff_t DeadlockChain::length() const {
    const std::string text = sentence();
    return std::count(text.begin(), text.end(), ';');
}

std::string DeadlockChain::cause() const {
    const DeadlockWait& wait = last();
    if (circle_) return "Each of them waits for another one in the cycle.";
    switch (wait.why) {
        using enum Obstacle;
        case not_started:
            return fmt::format(
                "Block {} waits for a block that has not started, and no slot becomes free for it.",
                wait.block);
        case barrier:
            return "The writer first waits for the rest of its block.";
        case lanes:
            return "The writer first waits for other lanes of its warp.";
        case diverged:
            return "Diverged lanes of a warp take turns only since Volta (independent thread scheduling); "
                   "before, spinning lanes never let the others continue.";
        case no_writer:
        case ended:
        case waits:
            break;
    }
    return fmt::format("No running thread changes {}.", cell(wait));
}

std::string DeadlockChain::cure() const {
    const DeadlockWait& wait = last();
    const std::string line = line_of(wait), awaited = cell(wait);
    const bool locks = all_of(waits_, [](const auto* one) { return one->changed; });
    if (circle_ && locks) return "Take the locks in the same order in every block.";
    if (circle_)
        return fmt::format("Let each block write what the others wait for before it waits in {}.", line);
    switch (wait.why) {
        using enum Obstacle;
        case not_started:
            return fmt::format(
                "Before {}, number the blocks by atomicAdd() on a counter instead of by blockIdx, so that a "
                "block waits only for blocks that have started.",
                line);
        case diverged:
            return fmt::format(
                "Let the lanes that hold {} release it in the same branch in which they took it, and leave "
                "the loop in line {} through a flag.",
                awaited, line);
        case barrier:
        case lanes:
            return fmt::format("Write {} before line {}, or wait for it in {} only after line {}.", awaited,
                               wait.line, line, wait.line);
        case no_writer:
            return fmt::format("Let a thread write {}, or remove the wait for it in {}.", awaited, line);
        case ended:
        case waits:
            break;
    }
    if (!wait.changed)
        return fmt::format("Write {} before {}, where waiting lanes stop the writer.", awaited, line);
    return fmt::format("Change {} again after {}, or wait in {} for the value that it gets there.", awaited,
                       line_of(wait.changed_where, wait.changed_statement), line);
}

std::string cell_name(const ArrayInfo& array, bool single, int64_t element) {
    return single ? array.name : cell_in_words(array, element);
}

size_t longest_wait(const Trace& trace, const Deadlock& deadlock) {
    const std::vector<DeadlockWait>& waits = deadlock.waits;
    size_t longest = 0;
    ptrdiff_t most = -1;
    for (size_t i = waits.size(); i-- > 0;) {
        // Of each block the first that waits.
        if (i > 0 && waits[i - 1].block == waits[i].block) continue;
        const ptrdiff_t length = DeadlockChain(trace, deadlock, i).length();
        if (length <= most) continue;
        most = length;
        longest = i;
    }
    return longest;
}

}  // namespace upsweep::emulator
