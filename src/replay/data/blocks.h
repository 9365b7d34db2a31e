// The blocks of a launch at a moment: who runs on which slot, who waits for whom, what each has added up, and
// what blocks have published to each other. From the trace alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/trace/player.h"
#include "replay/data/held.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"

namespace upsweep::replay {

enum class BlockState : uint8_t {
    waiting,   ///< has no slot yet
    running,   ///< on a slot
    spinning,  ///< on a slot, and a warp of it reads a cell in vain
    done,
};

/// A block that reads a cell again and again until someone changes it.
struct BlockWait {
    uint32_t warp = 0;
    int array = -1;  ///< ArrayId
    int64_t element = 0;
    int64_t of = -1;        ///< number of the block that has to change it; -1: not known
    bool for_ever = false;  ///< no one does
    bool looked = false;    ///< it looked at what another publishes, saw nothing, and has not looked again
};

/// The block that works on part `number`.
struct BlockCard {
    int64_t number = 0, block = 0;
    BlockState state = BlockState::waiting;
    bool numbered = false;               ///< it knows its number
    int multiprocessor = -1, slot = -1;  ///< where it runs or ran; -1: it has not begun
    std::string phase;                   ///< of its last step, short: "look back"
    std::string own, before;  ///< the sum of its own part, and of all before it; empty: not known yet
    std::vector<BlockWait> waits;
};

enum class MessageState : uint8_t { nothing, own_sum, prefix };

/// What a block has published to the others, in one array.
struct Message {
    int64_t number = 0;  ///< whose
    int array = -1;      ///< ArrayId
    int64_t element = 0;
    MessageState state = MessageState::nothing;
    std::string value;                   ///< empty: nothing
    bool read = false, written = false;  ///< by the present steps
    bool delayed = false;                ///< weak memory: stored, and not seen by others yet
    int reader = -1, lane = -1;          ///< who read it: number and lane
};

/// One of several blocks that wait in a circle, or for one that has no slot.
struct WaitLink {
    int64_t from = 0, to = 0;  ///< numbers
    int64_t element = 0;
    int array = -1;  ///< the cell between them; -1: `to` holds a slot that `from` needs
};

struct BlocksPicture {
    int64_t acting = -1;                         ///< number of the block of the present step; -1: none
    std::vector<BlockCard> cards;                ///< by number
    std::vector<std::vector<Message>> messages;  ///< a list an array of words, flags, sums; by number
    std::vector<const StagedArray*> message_arrays;
    std::vector<WaitLink> deadlock;  ///< the closed loop; empty: none exists at this moment
    bool sums_known = false;         ///< blocks add up parts of rows, so aggregates are known
    int64_t done = 0, running = 0, spinning = 0, slots = 0;
};

/// What each block adds up, and when: found once a launch.
struct BlockSums {
    struct Sum {
        int64_t step = -1;  ///< from which on it is known; -1: never
        std::string value;
    };
    std::vector<Sum> own, before;  ///< by number
};
BlockSums block_sums(const Trace& trace, const StagedLaunch& staged, const HeldValues& held);

/// The launch after the steps before `range.end`; `range` are the present steps.
BlocksPicture make_blocks(const Trace& trace, const emulator::Player& player, const StagedLaunch& staged,
                          const BlockSums& sums, StepRange range);

/// "Block 5 waits for 4, 4 waits for 3, and 3 has no slot: both are held." Empty without a deadlock.
std::string deadlock_sentence(const BlocksPicture& blocks);

/// A word of kernels/look_back.cuh, as published in the run of this trace.
struct Word {
    MessageState state = MessageState::nothing;
    uint64_t bits = 0;  ///< of the value
};
Word read_word(uint64_t low_half, uint64_t high_half, ScalarType value);

/// What an access to an array of words read, or has written. A double's word has two halves, and the second
/// one completes it: of an access to the first half there is nothing yet.
Word word_of(const Trace& trace, const StagedArray& words, int64_t access);

}  // namespace upsweep::replay
