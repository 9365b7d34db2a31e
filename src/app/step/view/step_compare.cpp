// Two scenes side by side: their captions and sentences, their counts, and what to compare by.
#include "app/step/view/step_compare.h"

#include <fmt/format.h>

#include "app/ui/marks.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/data/blocks.h"
#include "replay/position/counts.h"
#include "replay/words/sentence.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

constexpr float step_compare_row_em = 1.6F, head_em = 2.4F, step_compare_sentence_em = 3.2F, choices_em = 24;
constexpr size_t most_rows = 6;  // four where the stage needs the room

const ClockName& name_of_clock(Clock clock) {
    for (const ClockName& name : clock_names())
        if (name.clock == clock) return name;
    return clock_names().front();
}

size_t shown_rows(const Frame& frame, const CompareState& state) {
    const size_t rows = state.both->ready() ? state.rows.size() : most_rows;
    return std::min(rows, frame.density < Density::wide ? most_rows - 2 : most_rows);
}

/// A phase counts when it has ended: parts of one are nothing that a class could count.
int64_t whole_ticks(double reading) { return int64_t(reading + 1e-9); }

/// "12 / 30", at the right edge; the smaller total with a tick before it.
void draw_value(Frame& frame, float right, float y, int64_t now, int64_t total, bool better) {
    const std::string rest = fmt::format(" / {}", total), count = std::to_string(now);
    draw_text(frame, {right, y}, type::number, Role::t2, rest, Align::right);
    const float left = right - text_width(frame, type::number, rest);
    draw_text(frame, {left, y}, type::number, Role::t1, count, Align::right);
    if (!better) return;
    const float size = frame.em(0.8F);
    marks::tick(frame, Rect::around({right + frame.em(0.9F), y}, size), Role::right);
}

SideNames names_in(const CompareState& state, const StepModel& left) {
    return {compare_captions(left.scene(), state.both->right().scene())};
}

/// The pairs whose title has what is typed in the box over them; Enter opens the first.
bool pair_menu(Frame& frame, CompareState& state) {
    if (ImGui::IsWindowAppearing()) state.find.clear();
    const Rect field = menu_field(frame);
    const bool entered = text_field(frame, "compare.find", field, state.find, "Find") && enter_pressed();
    after_field(frame, field);
    std::vector<PaletteEntry> pairs;
    for (const ComparePreset& one : state.presets) pairs.push_back({.title = one.title, .kind = ""});
    for (const size_t i : palette_hits(pairs, state.find)) {
        const std::string& title = state.presets[i].title;
        const bool chosen = i == state.preset && !state.changed;
        const bool first = entered && !state.find.empty();  // of the hits
        if (!menu_row(frame, fmt::format("compare.pair.{}", i), title, chosen) && !first) continue;
        state.preset = i;
        state.changed = false;
        state.both->open(state.presets[i]);
        return true;
    }
    return false;
}

void draw_choices(Frame& frame, Rect rect, CompareState& state, const SideNames& names, bool& close) {
    Comparison& both = *state.both;
    float y = rect.min.y + frame.em(0.3F);
    const float step = frame.em(2.3F);
    const std::string pair =
        elided(frame, type::code, state.changed ? "a pair of your own" : state.presets[state.preset].title,
               rect.width() - chip_width(frame, "compare", ""));
    if (std::exchange(state.wants_find, false)) ImGui::OpenPopup("compare.pair.menu");
    chip(frame, "compare.pair", {rect.min.x, y}, "compare", pair, 22,
         [&] { return pair_menu(frame, state); });
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
    const ButtonOptions options{.hint = "C"};
    const float width = button_width(frame, "Close", options);
    close = button(frame, "compare.close",
                   Rect::sized({rect.min.x + swap + frame.em(0.5F), y}, width, height), "Close", options);
    y += step;
    if (both.ready() && y + frame.em(1.2F) <= rect.max.y)
        draw_elided(frame, {rect.min.x, y + frame.em(0.5F)}, rect.width(), type::label, Role::t2,
                    clock_words(frame, type::label, rect.width(), both, names, false));
}

}  // namespace

