// The banks under the tape: which lane asks which bank, who meets whom, how many turns it takes.
#include <algorithm>
#include <set>
#include <utility>

#include "canvas/text.h"
#include "core/words.h"
#include "replay/data/banks.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float banks_head_em = 1.5F, banks_row_em = 1.9F, least_row_em = 1.3F, foot_em = 1.65F,
                line_em = 2.2F, strip_em = 1.7F, alone_row_em = 2.6F;
/// Title, two lines of a sentence, wavefronts; and a button under them.
constexpr float words_em = 7.2F, words_action_em = 8.9F;
/// One line of them.
constexpr float words_under_em = 1.9F;
/// Between a button's edge and its text, as the window draws it.
constexpr float button_pad_em = 0.75F;

float words_least(const Context& stage) { return stage.canvas.em(stage.narrow ? 11 : 14); }

struct Panel {
    Context& stage;
    const BankPicture& banks;
    std::vector<int> wraps;  ///< rows drawn
    float left, width;       ///< of the columns, pixels
    float rows_top, row;     ///< top of the first row, height of each

    Box cell(int bank, size_t at) const {
        const float x = left + bank * width, y = rows_top + at * row;
        const float inset = stage.canvas.em(0.1F);
        return Box::edges(x + inset, y + 1, x + width * banks.banks_per_element - inset, y + row - 1)
            .snapped();
    }
    float bottom() const { return rows_top + wraps.size() * row; }
    int degree(int bank) const { return nth(banks.degree, bank); }
};

void draw_head(const Panel& panel, float y) {
    Canvas& canvas = panel.stage.canvas;
    canvas.text({panel.stage.label_left, y}, type::small, {Role::t3}, "bank");
    for (int bank = 0; bank < panel.banks.banks; ++bank) {
        const float x = panel.left + (bank + 0.5F) * panel.width;
        const bool busy = panel.degree(bank) > 0;
        const std::string number = std::to_string(bank);
        const TextStyle style{busy ? Face::mono_bold : Face::mono, 0.85F};
        if (canvas.text_width(style, number) > panel.width - canvas.em(0.2F) && bank % 4 != 0) continue;
        draw_index(canvas, {x, y}, bank, busy, style.em);
    }
}

void draw_rows(const Panel& panel) {
    Canvas& canvas = panel.stage.canvas;
    const int per_wrap = panel.banks.elements_per_wrap;
    for (size_t r = 0; r < panel.wraps.size(); ++r) {
        const int64_t first = int64_t(panel.wraps[r]) * per_wrap;
        const int64_t last = std::min(first + per_wrap, panel.banks.elements) - 1;
        const std::string cells = (panel.stage.narrow ? ""
                                   : first == last    ? "cell "
                                                      : "cells ") +
                                  std::to_string(first) + (first == last ? "" : "–" + std::to_string(last));
        const float y = panel.cell(0, r).centre().y;
        canvas.text({panel.stage.label_left, y}, type::small, {Role::t3}, cells);
        for (int bank = 0; bank < panel.banks.banks; bank += panel.banks.banks_per_element) {
            const Box cell = panel.cell(bank, r);
            if (first + bank / panel.banks.banks_per_element > last) break;
            canvas.rectangle(cell, {Role::bg1}, {Ink{Role::line}, 1}, canvas.em(0.2F));
        }
    }
}

/// What the cells hold that the step leaves alone.
void draw_values(const Panel& panel) {
    Canvas& canvas = panel.stage.canvas;
    const emulator::ArrayId array = panel.stage.picture().followed;
    const int per_wrap = panel.banks.elements_per_wrap;
    const auto touched = [&](int64_t element) {
        return any_of(panel.banks.cells, [&](const BankCell& cell) { return cell.element == element; });
    };
    for (size_t r = 0; r < panel.wraps.size(); ++r)
        for (int i = 0; i < per_wrap; ++i) {
            const int64_t element = int64_t(panel.wraps[r]) * per_wrap + i;
            if (element >= panel.banks.elements || touched(element)) continue;
            const Box cell = panel.cell(i * panel.banks.banks_per_element, r);
            const std::string value = value_now(panel.stage, array, element);
            if (canvas.text_width(type::number, value) < cell.width() - canvas.em(0.3F))
                canvas.text(cell.centre(), type::number, {Role::t3}, value, Align::centre);
        }
}

