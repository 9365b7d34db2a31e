#include "emulator/host/host_memory.h"

#include <utility>

namespace upsweep::emulator {

ArrayId HostMemory::add(BlockKind kind, int64_t bytes, std::string name) {
    HostBlock& block = lasting_.emplace_back();
    block.kind = kind;
    block.name = std::move(name);
    block.bytes.assign(size_t(bytes), std::byte(poison_byte));
    block.set.assign(size_t(bytes), 0);
    bytes_ += 2 * bytes;
    return first_lasting + ArrayId(lasting_.size() - 1);
}

ArrayId HostMemory::push(const std::string& name, int64_t bytes) {
    if (depth_ == stack_.size()) stack_.emplace_back();
    HostBlock& block = stack_[depth_];
    block.kind = BlockKind::stack;
    block.name = name;
    block.bytes.assign(size_t(bytes), std::byte(poison_byte));
    block.set.assign(size_t(bytes), 0);
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
