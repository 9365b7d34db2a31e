// The Playground: layout, keys, files and settings.
#include "app/playground/view/playground_view.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "app/host/openable.h"
#include "app/playground/view/box_filter_panel.h"
#include "app/playground/view/faces_panel.h"
#include "app/playground/view/likelihood_panel.h"
#include "app/ui/controls.h"
#include "core/error.h"
#include "core/quotes.h"
#include "stage/page.h"

namespace upsweep::app {
namespace {

constexpr double playground_view_progress_after_s = 0.3;
constexpr std::string_view picture_cause = "playground.picture";

}  // namespace

PlaygroundView::PlaygroundView(Services& services)
    : services_(services),
      model_(services.jobs),
      panels_(make_playground_panels({services, model_})),
      step_job_(services.jobs) {
    keys_.resize(panels_.size());
    for (size_t i = 0; i < panels_.size(); ++i) {
        bind_keys(keys_[i]);
        panels_[i]->bind_keys(keys_[i]);
        shows_.push_back(panels_[i]->first_show());
    }
    model_.show = shows_.front();
    choose(0);
}

void PlaygroundView::bind_keys(KeyMap& keys) {
    keys.bind("A", "Hold: see the original", [this] { model_.holding_original = true; });
    keys.bind("F", "Fit the picture", [this] { model_.camera.fit(); });
    keys.bind("1", "One to one", [this] { model_.camera.actual_size(); });
    keys.bind("V", "Original, split, result",
              [this] { model_.show = static_cast<Playground::Show>((int(model_.show) + 1) % 3); });
    keys.bind("N", "Next task", [this] { choose((task_ + 1) % panels_.size()); });
    keys.bind("Shift+N", "Previous task", [this] { choose((task_ + panels_.size() - 1) % panels_.size()); });
    keys.bind("S", "Step through it", [this] { step_through(); });
    keys.bind("Ctrl+S", "Save the result",
              [this] { model_.save_result(save_as_.empty() ? model_.proposed_file() : save_as_); });
}

void PlaygroundView::choose(size_t task) {
    shows_[task_] = model_.show;
    task_ = task;
    model_.show = shows_[task_];
    model_.work_on(panel().task());
}

size_t PlaygroundView::place_of(std::string_view name) const {
    std::string names;
    for (size_t i = 0; i < panels_.size(); ++i) {
        if (panels_[i]->task().name() == name) return i;
        names += (i == 0                   ? ""
                  : i + 1 < panels_.size() ? ", "
                                           : " or ") +
                 std::string(panels_[i]->task().name());
    }
    throw UsageError("The Playground has no task " + in_quotes(std::string(name)) + "; write " + names + ".");
}

void PlaygroundView::open(const scenes::Destination& to) {
    const auto* place = std::get_if<scenes::PlaygroundPlace>(&to);
    if (place == nullptr) return;
    if (!place->task.empty()) choose_task(place->task);
    if (!place->image.empty()) model_.open_sample(place->image);
    PlaygroundTask& task = panel().task();
    for (const auto& [name, value] : place->numbers) {
        if (const auto parameter = task.find(name)) {
            task.set(*parameter, value);
            continue;
        }
        std::string names;
        for (const vision::Parameter& one : task.operation().parameters)
            names += (names.empty() ? "" : ", ") + std::string(one.name);
        throw UsageError(std::string(task.title()) + " has no number " + in_quotes(name) + "; it has " +
                         names + ".");
    }
}

scenes::PlaygroundPlace PlaygroundView::destination() {
    const PlaygroundTask& task = panel().task();
    scenes::PlaygroundPlace place{.task = std::string(task.name())};
    for (size_t i = 0; i < task.values().size(); ++i)
        place.numbers[std::string(task.operation().parameters[i].name)] = task.value(i);
    return place;
}

std::string_view PlaygroundView::why_no_step() const {
    if (!model_.picture()) return "There is no picture yet.";
    return panel().task().why_no_step();
}

void PlaygroundView::step_through() {
    if (!model_.picture() || step_job_.busy()) return;
    auto what = panel().task().step_through(model_.pointer_x(), model_.pointer_y());
    if (!what) return;
    step_job_.start(
        "Running the cut-out",
        [what = std::move(*what)](Job& job) { return at_its_step(what, job.cancel_flag()); },
        [this](const SteppedThrough& found) {
            services_.open(found.scene);
            if (found.look && services_.look_first) services_.look_first(*found.look);
        });
}

bool PlaygroundView::on_key(const KeyEvent& event) {
    if (event.chord.key != Key::a || event.down) return false;
    model_.holding_original = false;
    return true;
}

bool PlaygroundView::on_drop(const std::string& path) {
    // The task in front first; another that takes the file comes in front.
    if (panel().on_drop(path)) return true;
    for (size_t i = 0; i < panels_.size(); ++i)
        if (i != task_ && panels_[i]->on_drop(path)) {
            choose(i);
            return true;
        }
    if (!is_picture_name(path)) return false;
    // The sentence goes when a picture opens, whatever its way here.
    model_.open_file(path,
                     [this](const std::string& sentence) { services_.notices.add(sentence, picture_cause); });
    return true;
}

void PlaygroundView::advance(double dt) {
    model_.start();
    panel().advance(dt);
    if (const auto grey = model_.picture() ? model_.picture()->grey : nullptr; grey != seen_) {
        // The sample that the stage begins with comes by itself; it fixes nothing.
        if (seen_) services_.notices.clear(picture_cause), path_error_.clear();
        seen_ = grey;
    }
}

bool PlaygroundView::animating() const {
    // So that the words about a slow file come without a movement of the mouse.
    const OwnJobs& opening = model_.opening();
    return (opening.busy() && opening.age() < playground_view_progress_after_s + 0.1) || panel().animating();
}

void PlaygroundView::restore(const Settings& settings) {
    for (const auto& panel : panels_) {
        PlaygroundTask& task = panel->task();
        for (size_t i = 0; i < task.values().size(); ++i)
            task.set(i, settings.integer(task.operation().parameters[i].setting, task.value(i)));
    }
    const std::string task = settings.text("playground.task", std::string(panel().task().name()));
    for (size_t i = 0; i < panels_.size(); ++i)
        if (panels_[i]->task().name() == task) choose(i);
    const int64_t show = settings.integer("playground.show", int(model_.show));
    if (show >= 0 && show <= 2) model_.show = static_cast<Playground::Show>(show);
}

void PlaygroundView::save(Settings& settings) const {
    for (const auto& panel : panels_) {
        const PlaygroundTask& task = panel->task();
        for (size_t i = 0; i < task.values().size(); ++i)
            settings.set(task.operation().parameters[i].setting, task.value(i));
    }
    settings.set("playground.task", std::string(panel().task().name()));
    settings.set("playground.show", int(model_.show));
}

void PlaygroundView::draw_tabs(Frame& frame, Rect& area) {
    static constexpr std::array<std::string_view, 3> tabs = {"Picture", "Controls", "Numbers"};
    Rect strip = area.cut_top(frame.em(2.75F));
    segmented(frame, "playground.tab", {strip.min.x + frame.em(1), strip.centre().y - frame.em(1)}, tabs,
              tab_);
}

void PlaygroundView::draw(Frame& frame) {
    Rect area = frame.area;
    if (frame.density <= Density::narrow) {
        // One pane at a time.
        draw_tabs(frame, area);
        if (tab_ == 0) draw_stage(frame, area);
        if (tab_ == 1) draw_rail(frame, area);
        if (tab_ == 2) draw_numbers(frame, area);
        return;
    }
    const bool medium = frame.density == Density::medium;
    const Rect rail = area.cut_left(frame.em(medium ? 15.5F : 17)).snapped();
    const Rect numbers = area.cut_right(frame.em(medium ? 25 : 28.5F)).snapped();
    draw_rail(frame, rail);
    draw_stage(frame, area.snapped());
    draw_numbers(frame, numbers);
    for (float x : {rail.max.x, numbers.min.x})
        frame.line({x, frame.area.min.y}, {x, frame.area.max.y}, Role::line, 1);
}

void PlaygroundView::draw_numbers(Frame& frame, Rect area) {
    Pane pane(frame, "playground.numbers", area, Role::bg1, true);
    if (!model_.picture()) return;
    const float margin = frame.em(1.3F), foot = frame.em(0.6F);
    Column at(pane.origin() + ImVec2(margin, frame.em(0.9F)),
              std::min(area.width() - 2 * margin, frame.em(36)));
    panel().draw_numbers(frame, at, pane.origin().y + area.height() - foot);
    pane.set_height(at.y + foot - pane.origin().y);
}

std::unique_ptr<View> make_playground_view(Services& services) {
    return std::make_unique<PlaygroundView>(services);
}

std::optional<stage::Page> PlaygroundView::page() const {
    stage::Page page{.subject = panel().presented_subject()};
    page.place = int(model_.show) + 1;
    page.count = 3;
    if (!model_.picture()) return page;
    page.sentence = panel().presented_sentence();
    const Extent extent = model_.picture()->extent();
    page.counts = panel().presented_counts();
    if (page.counts.empty())
        page.counts = {
            fmt::format("{}, {} × {} pixels", model_.picture()->name, extent.width, extent.height)};
    return page;
}

void PlaygroundView::draw_presented(Frame& frame) {
    const Pane pane(frame, "playground.presented", frame.area, Role::bg0);
    const float margin = frame.em(1.5F);
    Rect area = frame.area.inset(margin, 0);
    if (const float beside = panel().presented_beside_em(frame); beside > 0 && model_.picture()) {
        panel().draw_presented_beside(frame, area.cut_right(frame.em(beside)));
        area.cut_right(margin);
    }
    draw_camera(frame, area.snapped());
}

void PlaygroundView::turn(int by) {
    model_.show = static_cast<Playground::Show>(std::clamp(int(model_.show) + by, 0, 2));
}

int64_t PlaygroundView::moment() const {
    const auto task = int64_t(task_);
    return (task * 3 + int(model_.show)) * 1'000'000 + panel().moment();
}

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

int64_t PlaygroundPanel::moment() const {
    int64_t moment = 0;
    const auto& parameters = task().operation().parameters;
    for (size_t i = 0; i < parameters.size(); ++i)
        moment =
            moment * (parameters[i].most - parameters[i].least + 1) + task().value(i) - parameters[i].least;
    return moment;
}

std::span<const std::string_view> PlaygroundPanel::hints() const {
    static constexpr std::string_view hints[] = {"hold A: original · right-drag: rectangle",
                                                 "hold A: original"};
    return std::span(hints).subspan(takes_region() ? 0 : 1);
}

}  // namespace upsweep::app
