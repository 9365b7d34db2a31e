#include "app/race/model/race_edit.h"

#include <algorithm>

namespace upsweep::app {
namespace {

// Null where the parameters do not say.
const OptionValue* value_of(const Parameters& parameters, std::string_view name) {
    const auto found = std::find_if(parameters.options.begin(), parameters.options.end(),
                                    [&](const OptionValue& value) { return value.name == name; });
    return found == parameters.options.end() ? nullptr : &*found;
}

}  // namespace

bench::Competitor RaceEdit::competitor() const {
    return {.algorithm = algorithm, .options = options, .on = "gpu", .edited = true};
}

std::string RaceEdit::key() const { return "here " + bench::key_of(competitor()); }

std::optional<RaceEdit> edit_of(const scenes::Scene& scene) {
    if (scene.algorithm.empty() || scene.edits.empty()) return std::nullopt;
    RaceEdit edit;
    edit.algorithm = &find_algorithm(scene.algorithm);
    edit.texts = scene.edits;
    const Parameters opening = scenes::initial_scene(scene.algorithm).parameters;
    for (const Option& option : edit.algorithm->options) {
        const OptionValue* value = value_of(scene.parameters, option.name);
        const OptionValue* first = value_of(opening, option.name);
        const bool chosen = value != nullptr && value->value != option.initial;
        if (chosen && (first == nullptr || first->value != value->value)) edit.options.push_back(*value);
    }
    return edit;
}

}  // namespace upsweep::app
