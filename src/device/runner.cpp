// Runs a prepared plan on the GPU: operations into streams, and the times between events.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/ranges.h"
#include "device/arguments.h"
#include "device/cuda.h"
#include "device/device.h"
#include "device/modules.h"
#include "device/sentences.h"
#include "device/transfers.h"

namespace upsweep::device {

/// A launch with everything looked up.
struct Ready {
    KernelHandle kernel = nullptr;
    PackedArguments arguments;
};

/// What is done once, before the first run, and is not repeated.
inline bool is_preparation(const Operation& operation) {
    const auto* clear = std::get_if<Clear>(&operation.what);
    return clear != nullptr && clear->once;
}

/// A variable outside of functions, and what it begins with.
struct Beginning {
    Address at = 0;
    std::vector<std::byte> contents;
};

struct Runner::State {
    State(const Plan& given, const Array& input, Options given_options);

    void allocate();
    void prepare();
    void upload();
    void fork();
    void join();
    std::span<const std::byte> host_bytes(size_t index, const Upload& upload) const;
    void enqueue(size_t index);
    void launch(const Launch& launch, Ready& ready, StreamHandle stream);
    void enqueue_work();
    void begin();
    void record(GraphExec& graph);
    void finish(const char* what) const;
    Array fetch(BufferId id) const;
    void poison();
    void find_globals();
    void put_globals_back() const;
    Address variable_of(const SetVariable& set) const;
    void pin();
    Array downloaded_output() const;
    /// False: only what another input changes.
    void enqueue_all(bool everything);
    Result perform(bool everything);
    bool is_done(const Operation& operation, bool everything) const;
    void add_times(Result& result, bool everything) const;
    std::vector<std::string> guard_faults() const;

    bool given(int slot) const { return size_t(slot) <= options.further_inputs.size(); }
    const Array& host(int slot) const {
        return slot == 0 ? host_input : options.further_inputs[size_t(slot) - 1];
    }
    const Memory& memory(BufferId id) const { return nth(buffers, id.index); }
    StreamHandle stream_of(const Operation& o) const { return nth(streams, o.stream).get(); }
    double at(const Event& event) const { return between(origin, event); }

