// The faces panel: keys, files, settings, and what is said when it is presented.
#include "app/playground/view/faces_panel.h"

#include "app/host/openable.h"
#include "app/ui/controls.h"
#include "app/ui/labels.h"
#include "app/ui/marks.h"
#include "core/home_path.h"

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

std::string grouped_count(int64_t number, std::string_view noun) {
    return grouped(number) + " " + noun_of(number, noun);
}

const Texture* LevelTextures::of(const std::vector<vision::FaceLevel>& levels, float width_px) {
    if (levels.empty() || !levels.front().picture) return nullptr;
    if (levels.front().picture != first_) textures_.clear();
    first_ = levels.front().picture;
    const vision::FaceLevel* smallest = &levels.front();
    for (const vision::FaceLevel& level : levels)
        if (level.picture && float(level.extent.width) >= width_px) smallest = &level;
    std::unique_ptr<Texture>& texture = textures_[smallest->picture];
    if (!texture)
        texture = std::make_unique<Texture>(int(smallest->extent.width), int(smallest->extent.height), 1,
                                            smallest->picture->view<uint8_t>());
    return texture.get();
}

FacesPanel::FacesPanel(PlaygroundContext context, FaceFunctions functions)
    : context_(context), task_(context.services.jobs, std::move(functions)) {}

void FacesPanel::bind_keys(KeyMap& keys) {
    keys.bind({
        {"Left", "Previous filter", [this] { task_.choose_filter(task_.filter() - 1); }},
        {"Right", "Next filter", [this] { task_.choose_filter(task_.filter() + 1); }},
        {"Up PgUp", "A larger scale of the pyramid",
         [this] { task_.choose_level(task_.level_number() - 1); }},
        {"Down PgDn", "A smaller scale", [this] { task_.choose_level(task_.level_number() + 1); }},
        {"Space", "Scan scale by scale", [this] { task_.set_sweeping(!task_.sweeping()); }},
    });
}

bool FacesPanel::on_drop(const std::string& path) {
    if (!is_cascade_name(path)) return false;
    // The sentence goes when a cascade is read, whatever its way here.
    task_.open_cascade(path, [this](const std::string& sentence) {
        context_.services.notices.add(sentence, cascade_cause);
    });
    return true;
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
    return fmt::format("{} from {}", grouped_count(int64_t(task_.faces().size()), "face"),
                       grouped_count(int64_t(task_.found()->run.raw.size()), "window"));
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
        grouped(int64_t(cascade.stumps.size())));
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
    return task_.level() ? (frame.area.width() / frame.em() - 4.5F) / 2 : 0;
}

void FacesPanel::draw_presented_beside(Frame& frame, Rect area) {
    const Extent places = task_.level()->places;
    const float ratio = float(places.height) / float(places.width);
    const float width = std::min(area.width(), (area.height() - frame.em(4)) / ratio);
    const Rect field =
        Rect::around({area.centre().x, area.centre().y - frame.em(1.2F)}, width, width * ratio).snapped();
    draw_map_field(frame, field);
    Column below({field.min.x, field.max.y + frame.em(0.7F)}, field.width());
    draw_legend(frame, below);
}

int64_t FacesPanel::moment() const {
    const FacePlace place = task_.place();
    return ((task_.level_number() * int64_t{4096} + place.y) * 4096 + place.x) * 64 + task_.filter() +
           int64_t(task_.faces().size());
}

namespace {

/// A number that is dragged: its name, its value, a slider under them. True while it changes.
bool draw_slider(Frame& frame, Column& at, std::string_view name, std::string_view label,
                 const std::string& text, float& value, float low, float high, const SliderOptions& options) {
    draw_text(frame, {at.x, at.y + frame.em(0.7F)}, type::strong, Role::t1, label);
    draw_text(frame, {at.right(), at.y + frame.em(0.7F)}, type::number, Role::t1, text, Align::right);
    at.y += frame.em(1.5F);
    const Rect track = Rect::sized(at, at.width, frame.em(1.75F));
    at.y += track.height();
    return slider(frame, name, track, value, low, high, options);
}

}  // namespace

