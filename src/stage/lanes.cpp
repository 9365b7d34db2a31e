// The lanes' view: one warp's step, lane by lane, over the memory that it touches, and the turns at the banks
// of shared memory: banks as columns, turns as rows. Where everything is depends on launch and room only.
#include "stage/lanes.h"

#include <algorithm>

#include <fmt/format.h>

#include "canvas/text.h"
#include "emulator/findings/finding_words.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/structure/index.h"
#include "replay/words/sentence.h"
#include "replay/words/sentence_parts.h"
#include "scenes/run_scene.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float title_em = 2.0F, request_em = 1.3F, lanes_gap_em = 0.7F;
/// Accesses of a step that get a line each.
constexpr int request_lines = 3;

/// A warp of the block: acting, waiting at a barrier, done.
void draw_warp_chip(Canvas& canvas, const Box& box, int warp, WarpPlace place) {
    Ink fill{Role::bg2}, line{Role::line}, text{Role::t2};
    if (place == WarpPlace::acting) fill = {Role::bg3}, line = {Role::ink}, text = {Role::t1};
    if (place == WarpPlace::at_barrier) {
        const StateInks inks = state_inks(CellState::waiting);
        fill = inks.fill, line = inks.line, text = inks.text;
    }
    if (place == WarpPlace::not_begun || place == WarpPlace::finished) fill = no_ink, text = {Role::t3};
    canvas.rectangle(box, fill, {line, canvas.px(place == WarpPlace::acting ? 2.0F : 1.0F)}, canvas.em(0.3F));
    const float size = canvas.em(0.55F);
    const Box mark = Box::around({box.max.x - canvas.em(0.6F), box.centre().y}, size, size);
    if (place == WarpPlace::at_barrier) marks::hourglass(canvas, mark, text);
    if (place == WarpPlace::finished) marks::tick(canvas, mark, text);
    const bool marked = place == WarpPlace::at_barrier || place == WarpPlace::finished;
    canvas.text({box.centre().x - (marked ? canvas.em(0.4F) : 0), box.centre().y}, {Face::mono, 0.8F}, text,
                "w" + std::to_string(warp), Align::centre);
}

std::string lane_title(const LaneStage& at) {
    const LanePicture& picture = at.picture;
    if (picture.lanes.empty()) return "The host prepares memory: no lane runs.";
    if (is_cpu_loop(at.stage.trace(), picture.launch)) return "The loop, one lane";
    std::string text = "Warp " + std::to_string(picture.warp);
    if (at.stage.staged().blocks() > 1)
        text += " of " + block_name(at.stage.staged(), picture.block, at.stage.at.step());
    return text + (picture.step < 0 ? ", about to run" : "");
}

void draw_title(const LaneStage& at, const Box& rect) {
    Canvas& canvas = at.canvas();
    const std::string title = lane_title(at);
    const float y = rect.min.y + canvas.em(0.9F);
    float x = rect.min.x + canvas.text_within({rect.min.x, y}, rect.width(), type::strong, {Role::t1}, title);
    x += canvas.em(0.9F);
    const float chip = canvas.em(2.5F), pitch = chip + canvas.em(0.25F);
    const auto warps = length(at.picture.warps);
    if (warps < 2) return;
    // A window of warps around the acting one.
    const auto room = int64_t((rect.max.x - x) / pitch);
    if (room < 1) return;
    const int64_t shown = std::min(warps, room);
    const int64_t first =
        shown == warps ? 0 : std::clamp<int64_t>(at.picture.warp / shown * shown, 0, warps - shown);
    for (int64_t i = 0; i < shown; ++i) {
        const Box box = Box::sized({snap(x + i * pitch), snap(y - canvas.em(0.65F))}, chip, canvas.em(1.3F));
        draw_warp_chip(canvas, box, first + i, nth(at.picture.warps, first + i));
    }
}

/// What the step does where it touches no memory that lanes share; code between back quotes.
std::string calm_sentence(const LaneStage& at) {
    const LanePicture& picture = at.picture;
    if (picture.lanes.empty()) return {};
    if (picture.step < 0) return "Step forward to see what the lanes do.";
    std::vector<int64_t> waiting;
    for (size_t i = 0; i < picture.warps.size(); ++i)
        if (picture.warps[i] == WarpPlace::at_barrier) waiting.push_back(int64_t(i));
    const std::string block = block_name(at.stage.staged(), picture.block, at.stage.at.step());
    switch (picture.kind) {
        case emulator::StepKind::arrive:
            return emulator::in_sentence_case(emulator::counted_in_words("warp", waiting)) +
                   (waiting.size() == 1 ? " waits" : " wait") + " at the barrier for the other warps of " +
                   block + ".";
        case emulator::StepKind::barrier:
            return "Every warp of " + block + " has reached the barrier, so all of them continue.";
        case emulator::StepKind::condition:
            return condition_sentence({at.stage.trace(), &at.stage.staged()}, picture.step);
        case emulator::StepKind::leave:
            return "The lanes shown here have finished.";
        default:
            break;
    }
    if (!picture.moves.empty())
        return "A shuffle passes values from lane to lane, not through memory. " +
               local_sentence({at.stage.trace(), &at.stage.staged()}, picture.step);
    return local_sentence({at.stage.trace(), &at.stage.staged()}, picture.step);
}

