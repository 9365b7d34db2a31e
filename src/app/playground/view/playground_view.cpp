// The Playground: layout, keys, files and settings.
#include "app/playground/view/playground_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "app/host/openable.h"
#include "app/ui/controls.h"
#include "core/error.h"
#include "media/samples.h"

namespace upsweep::app {
namespace {

constexpr double progress_after_s = 0.3;
constexpr std::string_view picture_cause = "playground.picture";

}  // namespace

const Texture* PlaygroundTexture::of(const std::shared_ptr<const Array>& pixels) {
    if (!pixels) return nullptr;
    if (pixels == pixels_) return texture_.get();
    const auto bytes = pixels->view<std::uint8_t>();
    const auto width = static_cast<int>(pixels->extent().width),
               height = static_cast<int>(pixels->extent().height);
    if (texture_ && texture_->width() == width && texture_->height() == height)
        texture_->update(bytes);
    else
        texture_ = std::make_unique<Texture>(width, height, 1, bytes, smooth_);
    pixels_ = pixels;
    return texture_.get();
}

void PlaygroundTexture::set_smooth(bool smooth) {
    if (texture_ && smooth != smooth_) texture_->set_smooth(smooth);
    smooth_ = smooth;
}

PlaygroundView::PlaygroundView(Services& services) : services_(services), model_(services.jobs) {
    bind_keys();
}

void PlaygroundView::bind_keys() {
    keys_.bind("A", "Hold: see the original", [this] { model_.holding_original = true; });
    keys_.bind("F", "Fit the picture", [this] { model_.camera.fit(); });
    keys_.bind("1", "One to one", [this] { model_.camera.actual_size(); });
    keys_.bind("V", "Original, split, result", [this] {
        model_.show = static_cast<Playground::Show>((static_cast<int>(model_.show) + 1) % 3);
    });
    keys_.bind("Left", "Radius one less", [this] { model_.set_radius(model_.radius() - 1); });
    keys_.bind("Right", "Radius one more", [this] { model_.set_radius(model_.radius() + 1); });
    keys_.bind("Ctrl+S", "Save the result",
               [this] { model_.save_result(save_as_.empty() ? model_.proposed_file() : save_as_); });
}

bool PlaygroundView::on_key(const KeyEvent& event) {
    if (event.chord.key != Key::a || event.down) return false;
    model_.holding_original = false;
    return true;
}

bool PlaygroundView::on_drop(const std::string& path) {
    if (!is_picture_name(path)) return false;
    // The sentence goes when a picture opens, whatever its way here.
    model_.open_file(path,
                     [this](const std::string& sentence) { services_.notices.add(sentence, picture_cause); });
    return true;
}

void PlaygroundView::advance(double) {
    model_.start();
    if (const auto grey = model_.picture() ? model_.picture()->grey : nullptr; grey != seen_) {
        // The sample that the stage begins with comes by itself; it mends nothing.
        if (seen_) services_.notices.clear(picture_cause), path_error_.clear();
        seen_ = grey;
    }
}

bool PlaygroundView::animating() const {
    // So that the words about a slow file come without a movement of the mouse.
    const auto opening = model_.opening();
    return opening && opening->age() < progress_after_s + 0.1;
}

void PlaygroundView::restore(const Settings& settings) {
    model_.set_radius(static_cast<int>(settings.integer("playground.radius", model_.radius())));
    const std::int64_t show = settings.integer("playground.show", static_cast<int>(model_.show));
    if (show >= 0 && show <= 2) model_.show = static_cast<Playground::Show>(show);
}

void PlaygroundView::save(Settings& settings) const {
    settings.set("playground.radius", model_.radius());
    settings.set("playground.show", static_cast<int>(model_.show));
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
        frame.list()->AddLine({x, frame.area.min.y}, {x, frame.area.max.y}, frame.colour(Role::line), 1);
}

std::unique_ptr<View> make_playground_view(Services& services) {
    return std::make_unique<PlaygroundView>(services);
}

}  // namespace upsweep::app
