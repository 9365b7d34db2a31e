// What Step shows, in words.
#include "app/step/view/step_view.h"
#include "core/json.h"
#include "report/report.h"

namespace upsweep::app {

// Of long arrays no listener wants all, and telling it would hold up the picture.
constexpr int64_t most_spoken_elements = 4096;

std::string StepView::spoken() {
    const replay::StepPosition* const at = model_.position();
    if (at == nullptr) return {};
    const emulator::Trace& trace = at->trace();
    int64_t elements = 0;
    for (const emulator::ArrayId id : at->arrays()) elements += trace.arrays[id].extent.count();
    Json moment = {{"step", at->step()}, {"of", at->step_count()}, {"sentence", at->sentence()}};
    if (elements <= most_spoken_elements) moment = report::moment_json(*at);
    const auto* const algorithm = at->run().algorithm;
    return json_text({{"place", algorithm != nullptr ? algorithm->title : "Your program"},
                      {"moment", moment},
                      {"counts", report::counts_json(trace.counts)},
                      {"findings", report::findings_json(trace)}});
}

}  // namespace upsweep::app
