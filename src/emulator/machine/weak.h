// Weak global memory, a block at a time: plain stores reach other blocks late and out of order until a device
// fence or release drains them, and a plain load may see an old value until an acquire. Every delay is
// bounded.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "emulator/machine/memory.h"
#include "emulator/machine/scheduler.h"
#include "emulator/trace/recorder.h"

namespace upsweep::emulator {

/// A plain store that only its block sees yet.
struct DelayedStore {
    Step step;      ///< that made it
    Access access;  ///< as recorded there; element-sized
    std::int64_t turn = 0;
};

class WeakMemory {
  public:
    WeakMemory(Memory& memory, Recorder& recorder, std::uint64_t& version, std::uint64_t seed)
        : memory_(memory), recorder_(recorder), version_(version), random_(seed ^ 0x7765616bu) {}

    void begin_launch();
    /// One turn of the machine passes: now and then a store arrives, in a step of its own.
    void tick();
    /// Everything arrives.
    void drain_all();
    /// Nobody can go on: everything arrives and all see the newest values. False if that changes nothing.
    bool stir();

    void store(const DelayedStore& store);
    /// The bits that a plain load of `block` gets: its own stores, else a value that may be old.
    std::uint64_t load(std::uint32_t block, ArrayId array, std::int64_t offset, int size);
    /// The block's own view without looking back in time.
    std::uint64_t peek(std::uint32_t block, ArrayId array, std::int64_t offset, int size) const;
    /// The block has a delayed store to these bytes.
    bool has_own(std::uint32_t block, ArrayId array, std::int64_t offset, int size) const;
    /// Before a strong access: the block's own stores to the same place arrive, in the current step.
    void settle(std::uint32_t block, ArrayId array, std::int64_t offset);
    /// All of the block's stores arrive, in the current step.
    void release(std::uint32_t block);
    /// The block will see nothing older than now.
    void acquire(std::uint32_t block) { blocks_[block].view = turn_; }
    /// A strong store of `block` is about to overwrite these bits.
    void overwrites(std::uint32_t block, ArrayId array, std::int64_t offset, int size,
                    std::uint64_t old_bits);

  private:
    struct Change {
        std::int64_t turn;
        std::int64_t offset;
        int size;
        std::uint64_t old_bits;
    };
    struct BlockView {
        std::vector<DelayedStore> delayed;  ///< oldest first
        std::int64_t view = 0;
        std::unordered_map<std::uint64_t, std::int64_t> seen;  ///< by slot: no older value any more
    };
    static constexpr std::int64_t longest_delay = 400;  ///< turns

    void arrive(BlockView& view, std::size_t index, bool own_step);
    void forward(const BlockView& view, ArrayId array, std::int64_t offset, int size,
                 std::uint64_t& bits) const;

    Memory& memory_;
    Recorder& recorder_;
    std::uint64_t& version_;
    Random random_;
    std::int64_t turn_ = 0;
    std::int64_t floor_ = 0;  ///< nobody sees anything older
    std::uint64_t stirred_ = ~std::uint64_t{0};
    std::map<std::uint32_t, BlockView> blocks_;
    std::unordered_map<std::uint64_t, std::vector<Change>> changes_;  ///< by slot, in order of time
};

}  // namespace upsweep::emulator