/// How the lanes are named in the cells, the same in all.
struct LaneNames {
    bool warps = false, letter = true;
    TextStyle style{Face::sans_semibold, 0.85F};

    std::string name(const BankCell& access) const {
        return (warps ? "w" + std::to_string(access.warp) + " " : "") + (letter ? "L" : "lane ") +
               std::to_string(access.lane);
    }
};

/// The longest form that fits all: "w0 lane 0", "w0 L0", the same in smaller type, "L0".
LaneNames lane_names(const Panel& panel, float room) {
    const std::vector<BankCell>& cells = panel.banks.cells;
    const bool several =
        any_of(cells, [&](const BankCell& access) { return access.warp != cells.front().warp; });
    const TextStyle usual{Face::sans_semibold, 0.85F}, small{Face::sans_semibold, 0.75F};
    for (const LaneNames& names : {LaneNames{several, false, usual}, LaneNames{several, true, usual},
                                   LaneNames{several, true, small}}) {
        if (all_of(cells, [&](const BankCell& access) {
                return panel.stage.canvas.text_width(names.style, names.name(access)) <= room;
            }))
            return names;
    }
    return {false, true, usual};
}

void draw_accesses(const Panel& panel) {
    Canvas& canvas = panel.stage.canvas;
    const float room = panel.cell(0, 0).width() - canvas.em(0.3F);
    const LaneNames names = lane_names(panel, room);
    for (const BankCell& access : panel.banks.cells) {
        const auto at = std::find(panel.wraps.begin(), panel.wraps.end(), access.wrap);
        if (at == panel.wraps.end()) continue;
        const Box cell = panel.cell(access.bank, at - panel.wraps.begin());
        const StateInks colours = state_inks(access.written ? CellState::written : CellState::read);
        canvas.rectangle(cell, colours.fill, {colours.line, canvas.px(1.5F)}, canvas.em(0.2F));
        const std::string lane = names.name(access);
        if (canvas.text_width(names.style, lane) > room) continue;
        canvas.text(cell.centre(), names.style, colours.text, lane, Align::centre);
    }
}

/// Rows with an access that found no place: said where the foot of the panel is.
void draw_left_out(const Panel& panel) {
    Canvas& canvas = panel.stage.canvas;
    const auto hidden = [&](int wrap) { return !contains(panel.wraps, wrap); };
    std::set<int> lanes;
    for (const BankCell& access : panel.banks.cells)
        if (hidden(access.wrap)) lanes.insert(access.lane);
    if (lanes.empty()) return;
    const std::string text = panel.stage.narrow ? "+" + counted(length(lanes), "lane")
                                                : "and " + counted(length(lanes), "more lane");
    canvas.text({panel.stage.label_left, panel.bottom() + canvas.em(foot_em / 2)}, type::small, {Role::t1},
                text);
}

/// A frame around each bank that has to serve several words, with the degree in a hatched foot.
void draw_conflicts(const Panel& panel) {
    Canvas& canvas = panel.stage.canvas;
    for (int bank = 0; bank < panel.banks.banks; ++bank) {
        const int degree = panel.degree(bank);
        if (degree < 2) continue;
        const float x = panel.left + bank * panel.width;
        const Box foot =
            Box::edges(x, panel.bottom() + 1, x + panel.width, panel.bottom() + canvas.em(foot_em - 0.3F))
                .snapped();
        const Box whole = Box::edges(foot.min.x, snap(panel.rows_top) - 1, foot.max.x, foot.max.y);
        canvas.rectangle(foot, Ink{Role::trouble_fill, 0.35F}, {}, canvas.em(0.25F), Corners::bottom);
        canvas.hatch(foot.inset(2), {Role::trouble}, canvas.px(6), canvas.px(1.2F));
        const std::string times = "×" + std::to_string(degree);
        const TextStyle style{Face::mono_bold, 0.85F};
        const Box plate =
            Box::around(foot.centre(), canvas.text_width(style, times) + canvas.em(0.3F), canvas.em(0.95F));
        canvas.rectangle(plate, {Role::bg0}, {}, canvas.em(0.15F));
        canvas.text(foot.centre(), style, {Role::t1}, times, Align::centre);
        canvas.outline(whole, {Ink{Role::trouble}, canvas.px(2)}, canvas.em(0.3F));
    }
}

