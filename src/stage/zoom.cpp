// Zooms and the sizes of step that go with them.
#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/quotes.h"
#include "stage/stage.h"

namespace upsweep::stage {
namespace {

constexpr std::array<std::string_view, 4> names = {"plan", "blocks", "block", "lanes"};
constexpr std::array steps = {StepSize::launch, StepSize::phase, StepSize::barrier, StepSize::statement};

}  // namespace

Zoom zoom_of(StepSize step) {
    return static_cast<Zoom>(std::find(steps.begin(), steps.end(), step) - steps.begin());
}

StepSize step_of(Zoom zoom) { return steps[static_cast<std::size_t>(zoom)]; }

std::string_view name_of(Zoom zoom) { return names[static_cast<std::size_t>(zoom)]; }

Zoom parse_zoom(std::string_view name) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end())
        throw UsageError(in_quotes(name) + " is not a view; write plan, blocks, block or lanes.");
    return static_cast<Zoom>(at - names.begin());
}

}  // namespace upsweep::stage
