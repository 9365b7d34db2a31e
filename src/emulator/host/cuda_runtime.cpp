#include "emulator/host/cuda_runtime.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/arithmetic/arithmetic.h"

namespace upsweep::emulator {
namespace {

constexpr int invalid = int(CudaError::invalid_value);
constexpr std::string_view kinds[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                      "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                      "cudaMemcpyDefault"};

/// The variable that receives an address: "d_a" of (void**)&d_a.
std::string receiver_of(const Expression& operand) {
    const Expression* at = &operand;
    while (at->kind == ExpressionKind::convert) at = at->a;
    if (at->kind != ExpressionKind::address) return "buffer";
    at = at->a;
    if (at->kind == ExpressionKind::variable) return at->variable->name;
    if (at->kind == ExpressionKind::member)
        for (const Field& field : at->a->type->fields)
            if (field.offset == at->bytes) return field.name;
    return "buffer";
}

}  // namespace

int CudaRuntime::give(int error) {
    if (error == 0) return 0;
    last_ = error;
    if (unseen_ == 0) {
        unseen_ = error;
        unseen_where_ = machine_.where();
    }
    return error;
}

int CudaRuntime::last_error(bool clear) {
    const int error = last_;
    if (clear) last_ = 0;
    unseen_ = 0;
    return error;
}

const Allocation* CudaRuntime::find(Address address) const {
    const auto found = allocations_.find(array_of(address));
    return found == allocations_.end() ? nullptr : &found->second;
}

int CudaRuntime::allocate(Address into, int64_t bytes, AllocationKind kind, const HostNative& native) {
    if (sticky_ != 0) return give(sticky_);
    constexpr int64_t most = int64_t{1} << 38;
    if (bytes < 0 || bytes > most) return give(int(CudaError::memory_allocation));
    if (bytes == 0) {
        machine_.store(into, 0, 8);
        return 0;
    }
    const Type* pointee = native.types.at(0)->element;
    pointee = pointee != nullptr && pointee->is_pointer() ? pointee->element : nullptr;
    const bool typed = pointee != nullptr && !pointee->is_void() && pointee->size > 0;
    ScalarType type = typed ? element_of(*pointee) : ScalarType::u8;
    if (type == ScalarType::boolean) type = ScalarType::u8;
    // What is not a whole number of elements is kept as bytes.
    if (bytes % size_of(type) != 0) type = ScalarType::u8;
    Allocation made;
    made.bytes = bytes;
    made.kind = kind;
    made.name = receiver_of(*native.call->operands.at(0));
    made.element = typed ? pointee->size : 1;
    made.made = machine_.where();
    made.array = machine_.device.allocate(made.name, type, bytes, kind);
    machine_.store(into, make_address(made.array, 0), 8);
    constexpr const char* names[] = {"malloc", "malloc managed", "malloc pinned"};
    machine_.device.did(nth(names, kind), made.array, bytes);
    allocations_[made.array] = std::move(made);
    return 0;
}

int CudaRuntime::release(Address address, bool pinned) {
    if (address == 0) return give(sticky_);
    const int error = synchronise();
    const char* name = pinned ? "cudaFreeHost" : "cudaFree";
    const auto found = allocations_.find(array_of(address));
    if (found == allocations_.end()) {
        const bool host = machine_.memory.find(array_of(address)) != nullptr;
        machine_.fault(
            host ? fmt::format("{} is given memory of the host, which malloc or the compiler made.", name)
                 : fmt::format("{} is given a pointer that nothing allocated.", name),
            fmt::format("It gives the error {}.", name_of_cuda_error(invalid)),
            host ? "Free it with free()." : "Free what cudaMalloc gave, once.");
        return give(invalid);
    }
    Allocation& allocation = found->second;
    if (!allocation.alive) {
        machine_.fault(fmt::format("`{}` is freed twice: line {} freed it before.", allocation.name,
                                   allocation.freed.line),
                       fmt::format("The second call gives the error {}.", name_of_cuda_error(invalid)),
                       "Free it once.");
        return give(invalid);
    }
    if (error != 0) return give(error);
    if (offset_of(address) != 0) return give(invalid);
    allocation.alive = false;
    allocation.freed = machine_.where();
    machine_.device.release(allocation.array);
    machine_.device.did("free", allocation.array, allocation.bytes);
    return 0;
}

/// Which memory an address is in. `good` becomes false, with a finding, where it is in none.
CudaRuntime::Side CudaRuntime::side_of(Address address, const char* role, bool& good) {
    Side side;
    side.block = machine_.memory.find(array_of(address));
    side.allocation = find(address);
    side.host = side.block != nullptr;
    side.device = side.allocation != nullptr;
    if (side.device && side.allocation->kind != AllocationKind::device) side.host = true;
    if (side.device && !side.allocation->alive) {
        machine_.fault(fmt::format("The {} `{}` was freed in line {}.", role, side.allocation->name,
                                   side.allocation->freed.line),
                       "The memory is gone.", "Free it after its last use.");
        good = false;
    }
    if (side.block != nullptr && !side.block->alive) {
        machine_.fault(fmt::format("The {} was freed in line {}.", role, side.block->freed.line),
                       "The memory is gone.", "Free it after its last use.");
        good = false;
    }
    if (side.block == nullptr && !side.device && array_of(address) < machine_.device.memory().count()) {
        side.device = true;  // a symbol's address
        return side;
    }
    if (!side.host && !side.device) {
        const bool never = address == never_set_bits;
        machine_.fault(never          ? fmt::format("The {} is a pointer that has no value.", role)
                       : address == 0 ? fmt::format("The {} is a null pointer.", role)
                                      : fmt::format("The {} is a pointer that leads nowhere.", role),
                       "It was used before something was allocated for it.",
                       "Allocate it first, with cudaMalloc or malloc.");
        good = false;
    }
    return side;
}

/// Whether the device's array holds so many bytes from there on; of host memory, what leaves it is reported
/// where it is read or written.
bool CudaRuntime::in_bounds(const Side& side, Address address, int64_t bytes, const char* role) {
    if (side.allocation == nullptr) return true;
    const int64_t offset = offset_of(address);
    if (offset >= 0 && offset + bytes <= side.allocation->bytes) return true;
    const Allocation& of = *side.allocation;
    const bool sets = std::string_view(role) == "array";
    const bool counts = !sets && of.element > 1 && of.bytes * of.element == bytes;
    machine_.fault(
        fmt::format("This {} {} but the {} `{}` has {}{}: nothing is {}.", sets ? "sets" : "copies",
                    counted(bytes, "byte"), role, of.name, offset == 0 ? "" : "only ",
                    counted(of.bytes - std::max<int64_t>(offset, 0), "byte"), sets ? "set" : "copied"),
        counts ? fmt::format("Line {} allocates {}, as many as there are elements; cudaMalloc counts bytes.",
                             of.made.line, counted(of.bytes, "byte"))
               : fmt::format("Line {} allocates {}. The call gives the error {}.", of.made.line,
                             counted(of.bytes, "byte"), name_of_cuda_error(invalid)),
        counts ? fmt::format("Allocate count * {} bytes in line {}.", of.element, of.made.line)
        : sets ? fmt::format("Set {} at most, or allocate more in line {}.",
                             counted(of.bytes - std::max<int64_t>(offset, 0), "byte"), of.made.line)
               : "Copy as many bytes as both sides have.");
    return false;
}

/// A number of bytes that looks like something else.
void CudaRuntime::check_size(const Side& to, const Side& from, int64_t bytes) {
    const Allocation* device = to.allocation != nullptr ? to.allocation : from.allocation;
    const HostBlock* block = to.block != nullptr ? to.block : from.block;
    if (device == nullptr || device->element == 1) return;
    if (block != nullptr && block->size() == device->bytes) allocations_.at(device->array).is_as_host = true;
    const bool more = device->bytes > bytes && (block == nullptr || block->size() > bytes);
    if (!more) return;
    if (block == from.block && block != nullptr && bytes * device->element == device->bytes)
        allocations_.at(device->array).counted = machine_.where();
    if (counts_pointer && bytes == 8 && device->element < 8)
        machine_.fault(fmt::format("This copies 8 bytes, the size of a pointer; `{}` has {}.", device->name,
                                   counted(device->bytes, "byte")),
                       "sizeof of a pointer is 8, whatever it points to.",
                       "Copy count * sizeof(element) bytes.");
}

HostMachine::Bytes CudaRuntime::read_device(Address from, int64_t bytes) {
    const MemoryArray& array = machine_.device.memory()[array_of(from)];
    const int64_t offset = offset_of(from);
    HostMachine::Bytes made;
    made.bytes.assign(array.bytes.begin() + offset, array.bytes.begin() + offset + bytes);
    made.set = set_bytes(from, bytes);
    return made;
}

std::vector<uint8_t> CudaRuntime::set_bytes(Address address, int64_t bytes) {
    const MemoryArray& array = machine_.device.memory()[array_of(address)];
    std::vector<uint8_t> set(size_t(bytes), 1);
    const int64_t first = array.element_at(offset_of(address)),
                  last = array.element_at(offset_of(address) + bytes - 1);
    if (std::memchr(array.defined.data() + first, 0, size_t(last - first + 1)) == nullptr) return set;
    for (int64_t i = 0; i < bytes; ++i) set[i] = array.defined[array.element_at(offset_of(address) + i)];
    return set;
}

/// An element has a value once all of its bytes were set.
void CudaRuntime::write_device(Address to, const HostMachine::Bytes& bytes) {
    MemoryArray& array = machine_.device.memory()[array_of(to)];
    const int64_t offset = offset_of(to), count = length(bytes.bytes), size = array.element_size;
    std::copy(bytes.bytes.begin(), bytes.bytes.end(), array.bytes.begin() + offset);
    const bool all_set = std::memchr(bytes.set.data(), 0, bytes.set.size()) == nullptr;
    if (all_set && offset % size == 0 && count % size == 0) {
        std::memset(array.defined.data() + offset / size, 1, size_t(count / size));
        machine_.device.memory().forget_depths(array);
        return;
    }
    for (int64_t at = offset; at < offset + count;) {
        const int64_t element = array.element_at(at), begin = element * size;
        const int64_t first = std::max(begin, offset), end = std::min(begin + size, offset + count);
        const bool set = all_of(std::span(bytes.set).subspan(first - offset, end - first),
                                [](uint8_t one) { return one != 0; });
        const bool whole = end - first == size;
        array.defined[element] = whole ? set : array.defined[element] && set;
        at = end;
    }
    machine_.device.memory().forget_depths(array);
}

/// Null where they are not whole, or one that is to be read has no value.
std::byte* CudaRuntime::whole_elements(Address address, int64_t bytes, bool write) {
    MemoryArray& array = machine_.device.memory()[array_of(address)];
    const int64_t offset = offset_of(address), size = array.element_size;
    if (offset % size != 0 || bytes % size != 0) return nullptr;
    uint8_t* defined = array.defined.data() + offset / size;
    if (write) {
        std::memset(defined, 1, size_t(bytes / size));
        machine_.device.memory().forget_depths(array);
    } else if (std::memchr(defined, 0, size_t(bytes / size)) != nullptr) {
        return nullptr;
    }
    return array.bytes.data() + offset;
}

/// Copies what has values to where it fits; false if it is not like that: nothing has been done.
bool CudaRuntime::copy_plainly(const Side& target, Address to, const Side& source, Address from,
                               int64_t bytes) {
    HostBlock* into = target.block != nullptr ? machine_.plain_block(to, bytes, true) : nullptr;
    HostBlock* of = source.block != nullptr ? machine_.plain_block(from, bytes, false) : nullptr;
    if ((into == nullptr && target.allocation == nullptr) || (of == nullptr && source.allocation == nullptr))
        return false;
    if (of != nullptr && !of->is_set(offset_of(from), bytes)) return false;
    const std::byte* read =
        of != nullptr ? of->bytes.data() + offset_of(from) : whole_elements(from, bytes, false);
    if (read == nullptr) return false;
    std::byte* written =
        into != nullptr ? into->bytes.data() + offset_of(to) : whole_elements(to, bytes, true);
    if (written == nullptr) return false;
    std::memmove(written, read, size_t(bytes));
    if (into != nullptr) into->mark(offset_of(to), bytes);
    return true;
}

int CudaRuntime::copy(Address to, Address from, int64_t bytes, int kind, int stream, bool waits) {
    if (!waits && capture(stream, [=](CudaRuntime& runtime, int on) {
            return runtime.copy(to, from, bytes, kind, on, false);
        }))
        return 0;
    if (waits && synchronise() != 0) return give(sticky_);
    if (sticky_ != 0) return give(sticky_);
    if (bytes == 0) return 0;
    const int error = copy_now(to, from, bytes, kind, stream);
    if (error == 0 && !waits) {
        const Clock& over = begin_in(stream);
        use(from, stream, over, false, bytes);
        use(to, stream, over, true, bytes);
    }
    const bool on_host = find(to) == nullptr && find(from) == nullptr;
    // What does not become an operation of the device is one of the host.
    if (error == 0 && !on_host) return 0;
    const char* name = error == 0 || kind == 0 || kind > 2 ? "copy" : kind == 1 ? "copy up" : "copy down";
    const Allocation* about = find(from) != nullptr ? find(from) : find(to);
    machine_.device.did(name, about == nullptr ? std::nullopt : std::optional(about->array),
                        std::max<int64_t>(bytes, 0));
    return error == 0 ? 0 : give(error);
}

int CudaRuntime::copy_now(Address to, Address from, int64_t bytes, int kind, int stream) {
    bool good = true;
    const Side target = side_of(to, "target of this copy", good);
    const Side source = side_of(from, "source of this copy", good);
    if (!good) return invalid;
    if (kind < 0 || kind > 4) return int(CudaError::invalid_direction);
    if (bytes < 0) return invalid;
    for (const Side* side : {&target, &source})
        if (side->block != nullptr && side->block->kind == BlockKind::symbol) {
            machine_.fault(
                fmt::format("`{}` is a variable of the device, which cudaMemcpy does not reach by its "
                            "name.",
                            side->block->name),
                "Its name stands for an address on the host here.",
                fmt::format("Use {}.", side == &target ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol"));
            return invalid;
        }
    const bool to_device = kind == 1 || kind == 3, from_device = kind == 2 || kind == 3;
    const bool right = kind == 4 || ((to_device ? target.device : target.host) &&
                                     (from_device ? source.device : source.host));
    if (!right) {
        const int needed = (source.device && !source.host ? 2 : 0) + (target.device && !target.host ? 1 : 0);
        const int correct = needed == 3 ? 3 : needed == 2 ? 2 : needed == 1 ? 1 : 0;
        machine_.fault(
            fmt::format("This copy has the kind {}, but it goes from memory of the {} to memory of the "
                        "{}: nothing is copied.",
                        kinds[kind], source.device ? "device" : "host", target.device ? "device" : "host"),
            fmt::format("The call gives the error {}.", name_of_cuda_error(invalid)),
            fmt::format("Write {}; the target comes first.", kinds[correct]));
        return invalid;
    }
    if (!in_bounds(target, to, bytes, "target") || !in_bounds(source, from, bytes, "source")) return invalid;
    check_size(target, source, bytes);
    for (const Side* side : {&target, &source})
        if (side->allocation != nullptr && side->allocation->bytes == bytes)
            allocations_.at(side->allocation->array).copied.push_back(machine_.where().line);
    const bool reads_device = source.device && source.block == nullptr;
    const bool writes_device = target.device && target.block == nullptr;
    const bool done = copy_plainly(target, to, source, from, bytes);
    HostMachine::Bytes data;
    if (!done) data = reads_device ? read_device(from, bytes) : machine_.read(from, bytes);
    const bool checked = writes_device && source.block != nullptr && !data.set.empty();
    const void* unset = checked ? std::memchr(data.set.data(), 0, data.set.size()) : nullptr;
    if (unset != nullptr) {
        const int64_t first = static_cast<const uint8_t*>(unset) - data.set.data(),
                      size = target.allocation != nullptr ? target.allocation->element : 1;
        machine_.note(false,
                      fmt::format("This copies {}, but nothing has set its elements from {} on.",
                                  machine_.name_of(*source.block), first / size),
                      "What was never set is there as it is, and stays unset on the device.",
                      "Set all of it before it is copied.", machine_.where());
    }
    if (!done && writes_device) write_device(to, data);
    if (!done && !writes_device) machine_.write(to, data);
    HostDevice& device = machine_.device;
    const bool whole = reads_device && writes_device && target.allocation != nullptr &&
                       source.allocation != nullptr && bytes == target.allocation->bytes &&
                       bytes == source.allocation->bytes &&
                       device.memory()[array_of(to)].type == device.memory()[array_of(from)].type;
    if (whole) {
        upload_written(array_of(from));
        device.copied(array_of(from), array_of(to), stream);
    } else if (writes_device) {
        device.wrote(array_of(to), offset_of(to), bytes, stream);
    } else if (reads_device) {
        device.read(array_of(from), offset_of(from), bytes, stream);
    }
    machine_.model_nanoseconds += 2'000 + bytes / 10;
    return 0;
}

int CudaRuntime::copy_symbol(Address symbol, Address other, int64_t bytes, int64_t offset, bool to_symbol,
                             int kind, int stream) {
    if (synchronise() != 0) return give(sticky_);
    const Variable* variable = machine_.symbol_at(symbol);
    if (variable == nullptr) {
        machine_.fault(
            "This is not a variable of the device.",
            fmt::format("The call gives the error {}.", name_of_cuda_error(int(CudaError::invalid_symbol))),
            "Name a __device__ or __constant__ variable.");
        return give(int(CudaError::invalid_symbol));
    }
    if (offset < 0 || bytes < 0 || offset + bytes > variable->type->size) {
        machine_.fault(fmt::format("This copies {} from byte {} on, but `{}` has {}: nothing is copied.",
                                   counted(bytes, "byte"), offset, variable->name,
                                   counted(variable->type->size, "byte")),
                       fmt::format("The call gives the error {}.", name_of_cuda_error(invalid)),
                       "Copy as many bytes as it has.");
        return give(invalid);
    }
    bool good = true;
    const Side side = side_of(other, to_symbol ? "source of this copy" : "target of this copy", good);
    if (!good) return give(invalid);
    const bool from_device = kind == 3;
    if (kind != 4 && !(from_device ? side.device : side.host)) {
        machine_.fault(fmt::format("This copy has the kind {}, but the other side is memory of the {}.",
                                   kinds[std::clamp(kind, 0, 4)], side.device ? "device" : "host"),
                       fmt::format("The call gives the error {}.", name_of_cuda_error(invalid)),
                       "Let the kind say where both sides are.");
        return give(invalid);
    }
    const std::optional<ArrayId> array = machine_.device.symbol(*variable);
    const Address place = (array ? make_address(*array, 0) : symbol) + uint64_t(offset);
    const auto read = [&](Address from, bool on_device) {
        return on_device ? read_device(from, bytes) : machine_.read(from, bytes);
    };
    const auto write = [&](Address to, bool on_device, const HostMachine::Bytes& data) {
        if (on_device) return write_device(to, data);
        machine_.write(to, data);
    };
    const bool other_device = side.device && side.block == nullptr;
    // A symbol that no kernel uses is kept on the host.
    if (!array) {
        HostBlock& block = *machine_.memory.find(array_of(symbol));
        const BlockKind kept = std::exchange(block.kind, BlockKind::global);
        if (to_symbol)
            write(place, false, read(other, other_device));
        else
            write(other, other_device, read(place, false));
        machine_.memory.find(array_of(symbol))->kind = kept;
        return 0;
    }
    if (to_symbol) {
        write(place, true, read(other, other_device));
        machine_.device.wrote_symbol(*variable, stream);
    } else {
        write(other, other_device, read(place, true));
        if (other_device) machine_.device.wrote(array_of(other), offset_of(other), bytes, stream);
    }
    return 0;
}

int CudaRuntime::symbol_address(Address into, Address symbol) {
    const Variable* variable = machine_.symbol_at(symbol);
    if (variable == nullptr) return give(int(CudaError::invalid_symbol));
    const std::optional<ArrayId> array = machine_.device.symbol(*variable);
    machine_.store(into, array ? make_address(*array, 0) : symbol, 8);
    return 0;
}

int CudaRuntime::set(Address address, int value, int64_t bytes, int stream, bool waits) {
    if (!waits && capture(stream, [=](CudaRuntime& runtime, int on) {
            return runtime.set(address, value, bytes, on, false);
        }))
        return 0;
    if (waits && synchronise() != 0) return give(sticky_);
    if (sticky_ != 0) return give(sticky_);
    if (bytes == 0) return 0;
    bool good = true;
    const Side side = side_of(address, "array that this sets", good);
    if (!good) return give(invalid);
    if (side.allocation == nullptr && side.block != nullptr) {
        machine_.fault("cudaMemset is given memory of the host.",
                       fmt::format("The call gives the error {}.", name_of_cuda_error(invalid)),
                       "Use memset.");
        return give(invalid);
    }
    if (!in_bounds(side, address, bytes, "array")) return give(invalid);
    if (std::byte* at = whole_elements(address, bytes, true); at != nullptr) {
        std::memset(at, value, size_t(bytes));
    } else {
        const auto count = size_t(bytes);
        write_device(address, {std::vector<std::byte>(count, std::byte(uint8_t(value))),
                               std::vector<uint8_t>(count, 1)});
    }
    machine_.device.cleared(array_of(address), uint8_t(value), offset_of(address), bytes, stream);
    return 0;
}

std::byte* CudaRuntime::reach(Address address, int64_t bytes, bool write) {
    const ArrayId id = array_of(address);
    if (reached_ == nullptr || reached_->array != id) {
        const auto found = allocations_.find(id);
        reached_ = found == allocations_.end() ? nullptr : &found->second;
    }
    const char* does = write ? "writes" : "reads";
    if (reached_ == nullptr || (reached_->kind == AllocationKind::device && opened == 0)) {
        const std::string name = reached_ == nullptr ? "memory" : "`" + reached_->name + "`";
        const std::string made =
            reached_ == nullptr ? "" : fmt::format(", which line {} allocates", reached_->made.line);
        machine_.fault(
            fmt::format("The host {} {} of the device{}.", does, name, made),
            "Only kernels and the runtime's copies reach it. On a machine the program ends here with a "
            "segmentation fault.",
            fmt::format("Copy it with cudaMemcpy{}, or allocate it with cudaMallocManaged.",
                        write ? " from an array of the host" : " to an array of the host"));
        throw HostEnded{139, fmt::format("Segmentation fault in line {}: the host {} memory of the device.",
                                         machine_.where().line, does)};
    }
    Allocation& allocation = *reached_;
    MemoryArray& array = machine_.device.memory()[allocation.array];
    const int64_t offset = offset_of(address);
    if (!allocation.alive) {
        machine_.fault(
            fmt::format("This {} `{}`, which line {} freed.", does, allocation.name, allocation.freed.line),
            "The memory is gone.", "Free it after its last use.");
        throw HostEnded{139, fmt::format("Segmentation fault in line {}: `{}` was freed.",
                                         machine_.where().line, allocation.name)};
    }
    if (offset < 0 || offset + bytes > allocation.bytes) {
        machine_.fault(fmt::format("This {} byte {} of `{}`, which has {}.", does, offset, allocation.name,
                                   counted(allocation.bytes, "byte")),
                       "The index leaves the array.", "Keep the index inside.");
        return nullptr;
    }
    if (allocation.running)
        machine_.fault(fmt::format("The host {} `{}` while a kernel that may use it was not waited for.",
                                   does, allocation.name),
                       "A launch returns at once; the kernel runs on beside the host.",
                       "Call cudaDeviceSynchronize() behind the launch.");
    if (write) {
        allocation.dirty = true;
        array.digest_is_old = true;
        for (int64_t at = offset; at < offset + bytes; at = (array.element_at(at) + 1) * array.element_size)
            array.defined[array.element_at(at)] = 1;
    } else if (!array.defined[array.element_at(offset)]) {
        machine_.fault(fmt::format("This reads element {} of `{}`, where nothing was written yet.",
                                   offset / allocation.element, allocation.name),
                       "What is there is whatever the memory held before.", "Set it before it is read.");
    }
    return array.bytes.data() + offset;
}

HostPlain CudaRuntime::plain(ArrayId id, bool write) {
    const auto found = allocations_.find(id);
    if (found == allocations_.end()) return {};
    Allocation& of = found->second;
    if (!of.alive || of.running || (of.kind == AllocationKind::device && opened == 0)) return {};
    MemoryArray& array = machine_.device.memory()[id];
    if (write) of.dirty = array.digest_is_old = true;
    return {array.bytes.data(), of.bytes, nullptr, &array};
}

int CudaRuntime::wait() {
    const int error = give(synchronise());
    machine_.device.did("wait");
    return error;
}

int CudaRuntime::synchronise() {
    machine_.print(printed_);
    printed_.clear();
    forget_uses();
    if (!registered_.empty()) copy_mapped(false);
    for (auto& [id, allocation] : allocations_) allocation.running = false;
    if (sticky_ == 0) sticky_ = pending_error_;
    return sticky_;
}

void CudaRuntime::finish() {
    tell_counted_elements();
    if (!printed_.empty())
        machine_.note(false,
                      "What the last kernel prints is lost: the program ends before anyone waits for it.",
                      "printf in a kernel appears when the host waits for the kernel.",
                      "Call cudaDeviceSynchronize() before the program ends.", machine_.where());
    if (pending_error_ != 0 && sticky_ == 0 && unseen_ == 0) {
        unseen_ = pending_error_;
        unseen_where_ = machine_.where();
    }
    if (unseen_ != 0)
        machine_.note(false,
                      fmt::format("{} ({}) is given here, and the program never looks at it.",
                                  name_of_cuda_error(unseen_), text_of_cuda_error(unseen_)),
                      "After an error the results are not what they seem.",
                      "Check what each call returns, and cudaGetLastError() behind each launch.",
                      unseen_where_);
    for (const auto& [id, allocation] : allocations_)
        if (allocation.alive)
            machine_.note(
                false, fmt::format("`{}` is never freed.", allocation.name),
                fmt::format("Line {} allocates {}.", allocation.made.line, counted(allocation.bytes, "byte")),
                allocation.kind == AllocationKind::pinned ? "Call cudaFreeHost." : "Call cudaFree.",
                allocation.made);
    for (const HostBlock& block : machine_.memory.lasting())
        if (block.kind == BlockKind::heap && block.alive && block.made.line > 0)
            machine_.note(
                false,
                fmt::format("The {} that are allocated here are never freed.", counted(block.size(), "byte")),
                "", "Call free.", block.made);
}

/// 0 is the default stream; a graph's nodes are of the stream 1, whichever it is then launched in.
int CudaRuntime::stream_of(Address handle) const {
    const auto found = streams.find(handle);
    return found == streams.end() ? int(handle == 1) : found->second;
}

Address CudaRuntime::make_handle() { return next_handle_ += 16; }

}  // namespace upsweep::emulator