void FacesPanel::draw_controls(Frame& frame, Column& at) {
    const float group = frame.em(rail_is_high(frame) ? 1.1F : 0.4F);
    draw_cascade(frame, at);
    at.y += frame.em(0.2F);
    draw_search(frame, at);
    at.y += group;
    draw_neighbours(frame, at);
    at.y += group;
    draw_ticks(frame, at);
    at.y += group;
    draw_run_on(frame, at, context_.playground);
}

/// What is wrong with it is there whether the group is open or not.
void FacesPanel::draw_cascade(Frame& frame, Column& at) {
    const auto& cascade = task_.cascade();
    cascade_fold_.draw_head(frame, at, "playground.faces.cascade_group", "Cascade",
                            cascade ? trained_on(cascade->name) : "");
    if (!cascade && !task_.problem().empty()) {
        draw_words(frame, at, task_.problem(), type::label);
        at.y += frame.em(0.4F);
    }
    if (cascade && !cascade_fold_.is_open(frame) && cascade_error_.empty()) return;
    if (cascade) draw_cascade_facts(frame, at);
    draw_path(frame, at, "playground.faces.cascade", cascade_path_, "path, or drop an .xml", cascade_error_,
              [this](const std::string& path) {
                  task_.open_cascade(path,
                                     [this](const std::string& sentence) { cascade_error_ = sentence; });
              });
    at.y += frame.em(0.4F);
}

void FacesPanel::draw_cascade_facts(Frame& frame, Column& at) {
    const cascade::Cascade& cascade = *task_.cascade();
    value_row(frame, at, "trained on", trained_on(cascade.name));
    value_row(frame, at, "stages", std::to_string(cascade.stages.size()), type::code);
    value_row(frame, at, "filters", std::to_string(cascade.stumps.size()), type::code);
    value_row(frame, at, "window", fmt::format("{} × {} px", cascade.window.width, cascade.window.height),
              type::code);
    if (!cascade.licence.empty()) value_row(frame, at, "licence", cascade.licence);
    at.y += frame.em(0.4F);
}

void FacesPanel::draw_search(Frame& frame, Column& at) {
    static constexpr std::array<std::string_view, 2> rules = {"OpenCV\u2019s", "the paper\u2019s"};
    int rule = task_.request().rule == vision::FaceRule::opencv ? 0 : 1;
    search_fold_.draw_head(frame, at, "playground.faces.search_group", "Rule, factor",
                           fmt::format("{}, {:.2f}", nth(rules, rule), task_.request().factor));
    if (!search_fold_.is_open(frame)) return;
    if (segmented(frame, "playground.faces.rule", at, rules, rule))
        task_.set_rule(rule == 0 ? vision::FaceRule::opencv : vision::FaceRule::paper);
    at.y += frame.em(2.3F);
    const std::string_view words = rule == 0 ? "Its resize, a step of 1 or 2 pixels, flat windows left out."
                                             : "Bilinear levels, a step of 1 pixel, every window.";
    draw_words(frame, at, words, type::label);
    at.y += frame.em(0.6F);
    static constexpr std::array<float, 4> ticks = {1.1F, 1.25F, 1.5F, 2};
    auto factor = float(task_.request().factor);
    if (draw_slider(frame, at, "playground.faces.factor", "Factor",
                    fmt::format("{:.2f}", task_.request().factor), factor, 1.05F, 2,
                    {.ticks = ticks, .logarithmic = true, .value_width_em = 0}))
        task_.set_factor(double(factor));
}

void FacesPanel::draw_neighbours(Frame& frame, Column& at) {
    static constexpr std::array<float, 11> ticks = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    auto value = float(task_.request().neighbours);
    if (draw_slider(frame, at, "playground.faces.neighbours", "Neighbours",
                    std::to_string(task_.request().neighbours), value, 0, 10,
                    {.ticks = ticks, .whole = true, .value_width_em = 0}))
        task_.set_neighbours(int(value));
    at.y += frame.em(0.15F);
    if (!task_.found()) return;
    const auto raw = int64_t(task_.found()->run.raw.size());
    const int64_t dropped = task_.dropped();
    std::string words = fmt::format("**{}** {}", grouped_count(raw, "window"), raw == 1 ? "passes" : "pass");
    words += task_.request().neighbours == 0 ? " and are not grouped."
             : dropped == 0                  ? "."
                            : fmt::format("; **{}** {} too few neighbours.", grouped(dropped),
                                          dropped == 1 ? "has" : "have");
    draw_words(frame, at, words, type::label);
}