void draw_words(const Panel& panel, Box rect) {
    Context& stage = panel.stage;
    Canvas& canvas = stage.canvas;
    const BankPicture& banks = panel.banks;
    const bool conflict = banks.conflict();
    canvas.text_within({rect.min.x, rect.min.y + canvas.em(0.75F)}, rect.width(),
                       {Face::sans_semibold, stage.narrow ? 0.95F : 1.0F},
                       Ink{banks.cells.empty() ? Role::t2 : Role::t1}, banks.title);
    // The turns, then the sentence, are left out where they would push the wavefronts, or the button, off the
    // panel.
    const bool cure = conflict && !stage.options.banks_action.empty();
    const float top = rect.min.y + canvas.em(1.5F);
    const float room = rect.max.y - top - canvas.em(cure ? 1.1F + 2.05F + 0.95F : 1.8F);
    auto runs = marked_runs(type::label, {Role::t2}, banks.sentence + " " + banks.turns);
    if (paragraph_height(canvas, rect.width(), runs, 1.4F) > room)
        runs = marked_runs(type::label, {Role::t2}, banks.sentence);
    const bool told = paragraph_height(canvas, rect.width(), runs, 1.4F) <= room || banks.accesses == 0;
    const float bottom =
        top + (told ? draw_paragraph(canvas, {rect.min.x, top}, rect.width(), runs, 1.4F) : 0);
    if (banks.accesses == 0) return;
    const float y = bottom + canvas.em(1.1F);
    const std::string number = std::to_string(banks.wavefronts);
    const TextStyle big{Face::mono_bold, stage.narrow ? 1.2F : 1.45F};
    canvas.text({rect.min.x, y}, big, Ink{conflict ? Role::trouble : Role::t1}, number);
    const float after = rect.min.x + canvas.text_width(big, number) + canvas.em(0.5F);
    const std::string unit = noun_of(banks.wavefronts, "wavefront");
    const std::string best = std::to_string(banks.at_best);
    std::string words = unit;
    if (conflict)
        words = canvas.text_fitting(type::label, rect.max.x - after,
                                    {unit + " instead of " + best, unit + ", not " + best});
    canvas.text({after, y}, type::label, {Role::t2}, words);
    if (!cure) return;
    const float width =
        snap(canvas.text_width(type::body, stage.options.banks_action) + 2 * canvas.em(button_pad_em));
    const float words_end = after + canvas.text_width(type::label, words) + canvas.em(0.6F);
    // Beside the words if there is room, else under them.
    const bool beside = words_end + width <= rect.max.x;
    const float middle = beside ? y : y + canvas.em(2.05F);
    if (middle + canvas.em(0.95F) > rect.max.y) return;
    const float left = beside ? rect.max.x - width : rect.min.x;
    const Box place = Box::edges(left, middle - canvas.em(0.95F), left + width, middle + canvas.em(0.95F));
    canvas.hit("banks.action", place, false);
}

/// The tape's columns are cells of the followed array, so that each can have its bank under it.
bool has_bank_strip(const Context& stage) { return stage.at.diagram().kept <= 1; }

/// The bank of each cell in view, straight under it.
void draw_bank_strip(Context& stage, Box row) {
    Canvas& canvas = stage.canvas;
    const BankPicture& banks = stage.at.banks();
    canvas.text({stage.label_left, row.centre().y}, type::small, {Role::t3}, "bank");
    const TextStyle style{Face::mono, 0.85F}, strong{Face::mono_bold, 0.85F};
    for (int64_t cell = stage.columns.first; cell < std::min(stage.columns.end(), banks.elements); ++cell) {
        const int bank = int(cell % banks.elements_per_wrap) * banks.banks_per_element;
        const auto access = std::find_if(banks.cells.begin(), banks.cells.end(),
                                         [&](const BankCell& one) { return one.element == cell; });
        const bool asked = access != banks.cells.end(), meets = asked && nth(banks.degree, bank) > 1;
        const Box box = Box::around({stage.columns.centre(cell), row.centre().y},
                                    stage.columns.width - canvas.em(0.3F), row.height() - canvas.em(0.3F))
                            .snapped();
        const StateInks colours = state_inks(!asked            ? CellState::idle
                                             : access->written ? CellState::written
                                                               : CellState::read);
        canvas.rectangle(box, asked ? colours.fill : Ink{Role::bg1},
                         {Ink{meets ? Role::trouble : Role::line}, meets ? canvas.px(2) : 1},
                         canvas.em(0.2F));
        canvas.text(box.centre(), meets ? strong : style, asked ? colours.text : Ink{Role::t3},
                    std::to_string(bank), Align::centre);
    }
}

}  // namespace

