// The turns of a step at the banks of shared memory: banks as columns, turns as rows, lanes in the cells.
#include <algorithm>

#include "emulator/trace/trace.h"
#include "stage/lanes.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float lanes_turns_head_em = 2.5F, lanes_turns_row_em = 1.3F, lanes_turns_widest_em = 2.6F;

struct Turn {
    const LaneRequest* request = nullptr;
    int turn = 0;
};

std::vector<Turn> turns_of(const LanePicture& picture) {
    std::vector<Turn> turns;
    for (const LaneRequest& request : picture.requests)
        for (int turn = 0; turn < request.turns; ++turn) turns.push_back({&request, turn});
    return turns;
}

void draw_turn(const LaneStage& at, const Turn& turn, const Box& row, float left, float pitch) {
    Canvas& canvas = at.canvas();
    const LaneRequest& request = *turn.request;
    const bool conflict = request.turns > request.least_turns;
    const float size = canvas.em(0.5F);
    const Box mark = Box::around({row.min.x + canvas.em(0.4F), row.centre().y}, size, size);
    if (request.write)
        marks::triangle_down(canvas, mark, {Role::written});
    else
        marks::triangle_up_hollow(canvas, mark, {Role::read});
    canvas.text({left - canvas.em(0.5F), row.centre().y}, {Face::mono_bold, 0.85F}, {Role::t1},
                std::to_string(turn.turn + 1), Align::right);
    const StateInks inks = state_inks(conflict        ? CellState::conflict
                                      : request.write ? CellState::written
                                                      : CellState::read);
    for (const LaneWord& word : request.words) {
        if (word.turn != turn.turn) continue;
        const Box box =
            Box::sized({left + static_cast<float>(word.bank) * pitch, row.min.y}, pitch, row.height())
                .inset(canvas.em(0.06F))
                .snapped();
        canvas.rectangle(box, inks.fill, {inks.line, canvas.px(1.5F)}, canvas.em(0.2F));
        TextStyle used{Face::mono_bold, 0.8F};
        std::string lanes = lanes_that_fit(at, used, word.lanes, box.width() - canvas.em(0.1F));
        if (lanes.empty()) {
            used.em = 0.7F;
            lanes = lanes_that_fit(at, used, word.lanes, box.width());
        }
        canvas.text(box.centre(), used, inks.text, lanes, Align::centre);
    }
}

/// Room for the button that cures a conflict, beside the title.
void draw_cure(const LaneStage& at, const std::vector<Turn>& turns, const Box& rect) {
    Canvas& canvas = at.canvas();
    const std::string_view action = at.stage.options.banks_action;
    const bool conflict = std::any_of(turns.begin(), turns.end(), [](const Turn& turn) {
        return turn.request->turns > turn.request->least_turns;
    });
    if (!conflict || action.empty()) return;
    const float width = snap(canvas.text_width(type::body, action) + canvas.em(1.5F));
    const float title = canvas.text_width(type::head, "Turns at the banks") + canvas.em(1);
    if (title + width > rect.width()) return;
    canvas.hit("banks.action",
               Box::edges(rect.max.x - width, rect.min.y - canvas.em(0.2F), rect.max.x,
                          rect.min.y + canvas.em(1.4F)),
               false);
}

}  // namespace

float lane_turns_height(const LaneStage& at, int rows) {
    return at.canvas().em(lanes_turns_head_em + lanes_turns_row_em * static_cast<float>(rows) + 0.4F);
}

void draw_lane_turns(const LaneStage& at, Box rect) {
    Canvas& canvas = at.canvas();
    // The sentences above say how many turns there are.
    if (rect.height() < canvas.em(lanes_turns_head_em + lanes_turns_row_em)) return;
    const int banks = std::max(1, at.stage.trace().gpu.banks);
    const float left = rect.min.x + canvas.em(bank_label_em);
    const float pitch = std::min(canvas.em(lanes_turns_widest_em),
                                 std::floor((rect.max.x - left) / static_cast<float>(banks)));
    const std::vector<Turn> turns = turns_of(at.picture);
    canvas.text_within({rect.min.x, rect.min.y + canvas.em(0.7F)}, rect.width(), type::head, {Role::t3},
                       "Turns at the banks");
    draw_cure(at, turns, rect);
    const float y = rect.min.y + canvas.em(1.9F);
    canvas.text({rect.min.x, y}, type::small, {Role::t3}, "bank");
    std::vector<bool> busy(static_cast<std::size_t>(banks));
    for (const Turn& turn : turns)
        for (const LaneWord& word : turn.request->words) busy[static_cast<std::size_t>(word.bank)] = true;
    for (int bank = 0; bank < banks; ++bank) {
        const bool lit = busy[static_cast<std::size_t>(bank)];
        const TextStyle style{lit ? Face::mono_bold : Face::mono, 0.8F};
        const float wide = canvas.text_width({Face::mono, 0.8F}, std::to_string(banks - 1)) + canvas.em(0.2F);
        if (wide > pitch && bank % 2 != 0) continue;
        canvas.text({left + (static_cast<float>(bank) + 0.5F) * pitch, y}, style, {lit ? Role::t1 : Role::t3},
                    std::to_string(bank), Align::centre);
    }
    rect.cut_top(canvas.em(lanes_turns_head_em));
    const float height = canvas.em(lanes_turns_row_em);
    if (turns.empty()) {
        const std::string says = fitting(canvas, type::small, rect.max.x - left,
                                         {"none: this step needs no bank", "none in this step", "none"});
        canvas.text_within({left, rect.min.y + height / 2}, rect.max.x - left, type::small, {Role::t3}, says);
        return;
    }
    const auto room = static_cast<std::size_t>(rect.height() / height + 0.01F);
    const bool all = turns.size() <= room;
    const std::size_t shown = all ? turns.size() : room - 1;
    const std::size_t rows =
        std::min<std::size_t>(room, static_cast<std::size_t>(std::max(at.launch.most_turns, 1)));
    for (std::size_t i = 0; i < rows; ++i) {
        const Box row = rect.cut_top(height);
        if (!all && i >= shown) {
            canvas.text_within({rect.min.x, row.centre().y}, rect.width(), type::small, {Role::t1},
                               "and " + std::to_string(turns.size() - shown) + " more turns");
            break;
        }
        for (int bank = 0; bank < banks; ++bank) {
            const Box box =
                Box::sized({left + static_cast<float>(bank) * pitch, row.min.y}, pitch, row.height())
                    .inset(canvas.em(0.06F))
                    .snapped();
            canvas.rectangle(box, no_ink, {{Role::line}, 1}, canvas.em(0.2F));
        }
        if (i < turns.size()) draw_turn(at, turns[i], row, left, pitch);
    }
}

}  // namespace upsweep::stage
