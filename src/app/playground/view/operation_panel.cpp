#include "app/playground/view/operation_panel.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/core.h>

#include "app/playground/model/playground_time.h"
#include "app/ui/controls.h"
#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::app {

using Control = vision::Parameter::Control;

namespace {

using Change = std::function<void(int64_t)>;

void draw_buttons(Frame& frame, Column& at, const vision::Parameter& parameter, int64_t value,
                  const Change& change) {
    std::vector<std::string> texts;
    for (int64_t one = parameter.least; one <= parameter.most; ++one) texts.push_back(std::to_string(one));
    const std::vector<std::string_view> labels(texts.begin(), texts.end());
    draw_text(frame, {at.x, at.y + frame.em(1)}, type::label, Role::t2, parameter.label);
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
        frame.outline(lobe, Role::line2, 0, frame.px(1));
    }
    frame.outline(field, Role::line2, 0, frame.px(1));
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

}  // namespace upsweep::app
