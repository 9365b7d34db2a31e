// A plan on the GPU: buffers, streams, launches, and the times between events.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "device/arguments.h"
#include "device/cuda.h"
#include "device/device.h"
#include "device/modules.h"
#include "device/sentences.h"
#include "device/transfers.h"

namespace upsweep::device {
namespace {

constexpr std::int64_t guard_bytes = 4096;  // keeps the buffers' alignment

dim3 to_dim3(Dim3 d) {
    return {static_cast<unsigned>(d.x), static_cast<unsigned>(d.y), static_cast<unsigned>(d.z)};
}

bool is_transfer(const Operation& operation) {
    return std::holds_alternative<Upload>(operation.what) || std::holds_alternative<Download>(operation.what);
}

bool is_work(const Operation& operation) {
    return !is_transfer(operation) && !std::holds_alternative<Wait>(operation.what);
}

// A launch with everything looked up.
struct Ready {
    cudaKernel_t kernel = nullptr;
    PackedArguments arguments;
};

}  // namespace

struct Runner::State {
    State(const Plan& given, const Array& input, Options given_options);

    void open() const { check(cudaSetDevice(require_device().index), "it was opened"); }
    void allocate();
    void prepare();
    void upload();
    void fork();
    void join();
    void enqueue(std::size_t index);
    void launch(const Launch& launch, Ready& ready, cudaStream_t stream);
    void record(GraphExec& graph);
    void finish(const char* what) const;
    Array fetch(BufferId id) const;
    void poison();
    void add_times(Result& result) const;
    std::vector<std::string> guard_faults() const;

    const Memory& memory(BufferId id) const { return buffers[static_cast<std::size_t>(id.index)]; }
    cudaStream_t stream_of(const Operation& o) const {
        return streams[static_cast<std::size_t>(o.stream)].get();
    }
    double at(const Event& event) const { return between(origin, event); }

    Plan plan;
    Array host_input;
    Options options;
    std::vector<Memory> buffers;
    std::vector<std::uint64_t> addresses;
    std::vector<Stream> streams;
    std::vector<std::optional<Ready>> launches;  // one for each operation
    std::vector<Array> downloads;                // one for each operation
    std::vector<Event> begins, ends;             // one for each operation
    Event origin, end;
    std::vector<Event> joins;  // one for each stream
    GraphExec graph;
};

Runner::State::State(const Plan& given, const Array& input, Options given_options)
    : plan(with_transfers(given)), host_input(input), options(std::move(given_options)) {
    check_runs_on_gpu(plan);
    open();
    allocate();
    prepare();
    upload();
}

void Runner::State::allocate() {
    const std::int64_t guard = options.guards ? guard_bytes : 0;
    const std::int64_t needed =
        bytes_needed(plan) + 2 * guard * static_cast<std::int64_t>(plan.buffers.size());
    if (const std::int64_t free = free_bytes(); needed > free)
        throw Error(not_enough_memory(plan[plan.input].extent, plan[plan.input].type, needed, free));
    for (const Buffer& buffer : plan.buffers) {
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
                                    PackedArguments(plan, *launch, addresses)};
        begins.push_back(make_event());
        ends.push_back(make_event());
    }
    downloads.resize(plan.operations.size());
    origin = make_event();
    end = make_event();
    for (int i = 0; i <= last_stream; ++i) {
        streams.push_back(make_stream());
        joins.push_back(make_event(false));
    }
}

// The input as time_once needs it; run() uploads again, and takes the time.
void Runner::State::upload() {
    for (std::size_t i = 0; i < plan.operations.size(); ++i)
        if (std::holds_alternative<Upload>(plan.operations[i].what)) enqueue(i);
    finish("the input was uploaded");
}

// All streams start together, after `origin` on the first.
void Runner::State::fork() {
    check(cudaEventRecord(origin.get(), streams[0].get()), "streams were forked");
    for (std::size_t i = 1; i < streams.size(); ++i)
        check(cudaStreamWaitEvent(streams[i].get(), origin.get(), 0), "streams were forked");
}