    Plan plan;
    Array host_input;
    Options options;
    std::vector<Memory> buffers;
    std::vector<Address> addresses;
    std::vector<Beginning> globals;
    std::vector<Stream> streams;
    std::vector<std::optional<Ready>> launches;  // one for each operation
    std::vector<Address> variables;              // one for each operation; 0 where it sets none
    std::vector<Array> downloads;                // one for each operation; empty for other operations
    std::vector<Pinned> pinned;                  // last of the host arrays' uses, so first to go
    int runs = 0;
    std::vector<Event> begins, ends;  // one for each operation
    Event origin, end;
    std::vector<Event> joins;  // one for each stream
    GraphExec graph;
    std::optional<Memory> other;  // what fills the cache instead
    int forgotten = 0;
};

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

namespace {

bool is_transfer(const Operation& operation) {
    return std::holds_alternative<Upload>(operation.what) || std::holds_alternative<Download>(operation.what);
}

bool is_work(const Operation& operation) {
    return !is_transfer(operation) && !is_preparation(operation) &&
           !std::holds_alternative<Wait>(operation.what) && !std::holds_alternative<HostWork>(operation.what);
}

}  // namespace

// All streams start together, after `origin` on the first.
void Runner::State::fork() {
    check(driver().event_record(origin.get(), streams[0].get()), "streams were forked");
    for (size_t i = 1; i < streams.size(); ++i)
        check(driver().stream_wait_for(streams[i].get(), origin.get(), 0), "streams were forked");
}

// The first stream waits for the others.
void Runner::State::join() {
    for (size_t i = 1; i < streams.size(); ++i) {
        check(driver().event_record(joins[i].get(), streams[i].get()), "streams were joined");
        check(driver().stream_wait_for(streams[0].get(), joins[i].get(), 0), "streams were joined");
    }
}

void Runner::State::launch(const Launch& launch, Ready& ready, StreamHandle stream) {
    const Dim3& g = launch.grid;
    const Dim3& b = launch.block;
    const auto size = [](int64_t count) { return static_cast<unsigned>(count); };
    check(
        driver().launch(ready.kernel, size(g.x), size(g.y), size(g.z), size(b.x), size(b.y), size(b.z),
                        size(launch.dynamic_shared_bytes), stream, ready.arguments.pointers(), nullptr),
        fmt::format(
            "{} was launched with {} × {} × {} blocks of {} × {} × {} threads and {} bytes of shared memory",
            launch.kernel.function, g.x, g.y, g.z, b.x, b.y, b.z, launch.dynamic_shared_bytes));
}

// What an upload takes from: the input, or what an earlier operation downloaded.
std::span<const std::byte> Runner::State::host_bytes(size_t index, const Upload& upload) const {
    const Array& from =
        given(upload.slot) ? host(upload.slot) : nth(downloads, download_before(plan, index, upload.slot));
    const auto size = size_t(size_of(from.type()));
    if (upload.count < 0) return from.bytes();
    return from.bytes().subspan(size_t(upload.first) * size, size_t(upload.count) * size);
}

void Runner::State::enqueue(size_t index) {
    const Operation& operation = plan.operations[index];
    const StreamHandle stream = stream_of(operation);
    if (const auto* l = std::get_if<Launch>(&operation.what)) launch(*l, *launches[index], stream);
    if (const auto* u = std::get_if<Upload>(&operation.what)) {
        const std::span<const std::byte> from = host_bytes(index, *u);
        const int64_t skipped = u->at * size_of(plan[u->to].type);
        copy(memory(u->to).address() + Address(skipped), on_host(from.data()), from.size(), stream,
             "the input was uploaded");
    }
    if (const auto* download = std::get_if<Download>(&operation.what)) {
        Array& to = downloads[index];
        const int64_t skipped = download->first * size_of(plan[download->from].type);
        copy(on_host(to.bytes().data()), memory(download->from).address() + Address(skipped),
             to.bytes().size(), stream, "a buffer was downloaded");
    }
    if (const auto* copied = std::get_if<Copy>(&operation.what))
        copy(memory(copied->to).address(), memory(copied->from).address(), memory(copied->from).size(),
             stream, "a buffer was copied");
    if (const auto* clear = std::get_if<Clear>(&operation.what))
        memory(clear->buffer).fill(clear->value, stream, "a buffer was cleared");
    if (const auto* set = std::get_if<SetVariable>(&operation.what))
        copy(variables[index], memory(set->from).address(), memory(set->from).size(), stream,
             "a variable was set");
    if (const auto* wait = std::get_if<Wait>(&operation.what))
        check(driver().stream_wait_for(stream, nth(ends, wait->operation).get(), 0),
              "a stream waited for another");
}

// Launches, clears and copies on the device, from the first stream back to it. Only what another operation
// waits for gets an event: each costs the GPU some time.
void Runner::State::enqueue_work() {
    fork();
    std::vector<bool> awaited(plan.operations.size());
    for (const Operation& operation : plan.operations)
        if (const auto* wait = std::get_if<Wait>(&operation.what)) awaited[size_t(wait->operation)] = true;
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        const Operation& operation = plan.operations[i];
        const auto* wait = std::get_if<Wait>(&operation.what);
        if (wait != nullptr) {
            const Operation& before = nth(plan.operations, wait->operation);
            if (is_transfer(before) || is_preparation(before)) continue;
        }
        if (is_transfer(operation) || is_preparation(operation)) continue;
        if (std::holds_alternative<HostWork>(operation.what)) continue;
        enqueue(i);
        if (awaited[i]) check(driver().event_record(ends[i].get(), stream_of(operation)), "times were taken");
    }
    join();
}

