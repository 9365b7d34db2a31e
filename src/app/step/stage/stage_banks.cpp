// The banks under the tape: which lane asks which bank, who meets whom, how many turns it takes.
#include <algorithm>
#include <set>
#include <utility>

#include "app/step/stage/stage_parts.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app::stage {

using namespace replay;

namespace {

constexpr float head_em = 1.5F, row_em = 1.9F, least_row_em = 1.3F, foot_em = 1.65F, line_em = 2.2F;
/// Title, two lines of a sentence, wavefronts; and a button under them.
constexpr float words_em = 7.2F, words_action_em = 8.9F;

struct Panel {
    Context& stage;
    const BankPicture& banks;
    std::vector<int> wraps;  ///< rows drawn
    float left, width;       ///< of the columns, pixels
    float rows_top, row;     ///< top of the first row, height of each

    Rect cell(int bank, std::size_t at) const {
        const float x = left + static_cast<float>(bank) * width, y = rows_top + static_cast<float>(at) * row;
        const float inset = stage.frame.em(0.1F);
        return Rect(x + inset, y + 1, x + width * static_cast<float>(banks.banks_per_element) - inset,
                    y + row - 1)
            .snapped();
    }
    float bottom() const { return rows_top + static_cast<float>(wraps.size()) * row; }
    int degree(int bank) const { return banks.degree[static_cast<std::size_t>(bank)]; }
};

void draw_head(const Panel& panel, float y) {
    Frame& frame = panel.stage.frame;
    draw_text(frame, {panel.stage.label_left, y}, type::small, frame.colour(Role::t3), "bank");
    for (int bank = 0; bank < panel.banks.banks; ++bank) {
        const float x = panel.left + (static_cast<float>(bank) + 0.5F) * panel.width;
        const bool busy = panel.degree(bank) > 0;
        const std::string number = std::to_string(bank);
        const TextStyle style{busy ? Face::mono_bold : Face::mono, 0.85F};
        if (text_width(frame, style, number) > panel.width - frame.em(0.2F) && bank % 4 != 0) continue;
        draw_text(frame, {x, y}, style, frame.colour(busy ? Role::t1 : Role::t3), number, Align::centre);
    }
}

void draw_rows(const Panel& panel) {
    Frame& frame = panel.stage.frame;
    const int per_wrap = panel.banks.elements_per_wrap;
    for (std::size_t r = 0; r < panel.wraps.size(); ++r) {
        const std::int64_t first = static_cast<std::int64_t>(panel.wraps[r]) * per_wrap;
        const std::int64_t last = std::min(first + per_wrap, panel.banks.elements) - 1;
        const std::string cells = (panel.stage.narrow ? ""
                                   : first == last    ? "cell "
                                                      : "cells ") +
                                  std::to_string(first) + (first == last ? "" : "–" + std::to_string(last));
        const float y = panel.cell(0, r).centre().y;
        draw_text(frame, {panel.stage.label_left, y}, type::small, frame.colour(Role::t3), cells);
        for (int bank = 0; bank < panel.banks.banks; bank += panel.banks.banks_per_element) {
            const Rect cell = panel.cell(bank, r);
            if (first + bank / panel.banks.banks_per_element > last) break;
            frame.list()->AddRectFilled(cell.min, cell.max, frame.colour(Role::bg1), frame.em(0.2F));
            frame.list()->AddRect(cell.min, cell.max, frame.colour(Role::line), frame.em(0.2F));
        }
    }
}

void draw_accesses(const Panel& panel) {
    Frame& frame = panel.stage.frame;
    for (const BankCell& access : panel.banks.cells) {
        const auto at = std::find(panel.wraps.begin(), panel.wraps.end(), access.wrap);
        if (at == panel.wraps.end()) continue;
        const Rect cell = panel.cell(access.bank, static_cast<std::size_t>(at - panel.wraps.begin()));
        const StateColours colours =
            state_colours(frame, access.written ? CellState::written : CellState::read);
        frame.list()->AddRectFilled(cell.min, cell.max, colours.fill, frame.em(0.2F));
        frame.list()->AddRect(cell.min, cell.max, colours.line, frame.em(0.2F), 0, frame.px(1.5F));
        std::string lane = "lane " + std::to_string(access.lane);
        const TextStyle style{Face::sans_semibold, 0.85F};
        if (text_width(frame, style, "lane 00") > cell.width()) lane = "L" + std::to_string(access.lane);
        if (text_width(frame, style, lane) > cell.width()) continue;
        draw_text(frame, cell.centre(), style, colours.text, lane, Align::centre);
    }
}

/// Rows with an access that found no place: said where the foot of the panel is.
void draw_left_out(const Panel& panel) {
    Frame& frame = panel.stage.frame;
    const auto hidden = [&](int wrap) {
        return std::find(panel.wraps.begin(), panel.wraps.end(), wrap) == panel.wraps.end();
    };
    std::set<int> lanes;
    for (const BankCell& access : panel.banks.cells)
        if (hidden(access.wrap)) lanes.insert(access.lane);
    if (lanes.empty()) return;
    const std::string count = std::to_string(lanes.size());
    const std::string text = panel.stage.narrow
                                 ? "+" + count + (lanes.size() == 1 ? " lane" : " lanes")
                                 : "and " + count + (lanes.size() == 1 ? " more lane" : " more lanes");
    draw_text(frame, {panel.stage.label_left, panel.bottom() + frame.em(foot_em / 2)}, type::small,
              frame.colour(Role::t1), text);
}

/// A frame around each bank that has to serve several words, with the degree in a hatched foot.
void draw_conflicts(const Panel& panel) {
    Frame& frame = panel.stage.frame;
    for (int bank = 0; bank < panel.banks.banks; ++bank) {
        const int degree = panel.degree(bank);
        if (degree < 2) continue;
        const float x = panel.left + static_cast<float>(bank) * panel.width;
        const Rect foot =
            Rect(x, panel.bottom() + 1, x + panel.width, panel.bottom() + frame.em(foot_em - 0.3F)).snapped();
        const Rect whole(foot.min.x, snap(panel.rows_top) - 1, foot.max.x, foot.max.y);
        frame.list()->AddRectFilled(foot.min, foot.max, frame.colour(Role::trouble_fill, 0.35F),
                                    frame.em(0.25F), ImDrawFlags_RoundCornersBottom);
        marks::hatch(frame, foot.inset(2), frame.colour(Role::trouble), frame.px(6), frame.px(1.2F));
        const std::string times = "×" + std::to_string(degree);
        const TextStyle style{Face::mono_bold, 0.85F};
        const Rect plate =
            Rect::around(foot.centre(), text_width(frame, style, times) + frame.em(0.3F), frame.em(0.95F));
        frame.list()->AddRectFilled(plate.min, plate.max, frame.colour(Role::bg0), frame.em(0.15F));
        draw_text(frame, foot.centre(), style, frame.colour(Role::t1), times, Align::centre);
        frame.list()->AddRect(whole.min, whole.max, frame.colour(Role::trouble), frame.em(0.3F), 0,
                              frame.px(2));
    }
}

void draw_words(const Panel& panel, Rect rect) {
    Context& stage = panel.stage;
    Frame& frame = stage.frame;
    const BankPicture& banks = panel.banks;
    const bool conflict = banks.conflict();
    draw_elided(frame, {rect.min.x, rect.min.y + frame.em(0.75F)}, rect.width(),
                {Face::sans_semibold, stage.narrow ? 0.95F : 1.0F},
                frame.colour(banks.cells.empty() ? Role::t2 : Role::t1), banks.title);
    // The turns are left out where they would push the wavefronts, or the button, off the panel.
    const bool cure = conflict && !stage.options.banks_action.empty();
    const float top = rect.min.y + frame.em(1.5F);
    const float room = rect.max.y - top - frame.em(cure ? 1.1F + 2.05F + 0.95F : 2.1F);
    auto runs = marked_runs(type::label, frame.colour(Role::t2), banks.sentence + " " + banks.turns);
    if (paragraph_height(frame, rect.width(), runs, 1.4F) > room)
        runs = marked_runs(type::label, frame.colour(Role::t2), banks.sentence);
    const float bottom = top + draw_paragraph(frame, {rect.min.x, top}, rect.width(), runs, 1.4F);
    if (banks.accesses == 0) return;
    const float y = bottom + frame.em(1.1F);
    const std::string number = std::to_string(banks.wavefronts);
    const TextStyle big{Face::mono_bold, stage.narrow ? 1.2F : 1.45F};
    draw_text(frame, {rect.min.x, y}, big, frame.colour(conflict ? Role::trouble : Role::t1), number);
    const float after = rect.min.x + text_width(frame, big, number) + frame.em(0.5F);
    const std::string words = (banks.wavefronts == 1 ? "wavefront" : "wavefronts") +
                              (conflict ? " instead of " + std::to_string(banks.at_best) : std::string());
    draw_text(frame, {after, y}, type::label, frame.colour(Role::t2), words);
    if (!cure) return;
    const float width = button_width(frame, stage.options.banks_action);
    const float words_end = after + text_width(frame, type::label, words) + frame.em(0.6F);
    // Beside the words if there is room, else under them.
    const bool beside = words_end + width <= rect.max.x;
    const float middle = beside ? y : y + frame.em(2.05F);
    if (middle + frame.em(0.95F) > rect.max.y) return;
    const float left = beside ? rect.max.x - width : rect.min.x;
    const Rect place(left, middle - frame.em(0.95F), left + width, middle + frame.em(0.95F));
    if (button(frame, std::string(stage.options.id) + ".banks_action", place, stage.options.banks_action))
        stage.events.banks_action = true;
}

}  // namespace

