// Runs a prepared plan on the GPU: operations into streams, and the times between events.
#include <fmt/format.h>

#include <algorithm>

#include "core/ranges.h"
#include "device/runner_state.h"
#include "device/transfers.h"

namespace upsweep::device {
namespace {

bool is_transfer(const Operation& operation) {
    return std::holds_alternative<Upload>(operation.what) || std::holds_alternative<Download>(operation.what);
}

bool is_work(const Operation& operation) {
    return !is_transfer(operation) && !is_preparation(operation) &&
           !std::holds_alternative<Wait>(operation.what);
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
        copy(memory(u->to).address(), on_host(from.data()), from.size(), stream, "the input was uploaded");
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

// The work without the transfers as a graph, so that the gaps between small launches are the GPU's own.
void Runner::State::record(GraphExec& executable) {
    check(driver().capture_begin(streams[0].get(), capture_of_this_thread), "launches were recorded");
    fork();
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        const Operation& operation = plan.operations[i];
        const auto* wait = std::get_if<Wait>(&operation.what);
        if (wait != nullptr) {
            const Operation& awaited = nth(plan.operations, wait->operation);
            if (is_transfer(awaited) || is_preparation(awaited)) continue;
        }
        if (is_transfer(operation) || is_preparation(operation)) continue;
        enqueue(i);
        check(driver().event_record(ends[i].get(), stream_of(operation)), "launches were recorded");
    }
    join();
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

Result Runner::State::perform(bool everything) {
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
                {l->name, l->kernel.function, milliseconds, l->bytes_read + l->bytes_written});
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

Result Runner::run() {
    State& s = *state_;
    use_device();
    if (++s.runs == 2) s.pin();
    s.poison();
    s.put_globals_back();
    s.finish("buffers were prepared");
    return s.perform(true);
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

Result run(const Plan& plan, const Array& input, const Options& options) {
    return Runner(plan, input, options).run();
}

}  // namespace upsweep::device
