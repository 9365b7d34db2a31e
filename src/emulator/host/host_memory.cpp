// Blocks of host memory, and bytes that are read, written and copied between them and the device.
#include "emulator/host/host_memory.h"

#include <cstring>
#include <utility>

#include "core/ranges.h"
#include "emulator/host/cuda_runtime.h"
#include "emulator/host/host_machine.h"

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

void HostMemory::count() {
    bytes_ = 0;
    for (const HostBlock& block : lasting_) bytes_ += block.size() + int64_t(block.set.size());
}

/// The address stays recognisable.
void HostMemory::release(ArrayId id, const SourceRange& where) {
    HostBlock& block = *find(id);
    bytes_ -= block.size() + int64_t(block.set.size());
    block.alive = false;
    block.freed = where;
    block.bytes = {};
    block.set = {};
}

// ---- What the program reaches, as a whole

HostMachine::Bytes HostMachine::read(Address from, int64_t count) {
    Bytes made;
    if (count == 0) return made;
    HostBlock* block = nullptr;
    const std::byte* at = reach(from, count, false, block);
    if (at == nullptr) return {std::vector<std::byte>(size_t(count)), std::vector<uint8_t>(size_t(count), 0)};
    made.bytes.assign(at, at + count);
    made.set = block != nullptr ? block->marks_of(offset_of(from), count) : cuda_->set_bytes(from, count);
    return made;
}

void HostMachine::write(Address to, const Bytes& bytes) {
    if (bytes.bytes.empty()) return;
    HostBlock* block = nullptr;
    std::byte* at = reach(to, length(bytes.bytes), true, block);
    if (at == nullptr) return;
    std::copy(bytes.bytes.begin(), bytes.bytes.end(), at);
    if (block == nullptr) return;
    if (contains(bytes.set, uint8_t{0}))
        std::copy(bytes.set.begin(), bytes.set.end(), block->marks() + offset_of(to));
    else
        block->mark(offset_of(to), length(bytes.bytes));
}

HostBlock* HostMachine::plain_block(Address address, int64_t count, bool write) {
    HostBlock* block = memory.find(array_of(address));
    const int64_t offset = offset_of(address);
    const bool good = block != nullptr && block->alive && block->kind != BlockKind::symbol &&
                      !(write && block->kind == BlockKind::constant) && offset >= 0 &&
                      offset + count <= block->size();
    return good ? block : nullptr;
}

void HostMachine::copy(Address to, Address from, int64_t count) {
    HostBlock *target = plain_block(to, count, true), *source = plain_block(from, count, false);
    if (target == nullptr || source == nullptr) return write(to, read(from, count));
    std::memmove(target->bytes.data() + offset_of(to), source->bytes.data() + offset_of(from), size_t(count));
    if (source->is_set(offset_of(from), count)) return target->mark(offset_of(to), count);
    const std::vector<uint8_t> set = source->marks_of(offset_of(from), count);
    std::copy(set.begin(), set.end(), target->marks() + offset_of(to));
}

void HostMachine::fill(Address to, uint8_t value, int64_t count) {
    HostBlock* block = nullptr;
    std::byte* at = reach(to, count, true, block);
    if (at == nullptr) return;
    std::memset(at, value, size_t(count));
    if (block != nullptr) block->mark(offset_of(to), count);
}

void HostMachine::write_text(Address to, std::string_view text) {
    Bytes made;
    for (const char c : text) made.bytes.push_back(std::byte(c));
    made.bytes.push_back(std::byte{0});
    made.set.assign(made.bytes.size(), 1);
    write(to, made);
}

std::string HostMachine::text_at(Address address, size_t most) {
    std::string text;
    while (text.size() < most) {
        const HostBlock* block = memory.find(array_of(address + text.size()));
        const int64_t offset = offset_of(address + text.size());
        // One byte too far is said once.
        if (block != nullptr && (offset < 0 || offset >= block->size() || !block->alive)) {
            load(address + text.size(), 1);
            break;
        }
        const auto c = char(load(address + text.size(), 1));
        if (c == 0) break;
        text += c;
    }
    return text;
}

}  // namespace upsweep::emulator