/// "copies[…].parts[…]" of "copies[s].parts[2 * lane]": which cells, without saying which of them.
std::string without_indices(const std::string& code) {
    std::string text;
    int depth = 0;
    for (const char letter : code) {
        if (letter == ']' && depth > 0 && --depth == 0) text += "…";
        if (depth == 0) text += letter;
        if (letter == '[') ++depth;
    }
    return text;
}

/// Whether an access reads or writes.
void draw_request_mark(Canvas& canvas, const LaneRequest& request, Point centre, float em) {
    const Box mark = Box::around(centre, canvas.em(em), canvas.em(em));
    if (request.write)
        marks::triangle_down(canvas, mark, {Role::written});
    else
        marks::triangle_up_hollow(canvas, mark, {Role::read});
}

/// "△ tile[threadIdx.x][column]  8 lanes need 8 turns at bank 0."
void draw_request(const LaneStage& at, const LaneRequest& request, const Box& rect) {
    Canvas& canvas = at.canvas();
    const float y = rect.centre().y;
    draw_request_mark(canvas, request, {rect.min.x + canvas.em(0.275F), y}, 0.55F);
    float x = rect.min.x + canvas.em(0.9F);
    const std::string verb = request.atomic ? "changes" : request.write ? "writes" : "reads";
    x += canvas.text({x, y}, type::small, {Role::t3}, verb) + canvas.em(0.4F);
    const float sentence = canvas.text_width(type::label, request.sentence);
    // A few letters of the code say nothing: the sentence has their room where it cannot be beside more.
    const float beside = rect.max.x - x - sentence - canvas.em(0.7F), room = std::max(canvas.em(5), beside);
    if (!request.text.empty() && (beside >= canvas.em(5) || sentence > rect.max.x - x)) {
        const float most = std::min(room, rect.max.x - x);
        const std::string short_text = without_indices(request.text);
        const size_t bracket = short_text.find(']');
        const std::string first_part =
            bracket == std::string::npos ? short_text : short_text.substr(0, bracket + 1);
        const std::string code =
            canvas.text_fitting(type::code, most, {request.text, short_text, first_part});
        x += canvas.text_within({x, y}, most, type::code, {Role::t1}, code) + canvas.em(0.7F);
    }
    canvas.text_within({x, y}, rect.max.x - x, type::label, {request.costs() ? Role::trouble : Role::t2},
                       request.sentence);
}

void draw_requests(const LaneStage& at, Box rect) {
    Canvas& canvas = at.canvas();
    const auto& requests = at.picture.requests;
    const float line = canvas.em(request_em);
    if (requests.empty()) {
        const std::string sentence = calm_sentence(at);
        const auto runs = marked_runs(type::label, {Role::t2}, sentence);
        if (paragraph_height(canvas, rect.width(), runs, 1.4F) <= rect.height())
            draw_paragraph(canvas, rect.min, rect.width(), runs, 1.4F);
        else
            canvas.text_within(rect.cut_top(line).left(), rect.width(), type::label, {Role::t2},
                               replay::plain(sentence));
        return;
    }
    const auto lines = size_t(std::max(1, int(rect.height() / line + 0.01F)));
    const bool all = requests.size() <= lines;
    const size_t shown = all ? requests.size() : lines - 1;
    for (size_t i = 0; i < shown; ++i) draw_request(at, requests[i], rect.cut_top(line));
    if (all) return;
    const size_t more = requests.size() - shown;
    canvas.text_within(rect.cut_top(line).left(), rect.width(), type::label, {Role::t2},
                       "and " + number_word(more) + (more == 1 ? " more access." : " more accesses."));
}

/// Variables have what the arrays leave, and at least a third of the room; `turns` are beside them.
int rows_of_variables(const LaneStage& at, const LaneColumns& columns, const Box& rect, float turns) {
    const Canvas& canvas = at.canvas();
    const auto known = int(std::max<size_t>(1, at.picture.variables.size()));
    float below =
        canvas.em(lanes_gap_em * 1.6F + request_em * request_lines) + lane_arrays_height(at, rect.width());
    if (turns <= 0 && at.launch.uses_shared && at.stage.options.banks)
        below += lane_turns_height(at, std::clamp(at.launch.most_turns, 1, 4));
    const float share = rect.height() * (columns.bands > 1 ? 0.38F : 0.33F);
    const float room = std::max({share, std::min(turns, rect.height() * 0.45F), rect.height() - below});
    return std::min(known, variables_that_fit(at, columns, room));
}