// The first stream waits for the others.
void Runner::State::join() {
    for (std::size_t i = 1; i < streams.size(); ++i) {
        check(cudaEventRecord(joins[i].get(), streams[i].get()), "streams were joined");
        check(cudaStreamWaitEvent(streams[0].get(), joins[i].get(), 0), "streams were joined");
    }
}

void Runner::State::launch(const Launch& launch, Ready& ready, cudaStream_t stream) {
    const Dim3& g = launch.grid;
    const Dim3& b = launch.block;
    check(
        cudaLaunchKernel(reinterpret_cast<const void*>(ready.kernel), to_dim3(g), to_dim3(b),
                         ready.arguments.pointers(), static_cast<std::size_t>(launch.dynamic_shared_bytes),
                         stream),
        fmt::format(
            "{} was launched with {} × {} × {} blocks of {} × {} × {} threads and {} bytes of shared memory",
            launch.kernel.function, g.x, g.y, g.z, b.x, b.y, b.z, launch.dynamic_shared_bytes));
}

void Runner::State::enqueue(std::size_t index) {
    const Operation& operation = plan.operations[index];
    const cudaStream_t stream = stream_of(operation);
    if (const auto* l = std::get_if<Launch>(&operation.what)) launch(*l, *launches[index], stream);
    if (const auto* upload = std::get_if<Upload>(&operation.what))
        check(cudaMemcpyAsync(memory(upload->to).data(), host_input.bytes().data(), host_input.bytes().size(),
                              cudaMemcpyHostToDevice, stream),
              "the input was uploaded");
    if (const auto* download = std::get_if<Download>(&operation.what)) {
        const Buffer& from = plan[download->from];
        Array& to = downloads[index];
        to = Array(from.type, from.extent);
        check(cudaMemcpyAsync(to.bytes().data(), memory(download->from).data(), to.bytes().size(),
                              cudaMemcpyDeviceToHost, stream),
              "a buffer was downloaded");
    }
    if (const auto* copy = std::get_if<Copy>(&operation.what))
        check(cudaMemcpyAsync(memory(copy->to).data(), memory(copy->from).data(),
                              static_cast<std::size_t>(memory(copy->from).bytes()), cudaMemcpyDeviceToDevice,
                              stream),
              "a buffer was copied");
    if (const auto* clear = std::get_if<Clear>(&operation.what))
        check(cudaMemsetAsync(memory(clear->buffer).data(), clear->value,
                              static_cast<std::size_t>(memory(clear->buffer).bytes()), stream),
              "a buffer was cleared");
    if (const auto* wait = std::get_if<Wait>(&operation.what))
        check(cudaStreamWaitEvent(stream, ends[static_cast<std::size_t>(wait->operation)].get(), 0),
              "a stream waited for another");
}

// The work without the transfers as a graph, so that the gaps between small launches are the GPU's own.
void Runner::State::record(GraphExec& executable) {
    check(cudaStreamBeginCapture(streams[0].get(), cudaStreamCaptureModeThreadLocal),
          "launches were recorded");
    fork();
    for (std::size_t i = 0; i < plan.operations.size(); ++i) {
        const Operation& operation = plan.operations[i];
        const auto* wait = std::get_if<Wait>(&operation.what);
        if (wait != nullptr && is_transfer(plan.operations[static_cast<std::size_t>(wait->operation)]))
            continue;
        if (is_transfer(operation)) continue;
        enqueue(i);
        check(cudaEventRecord(ends[i].get(), stream_of(operation)), "launches were recorded");
    }
    join();
    cudaGraph_t recorded = nullptr;
    check(cudaStreamEndCapture(streams[0].get(), &recorded), "launches were recorded");
    const Graph owner(recorded);
    cudaGraphExec_t made = nullptr;
    check(cudaGraphInstantiate(&made, recorded, 0), "launches were recorded");
    executable = GraphExec(made);
}

