// emulator::run, and the operations of a plan that are not launches.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/ranges.h"
#include "emulator/runner.h"

namespace upsweep::emulator {

Trace run(const Plan& plan, const Array& input, const SourceProvider& sources, const RunOptions& options) {
    Compiler compiler(sources);
    return run(plan, input, compiler, options);
}

Trace run(const Plan& plan, const Array& input, Compiler& compiler, const RunOptions& options) {
    return Runner(plan, input, compiler, options).run();
}

Runner::Runner(const Plan& plan, const Array& input, Compiler& compiler, const RunOptions& options)
    : compiler_(compiler),
      options_(options),
      recorder_(trace_, options.record),
      origins_(options.record ? &trace_ : nullptr),
      findings_(trace_),
      shared_{trace_, memory_, recorder_, origins_, findings_},
      known_launches_(trace_, memory_, recorder_) {
    check(options.gpu);
    memory_.set_lanes(options.gpu.lanes);
    if (options.gpu.weak_memory) {
        weak_ = std::make_unique<WeakMemory>(memory_, recorder_, shared_.version,
                                             options.gpu.schedule.warps.seed);
        shared_.weak = weak_.get();
    }
    trace_.plan = plan;
    trace_.gpu = options.gpu;
    trace_.host.push_back(input);
    append(trace_.host, options.further_inputs);
    for (const Array& host : trace_.host) memory_.keep(length(host.bytes()));
    add_buffers();
    for (size_t i = 0; i < plan.operations.size(); ++i)
        if (const auto* launch = std::get_if<Launch>(&plan.operations[i].what)) {
            LaunchInfo info;
            info.name = launch->name;
            info.kernel = launch->kernel;
            info.grid = launch->grid;
            info.block = launch->block;
            info.operation = i;
            trace_.launches.push_back(std::move(info));
        }
}

void Runner::add_buffers() {
    // Each element has its bytes, a mark that it was written, and its bytes again in the trace's result.
    int64_t bytes = memory_.bytes();
    for (const Buffer& buffer : trace_.plan.buffers) {
        bytes += 2 * buffer.bytes() + buffer.extent.count();
        memory_.keep(buffer.bytes());
    }
    check_room(bytes, "buffers");
    for (const Buffer& buffer : trace_.plan.buffers) {
        ArrayInfo info;
        info.name = buffer.name;
        info.type = buffer.type;
        info.extent = buffer.extent;
        info.role = buffer.role;
        memory_.add(info, buffer.bytes(), 0);
        trace_.arrays.push_back(std::move(info));
    }
    trace_.initial.resize(trace_.arrays.size());
}

/// Throws UsageError before so much memory is taken. `what`: the run's arrays that need it.
void Runner::check_room(int64_t bytes, std::string_view what) const {
    constexpr int64_t mebibyte = 1 << 20;
    if (bytes <= options_.limits.memory_bytes) return;
    throw UsageError(
        "The run's {} and the copies of their contents need {} MiB, but the emulator may use "
        "only {} MiB. Choose a smaller size or allow more memory.",
        what, (bytes + mebibyte - 1) / mebibyte, options_.limits.memory_bytes / mebibyte);
}

Trace Runner::run() {
    for (; operation_ < trace_.plan.operations.size(); ++operation_)
        perform(trace_.plan.operations[operation_]);
    finish();
    return std::move(trace_);
}

void Runner::reserve_buffers() {
    each_limited_ = true;
    constexpr size_t most = 4096;
    for (size_t i = 0; i < most; ++i) memory_.add_name();
    // No array of a variable is among them.
    ArrayInfo unused;
    unused.space = Space::text;
    trace_.arrays.assign(most, unused);
    trace_.initial.resize(most);
}

BufferId Runner::add_buffer(const Buffer& buffer) {
    const size_t number = trace_.plan.buffers.size();
    if (number + 1 >= trace_.initial.size() || trace_.arrays[number].extent.count() != 0)
        throw Error("The program allocates more than {} times; free and allocate less often.", number);
    const int64_t needed = 2 * buffer.bytes() + buffer.extent.count();
    if (memory_.bytes() + needed > options_.limits.memory_bytes) known_launches_.forget();
    check_room(memory_.bytes() + needed, "buffers");
    ArrayInfo info;
    info.name = buffer.name;
    info.type = buffer.type;
    info.extent = buffer.extent;
    info.role = buffer.role;
    memory_.put(ArrayId(number), info, buffer.bytes());
    trace_.arrays[number] = std::move(info);
    return trace_.plan.add_buffer(buffer);
}

void Runner::launch_now(const Launch& launch, size_t operation) {
    LaunchInfo info;
    info.name = launch.name;
    info.kernel = launch.kernel;
    info.grid = launch.grid;
    info.block = launch.block;
    info.operation = uint32_t(operation);
    trace_.launches.push_back(std::move(info));
    operation_ = uint32_t(operation);
    const Kernel& of = kernel(launch.kernel);
    std::vector<ArrayId> arrays;
    for (ArrayId id = 0; id < trace_.plan.buffers.size(); ++id)
        if (memory_[id].alive) arrays.push_back(id);
    for (const auto& [name, id] : globals_)
        if (memory_[id].space != Space::text) arrays.push_back(id);
    // Copies of what launches leave take a small part of the memory that is left.
    const int64_t left = options_.limits.memory_bytes - memory_.bytes();
    known_launches_.begin(launch, std::move(arrays), std::max<int64_t>(left, 0) / 8);
    recorder_.begin_operation(operation_, {});
    recorder_.begin_launch(uint32_t(next_launch_));
    if (known_launches_.repeat()) {
        stopped_ = false;
        untouched_ = false;
        recorder_.end_launch();
        recorder_.end_operation();
        ++next_launch_;
        return watch(0);
    }
    this->launch(launch);
    known_launches_.end(!stopped_ && !depends_on_more(of));
    ever_stopped_ |= stopped_;
}

/// Beside what it begins with on what ran before it, or it has done more than it leaves in memory.
bool Runner::depends_on_more(const Kernel& kernel) const {
    return recorder_.recording() || weak_ != nullptr || !trace_.launched.empty() ||
           any_of(kernel.code.instructions,
                  [](const Instruction& in) { return in.op == Op::vote && in.builtin == Builtin::clock; });
}

void Runner::note_performed(const Operation& operation, size_t number) {
    if (ever_stopped_) return;
    operation_ = uint32_t(number);
    const auto* upload = std::get_if<Upload>(&operation.what);
    const bool begins = upload != nullptr && upload->count < 0 && untouched_;
    if (begins) uploaded_[upload->to.index] = upload->slot;
    if (begins || std::holds_alternative<Download>(operation.what)) return host_step({});
    begin_host_step({});
    end_host_step();
}

void Runner::release_buffer(ArrayId buffer) {
    const int64_t bytes = memory_[buffer].size();
    const bool has_room = memory_.bytes() + bytes <= options_.limits.memory_bytes;
    freed_[buffer] = has_room ? contents_left(buffer) : Array();
    if (has_room) memory_.keep(bytes);
    memory_.release(buffer);
}

/// What nothing has written can be anything.
Array Runner::contents_left(ArrayId buffer) const {
    const MemoryArray& array = memory_[buffer];
    Array left = memory_.download(buffer, trace_.plan.buffers[buffer].extent);
    if (std::memchr(array.defined.data(), 0, array.defined.size()) == nullptr) return left;
    const int64_t size = array.element_size;
    for (int64_t i = 0; i < left.count(); ++i)
        if (nth(array.defined, i) == 0)
            std::fill_n(left.bytes().begin() + i * size, size, std::byte(poison_byte));
    return left;
}

Trace Runner::take_trace(Plan plan, const std::vector<Array>& hosts) {
    stopped_ = ever_stopped_;
    finish();
    for (const auto& [buffer, slot] : uploaded_) trace_.initial[buffer] = nth(hosts, slot);
    trace_.plan = std::move(plan);
    return std::move(trace_);
}

void Runner::perform(const Operation& operation) {
    if (const auto* what = std::get_if<Download>(&operation.what)) download(*what);
    if (stopped_) return;
    if (const auto* what = std::get_if<Upload>(&operation.what)) upload(*what);
    if (const auto* what = std::get_if<Copy>(&operation.what)) copy(*what);
    if (const auto* what = std::get_if<Clear>(&operation.what)) clear(*what);
    if (const auto* what = std::get_if<SetVariable>(&operation.what)) set_variable(*what);
    if (const auto* what = std::get_if<Launch>(&operation.what)) launch(*what);
    if (const auto* what = std::get_if<HostWork>(&operation.what)) {
        const bool named = what->buffer.index >= 0;
        host_step(named ? what->name + " " + trace_.plan[what->buffer].name : what->name);
    }
    if (const auto* what = std::get_if<Wait>(&operation.what))
        host_step("wait for operation " + std::to_string(what->operation + 1));
}

/// Before anything has changed an upload is the buffer's initial contents, and its step changes nothing;
/// later its step writes.
void Runner::upload(const Upload& upload) {
    const Buffer& buffer = trace_.plan[upload.to];
    size_t slot = upload.slot;
    if (slot >= trace_.host.size())
        throw UsageError("The plan uploads host array {}, but the caller passed no such array.", upload.slot);
    const Array& from = trace_.host[slot];
    const bool whole = upload.count < 0;
    const int64_t first = whole ? 0 : upload.first, count = whole ? from.count() : upload.count;
    const bool fits =
        whole ? count == buffer.extent.count()
              : upload.at >= 0 && count <= buffer.extent.count() - upload.at && first + count <= from.count();
    if (from.type() != buffer.type || !fits)
        throw UsageError("Buffer \"{}\" holds {} elements of {}, but the caller passed {} of {}.",
                         buffer.name, buffer.extent.count(), name_of(buffer.type), count,
                         name_of(from.type()));
    ArrayId array = upload.to.index;
    const std::string phase = "upload " + buffer.name;
    if (whole && untouched_) {
        memory_.upload(array, from);
        trace_.initial[array] = from;
        memory_.keep(length(from.bytes()));
        return host_step(phase);
    }
    begin_host_step(phase);
    const int size = size_of(from.type());
    for (int64_t i = 0; i < count; ++i)
        host_write(array, upload.at + i, read_bits(from.bytes().data() + (first + i) * size, size));
    // What was computed and has been on the host is as deep as it was.
    MemoryArray& to = memory_[array];
    const bool deep = slot < host_depths_.size() && !host_depths_[slot].empty();
    for (int64_t i = 0; i < count; ++i)
        memory_.set_depth(to, (upload.at + i) * size, size, deep ? nth(host_depths_[slot], first + i) : 0);
    end_host_step();
}

void Runner::download(const Download& download) {
    size_t slot = download.slot;
    if (slot >= trace_.host.size()) trace_.host.resize(slot + 1);
    Array all = memory_.download(ArrayId(download.from.index), trace_.plan[download.from].extent);
    const bool whole = download.count < 0;
    trace_.host[slot] = whole ? std::move(all) : all.part(download.first, download.count);
    if (host_depths_.size() <= slot) host_depths_.resize(slot + 1);
    const std::vector<uint32_t>& depths = memory_[ArrayId(download.from.index)].depths;
    host_depths_[slot] = depths;
    if (!whole && !depths.empty())
        host_depths_[slot].assign(depths.begin() + download.first,
                                  depths.begin() + download.first + download.count);
    if (!stopped_) host_step("download " + trace_.plan[download.from].name);
}

void Runner::copy(const Copy& copy) {
    const Buffer& from = trace_.plan[copy.from];
    const Buffer& to = trace_.plan[copy.to];
    if (from.bytes() != to.bytes())
        throw UsageError("The plan copies \"{}\" to \"{}\", which has a different size.", from.name, to.name);
    Array contents = memory_.download(ArrayId(copy.from.index), from.extent);
    begin_host_step("copy " + from.name + " to " + to.name);
    int size = size_of(to.type);
    for (int64_t i = 0; i < to.extent.count(); ++i)
        host_write(ArrayId(copy.to.index), i, read_bits(contents.bytes().data() + i * size, size));
    const MemoryArray& source = memory_[ArrayId(copy.from.index)];
    for (int64_t i = 0; i < to.extent.count(); ++i)
        memory_.set_depth(memory_[ArrayId(copy.to.index)], i * size, size, source.depth_at(i * size, size));
    end_host_step();
}

void Runner::clear(const Clear& clear) {
    const Buffer& buffer = trace_.plan[clear.buffer];
    begin_host_step("clear " + buffer.name);
    int size = size_of(buffer.type);
    uint64_t bits = 0x0101010101010101ull * clear.value & (~uint64_t{0} >> (64 - 8 * size));
    for (int64_t i = 0; i < buffer.extent.count(); ++i) host_write(ArrayId(clear.buffer.index), i, bits);
    memory_.forget_depths(memory_[ArrayId(clear.buffer.index)]);
    end_host_step();
}

void Runner::set_variable(const SetVariable& set) {
    const Buffer& from = trace_.plan[set.from];
    const ArrayId to = variable(set.kernel, set.variable);
    const int size = memory_[to].element_size;
    const int64_t room = memory_[to].bytes.size();
    if (from.bytes() > room || from.bytes() % size != 0)
        throw UsageError("The plan fills \"{}\" of {}, which has {} bytes, with \"{}\", which has {}.",
                         set.variable, set.kernel.file, room, from.name, from.bytes());
    const Array contents = memory_.download(ArrayId(set.from.index), from.extent);
    begin_host_step("set " + set.variable + " to " + from.name);
    for (int64_t i = 0; i < from.bytes() / size; ++i)
        host_write(to, i, read_bits(contents.bytes().data() + i * size, size));
    memory_.forget_depths(memory_[to]);
    end_host_step();
}

void Runner::begin_host_step(const std::string& phase) {
    recorder_.begin_operation(operation_, {phase});
    if (trace_.statements.empty()) trace_.statements.push_back({{}, StepKind::host});
    auto host = find_if(trace_.statements, [](const Statement& s) { return s.kind == StepKind::host; });
    if (host == trace_.statements.end()) host = trace_.statements.insert(host, {{}, StepKind::host});
    if (trace_.operands.empty()) trace_.operands.emplace_back();
    Step step;
    step.statement = host - trace_.statements.begin();
    step.kind = StepKind::host;
    recorder_.begin_step(step);
}

void Runner::end_host_step() {
    untouched_ = false;
    recorder_.end_step();
    recorder_.end_operation();
}

/// A step that changes nothing on the device.
void Runner::host_step(const std::string& phase) {
    begin_host_step(phase);
    recorder_.end_step();
    recorder_.end_operation();
}

void Runner::host_write(ArrayId id, int64_t element, uint64_t bits) {
    MemoryArray& array = memory_[id];
    int size = array.element_size;
    std::byte* at = array.bytes.data() + element * size;
    size_t index = element;
    if (recorder_.recording()) {
        Access access;
        access.old_value = read_bits(at, size);
        access.value = bits;
        access.array = id;
        access.offset = element * size;
        access.size = size;
        access.kind = AccessKind::write;
        access.was_defined = array.defined[index] != 0;
        recorder_.add_access() = access;
    }
    write_bits(at, size, bits);
    array.digest_is_old = true;
    array.defined[index] = 1;
}

void Runner::watch(double share) {
    if (options_.cancel != nullptr && options_.cancel->load()) throw Cancelled();
    if (!options_.progress) return;
    double launches = std::max<size_t>(1, trace_.launches.size());
    options_.progress(std::min(1.0, (double(next_launch_) + share) / launches));
}

void Runner::finish() {
    trace_.complete = !stopped_;
    recorder_.end_run();
    for (size_t i = 0; i < trace_.plan.buffers.size(); ++i)
        trace_.buffers.push_back(freed_.contains(i) ? std::move(freed_[i]) : contents_left(ArrayId(i)));
    for (size_t i = trace_.plan.buffers.size(); i < trace_.arrays.size(); ++i)
        if (trace_.arrays[i].space == Space::global)
            trace_.buffers.push_back(memory_.download(ArrayId(i), trace_.arrays[i].extent));
    auto by_block = [this](ArrayId a, ArrayId b) { return trace_.arrays[a].block < trace_.arrays[b].block; };
    for (LaunchInfo& launch : trace_.launches) {
        stable_sort(launch.shared_arrays, by_block);
        stable_sort(launch.local_arrays, by_block);
    }
    if (options_.progress) options_.progress(1.0);
}

}  // namespace upsweep::emulator
