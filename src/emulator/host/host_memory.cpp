#include "emulator/host/host_memory.h"

#include <utility>

namespace upsweep::emulator {

/// Looks at all bytes now and then, in the time that a small part of the reads takes: most blocks are whole
/// soon.
bool HostBlock::look(int64_t offset, int64_t count) {
    if (++reads * looks_after > size()) {
        reads = 0;
        if (std::memchr(set.data(), 0, set.size()) == nullptr) finish();
    }
    return complete || std::memchr(set.data() + offset, 0, size_t(count)) == nullptr;
}

void HostBlock::finish() {
    constexpr size_t small = 4096;
    complete = true;
    if (set.size() > small) set = {};
}

ArrayId HostMemory::add(BlockKind kind, int64_t bytes, std::string name) {
    HostBlock& block = lasting_.emplace_back();
    block.kind = kind;
    block.name = std::move(name);
    block.bytes = Zeroed<std::byte>(size_t(bytes));
    block.set = Zeroed<uint8_t>(size_t(bytes));
    bytes_ += 2 * bytes;
    return first_lasting + ArrayId(lasting_.size() - 1);
}

ArrayId HostMemory::push(const std::string& name, int64_t bytes) {
    if (depth_ == stack_.size()) stack_.emplace_back();
    HostBlock& block = stack_[depth_];
    block.kind = BlockKind::stack;
    block.name = name;
    block.bytes.assign(size_t(bytes), std::byte(poison_byte));
    block.forget();
    return first_id + ArrayId(depth_++);
}

/// The address stays recognisable.
void HostMemory::release(ArrayId id, const SourceRange& where) {
    HostBlock& block = *find(id);
    bytes_ -= 2 * block.size();
    block.alive = false;
    block.freed = where;
    block.bytes = {};
    block.set = {};
}

}  // namespace upsweep::emulator