// As a graph, so that the gaps between small launches are the GPU's own.
void Runner::State::record(GraphExec& executable) {
    check(driver().capture_begin(streams[0].get(), capture_of_this_thread), "launches were recorded");
    enqueue_work();
    GraphHandle recorded = nullptr;
    check(driver().capture_end(streams[0].get(), &recorded), "launches were recorded");
    const Graph owner(recorded);
    GraphExecHandle made = nullptr;
    check(driver().graph_instantiate(&made, recorded, 0), "launches were recorded");
    executable = GraphExec(made);
}

void Runner::State::finish(const char* what) const {
    check(driver().context_wait(), fmt::format("{} ({})", what, plan.algorithm));
}

Array Runner::State::fetch(BufferId id) const {
    Array array(plan[id].type, plan[id].extent);
    copy(on_host(array.bytes().data()), memory(id).address(), array.bytes().size(),
         "a buffer was downloaded");
    return array;
}

// An upload of what never changes, and a clear that serves all runs, are done with the first.
bool Runner::State::is_done(const Operation& operation, bool everything) const {
    if (everything) return true;
    const auto* upload = std::get_if<Upload>(&operation.what);
    return !is_preparation(operation) && (upload == nullptr || upload->slot == 0 || !given(upload->slot));
}

void Runner::State::enqueue_all(bool everything) {
    fork();
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        const StreamHandle stream = stream_of(plan.operations[i]);
        if (is_done(plan.operations[i], everything)) {
            check(driver().event_record(begins[i].get(), stream), "times were taken");
            enqueue(i);
        }
        // Of what is left out as well: others may wait for all that came before it.
        check(driver().event_record(ends[i].get(), stream), "times were taken");
    }
}

Result Runner::State::perform(bool everything) {
    enqueue_all(everything);
    finish("kernels ran");
    Result result;
    add_times(result, everything);
    result.faults = guard_faults();
    result.output = downloaded_output();
    return result;
}

// Put together from all downloads of the output: it may come down in parts.
Array Runner::State::downloaded_output() const {
    if (plan.output.index < 0) return {};
    Array output(plan[plan.output].type, plan[plan.output].extent);
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        const auto* download = std::get_if<Download>(&plan.operations[i].what);
        if (download == nullptr || download->from != plan.output) continue;
        const auto from = downloads[i].bytes();
        std::copy(from.begin(), from.end(),
                  output.bytes().begin() + download->first * size_of(output.type()));
    }
    return output;
}

namespace {

int64_t attribute_of(KernelHandle kernel, KernelAttribute which) {
    int value = 0;
    check(driver().kernel_attribute(&value, which, kernel), "a kernel was looked at");
    return value;
}

}  // namespace

void Runner::State::add_times(Result& result, bool everything) const {
    double first = 1e300, last = 0;
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        const Operation& operation = plan.operations[i];
        if (!is_done(operation, everything)) continue;
        const double milliseconds = between(begins[i], ends[i]);
        if (std::holds_alternative<Upload>(operation.what)) result.upload_ms += milliseconds;
        if (std::holds_alternative<Download>(operation.what)) result.download_ms += milliseconds;
        if (const auto* l = std::get_if<Launch>(&operation.what))
            result.launches.push_back(
                {l->name, l->kernel.function, milliseconds, l->bytes_read + l->bytes_written,
                 attribute_of(launches[i]->kernel, KernelAttribute::registers),
                 attribute_of(launches[i]->kernel, KernelAttribute::shared_bytes) + l->dynamic_shared_bytes,
                 l->block.count()});
        if (!is_work(operation)) continue;
        first = std::min(first, at(begins[i]));
        last = std::max(last, at(ends[i]));
    }
    result.kernels_ms = std::max(0.0, last - first);
}

Runner::Runner(const Plan& plan, const Array& input, Options options)
    : state_(std::make_unique<State>(plan, input, std::move(options))) {}
Runner::~Runner() = default;
Runner::Runner(Runner&&) noexcept = default;
Runner& Runner::operator=(Runner&&) noexcept = default;

void Runner::State::begin() {
    poison();
    put_globals_back();
    finish("buffers were prepared");
}

Result Runner::run() {
    State& s = *state_;
    use_device();
    if (++s.runs == 2) s.pin();
    s.begin();
    return s.perform(true);
}