void FacesPanel::draw_ticks(Frame& frame, Column& at) {
    rail_head(frame, at, "Draw");
    const auto tick = [&](std::string_view id, std::string_view label, bool& on) {
        const Rect row = Rect::sized(at, at.width, frame.em(1.5F));
        checkbox(frame, id, row, label, on);
        at.y = row.max.y;
    };
    tick("playground.faces.draw_faces", "found faces", task_.draw_faces);
    tick("playground.faces.draw_windows", "all windows that pass", task_.draw_windows);
    tick("playground.faces.draw_counts", "number of neighbours", task_.draw_counts);
}

namespace {

constexpr float dash_em = 0.35F;

Rect window_rect(const PlaygroundSight& sight, const vision::FaceRectangle& face) {
    return sight.rect({face.x, face.y, face.x + face.width, face.y + face.height});
}

void draw_dashed(Frame& frame, ImVec2 from, ImVec2 to) {
    const ImVec2 way = to - from;
    const float length = std::hypot(way.x, way.y), dash = frame.em(dash_em);
    if (length <= 0) return;
    frame.line(from, to, over::shade, frame.px(4));
    for (float at = 0; at < length; at += 2 * dash)
        frame.line(from + way * (at / length), from + way * (std::min(length, at + dash) / length),
                   over::white, frame.px(2));
}

void draw_dashed_rect(Frame& frame, Rect rect) {
    rect = rect.snapped();
    draw_dashed(frame, rect.min, {rect.max.x, rect.min.y});
    draw_dashed(frame, {rect.max.x, rect.min.y}, rect.max);
    draw_dashed(frame, {rect.min.x, rect.max.y}, rect.max);
    draw_dashed(frame, rect.min, {rect.min.x, rect.max.y});
}

/// "49", on a plate at the rectangle's upper left corner. Returns the plate.
Rect draw_count(Frame& frame, Rect face, std::string_view text) {
    const float width = text_width(frame, type::code_strong, text) + frame.em(0.8F), height = frame.em(1.35F);
    const Rect plate = Rect::sized({face.min.x, face.min.y - height - frame.px(3)}, width, height).snapped();
    frame.fill(plate, over::plate, frame.em(0.2F));
    draw_text(frame, plate.centre(), type::code_strong, over::white, text, Align::centre);
    return plate;
}

}  // namespace

void FacesPanel::draw_over(Frame& frame, const PlaygroundSight& sight) {
    if (!task_.found() || context_.playground.holding_original) return;
    if (task_.draw_windows)
        for (const vision::FaceRectangle& window : task_.found()->run.raw)
            if (const Rect rect = window_rect(sight, window); meet(rect, sight.area))
                frame.outline(rect, IM_COL32(255, 255, 255, 70), 0, frame.px());
    if (task_.draw_faces && !frames_are_pixels_)
        for (const vision::FaceRectangle& face : task_.faces()) draw_outline(frame, window_rect(sight, face));
    const FacesTask::Box box = task_.window_box();
    const Rect chosen(sight.point(box.x, box.y), sight.point(box.x + box.width, box.y + box.height));
    if (task_.level()) draw_dashed_rect(frame, chosen);
    if (task_.draw_faces && task_.draw_counts)
        for (const vision::FaceRectangle& face : task_.faces())
            sight.plates.keep_free(
                draw_count(frame, window_rect(sight, face), std::to_string(face.neighbours)));
    if (!task_.level()) return;
    const FacePlace corner = task_.window_corner();
    const float up = frame.em(2.1F), gap = frame.em(0.6F), x = chosen.centre().x, y = chosen.centre().y;
    sight.plates.put(fmt::format("window ({}, {}) at scale {}", corner.x, corner.y, task_.level_number() + 1),
                     {{{x, chosen.max.y + up}},
                      {{chosen.min.x, chosen.max.y + up}, Align::left},
                      {{chosen.max.x, chosen.max.y + up}, Align::right},
                      {{x, chosen.min.y - up}},
                      {{chosen.max.x + gap, y}, Align::left},
                      {{chosen.min.x - gap, y}, Align::right}});
}

