// Weak global memory, a block at a time: plain stores reach other blocks late and out of order until a device
// fence or release drains them, and a plain load may see an old value until an acquire. Every delay is
// bounded, and so is what waits: a turn adds the stores of one statement, and none waits longer than
// `longest_delay` turns.
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
    Step step;        ///< that made it
    Access access;    ///< as recorded there; element-sized
    uint64_t id = 0;  ///< grows from store to store
};

/// First in, first out, in one piece of memory.
template <typename T>
class Fifo {
  public:
    bool empty() const { return first_ == items_.size(); }
    size_t size() const { return items_.size() - first_; }
    void push(const T& item) { items_.push_back(item); }
    /// Costs no more than the items that were ever pushed.
    void pop() {
        if (++first_ * 2 < items_.size()) return;
        items_.erase(items_.begin(), items_.begin() + first_);
        first_ = 0;
    }
    const T* begin() const { return items_.data() + first_; }
    const T* end() const { return items_.data() + items_.size(); }
    const T& front() const { return *begin(); }
    const T& back() const { return items_.back(); }

  private:
    std::vector<T> items_;
    size_t first_ = 0;
};

class WeakMemory {
  public:
    static constexpr int64_t longest_delay = 256;  ///< turns that a store waits
    static constexpr int64_t longest_look = 400;   ///< turns that a load looks back

    WeakMemory(Memory& memory, Recorder& recorder, uint64_t& version, uint64_t seed)
        : memory_(memory), recorder_(recorder), version_(version), random_(seed ^ 0x7765616bu) {}

    void begin_launch();
    /// One turn of the machine passes: stores whose time has come arrive, each in a step of its own.
    void tick();
    /// Everything arrives.
    void drain_all();
    /// Every warp is stuck: everything arrives and all see the newest values. False if that changes nothing.
    bool stir();

    void store(const DelayedStore& store);
    /// The bits that a plain load of `block` gets: its own stores, else a value that may be old.
    uint64_t load(uint32_t block, ArrayId array, int64_t offset, int size);
    /// The block's own view without looking back in time.
    uint64_t peek(uint32_t block, ArrayId array, int64_t offset, int size) const;
    /// The block has a delayed store to these bytes.
    bool has_own(uint32_t block, ArrayId array, int64_t offset, int size) const;
    /// Before a strong access: the block's own stores to the same place arrive, in the current step.
    void settle(uint32_t block, ArrayId array, int64_t offset);
    /// All of the block's stores arrive, in the current step.
    void release(uint32_t block) { drain(blocks_[block], false); }
    /// The block will see nothing older than now.
    void acquire(uint32_t block) { blocks_[block].view = turn_; }
    /// The block has ended: what it has seen is forgotten once its stores have arrived.
    void retire(uint32_t block);
    /// A strong store of `block` is about to overwrite these bits.
    void overwrites(uint32_t block, ArrayId array, int64_t offset, int size, uint64_t old_bits);

    /// Stores that have not arrived.
    size_t waiting() const { return waiting_; }
    /// Bytes that this keeps, about.
    int64_t bytes() const;

  private:
    struct Change {
        int64_t turn;
        int64_t offset;
        int size;
        uint64_t old_bits;
    };
    struct BlockView {
        std::unordered_map<uint64_t, Fifo<DelayedStore>> delayed;  ///< by word, oldest first
        int64_t view = 0;
        std::unordered_map<uint64_t, int64_t> seen;  ///< by word: no older value any more
        bool ended = false;
    };
    /// When the stores of a word arrive up to the one with this id.
    struct Due {
        uint32_t block;
        uint64_t word;
        uint64_t id;
    };

    int64_t draw_delay();
    void drain(BlockView& view, bool own_steps);
    void arrive(BlockView& view, uint64_t word, uint64_t last_id, bool own_steps);
    void write(const DelayedStore& store, bool own_step);
    void forget_old();
    uint64_t before(uint64_t bits, uint64_t word, int64_t at, int64_t offset, int size) const;

    Memory& memory_;
    Recorder& recorder_;
    uint64_t& version_;
    Random random_;
    int64_t turn_ = 0;
    int64_t floor_ = 0;  ///< no one sees anything older
    uint64_t stirred_ = ~uint64_t{0};
    uint64_t last_id_ = 0;
    size_t waiting_ = 0;
    size_t changed_ = 0;  ///< entries in `changes_`, together
    size_t seen_ = 0;     ///< entries in the blocks' `seen`, together
    std::map<uint32_t, BlockView> blocks_;
    std::unordered_map<uint64_t, Fifo<Change>> changes_;    ///< by word, in order of time
    std::vector<std::vector<Due>> due_{longest_delay + 1};  ///< by turn, round and round
};

}  // namespace upsweep::emulator
