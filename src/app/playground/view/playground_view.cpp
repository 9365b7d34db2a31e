// The Playground: layout, keys, files and settings.
#include "app/playground/view/playground_view.h"

#include "app/host/openable.h"
#include "app/playground/view/faces_panel.h"
#include "app/playground/view/likelihood_panel.h"
#include "app/playground/view/operation_panel.h"
#include "app/playground/view/track_panel.h"
#include "app/ui/controls.h"
#include "core/home_path.h"
#include "media/clips.h"
#include "media/samples.h"

namespace upsweep::app {

namespace {

constexpr double playground_view_progress_after_s = 0.3;
constexpr std::string_view picture_cause = "playground.picture";

}  // namespace

PlaygroundView::PlaygroundView(Services& services)
    : services_(services),
      model_(services.jobs),
      panels_(make_playground_panels({services, model_})),
      step_job_(services.jobs),
      clip_job_(services.jobs) {
    keys_.resize(panels_.size());
    for (size_t i = 0; i < panels_.size(); ++i) {
        bind_keys(keys_[i]);
        panels_[i]->bind_keys(keys_[i]);
        shows_.push_back(panels_[i]->first_show());
    }
    bind_film_keys();
    model_.show = shows_.front();
    model_.on_film_trouble = [this](const std::string& sentence) {
        services_.notices.add(sentence, picture_cause);
    };
    choose(0);
}

void PlaygroundView::bind_film_keys() {
    FilmPlayer& film = model_.film();
    film_keys_.bind({
        {"Space", "Play or pause", [&film] { film.play(!film.playing()); }},
        {"Right", "One frame on", [&film] { film.step(1); }},
        {"Left", "One frame back", [&film] { film.step(-1); }},
        {"Home", "To the first frame", [&film] { film.seek(0); }},
        {"End", "To the last frame", [&film] { film.to_end(); }},
    });
    bind_keys(film_keys_);
}

void PlaygroundView::bind_keys(KeyMap& keys) {
    keys.bind({
        {"A", "Hold: see the original", [this] { model_.holding_original = true; }},
        {"F", "Fit the picture", [this] { model_.camera.fit(); }},
        {"1", "One to one", [this] { model_.camera.actual_size(); }},
        {"V", "Original, split, result",
         [this] { model_.show = Playground::Show((int(model_.show) + 1) % 3); }},
        {"N", "Next task", [this] { choose((task_ + 1) % panels_.size()); }},
        {"Shift+N", "Previous task", [this] { choose((task_ + panels_.size() - 1) % panels_.size()); }},
        {"S", "Step through it", [this] { step_through(); }},
        {"Ctrl+S", "Save the result",
         [this] { model_.save_result(save_as_.empty() ? model_.proposed_file() : save_as_); }},
    });
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
    throw UsageError("The Playground has no task {}; write {}.", in_quotes(name), names);
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

std::optional<scenes::Destination> PlaygroundView::here() {
    scenes::PlaygroundPlace place = destination();
    if (model_.picture()) place.image = model_.picture()->sample;
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
    if (event.down && model_.film().is_open()) return keys_[task_].press(event.chord);
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
    if (!is_picture_name(path) && !is_film_name(path)) return false;
    // The sentence goes when a picture opens, whatever its way here.
    model_.open_file(path,
                     [this](const std::string& sentence) { services_.notices.add(sentence, picture_cause); });
    return true;
}

void PlaygroundView::advance(double dt) {
    model_.start();
    panel().advance(dt);
    model_.film().advance(dt, panel().task().at_rest());
    model_.take_decoder();
    if (const auto grey = model_.picture() ? model_.picture()->grey : nullptr; grey != seen_) {
        // The sample that the stage begins with comes by itself; it fixes nothing.
        if (seen_ && !model_.film().is_open()) services_.notices.clear(picture_cause), path_error_.clear();
        seen_ = grey;
    }
}

bool PlaygroundView::animating() const {
    // So that the words about a slow file come without a movement of the mouse.
    const OwnJobs& opening = model_.opening();
    return (opening.busy() && opening.age() < playground_view_progress_after_s + 0.1) ||
           panel().animating() || model_.film().animating() || model_.saving_film().busy();
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
    if (show >= 0 && show <= 2) model_.show = Playground::Show(show);
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

// Where only one of them fits, the controls are a tab as well; else they are beside the picture.
void PlaygroundView::draw_tabs(Frame& frame, Rect& area, bool controls) {
    static constexpr std::array<std::string_view, 3> tabs = {"Picture", "Numbers", "Controls"};
    if (!controls && tab_ == 2) tab_ = 0;
    const Rect strip = area.cut_top(frame.em(2.75F));
    segmented(frame, "playground.tab", {strip.min.x + frame.em(), strip.centre().y - frame.em()},
              std::span(tabs).first(controls ? 3 : 2), tab_);
}

void PlaygroundView::draw(Frame& frame) {
    Rect area = frame.area;
    const bool narrow = frame.density <= Density::narrow, tiny = frame.density == Density::tiny;
    const Rect rail =
        tiny ? Rect() : area.cut_left(frame.em(frame.density >= Density::wide ? 17 : 15.5F)).snapped();
    if (narrow) {
        if (!tiny) {
            draw_rail(frame, rail);
            frame.line({rail.max.x, area.min.y}, {rail.max.x, area.max.y}, Role::line, 1);
        }
        draw_tabs(frame, area, tiny);
        if (tab_ == 0) draw_stage(frame, area.snapped());
        if (tab_ == 1) draw_numbers(frame, area);
        if (tab_ == 2) draw_rail(frame, area);
        return;
    }
    const bool medium = frame.density == Density::medium;
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
    if (model_.film().is_open()) draw_film_times(frame, at, model_.film(), model_.backend().title());
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

void PlaygroundView::turn(int by) { model_.show = Playground::Show(std::clamp(int(model_.show) + by, 0, 2)); }

int64_t PlaygroundView::moment() const {
    const auto task = int64_t(task_);
    return (task * 3 + int(model_.show)) * 1'000'000 + panel().moment();
}

namespace {

std::unique_ptr<PlaygroundPanel> make_panel(PlaygroundContext context, const vision::Operation& operation) {
    if (&operation == &vision::box_filter_operation) return std::make_unique<BoxFilterPanel>(context);
    if (&operation == &vision::likelihood_operation) return std::make_unique<LikelihoodPanel>(context);
    if (&operation == &vision::track_operation) return std::make_unique<TrackPanel>(context);
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

namespace {

constexpr Extent thumb_extent{160, 120};

}  // namespace

void PlaygroundView::draw_rail(Frame& frame, Rect area) {
    // Saving and stepping are at the foot, whatever scrolls above them.
    // In a narrow window the rail is as wide as that, its content is not.
    const float margin = frame.em(rail_margin_em), width = std::min(area.width() - 2 * margin, frame.em(24));
    const bool savable = model_.film().is_open() && !model_.film().live();
    const Rect foot = area.cut_bottom(frame.em(savable ? 9 : 6.5F)).snapped();
    {
        Pane pane(frame, "playground.rail", area, Role::bg1, true);
        const float group = frame.em(rail_is_high(frame) ? rail_group_em : 0.5F);
        Column at(pane.origin() + ImVec2(margin, frame.em()), width);
        draw_sources(frame, at);
        at.y += group;
        draw_tasks(frame, at);
        at.y += group;
        panel().draw_controls(frame, at);
        if (panel().offers_table()) draw_making(frame, at);
        pane.set_height(at.y - pane.origin().y);
    }
    const Pane pane(frame, "playground.rail_foot", foot, Role::bg1);
    draw_saving(frame, Rect::sized({foot.min.x + margin, foot.min.y}, width, foot.height()));
}

std::vector<PaletteEntry> PlaygroundView::offers() {
    std::vector<PaletteEntry> offers;
    for (const auto& panel : panels_) {
        const std::string name(panel->task().name());
        offers.push_back({.title = std::string(panel->task().title()),
                          .kind = "Task",
                          .also = "playground " + name,
                          .to = scenes::PlaygroundPlace{.task = name}});
    }
    for (const media::SamplePicture& sample : media::sample_pictures())
        offers.push_back({.title = std::string(sample.title),
                          .kind = "Picture",
                          .also = "playground",
                          .to = scenes::PlaygroundPlace{.image = std::string(sample.slug)}});
    return offers;
}

/// What the picture comes from: samples, drawn clips, or a camera, and a path for anything else.
void PlaygroundView::draw_sources(Frame& frame, Column& at) {
    // In a low window the choices say enough.
    if (rail_is_high(frame)) rail_head(frame, at, "Source");
    const FilmPlayer& film = model_.film();
    // What is opened in another way, by a path or a drop, is followed.
    if (film.key() != seen_film_) {
        seen_film_ = film.key();
        source_ = film.live() ? Source::camera : film.is_open() ? Source::clip : Source::picture;
    }
    static constexpr std::array<std::string_view, 3> sources = {"picture", "clip", "camera"};
    int chosen = int(source_);
    if (segmented(frame, "playground.source", at, sources, chosen)) source_ = Source(chosen);
    at.y += frame.em(2.3F);
    if (source_ == Source::camera)
        draw_camera_button(frame, at);
    else
        draw_samples(frame, at);
    draw_path(frame, at, "playground.path", path_,
              source_ == Source::picture ? "path, or drop a picture" : "path, or drop a film", path_error_,
              [this](const std::string& path) {
                  model_.open_file(path, [this](const std::string& sentence) { path_error_ = sentence; });
              });
}

/// The sample pictures, or the clips: small, side by side.
void PlaygroundView::draw_samples(Frame& frame, Column& at) {
    if (thumbs_.empty())
        for (const media::SamplePicture& sample : media::sample_pictures()) {
            const auto drawn =
                drawn_picture(sample.draw_coloured ? sample.draw_coloured(thumb_extent)
                                                   : std::vector<Array>{sample.draw(thumb_extent)});
            thumbs_.push_back(std::make_unique<Texture>(int(thumb_extent.width), int(thumb_extent.height),
                                                        drawn->texture_channels, drawn->texture));
        }
    if (source_ == Source::clip && clip_thumbs_.empty()) fetch_clip_thumbs();
    std::vector<SmallPicture> pictures;
    if (source_ == Source::clip) {
        for (size_t i = 0; i < media::clips().size(); ++i) {
            const media::Clip& clip = media::clips()[i];
            pictures.push_back({"playground.clip." + std::string(clip.slug), clip.title, clip.about,
                                clip_thumbs_[i].of(clip_pictures_[i]),
                                model_.film().is_open() && model_.film().name() == clip.slug, [&] {
                                    model_.open_film(
                                        "clip:" + std::string(clip.slug),
                                        [this](const std::string& sentence) { path_error_ = sentence; });
                                }});
        }
    } else {
        for (size_t i = 0; i < thumbs_.size(); ++i) {
            const media::SamplePicture& sample = media::sample_pictures()[i];
            pictures.push_back({"playground.sample." + std::string(sample.slug),
                                sample.title,
                                {},
                                thumbs_[i].get(),
                                model_.picture() && model_.picture()->sample == sample.slug,
                                [&] { model_.open_sample(sample.slug); }});
        }
    }
    draw_small_pictures(frame, at, pictures);
}

/// Side by side with their names below; where a name is too long for that, the name of the one that is
/// chosen, or under the pointer, with what it shows.
void PlaygroundView::draw_small_pictures(Frame& frame, Column& at,
                                         const std::vector<SmallPicture>& pictures) {
    const auto count = float(pictures.size());
    const float gap = frame.em(0.5F);
    const float side = (at.width - (count - 1) * gap) / count, height = side * 0.7F;
    const float room = side + gap - frame.px(2), y = at.y + height + frame.em(0.8F);
    const bool all_named = all_of(pictures, [&](const SmallPicture& picture) {
        return text_width(frame, {Face::sans_semibold, 0.74F}, picture.title) <= room;
    });
    const SmallPicture* named = nullptr;
    for (size_t i = 0; i < pictures.size(); ++i) {
        const SmallPicture& picture = pictures[i];
        const Rect rect = Rect::sized({at.x + float(i) * (side + gap), at.y}, side, height).snapped();
        const Interaction state = interact(frame, picture.id, rect);
        if (state.clicked) picture.open();
        if (picture.texture != nullptr)
            frame.list()->AddImageRounded(picture.texture->id(), rect.min, rect.max, {0, 0}, {1, 1},
                                          IM_COL32_WHITE, frame.em(0.2F));
        else
            frame.fill(rect, Role::bg3, frame.em(0.2F));
        if (picture.chosen || state.hovered)
            frame.outline(rect, picture.chosen ? Role::ink : Role::line2, frame.em(0.2F), frame.px(2));
        if (state.focused) draw_focus(frame, rect, frame.em(0.2F));
        if (state.hovered || state.focused || (picture.chosen && named == nullptr)) named = &picture;
        if (all_named)
            draw_elided(frame, {rect.centre().x, y}, room,
                        {picture.chosen ? Face::sans_semibold : Face::sans, 0.74F},
                        picture.chosen ? Role::t1 : Role::t2, picture.title, Align::centre);
    }
    if (!all_named && named != nullptr) {
        draw_text(frame, {at.x, y}, {Face::sans_semibold, 0.74F}, Role::t1, named->title);
        const float x = at.x + text_width(frame, {Face::sans_semibold, 0.74F}, named->title) + frame.em(0.5F);
        draw_elided(frame, {x, y}, at.right() - x, {Face::sans, 0.74F}, Role::t2, named->about);
    } else if (!all_named) {
        draw_elided(frame, {at.x, y}, at.width, {Face::sans, 0.74F}, Role::t2,
                    "drawn by Upsweep, four of them");
    }
    at.y += height + frame.em(1.5F);
}

/// A frame of each clip; one of many faces takes half a second to draw.
void PlaygroundView::fetch_clip_thumbs() {
    clip_thumbs_.resize(media::clips().size());
    clip_pictures_.resize(media::clips().size());
    clip_job_.start(
        "Small pictures",
        [this](Job& job) {
            for (size_t i = 0; i < media::clips().size() && !job.cancelled(); ++i) {
                const media::Clip& clip = media::clips()[i];
                auto small = media::thumbnail("clip:" + std::string(clip.slug), clip.frames / 3,
                                              clip.frames_per_second, job.cancel_flag());
                if (small.empty()) continue;
                job.post([this, i, drawn = drawn_picture(std::move(small))] { clip_pictures_[i] = drawn; });
            }
            return true;
        },
        [](bool) {}, [](const std::string&) {});
}

/// The camera is off until this is clicked.
void PlaygroundView::draw_camera_button(Frame& frame, Column& at) {
    FilmPlayer& film = model_.film();
    const bool live = film.live();
    const Rect rect = Rect::sized(at, at.width, frame.em(2));
    if (button(frame, "playground.camera", rect, live ? "Stop the camera" : "Start the camera",
               {.chosen = live})) {
        if (live)
            film.close();
        else
            model_.open_film("camera", [this](const std::string& sentence) { path_error_ = sentence; });
    }
    at.y += frame.em(2.5F);
    draw_words(frame, at,
               live ? "It is on until you stop it." : "It is off until you click; ffmpeg reads it.",
               type::small);
    at.y += frame.em(0.4F);
}

void PlaygroundView::draw_tasks(Frame& frame, Column& at) {
    const float margin = frame.em(rail_margin_em), row = frame.em(rail_is_high(frame) ? rail_row_em : 1.5F);
    rail_head(frame, at, "What to do with it");
    for (size_t i = 0; i < panels_.size(); ++i, at.y += row) {
        const PlaygroundTask& task = panels_[i]->task();
        if (rail_row(frame, fmt::format("playground.task.{}", task.name()),
                     Rect::sized({at.x - margin, at.y}, at.width + 2 * margin, row), task.title(),
                     i == task_))
            choose(i);
    }
}

void PlaygroundView::draw_making(Frame& frame, Column& at) {
    at.y += frame.em(rail_group_em);
    rail_head(frame, at, "Integral image made by");
    if (!model_.picture()) return;
    const PlaygroundPicture& picture = *model_.picture();
    const auto algorithms = vision::table_algorithms(model_.backend());
    const std::string title =
        elided(frame, type::code, picture.algorithm->title, at.width - chip_width(frame, "", ""));
    chip(frame, "playground.algorithm", at, "", title, 20, [&] {
        bool closed = false;
        for (const Algorithm* algorithm : algorithms)
            if (menu_row(frame, fmt::format("playground.algorithm.{}", algorithm->slug), algorithm->title,
                         algorithm == picture.algorithm)) {
                model_.set_algorithm(*algorithm);
                closed = true;
            }
        return closed;
    });
    at.y += frame.em(2.1F);
    if (frame.density >= Density::wide && !frame.low) {
        const Extent table = picture.integral->table.extent();
        value_row(frame, at, "convention", name_of(picture.integral->convention));
        value_row(frame, at, "table", fmt::format("{} × {}", table.width, table.height), type::code);
        value_row(frame, at, "type", to_string(ElementTypes{ScalarType::u8, ScalarType::u32}), type::code);
    }
    at.y += frame.em(0.2F);
    draw_run_on(frame, at, model_);
    at.y += frame.em(0.6F);
}

void PlaygroundView::draw_saving(Frame& frame, Rect area) {
    frame.line(area.min, {area.max.x, area.min.y}, Role::line, 1);
    area.cut_top(frame.em(0.8F));
    // The name follows the picture and the radius until it is edited.
    const std::string proposed = model_.proposed_file();
    if (save_as_ == proposed_) save_as_ = proposed;
    proposed_ = proposed;
    std::string name = std::filesystem::path(save_as_).filename().string();
    if (text_field(frame, "playground.save_as", area.cut_top(frame.em(2)), name, "name of the result"))
        save_as_ = name.empty() ? proposed
                                : (std::filesystem::path(proposed).parent_path() / from_home(name)).string();
    area.cut_top(frame.em(0.5F));
    const ButtonOptions save{.disabled = model_.result() ? "" : "Wait for the first result.",
                             .tip = "As PNG or PGM; nothing is overwritten"};
    const ButtonOptions step{.disabled = why_no_step(),
                             .tip = "Steps through a few pixels of this picture: S"};
    Rect row = area.cut_top(frame.em(2));
    if (button(frame, "playground.save", row.cut_left(frame.em(4)), "Save", save))
        model_.save_result(save_as_);
    row.cut_left(frame.em(0.5F));
    if (button(frame, "playground.step", row, "Step through it", step)) step_through();
    if (model_.film().is_open() && !model_.film().live()) {
        area.cut_top(frame.em(0.5F));
        draw_saving_film(frame, area.cut_top(frame.em(2)));
    }
    if (!model_.saved().empty())
        draw_elided(frame, {area.min.x, area.min.y + frame.em(0.6F)}, area.width(), type::small, Role::t3,
                    "Saved " + model_.saved());
}

/// The film with the task's results drawn in; while it is written, how far, and a way to stop.
void PlaygroundView::draw_saving_film(Frame& frame, Rect row) {
    const OwnJobs& saving = model_.saving_film();
    if (saving.busy()) {
        const Rect cancel = row.cut_right(button_width(frame, "Cancel"));
        row.cut_right(frame.em(0.5F));
        draw_elided(frame, {row.min.x, row.centre().y}, row.width(), type::small, Role::t2,
                    fmt::format("Saving the film: {:.0f} %", saving.progress() * 100));
        if (button(frame, "playground.save_film_cancel", cancel, "Cancel")) model_.cancel_saving();
        return;
    }
    const ButtonOptions save{.disabled = model_.why_no_film(),
                             .tip = "All of it, each frame as it is shown here, by ffmpeg"};
    if (button(frame, "playground.save_film", row, "Save the film", save))
        model_.save_film(model_.proposed_film());
}

}  // namespace upsweep::app
