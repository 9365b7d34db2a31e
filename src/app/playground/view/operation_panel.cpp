#include "app/playground/view/operation_panel.h"

#include <numeric>

#include "app/ui/controls.h"
#include "app/ui/labels.h"

namespace upsweep::app {

using Control = vision::Parameter::Control;

namespace {

using Change = std::function<void(int64_t)>;

void draw_buttons(Frame& frame, Column& at, const vision::Parameter& parameter, int64_t value,
                  const Change& change) {
    std::vector<std::string> texts;
    for (int64_t one = parameter.least; one <= parameter.most; ++one) texts.push_back(std::to_string(one));
    const std::vector<std::string_view> labels(texts.begin(), texts.end());
    draw_text(frame, {at.x, at.y + frame.em()}, type::label, Role::t2, parameter.label);
    int chosen = int(value - parameter.least);
    if (segmented(frame, parameter.setting, {at.right() - segmented_width(frame, labels), at.y}, labels,
                  chosen))
        change(chosen + parameter.least);
    at.y += frame.em(2.2F);
}

void draw_sizes(Frame& frame, Column& at, const vision::Parameter& parameter, int64_t value,
                const Change& change) {
    const float row = frame.em(rail_row_em);
    at.y += frame.em(0.3F);
    const int size = nth(parameter.sizes, value);
    draw_text(frame, {at.x, at.y + row / 2}, type::strong, Role::t1, parameter.label);
    draw_text(frame, {at.right(), at.y + row / 2}, type::number, Role::t1, fmt::format("{} × {}", size, size),
              Align::right);
    auto place = float(value);
    std::vector<float> ticks(parameter.sizes.size());
    std::iota(ticks.begin(), ticks.end(), 0.0F);
    const SliderOptions options{.ticks = ticks, .whole = true, .value_width_em = 0};
    if (slider(frame, parameter.setting, Rect::sized({at.x, at.y + row}, at.width, row), place, 0,
               ticks.back(), options))
        change(int64_t(place));
    at.y += 2 * row + frame.em(0.4F);
}

}  // namespace

void OperationPanel::bind_keys(KeyMap& keys) {
    const auto& parameters = operation().parameters;
    // What goes up and down is before what goes round.
    for (const bool round : {false, true})
        for (size_t i = 0; i < parameters.size(); ++i)
            for (const vision::ParameterKey& key : parameters[i].keys) {
                if (parameters[i].goes_round() != round) continue;
                keys.bind(key.key, std::string(key.title), [this, i, by = key.by] {
                    task_->set(i, operation().parameters[i].moved(task_->value(i), by));
                });
            }
}

void OperationPanel::draw_controls(Frame& frame, Column& at) {
    for (size_t i = 0; i < operation().parameters.size(); ++i) draw_control(frame, at, i);
    if (operation().facts == nullptr) return;
    for (const vision::NumberRow& fact : operation().facts(task_->values()))
        value_row(frame, at, fact.label, fact.value, fact.strong ? type::code : type::label);
}

void OperationPanel::draw_control(Frame& frame, Column& at, size_t number) {
    const vision::Parameter& parameter = operation().parameters[number];
    const int64_t value = task_->value(number);
    const int most = int(parameter.most);
    const auto change = [&](int64_t chosen) { task_->set(number, chosen); };
    const bool spaced = parameter.control == Control::slider || parameter.control == Control::menu;
    if (number > 0 && spaced) at.y += frame.em(0.4F);
    switch (parameter.control) {
        case Control::none:
            break;
        case Control::radius:
            radius_.draw(frame, at, int(value), most, change);
            break;
        case Control::slider:
            draw_whole(frame, at, parameter.setting, parameter.label, int(value), most, parameter.suffix,
                       change);
            break;
        case Control::menu:
            rail_head(frame, at, parameter.label);
            draw_choice(frame, at, parameter.setting, parameter.words, value, change);
            break;
        case Control::sizes:
            draw_sizes(frame, at, parameter, value, change);
            break;
        case Control::buttons:
            draw_buttons(frame, at, parameter, value, change);
    }
}

void OperationPanel::draw_numbers(Frame& frame, Column& at, float) {
    const auto numbers = task_->numbers(model_.pointer_x(), model_.pointer_y());
    draw_pointer(frame, at, numbers ? &*numbers : nullptr);
    if (!numbers) {
        at.y += frame.em(0.6F);
        return draw_words(frame, at, std::string(operation().making_further) + " \u2026");
    }
    section_rule(frame, at);
    for (const vision::NumberSection& section : numbers->sections) {
        draw_section(frame, at, section);
        section_rule(frame, at);
    }
    draw_time(frame, at);
}

void OperationPanel::draw_pointer(Frame& frame, Column& at, const vision::PixelNumbers* numbers) {
    const int64_t x = model_.pointer_x(), y = model_.pointer_y();
    section_head(frame, at, "Under the pointer", fmt::format("({}, {})", x, y), type::code);
    const ImVec2 field = draw_neighbourhood(frame, at, *model_.picture()->grey, x, y);
    const float beside = field.x + frame.em(0.9F);
    Column row(at + ImVec2(beside, 0), at.width - beside);
    if (numbers != nullptr)
        for (const vision::NumberRow& one : numbers->beside) {
            if (one.apart) row.y += frame.em(0.35F);
            draw_pair(frame, row, one.label, one.value, one.strong);
        }
    at.y += field.y;
}

void OperationPanel::draw_section(Frame& frame, Column& at, const vision::NumberSection& section) {
    section_head(frame, at, section.title, section.note, section.code ? type::code : type::label);
    if (const auto& sum = section.corners) {
        draw_corners(frame, at, sum->region, sum->corners);
        draw_total(frame, at, sum->label, sum->sum);
    }
    for (const vision::BoxSum& boxes : section.boxes) draw_boxes(frame, at, boxes);
    for (const vision::NumberRow& row : section.rows) draw_pair(frame, at, row.label, row.value, row.strong);
    if (section.words.empty()) return;
    if (!section.rows.empty()) at.y += frame.em(0.2F);
    draw_words(frame, at, section.words);
}

namespace {

/// The boxes as SURF's figures draw them: light where they are added, dark where they are subtracted.
void draw_lobes(Frame& frame, Rect field, const vision::BoxSum& boxes, const vision::Region& whole) {
    frame.fill(field, IM_COL32(128, 128, 128, 255));
    const float scale = field.width() / float(whole.width());
    const auto corner = [&](int64_t x, int64_t y) {
        return field.min + ImVec2(float(x - whole.x0), float(y - whole.y0)) * scale;
    };
    for (const vision::BoxSum::Box& box : boxes.boxes) {
        const vision::Region& region = box.region;
        const Rect lobe = Rect(corner(region.x0, region.y0), corner(region.x1, region.y1)).snapped();
        frame.fill(lobe, box.light ? over::white : over::black);
        frame.outline(lobe, Role::line2, 0, frame.px());
    }
    frame.outline(field, Role::line2, 0, frame.px());
}

}  // namespace

void OperationPanel::draw_boxes(Frame& frame, Column& at, const vision::BoxSum& boxes) {
    const float row = frame.em(1.3F), side = frame.em(4.6F), left = at.x + side + frame.em(0.9F);
    const vision::PixelMarks marks = operation().marks(task_->values(), model_.picture()->extent(),
                                                       model_.pointer_x(), model_.pointer_y());
    draw_lobes(frame, Rect::sized(at, side, side).snapped(), boxes, marks.window);
    float y = at.y;
    for (const vision::BoxSum::Box& box : boxes.boxes) {
        const float middle = y + row / 2;
        draw_text(frame, {left, middle}, type::code_strong, Role::t1, box.name);
        draw_text(frame, {left + frame.em(2.2F), middle}, type::code, Role::t3,
                  fmt::format("{} × {}", box.region.width(), box.region.height()));
        draw_text(frame, {at.right(), middle}, type::code, Role::t1, grouped(box.sum), Align::right);
        y += row;
    }
    y += frame.em(0.15F);
    frame.line({left, snap(y)}, {at.right(), snap(y)}, Role::t1, frame.px(1.4F));
    y += frame.em(0.15F);
    draw_text(frame, {left, y + row / 2}, type::label, Role::t2, boxes.label);
    draw_text(frame, {at.right(), y + row / 2}, type::number_strong, Role::t1, boxes.value, Align::right);
    at.y = std::max(at.y + side, y + row) + frame.em(0.7F);
}

void OperationPanel::draw_time(Frame& frame, Column& at) {
    const PlaygroundPicture& picture = *model_.picture();
    const auto& made = task_->made();
    draw_time_section(frame, at,
                      made ? parts_sentence(picture, operation().tables, made->run.tables_ms,
                                            operation().filter, made->run.filter_ms, made->run.transfer_ms)
                           : "");
    if (!made || operation().result == nullptr) return;
    at.y += frame.em(0.4F);
    draw_words(frame, at, operation().result(made->run, picture.extent().count()));
}

void OperationPanel::draw_over(Frame& frame, const PlaygroundSight& sight) {
    const int64_t x = model_.pointer_x(), y = model_.pointer_y();
    const vision::PixelMarks marks = operation().marks(task_->values(), model_.picture()->extent(), x, y);
    for (const vision::Region& outline : marks.outlines) draw_outline(frame, sight.rect(outline));
    draw_window(frame, sight.plates, sight.rect(marks.window), sight.rect({x, y, x + 1, y + 1}),
                marks.window);
}

namespace {

constexpr int direct_line = 1, integral_line = 3;  // amber and green, as squares and discs
constexpr double most_radius = 255;

struct Scale {
    Rect field;
    double lowest = 0.1, highest = 100;  ///< milliseconds, powers of ten

