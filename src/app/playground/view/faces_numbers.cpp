// The right pane of the faces task: the rejection map of the chosen scale, the windows left after each
// stage, one filter of the chosen window, and where the time of a frame goes.

#include "app/playground/view/faces_panel.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app {
namespace {

ImU32 ink(MapColour colour) { return IM_COL32(colour[0], colour[1], colour[2], 255); }

}  // namespace

void FacesPanel::draw_numbers(Frame& frame, Column& at, float bottom) {
    if (!task_.level()) {
        const bool small = task_.found() != nullptr;
        const std::string sentence =
            small ? "The picture is smaller than the cascade's window, so no window fits." : task_.problem();
        if (!sentence.empty())
            at.y += draw_empty_state(frame, at, at.width, small ? "No windows" : "No cascade", sentence);
        return;
    }
    // A low pane keeps the map small, so that all of it is seen without scrolling.
    const bool low = bottom - at.y < frame.em(52);
    const auto rule = [&] {
        at.y += frame.em(0.6F);
        section_rule(frame, at);
    };
    draw_map(frame, at, frame.em(low ? 7.5F : 12));
    rule();
    draw_funnel(frame, at, frame.em(low ? 3.6F : 5.6F));
    rule();
    draw_filter(frame, at);
    rule();
    draw_times(frame, at);
}

void FacesPanel::draw_map(Frame& frame, Column& at, float most_height) {
    const vision::FaceLevel& level = *task_.level();
    section_head(frame, at, "Rejection map",
                 fmt::format("scale {}   {} × {} windows", task_.level_number() + 1, level.places.width,
                             level.places.height),
                 type::tick);
    const float ratio = float(level.places.height) / float(level.places.width);
    const float height = std::max(frame.em(2), std::min(most_height, at.width * ratio));
    const float across = std::min(at.width, height / ratio);
    const Rect field = Rect::sized({at.x + (at.width - across) / 2, at.y}, across, height).snapped();
    draw_map_field(frame, field);
    at.y = field.max.y + frame.em(0.55F);
    draw_legend(frame, at);
}

/// The map itself; a click chooses a window.
void FacesPanel::draw_map_field(Frame& frame, Rect field) {
    const vision::FaceLevel& level = *task_.level();
    const ImVec2 cell(field.width() / float(level.places.width), field.height() / float(level.places.height));
    const Interaction state = interact(frame, "playground.faces.map", field);
    if (state.held || state.clicked) {
        const ImVec2 in = ImGui::GetIO().MousePos - field.min;
        task_.choose_window({int64_t(std::floor(in.x / cell.x)), int64_t(std::floor(in.y / cell.y))});
    }
    if (const Texture* texture = map_.of(task_.result()))
        frame.list()->AddImage(texture->id(), field.min, field.max);
    frame.outline(field, Role::line2);
    const FacePlace place = task_.place();
    const ImVec2 middle =
        field.min + ImVec2((float(place.x) + 0.5F) * cell.x, (float(place.y) + 0.5F) * cell.y);
    const float side = std::max(frame.em(0.6F), cell.x + 2);
    draw_outline(frame, Rect::around(middle, side));
    if (state.focused) draw_focus(frame, field, 0);
}

void FacesPanel::draw_legend(Frame& frame, Column& at) {
    const int stages = int(task_.found()->cascade->stages.size());
    const float middle = at.y + frame.em(0.5F), half = frame.em(0.3F);
    const std::string_view label = "stages passed";
    draw_text(frame, {at.x, middle}, type::small, Role::t2, label);
    const std::string all = fmt::format("all {}", stages);
    const TextStyle strong{Face::sans_semibold, 0.85F};
    const float all_width = text_width(frame, strong, all) + frame.em(1.1F);
    const bool skipped = task_.found()->request.rule == vision::FaceRule::opencv;
    const std::string_view unseen = "not tested";
    const float unseen_width = skipped ? text_width(frame, type::small, unseen) + frame.em(1.6F) : 0;
    const float left = at.x + text_width(frame, type::small, label) + frame.em(0.6F);
    const float right = at.right() - all_width - unseen_width - frame.em(0.6F);
    const float step = (right - left) / float(stages);
    for (int s = 0; s < stages; ++s)
        frame.fill({left + step * float(s), middle - half, left + step * float(s + 1), middle + half},
                   ink(map_grey(s, stages)));
    const auto swatch = [&](float x, ImU32 colour) {
        const Rect box = Rect::sized({x, middle - half}, 2 * half, 2 * half).snapped();
        frame.fill(box, colour);
        frame.outline(box, Role::line2);
    };
    float x = right + frame.em(0.6F);
    swatch(x, ink(map_all));
    draw_text(frame, {x + frame.em(0.95F), middle}, strong, Role::t1, all);
    if (skipped) {
        x += all_width + frame.em(0.5F);
        swatch(x, ink(map_not_asked));
        draw_text(frame, {x + frame.em(0.95F), middle}, type::small, Role::t2, unseen);
    }
    for (const int s : {0, stages / 2, stages - 1})
        draw_text(frame, {left + step * (float(s) + 0.5F), middle + frame.em()}, type::tick, Role::t3,
                  std::to_string(s), Align::centre);
    at.y += frame.em(1.9F);
}

