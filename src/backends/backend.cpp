// The list of backends, and what they share.
#include "backends/backend.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"

namespace upsweep::backends {

Plan plan_of(const Task& task) {
    if (task.plan) return *task.plan;
    return task.algorithm->make_plan(task.parameters);
}

std::vector<Array> further_inputs_of(const Task& task) {
    if (task.plan || task.algorithm == nullptr) return task.further_inputs;
    return upsweep::further_inputs_of(*task.algorithm, task.parameters);
}

Payload payload_of(const Parameters& parameters) {
    const int64_t scalars = stored_extent(parameters.extent, parameters.types).count();
    int64_t tables = 1;
    for (const OptionValue& value : parameters.options)
        if (value.name == "bins") tables = value.value;
    return {scalars * size_of(parameters.types.input), scalars * tables * size_of(parameters.types.output)};
}

int64_t payload_bytes(const Parameters& parameters) {
    const Payload payload = payload_of(parameters);
    return payload.read + payload.written;
}

std::shared_ptr<const GpuPixels> Kept::pixels(BufferId) const { return nullptr; }

std::string Backend::who_wrote(const Task&, int64_t) const { return {}; }

namespace {

/// Where nothing is worth keeping, each run is one of its own.
class KeptTask : public Kept {
  public:
    KeptTask(const Backend& on, Task task) : on_(on), task_(std::move(task)) {}
    Result run(const Array& input, const std::atomic<bool>* cancel) override {
        if (const auto* beside = dynamic_cast<const KeptTask*>(task_.beside))
            task_.further_inputs = {beside->last_};
        last_ = input;
        task_.input = &last_;
        return on_.run(task_, {.guarded = false, .cancel = cancel});
    }

  private:
    const Backend& on_;
    Task task_;
    Array last_;
};

}  // namespace

std::unique_ptr<Kept> Backend::keep(Task task) const {
    return std::make_unique<KeptTask>(*this, std::move(task));
}

std::string GpuBackend::refusal(const Algorithm& algorithm) const {
    if (!algorithm.cpu_loop) return {};
    return fmt::format("{} is a loop for the CPU; it does not run on the GPU.", algorithm.title);
}

Result GpuBackend::run(const Task&, const RunOptions&) const { throw BackendMissing(missing()); }

int64_t GpuBackend::bytes_needed(const Task& task) const { return payload_bytes(task.parameters); }

int64_t GpuBackend::bytes_free() const { throw BackendMissing(missing()); }

std::unique_ptr<Prepared> GpuBackend::prepare(const Task&) const { throw BackendMissing(missing()); }

const GpuProbe& GpuBackend::probe() const {
    static const GpuProbe none{{}, "This build of Upsweep runs nothing on a GPU.", {}, {}};
    return none;
}

IsolatedResult GpuBackend::run_isolated(const IsolatedRun&, const IsolatedOptions&) const {
    throw BackendMissing(missing());
}

double GpuBackend::copy_time(int64_t, int64_t) const { throw BackendMissing(missing()); }

double GpuBackend::plan_time(const Task&) const { throw BackendMissing(missing()); }
double GpuBackend::stream_time(const Task&) const { throw BackendMissing(missing()); }
PeerTime GpuBackend::time_peer(const std::string&) const { return {-1, missing()}; }

namespace {

const GpuBackend* gpu_in_use = nullptr;

}  // namespace

const GpuBackend& gpu_backend() {
    static const GpuBackend none;
    return gpu_in_use != nullptr ? *gpu_in_use : none;
}

const Backend& gpu() { return gpu_backend(); }

void use_gpu(const GpuBackend& backend) { gpu_in_use = &backend; }

std::array<const Backend*, 3> all() { return {&emulator(), &cpu(), &gpu()}; }

const Backend& find(std::string_view name) {
    for (const Backend* backend : all())
        if (backend->name() == name) return *backend;
    throw UsageError("There is no backend {}; the backends are {}.", in_quotes(name),
                     with_commas(all(), &Backend::name));
}

}  // namespace upsweep::backends
