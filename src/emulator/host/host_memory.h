// The host's memory: blocks that know what they are, whether they are alive and which of their bytes were
// ever set. Their addresses are like the device's, with array ids of their own, so a kernel that is handed
// one finds no array behind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "emulator/machine/memory.h"
#include "emulator/source/source_text.h"
#include "emulator/trace/raw_bits.h"

namespace upsweep::emulator {

enum class BlockKind : uint8_t { stack, heap, global, constant, symbol };

struct HostBlock {
    Zeroed<std::byte> bytes;
    BlockKind kind = BlockKind::heap;
    bool alive = true;
    std::string name;   ///< of a variable
    SourceRange made;   ///< where malloc was called
    SourceRange freed;  ///< where free was
    int64_t size() const { return int64_t(bytes.size()); }
    bool is_set(int64_t offset, int64_t count) { return complete || look(offset, count); }
    /// The same of a scalar.
    bool is_scalar_set(int64_t offset, int bytes) {
        if (complete) return true;
        if (++reads * looks_after > size()) return look(offset, bytes);
        return read_bits(reinterpret_cast<const std::byte*>(set.data()) + offset, bytes) ==
               uint64_t{0x0101010101010101} >> (64 - 8 * bytes);
    }
    void mark(int64_t offset, int64_t count) {
        if (complete) return;
        if (count == size()) return finish();
        std::memset(set.data() + offset, 1, size_t(count));
    }
    /// No byte has a value.
    void forget() {
        complete = false;
        set.assign(bytes.size(), 0);
    }
    /// 1 for each byte that has a value, to be changed.
    uint8_t* marks() {
        if (complete) set.assign(bytes.size(), 1);
        complete = false;
        return set.data();
    }
    std::vector<uint8_t> marks_of(int64_t offset, int64_t count) const {
        if (complete) return std::vector<uint8_t>(size_t(count), 1);
        return {set.begin() + offset, set.begin() + offset + count};
    }

  private:
    friend class HostMemory;
    static constexpr int64_t looks_after = 16;
    void finish();
    bool look(int64_t offset, int64_t count);

    bool complete = false;  ///< every byte has a value, whatever `set` says
    Zeroed<uint8_t> set;
    int64_t reads = 0;  ///< since all of them were looked at
};

class HostMemory {
  public:
    /// Ids from here on are the host's; the stack's come first.
    static constexpr ArrayId first_id = 1 << 22;
    static constexpr ArrayId first_lasting = first_id + (1 << 21);

    static bool is_host(ArrayId id) { return id >= first_id && id != ArrayId(-1); }

    /// The block behind an id of the host, or null if none was ever there.
    HostBlock* find(ArrayId id) {
        if (id >= first_lasting)
            return id - first_lasting < lasting_.size() ? &lasting_[id - first_lasting] : nullptr;
        return id - first_id < depth_ ? &stack_[id - first_id] : nullptr;
    }
    /// A block that lives until it is freed, of zeros that were never set.
    ArrayId add(BlockKind kind, int64_t bytes, std::string name = {});
    /// A block of the frame that is being run; `pop` takes away those above `depth`.
    ArrayId push(const std::string& name, int64_t bytes);
    size_t depth() const { return depth_; }
    void pop(size_t depth) { depth_ = depth; }
    void release(ArrayId id, const SourceRange& where);
    /// Whether it has room for so many bytes and their marks. Marks of blocks that are whole are gone.
    bool has_room(int64_t bytes, int64_t most) {
        if (bytes_ + 2 * bytes > most) count();
        return bytes_ + 2 * bytes <= most;
    }
    const std::vector<HostBlock>& lasting() const { return lasting_; }

  private:
    void count();

    std::vector<HostBlock> stack_;  ///< those above depth_ keep their storage
    std::vector<HostBlock> lasting_;
    size_t depth_ = 0;
    int64_t bytes_ = 0;  ///< at most so many
};

}  // namespace upsweep::emulator
