// Pages whose scene is the Race or the Playground: the real ones, with what the page has chosen.
#include "app/lessons/view/lessons_view.h"
#include "app/ui/controls.h"
#include "core/error.h"

namespace upsweep::app {
namespace {

constexpr float least_controls_em = 36;

void draw_radius(Frame& frame, Rect& rect, const TaskNumber& number) {
    Rect foot = rect.cut_bottom(frame.em(4.2F)).inset(frame.em(1.5F), 0);
    const float y = foot.centre().y;
    draw_text(frame, {foot.min.x, y}, type::body, Role::t1, "Radius");
    foot.cut_left(frame.em(4.5F));
    auto radius = static_cast<float>(number.get());
    const SliderOptions options{.whole = true};
    if (slider(frame, "lessons.radius", {foot.min.x, y - frame.em(1), foot.max.x, y + frame.em(1)}, radius, 0,
               60, options))
        number.set(static_cast<std::int64_t>(radius));
}

}  // namespace

// The Race and the Playground are there from the first page on that shows them.
void LessonsView::set_up_parts(double dt) {
    if (model_.lesson() == nullptr) return;
    const lessons::PreparedPage& page = model_.page();
    const bool fresh = parts_page_ != &page;
    parts_page_ = &page;
    // A missing name of a page is a notice; check-lesson refuses it.
    try {
        if (page.race) {
            if (!race_) race_ = std::make_unique<RaceView>(services_);
            if (fresh) race_->open(*page.race);
            race_->advance(dt);
        }
        if (page.playground) {
            if (!playground_) playground_ = std::make_unique<PlaygroundView>(services_);
            if (fresh) playground_->open(*page.playground);
            playground_->advance(dt);
        }
    } catch (const UsageError& error) {
        services_.notices.add(error.what(), "link");
    }
}

// The arrows do what they do in the Playground.
bool LessonsView::turn_playground(int by) {
    if (model_.lesson() == nullptr || !model_.page().playground || !playground_) return false;
    playground_->keys()->press(parse_chord(by < 0 ? "Left" : "Right"));
    return true;
}

void LessonsView::draw_race(Frame& frame, Rect rect) {
    if (!race_) return;
    RaceModel& race = race_->model();
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
    if (const auto radius = playground_->panel().task().number("radius")) draw_radius(frame, rect, *radius);
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
    if (page.race && race_ && race_->model().machine_known())
        return services_.open(scenes::RacePlace{.experiment = race_->model().experiment().title});
    if (page.race) return services_.open(scenes::RacePlace{});
    if (page.playground && playground_) return services_.open(playground_->destination());
    services_.open(model_.scene());
}

}  // namespace upsweep::app
