// Pages whose scene is the Race or the Playground: the real ones, with what the page has chosen.
#include <algorithm>

#include "app/lessons/view/lessons_view.h"
#include "app/playground/model/box_filter_task.h"
#include "app/playground/view/playground_view.h"
#include "app/race/view/race_parts.h"
#include "app/race/view/race_view.h"
#include "app/ui/controls.h"
#include "core/error.h"

namespace upsweep::app {
namespace {

constexpr float least_controls_em = 36;

PlaygroundView& playground_of(View& view) { return dynamic_cast<PlaygroundView&>(view); }

/// The box filter, if it is in front.
BoxFilterTask* box_filter_of(View& playground) {
    return dynamic_cast<BoxFilterTask*>(&playground_of(playground).panel().task());
}

/// "difference of boxes" as the Playground calls it: "difference_of_boxes".
std::string task_name(std::string words) {
    std::replace(words.begin(), words.end(), ' ', '_');
    return words;
}

void draw_radius(Frame& frame, Rect& rect, BoxFilterTask& filter) {
    Rect foot = rect.cut_bottom(frame.em(4.2F)).inset(frame.em(1.5F), 0);
    const float y = foot.centre().y;
    draw_text(frame, {foot.min.x, y}, type::body, frame.colour(Role::t1), "Radius");
    foot.cut_left(frame.em(4.5F));
    auto radius = static_cast<float>(filter.radius());
    const SliderOptions options{.whole = true};
    if (slider(frame, "lessons.radius", {foot.min.x, y - frame.em(1), foot.max.x, y + frame.em(1)}, radius, 0,
               60, options))
        filter.set_radius(static_cast<int>(radius));
}

/// Whether a page's line means a curve: by its key, by the owner of its style, or by the algorithm's slug.
bool means(const std::string& line, const RaceCurve& curve) {
    const std::string slug = curve.owner.substr(0, curve.owner.find(' '));
    return line == curve.key || line == curve.owner || line == slug;
}

}  // namespace

// The Race and the Playground are there from the first page on that shows them.
void LessonsView::set_up_parts(double dt) {
    if (model_.lesson() == nullptr) return;
    const lessons::PreparedPage& page = model_.page();
    const bool fresh = parts_page_ != &page;
    parts_page_ = &page;
    if (page.race) {
        if (!race_) race_ = make_race_view(services_);
        race_->advance(dt);
        RaceModel& race = race_model_of(*race_);
        if (fresh) race_chosen_ = false;
        if (!race_chosen_ && race.machine_known()) choose_curves();
    }
    if (page.playground) {
        if (!playground_) playground_ = make_playground_view(services_);
        PlaygroundView& playground = playground_of(*playground_);
        if (fresh) playground.choose_task(task_name(page.playground->task));
        playground.advance(dt);
        if (fresh && !page.playground->image.empty()) playground.model().open_sample(page.playground->image);
        BoxFilterTask* filter = box_filter_of(playground);
        if (fresh && page.playground->radius && filter != nullptr)
            filter->set_radius(*page.playground->radius);
    }
}

void LessonsView::choose_curves() {
    race_chosen_ = true;
    RaceModel& race = race_model_of(*race_);
    race.choose_experiment(std::string_view(model_.page().race->experiment));
    const std::vector<std::string>& lines = model_.page().race->lines;
    if (lines.empty()) return;
    std::vector<std::pair<std::string, bool>> wanted;
    for (const RaceCurve& curve : race.curves())
        wanted.emplace_back(curve.key, std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
                                return means(line, curve);
                            }));
    for (const auto& [key, on] : wanted) race.show_curve(key, on);
}

// The arrows change what a page of the Playground is about: the filter's radius, else what they do there.
bool LessonsView::turn_playground(int by) {
    if (model_.lesson() == nullptr || !model_.page().playground || !playground_) return false;
    if (BoxFilterTask* filter = box_filter_of(*playground_))
        filter->set_radius(filter->radius() + by);
    else if (const KeyMap* keys = playground_->keys())
        keys->press(parse_chord(by < 0 ? "Left" : "Right"));
    return true;
}

void LessonsView::draw_race(Frame& frame, Rect rect) {
    if (!race_) return;
    RaceModel& race = race_model_of(*race_);
    const Rect inner = rect.inset(frame.em(1.5F), frame.em(1));
    if (!race.machine_known()) {
        draw_empty_state(frame, inner.min, inner.width(), "Setting up the Race", "Looking for a GPU first.");
        return;
    }
    // In a narrow half the plot and its headline need all the room; the Race has the rest.
    if (inner.width() < frame.em(least_controls_em)) {
        draw_race_lecture(frame, inner, race);
        race.end_frame();
        return;
    }
    const RaceAction action = draw_race_controls(frame, inner, race);
    if (action == RaceAction::start) race.start();
    if (action == RaceAction::pause) race.toggle_pause();
    if (action == RaceAction::cancel) race.cancel();
    draw_race_lecture(frame, inner, race, race_controls_room(frame, race));
    race.end_frame();
}

void LessonsView::draw_playground(Frame& frame, Rect rect) {
    if (!playground_) return;
    if (BoxFilterTask* filter = box_filter_of(*playground_)) draw_radius(frame, rect, *filter);
    if (const auto page = playground_->page(); page && !page->sentence.empty()) {
        const auto words = marked_runs({Face::sans, 1.1F}, {Role::t1}, page->sentence);
        const float width = rect.width() - frame.em(3);
        const float high = paragraph_height(frame, width, words) + frame.em(0.8F);
        const Rect place = rect.cut_bottom(high);
        draw_paragraph(frame, {place.min.x + frame.em(1.5F), place.min.y + frame.em(0.4F)}, width, words);
    }
    rect.cut_top(frame.em(1));
    Frame part = frame;
    part.area = rect;
    playground_->draw_presented(part);
}

void LessonsView::open_scene() {
    const lessons::PreparedPage& page = model_.page();
    if (page.race && race_ && open_view_) {
        const RaceModel& race = race_model_of(*race_);
        return open_view_("race", race.machine_known() ? race.experiment().heading : "");
    }
    if (page.playground && playground_ && open_view_) {
        const BoxFilterTask* filter = box_filter_of(*playground_);
        return open_view_("playground", filter != nullptr ? std::to_string(filter->radius())
                                                          : task_name(page.playground->task));
    }
    services_.show_scene(model_.scene());
}

}  // namespace upsweep::app
