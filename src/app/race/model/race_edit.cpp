#include "app/race/model/race_edit.h"

namespace upsweep::app {

bench::Competitor RaceEdit::competitor() const {
    return {.algorithm = algorithm, .options = options, .on = "gpu", .edited = true};
}

std::string RaceEdit::key() const { return "here " + bench::key_of(competitor()); }

std::optional<RaceEdit> edit_of(const scenes::Scene& scene) {
    if (scene.entry() == nullptr || scene.edits.empty()) return std::nullopt;
    RaceEdit edit;
    edit.algorithm = &find_algorithm(scene.slug());
    edit.texts = scene.edits;
    const Parameters opening = scenes::initial_scene(scene.slug()).catalog().parameters;
    for (const Option& option : edit.algorithm->options) {
        const OptionValue* value = scene.catalog().parameters.find_option(option.name);
        const OptionValue* first = opening.find_option(option.name);
        const bool chosen = value != nullptr && value->value != option.initial;
        if (chosen && (first == nullptr || first->value != value->value)) edit.options.push_back(*value);
    }
    return edit;
}

}  // namespace upsweep::app
