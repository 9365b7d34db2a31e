// The emulator's front door, and the operations of a plan that are no launches.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

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
      findings_(trace_.findings),
      shared_{trace_, memory_, recorder_, origins_, findings_} {
    check(options.gpu);
    if (options.gpu.weak_memory) {
        weak_ = std::make_unique<WeakMemory>(memory_, recorder_, shared_.version,
                                             options.gpu.schedule.warps.seed);
        shared_.weak = weak_.get();
    }
    trace_.plan = plan;
    trace_.gpu = options.gpu;
    trace_.host.push_back(input);
    trace_.host.insert(trace_.host.end(), options.further_inputs.begin(), options.further_inputs.end());
    for (const Array& host : trace_.host) memory_.keep(static_cast<std::int64_t>(host.bytes().size()));
    add_buffers();
    for (const Operation& operation : plan.operations)
        if (const auto* launch = std::get_if<Launch>(&operation.what)) {
            LaunchInfo info;
            info.name = launch->name;
            info.kernel = launch->kernel;
            info.grid = launch->grid;
            info.block = launch->block;
            trace_.launches.push_back(std::move(info));
        }
    if (trace_.launches.empty()) trace_.launches.emplace_back();
}

void Runner::add_buffers() {
    // Each element has its bytes, a mark that it was written, and its bytes again in the trace's result.
    std::int64_t bytes = memory_.bytes();
    for (const Buffer& buffer : trace_.plan.buffers) {
        bytes += 2 * buffer.bytes() + buffer.extent.count();
        memory_.keep(buffer.bytes());
    }
    constexpr std::int64_t mebibyte = 1 << 20;
    if (bytes > options_.limits.memory_bytes)
        throw UsageError(
            fmt::format("The run's buffers and the copies of what they hold need {} MiB, and the emulator "
                        "may use {} MiB. "
                        "Take a smaller size or allow it more memory.",
                        (bytes + mebibyte - 1) / mebibyte, options_.limits.memory_bytes / mebibyte));
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

Trace Runner::run() {
    for (const Operation& operation : trace_.plan.operations) perform(operation);
    finish();
    return std::move(trace_);
}

void Runner::perform(const Operation& operation) {
    if (const auto* what = std::get_if<Download>(&operation.what)) download(*what);
    if (stopped_) return;
    if (const auto* what = std::get_if<Upload>(&operation.what)) upload(*what);
    if (const auto* what = std::get_if<Copy>(&operation.what)) copy(*what);
    if (const auto* what = std::get_if<Clear>(&operation.what)) clear(*what);
    if (const auto* what = std::get_if<Launch>(&operation.what)) launch(*what);
}

/// Before the first step an upload is the buffer's initial contents; later it is a step.
void Runner::upload(const Upload& upload) {
    const Buffer& buffer = trace_.plan[upload.to];
    auto slot = static_cast<std::size_t>(upload.slot);
    if (slot >= trace_.host.size())
        throw UsageError(fmt::format("The plan uploads host array {}, which nobody gave.", upload.slot));
    const Array& from = trace_.host[slot];
    const bool whole = upload.count < 0;
    const std::int64_t first = whole ? 0 : upload.first, count = whole ? from.count() : upload.count;
    const bool fits = whole ? count == buffer.extent.count()
                            : count <= buffer.extent.count() && first + count <= from.count();
    if (from.type() != buffer.type || !fits)
        throw UsageError(fmt::format("Buffer \"{}\" holds {} elements of {}; it was given {} of {}.",
                                     buffer.name, buffer.extent.count(), name_of(buffer.type), count,
                                     name_of(from.type())));
    auto array = static_cast<ArrayId>(upload.to.index);
    if (whole && recorder_.steps() == 0) {
        memory_.upload(array, from);
        trace_.initial[array] = from;
        memory_.keep(static_cast<std::int64_t>(from.bytes().size()));
        return;
    }
    begin_host_step("upload " + buffer.name);
    const int size = size_of(from.type());
    for (std::int64_t i = 0; i < count; ++i)
        host_write(array, i, read_bits(from.bytes().data() + (first + i) * size, size));
    recorder_.end_step();
}

void Runner::download(const Download& download) {
    auto slot = static_cast<std::size_t>(download.slot);
    if (slot >= trace_.host.size()) trace_.host.resize(slot + 1);
    Array all =
        memory_.download(static_cast<ArrayId>(download.from.index), trace_.plan[download.from].extent);
    trace_.host[slot] = download.count < 0 ? std::move(all) : all.part(download.first, download.count);
}

void Runner::copy(const Copy& copy) {
    const Buffer& from = trace_.plan[copy.from];
    const Buffer& to = trace_.plan[copy.to];
    if (from.bytes() != to.bytes())
        throw UsageError(
            fmt::format("The plan copies \"{}\" to \"{}\", which has another size.", from.name, to.name));
    Array contents = memory_.download(static_cast<ArrayId>(copy.from.index), from.extent);
    begin_host_step("copy " + from.name + " to " + to.name);
    int size = size_of(to.type);
    for (std::int64_t i = 0; i < to.extent.count(); ++i)
        host_write(static_cast<ArrayId>(copy.to.index), i,
                   read_bits(contents.bytes().data() + i * size, size));
    recorder_.end_step();
}

void Runner::clear(const Clear& clear) {
    const Buffer& buffer = trace_.plan[clear.buffer];
    begin_host_step("clear " + buffer.name);
    int size = size_of(buffer.type);
    std::uint64_t bits = 0x0101010101010101ull * clear.value & (~std::uint64_t{0} >> (64 - 8 * size));
    for (std::int64_t i = 0; i < buffer.extent.count(); ++i)
        host_write(static_cast<ArrayId>(clear.buffer.index), i, bits);
    recorder_.end_step();
}

/// Host steps before a launch belong to it, those after the last launch to that.
void Runner::open_launch() {
    bool more = next_launch_ < trace_.launches.size();
    if (!more || (launch_open_ && recorder_.launch() == next_launch_)) return;
    if (launch_open_) recorder_.end_launch();
    recorder_.begin_launch(static_cast<std::uint32_t>(next_launch_));
    launch_open_ = true;
}

void Runner::begin_host_step(const std::string& phase) {
    open_launch();
    recorder_.set_phases({phase});
    if (trace_.statements.empty()) trace_.statements.push_back({{}, StepKind::host});
    auto host = std::find_if(trace_.statements.begin(), trace_.statements.end(),
                             [](const Statement& s) { return s.kind == StepKind::host; });
    if (host == trace_.statements.end()) host = trace_.statements.insert(host, {{}, StepKind::host});
    if (trace_.operands.empty()) trace_.operands.emplace_back();
    Step step;
    step.launch = recorder_.launch();
    step.statement = static_cast<std::uint32_t>(host - trace_.statements.begin());
    step.kind = StepKind::host;
    recorder_.begin_step(step);
}

void Runner::host_write(ArrayId id, std::int64_t element, std::uint64_t bits) {
    MemoryArray& array = memory_[id];
    int size = array.element_size;
    std::byte* at = array.bytes.data() + element * size;
    auto index = static_cast<std::size_t>(element);
    if (recorder_.recording()) {
        Access access;
        access.old_value = read_bits(at, size);
        access.value = bits;
        access.array = id;
        access.offset = static_cast<std::uint32_t>(element * size);
        access.size = static_cast<std::uint8_t>(size);
        access.kind = AccessKind::write;
        access.was_defined = array.defined[index] != 0;
        recorder_.access(access);
    }
    write_bits(at, size, bits);
    array.defined[index] = 1;
}

void Runner::watch(double share) {
    if (options_.cancel != nullptr && options_.cancel->load()) throw Cancelled();
    if (!options_.progress) return;
    auto launches = static_cast<double>(trace_.launches.size());
    options_.progress(std::min(1.0, (static_cast<double>(next_launch_) + share) / launches));
}

void Runner::finish() {
    if (launch_open_) recorder_.end_launch();
    trace_.complete = !stopped_;
    for (std::size_t i = 0; i < trace_.plan.buffers.size(); ++i)
        trace_.buffers.push_back(memory_.download(static_cast<ArrayId>(i), trace_.plan.buffers[i].extent));
    auto by_block = [this](ArrayId a, ArrayId b) { return trace_.arrays[a].block < trace_.arrays[b].block; };
    for (LaunchInfo& launch : trace_.launches) {
        std::stable_sort(launch.shared_arrays.begin(), launch.shared_arrays.end(), by_block);
        std::stable_sort(launch.local_arrays.begin(), launch.local_arrays.end(), by_block);
    }
    if (options_.progress) options_.progress(1.0);
}

}  // namespace upsweep::emulator
