// Turns, stalls and limits of one launch; how a block takes its slot.
#include "emulator/machine/machine.h"

#include <algorithm>
#include <utility>

#include "core/ranges.h"
#include "emulator/findings/finding_table.h"

namespace upsweep::emulator {
namespace {

/// The same in every block.
bool is_of_thread(const Preset& preset) {
    return preset.kind == Preset::Kind::builtin && preset.builtin >= Builtin::thread_x &&
           preset.builtin <= Builtin::thread_z;
}

}  // namespace

Machine::Machine(Shared& shared, const ToyGpu& gpu, const Limits& limits, const LaunchContext& context,
                 const LaunchArguments& arguments)
    : shared_(shared),
      gpu_(gpu),
      limits_(limits),
      context_(context),
      arguments_(arguments),
      code_(*context.code),
      interpreter_(shared, context),
      scheduler_(gpu.schedule.warps),
      lanes_(context.host_loop ? 1 : gpu.lanes),
      waiting_(gpu.schedule.blocks, arguments.grid.count(), context.host_loop ? 1 : gpu.slots()) {
    arrays_bytes_ = bytes_of_arrays();
    make_image();
    find_changing();
    find_read_only();
}

bool Machine::run() {
    const bool finished = take_turns();
    interpreter_.tell_deferred();
    for (const auto& block : resident_) note_steps_of(*block);
    return finished;
}

bool Machine::take_turns() {
    fill_slots();
    while (!turns_.empty() || no_room_) {
        if (!within_limits()) return false;
        if (shared_.watched != nullptr && shared_.watched->missing == 0) return false;
        if (shared_.weak != nullptr) shared_.weak->tick();
        size_t next = scheduler_.next_warp(
            turns_.size(), [&](size_t i) { return can_run(turns_[i]); },
            [&](size_t i) {
                size_t warps = turns_[i].block->warps.size();
                return int(turns_[i].block->number * warps + turns_[i].warp->number);
            });
        if (next == turns_.size()) {
            if (resolve_stall()) continue;
            note_deadlock();
            return false;
        }
        auto [block, warp] = turns_[next];
        interpreter_.run(*block, *warp);
        if (interpreter_.aborted()) return false;
        if (warp->paths.live() != 0) continue;
        if (block->finished == int(block->warps.size())) retire(*block);
        fill_slots();
    }
    return true;
}

bool Machine::can_run(const Turn& turn) const {
    const Warp& warp = *turn.warp;
    if (warp.paths.ready_count() == 0) return false;
    return !warp.waiting || warp.seen_version != shared_.version;
}

/// Every warp is stuck. Barriers that lack lanes complete (with a finding), then lanes that wait for their
/// warp's other lanes continue alone, so that a lock inside a warp does not hang (it did before Volta).
/// False: a deadlock.
bool Machine::resolve_stall() {
    if (shared_.weak != nullptr && shared_.weak->stir()) return true;
    if (release_anyone()) return true;
    for (auto& block : resident_) {
        bool blocked = all_of(block->warps, [](const Warp& w) { return w.paths.ready_count() == 0; });
        bool at_barrier = any_of(block->warps, [](const Warp& w) { return w.paths.at_barrier() != 0; });
        if (!blocked || !at_barrier) continue;
        interpreter_.complete_barrier(*block);
        return true;
    }
    if (release(&Paths::release_meets)) return true;
    return !context_.starve && release(&Paths::release_joins);
}

/// Lanes at a `_sync` whose masks are not known beforehand: those that are there by now are those they name.
bool Machine::release_anyone() {
    bool any = false;
    for (const Turn& turn : turns_) {
        const uint32_t lanes = turn.warp->paths.release_anyone();
        if (lanes == 0) continue;
        interpreter_.lanes_met(*turn.block, *turn.warp, lanes);
        turn.warp->waiting = false;
        turn.warp->paths.forget_idle();
        any = true;
    }
    return any;
}

/// The warps that have lanes to release continue, those that wait in loops too. False if none exists.
bool Machine::release(bool (Paths::*lanes)()) {
    bool any = false;
    for (const Turn& turn : turns_) {
        if (!(turn.warp->paths.*lanes)()) continue;
        turn.warp->waiting = false;
        turn.warp->paths.forget_idle();
        turn.warp->paths.rotate();
        any = true;
    }
    return any;
}

/// Gives free slots to waiting blocks and lists the warps again. Where they would not fit none is made.
void Machine::fill_slots() {
    size_t slots = context_.host_loop ? 1 : gpu_.slots();
    const size_t free = slots - std::min(slots, resident_.size());
    no_room_ = !has_room(size_t(std::min(int64_t(free), waiting_.count())));
    if (no_room_) next_check_ = 0;
    while (!no_room_ && resident_.size() < slots && !waiting_.empty()) {
        std::unique_ptr<Block> block = make_block(waiting_.take());
        take_slot(*block);
        auto after = find_if(resident_, [&](const auto& other) { return other->number > block->number; });
        resident_.insert(after, std::move(block));
        if (has_room(0)) continue;
        next_check_ = 0;
        break;
    }
    list_turns();
}

/// The lowest free slot: the first ones lie on different multiprocessors.
void Machine::take_slot(Block& block) {
    block.place = places_;
    if (free_places_.empty()) {
        ++places_;
    } else {
        block.place = free_places_.top();
        free_places_.pop();
    }
    if (!shared_.recorder.recording()) return;
    const uint32_t multiprocessors = context_.host_loop ? 1 : gpu_.multiprocessors;
    std::vector<BlockInfo>& blocks = shared_.trace.launches[context_.launch].blocks;
    block.info = blocks.size();
    blocks.push_back({block.number, block.place % multiprocessors, block.place / multiprocessors,
                      shared_.recorder.steps(), shared_.recorder.steps()});
}

/// From its first step to its last a block was where it had its slot.
void Machine::note_steps_of(const Block& block) {
    if (!shared_.recorder.recording() || block.first_step < 0) return;
    BlockInfo& info = shared_.trace.launches[context_.launch].blocks[block.info];
    info.first_step = block.first_step;
    info.end_step = block.end_step;
}

void Machine::list_turns() {
    turns_.clear();
    for (auto& block : resident_)
        for (Warp& warp : block->warps)
            if (warp.paths.live() != 0) turns_.push_back({block.get(), &warp});
    scheduler_.restart();
}

void Machine::retire(Block& block) {
    for (ArrayId id : block.shared) shared_.memory.release(id);
    for (size_t i = 0; i < block.locals.size(); ++i)
        if (code_.locals[i].in_memory) shared_.memory.release(block.locals[i]);
    if (shared_.weak != nullptr) shared_.weak->retire(block.number);
    free_places_.push(block.place);
    note_steps_of(block);
    if (++done_ >= next_check_) next_check_ = 0;
    auto at = find_if(resident_, [&](const auto& b) { return b.get() == &block; });
    spare_.push_back(std::move(*at));
    resident_.erase(at);
}

bool Machine::check_limits() {
    // A block that has nothing to do leaves no step, and ends all the same.
    const int64_t work = std::max(limited_steps(), done_);
    constexpr int64_t steps_between_checks = 1024;
    next_check_ =
        shared_.recorder.steps() - limited_steps() + std::min(work + steps_between_checks, limits_.steps);
    if (work >= limits_.steps) {
        note_limit(FindingKind::step_limit);
        return false;
    }
    if (no_room_ || kept_bytes() > limits_.memory_bytes) {
        note_limit(FindingKind::memory_limit);
        return false;
    }
    if (watch) watch(double(done_) / double(std::max<int64_t>(1, arguments_.grid.count())));
    return true;
}

/// Those that the limit is for.
int64_t Machine::limited_steps() const { return shared_.recorder.steps() - context_.limited_from; }

/// So many blocks more fit beside what there is.
bool Machine::has_room(size_t blocks) const {
    const size_t with_storage = std::max(resident_.size() + blocks, resident_.size() + spare_.size());
    const int64_t room = limits_.memory_bytes - shared_.memory.bytes() - bytes_of_blocks(with_storage);
    return room >= 0 && (arrays_bytes_ == 0 || int64_t(blocks) <= room / arrays_bytes_);
}

/// Registers and paths of blocks: those that run, and those whose storage waits for the next.
int64_t Machine::bytes_of_blocks(size_t blocks) const {
    const size_t lanes = lanes_;
    const size_t threads = arguments_.block.count();
    const size_t warps = (threads + lanes - 1) / lanes;
    const size_t warp =
        sizeof(Warp) + image_.size() * (sizeof(uint64_t) + sizeof(OriginId) + sizeof(uint32_t)) +
        size_t(code_.registers) + sizeof(uint32_t) * (code_.locals.size() + code_.carried.size()) +
        lanes * (sizeof(Path) + sizeof(int32_t) * size_t(code_.join_depth));
    const size_t agents = context_.races ? (context_.independent ? threads : warps) : 0;
    return int64_t(blocks * (sizeof(Block) + warps * warp + agents * sizeof(Agent)));
}

/// All that the run keeps, about: memory, trace, and the notes beside both.
int64_t Machine::kept_bytes() const {
    const Trace& trace = shared_.trace;
    const int64_t printed = trace.printed.size() * sizeof(Printed);
    return shared_.recorder.bytes() + shared_.memory.bytes() +
           bytes_of_blocks(resident_.size() + spare_.size()) + waiting_.bytes() + shared_.origins.bytes() +
           shared_.ordering.bytes() + shared_.findings.bytes() +
           (shared_.weak == nullptr ? 0 : shared_.weak->bytes()) + printed +
           int64_t(shared_.printed_characters) + int64_t(shared_.memory.count() * sizeof(ArrayId));
}

/// The loop that does not end, as it seems: of those that still went round in the second half of the launch
/// one that is in no other, and of these the one that ran most often. −1 if none exists.
int32_t Machine::busiest_loop() const {
    const std::vector<LoopPasses>& passes = interpreter_.passes();
    const int64_t first = shared_.trace.launches[context_.launch].first_step;
    const int64_t late = first + (shared_.recorder.steps() - first) / 2;
    auto inside = [&](size_t inner, size_t outer) {
        const LoopInfo &a = code_.loops[inner], &b = code_.loops[outer];
        return inner != outer && a.top >= b.top && a.end < b.end;
    };
    int32_t busiest = -1;
    for (size_t i = 0; i < passes.size(); ++i) {
        if (passes[i].count == 0 || passes[i].last_step < late) continue;
        bool within_another = false;
        for (size_t j = 0; j < passes.size(); ++j)
            within_another |= inside(i, j) && passes[j].count != 0 && passes[j].last_step >= late;
        if (within_another) continue;
        if (busiest < 0 || passes[i].count > nth(passes, busiest).count) busiest = i;
    }
    return busiest;
}

bool Machine::many_warps() const { return arguments_.grid.count() > 1 || arguments_.block.count() > lanes_; }

void Machine::note_limit(FindingKind kind) {
    const int32_t loop = busiest_loop();
    const size_t index = loop;
    const SourceRange where = loop < 0 ? code_.where : code_.loops[index].where;
    const int64_t passes = loop < 0 ? 0 : interpreter_.passes()[index].count;
    const int64_t step = std::max<int64_t>(0, shared_.recorder.current_step());
    shared_.findings.add({kind, context_.launch, 0, 0, 0}, step, [&] {
        Finding finding;
        finding.severity = severity_of(kind);
        finding.where = where;
        const int64_t steps = limited_steps();
        finding.facts = StoppedRun{kind == FindingKind::step_limit ? std::max(steps, done_) : steps, passes,
                                   many_warps(), limits_.memory_bytes};
        return finding;
    });
}

/// What only parameters lead to through which nothing is stored. Its reads race with nothing.
void Machine::find_read_only() {
    const auto array_behind = [&](size_t i) { return array_of(arguments_.parameters[i]); };
    const auto is_written = [&](size_t i) { return i > 62 || (code_.written_parameters >> i & 1) != 0; };
    std::vector<ArrayId> written = arguments_.globals;
    for (size_t i = 0; i < arguments_.parameters.size(); ++i)
        if (is_written(i)) written.push_back(array_behind(i));
    for (size_t i = 0; i < arguments_.parameters.size(); ++i) {
        const ArrayId id = array_behind(i);
        if (code_.written_parameters != ~uint64_t{0} && id < shared_.memory.count() && !contains(written, id))
            shared_.memory[id].read_only_launch = context_.launch + 1;
    }
}

std::unique_ptr<Block> Machine::make_block(int64_t number) {
    std::unique_ptr<Block> block = spare_.empty() ? std::make_unique<Block>() : std::move(spare_.back());
    if (!spare_.empty()) {
        spare_.pop_back();
        std::vector<Warp> warps = std::move(block->warps);
        *block = Block{};
        block->warps = std::move(warps);
    }
    const Dim3& grid = arguments_.grid;
    block->number = number;
    block->x = number % grid.x;
    block->y = number / grid.x % grid.y;
    block->z = number / (grid.x * grid.y);
    block->threads = arguments_.block.count();
    make_shared(*block);
    make_locals(*block);
    uint32_t warps = (block->threads + lanes_ - 1) / lanes_;
    block->warps.resize(warps);
    block->unsettled = warps;
    block->order.block = block->number;
    block->order.lockstep =
        context_.races && !context_.independent && !context_.starve && !context_.host_loop;
    if (context_.races) block->order.agents.resize(context_.independent ? size_t(block->threads) : warps);
    for (uint32_t warp = 0; warp < warps; ++warp) make_warp(*block, warp);
    return block;
}

/// What make_shared() and make_locals() add for one block: known before anything is made.
int64_t Machine::bytes_of_arrays() const {
    constexpr int64_t name = sizeof(MemoryArray) + sizeof(ArrayInfo);
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
        info.launch = context_.launch;
        info.block = block.number;
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
        info.launch = context_.launch;
        info.block = block.number;
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
    size_t width = lanes_;
    image_.assign(code_.registers * width, 0);
    auto fill = [&](Register to, uint64_t bits) { std::fill_n(image_.begin() + to * width, width, bits); };
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

/// Registers that a statement changes and another may read: all others are constant, or set before they are
/// read.
void Machine::find_changing() {
    std::vector<bool> changes(code_.first_temporary);
    for (const Instruction& in : code_.instructions) {
        const bool loads = in.op == Op::load;
        for (unsigned k = 0; k < (loads ? in.count : 1u); ++k)
            if (in.dst + k < changes.size()) changes[in.dst + k] = true;
    }
    for (Register r = 0; r < changes.size(); ++r)
        if (changes[r]) changing_.push_back(r);
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
    std::swap(warp.even, place.even);
    std::swap(warp.defined, place.defined);
    std::swap(warp.carried, place.carried);
    warp.number = number;
    warp.lanes = lanes_;
    int64_t first = int64_t(number) * lanes_;
    int present = std::min<int64_t>(lanes_, block.threads - first);
    warp.paths.start(lanes_, code_.join_depth, ~0u >> (32 - present));
    // What ran here before has changed no others: they hold what the image says.
    const std::vector<uint64_t>& image = image_of(block, number);
    if (warp.registers.size() == image.size())
        for (const Register r : changing_)
            std::copy_n(image.begin() + int64_t(r * size_t(lanes_)), lanes_, warp.row(r));
    else
        warp.registers = image;
    warp.origins.resize(image_.size());
    warp.depths.resize(image_.size());
    warp.tainted.assign(code_.registers, 0);
    warp.even.resize(code_.registers);
    warp.defined.assign(code_.locals.size(), 0);
    warp.carried.assign(code_.carried.size(), 0);
    for (const Preset& preset : varying_) {
        if (is_of_thread(preset)) continue;
        uint64_t* row = warp.row(preset.to);
        if (preset.kind != Preset::Kind::local) {
            std::fill_n(row, lanes_, preset_bits(preset, block, 0));
            continue;
        }
        for (int lane = 0; lane < lanes_; ++lane) row[lane] = preset_bits(preset, block, first + lane);
    }
    place = std::move(warp);
}

/// As in every block: the threads' places in it too.
std::vector<uint64_t>& Machine::image_of(const Block& block, uint32_t warp) {
    if (images_.size() <= warp) images_.resize(warp + 1);
    std::vector<uint64_t>& image = images_[warp];
    if (!image.empty()) return image;
    image = image_;
    for (const Preset& preset : varying_)
        for (int lane = 0; is_of_thread(preset) && lane < lanes_; ++lane)
            image[preset.to * size_t(lanes_) + size_t(lane)] =
                preset_bits(preset, block, int64_t(warp) * lanes_ + lane);
    return image;
}

uint64_t Machine::preset_bits(const Preset& preset, const Block& block, int64_t thread) const {
    size_t index = preset.index;
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
