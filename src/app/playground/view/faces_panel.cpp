// The faces panel: keys, files, settings, and the picture presented to a class.
#include "app/playground/view/faces_panel.h"

#include <algorithm>

#include <fmt/core.h>

#include "app/ui/controls.h"
#include "media/file.h"
#include "stage/page.h"

namespace upsweep::app {
namespace {

constexpr double progress_after_s = 0.3;

}  // namespace

float faces_head(Frame& frame, ImVec2 at, float width, std::string_view title, std::string_view note,
                 TextStyle note_style) {
    const float y = at.y + frame.em(0.7F);
    const TextStyle style{Face::sans_bold, 1.05F};
    draw_text(frame, {at.x, y}, style, frame.colour(Role::t1), title);
    const float room = width - text_width(frame, style, title) - frame.em(0.8F);
    draw_elided(frame, {at.x + width, y}, room, note_style, frame.colour(Role::t3), note, Align::right);
    return frame.em(1.9F);
}

std::string signed_text(std::int64_t number) { return grouped(number); }

std::string decimal_text(double number, int digits, bool plus) {
    const std::string text = fmt::format("{:.{}f}", std::abs(number), digits);
    if (number < 0 && text.find_first_not_of("0.") != std::string::npos) return "\u2212" + text;
    return (plus ? "+" : "") + text;
}

std::string counted(std::int64_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", grouped(number), number == 1 ? one : many);
}

FacesPanel::FacesPanel(Services& services, Playground& playground)
    : services_(services), playground_(playground), task_(services.jobs) {}

void FacesPanel::bind_keys(KeyMap& keys) {
    keys.bind("V", "Picture, rejection map, both",
              [this] { task_.show = static_cast<FacesTask::Show>((static_cast<int>(task_.show) + 1) % 3); });
    keys.bind("Left", "Filter before", [this] { task_.choose_filter(task_.filter() - 1); });
    keys.bind("Right", "Filter after", [this] { task_.choose_filter(task_.filter() + 1); });
    keys.bind("PgUp", "Next larger scale", [this] { task_.choose_level(task_.level_number() - 1); });
    keys.bind("PgDn", "Next smaller scale", [this] { task_.choose_level(task_.level_number() + 1); });
    keys.bind("Space", "Scan scale after scale", [this] { task_.set_sweeping(!task_.sweeping()); });
}

bool FacesPanel::on_drop(const std::string& path) {
    if (media::ending_of(path) != ".xml") return false;
    task_.open_cascade(path, [this](const std::string& sentence) { cascade_error_ = sentence; });
    cascade_error_.clear();
    return true;
}

void FacesPanel::advance(double dt) {
    task_.start();
    task_.set_picture(playground_.picture() ? playground_.picture()->grey : nullptr);
    if (&task_.backend() != &playground_.backend()) task_.set_backend(playground_.backend());
    task_.advance(dt);
}

bool FacesPanel::animating() const {
    const auto searching = task_.searching();
    return task_.sweeping() || (searching && searching->age() < progress_after_s + 0.1);
}

bool FacesPanel::ready() const { return task_.found() != nullptr || !task_.problem().empty(); }

void FacesPanel::restore(const Settings& settings) {
    const std::int64_t show = settings.integer("playground.faces.show", static_cast<int>(task_.show));
    if (show >= 0 && show <= 2) task_.show = static_cast<FacesTask::Show>(show);
    task_.set_neighbours(
        static_cast<int>(settings.integer("playground.faces.neighbours", task_.request().neighbours)));
    task_.set_factor(static_cast<double>(settings.integer("playground.faces.factor_percent", 110)) / 100);
    if (settings.integer("playground.faces.opencv", 0) == 1) task_.set_rule(vision::FaceRule::opencv);
}

void FacesPanel::save(Settings& settings) const {
    settings.set("playground.faces.show", static_cast<int>(task_.show));
    settings.set("playground.faces.neighbours", task_.request().neighbours);
    settings.set("playground.faces.factor_percent",
                 static_cast<std::int64_t>(task_.request().factor * 100 + 0.5));
    settings.set("playground.faces.opencv", task_.request().rule == vision::FaceRule::opencv ? 1 : 0);
}

stage::Page FacesPanel::page() const {
    stage::Page page{.subject = "Face detection"};
    if (!task_.found()) {
        page.sentence = task_.problem();
        return page;
    }
    const vision::FaceRun& run = task_.found()->run;
    page.place = task_.level_number() + 1;
    page.count = task_.levels();
    page.sentence = fmt::format(
        "**{}** from **{}**: each window of {} × {} asks up to {} filters, and most stop after a few.",
        counted(static_cast<std::int64_t>(task_.faces().size()), "face", "faces"),
        counted(static_cast<std::int64_t>(run.raw.size()), "window", "windows"),
        task_.found()->cascade->window.width, task_.found()->cascade->window.height,
        grouped(static_cast<std::int64_t>(task_.found()->cascade->stumps.size())));
    if (const vision::FaceLevel* level = task_.level())
        page.counts = {
            fmt::format("scale {} of {}, {} × {} pixels, {} pass", page.place, page.count,
                        level->extent.width, level->extent.height, grouped(level->passed)),
            fmt::format("scale {} of {}, {} pass", page.place, page.count, grouped(level->passed))};
    return page;
}

void FacesPanel::draw_presented(Frame& frame) {
    const Pane pane(frame, "playground.presented", frame.area, Role::bg0);
    Rect area = frame.area.inset(frame.em(1.5F), 0).snapped();
    if (!task_.level()) {
        draw_camera(frame, area);
        return;
    }
    Rect map = area.cut_right((area.width() - frame.em(1)) / 2).inset(0, 0);
    area.max.x -= frame.em(1);
    draw_camera(frame, area);
    // As large as the picture beside it.
    const Extent places = task_.level()->places;
    const float ratio = static_cast<float>(places.height) / static_cast<float>(places.width);
    const float width = std::min(map.width(), (map.height() - frame.em(4)) / ratio);
    const float height = width * ratio;
    map = Rect::around({map.centre().x, map.centre().y - frame.em(1.2F)}, width, height).snapped();
    draw_map_field(frame, map, "playground.faces.map");
    draw_legend(frame, {map.min.x, map.max.y + frame.em(0.7F)}, map.width());
}

void FacesPanel::turn(int by) { task_.choose_level(task_.level_number() + by); }

std::int64_t FacesPanel::moment() const {
    return task_.level_number() * 4096 + static_cast<int>(task_.faces().size());
}

}  // namespace upsweep::app
