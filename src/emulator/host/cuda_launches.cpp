// Launches of host code: what a GPU would refuse, what they are given, and what they leave behind.
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/host/cuda_runtime.h"

namespace upsweep::emulator {

/// What the host wrote to pinned or managed memory becomes an operation.
void CudaRuntime::upload_written(ArrayId id) {
    Allocation& allocation = allocations_.at(id);
    if (std::exchange(allocation.dirty, false)) machine_.device.wrote(id, 0, allocation.bytes, 0);
}

/// What the host wrote to managed memory is there when a kernel starts.
void CudaRuntime::upload_managed() {
    copy_mapped(true);
    for (auto& [id, allocation] : allocations_) {
        if (!allocation.alive) continue;
        upload_written(id);
        allocation.running = allocation.kind != AllocationKind::device;
    }
}

int CudaRuntime::register_host(Address address, int64_t bytes) {
    constexpr int already = 712;
    const ArrayId id = array_of(address);
    const HostBlock* block = machine_.memory.find(id);
    if (block == nullptr || !block->alive || bytes <= 0 || offset_of(address) + bytes > block->size())
        return give(int(CudaError::invalid_value));
    if (!registered_.try_emplace(id, id).second) return give(already);
    return give(sticky_);
}

int CudaRuntime::unregister_host(Address address) {
    constexpr int not_registered = 713;
    const auto found = registered_.find(array_of(address));
    if (found == registered_.end()) return give(not_registered);
    synchronise();
    registered_.erase(found);
    return give(sticky_);
}

Address CudaRuntime::mapped(Address address) {
    const auto found = registered_.find(array_of(address));
    if (found == registered_.end()) return address;
    if (found->second == found->first) {
        const HostBlock& block = *machine_.memory.find(found->first);
        Allocation made;
        made.bytes = block.size();
        made.kind = AllocationKind::pinned;
        made.name = block.name.empty() ? "registered" : block.name;
        made.made = machine_.where();
        made.array = machine_.device.allocate(made.name, ScalarType::u32, (block.size() + 3) / 4 * 4,
                                              AllocationKind::pinned);
        found->second = made.array;
        allocations_[made.array] = std::move(made);
    }
    return make_address(found->second, offset_of(address));
}

/// Memory of the host that kernels reach: it is there when a kernel starts, and back when the host waits for
/// it.
void CudaRuntime::copy_mapped(bool to_device) {
    for (const auto& [block, array] : registered_) {
        const auto found = allocations_.find(array);
        if (found == allocations_.end() || (!to_device && !found->second.running)) continue;
        const Address host = make_address(block, 0), device = make_address(array, 0);
        const int64_t bytes = found->second.bytes;
        if (to_device) {
            write_device(device, machine_.read(host, bytes));
            machine_.device.wrote(array, 0, bytes, 0);
        } else {
            machine_.write(host, read_device(device, bytes));
        }
    }
}

void CudaRuntime::check_arguments(const HostLaunchRequest& request, const Function& kernel) {
    size_t at = 0;
    for (const Variable* declared : kernel.parameters)
        for (const Leaf& leaf : leaves_of(*declared->type)) {
            const uint64_t bits = request.arguments.at(at++);
            if (!leaf.pointer || bits == 0) continue;
            const std::string parameter = declared->name + leaf.name;
            const HostBlock* block = machine_.memory.find(array_of(bits));
            const Allocation* allocation = find(bits);
            if (allocation != nullptr && allocation->counted.line > 0) tell_counted_copy(*allocation);
            if (block != nullptr)
                machine_.fault(
                    fmt::format("The kernel `{}` gets an address of the host for `{}`: {}.", kernel.name,
                                parameter, machine_.name_of(*block)),
                    "A kernel cannot reach the host's memory: on a GPU this is an illegal address.",
                    "Allocate it with cudaMalloc and copy it with cudaMemcpy, or use cudaMallocManaged.");
            else if (allocation != nullptr && !allocation->alive)
                machine_.fault(fmt::format("The kernel `{}` gets `{}`, which line {} freed.", kernel.name,
                                           allocation->name, allocation->freed.line),
                               "The memory is gone.", "Free it after its last use.");
            else if (bits == never_set_bits)
                machine_.fault(fmt::format("The kernel `{}` gets a pointer without a value for `{}`.",
                                           kernel.name, parameter),
                               "Nothing was allocated for it.",
                               "Allocate it with cudaMalloc before the launch.");
        }
}

/// Of an array that a kernel gets, whose rest no other copy has filled.
void CudaRuntime::tell_counted_copy(const Allocation& of) {
    const int64_t bytes = of.bytes / of.element;
    const std::vector<uint8_t> set = set_bytes(make_address(of.array, bytes), of.bytes - bytes);
    if (contains(set, uint8_t{1})) return;
    machine_.note(true,
                  fmt::format("This copies {}; `{}` has as many elements, of {} each, and the rest of it is "
                              "not set when the kernel starts.",
                              counted(bytes, "byte"), of.name, counted(of.element, "byte")),
                  "cudaMemcpy counts bytes, not elements.",
                  fmt::format("Multiply the count by {}, the size of an element.", of.element), of.counted);
}

/// 0, or the error of a launch that a GPU refuses.
int CudaRuntime::check_configuration(const HostLaunchRequest& request) {
    const Dim3 &grid = request.grid, &block = request.block;
    // Since CUDA 13 a launch that cannot be is an invalid value.
    const int error = int(CudaError::invalid_value);
    const auto refuse = [&](const std::string& message, const std::string& cause, const std::string& cure) {
        machine_.fault(message, cause, cure);
        return error;
    };
    const std::string name = request.kernel.substr(0, request.kernel.find_first_of("<("));
    const std::string gives =
        fmt::format("The launch gives the error {}, and the kernel does not run.", name_of_cuda_error(error));
    const std::pair<std::string, const Dim3*> both[] = {{"blocks", &grid}, {"threads a block", &block}};
    for (const auto& [what, dim] : both) {
        if (std::min({dim->x, dim->y, dim->z}) > 0) continue;
        const char* side = dim->x == 0 ? "x" : dim->y == 0 ? "y" : "z";
        return refuse(fmt::format("`{}` is launched with {} × {} × {} {}: the number along {} is 0.", name,
                                  dim->x, dim->y, dim->z, what, side),
                      gives + " A division of whole numbers rounds down: 20 / 32 is 0.",
                      "Round up: (n + size - 1) / size.");
    }
    constexpr int64_t most_threads = 1024, deepest = 64, longest = 2147483647, highest = 65535;
    if (block.count() > most_threads || block.x > most_threads || block.y > most_threads)
        return refuse(fmt::format("`{}` is launched with {} threads a block; the most is {}.", name,
                                  block.count(), most_threads),
                      gives, "Make the blocks smaller and the grid larger.");
    if (block.z > deepest)
        return refuse(fmt::format("`{}` is launched with blocks of {} threads along z; the most is {}.", name,
                                  block.z, deepest),
                      gives, "Let x or y have more, and z fewer.");
    if (grid.x > longest || grid.y > highest || grid.z > highest)
        return refuse(fmt::format("`{}` is launched with {} × {} × {} blocks; the most are {} × {} × {}.",
                                  name, grid.x, grid.y, grid.z, longest, highest, highest),
                      gives, "Let x have more, and y and z fewer.");
    const int64_t fixed = machine_.device.static_shared_bytes(request.kernel);
    constexpr int64_t usual = 48 * 1024, most_shared = 227 * 1024;
    const auto allowed = most_dynamic_bytes.find(request.kernel);
    const int64_t most =
        allowed != most_dynamic_bytes.end() ? std::min(allowed->second + fixed, most_shared) : usual;
    if (fixed + request.shared_bytes > most) {
        machine_.fault(
            fmt::format("`{}` is launched with {} of shared memory a block; without "
                        "cudaFuncSetAttribute the most is {}.",
                        name, counted(fixed + request.shared_bytes, "byte"), most),
            fmt::format("The launch gives the error {}.", name_of_cuda_error(int(CudaError::invalid_value))),
            "Use less, or allow more with cudaFuncAttributeMaxDynamicSharedMemorySize.");
        return int(CudaError::invalid_value);
    }
    return 0;
}

bool CudaRuntime::capture(int stream, std::function<int(CudaRuntime&, int)> run) {
    if (captured == 0 || stream == 0) return false;
    graphs[captured].push_back({std::move(run)});
    return true;
}

int CudaRuntime::launch(HostLaunchRequest& request, int stream, const Function& kernel) {
    if (sticky_ != 0) return give(sticky_);
    request.stream = stream;
    if (capture(stream, [request, &kernel](CudaRuntime& runtime, int on) mutable {
            return runtime.launch(request, on, kernel);
        }))
        return 0;
    if (const int error = check_configuration(request); error != 0) {
        machine_.device.did("launch");
        return give(error);
    }
    if (!request.cooperative && machine_.device.waits_for_grid(request.kernel)) {
        machine_.fault(
            fmt::format("`{}` calls grid.sync(), but this launch does not make all blocks resident.",
                        kernel.name),
            "On a GPU the kernel ends with the error cudaErrorLaunchFailure.",
            "Launch it with cudaLaunchCooperativeKernel.");
        if (pending_error_ == 0) pending_error_ = int(CudaError::launch_failure);
        return 0;
    }
    size_t at = 0;
    const Clock& over = begin_in(stream);
    for (const Variable* declared : kernel.parameters)
        for (const Leaf& leaf : leaves_of(*declared->type)) {
            uint64_t& bits = request.arguments.at(at++);
            if (!leaf.pointer) continue;
            bits = mapped(bits);
            use(bits, stream, over, !leaf.target->is_const, 0);
        }
    check_arguments(request, kernel);
    upload_managed();
    machine_.device.did("launch");
    const HostLaunchResult done = machine_.device.launch(request);
    printed_ += done.printed;
    for (const auto& [array, end] : done.overruns)
        if (const auto found = allocations_.find(array); found != allocations_.end())
            found->second.overrun = std::max(found->second.overrun, end);
    machine_.model_nanoseconds += 5'000;
    if (pending_error_ == 0) pending_error_ = done.error;
    if (!done.stopped.empty()) {
        synchronise();
        throw HostEnded{124, done.stopped};
    }
    return 0;
}

/// An array that would be as large as the kernel takes it for, if its bytes were elements.
void CudaRuntime::tell_counted_elements() {
    for (const auto& [id, allocation] : allocations_) {
        const bool counts = allocation.element > 1 && !allocation.is_as_host &&
                            allocation.overrun > allocation.bytes &&
                            allocation.overrun <= allocation.bytes * allocation.element;
        if (!counts) continue;
        std::vector<int32_t> lines = {allocation.made.line};
        for (const int32_t line : allocation.copied)
            if (!contains(lines, line)) lines.push_back(line);
        std::string listed;
        for (size_t i = 0; i < lines.size(); ++i)
            listed += (i == 0 ? "" : i + 1 == lines.size() ? " and " : ", ") + std::to_string(lines[i]);
        machine_.note(
            true,
            fmt::format("`{}` gets {}, room for {} of its elements, but the kernel uses {} of them.",
                        allocation.name, counted(allocation.bytes, "byte"),
                        allocation.bytes / allocation.element,
                        (allocation.overrun + allocation.element - 1) / allocation.element),
            "cudaMalloc and cudaMemcpy count bytes, not elements.",
            fmt::format("Multiply the count by {}, the size of an element, in line{} {}.", allocation.element,
                        lines.size() == 1 ? "" : "s", listed),
            allocation.made);
    }
}

}  // namespace upsweep::emulator