int bank_rows(const Context& stage) {
    const BankPicture& banks = stage.at.banks();
    return static_cast<int>((banks.elements + banks.elements_per_wrap - 1) / banks.elements_per_wrap);
}

float banks_height(const Context& stage, int rows) {
    if (rows == 0) return stage.frame.em(line_em);
    const float words = stage.options.banks_action.empty() ? words_em : words_action_em;
    return stage.frame.em(std::max(words, head_em + row_em * static_cast<float>(rows) + foot_em + 0.4F));
}

std::vector<int> wraps_to_draw(const BankPicture& banks, int rows, int most, int all) {
    std::vector<int> wraps;
    if (all > rows) wraps.assign(banks.wraps.begin(), banks.wraps.end());
    if (static_cast<int>(wraps.size()) > most) wraps.resize(static_cast<std::size_t>(most));
    for (int wrap = 0; static_cast<int>(wraps.size()) < rows && wrap < all; ++wrap)
        if (std::find(wraps.begin(), wraps.end(), wrap) == wraps.end()) wraps.push_back(wrap);
    std::sort(wraps.begin(), wraps.end());
    return wraps;
}

void draw_banks(Context& stage, Rect rect, int rows) {
    Frame& frame = stage.frame;
    const BankPicture& banks = stage.at.banks();
    const float right = rect.max.x - frame.em(stage.narrow ? 1 : 1.5F);
    frame.list()->AddLine({stage.label_left, snap(rect.min.y)}, {right, snap(rect.min.y)},
                          frame.colour(Role::line));
    if (rows == 0) {
        std::string text = banks.title;
        if (banks.accesses > 0)
            text += ": " + std::to_string(banks.wavefronts) +
                    (banks.wavefronts == 1 ? " wavefront" : " wavefronts");
        draw_text(frame, {stage.label_left, rect.min.y + frame.em(1.1F)}, type::label,
                  frame.colour(banks.conflict() ? Role::trouble : Role::t2), text);
        return;
    }
    // The columns of the tape where they leave room for the words; narrower ones else.
    const float words_least = frame.em(stage.narrow ? 11 : 14), room = right - stage.columns.left;
    const float width = std::min(stage.columns.width, (room - words_least) / static_cast<float>(banks.banks));
    // More rows than usual are lower ones: nothing moves from step to step.
    const float rows_high = banks_height(stage, rows) - frame.em(head_em + foot_em + 0.4F);
    const int most = std::max(rows, static_cast<int>(rows_high / frame.em(least_row_em)));
    std::vector<int> wraps = wraps_to_draw(banks, rows, most, bank_rows(stage));
    const float row = std::min(frame.em(row_em), rows_high / static_cast<float>(wraps.size()));
    Panel panel{
        stage, banks, std::move(wraps), stage.columns.left, width, snap(rect.min.y + frame.em(head_em)), row};
    draw_head(panel, rect.min.y + frame.em(0.8F));
    draw_rows(panel);
    draw_accesses(panel);
    draw_conflicts(panel);
    draw_left_out(panel);
    const float words_left = panel.left + width * static_cast<float>(banks.banks) + frame.em(1.1F);
    draw_words(panel, {words_left, rect.min.y + frame.em(0.1F), right, rect.max.y});
}

}  // namespace upsweep::app::stage