namespace {

/// "1 M", "10 k", "100": what an axis of counts says.
std::string power_text(int exponent) {
    if (exponent >= 9) return fmt::format("{:.0f} G", std::pow(10, exponent - 9));
    if (exponent >= 6) return fmt::format("{:.0f} M", std::pow(10, exponent - 6));
    if (exponent >= 3) return fmt::format("{:.0f} k", std::pow(10, exponent - 3));
    return fmt::format("{:.0f}", std::pow(10, exponent));
}

/// The stage after which most of what will ever go has gone, and the share of windows gone then.
std::string funnel_words(const std::vector<int64_t>& left) {
    const size_t stage = std::min<size_t>(3, left.size() - 1);
    if (left.front() == 0) return "no window was scanned";
    const double gone = 1 - double(left[stage]) / double(left.front());
    return fmt::format("**{}**, **{:.0f} %** gone after stage {}", grouped_count(left.front(), "window"),
                       std::floor(gone * 100), stage);
}

}  // namespace

void FacesPanel::draw_funnel(Frame& frame, Column& at, float height) {
    section_head(frame, at, "Windows left after each stage", "all scales");
    const std::vector<int64_t>& left = task_.found()->run.left;
    if (left.empty()) return;
    draw_words(frame, at, funnel_words(left), type::label);
    at.y += frame.em(0.6F);

    const Rect field = Rect(at.x + frame.em(2.9F), at.y, at.right(), at.y + height).snapped();
    const auto count = float(left.size());
    const double most = double(std::max<int64_t>(10, left.front()));
    const int top = int(std::ceil(std::log10(most)));
    const int64_t last = std::max<int64_t>(1, left.back());
    const int bottom = std::max(0, int(std::floor(std::log10(double(last)) - 0.3)));
    const auto y_of = [&](double number) {
        const double share = (std::log10(std::max(number, 1.0)) - bottom) / std::max(1, top - bottom);
        return field.max.y - float(std::clamp(share, 0.0, 1.0)) * field.height();
    };
    for (int exponent = bottom; exponent <= top; exponent += top - bottom > 4 ? 2 : 1) {
        const float y = snap(y_of(std::pow(10, exponent)));
        frame.line({field.min.x, y}, {field.max.x, y}, Role::line, 1);
        draw_text(frame, {field.min.x - frame.em(0.5F), y}, type::tick, Role::t3, power_text(exponent),
                  Align::right);
    }
    const float step = field.width() / count;
    for (size_t s = 0; s < left.size(); ++s) {
        const float x = field.min.x + step * float(s);
        const bool final = s + 1 == left.size();
        const Rect bar(snap(x), std::min(field.max.y - 1, snap(y_of(double(left[s])))),
                       snap(x + step) - frame.px(2), field.max.y);
        if (left[s] > 0) frame.fill(bar, final ? Role::right : Role::t2);
        const Rect slot(x, field.min.y, x + step, field.max.y);
        if (interact(frame, fmt::format("playground.faces.left.{}", s), slot).hovered)
            tooltip(frame, s == 0
                               ? fmt::format("{} scanned", grouped_count(left[s], "window"))
                               : fmt::format("{} left after stage {}", grouped_count(left[s], "window"), s));
        if (final)
            draw_text(frame, {field.max.x, bar.min.y - frame.em(0.6F)}, type::code_strong, Role::right,
                      grouped(left[s]), Align::right);
        if (s % 5 == 0 || (final && left.size() < 6))
            draw_text(frame, {x + step / 2, field.max.y + frame.em(0.75F)}, type::tick,
                      final ? Role::right : Role::t3, std::to_string(s), Align::centre);
    }
    at.y = field.max.y + frame.em(1.3F);
}