    float x(double radius) const {
        return field.min.x + float(std::log2(radius) / std::log2(most_radius)) * field.width();
    }
    float y(double ms) const {
        const double share = std::log(std::max(ms, lowest) / lowest) / std::log(highest / lowest);
        return field.max.y - float(share) * field.height();
    }
};

/// Whole decades around everything that was measured, with room above for a name, which takes more of them in
/// a low field.
Scale scale_for(const Frame& frame, Rect field, const std::vector<SweepPoint>& points) {
    double low = 1e9, high = 0;
    for (const SweepPoint& point : points) {
        if (point.radius < 1 || point.radius > most_radius) continue;
        low = std::min({low, point.integral_ms, point.direct_ms.value_or(point.integral_ms)});
        high = std::max({high, point.integral_ms, point.direct_ms.value_or(0)});
    }
    if (high == 0) return {field};
    const double room = field.height() < frame.em(8) ? 30 : 3;
    Scale scale{field, std::pow(10, std::floor(std::log10(low * 0.6))),
                std::pow(10, std::ceil(std::log10(high * room)))};
    return scale;
}

/// "10 µs", "1 s": powers of ten.
std::string decade_text(double ms) {
    if (ms < 0.9) return fmt::format("{:g} µs", ms * 1e3);
    return ms < 900 ? fmt::format("{:g} ms", ms) : fmt::format("{:g} s", ms * 1e-3);
}

void draw_axes(Frame& frame, const Scale& scale) {
    const Rect& field = scale.field;
    frame.fill(field, Role::bg0);
    const double decades = std::round(std::log10(scale.highest / scale.lowest));
    const int every =
        std::max(1, int(std::ceil(float(decades) * frame.em(1.3F) / std::max(1.0F, field.height()))));
    int number = 0;
    for (double ms = scale.lowest; ms <= scale.highest * 1.01; ms *= 10, ++number) {
        const float y = snap(scale.y(ms));
        frame.line({field.min.x, y}, {field.max.x, y}, Role::line, 1);
        if (number % every == 0)
            draw_text(frame, {field.min.x - frame.em(0.5F), y}, type::tick, Role::t3, decade_text(ms),
                      Align::right);
    }
    for (const int radius : {1, 2, 4, 8, 16, 32, 64, 128, 255})
        draw_text(frame, {scale.x(radius), field.max.y + frame.em(0.8F)}, type::tick, Role::t3,
                  std::to_string(radius), Align::centre);
    draw_text(frame, {field.centre().x, field.max.y + frame.em(1.8F)}, type::small, Role::t3, "radius",
              Align::centre);
}

void draw_marker(Frame& frame, ImVec2 at, ImU32 colour, bool square) {
    const float size = frame.em(0.24F);
    if (square)
        frame.fill({at.x - size, at.y - size, at.x + size, at.y + size}, colour);
    else
        frame.disc(at, size * 1.1F, colour);
}

void draw_line(Frame& frame, const std::vector<ImVec2>& points, int line) {
    if (points.empty()) return;
    const ImU32 colour = frame.theme.plot_line(line);
    frame.list()->AddPolyline(points.data(), int(points.size()), colour, 0, frame.px(2.6F));
    for (ImVec2 at : points) draw_marker(frame, at, colour, line == direct_line);
}

/// Names and readings, each where it covers neither a line nor another label.
class Labels {
  public:
    Labels(Frame& frame, Rect field) : frame_(frame), field_(field) {}
    void keep_off(std::span<const ImVec2> line) {
        for (const Rect& box : boxes_along(line, frame_.em(0.45F))) taken_.push_back(box);
    }
    /// Only a name that has no other place lies on it.
    void keep_rather_off(Rect rect) { rather_.push_back(rect); }

