// Measures the parameters of the model on the GPU that is here.
#pragma once

#include <functional>
#include <string_view>

#include "core/plan.h"
#include "model/machine_model.h"

namespace upsweep::model {

/// Takes some seconds. `tell` hears which one is next. Throws BackendMissing where there is no GPU.
MachineModel measure_machine(const std::function<void(std::string_view)>& tell);

/// Some of the plans that it times, for tests on the emulator, which has none of the sizes.
Plan statements_plan(int64_t blocks, int64_t threads, int64_t rounds);
Plan shared_turns_plan(int64_t blocks, int64_t threads, int64_t rounds);

}  // namespace upsweep::model
