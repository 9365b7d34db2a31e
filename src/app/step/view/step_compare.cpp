// Two scenes side by side: their captions and sentences, their counts, and what to compare by.
#include "app/step/view/step_compare.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "app/step/view/step_parts.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "replay/position/counts.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

constexpr float step_compare_row_em = 1.6F, head_em = 2.4F, step_compare_sentence_em = 3.2F, choices_em = 24;
constexpr std::size_t most_rows = 6;  // four where the stage needs the room

const ClockName& name_of_clock(Clock clock) {
    for (const ClockName& name : clock_names())
        if (name.clock == clock) return name;
    return clock_names().front();
}

std::size_t shown_rows(const Frame& frame, const CompareState& state) {
    const std::size_t rows = state.both->ready() ? state.rows.size() : most_rows;
    return std::min(rows, frame.density < Density::wide ? most_rows - 2 : most_rows);
}

/// A phase counts when it has ended: parts of one are nothing that a class could count.
std::int64_t whole_ticks(double reading) { return static_cast<std::int64_t>(reading + 1e-9); }

/// "12 / 30", at the right edge; the smaller total with a tick before it.
void draw_value(Frame& frame, float right, float y, std::int64_t now, std::int64_t total, bool better) {
    const std::string rest = fmt::format(" / {}", total), count = std::to_string(now);
    draw_text(frame, {right, y}, type::number, frame.colour(Role::t2), rest, Align::right);
    const float left = right - text_width(frame, type::number, rest);
    draw_text(frame, {left, y}, type::number, frame.colour(Role::t1), count, Align::right);
    if (!better) return;
    const float size = frame.em(0.8F);
    marks::tick(frame, Rect::around({right + frame.em(0.9F), y}, size, size), frame.colour(Role::right));
}

SideNames names_in(const CompareState& state, const StepModel& left) {
    return {compare_captions(left.scene(), state.both->right().scene())};
}

void draw_choices(Frame& frame, Rect rect, CompareState& state, const SideNames& names, bool& close) {
    Comparison& both = *state.both;
    float y = rect.min.y + frame.em(0.3F);
    const float step = frame.em(2.3F);
    const std::string pair =
        elided(frame, type::code, state.changed ? "a pair of your own" : state.presets[state.preset].title,
               rect.width() - chip_width(frame, "compare", ""));
    chip(frame, "compare.pair", {rect.min.x, y}, "compare", pair, 22, [&] {
        for (std::size_t i = 0; i < state.presets.size(); ++i)
            if (menu_row(frame, fmt::format("compare.pair.{}", i), state.presets[i].title,
                         i == state.preset && !state.changed)) {
                state.preset = i;
                state.changed = false;
                both.open(state.presets[i]);
                return true;
            }
        return false;
    });
    y += step;
    chip(frame, "compare.clock", {rect.min.x, y}, "at the same",
         std::string(name_of_clock(both.clock()).words), 20, [&] {
             for (const ClockName& name : clock_names())
                 if (menu_row(frame, fmt::format("compare.clock.{}", name.key), name.words,
                              name.clock == both.clock())) {
                     both.set_clock(name.clock);
                     return true;
                 }
             return false;
         });
    y += step;
    const float height = frame.em(1.9F), swap = button_width(frame, "Swap sides");
    if (button(frame, "compare.swap", Rect::sized({rect.min.x, y}, swap, height), "Swap sides")) both.swap();
    ButtonOptions options;
    options.hint = "C";
    const float width = button_width(frame, "Close", options);
    close = button(frame, "compare.close",
                   Rect::sized({rect.min.x + swap + frame.em(0.5F), y}, width, height), "Close", options);
    y += step;
    if (both.ready() && y + frame.em(1.2F) <= rect.max.y)
        draw_elided(frame, {rect.min.x, y + frame.em(0.5F)}, rect.width(), type::label,
                    frame.colour(Role::t2),
                    clock_words(frame, type::label, rect.width(), both, names, false));
}

}  // namespace

