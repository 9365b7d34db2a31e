// A deadlock's facts in one sentence: the longest chain of who waits for whom.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/array.h"
#include "emulator/findings/sentences.h"

namespace upsweep::emulator {
namespace {

class Chain {
  public:
    Chain(const Trace& trace, const Deadlock& deadlock) : trace_(trace), deadlock_(deadlock) {}

    std::string text;

    /// "block 5 waits in line 8 for flags[5], which block 4 must write; …"
    void tell(std::size_t first) {
        for (const DeadlockWait* wait = &deadlock_.waits[first]; wait != nullptr;) {
            const std::uint32_t block = wait->block;
            told_.insert(block);
            text += fmt::format("block {} waits in line {} for {}, which ", block, wait->where.line,
                                cell_name(trace_.arrays[wait->array], wait->single, wait->element));
            const DeadlockWait* next = wait_of(wait->other_block);
            if (!tell_who(*wait, next)) return;
            if (told_.count(wait->other_block) != 0) {
                text += "so they wait in a circle";
                return;
            }
            if (next == nullptr) text += why_not(*wait);
            wait = next;
        }
    }

  private:
    /// Of the block the first that waits, or null.
    const DeadlockWait* wait_of(std::uint32_t block) const {
        const auto at = std::find_if(deadlock_.waits.begin(), deadlock_.waits.end(),
                                     [&](const DeadlockWait& wait) { return wait.block == block; });
        return at == deadlock_.waits.end() ? nullptr : &*at;
    }

    std::string value_of(const DeadlockWait& wait) const {
        return bits_to_text(trace_.arrays[wait.array].type, wait.bits);
    }

    /// "waits at the barrier in line 5" after `before`, or nothing if it is not held up so.
    static std::string held_up(const DeadlockWait& wait, const char* before) {
        if (wait.why == Obstacle::barrier)
            return fmt::format("{}waits at the barrier in line {}", before, wait.line);
        if (wait.why == Obstacle::diverged)
            return fmt::format("{}starves: before Volta, lanes that spin keep the turn of their warp",
                               before);
        if (wait.why != Obstacle::lanes) return "";
        return fmt::format("{}waits in line {} for {} of its warp", before, wait.line,
                           lanes_in_words(lanes_of(wait.missing_lanes)));
    }

    /// Who must write, or who has written. False if there is no more to tell.
    bool tell_who(const DeadlockWait& wait, const DeadlockWait* next) {
        const bool same_block = wait.other_block == wait.block;
        if (wait.why == Obstacle::nobody) {
            text += fmt::format("is {} and which no block ever changes", value_of(wait));
            return false;
        }
        if (wait.changed) {
            tell_past(wait, next == nullptr);
            if (same_block || next == nullptr) return false;
            text += "; ";
            return true;
        }
        if (same_block) {
            text += wait.other_warp == wait.warp ? fmt::format("lane {} of the same warp", wait.other_lane)
                                                 : fmt::format("warp {} of the same block", wait.other_warp);
            text += " must write" + held_up(wait, ", which ");
            return false;
        }
        text += fmt::format("block {} must write; ", wait.other_block);
        return true;
    }

    /// "block 0 set to 1 in line 4", and whether it could still change it.
    void tell_past(const DeadlockWait& wait, bool ended) {
        const bool same_block = wait.other_block == wait.block;
        const bool itself =
            same_block && wait.other_warp == wait.warp && (wait.lanes >> wait.other_lane & 1) != 0;
        text += itself       ? "it has itself"
                : same_block ? fmt::format("lane {} of its warp {} has", wait.other_lane, wait.other_warp)
                             : fmt::format("block {} has", wait.other_block);
        text += fmt::format(" set to {} in line {}", value_of(wait), wait.changed_where.line);
        const std::string held = held_up(wait, ", while it ");
        if (!held.empty())
            text += held;
        else if (same_block)
            text += " and which nobody changes any more";
        else if (ended)
            text += " before it ended, and which nobody changes any more";
    }

    /// What keeps the block from writing that waits for no cell itself.
    std::string why_not(const DeadlockWait& wait) const {
        const std::string who = fmt::format("block {} ", wait.other_block);
        const std::string held = held_up(wait, "");
        return who + (held.empty() ? "cannot start: " + slots_taken(trace_.gpu.slots()) : held);
    }

    static std::string slots_taken(int slots) {
        if (slots == 1) return "a waiting block holds the only slot";
        return fmt::format("waiting blocks hold {} slots",
                           slots == 2 ? std::string("both") : fmt::format("all {}", slots));
    }

    const Trace& trace_;
    const Deadlock& deadlock_;
    std::set<std::uint32_t> told_;
};

}  // namespace

std::string cell_name(const ArrayInfo& array, bool single, std::int64_t element) {
    return single ? array.name : cell_in_words(array, element);
}

std::string deadlock_sentence(const Trace& trace, const Deadlock& deadlock, std::size_t& told) {
    const std::vector<DeadlockWait>& waits = deadlock.waits;
    std::string longest;
    auto links = [](const std::string& text) { return std::count(text.begin(), text.end(), ';'); };
    for (std::size_t i = waits.size(); i-- > 0;) {
        // Of each block the first that waits.
        if (i > 0 && waits[i - 1].block == waits[i].block) continue;
        Chain chain(trace, deadlock);
        chain.tell(i);
        if (!longest.empty() && links(chain.text) <= links(longest)) continue;
        longest = chain.text;
        told = i;
    }
    return in_sentence_case(longest) + ".";
}

}  // namespace upsweep::emulator