float compare_counts_height(const Frame& frame, size_t rows) {
    return frame.em(head_em + step_compare_row_em * float(rows) + 0.8F);
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
    draw_text(frame, {name, head.centre().y}, type::head, Role::t3, what);
    const bool fair = faults[0].empty() && faults[1].empty();  // a run that fails has no merits
    for (const bool is_left : {true, false})
        draw_elided(frame, {is_left ? left : right, head.centre().y},
                    is_left ? left - heads : right - left - between, type::head,
                    faults[is_left ? 0 : 1].empty() ? Role::t3 : Role::trouble, headings[is_left ? 0 : 1],
                    Align::right);
    for (size_t i = 0; i < rows.size(); ++i) {
        const Rect row = rest.cut_top(frame.em(step_compare_row_em));
        const float y = row.centre().y;
        // What differs is on a band with a bar at its left.
        const bool differs = rows[i].better() != 0;
        if (differs) {
            const Rect band(row.min.x - frame.em(0.6F), row.min.y, right + frame.em(1.6F), row.max.y);
            frame.fill(band.snapped(), Role::bg2);
            frame.fill(band.snapped().left(snap(frame.px(3))), Role::ink);
        }
        const Interaction touch = interact(frame, fmt::format("compare.count.{}", i), row);
        if (touch.hovered && !rows[i].meaning.empty()) tooltip(frame, rows[i].meaning);
        draw_elided(frame, {name, y}, frame.em(10.5F), differs ? type::strong : type::body,
                    differs ? Role::t1 : Role::t2, rows[i].words);
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
    const int64_t ends[] = {whole_ticks(both.left_end()), whole_ticks(both.right_end())};
    const int64_t now = whole_ticks(both.left_time());
    if (now == whole_ticks(both.right_time()) && ends[0] == ends[1])
        return fmt::format("{} so far: {} of {} on both sides", name_of_clock(both.clock()).words, now,
                           ends[0]);
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
    const auto is_at_any_step = [&](const scenes::Scene& scene) {
        scenes::Scene shown = model.scene();
        shown.step = scene.step;
        return shown == scene;
    };
    if (state.shown()) {
        state.both.reset();
        // Who only looked at the pair is back where he was.
        if (state.before && !state.changed && is_at_any_step(state.presets.front().left))
            model.open(*std::exchange(state.before, {}), false);
        return;
    }
    if (model.position() == nullptr) return;
    state.presets = compare_presets(model.scene());
    state.before.reset();
    if (!is_at_any_step(state.presets.front().left)) {
        state.before = model.scene();
        state.before->step = model.position()->step();
    }
    state.preset = 0;
    state.right = {};
    state.changed = false;
    state.rows.clear();
    state.both = std::make_unique<Comparison>(services.jobs, model);
    state.both->open(state.presets.front());
}

void count_compared(CompareState& state) {
    if (!state.both->ready()) return;
    state.rows = state.both->counts();
    state.leads = state.both->leads();
}

TextStyle caption_style(const Frame& frame, std::string_view caption, float room) {
    for (const float em : {1.15F, 1.0F})
        if (text_width(frame, {Face::sans_bold, em}, caption) <= room) return {Face::sans_bold, em};
    return {Face::sans_bold, 0.9F};
}

float draw_lead(Frame& frame, Rect rect, const CompareLead& lead, std::string_view caption, float size) {
    using State = CompareLead::State;
    const TextStyle number{Face::mono_bold, size}, words{Face::sans, 0.9F};
    const Role colour = lead.state == State::bad    ? Role::trouble
                        : lead.state == State::good ? Role::right
                                                    : Role::t1;
    const float y = rect.centre().y;
    draw_text(frame, {rect.min.x, y}, number, colour, lead.number);
    const float x = rect.min.x + text_width(frame, number, lead.number) + frame.em(0.7F);
    const float upper = draw_elided(frame, {x, y - frame.em(0.75F)}, rect.max.x - x,
                                    caption_style(frame, caption, rect.max.x - x), Role::t1, caption);
    const float lower =
        draw_elided(frame, {x, y + frame.em(0.75F)}, rect.max.x - x, words, Role::t2, lead.words);
    return x + std::max(upper, lower) - rect.min.x;
}

float compare_foot_height(const Frame& frame, const CompareState& state) {
    return compare_counts_height(frame, std::max<size_t>(shown_rows(frame, state), 4));
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

namespace {

/// A sentence in as many words as its room takes: whole, only its first one, that one without the example
/// behind its colon.
std::vector<Run> words_in(const Frame& frame, const std::string& sentence, float width, float height,
                          float em) {
    std::vector<std::string> forms = {sentence};
    if (const size_t end = sentence.find(". "); end != std::string::npos)
        forms.push_back(sentence.substr(0, end + 1));
    if (const size_t end = sentence.find(": "); end != std::string::npos)
        forms.push_back(sentence.substr(0, end) + ".");
    std::vector<Run> runs;
    for (const float size : {em, em * 0.9F})
        for (const std::string& form : forms) {
            runs = marked_runs({Face::sans, size}, {Role::t1}, form);
            if (paragraph_height(frame, width, runs, 1.35F) <= height) return runs;
        }
    return runs;
}

}  // namespace

float words_height(const Frame& frame, const std::string& sentence, float width, float height, float em) {
    return paragraph_height(frame, width, words_in(frame, sentence, width, height, em), 1.35F);
}

void draw_words_in(Frame& frame, Rect room, const std::string& sentence, float em, bool middle) {
    const std::vector<Run> runs = words_in(frame, sentence, room.width(), room.height(), em);
    const float high = std::min(paragraph_height(frame, room.width(), runs, 1.35F), room.height());
    frame.list()->PushClipRect(room.min, room.max, true);
    draw_paragraph(frame, {room.min.x, middle ? room.centre().y - high / 2 : room.min.y}, room.width(), runs,
                   1.35F);
    frame.list()->PopClipRect();
}

Rect draw_compare_head(Frame& frame, Rect rect, Services& services, CompareState& state, StepModel& left,
                       bool is_left) {
    StepModel& right = state.both->right();
    StepModel& side = is_left ? left : right;
    const float margin = frame.em();
    const bool leads = state.both->ready() && state.leads.has_value();
    const Rect title = rect.cut_top(frame.em(leads ? lead_em : head_em)).inset(margin, 0);
    const Rect words = rect.cut_top(frame.em(step_compare_sentence_em));
    const auto captions = compare_captions(left.scene(), right.scene());
    const std::string step = side.position() == nullptr ? ""
                                                        : fmt::format("step {} / {}", side.position()->step(),
                                                                      side.position()->step_count());
    const float width = text_width(frame, type::number, step), y = title.centre().y;
    draw_text(frame, {title.max.x, y}, type::number, Role::t2, step, Align::right);
    float room = title.width() - width - frame.em();
    const std::string schedule = schedule_in_words(side.scene().gpu);
    const float chip_wide = chip_width(frame, "runs", schedule);
    if (side.scene().trace_file() == nullptr && room - chip_wide > frame.em(8)) {
        room -= chip_wide + frame.em(0.8F);
        const int64_t before = side.scenes();
        const bool running = side.loading();
        chip(frame, is_left ? "compare.left" : "compare.right",
             {title.min.x + room + frame.em(0.8F), y - frame.em(0.875F)}, "runs", schedule, 19,
             [&] { return side_menu(frame, services, side, is_left ? state.left_menu : state.right_menu); });
        state.changed = state.changed || (!running && side.loading()) || side.scenes() != before;
    }
    const std::string& caption = is_left ? captions.first : captions.second;
    frame.items.note(is_left ? "compare.lead.left" : "compare.lead.right", title);
    const float used = leads ? draw_lead(frame, {title.min.x, title.min.y, title.min.x + room, title.max.y},
                                         (*state.leads)[is_left ? 0 : 1], caption, 2.4F)
                             : draw_elided(frame, {title.min.x, y}, room, type::title, Role::t1, caption);
    // Where only settings differ, what both sides show is said once on each.
    const std::string both = shown_name(side.scene()), mine = is_left ? captions.first : captions.second;
    if (both != mine && room - used > frame.em(6))
        draw_elided(frame, {title.min.x + used + frame.em(0.8F), y}, room - used - frame.em(0.8F),
                    type::label, Role::t3, both);
    const Pane pane(frame, is_left ? "compare.words.left" : "compare.words.right", words, Role::bg0);
    if (side.position() != nullptr)
        draw_words_in(frame, words.inset(margin, 0), side.position()->sentence(), 1, false);
    return rect;
}

// ---- The strip of code under two compared stages

namespace {

constexpr float step_compare_code_head_em = 1.4F, step_compare_code_line_em = 1.7F;

std::string_view text_of(const StepPosition& at) {
    if (at.code().file < 0 || at.code().line <= 0) return {};
    return line_text(at.trace(), at.code().file, at.code().line);
}

std::string file_of(const StepPosition& at) {
    return at.code().file < 0 ? "" : nth(at.trace().sources, at.code().file).name;
}

/// Both are on the same line of the same text.
bool run_the_same(const StepPosition& left, const StepPosition& right) {
    return file_of(left) == file_of(right) && left.code().line == right.code().line &&
           text_of(left) == text_of(right);
}

/// "warp 3", or what the step is where no warp runs.
std::string who(const StepPosition& at) {
    for (const WarpPill& pill : at.code().pills)
        if (pill.current) return pill.warp == WarpPill::host ? "host" : "warp " + std::to_string(pill.warp);
    if (at.code().line > 0) return "";
    return at.step() == 0 ? "nothing has run" : "the host";
}

/// The line with its number; what is read on blue, what is written on amber; the comment above it behind.
void draw_line(Frame& frame, Rect row, const StepPosition& at) {
    frame.fill(row, Role::bg3);
    frame.fill(row.left(std::round(frame.px(3))), Role::ink);
    const std::string_view whole = text_of(at);
    const size_t indent = std::min(whole.find_first_not_of(" \t"), whole.size());
    const std::string line(whole.substr(indent));
    const float y = row.centre().y, character = text_width(frame, type::code, "0000000000") / 10;
    const float number = row.min.x + frame.em(2.6F), x = number + frame.em(0.9F);
    if (at.code().line <= 0) return;
    draw_text(frame, {number, y}, {Face::mono_bold, 0.8F}, Role::t1, std::to_string(at.code().line),
              Align::right);
    frame.list()->PushClipRect(row.min, row.max, true);
    draw_text(frame, {x, y}, type::code, Role::t1, line);
    std::vector<CodeMark> marks;
    for (const CodeMark& mark : at.code().marks)
        if (mark.line == at.code().line) marks.push_back(mark);
    stable_sort(marks, [](const CodeMark& a, const CodeMark& b) {
        return a.end_column - a.column > b.end_column - b.column;
    });
    for (const CodeMark& mark : marks) {
        const auto first = size_t(mark.column - 1), end = size_t(mark.end_column - 1);
        if (first < indent || end <= first || end > whole.size()) continue;
        const stage::StateInks inks =
            stage::state_inks(mark.written ? stage::CellState::written : stage::CellState::read);
        const float left = x + float(first - indent) * character;
        const float right = x + float(end - indent) * character;
        const Rect plate =
            Rect(left - frame.px(2), y - frame.em(0.6F), right + frame.px(2), y + frame.em(0.6F)).snapped();
        frame.fill(plate, inks.fill, frame.em(0.15F));
        draw_text(frame, {left, y}, type::code_strong, inks.text, whole.substr(first, end - first));
    }
    frame.list()->PopClipRect();
    const float end = x + float(line.size()) * character + frame.em(1.5F);
    const std::string about = comment_above(at.trace(), at.code().file, at.code().line);
    if (row.max.x - end > frame.em(8))
        draw_elided(frame, {end, y}, row.max.x - end - frame.em(0.5F), type::label, Role::t2, about);
}

void draw_side(Frame& frame, Rect rect, const StepPosition& at, std::string_view which) {
    if (rect.height() > frame.em(step_compare_code_head_em + 0.5F)) {
        const Rect head = rect.cut_top(frame.em(step_compare_code_head_em)).inset(frame.em(), 0);
        const std::string file = file_of(at), warp = who(at);
        const std::string title = warp.empty() ? std::string(which) : warp + ", " + std::string(which);
        draw_text(frame, {head.min.x, head.centre().y}, type::head, Role::t3, title);
        const float room = head.width() - text_width(frame, type::head, title) - frame.em();
        if (text_width(frame, type::code, file) <= room)
            draw_text(frame, {head.max.x, head.centre().y}, type::code, Role::t3, file, Align::right);
    }
    draw_line(frame, rect.cut_top(frame.em(step_compare_code_line_em)).snapped(), at);
}

}  // namespace

float compare_code_height(const Frame& frame) {
    if (is_short(frame)) return 0;
    return frame.em(step_compare_code_line_em + (frame.low ? 0.2F : step_compare_code_head_em + 0.3F));
}

void draw_compare_code(Frame& frame, Rect rect, const CompareState& state, const StepModel& left) {
    if (rect.height() < 1 || !state.both->ready()) return;
    const Pane pane(frame, "compare.code", rect, Role::bg1);
    frame.items.note("compare.code", rect);
    frame.line(rect.min, {rect.max.x, rect.min.y}, Role::line);
    const StepPosition &one = *left.position(), &other = *state.both->right().position();
    if (run_the_same(one, other)) return draw_side(frame, rect, one, "both sides");
    const float middle = snap(rect.centre().x);
    draw_side(frame, {rect.min.x, rect.min.y, middle - frame.px(2), rect.max.y}, one, "left");
    draw_side(frame, {middle + frame.px(2), rect.min.y, rect.max.x, rect.max.y}, other, "right");
}

// ---- Two compared scenes on one page for a class

namespace {

constexpr float caption_em = 2.6F, words_em = 3.3F;
constexpr size_t longest_subject = 40;  ///< characters of both names

}  // namespace

float presented_scale(const Frame& frame, Rect rect, const replay::StepPosition& at, stage::Zoom zoom) {
    // Rows of cells fit half a page; what is higher is drawn smaller.
    if (zoom == stage::Zoom::block) return 1;
    const bool blocks = zoom == stage::Zoom::blocks;
    const float loop = blocks && !at.blocks().deadlock.empty() ? 3.7F : 0;
    const float flags = blocks && at.trace().gpu.weak_memory ? 2.8F : 0;  // a row of their own
    return std::clamp(rect.height() / frame.em(11.8F + loop + flags), 0.6F, 1.0F);
}

std::vector<Rect> presented_halves(const Frame& frame, Rect rect) {
    constexpr float least_em = 30;  // of a half beside the other one
    if (rect.width() >= 2 * frame.em(least_em))
        return {{rect.min.x, rect.min.y, rect.centre().x, rect.max.y},
                {rect.centre().x, rect.min.y, rect.max.x, rect.max.y}};
    return {{rect.min.x, rect.min.y, rect.max.x, rect.centre().y},
            {rect.min.x, rect.centre().y, rect.max.x, rect.max.y}};
}

Rect draw_presented_side(Frame& frame, Rect rect, const CompareState& state, const StepModel& left,
                         bool is_left) {
    const StepModel& side = is_left ? left : state.both->right();
    const auto captions = compare_captions(left.scene(), state.both->right().scene());
    const float margin = frame.em(1.55F);
    const bool leads = state.both->ready() && state.leads.has_value();
    const Rect title = rect.cut_top(frame.em(caption_em)).inset(margin, 0);
    frame.items.note(is_left ? "compare.present.left" : "compare.present.right", title);
    const std::string step =
        side.position() == nullptr
            ? ""
            : fmt::format("step {} of {}", side.position()->step(), side.position()->step_count());
    const TextStyle style{Face::sans_bold, 1.15F}, small{Face::sans, 1};
    // Beside the caption where both are one over the other, else under the stage.
    const bool stacked = rect.width() > rect.height() * 2;
    const float y = title.centre().y, wide = stacked ? 0 : text_width(frame, small, step) + frame.em();
    if (!stacked) draw_text(frame, {title.max.x, y}, small, Role::t2, step, Align::right);
    const std::string& caption = is_left ? captions.first : captions.second;
    const float used =
        leads ? draw_lead(frame, {title.min.x, title.min.y, title.max.x - wide, title.max.y},
                          (*state.leads)[is_left ? 0 : 1], caption, 2.4F)
              : draw_elided(frame, {title.min.x, y}, title.width() - wide, style, Role::t1, caption);
    if (side.position() == nullptr) return rect;
    // A page's own: before the first step it says what the class is to see, not where to press.
    const std::string sentence = stage::page_of(*side.position(), side.shown_zoom()).sentence;
    if (stacked) {
        const Rect words(title.min.x + used + frame.em(1.2F), title.min.y, title.max.x, title.max.y);
        draw_words_in(frame, words, sentence, 0.9F, true);
        return rect.inset(0, frame.em(0.2F));
    }
    const Rect foot = rect.cut_bottom(frame.em(words_em)).inset(margin, 0);
    draw_words_in(frame, foot, sentence, 1.05F, false);
    return rect;
}

stage::Page page_of_both(const CompareState& state, const StepModel& left) {
    stage::Page page;
    const StepModel& right = state.both->right();
    const std::string name = shown_name(left.scene()), other = shown_name(right.scene());
    const std::string both = name + " and " + other;
    page.subject = name == other ? name : both.size() <= longest_subject ? both : "Two runs on one clock";
    page.place = left.position()->step();
    page.count = left.position()->step_count();
    return page;
}

}  // namespace upsweep::app::step