float compare_counts_height(const Frame& frame, std::size_t rows) {
    return frame.em(head_em + step_compare_row_em * static_cast<float>(rows) + 0.8F);
}

std::pair<std::string, std::string> SideNames::that(const std::function<bool(std::string_view)>& fit) const {
    std::pair<std::string, std::string> names = short_captions(captions, fit);
    if (names.first.empty()) names = stacked ? std::pair("above", "below") : std::pair("left", "right");
    return names;
}

void draw_compare_counts(Frame& frame, Rect rect, const Comparison& both, std::span<const ComparedCount> rows,
                         const SideNames& names) {
    constexpr std::string_view what = "so far / in total";
    const float name = rect.min.x, column = std::min(frame.em(12), (rect.width() - frame.em(11)) / 2);
    const float between = frame.em(0.8F), left = name + frame.em(11) + column - frame.em(2);
    const float heads = name + text_width(frame, type::head, what) + between;
    const std::string faults[] = {both.fault(true), both.fault(false)};
    const auto with_fault = [](std::string_view words, const std::string& fault) {
        return std::string(words) + (fault.empty() ? "" : ": " + fault);
    };
    const std::string& longer = faults[faults[0].size() < faults[1].size() ? 1 : 0];
    const auto [mine, yours] = names.that([&](std::string_view words) {
        return text_width(frame, type::head, with_fault(words, longer)) <=
               std::min(left - heads, rect.max.x - left - between);
    });
    const auto fitting = [&](const std::string& side, const std::string& fault, float room) {
        const std::string whole = with_fault(side, fault);
        // Without room for the fault its colour says that there is one; the stage names it.
        return text_width(frame, type::head, whole) <= room ? whole : side;
    };
    const std::string headings[] = {fitting(mine, faults[0], left - heads),
                                    fitting(yours, faults[1], rect.max.x - left - between)};
    // A column is as wide as what is said of its run, as far as there is room.
    const float wanted = text_width(frame, type::head, headings[1]) + between;
    const float right = std::min(rect.max.x, left + std::max(column, wanted + 1));  // 1: for rounding
    Rect rest = rect;
    const Rect head = rest.cut_top(frame.em(head_em));
    draw_text(frame, {name, head.centre().y}, type::head, frame.colour(Role::t3), what);
    const bool fair = faults[0].empty() && faults[1].empty();  // a run that fails has no merits
    for (const bool is_left : {true, false})
        draw_elided(frame, {is_left ? left : right, head.centre().y},
                    is_left ? left - heads : right - left - between, type::head,
                    frame.colour(faults[is_left ? 0 : 1].empty() ? Role::t3 : Role::trouble),
                    headings[is_left ? 0 : 1], Align::right);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Rect row = rest.cut_top(frame.em(step_compare_row_em));
        const float y = row.centre().y;
        const Interaction touch = interact(frame, fmt::format("compare.count.{}", i), row);
        if (touch.hovered && !rows[i].meaning.empty()) tooltip(frame, rows[i].meaning);
        draw_elided(frame, {name, y}, frame.em(10.5F), type::body, frame.colour(Role::t1), rows[i].words);
        draw_value(frame, left, y, rows[i].left, rows[i].left_total, fair && rows[i].better() < 0);
        draw_value(frame, right, y, rows[i].right, rows[i].right_total, fair && rows[i].better() > 0);
    }
}

std::string clock_words(const Frame& frame, TextStyle style, float width, Comparison& both,
                        const SideNames& names, bool named) {
    const auto said = [&](bool with_clock, std::string_view left, std::string_view right) {
        const std::string clock =
            with_clock ? std::string(name_of_clock(both.clock()).words) + " so far: " : "";
        return fmt::format("{}{} {} of {}, {} {} of {}", clock, left, whole_ticks(both.left_time()),
                           whole_ticks(both.left_end()), right, whole_ticks(both.right_time()),
                           whole_ticks(both.right_end()));
    };
    if (names.captions.first != names.captions.second)
        for (const bool with_clock : {true, named}) {
            std::string all = said(with_clock, names.captions.first, names.captions.second);
            if (text_width(frame, style, all) <= width) return all;
        }
    const float room = (width - text_width(frame, style, said(named, "", ""))) / 2;
    const auto [left, right] =
        names.that([&](std::string_view words) { return text_width(frame, style, words) <= room; });
    return said(named, left, right);
}