    /// A ring and the time at a point that was measured at the radius in use.
    void draw_reading(ImVec2 at, double ms) {
        frame_.list()->AddCircle(at, frame_.em(0.45F), frame_.colour(Role::ink), 0, frame_.px(1.6F));
        const std::string text = milliseconds_text(ms);
        const float width = text_width(frame_, type::code, text) + frame_.em(0.3F), height = frame_.em(1.05F);
        std::vector<Rect> places;
        for (const float away : {0.95F, 1.5F, 2.2F})
            for (const float down : {-1.0F, 1.0F})
                for (const float right : {-1.0F, 1.0F})
                    places.push_back(Rect::around(
                        {at.x + right * (width / 2 + frame_.em(0.4F)), at.y + down * frame_.em(away)}, width,
                        height));
        const std::vector<Rect> all = all_taken();
        if (const auto place = first_free(places, all, field_)) put(text, type::code, *place);
    }

    /// The longest of the names that has a place, with the line's mark before it: at the line's end if it can
    /// be, else farther back along it; on the side where the other line is not, if there is room. The
    /// shortest is there at every size.
    void draw_name(std::span<const ImVec2> points, int line, std::span<const std::string> names) {
        if (points.empty()) return;
        const float side = line == direct_line ? -1.0F : 1.0F;  // the direct sum is the slower one
        const std::vector<Rect> all = all_taken();
        for (const std::vector<Rect>& taken : {all, taken_})
            for (const std::string& name : names)
                if (const auto place = first_free(places_along(points, name, side), taken, field_))
                    return put_name(name, line, *place);
        put_name(names.back(), line, places_along(points, names.back(), side).front());
    }