namespace {

constexpr float head_em = 1.9F, label_em = 3.1F, column_em = 6.1F;

/// Which of the first `count` levels are in `columns` columns: evenly apart, and the chosen one in its
/// neighbour's place.
std::vector<int> levels_in(int columns, int count, int chosen) {
    std::vector<int> levels;
    columns = std::min(columns, count);
    for (int i = 0; i < columns; ++i)
        levels.push_back(columns == 1 ? 0 : (i * (count - 1) + (columns - 1) / 2) / (columns - 1));
    // The first one stays, so that the others have their measure.
    const auto from = levels.begin() + (columns > 1 && chosen > 0 ? 1 : 0);
    const auto nearest = std::min_element(
        from, levels.end(), [&](int a, int b) { return std::abs(a - chosen) < std::abs(b - chosen); });
    if (nearest != levels.end()) *nearest = chosen;
    return levels;
}

float column_width(const Frame& frame, const vision::FaceLevel& level, float scale) {
    return std::max(frame.em(column_em), float(level.extent.width) * scale + frame.em(1.2F));
}

}  // namespace

float FacesPanel::strip_em(const Frame& frame) const {
    // Not where it would leave the picture too little.
    const float height = frame.area.height() / frame.em();
    return height < 30 ? 0 : std::clamp(height * 0.2F, 7.6F, 12.4F);
}

void FacesPanel::draw_strip(Frame& frame, Rect area) {
    area = area.inset(frame.em(1.5F), 0);
    area.cut_bottom(frame.em(0.6F));
    area = area.snapped();
    if (task_.searching().age() > faces_panel_progress_after_s) draw_searching(frame, area);
    if (task_.levels() == 0) return;
    draw_head(frame, area.cut_top(frame.em(head_em)));
    const std::vector<vision::FaceLevel>& levels = task_.found()->run.levels;

    // The first level gives the scale: as high as there is room, and no wider than a third.
    const Extent first = levels.front().extent;
    const float scale = std::min((area.height() - frame.em(label_em)) / float(first.height),
                                 area.width() * 0.3F / float(first.width));
    // Levels that would be specks are left out, but for the chosen one.
    int count = task_.levels();
    while (count - 1 > task_.level_number() &&
           float(nth(levels, count - 1).extent.height) * scale < frame.em(0.7F))
        --count;
    int columns = std::min(count, 12);
    const auto width_of = [&](const std::vector<int>& shown) {
        float width = 0;
        for (const int level : shown) width += column_width(frame, nth(levels, level), scale);
        return width;
    };
    while (columns > 1 && width_of(levels_in(columns, count, task_.level_number())) > area.width()) --columns;
    const std::vector<int> shown = levels_in(columns, count, task_.level_number());
    const float gap = shown.size() < 2 ? 0 : (area.width() - width_of(shown)) / float(shown.size() - 1);
    float x = area.min.x;
    for (const int level : shown) {
        const float width = column_width(frame, nth(levels, level), scale);
        draw_level(frame, Rect::sized({x, area.min.y}, width, area.height()).snapped(), level, scale);
        x += width + std::min(gap, frame.em(4));
    }
}

void FacesPanel::draw_head(Frame& frame, Rect head) {
    const float y = head.min.y + frame.em(0.7F);
    const TextStyle title{Face::sans_bold, 1.05F};
    draw_text(frame, {head.min.x, y}, title, Role::t1, "Image pyramid");

    const ButtonOptions sweep{.icon = task_.sweeping() ? marks::pause : marks::play,
                              .tip = "Scan scale by scale (Space)",
                              .bare = true};
    const float side = frame.em(1.75F);
    const Rect play = Rect::sized({head.max.x - side, y - side / 2}, side, side);
    if (button(frame, "playground.faces.sweep", play, "", sweep)) task_.set_sweeping(!task_.sweeping());
    const std::string number = fmt::format("{} / {}", task_.level_number() + 1, task_.levels());
    float right = play.min.x - frame.em(0.3F);
    draw_text(frame, {right, y}, type::code_strong, Role::t1, number, Align::right);
    right -= text_width(frame, type::code_strong, number) + frame.em(0.45F);
    draw_text(frame, {right, y}, type::label, Role::t2, "scanning scale", Align::right);
    right -= text_width(frame, type::label, "scanning scale") + frame.em();
    if (task_.searching().busy()) return;  // says so there

    const Extent window = task_.found()->cascade->window;
    const float left = head.min.x + text_width(frame, title, "Image pyramid") + frame.em(0.7F);
    for (const std::string& words :
         {fmt::format("each level 1 / {:.2f} of the previous one; the window stays {} × {}",
                      task_.found()->request.factor, window.width, window.height),
          fmt::format("the window stays {} × {}", window.width, window.height)}) {
        if (text_width(frame, type::label, words) > right - left) continue;
        draw_text(frame, {left, y}, type::label, Role::t3, words);
        break;
    }
}