double Runner::time_launches() {
    State& s = *state_;
    use_device();
    const auto works = [&](const Operation& operation) { return is_work(operation); };
    const auto first = find_if(s.plan.operations, works);
    const auto last = std::find_if(s.plan.operations.rbegin(), s.plan.operations.rend(), works).base();
    const bool between_launches = first < last && std::any_of(first, last, is_transfer);
    if (between_launches) return run().kernels_ms;
    s.begin();
    s.upload();
    s.enqueue_work();  // from `origin` on
    check(driver().event_record(s.end.get(), s.streams[0].get()), "times were taken");
    s.finish("kernels ran");
    return s.at(s.end);
}

Result Runner::next(const Array& input) {
    State& s = *state_;
    if (input.type() != s.host_input.type() || input.extent() != s.host_input.extent())
        throw UsageError("{} was made ready for input of another type or size.", s.plan.algorithm);
    use_device();
    if (s.pinned.empty()) s.pin();
    std::copy(input.bytes().begin(), input.bytes().end(), s.host_input.bytes().begin());
    return s.perform(false);
}

double Runner::time_once(int repeats) {
    State& s = *state_;
    use_device();
    if (!s.graph) s.record(s.graph);
    check(driver().event_record(s.origin.get(), s.streams[0].get()), "times were taken");
    for (int i = 0; i < repeats; ++i)
        check(driver().graph_launch(s.graph.get(), s.streams[0].get()), "kernels were launched");
    check(driver().event_record(s.end.get(), s.streams[0].get()), "times were taken");
    s.finish("kernels ran");
    return s.at(s.end) / std::max(repeats, 1);
}

void Runner::forget_cache() {
    State& s = *state_;
    use_device();
    if (!s.other) s.other.emplace(std::max<int64_t>(2 * require_device().l2_bytes, 1 << 20), 0);
    s.other->fill(uint8_t(++s.forgotten), s.streams[0].get(), "the cache was filled with other data");
    s.finish("the cache was filled with other data");
}

Array Runner::output() { return buffer(state_->plan.output); }

Array Runner::buffer(BufferId id) {
    use_device();
    return state_->fetch(id);
}

uint64_t Runner::address(BufferId id) const { return state_->memory(id).address(); }

int64_t Runner::bytes_of(BufferId id) const { return state_->memory(id).bytes(); }

int64_t Runner::bytes() const {
    int64_t sum = 0;
    for (const Memory& buffer : state_->buffers) sum += buffer.held();
    return sum;
}

FramePipeline::FramePipeline(const Plan& plan, const Array& input, const Options& options) {
    for (int i = 0; i < copies; ++i) {
        runners_.emplace_back(plan, input, options);
        // What no frame repeats is done here.
        runners_.back().run();
        runners_.back().state_->pin();
    }
}

double FramePipeline::frame_ms(int frames) {
    use_device();
    // Until every copy has a frame, the pipeline fills.
    const int all = copies + std::max(frames, 1);
    std::vector<Event> ends;
    for (int frame = 0; frame < all; ++frame) {
        Runner::State& copy = *runners_[size_t(frame % copies)].state_;
        copy.enqueue_all(false);
        copy.join();
        ends.push_back(make_event());
        check(driver().event_record(ends.back().get(), copy.streams[0].get()), "times were taken");
    }
    runners_.front().state_->finish("frames ran");
    return between(ends[copies - 1], ends.back()) / (all - copies);
}

FrameTimes FramePipeline::alone() {
    Runner::State& copy = *runners_.front().state_;
    use_device();
    const Result result = copy.perform(false);
    return {result.upload_ms + result.kernels_ms + result.download_ms, result.upload_ms, result.kernels_ms,
            result.download_ms};
}

std::vector<Array> FramePipeline::outputs() const {
    std::vector<Array> outputs;
    for (const Runner& runner : runners_) outputs.push_back(runner.state_->downloaded_output());
    return outputs;
}

Result run(const Plan& plan, const Array& input, const Options& options) {
    return Runner(plan, input, options).run();
}

}  // namespace upsweep::device