  private:
    std::vector<Rect> all_taken() const {
        std::vector<Rect> all = taken_;
        append(all, rather_);
        return all;
    }
    float mark_width() const { return frame_.em(0.9F); }
    std::vector<Rect> places_along(std::span<const ImVec2> line, std::string_view name, float side) const {
        const float width = mark_width() + text_width(frame_, type::head, name) + frame_.em(0.3F),
                    height = frame_.em();
        std::vector<Rect> places;
        for (const float down : {side, -side})
            for (const float away : {0.95F, 1.5F, 2.2F})
                for (size_t i = line.size(); i-- > 0;) {
                    const float x = std::clamp(line[i].x - width / 2, field_.min.x,
                                               std::max(field_.min.x, field_.max.x - width));
                    places.push_back(
                        Rect::sized({x, line[i].y + down * frame_.em(away) - height / 2}, width, height));
                }
        return places;
    }
    void put_name(std::string_view name, int line, Rect place) {
        put("", type::head, place);
        const Rect mark = place.cut_left(mark_width());
        draw_marker(frame_, mark.centre(), frame_.theme.plot_line(line), line == direct_line);
        draw_text(frame_, {place.min.x, place.centre().y}, type::head, Role::t1, name);
    }
    void put(std::string_view text, TextStyle style, Rect place) {
        frame_.fill(place, Role::bg0);
        draw_text(frame_, place.centre(), style, Role::t1, text, Align::centre);
        taken_.push_back(place.inset(-frame_.em(0.15F)));
    }