/// Rows of turns that there is room for beside all else.
int turn_rows(const LaneStage& at) { return std::clamp(at.launch.most_turns, 1, 8); }

}  // namespace

std::string lanes_that_fit(const LaneStage& at, TextStyle style, const std::vector<int>& lanes, float width) {
    if (lanes.empty()) return {};
    const Canvas& canvas = at.canvas();
    const std::string last_lane = std::to_string(std::max<size_t>(1, at.picture.lanes.size()) - 1);
    const std::string letter = canvas.text_width(style, "L" + last_lane) <= width ? "L" : "";
    std::vector<std::string> forms;
    const std::string first = letter + std::to_string(lanes.front()), last = std::to_string(lanes.back());
    const bool row = lanes.back() - lanes.front() + 1 == int(lanes.size());
    if (lanes.size() == 1) {
        forms = {first};
    } else {
        if (row) forms.push_back(first + "–" + last);
        if (lanes.size() == 2) forms.push_back(first + ", " + last);
        forms.push_back("×" + std::to_string(lanes.size()));
    }
    forms.emplace_back();
    return canvas.text_fitting(style, width, forms);
}

namespace {

/// "3.5e9" of a number that has more digits than room, as what memory holds before the first write.
std::string in_short(std::string_view text) {
    if (text.size() < 6 || text.find_first_not_of("0123456789") != std::string_view::npos)
        return std::string(text);
    return fmt::format("{}.{}e{}", text[0], text[1], text.size() - 1);
}

}  // namespace

void draw_fitted(const Context& stage, Point centre, float width, Face face, float largest, Ink ink,
                 std::string_view whole) {
    Canvas& canvas = stage.canvas;
    const TextStyle smallest{face, stage.value_em(whole, width, largest)};
    const bool fits = canvas.text_width(smallest, whole) <= width;
    const std::string text = fits ? std::string(whole) : in_short(whole);
    const TextStyle style{face, stage.value_em(text, width, largest)};
    canvas.text_within({centre.x - std::min(width, canvas.text_width(style, text)) / 2, centre.y}, width,
                       style, ink, text);
}

LanePicture lane_picture(const StepPosition& position, StageState& state) {
    if (!state.lanes || state.lanes_trace != position.run().trace ||
        state.lanes->launch != position.launch()) {
        state.lanes = std::make_shared<const LaneLaunch>(lane_launch(position.trace(), position.launch()));
        state.lanes_trace = position.run().trace;
    }
    const int64_t now = position.index().visible(position.step());
    return make_lanes(position.trace(), position.player(), position.ahead() || now == 0 ? -1 : now - 1,
                      position.index().present(position.step()));
}

void draw_lanes(Context& stage, Box rect, StageState& state) {
    Canvas& canvas = stage.canvas;
    const StepPosition& position = stage.at;
    if (position.trace().launches.empty()) return;
    const LanePicture picture = lane_picture(position, state);
    const LaneStage at{stage, *state.lanes, picture};
    if (stage.options.presenting) return draw_present_lanes(at, rect);
    rect = Box::edges(stage.label_left, rect.min.y, rect.max.x - canvas.em(stage.narrow ? 1 : 1.5F),
                      rect.max.y - canvas.em(0.4F));
    draw_title(at, rect.cut_top(canvas.em(title_em)));
    const float gap = canvas.em(lanes_gap_em);

    // The turns are beside the lanes where both find room, else under what they are about.
    const bool banked = at.launch.uses_shared && stage.options.banks;
    const auto banks = float(std::max(1, position.trace().gpu.banks));
    const float least_banks = canvas.em(bank_label_em + least_bank_em * banks);
    const LaneColumns least = lane_columns(at, rect.width() - least_banks - canvas.em(1.2F));
    const bool beside = banked && least.bands == 1;
    const LaneColumns columns = beside ? least : lane_columns(at, rect.width());
    const float turns = banked ? lane_turns_height(at, turn_rows(at)) : 0;
    const int variables = rows_of_variables(at, columns, rect, beside ? turns : 0);
    float table = lane_table_height(at, columns, variables);
    if (beside) table = std::max(table, std::min(turns, rect.height() * 0.45F));
    Box top = rect.cut_top(table);
    if (beside) {
        const float left = top.min.x + columns.width() + canvas.em(1.2F);
        draw_lane_turns(at, Box::edges(left, top.min.y, top.max.x, top.max.y));
    }
    draw_lane_table(at, columns, top, variables);
    rect.cut_top(gap);
    const float line = snap(rect.min.y - gap / 2);
    canvas.line({rect.min.x, line}, {rect.max.x, line}, {{Role::line}, 1});
    draw_requests(at, rect.cut_top(canvas.em(request_em) * request_lines));
    rect.cut_top(gap * 0.6F);
    if (banked && !beside) {
        // Four turns come before roomy arrays.
        const float arrays = lane_arrays_least_height(at),
                    few = lane_turns_height(at, std::min(4, turn_rows(at)));
        const float most = std::max(rect.height() * 0.4F, std::min(rect.height() - arrays, few));
        draw_lane_turns(at, rect.cut_top(std::min(turns, most)));
    }
    draw_lane_arrays(at, rect);
}

