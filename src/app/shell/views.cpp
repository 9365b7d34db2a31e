// The list of views.
#include "app/shell/views.h"

#include "app/lessons/view/lessons_view.h"
#include "app/step/view/step_view.h"

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

}  // namespace upsweep::app