    Frame& frame_;
    Rect field_;
    std::vector<Rect> taken_, rather_;
};

/// From the longest to the shortest.
std::vector<std::string> direct_names(const PlaygroundSweep& sweep) {
    const SweepPoint* last = sweep.stopped();
    if (last == nullptr) return {"direct sum of the window", "direct sum"};
    const std::string time = milliseconds_text(*last->direct_ms);
    return {fmt::format("direct sum of the window, stopped at {} a picture", time),
            fmt::format("direct sum, stopped at {} a picture", time),
            fmt::format("direct sum, stopped at {}", time)};
}

/// Time against radius, both logarithmic: only what was measured. `radius` gets a line.
void draw_sweep(Frame& frame, Rect area, const PlaygroundSweep& sweep, int radius) {
    Rect field(area.min.x + frame.em(4.2F), area.min.y + frame.em(0.4F), area.max.x - frame.em(0.6F),
               area.max.y - frame.em(2.5F));
    if (field.empty()) return;
    const Scale scale = scale_for(frame, field.snapped(), sweep.points());
    draw_axes(frame, scale);
    frame.list()->PushClipRect(area.min, area.max, true);
    Labels labels(frame, field);
    if (radius >= 1 && radius <= most_radius) {
        const float x = snap(scale.x(radius));
        frame.line({x, field.min.y}, {x, field.max.y}, Role::t1, frame.px(1.4F));
        labels.keep_rather_off({x - frame.px(2), field.min.y, x + frame.px(2), field.max.y});
    }
    std::vector<ImVec2> direct, integral;
    for (const SweepPoint& point : sweep.points()) {
        if (point.radius < 1 || point.radius > most_radius) continue;
        integral.emplace_back(scale.x(point.radius), scale.y(point.integral_ms));
        if (point.direct_ms) direct.emplace_back(scale.x(point.radius), scale.y(*point.direct_ms));
    }
    draw_line(frame, direct, direct_line);
    draw_line(frame, integral, integral_line);
    labels.keep_off(std::span<const ImVec2>(direct));
    labels.keep_off(std::span<const ImVec2>(integral));
    labels.draw_name(direct, direct_line, direct_names(sweep));
    labels.draw_name(integral, integral_line,
                     std::vector<std::string>{"through the integral image", "integral image"});
    if (const SweepPoint* now = sweep.at(radius); now != nullptr && radius >= 1 && radius <= most_radius) {
        labels.draw_reading({scale.x(radius), scale.y(now->integral_ms)}, now->integral_ms);
        if (now->direct_ms) labels.draw_reading({scale.x(radius), scale.y(*now->direct_ms)}, *now->direct_ms);
    }
    frame.list()->PopClipRect();
}

constexpr int bins = 32;

void draw_bars(Frame& frame, Rect field, const std::array<double, bins>& shares, double most) {
    const float step = field.width() / bins;
    for (int i = 0; i < bins; ++i) {
        const auto height = float(nth(shares, i) / most) * field.height();
        const float x = field.min.x + float(i) * step;
        frame.fill({snap(x) + 1, snap(field.max.y - height), snap(x + step), field.max.y}, Role::read);
    }
}

void draw_steps(Frame& frame, Rect field, const std::array<double, bins>& shares, double most) {
    const float step = field.width() / bins;
    std::array<ImVec2, 2 * bins> corners;
    for (size_t i = 0; i < bins; ++i) {
        const float y = field.max.y - float(shares[i] / most) * field.height();
        corners[2 * i] = {field.min.x + float(i) * step, y};
        corners[2 * i + 1] = {field.min.x + float(i + 1) * step, y};
    }
    frame.list()->AddPolyline(corners.data(), 2 * bins, frame.colour(Role::t1), 0, frame.px(1.6F));
}

std::array<double, bins> shares_of(const std::array<int64_t, 256>& counts) {
    const auto all = double(std::max<int64_t>(1, std::accumulate(counts.begin(), counts.end(), int64_t{0})));
    std::array<double, bins> shares{};
    for (size_t grey = 0; grey < counts.size(); ++grey)
        shares[grey * bins / 256] += double(counts[grey]) / all;
    return shares;
}

}  // namespace

void BoxFilterPanel::draw_over(Frame& frame, const PlaygroundSight& sight) {
    if (model_.region()) draw_region(frame, sight.plates, sight.rect(*model_.region()), *model_.region());
    OperationPanel::draw_over(frame, sight);
}

void BoxFilterPanel::draw_numbers(Frame& frame, Column& at, float bottom) {
    draw_sum(frame, at);
    section_rule(frame, at);
    draw_histogram(frame, at);
    section_rule(frame, at);
    const auto numbers = task_.numbers(model_.pointer_x(), model_.pointer_y());
    draw_pointer(frame, at, numbers ? &*numbers : nullptr);
    section_rule(frame, at);
    draw_time(frame, at);
    const float plot = std::max(frame.em(8), bottom - at.y);
    draw_sweep(frame, Rect::sized(at, at.width, plot), task_.sweep(), task_.radius());
    at.y += plot;
}

void BoxFilterPanel::draw_sum(Frame& frame, Column& at) {
    section_head(frame, at, "Sum of the rectangle", "4 reads, any size");
    if (!model_.region())
        return draw_words(frame, at, "Draw a rectangle with the right button, or with Shift and the left.");
    const vision::Region r = *model_.region();
    const vision::IntegralImage& integral = *model_.picture()->integral;
    const vision::Corners corners = vision::corners(integral, r);
    draw_corners(frame, at, r, corners);
    const uint64_t sum = vision::region_sum(integral, r);
    const bool wraps = sum != corners.sum();
    draw_total(frame, at, wraps ? "sum, in two or more strips" : "sum of grey", grouped(sum));
    draw_pair(frame, at, fmt::format("mean of {} {}", grouped(r.count()), noun_of(r.count(), "pixel")),
              fmt::format("{:.1f}", double(sum) / double(r.count())));
}

void BoxFilterPanel::draw_histogram(Frame& frame, Column& at) {
    draw_key(frame, {at.right(), at.y + frame.em(0.7F)}, "whole picture", "rectangle", 0.35F);
    section_head(frame, at, "Greys");
    const Rect field =
        Rect::sized(at, at.width, frame.em(frame.low || frame.density == Density::medium ? 3.6F : 5.6F))
            .snapped();
    const std::array<double, bins> whole = shares_of(model_.picture()->histogram);
    const std::array<double, bins> inside = shares_of(model_.region_histogram());
    const double most = std::max({1e-9, *max_element(whole), model_.region() ? *max_element(inside) : 0.0});
    if (model_.region()) draw_bars(frame, field, inside, most);
    draw_steps(frame, field, whole, most);
    frame.line({field.min.x, field.max.y}, field.max, Role::line2, 1);
    at.y = field.max.y;
    for (int grey : {0, 64, 128, 192, 255})
        draw_text(frame, {field.min.x + field.width() * float(grey) / 255, at.y + frame.em(0.75F)},
                  type::tick, Role::t3, std::to_string(grey),
                  grey == 0     ? Align::left
                  : grey == 255 ? Align::right
                                : Align::centre);
    at.y += frame.em(1.2F);
}

void BoxFilterPanel::draw_time(Frame& frame, Column& at) {
    section_head(frame, at, "Time", task_.sweep().running() ? "measuring \u2026" : "medians of up to 5 runs");
    std::string text = time_sentence(*model_.picture(), task_.sweep().at(task_.radius()));
    if (!task_.simple() && task_.settled()) {
        const auto& [drawn, run] = *task_.made();
        const size_t filters = drawn->channels.size() * size_t(task_.shown()[1]);
        text = parts_sentence(*model_.picture(), fmt::format("{} integral images", filters), run.tables_ms,
                              fmt::format("{} filters", filters), run.filter_ms, run.transfer_ms);
        text += " Below: one pass over the grey.";
    }
    if (text.empty()) text = fmt::format("Measuring at r = {} \u2026", task_.radius());
    draw_words(frame, at, text);
    at.y += frame.em(0.5F);
}

}  // namespace upsweep::app
