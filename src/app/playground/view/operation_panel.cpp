#include "app/playground/view/operation_panel.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/core.h>

#include "app/playground/model/playground_time.h"
#include "app/ui/controls.h"
#include "core/words.h"

namespace upsweep::app {

using Control = vision::Parameter::Control;

void OperationPanel::bind_keys(KeyMap& keys) {
    const auto& parameters = operation().parameters;
    // What goes up and down is before what goes round.
    for (const bool round : {false, true})
        for (std::size_t i = 0; i < parameters.size(); ++i)
            for (const vision::ParameterKey& key : parameters[i].keys) {
                if (parameters[i].goes_round() != round) continue;
                keys.bind(key.key, std::string(key.title), [this, i, by = key.by] {
                    task_->set(i, operation().parameters[i].moved(task_->value(i), by));
                });
            }
}

float OperationPanel::draw_controls(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    for (std::size_t i = 0; i < operation().parameters.size(); ++i) at.y += draw_control(frame, at, width, i);
    if (operation().facts != nullptr)
        for (const vision::NumberRow& fact : operation().facts(task_->values()))
            at.y +=
                value_row(frame, at, width, fact.label, fact.value, fact.strong ? type::code : type::label);
    return at.y - start;
}

float OperationPanel::draw_control(Frame& frame, ImVec2 at, float width, std::size_t number) {
    const vision::Parameter& parameter = operation().parameters[number];
    const int value = static_cast<int>(task_->value(number)), most = static_cast<int>(parameter.most);
    const auto change = [&](int chosen) { task_->set(number, chosen); };
    const float above = number == 0 ? 0 : frame.em(0.4F);
    switch (parameter.control) {
        case Control::none:
            return 0;
        case Control::radius:
            return radius_.draw(frame, at, width, value, most, change);
        case Control::slider:
            return above + draw_whole(frame, {at.x, at.y + above}, width, parameter.setting, parameter.label,
                                      value, most, parameter.suffix, change);
        case Control::menu:
            at.y += above;
            return above + draw_menu(frame, at, number);
        case Control::sizes:
            return draw_sizes(frame, at, width, number);
        case Control::buttons:
            break;
    }
    std::vector<std::string> texts;
    for (std::int64_t one = parameter.least; one <= parameter.most; ++one)
        texts.push_back(std::to_string(one));
    const std::vector<std::string_view> labels(texts.begin(), texts.end());
    draw_text(frame, {at.x, at.y + frame.em(1)}, type::label, frame.colour(Role::t2), parameter.label);
    int chosen = value - static_cast<int>(parameter.least);
    if (segmented(frame, parameter.setting, {at.x + width - segmented_width(frame, labels), at.y}, labels,
                  chosen))
        change(chosen + static_cast<int>(parameter.least));
    return frame.em(2.2F);
}

float OperationPanel::draw_menu(Frame& frame, ImVec2 at, std::size_t number) {
    const vision::Parameter& parameter = operation().parameters[number];
    const auto value = static_cast<std::size_t>(task_->value(number));
    const float head = rail_head(frame, at, parameter.label);
    chip(frame, parameter.setting, {at.x, at.y + head}, "", parameter.words[value], 14, [&] {
        bool closed = false;
        for (std::size_t i = 0; i < parameter.words.size(); ++i)
            if (menu_row(frame, fmt::format("{}.{}", parameter.setting, i), parameter.words[i], i == value)) {
                task_->set(number, static_cast<std::int64_t>(i));
                closed = true;
            }
        return closed;
    });
    return head + frame.em(2);
}

float OperationPanel::draw_sizes(Frame& frame, ImVec2 at, float width, std::size_t number) {
    const vision::Parameter& parameter = operation().parameters[number];
    const float row = frame.em(rail_row_em), above = frame.em(0.3F);
    at.y += above;
    const auto size = parameter.sizes[static_cast<std::size_t>(task_->value(number))];
    draw_text(frame, {at.x, at.y + row / 2}, type::strong, frame.colour(Role::t1), parameter.label);
    draw_text(frame, {at.x + width, at.y + row / 2}, type::number, frame.colour(Role::t1),
              fmt::format("{} × {}", size, size), Align::right);
    auto place = static_cast<float>(task_->value(number));
    std::vector<float> ticks(parameter.sizes.size());
    std::iota(ticks.begin(), ticks.end(), 0.0F);
    const SliderOptions options{.ticks = ticks, .whole = true, .value_width_em = 0};
    if (slider(frame, parameter.setting, Rect::sized({at.x, at.y + row}, width, row), place, 0, ticks.back(),
               options))
        task_->set(number, static_cast<std::int64_t>(place));
    return above + 2 * row + frame.em(0.4F);
}

float OperationPanel::draw_pointer(Frame& frame, ImVec2 at, float width,
                                   const vision::PixelNumbers* numbers) {
    const std::int64_t x = model_.pointer_x(), y = model_.pointer_y();
    const float head =
        section_head(frame, at, width, "Under the pointer", fmt::format("({}, {})", x, y), type::code);
    at.y += head;
    const ImVec2 field = draw_neighbourhood(frame, at, *model_.picture()->grey, x, y);
    if (numbers != nullptr) {
        const float left = at.x + field.x + frame.em(0.9F), room = at.x + width - left;
        for (const vision::NumberRow& row : numbers->beside) {
            if (row.apart) at.y += frame.em(0.35F);
            draw_pair(frame, {left, at.y}, room, row.label, row.value, row.strong);
            at.y += frame.em(pane_row_em);
        }
    }
    return head + field.y;
}

float OperationPanel::draw_numbers(Frame& frame, ImVec2 at, float width, float) {
    const float start = at.y;
    const auto numbers = task_->numbers(model_.pointer_x(), model_.pointer_y());
    at.y += draw_pointer(frame, at, width, numbers ? &*numbers : nullptr);
    if (!numbers) {
        at.y += frame.em(0.6F);
        return at.y + draw_words(frame, at, width, std::string(operation().making_further) + " \u2026") -
               start;
    }
    at.y += section_rule(frame, at, width);
    for (const vision::NumberSection& section : numbers->sections) {
        at.y += draw_section(frame, at, width, section);
        at.y += section_rule(frame, at, width);
    }
    return at.y + draw_time(frame, at, width) - start;
}

float OperationPanel::draw_section(Frame& frame, ImVec2 at, float width,
                                   const vision::NumberSection& section) {
    const float start = at.y;
    at.y +=
        section_head(frame, at, width, section.title, section.note, section.code ? type::code : type::label);
    if (const auto& sum = section.corners) {
        at.y += draw_corners(frame, at, width, sum->region, sum->corners);
        at.y += draw_total(frame, at, width, sum->label, sum->sum);
    }
    for (const vision::BoxSum& boxes : section.boxes) at.y += draw_boxes(frame, at, width, boxes);
    for (const vision::NumberRow& row : section.rows) {
        draw_pair(frame, at, width, row.label, row.value, row.strong);
        at.y += frame.em(pane_row_em);
    }
    if (section.words.empty()) return at.y - start;
    if (!section.rows.empty()) at.y += frame.em(0.2F);
    return at.y + draw_words(frame, at, width, section.words) - start;
}

namespace {

/// The boxes as SURF's figures draw them: light where they are added, dark where they are subtracted.
void draw_lobes(Frame& frame, Rect field, const vision::BoxSum& boxes, const vision::Region& whole) {
    frame.list()->AddRectFilled(field.min, field.max, IM_COL32(128, 128, 128, 255));
    const float scale = field.width() / static_cast<float>(whole.width());
    const auto corner = [&](std::int64_t x, std::int64_t y) {
        return field.min + ImVec2(static_cast<float>(x - whole.x0), static_cast<float>(y - whole.y0)) * scale;
    };
    for (const vision::BoxSum::Box& box : boxes.boxes) {
        const vision::Region& region = box.region;
        const Rect lobe = Rect(corner(region.x0, region.y0), corner(region.x1, region.y1)).snapped();
        frame.list()->AddRectFilled(lobe.min, lobe.max, box.light ? over::white : over::black);
        frame.list()->AddRect(lobe.min, lobe.max, frame.colour(Role::line2), 0, 0, frame.px(1));
    }
    frame.list()->AddRect(field.min, field.max, frame.colour(Role::line2), 0, 0, frame.px(1));
}

}  // namespace

float OperationPanel::draw_boxes(Frame& frame, ImVec2 at, float width, const vision::BoxSum& boxes) {
    const float row = frame.em(1.3F), side = frame.em(4.6F), left = at.x + side + frame.em(0.9F);
    const vision::PixelMarks marks = operation().marks(task_->values(), model_.picture()->extent(),
                                                       model_.pointer_x(), model_.pointer_y());
    draw_lobes(frame, Rect::sized(at, side, side).snapped(), boxes, marks.window);
    float y = at.y;
    for (const vision::BoxSum::Box& box : boxes.boxes) {
        const float middle = y + row / 2;
        draw_text(frame, {left, middle}, type::code_strong, frame.colour(Role::t1), box.name);
        draw_text(frame, {left + frame.em(2.2F), middle}, type::code, frame.colour(Role::t3),
                  fmt::format("{} × {}", box.region.width(), box.region.height()));
        draw_text(frame, {at.x + width, middle}, type::code, frame.colour(Role::t1), grouped(box.sum),
                  Align::right);
        y += row;
    }
    y += frame.em(0.15F);
    frame.list()->AddLine({left, snap(y)}, {at.x + width, snap(y)}, frame.colour(Role::t1), frame.px(1.4F));
    y += frame.em(0.15F);
    draw_text(frame, {left, y + row / 2}, type::label, frame.colour(Role::t2), boxes.label);
    draw_text(frame, {at.x + width, y + row / 2}, type::number_strong, frame.colour(Role::t1), boxes.value,
              Align::right);
    return std::max(side, y + row - at.y) + frame.em(0.7F);
}

float OperationPanel::draw_time(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    const PlaygroundPicture& picture = *model_.picture();
    const auto& made = task_->made();
    at.y += draw_time_section(
        frame, at, width,
        made ? parts_sentence(picture, operation().tables, made->run.tables_ms, operation().filter,
                              made->run.filter_ms, made->run.transfer_ms)
             : "");
    if (!made || operation().result == nullptr) return at.y - start;
    at.y += frame.em(0.4F);
    const std::string words = operation().result(made->run, picture.extent().count());
    return at.y + draw_words(frame, at, width, words) - start;
}

void OperationPanel::draw_over(Frame& frame, const PlaygroundSight& sight) {
    const std::int64_t x = model_.pointer_x(), y = model_.pointer_y();
    const vision::PixelMarks marks = operation().marks(task_->values(), model_.picture()->extent(), x, y);
    for (const vision::Region& outline : marks.outlines) draw_outline(frame, sight.rect(outline));
    draw_window(frame, sight.plates, sight.rect(marks.window), sight.rect({x, y, x + 1, y + 1}),
                marks.window);
}

std::int64_t OperationPanel::moment() const {
    std::int64_t moment = 0;
    for (std::size_t i = 0; i < task_->values().size(); ++i) {
        const vision::Parameter& parameter = operation().parameters[i];
        moment = moment * (parameter.most - parameter.least + 1) + task_->value(i) - parameter.least;
    }
    return moment;
}

}  // namespace upsweep::app