namespace {

constexpr float lanes_turns_head_em = 2.5F, lanes_turns_row_em = 1.3F, lanes_turns_widest_em = 2.6F;

/// The place of a bank in a row of turns.
Box bank_box(const Canvas& canvas, const Box& row, float left, float pitch, int bank) {
    return Box::sized({left + bank * pitch, row.min.y}, pitch, row.height())
        .inset(canvas.em(0.06F))
        .snapped();
}

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
    draw_request_mark(canvas, request, {row.min.x + canvas.em(0.4F), row.centre().y}, 0.5F);
    canvas.text({left - canvas.em(0.5F), row.centre().y}, {Face::mono_bold, 0.85F}, {Role::t1},
                std::to_string(turn.turn + 1), Align::right);
    const StateInks inks = state_inks(conflict        ? CellState::conflict
                                      : request.write ? CellState::written
                                                      : CellState::read);
    for (const LaneWord& word : request.words) {
        if (word.turn != turn.turn) continue;
        const Box box = bank_box(canvas, row, left, pitch, word.bank);
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
    const bool conflict =
        any_of(turns, [](const Turn& turn) { return turn.request->turns > turn.request->least_turns; });
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
    return at.canvas().em(lanes_turns_head_em + lanes_turns_row_em * rows + 0.4F);
}

void draw_lane_turns(const LaneStage& at, Box rect) {
    Canvas& canvas = at.canvas();
    // The sentences above say how many turns there are.
    if (rect.height() < canvas.em(lanes_turns_head_em + lanes_turns_row_em)) return;
    const int banks = std::max(1, at.stage.trace().gpu.banks);
    const float left = rect.min.x + canvas.em(bank_label_em);
    const float pitch = std::min(canvas.em(lanes_turns_widest_em), std::floor((rect.max.x - left) / banks));
    const std::vector<Turn> turns = turns_of(at.picture);
    canvas.text_within({rect.min.x, rect.min.y + canvas.em(0.7F)}, rect.width(), type::head, {Role::t3},
                       "Turns at the banks");
    draw_cure(at, turns, rect);
    const float y = rect.min.y + canvas.em(1.9F);
    canvas.text({rect.min.x, y}, type::small, {Role::t3}, "bank");
    std::vector<bool> busy(banks);
    for (const Turn& turn : turns)
        for (const LaneWord& word : turn.request->words) nth(busy, word.bank) = true;
    for (int bank = 0; bank < banks; ++bank) {
        const bool lit = nth(busy, bank);
        const float wide = canvas.text_width(type::tick, std::to_string(banks - 1)) + canvas.em(0.2F);
        if (wide <= pitch || bank % 2 == 0) draw_index(canvas, {left + (bank + 0.5F) * pitch, y}, bank, lit);
    }
    rect.cut_top(canvas.em(lanes_turns_head_em));
    const float height = canvas.em(lanes_turns_row_em);
    if (turns.empty()) {
        const std::string says = canvas.text_fitting(
            type::small, rect.max.x - left, {"none: this step needs no bank", "none in this step", "none"});
        canvas.text_within({left, rect.min.y + height / 2}, rect.max.x - left, type::small, {Role::t3}, says);
        return;
    }
    const auto room = size_t(rect.height() / height + 0.01F);
    const bool all = turns.size() <= room;
    const size_t shown = all ? turns.size() : room - 1;
    const size_t rows = std::min<size_t>(room, size_t(std::max(at.launch.most_turns, 1)));
    for (size_t i = 0; i < rows; ++i) {
        const Box row = rect.cut_top(height);
        if (!all && i >= shown) {
            canvas.text_within({rect.min.x, row.centre().y}, rect.width(), type::small, {Role::t1},
                               "and " + std::to_string(turns.size() - shown) + " more turns");
            break;
        }
        for (int bank = 0; bank < banks; ++bank)
            canvas.outline(bank_box(canvas, row, left, pitch, bank), {{Role::line}, 1}, canvas.em(0.2F));
        if (i < turns.size()) draw_turn(at, turns[i], row, left, pitch);
    }
}

}  // namespace upsweep::stage
