// Makes a plan ready: memory, kernels, streams and events; poison and guard zones before a run and after it.
#include <fmt/format.h>

#include <algorithm>

#include "core/ranges.h"
#include "device/modules.h"
#include "device/runner_state.h"
#include "device/sentences.h"
#include "device/transfers.h"

namespace upsweep::device {
namespace {

constexpr int64_t guard_bytes = 4096;  // keeps the buffers' alignment

Array host_array(const Plan& plan, const Download& download) {
    const Buffer& from = plan[download.from];
    return {from.type, download.count < 0 ? from.extent : Extent{download.count, 1}};
}

std::vector<ParameterLayout> layout_of(const Launch& launch, const Options& options) {
    for (const auto& [function, layout] : options.parameters)
        if (function == launch.kernel.function) return layout;
    return {};
}

}  // namespace

Runner::State::State(const Plan& given, const Array& input, Options given_options)
    : plan(with_transfers(given)), host_input(input), options(std::move(given_options)) {
    check_runs_on_gpu(plan, options.further_inputs.size());
    use_device();
    allocate();
    prepare();
    find_globals();
    upload();
}

void Runner::State::find_globals() {
    for (const DeviceVariable& global : options.globals) {
        const auto its_file = [&](const Operation& operation) {
            const auto* launch = std::get_if<Launch>(&operation.what);
            return launch != nullptr && launch->kernel.file == global.file;
        };
        const auto user = find_if(plan.operations, its_file);
        if (user == plan.operations.end()) continue;
        const Place place = find_global(std::get<Launch>(user->what).kernel, global.name, options);
        // What no kernel reads, the compiler may leave out.
        if (place.at == 0) continue;
        Beginning beginning{place.at, global.contents};
        if (!beginning.contents.empty() && beginning.contents.size() != place.bytes)
            throw Error("{} has {} bytes on the GPU and was given {}.", global.name, place.bytes,
                        beginning.contents.size());
        if (beginning.contents.empty()) {
            beginning.contents.resize(place.bytes);
            copy(on_host(beginning.contents.data()), place.at, place.bytes, "a variable was read");
        }
        globals.push_back(std::move(beginning));
    }
}

void Runner::State::put_globals_back() const {
    for (const Beginning& global : globals)
        copy(global.at, on_host(global.contents.data()), global.contents.size(), streams[0].get(),
             "a variable was set");
}

// Throws Error where the machine code has no such variable, or a smaller one than the buffer.
Address Runner::State::variable_of(const SetVariable& set) const {
    const Place place = find_global(set.kernel, set.variable, options);
    const auto bytes = size_t(plan[set.from].bytes());
    if (place.at == 0 || place.bytes < bytes)
        throw Error("{} of {} has {} bytes on the GPU and is given {}.", set.variable, set.kernel.file,
                    place.bytes, bytes);
    return place.at;
}

void Runner::State::allocate() {
    const int64_t guard = options.guards ? guard_bytes : 0;
    const int64_t needed = bytes_needed(plan) + 2 * guard * length(plan.buffers);
    if (const int64_t free = free_bytes(); needed > free)
        throw Error(not_enough_memory(plan[plan.input].extent, plan[plan.input].type, needed, free));
    for (const Buffer& buffer : plan.buffers) {
        const auto lent =
            find_if(options.lent, [&](const auto& one) { return size_t(one.first.index) == buffers.size(); });
        if (lent != options.lent.end())
            buffers.push_back(Memory::lent(buffer.bytes(), lent->second));
        else
            buffers.emplace_back(buffer.bytes(), guard);
        addresses.push_back(buffers.back().address());
    }
}

void Runner::State::prepare() {
    int last_stream = 0;
    for (const Operation& operation : plan.operations) {
        last_stream = std::max(last_stream, operation.stream);
        const auto* launch = std::get_if<Launch>(&operation.what);
        launches.emplace_back();
        if (launch != nullptr)
            launches.back() = Ready{load_kernel(launch->kernel, launch->dynamic_shared_bytes, options),
                                    PackedArguments(plan, *launch, addresses, layout_of(*launch, options))};
        const auto* set = std::get_if<SetVariable>(&operation.what);
        variables.push_back(set == nullptr ? 0 : variable_of(*set));
        const auto* download = std::get_if<Download>(&operation.what);
        downloads.push_back(download == nullptr ? Array() : host_array(plan, *download));
        begins.push_back(make_event());
        ends.push_back(make_event());
    }
    origin = make_event();
    end = make_event();
    for (int i = 0; i <= last_stream; ++i) {
        streams.push_back(make_stream());
        joins.push_back(make_event(false));
    }
}

// The inputs as time_once needs them; run() uploads again, and takes the time.
void Runner::State::upload() {
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        const Operation& operation = plan.operations[i];
        const auto* upload = std::get_if<Upload>(&operation.what);
        if ((upload != nullptr && given(upload->slot)) || is_preparation(operation)) enqueue(i);
    }
    finish("the input was uploaded");
}

void Runner::State::poison() {
    for (const Memory& buffer : buffers) {
        buffer.paint_guards(streams[0].get());
        if (options.poison || options.fill)
            buffer.fill(options.fill.value_or(poison_byte), streams[0].get(), "buffers were poisoned");
    }
}

// Pinning takes about as long as one transfer, so it pays from the second run on.
void Runner::State::pin() {
    pinned.emplace_back(host_input.bytes());
    for (const Array& array : options.further_inputs) pinned.emplace_back(array.bytes());
    for (const Array& array : downloads) pinned.emplace_back(array.bytes());
}

std::vector<std::string> Runner::State::guard_faults() const {
    std::vector<std::string> faults;
    for (size_t i = 0; i < buffers.size(); ++i)
        if (const std::string fault = buffers[i].guard_fault(); !fault.empty())
            faults.push_back(
                fmt::format("{} wrote outside \"{}\": {}.", plan.algorithm, plan.buffers[i].name, fault));
    return faults;
}

}  // namespace upsweep::device
