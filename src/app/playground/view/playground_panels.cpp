// The Playground's panels, in the order of its rail.
#include "app/playground/view/box_filter_panel.h"
#include "app/playground/view/faces_panel.h"
#include "app/playground/view/likelihood_panel.h"

namespace upsweep::app {
namespace {

std::unique_ptr<PlaygroundPanel> make_panel(PlaygroundContext context, const vision::Operation& operation) {
    if (&operation == &vision::box_filter_operation) return std::make_unique<BoxFilterPanel>(context);
    if (&operation == &vision::likelihood_operation) return std::make_unique<LikelihoodPanel>(context);
    if (&operation == &vision::faces_operation) return std::make_unique<FacesPanel>(context);
    return std::make_unique<OperationPanel>(context, operation);
}

}  // namespace

std::vector<std::unique_ptr<PlaygroundPanel>> make_playground_panels(PlaygroundContext context) {
    std::vector<std::unique_ptr<PlaygroundPanel>> panels;
    for (const vision::Operation* operation : vision::operations())
        panels.push_back(make_panel(context, *operation));
    return panels;
}

std::span<const std::string_view> PlaygroundPanel::hints() const {
    static constexpr std::string_view hints[] = {"hold A: original · right-drag: rectangle",
                                                 "hold A: original"};
    return std::span(hints).subspan(takes_region() ? 0 : 1);
}

}  // namespace upsweep::app