int bank_rows(const Context& stage) {
    const BankPicture& banks = stage.at.banks();
    return (banks.elements + banks.elements_per_wrap - 1) / banks.elements_per_wrap;
}

namespace {

float right_of(const Context& stage, const Box& rect) {
    return rect.max.x - stage.canvas.em(stage.narrow ? 1 : 1.5F);
}

/// Columns of banks straight under the cells' own leave no room for the words at their right.
bool words_go_under(const Context& stage) {
    const BankPicture& banks = stage.at.banks();
    const float room = right_of(stage, stage.canvas.area()) - stage.columns.left;
    const float wide = stage.columns.width * float(banks.banks);
    return has_bank_strip(stage) && stage.columns.first % banks.banks == 0 && banks.banks_per_element == 1 &&
           wide <= room + 1 && wide > room - words_least(stage);
}

}  // namespace

float banks_height(const Context& stage, int rows) {
    if (rows == 0) return stage.canvas.em(line_em + (has_bank_strip(stage) ? strip_em : 0));
    if (words_go_under(stage))
        return stage.canvas.em(banks_head_em + banks_row_em * rows + foot_em + 0.4F + words_under_em);
    const float words = stage.options.banks_action.empty() ? words_em : words_action_em;
    return stage.canvas.em(std::max(words, banks_head_em + banks_row_em * rows + foot_em + 0.4F));
}

std::vector<int> wraps_to_draw(const BankPicture& banks, int rows, int most, int all) {
    std::vector<int> wraps;
    if (all > rows) wraps.assign(banks.wraps.begin(), banks.wraps.end());
    if (int(wraps.size()) > most) wraps.resize(size_t(most));
    for (int wrap = 0; int(wraps.size()) < rows && wrap < all; ++wrap)
        if (!contains(wraps, wrap)) wraps.push_back(wrap);
    sort(wraps);
    return wraps;
}

float banks_line_height(const Context& stage) { return stage.canvas.em(line_em); }

float banks_alone_height(const Context& stage) {
    const auto rows = float(std::min(bank_rows(stage), 8));
    return stage.canvas.em(banks_head_em + foot_em + 0.6F + std::max(6.0F, rows * alone_row_em));
}

void draw_banks_alone(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const BankPicture& banks = stage.at.banks();
    const bool page = stage.options.presenting;
    rect = rect.inset(0, canvas.em(0.3F));
    const float right = rect.max.x - canvas.em(page ? 1.55F : 1);
    if (page) stage.label_left = rect.min.x + canvas.em(1.55F);
    const float left = stage.label_left + canvas.em(stage.narrow ? 4.6F : 6.4F);
    const float words = std::clamp((right - left) * 0.34F, canvas.em(9), canvas.em(16));
    const float width = std::floor(std::min(canvas.em(4.2F), (right - left - words) / banks.banks));
    const float rows_high = rect.height() - canvas.em(banks_head_em + foot_em);
    const int all = bank_rows(stage), most = std::max(1, int(rows_high / canvas.em(least_row_em)));
    std::vector<int> wraps = wraps_to_draw(banks, std::min(all, most), most, all);
    const float row = std::min(canvas.em(alone_row_em), rows_high / float(std::max<size_t>(1, wraps.size())));
    Panel panel{stage, banks, std::move(wraps), left, width, snap(rect.min.y + canvas.em(banks_head_em)),
                row};
    draw_head(panel, rect.min.y + canvas.em(0.8F));
    draw_rows(panel);
    draw_values(panel);
    draw_accesses(panel);
    draw_conflicts(panel);
    draw_left_out(panel);
    const float words_left = left + width * float(banks.banks) + canvas.em(1.2F);
    const Ink title{banks.conflict() ? Role::trouble : banks.cells.empty() ? Role::t2 : Role::t1};
    const float y = rect.min.y + canvas.em(0.8F);
    const std::vector<Run> head{{banks.title, {Face::sans_semibold, 1.1F}, title}};
    const float head_high =
        draw_paragraph(canvas, {words_left, y - canvas.em(0.75F)}, right - words_left, head, 1.3F);
    auto runs = marked_runs({Face::sans, 1}, {Role::t2}, banks.sentence + " " + banks.turns);
    const float top = y + head_high - canvas.em(0.5F), room = rect.max.y - top;
    if (paragraph_height(canvas, right - words_left, runs, 1.35F) > room)
        runs = marked_runs({Face::sans, 1}, {Role::t2}, banks.sentence);
    if (paragraph_height(canvas, right - words_left, runs, 1.35F) <= room)
        draw_paragraph(canvas, {words_left, top}, right - words_left, runs, 1.35F);
}