namespace {

constexpr std::array<std::string_view, 3> letters = {"R", "S", "T"};

ImU32 grey_ink(uint8_t grey) { return IM_COL32(grey, grey, grey, 255); }

/// The window's pixels, large.
void draw_patch(Frame& frame, Rect field, const vision::FaceLevel& level, FacePlace corner, Extent window) {
    const auto pixels = level.picture->view<uint8_t>();
    const float across = field.width() / float(window.width), down = field.height() / float(window.height);
    for (int64_t y = 0; y < window.height; ++y)
        for (int64_t x = 0; x < window.width; ++x) {
            const ImVec2 from(snap(field.min.x + float(x) * across), snap(field.min.y + float(y) * down)),
                to(snap(field.min.x + float(x + 1) * across), snap(field.min.y + float(y + 1) * down));
            const uint8_t grey = nth(pixels, (corner.y + y) * level.extent.width + corner.x + x);
            frame.fill({from, to}, grey_ink(grey));
        }
}

/// As over the picture, smaller.
void draw_small_corner(Frame& frame, ImVec2 at, bool added) {
    const float radius = frame.em(0.2F);
    frame.disc(at, radius + frame.px(1.4F), over::shade);
    frame.disc(at, radius, added ? over::white : over::plate);
    frame.list()->AddCircle(at, radius, over::white, 0, frame.px(1.2F));
}

void draw_part(Frame& frame, Rect field, const cascade::Part& part, Extent window, size_t index) {
    const float across = field.width() / float(window.width), down = field.height() / float(window.height);
    const Rect rect = Rect::sized(field.min + ImVec2(float(part.x) * across, float(part.y) * down),
                                  float(part.width) * across, float(part.height) * down)
                          .snapped();
    frame.outline(rect, over::shade, 0, frame.px(3.5F));
    frame.outline(rect, over::white, 0, frame.px(1.6F));
    draw_small_corner(frame, rect.min, true);
    draw_small_corner(frame, {rect.max.x, rect.min.y}, false);
    draw_small_corner(frame, {rect.min.x, rect.max.y}, false);
    draw_small_corner(frame, rect.max, true);
    // R's letter at the left, S's at the right, where neither covers the other.
    const float side = frame.em(1.15F), gap = frame.em(0.2F);
    const bool right = index != 0;
    const float y = std::clamp(index == 2 ? rect.max.y - side / 2 : rect.centre().y, field.min.y + side / 2,
                               field.max.y - side / 2);
    float x = right ? rect.max.x + gap + side / 2 : rect.min.x - gap - side / 2;
    x = std::clamp(x, field.min.x + side / 2, field.max.x - side / 2);
    const Rect plate = Rect::around({x, y}, side).snapped();
    frame.fill(plate, over::plate, frame.em(0.15F));
    draw_text(frame, plate.centre(), type::code_strong, over::white, letters[index], Align::centre);
}

/// "−1", "+3", "+1.5".
std::string weight_text(float weight) {
    return decimal_text(double(weight), weight == std::floor(weight) ? 0 : 2, true);
}

/// "−R + 3 · S": the filter's formula.
std::string formula_text(const vision::LookedStump& stump) {
    std::string text;
    for (size_t i = 0; i < stump.parts.size(); ++i) {
        const double weight = double(stump.parts[i].part.weight), size = std::abs(weight);
        text += weight < 0 ? (i == 0 ? "\u2212" : " \u2212 ") : (i == 0 ? "" : " + ");
        if (size != 1) text += fmt::format("{:g} · ", size);
        text += letters[i];
    }
    return text;
}

/// "−1 606", with a fraction only where a weight has one.
std::string formula_value(const vision::LookedStump& stump) {
    double value = 0;
    for (const vision::LookedPart& part : stump.parts) value += double(part.part.weight) * double(part.sum);
    return value == std::floor(value) ? grouped(std::llround(value)) : decimal_text(value, 1);
}

/// One rectangle: what it is, its four corners, its sum.
void draw_sum(Frame& frame, Column& at, const vision::LookedPart& looked, size_t index) {
    const float line = frame.em(1.2F);
    const cascade::Part& part = looked.part;
    draw_text(frame, {at.x, at.y + line / 2}, type::code_strong, Role::t1, letters[index]);
    draw_text(frame, {at.x + frame.em(1.1F), at.y + line / 2}, type::tick, Role::t2,
              fmt::format("{} × {}, weight {}", part.width, part.height, weight_text(part.weight)));
    at.y += line;
    const auto row = [&](std::string_view label, const std::string& text, TextStyle style) {
        draw_text(frame, {at.x, at.y + line / 2}, type::tick, Role::t3, label);
        draw_text(frame, {at.right(), at.y + line / 2}, style, Role::t1, text, Align::right);
        at.y += line;
    };
    row("", fmt::format("{} \u2212 {}", grouped(looked.corners.d), grouped(looked.corners.b)), type::tick);
    row("", fmt::format("\u2212 {} + {}", grouped(looked.corners.c), grouped(looked.corners.a)), type::tick);
    frame.line({at.x, snap(at.y)}, {at.right(), snap(at.y)}, Role::line2, 1);
    row("D \u2212 B \u2212 C + A", grouped(looked.sum), type::code_strong);
    at.y += frame.em(0.3F);
}

}  // namespace

