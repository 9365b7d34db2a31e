// The faces panel: keys, files, settings, and what is said when it is presented.
#include "app/playground/view/faces_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "app/host/openable.h"
#include "core/words.h"

namespace upsweep::app {
namespace {

constexpr double faces_panel_progress_after_s = 0.3;
constexpr std::string_view cascade_cause = "playground.cascade";

}  // namespace

std::string decimal_text(double number, int digits, bool plus) {
    const std::string text = fmt::format("{:.{}f}", std::abs(number), digits);
    if (number < 0 && text.find_first_not_of("0.") != std::string::npos) return "\u2212" + text;
    return (plus ? "+" : "") + text;
}

std::string grouped_count(std::int64_t number, std::string_view noun) {
    return grouped(number) + " " + noun_of(number, noun);
}

const Texture* LevelTextures::of(const std::vector<vision::FaceLevel>& levels, float width_px) {
    if (levels.empty() || !levels.front().picture) return nullptr;
    if (levels.front().picture != first_) textures_.clear();
    first_ = levels.front().picture;
    const vision::FaceLevel* smallest = &levels.front();
    for (const vision::FaceLevel& level : levels)
        if (level.picture && static_cast<float>(level.extent.width) >= width_px) smallest = &level;
    std::unique_ptr<Texture>& texture = textures_[smallest->picture];
    if (!texture)
        texture = std::make_unique<Texture>(static_cast<int>(smallest->extent.width),
                                            static_cast<int>(smallest->extent.height), 1,
                                            smallest->picture->view<std::uint8_t>());
    return texture.get();
}

FacesPanel::FacesPanel(PlaygroundContext context, FaceFunctions functions)
    : context_(context), task_(context.services.jobs, std::move(functions)) {}

void FacesPanel::bind_keys(KeyMap& keys) {
    keys.bind("Left", "Previous filter", [this] { task_.choose_filter(task_.filter() - 1); });
    keys.bind("Right", "Next filter", [this] { task_.choose_filter(task_.filter() + 1); });
    keys.bind("Up PgUp", "A larger scale of the pyramid",
              [this] { task_.choose_level(task_.level_number() - 1); });
    keys.bind("Down PgDn", "A smaller scale", [this] { task_.choose_level(task_.level_number() + 1); });
    keys.bind("Space", "Scan scale by scale", [this] { task_.set_sweeping(!task_.sweeping()); });
}

bool FacesPanel::on_drop(const std::string& path) {
    if (!is_cascade_name(path)) return false;
    // The sentence goes when a cascade is read, whatever its way here.
    task_.open_cascade(path, [this](const std::string& sentence) {
        context_.services.notices.add(sentence, cascade_cause);
    });
    return true;
}

void FacesPanel::open_cascade(const std::string& path) {
    cascade_error_.clear();
    task_.open_cascade(path, [this](const std::string& sentence) { cascade_error_ = sentence; });
}

void FacesPanel::advance(double dt) {
    task_.advance(dt);
    if (task_.cascade() == seen_) return;
    if (seen_) context_.services.notices.clear(cascade_cause), cascade_error_.clear();
    seen_ = task_.cascade();
}

bool FacesPanel::animating() const {
    const OwnJobs& searching = task_.searching();
    return task_.sweeping() || (searching.busy() && searching.age() < faces_panel_progress_after_s + 0.1);
}

const Texture* FacesPanel::original_texture(bool smooth) {
    framed_.set_smooth(smooth);
    const Texture* texture = framed_.of(task_.found() ? task_.framed() : nullptr);
    // A map over the picture would hide them: beside it frames are marks.
    const bool alone = !task_.result() || context_.playground.show == Playground::Show::original;
    frames_are_pixels_ =
        texture != nullptr && alone && task_.draw_faces && !context_.playground.holding_original;
    return frames_are_pixels_ ? texture : nullptr;
}

std::string FacesPanel::original_label() const {
    if (!task_.found()) return "picture";
    return fmt::format("{} from {}", grouped_count(static_cast<std::int64_t>(task_.faces().size()), "face"),
                       grouped_count(static_cast<std::int64_t>(task_.found()->run.raw.size()), "window"));
}

std::span<const std::string_view> FacesPanel::hints() const {
    static constexpr std::array<std::string_view, 3> hints = {
        "hold A to see the picture alone · click: choose a window", "hold A to see the picture alone",
        "click: choose a window"};
    return hints;
}

std::string FacesPanel::presented_sentence() const {
    if (!task_.found()) return task_.problem();
    const cascade::Cascade& cascade = *task_.found()->cascade;
    return fmt::format(
        "**{}**: each window of {} × {} meets up to **{}** filters, and a few of them reject most windows.",
        original_label(), cascade.window.width, cascade.window.height,
        grouped(static_cast<std::int64_t>(cascade.stumps.size())));
}

std::vector<std::string> FacesPanel::presented_counts() const {
    const vision::FaceLevel* level = task_.level();
    if (!level) return {};
    const std::string scale = fmt::format("scale {} of {}", task_.level_number() + 1, task_.levels());
    return {fmt::format("{}, {} × {} pixels, {} pass", scale, level->extent.width, level->extent.height,
                        grouped(level->passed)),
            fmt::format("{}, {} pass", scale, grouped(level->passed))};
}

float FacesPanel::presented_beside_em(const Frame& frame) const {
    // The rejection map has half of the page.
    return task_.level() ? (frame.area.width() / frame.em(1) - 4.5F) / 2 : 0;
}

void FacesPanel::draw_presented_beside(Frame& frame, Rect area) {
    const Extent places = task_.level()->places;
    const float ratio = static_cast<float>(places.height) / static_cast<float>(places.width);
    const float width = std::min(area.width(), (area.height() - frame.em(4)) / ratio);
    const Rect field =
        Rect::around({area.centre().x, area.centre().y - frame.em(1.2F)}, width, width * ratio).snapped();
    draw_map_field(frame, field);
    draw_legend(frame, {field.min.x, field.max.y + frame.em(0.7F)}, field.width());
}

std::int64_t FacesPanel::moment() const {
    const FacePlace place = task_.place();
    return ((task_.level_number() * std::int64_t{4096} + place.y) * 4096 + place.x) * 64 + task_.filter() +
           static_cast<std::int64_t>(task_.faces().size());
}

std::unique_ptr<PlaygroundPanel> make_faces_panel(PlaygroundContext context) {
    return std::make_unique<FacesPanel>(context);
}

}  // namespace upsweep::app
