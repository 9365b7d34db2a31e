// An entry of the catalog that makes a picture of a picture, as a task of a backend.
#pragma once

#include <atomic>
#include <string_view>
#include <vector>

#include "vision/operation.h"
#include "vision/table.h"

namespace upsweep::vision {

/// Throws UsageError unless `grey` is u8; `what` begins the sentence: "The adaptive threshold".
void check_bytes(const Array& grey, std::string_view what);

/// Throws UsageError for a picture of so many elements, in all, that the emulator would take minutes.
void check_emulated(Extent picture, std::int64_t elements, const backends::Backend& on);

/// The entry `slug` with these options, of `grey`: its output as the one channel. The last launch is the
/// filter, those before it make tables.
OperationRun run_entry(std::string_view slug, const Array& grey, std::vector<OptionValue> options,
                       const backends::Backend& on, const std::atomic<bool>* cancel);
/// The same of a plan.
OperationRun run_plan(Plan plan, const Array& grey, const backends::Backend& on,
                      const std::atomic<bool>* cancel);

/// Throws Cancelled once *cancel is true.
void stop_if(const std::atomic<bool>* cancel);

}  // namespace upsweep::vision
