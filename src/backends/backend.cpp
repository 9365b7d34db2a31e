// The list of backends, and what they share.
#include "backends/backend.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::backends {

Plan plan_of(const Task& task) {
    if (task.plan) return *task.plan;
    return task.algorithm->make_plan(task.parameters);
}

std::vector<Array> further_inputs_of(const Task& task) {
    if (task.plan || task.algorithm == nullptr) return task.further_inputs;
    return upsweep::further_inputs_of(*task.algorithm, task.parameters);
}

std::int64_t payload_bytes(const Parameters& parameters) {
    return parameters.extent.count() * (size_of(parameters.types.input) + size_of(parameters.types.output));
}

std::string Backend::who_wrote(const Task&, std::int64_t) const { return {}; }

std::span<const Backend* const> all() {
    static const Backend* const backends[] = {&emulator(), &cpu(), &gpu()};
    return backends;
}

const Backend& find(std::string_view name) {
    std::string known;
    for (const Backend* backend : all()) {
        if (backend->name() == name) return *backend;
        known += (known.empty() ? "" : ", ") + std::string(backend->name());
    }
    throw UsageError(fmt::format("There is no backend {} to run on; there are {}.", in_quotes(name), known));
}

}  // namespace upsweep::backends