/// Beside the title, or alone where there is nothing yet.
void FacesPanel::draw_searching(Frame& frame, Rect area) {
    const float left = area.min.x + (task_.levels() == 0 ? 0 : frame.em(9)), y = area.min.y + frame.em(0.7F);
    const std::string title = task_.searching().title() + " \u2026";
    draw_text(frame, {left, y}, type::label, Role::t2, title);
    const ButtonOptions options{};
    const Rect rect =
        Rect::sized({left + text_width(frame, type::label, title) + frame.em(0.6F), y - frame.em(0.875F)},
                    button_width(frame, "Cancel", options), frame.em(1.75F));
    if (button(frame, "playground.faces.cancel", rect, "Cancel", options)) task_.cancel();
}

void FacesPanel::draw_level(Frame& frame, Rect column, int number, float scale) {
    const vision::FaceLevel& level = nth(task_.found()->run.levels, number);
    const bool chosen = number == task_.level_number();
    const Interaction state = interact(frame, fmt::format("playground.faces.level.{}", number), column);
    if (state.clicked) {
        task_.set_sweeping(false);
        task_.choose_level(number);
    }
    ImDrawList& list = *frame.list();
    if (chosen || state.hovered)
        list.AddRectFilled(column.min, column.max, frame.colour(chosen ? Role::bg3 : Role::bg2),
                           frame.em(0.2F));
    if (chosen)
        list.AddRectFilled({column.min.x, column.max.y - frame.px(3)}, column.max, frame.colour(Role::ink));
    if (state.focused) draw_focus(frame, column, frame.em(0.2F));

    const float width = std::max(2.0F, float(level.extent.width) * scale),
                height = std::max(2.0F, float(level.extent.height) * scale);
    const float foot = column.max.y - frame.em(label_em);
    const float x = column.centre().x;
    const Rect thumb = Rect::sized({x - width / 2, foot - height}, width, height).snapped();
    if (const Texture* texture = thumbs_.of(task_.found()->run.levels, width))
        list.AddImage(texture->id(), thumb.min, thumb.max);
    if (chosen) list.AddRect(thumb.min, thumb.max, over::white, 0, 0, frame.px(1.4F));

    // The window is as large on every level; on the chosen one it is where it is looked at.
    const Extent window = task_.found()->cascade->window;
    const FacePlace corner = chosen ? task_.window_corner() : FacePlace{1, 1};
    const ImVec2 at = thumb.min + ImVec2(float(corner.x), float(corner.y)) * scale;
    const Rect square = Rect::sized(at, std::max(3.0F, float(window.width) * scale),
                                    std::max(3.0F, float(window.height) * scale));
    list.AddRect(square.min - ImVec2(1, 1), square.max + ImVec2(1, 1), over::shade);
    list.AddRect(square.min, square.max, over::white);

    const TextStyle size = chosen ? TextStyle{Face::mono_bold, 0.8F} : type::tick;
    draw_text(frame, {x, foot + frame.em(0.95F)}, size, chosen ? Role::t1 : Role::t2,
              fmt::format("{} × {}", level.extent.width, level.extent.height), Align::centre);
    draw_text(frame, {x, foot + frame.em(2.05F)}, size, chosen ? Role::t1 : Role::t3,
              grouped(level.passed) + " pass", Align::centre);
}

}  // namespace upsweep::app