namespace {

/// "2-way bank conflict: 6 wavefronts" and the button at its right.
void draw_words_line(Context& stage, float y, float right) {
    Canvas& canvas = stage.canvas;
    const BankPicture& banks = stage.at.banks();
    std::string text = banks.title;
    if (banks.accesses > 0) text += ": " + counted(banks.wavefronts, "wavefront");
    const float wide = canvas.text({stage.label_left, y}, type::label,
                                   Ink{banks.conflict() ? Role::trouble : Role::t2}, text);
    const std::string_view action = stage.options.banks_action;
    const float button = snap(canvas.text_width(type::body, action) + 2 * canvas.em(button_pad_em));
    const bool fits = stage.label_left + wide + canvas.em(1) + button < right;
    if (banks.conflict() && !action.empty() && fits)
        canvas.hit("banks.action",
                   Box::edges(right - button, y - canvas.em(0.9F), right, y + canvas.em(0.9F)), false);
}

}  // namespace

void draw_banks(Context& stage, Box rect, int rows) {
    Canvas& canvas = stage.canvas;
    const BankPicture& banks = stage.at.banks();
    const float right = right_of(stage, rect);
    canvas.line({stage.label_left, snap(rect.min.y)}, {right, snap(rect.min.y)}, {Ink{Role::line}, 1});
    if (rows == 0) {
        if (has_bank_strip(stage) && rect.height() >= canvas.em(line_em + strip_em) - 1)
            draw_bank_strip(stage, rect.cut_top(canvas.em(strip_em)).moved({0, canvas.em(0.15F)}));
        draw_words_line(stage, rect.min.y + canvas.em(1.1F), right);
        return;
    }
    // The columns of the tape where they leave room for the words; narrower ones else.
    const bool under = words_go_under(stage);
    const float room = right - stage.columns.left;
    const float width = under ? stage.columns.width
                              : std::min(stage.columns.width, (room - words_least(stage)) / banks.banks);
    // More rows than usual are lower ones: nothing moves from step to step.
    const float rows_high =
        banks_height(stage, rows) - canvas.em(banks_head_em + foot_em + 0.4F + (under ? words_under_em : 0));
    const int most = std::max(rows, int(rows_high / canvas.em(least_row_em)));
    std::vector<int> wraps = wraps_to_draw(banks, rows, most, bank_rows(stage));
    const float row = std::min(canvas.em(banks_row_em), rows_high / wraps.size());
    Panel panel{stage,
                banks,
                std::move(wraps),
                stage.columns.left,
                width,
                snap(rect.min.y + canvas.em(banks_head_em)),
                row};
    draw_head(panel, rect.min.y + canvas.em(0.8F));
    draw_rows(panel);
    draw_accesses(panel);
    draw_conflicts(panel);
    draw_left_out(panel);
    if (under) return draw_words_line(stage, rect.max.y - canvas.em(0.9F), right);
    const float words_left = panel.left + width * banks.banks + canvas.em(1.1F);
    draw_words(panel, {words_left, rect.min.y + canvas.em(0.1F), right, rect.max.y});
}

}  // namespace upsweep::stage