void FacesPanel::draw_filter(Frame& frame, Column& at) {
    const FacePlace corner = task_.window_corner();
    const std::string note = fmt::format("window ({}, {})", corner.x, corner.y);
    const vision::LookedStump* stump = task_.stump();
    if (!stump) {
        section_head(frame, at, "Filters", note, type::code);
        return draw_words(frame, at, "The window has too little contrast, so OpenCV's rule skips it.",
                          type::label);
    }
    // Arrows beside the title, as the keys.
    const ButtonOptions before{.icon = marks::step_back, .tip = "Previous filter (Left)", .bare = true};
    const ButtonOptions after{.icon = marks::step_on, .tip = "Next filter (Right)", .bare = true};
    const float side = frame.em(1.75F);
    Rect arrows = Rect::sized({at.right() - 2 * side, at.y - frame.em(0.2F)}, 2 * side, side);
    if (button(frame, "playground.faces.filter_before", arrows.cut_left(side), "", before))
        task_.choose_filter(task_.filter() - 1);
    if (button(frame, "playground.faces.filter_after", arrows, "", after))
        task_.choose_filter(task_.filter() + 1);
    const std::string title = fmt::format("Filter {} of {} in stage {}", task_.filter_in_stage() + 1,
                                          task_.filters_in_stage(), stump->stage + 1);
    Column head(at, at.width - 2 * side - frame.em(0.4F));
    // The picture's plate names the window, too.
    const bool fits = text_width(frame, {Face::sans_bold, 1.05F}, title) +
                          text_width(frame, type::tick, note) + frame.em(0.8F) <
                      head.width;
    section_head(frame, head, title, fits ? note : "", type::tick);
    at.y = head.y;
    draw_parts(frame, at);
    at.y += frame.em(0.2F);
    draw_value(frame, at);
}

void FacesPanel::draw_parts(Frame& frame, Column& at) {
    const vision::LookedStump& stump = *task_.stump();
    const vision::FaceLevel& level = *task_.level();
    const Extent window = task_.found()->cascade->window;
    const float side = snap(std::min(at.width * 0.42F, frame.em(10)));
    const float height = side * float(window.height) / float(window.width);
    const Rect field = Rect::sized(snap(at), side, height).snapped();
    draw_patch(frame, field, level, task_.window_corner(), window);
    for (size_t i = 0; i < stump.parts.size(); ++i) draw_part(frame, field, stump.parts[i].part, window, i);
    const float left = field.max.x + frame.em(0.9F);
    Column beside({left, at.y}, at.right() - left);
    for (size_t i = 0; i < stump.parts.size(); ++i) draw_sum(frame, beside, stump.parts[i], i);
    at.y = std::max(at.y + height, beside.y);
}

void FacesPanel::draw_value(Frame& frame, Column& at) {
    const vision::LookedStump& stump = *task_.stump();
    const cascade::Cascade& cascade = *task_.found()->cascade;
    const cascade::Stump& of = nth(cascade.stumps, stump.number);
    const bool below = stump.value < stump.threshold;
    // Room for the tick behind it.
    Column words(at, at.width - frame.em(1.4F));
    draw_words(frame, words,
               fmt::format(
                   "`{} = {}`, divided by the contrast **{}**: {} than the threshold {}, so it votes **{}**.",
                   formula_text(stump), formula_value(stump), decimal_text(double(stump.value), 4),
                   below ? "less" : "not less", decimal_text(double(stump.threshold), 4),
                   decimal_text(double(stump.vote), 3, true)),
               type::label);
    at.y = words.y;
    // The greater of the two votes is the one for a face.
    const float most = std::max(of.below, of.otherwise);
    if (stump.vote == most && of.below != of.otherwise)
        marks::tick(frame,
                    Rect::around({at.right() - frame.em(0.5F), at.y - frame.em(0.7F)}, frame.em(0.8F),
                                 frame.em(0.8F)),
                    Role::right);
    const auto stage = size_t(stump.stage);
    const vision::LookedWindow& looked = task_.looked();
    if (stage < looked.stage_sums.size()) {
        const bool on = stump.stage < looked.survived;
        at.y += frame.em(0.2F);
        draw_words(
            frame, at,
            fmt::format("Stage {}: the votes add up to **{}**, {} the threshold {}, so the window {}.",
                        stage + 1, decimal_text(double(looked.stage_sums[stage]), 2),
                        on ? "not below" : "below", decimal_text(double(cascade.stages[stage].threshold), 2),
                        !on                                  ? "is rejected"
                        : stage + 1 == cascade.stages.size() ? "passes"
                                                             : "goes to the next stage"),
            type::label);
    }
}