void Runner::State::finish(const char* what) const {
    check(cudaDeviceSynchronize(), fmt::format("{} ({})", what, plan.algorithm));
}

Array Runner::State::fetch(BufferId id) const {
    Array array(plan[id].type, plan[id].extent);
    check(cudaMemcpy(array.bytes().data(), memory(id).data(), array.bytes().size(), cudaMemcpyDeviceToHost),
          "a buffer was downloaded");
    return array;
}

void Runner::State::poison() {
    for (const Memory& buffer : buffers) {
        buffer.paint_guards(streams[0].get());
        if (options.poison)
            check(cudaMemsetAsync(buffer.data(), poison_byte, static_cast<std::size_t>(buffer.bytes()),
                                  streams[0].get()),
                  "buffers were poisoned");
    }
}

void Runner::State::add_times(Result& result) const {
    double first = 1e300, last = 0;
    for (std::size_t i = 0; i < plan.operations.size(); ++i) {
        const Operation& operation = plan.operations[i];
        const double milliseconds = between(begins[i], ends[i]);
        if (std::holds_alternative<Upload>(operation.what)) result.upload_ms += milliseconds;
        if (std::holds_alternative<Download>(operation.what)) result.download_ms += milliseconds;
        if (const auto* l = std::get_if<Launch>(&operation.what))
            result.launches.push_back(
                {l->name, l->kernel.function, milliseconds, l->bytes_read + l->bytes_written});
        if (!is_work(operation)) continue;
        first = std::min(first, at(begins[i]));
        last = std::max(last, at(ends[i]));
    }
    result.kernels_ms = std::max(0.0, last - first);
}

std::vector<std::string> Runner::State::guard_faults() const {
    std::vector<std::string> faults;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (const std::string fault = buffers[i].guard_fault(); !fault.empty())
            faults.push_back(
                fmt::format("{} wrote outside \"{}\": {}.", plan.algorithm, plan.buffers[i].name, fault));
    return faults;
}

Runner::Runner(const Plan& plan, const Array& input, Options options)
    : state_(std::make_unique<State>(plan, input, std::move(options))) {}
Runner::~Runner() = default;
Runner::Runner(Runner&&) noexcept = default;
Runner& Runner::operator=(Runner&&) noexcept = default;

Result Runner::run() {
    State& s = *state_;
    s.open();
    s.poison();
    s.finish("buffers were prepared");
    s.fork();
    for (std::size_t i = 0; i < s.plan.operations.size(); ++i) {
        const cudaStream_t stream = s.stream_of(s.plan.operations[i]);
        check(cudaEventRecord(s.begins[i].get(), stream), "times were taken");
        s.enqueue(i);
        check(cudaEventRecord(s.ends[i].get(), stream), "times were taken");
    }
    s.finish("kernels ran");
    Result result;
    s.add_times(result);
    result.faults = s.guard_faults();
    result.output = output();
    return result;
}

double Runner::time_once(int repeats) {
    State& s = *state_;
    s.open();
    if (!s.graph) s.record(s.graph);
    check(cudaEventRecord(s.origin.get(), s.streams[0].get()), "times were taken");
    for (int i = 0; i < repeats; ++i)
        check(cudaGraphLaunch(s.graph.get(), s.streams[0].get()), "kernels were launched");
    check(cudaEventRecord(s.end.get(), s.streams[0].get()), "times were taken");
    s.finish("kernels ran");
    return s.at(s.end) / std::max(repeats, 1);
}

Array Runner::output() { return buffer(state_->plan.output); }

Array Runner::buffer(BufferId id) {
    state_->open();
    return state_->fetch(id);
}

std::int64_t Runner::bytes() const {
    std::int64_t sum = 0;
    for (const Memory& buffer : state_->buffers) sum += buffer.held();
    return sum;
}

Result run(const Plan& plan, const Array& input, const Options& options) {
    return Runner(plan, input, options).run();
}

}  // namespace upsweep::device