void toggle_compare(Services& services, StepModel& model, CompareState& state) {
    if (state.shown()) {
        state.both.reset();
        return;
    }
    if (model.position() == nullptr) return;
    state.presets = compare_presets(model.scene());
    state.preset = 0;
    state.right = {};
    state.changed = false;
    state.rows.clear();
    state.both = std::make_unique<Comparison>(services.jobs, model);
    state.both->open(state.presets.front());
}

void count_compared(CompareState& state) {
    if (state.both->ready()) state.rows = state.both->counts();
}

float compare_foot_height(const Frame& frame, const CompareState& state) {
    return compare_counts_height(frame, std::max<std::size_t>(shown_rows(frame, state), 4));
}

void draw_compare_foot(Frame& frame, Rect rect, Services& services, StepModel& model, CompareState& state) {
    const Pane pane(frame, "compare.foot", rect, Role::bg1);
    Rect rest = rect.inset(frame.em(1.5F), frame.em(0.4F));
    const Rect choices = rest.cut_right(std::min(frame.em(choices_em), rest.width() / 2));
    const SideNames names = names_in(state, model);
    if (state.both->ready())
        draw_compare_counts(
            frame, rest, *state.both,
            std::span(state.rows).first(std::min(shown_rows(frame, state), state.rows.size())), names);
    bool close = false;
    draw_choices(frame, choices, state, names, close);
    if (close) toggle_compare(services, model, state);
}

Rect draw_compare_head(Frame& frame, Rect rect, Services& services, CompareState& state, StepModel& left,
                       bool is_left) {
    StepModel& right = state.both->right();
    StepModel& side = is_left ? left : right;
    const float margin = frame.em(1);
    const Rect title = rect.cut_top(frame.em(head_em)).inset(margin, 0);
    const Rect words = rect.cut_top(frame.em(step_compare_sentence_em));
    const auto captions = compare_captions(left.scene(), right.scene());
    const std::string step = side.position() == nullptr ? ""
                                                        : fmt::format("step {} / {}", side.position()->step(),
                                                                      side.position()->step_count());
    const float width = text_width(frame, type::number, step), y = title.centre().y;
    draw_text(frame, {title.max.x, y}, type::number, frame.colour(Role::t2), step, Align::right);
    float room = title.width() - width - frame.em(1);
    const std::string schedule = schedule_in_words(side.scene().gpu);
    const float chip_wide = chip_width(frame, "runs", schedule);
    if (side.scene().trace_file() == nullptr && room - chip_wide > frame.em(8)) {
        room -= chip_wide + frame.em(0.8F);
        const std::int64_t before = side.scenes();
        const bool running = side.loading();
        chip(frame, is_left ? "compare.left" : "compare.right",
             {title.min.x + room + frame.em(0.8F), y - frame.em(0.875F)}, "runs", schedule, 19,
             [&] { return side_menu(frame, services, side, is_left ? state.left_menu : state.right_menu); });
        state.changed = state.changed || (!running && side.loading()) || side.scenes() != before;
    }
    const float used = draw_elided(frame, {title.min.x, y}, room, type::title, frame.colour(Role::t1),
                                   is_left ? captions.first : captions.second);
    // Where only settings differ, what both sides show is said once on each.
    const std::string both = shown_name(side.scene()), mine = is_left ? captions.first : captions.second;
    if (both != mine && room - used > frame.em(6))
        draw_elided(frame, {title.min.x + used + frame.em(0.8F), y}, room - used - frame.em(0.8F),
                    type::label, frame.colour(Role::t3), both);
    const Pane pane(frame, is_left ? "compare.words.left" : "compare.words.right", words, Role::bg0);
    if (side.position() != nullptr) draw_sentence(frame, words.inset(margin, 0), side);
    return rect;
}

}  // namespace upsweep::app::step