namespace {

struct TimedPart {
    std::string name;
    double milliseconds = 0;
};

/// `drawn_ms`: of the frames that are shown; they may have been grouped again since the search.
/// `handed_over_ms`: from the GPU's memory into the texture.
std::vector<TimedPart> timed_parts(const vision::FaceRun& run, double drawn_ms, double handed_over_ms) {
    const vision::FaceParts& parts = run.parts;
    std::vector<TimedPart> rows = {
        {"copy up", parts.upload_ms},
        {fmt::format("pyramid, {}", grouped_count(int64_t(run.levels.size()), "level")), parts.pyramid_ms},
        {"integral images", parts.tables_ms},
        {"cascade", parts.cascade_ms},
        {"group", parts.group_ms},
        {"draw", drawn_ms},
        {"to OpenGL", handed_over_ms},
        {"copy down", parts.download_ms}};
    std::erase_if(rows, [](const TimedPart& row) { return row.milliseconds <= 0; });
    return rows;
}

}  // namespace

void FacesPanel::draw_times(Frame& frame, Column& at) {
    const FacesFound& found = *task_.found();
    section_head(frame, at, "Time per frame",
                 found.on->is_slow() ? "" : fmt::format("measured on the {}", found.on->title()));
    if (found.on->is_slow()) return draw_words(frame, at, emulated_sentence());
    const std::vector<TimedPart> rows =
        timed_parts(found.run, task_.framed() ? task_.framed_ms() : found.run.parts.draw_ms,
                    task_.framed() ? framed_.handed_over_ms().value_or(0) : 0);
    double sum = 0, most = 0;
    for (const TimedPart& row : rows) sum += row.milliseconds, most = std::max(most, row.milliseconds);
    if (sum <= 0) return draw_words(frame, at, "Nothing was measured.", type::label);
    const float bar_left = at.x + frame.em(8.2F), bar_right = at.right() - frame.em(4.8F);
    for (const TimedPart& row : rows) {
        const float middle = at.y + frame.em(0.65F), half = frame.em(0.2F);
        draw_text(frame, {at.x, middle}, type::label, Role::t2, row.name);
        frame.fill({bar_left, middle - half, bar_right, middle + half}, Role::bg3, half);
        const float length = std::max(2 * half, (bar_right - bar_left) * float(row.milliseconds / most));
        frame.fill({bar_left, middle - half, bar_left + length, middle + half}, Role::t2, half);
        draw_text(frame, {at.right(), middle}, type::code, Role::t1, milliseconds_text(row.milliseconds),
                  Align::right);
        at.y += frame.em(1.3F);
    }
    at.y += frame.em(0.15F);
    frame.line({at.x, snap(at.y)}, {at.right(), snap(at.y)}, Role::line2, 1);
    at.y += frame.em(0.3F);
    const float middle = at.y + frame.em(0.75F);
    const std::string total = milliseconds_text(sum);
    draw_text(frame, {at.x, middle}, type::code_strong, Role::t1, total);
    draw_text(frame, {at.x + text_width(frame, type::code_strong, total) + frame.em(0.4F), middle},
              type::label, Role::t2, "a frame");
    const std::string_view unit = "frames/s";
    draw_text(frame, {at.right(), middle}, type::label, Role::t2, unit, Align::right);
    const double rate = 1000 / sum;
    draw_text(frame, {at.right() - text_width(frame, type::label, unit) - frame.em(0.4F), middle},
              {Face::mono_bold, 1.3F}, Role::t1, fmt::format("{:.{}f}", rate, rate < 10 ? 1 : 0),
              Align::right);
    at.y += frame.em(1.5F);
    if (task_.framed() && !framed_.detour().empty()) draw_words(frame, at, framed_.detour(), type::label);
}

}  // namespace upsweep::app
