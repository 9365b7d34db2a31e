// A block takes its slot: shared and local arrays, warps, registers.
#include <algorithm>
#include <utility>

#include "emulator/machine/machine.h"

namespace upsweep::emulator {

std::unique_ptr<Block> Machine::make_block(int64_t number) {
    std::unique_ptr<Block> block = spare_.empty() ? std::make_unique<Block>() : std::move(spare_.back());
    if (!spare_.empty()) {
        spare_.pop_back();
        std::vector<Warp> warps = std::move(block->warps);
        *block = Block{};
        block->warps = std::move(warps);
    }
    const Dim3& grid = arguments_.grid;
    block->number = uint32_t(number);
    block->x = number % grid.x;
    block->y = number / grid.x % grid.y;
    block->z = number / (grid.x * grid.y);
    block->threads = arguments_.block.count();
    make_shared(*block);
    make_locals(*block);
    auto warps = uint32_t((block->threads + lanes_ - 1) / lanes_);
    block->warps.resize(warps);
    block->unsettled = int(warps);
    block->order.block = block->number;
    block->order.lockstep =
        context_.races && !context_.independent && !context_.starve && !context_.host_loop;
    if (context_.races) block->order.agents.resize(context_.independent ? size_t(block->threads) : warps);
    for (uint32_t warp = 0; warp < warps; ++warp) make_warp(*block, warp);
    return block;
}

/// What make_shared() and make_locals() add for one block: known before anything is made.
int64_t Machine::bytes_of_arrays() const {
    constexpr auto name = int64_t(sizeof(MemoryArray) + sizeof(ArrayInfo));
    int64_t bytes = 0;
    bool has_dynamic = false;
    for (const SharedArray& array : code_.shared) {
        if (array.dynamic && std::exchange(has_dynamic, true)) continue;
        const int64_t own = array.dynamic ? arguments_.dynamic_shared_bytes : array.bytes;
        bytes += name + Memory::bytes_for(array.type, Space::shared, own);
    }
    for (const LocalArray& local : code_.locals) {
        if (local.in_memory)
            bytes += Memory::bytes_for(local.type, Space::local, local.row_bytes * arguments_.block.count());
        if (local.in_memory || shared_.recorder.recording()) bytes += name;
    }
    return bytes;
}

void Machine::make_shared(Block& block) {
    Trace& trace = shared_.trace;
    ArrayId dynamic = 0;
    bool has_dynamic = false;
    for (const SharedArray& array : code_.shared) {
        // All `extern __shared__` arrays are one: they start at the same bytes.
        if (array.dynamic && has_dynamic) {
            block.shared.push_back(dynamic);
            continue;
        }
        ArrayInfo info;
        info.name = array.name;
        info.space = Space::shared;
        info.type = array.type;
        info.extent = array.extent;
        int64_t bytes = array.bytes;
        if (array.dynamic) {
            bytes = arguments_.dynamic_shared_bytes / size_of(array.type) * size_of(array.type);
            info.extent = {bytes / size_of(array.type), 1};
        }
        info.launch = int32_t(context_.launch);
        info.block = int32_t(block.number);
        ArrayId id = shared_.memory.add(info, bytes, 0);
        trace.arrays.push_back(info);
        trace.launches[context_.launch].shared_arrays.push_back(id);
        block.shared.push_back(id);
        if (!array.dynamic) continue;
        has_dynamic = true;
        dynamic = id;
    }
}

void Machine::make_locals(Block& block) {
    Trace& trace = shared_.trace;
    bool recording = shared_.recorder.recording();
    for (const LocalArray& local : code_.locals) {
        if (!recording && !local.in_memory) {
            block.locals.push_back(0);
            continue;
        }
        ArrayInfo info;
        info.name = local.name;
        info.space = Space::local;
        info.type = local.type;
        info.pointer = local.pointer;
        info.extent = {local.elements, block.threads};
        info.launch = int32_t(context_.launch);
        info.block = int32_t(block.number);
        ArrayId id = local.in_memory
                         ? shared_.memory.add(info, local.row_bytes * block.threads, local.row_bytes)
                         : shared_.memory.add_name();
        trace.arrays.push_back(std::move(info));
        trace.launches[context_.launch].local_arrays.push_back(id);
        block.locals.push_back(id);
    }
}

/// What every warp's registers hold at the start: constants, arguments, poison.
void Machine::make_image() {
    auto width = size_t(lanes_);
    image_.assign(size_t(code_.registers) * width, 0);
    auto fill = [&](Register to, uint64_t bits) {
        std::fill_n(image_.begin() + ptrdiff_t(to * width), width, bits);
    };
    for (const LocalArray& local : code_.locals)
        if (!local.in_memory) fill(local.value, poison_bits(size_of(local.type)));
    const Block none;
    for (const Preset& preset : code_.presets) {
        using Kind = Preset::Kind;
        bool of_block = preset.builtin >= Builtin::thread_x && preset.builtin <= Builtin::block_z;
        bool varies = preset.kind == Kind::shared || preset.kind == Kind::local ||
                      (preset.kind == Kind::builtin && of_block);
        if (varies)
            varying_.push_back(preset);
        else
            fill(preset.to, preset_bits(preset, none, 0));
    }
}

/// `warp` may be one that has run before: its storage is kept.
void Machine::make_warp(Block& block, uint32_t number) {
    Warp warp;
    Warp& place = block.warps[number];
    std::swap(warp.paths, place.paths);
    std::swap(warp.registers, place.registers);
    std::swap(warp.origins, place.origins);
    std::swap(warp.depths, place.depths);
    std::swap(warp.tainted, place.tainted);
    std::swap(warp.defined, place.defined);
    std::swap(warp.carried, place.carried);
    warp.number = number;
    warp.lanes = lanes_;
    int64_t first = int64_t(number) * lanes_;
    auto present = int(std::min<int64_t>(lanes_, block.threads - first));
    warp.paths.start(lanes_, code_.join_depth, ~0u >> (32 - present));
    warp.registers = image_;
    warp.origins.resize(image_.size());
    warp.depths.resize(image_.size());
    warp.tainted.assign(code_.registers, 0);
    warp.defined.assign(code_.locals.size(), 0);
    warp.carried.assign(code_.carried.size(), 0);
    for (const Preset& preset : varying_)
        for (int lane = 0; lane < lanes_; ++lane)
            warp.row(preset.to)[lane] = preset_bits(preset, block, first + lane);
    place = std::move(warp);
}

uint64_t Machine::preset_bits(const Preset& preset, const Block& block, int64_t thread) const {
    auto index = size_t(preset.index);
    switch (preset.kind) {
        using enum Preset::Kind;
        case constant:
            return preset.bits;
        case parameter:
            return arguments_.parameters[index];
        case shared:
            return make_address(block.shared[index], 0);
        case global:
            return make_address(arguments_.globals[index], 0);
        case local:
            return make_address(block.locals[index], thread * code_.locals[index].row_bytes);
        case builtin:
            break;
    }
    return builtin_bits(preset.builtin, block, thread);
}

uint64_t Machine::builtin_bits(Builtin builtin, const Block& block, int64_t thread) const {
    const Dim3& shape = arguments_.block;
    auto bits = [](int64_t value) { return uint64_t(uint32_t(value)); };
    switch (builtin) {
        using enum Builtin;
        case thread_x:
            return bits(thread % shape.x);
        case thread_y:
            return bits(thread / shape.x % shape.y);
        case thread_z:
            return bits(thread / (shape.x * shape.y));
        case block_x:
            return bits(block.x);
        case block_y:
            return bits(block.y);
        case block_z:
            return bits(block.z);
        case block_dim_x:
            return bits(shape.x);
        case block_dim_y:
            return bits(shape.y);
        case block_dim_z:
            return bits(shape.z);
        case grid_dim_x:
            return bits(arguments_.grid.x);
        case grid_dim_y:
            return bits(arguments_.grid.y);
        case grid_dim_z:
            return bits(arguments_.grid.z);
        default:
            return bits(lanes_);
    }
}

}  // namespace upsweep::emulator
