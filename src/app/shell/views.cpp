// The list of views, and what the palette offers of them.
#include "app/shell/views.h"

#include <fmt/format.h>

#include "app/lessons/view/lessons_view.h"
#include "app/shell/shell.h"
#include "app/step/view/step_view.h"
#include "core/words.h"
#include "scenes/link.h"

namespace upsweep::app {

std::span<const MakeView> tab_views() {
    // Tabs are in this order: step, race, playground, lessons.
    static const std::vector<MakeView> views{
        make_step_view,
        make_race_view,
        make_playground_view,
        make_lessons_view,
    };
    return views;
}

std::span<const MakeView> hidden_views() {
    static const std::vector<MakeView> views{make_states_view};
    return views;
}

// What the view in front does, what each view can open, and what goes everywhere.
std::vector<PaletteEntry> App::State::palette_entries(App& app) {
    std::vector<PaletteEntry> entries;
    for (const KeyGroup& group : key_groups())
        for (const Binding& binding : group.keys->bindings())
            entries.push_back(
                {.title = binding.title,
                 .kind = "Action",
                 .keys = with_commas(binding.chords, [](Chord chord) { return to_string(chord); }),
                 .run = binding.action});
    entries.push_back({.title = "Open this link",
                       .kind = "Link",
                       .take = [this](const std::string& typed) { follow_link(typed); },
                       .takes = scenes::is_place});
    const auto add_setting = [&](std::string title, std::string also, std::function<void()> run) {
        entries.push_back(
            {.title = std::move(title), .kind = "Setting", .also = std::move(also), .run = std::move(run)});
    };
    for (const auto& [name, of] : {std::pair("dark", ThemeKind::dark), std::pair("light", ThemeKind::light),
                                   std::pair("presenter", ThemeKind::presenter)})
        add_setting(std::string("Theme: ") + name, "colours settings",
                    [&app, of = of] { app.set_theme(of); });
    for (const int percent : {75, 100, 125, 150, 200, 300})
        add_setting(fmt::format("Text size: {} %", percent), "scale zoom font larger smaller settings",
                    [&app, percent] { app.set_scale(float(percent) / 100); });
    for (size_t i = 0; i < tab_count; ++i)
        for (PaletteEntry& offer : views[i]->offers()) {
            offer.run = [this, i, to = offer.to, run = std::move(offer.run)] {
                if (to) return follow(*to);
                go_to(i);
                run();
            };
            if (offer.take)
                offer.take = [this, i, take = std::move(offer.take)](const std::string& typed) {
                    go_to(i);
                    take(typed);
                };
            entries.push_back(std::move(offer));
        }
    return entries;
}

}  // namespace upsweep::app
