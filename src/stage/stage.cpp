// Lays out the stage: who gets how much height, and which cells are in view.
#include "stage/stage.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/data/corners.h"
#include "replay/data/diagram.h"
#include "replay/data/lane_picture.h"
#include "replay/data/picture.h"
#include "replay/data/tiles.h"
#include "replay/structure/index.h"
#include "replay/structure/places.h"
#include "replay/structure/plan.h"
#include "replay/words/sentence.h"
#include "scenes/run_scene.h"
#include "stage/grid.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// A mark over a cell that is drawn already.
void lay_over(Context& stage, const StageMark& mark, const std::string& now, const Box& box) {
    Canvas& canvas = stage.canvas;
    const OnLayer plate(canvas, Layer::plate);
    const bool asked = mark.state == CellState::to_predict && mark.value.empty();
    const std::string value = asked ? "?" : mark.value.empty() ? now : mark.value;
    canvas.rectangle(box, {Role::bg0}, {}, canvas.em(0.2F));
    draw_node(canvas, box, mark.state, value, stage.value_em(value, box.width() - canvas.em(0.3F), 1.2F));
}

}  // namespace

void name_cell(Context& stage, emulator::ArrayId array, int64_t element, const Box& box) {
    stage.canvas.hit(cell_name(stage.trace(), array, element), box);
    if (!stage.overlaid) return;
    if (const StageMark* mark = mark_of(stage, array, element))
        lay_over(stage, *mark, value_now(stage, array, element), box);
}

const StageMark* mark_of(const Context& stage, emulator::ArrayId array, int64_t cell) {
    for (const StageMark& mark : stage.options.marks) {
        const auto marked = mark.array < 0 ? stage.picture().followed : id_of(mark.array);
        if (mark.cell == cell && marked == array) return &mark;
    }
    return nullptr;
}

const StageMark* mark_of(const Context& stage, int64_t cell) {
    return mark_of(stage, stage.picture().followed, cell);
}

std::string value_now(const Context& stage, emulator::ArrayId array, int64_t element) {
    const emulator::Player& player = stage.at.player();
    if (!player.defined(array, element)) return {};
    if (stage.options.symbols && stage.at.held().known() && !stage.staged().is_packed(array))
        return symbol_now(stage, array, element);
    return stage.staged().text_of(stage.trace(), array, player.bits(array, element));
}

namespace {

/// The run has ended, and this cell of its result is not what it should be.
bool is_wrong_in_the_end(const Context& stage, emulator::ArrayId array, int64_t element) {
    const StepPosition& at = stage.at;
    const auto& wrong = at.run().check.wrong;
    if (at.step() < at.step_count() || wrong.empty()) return false;
    return int(array) == at.trace().plan.output.index &&
           std::binary_search(wrong.begin(), wrong.end(), element);
}

}  // namespace

CellState state_now(const Context& stage, emulator::ArrayId array, int64_t element) {
    if (is_wrong_in_the_end(stage, array, element)) return CellState::conflict;
    const ArrayTouches* touches = stage.picture().touches(array);
    if (const CellTouch* touch = touches != nullptr ? touches->find(element) : nullptr) {
        if (touch->read && touch->written) return CellState::read_written;
        if (touch->delayed && !touch->written) return CellState::waiting;
        return touch->written ? CellState::written : CellState::read;
    }
    return stage.at.player().defined(array, element) ? CellState::idle : CellState::to_come;
}

std::string_view space_name(emulator::Space space, bool narrow) {
    switch (space) {
        case emulator::Space::shared:
            return narrow ? "shared" : "shared memory";
        case emulator::Space::constant:
            return narrow ? "constant" : "constant memory";
        default:
            return narrow ? "global" : "global memory";
    }
}

const emulator::ArrayInfo& Context::info(emulator::ArrayId array) const { return trace().arrays[array]; }

const BlockCard& Context::card_of(int64_t number) const { return nth(at.blocks().cards, number); }

const ArrayTouches* Context::touches(int array) const {
    return array < 0 ? nullptr : picture().touches(id_of(array));
}

const Metrics& Context::look() const {
    static constexpr std::array window_values{1.9F, 1.45F, 1.2F, 1.0F, 0.85F, 0.7F};
    static constexpr std::array read_values{1.6F, 1.45F, least_read_em};
    static constexpr Metrics window{.values = window_values,
                                    .name = {Face::mono_bold, 1.05F},
                                    .about = type::small,
                                    .index = type::tick,
                                    .quiet = Role::t3,
                                    .thin = 1,
                                    .thick = 2,
                                    .mark = 1.05F,
                                    .head = 0.7F,
                                    .axis = 0.75F,
                                    .row = 1.35F,
                                    .inset = 0.06F};
    static constexpr Metrics presented{.values = read_values,
                                       .name = {Face::mono_bold, 1.1F},
                                       .about = {Face::sans, 0.92F},
                                       .index = {Face::mono, 0.85F},
                                       .quiet = Role::t2,
                                       .thin = 1.4F,
                                       .thick = 2.4F,
                                       .mark = 1.3F,
                                       .head = 0.6F,
                                       .axis = 0.6F,
                                       .row = 2.05F,
                                       .inset = 0.15F};
    return options.presenting ? presented : window;
}

float Context::value_em(std::string_view value, float width, float largest) const {
    const Face face = options.presenting ? Face::mono_bold : Face::mono;
    return canvas.em_within(face, value, width, look().values, options.presenting ? 100 : largest);
}

std::string zeros(int characters) { return std::string(size_t(std::max(1, characters)), '0'); }

std::string range_text(int64_t first, int64_t last) { return fmt::format("{}–{}", first, last); }

std::string extent_text(Extent extent) { return fmt::format("{} × {}", extent.width, extent.height); }

void draw_index(Canvas& canvas, Point at, int64_t index, bool touched, float em, Align align, Role quiet) {
    canvas.text(at, {touched ? Face::mono_bold : Face::mono, em}, {touched ? Role::t1 : quiet},
                std::to_string(index), align);
}

void draw_heading(Canvas& canvas, Point at, float right, TextStyle style, std::string_view name,
                  std::initializer_list<std::string_view> words) {
    at.x +=
        canvas.text_within(at, right - at.x, style, {Role::t1}, name) + canvas.em(style.em > 1 ? 0.9F : 0.5F);
    const std::string text = canvas.text_fitting(type::small, right - at.x, words);
    if (canvas.text_width(type::small, text) <= right - at.x) canvas.text(at, type::small, {Role::t3}, text);
}

std::string window_text(std::string_view what, int64_t first, int64_t count, int64_t all) {
    return std::string(what) + " " + range_text(first, first + count - 1) + " of " + std::to_string(all);
}

std::string name_of(const PlanOperation& operation) {
    return operation.of.empty() ? operation.name : operation.name + " " + operation.of;
}

CellNow cell_now(const Context& stage, emulator::ArrayId array, int64_t element) {
    const ArrayTouches* touches = stage.picture().touches(array);
    CellNow now{touches != nullptr ? touches->find(element) : nullptr,
                value_now(stage, array, element),
                {},
                state_now(stage, array, element)};
    if (now.touch == nullptr || !now.touch->written) return now;
    if (now.touch->had_value) now.was = stage.staged().text_of(stage.trace(), array, now.touch->was);
    if (stage.options.grown >= 1) return now;
    now.value = now.was;
    now.state = now.touch->read        ? CellState::read
                : now.touch->had_value ? CellState::idle
                                       : CellState::to_come;
    return now;
}

void draw_element(Context& stage, emulator::ArrayId array, int64_t element, const Box& box, CellState state,
                  float largest) {
    const std::string value = value_now(stage, array, element);
    const float room = box.width() - stage.canvas.em(0.4F);
    draw_node(stage.canvas, box, state, value, stage.value_em(value, room, largest));
    name_cell(stage, array, element, box);
}

namespace {

/// Whether every mark is on a cell that the diagram's row to come writes, and that row is in view.
bool foreseen(const Context& context, const RowWindow& window) {
    const int row = context.at.diagram_row();
    const auto& marks = context.options.marks;
    if (!context.options.to_come || !context.at.ahead() || !window.shows(row)) return false;
    const Diagram& diagram = context.at.diagram();
    const auto& nodes = nth(diagram.rows, row).nodes;
    return all_of(marks, [&](const StageMark& mark) {
        if (mark_of(context, mark.cell) != &mark) return false;
        return any_of(nodes, [&](int id) {
            const DiagramNode& node = nth(diagram.nodes, id);
            return node.cell == mark.cell && context.columns.shows(node.column);
        });
    });
}

/// Cells never get narrower than this: beyond, the tape shows a window.
constexpr float narrowest = 2.2F, widest = 4.5F;

/// As wide as the longest value asks for at the smallest size of type.
float least_width(int characters) { return std::clamp(0.48F * float(characters) + 0.45F, narrowest, widest); }

/// Columns of what the step touches in the places of the diagram that are kept.
ArrayTouches touched_columns(const StepPosition& at) {
    const Diagram& diagram = at.diagram();
    if (diagram.kept == 1) return touched_with_sources(at.picture());
    ArrayTouches columns{at.picture().followed, {}};
    for (int i = 0; i < diagram.kept; ++i) {
        const DiagramPlace& place = nth(diagram.places, i);
        const ArrayTouches* touched = at.picture().touches(place.array);
        if (touched == nullptr) continue;
        for (CellTouch touch : touched->cells) {
            if (!place.holds(place.array, touch.cell)) continue;
            touch.cell -= place.first;
            columns.cells.push_back(touch);
        }
    }
    sort(columns.cells, [](const CellTouch& a, const CellTouch& b) { return a.cell < b.cell; });
    return columns;
}

/// Columns of the cells that the sentence gives values, as far as `shown` columns hold them: the last one is
/// what the step is about.
ArrayTouches told_columns(const StepPosition& at, int64_t shown) {
    const emulator::ArrayId array = at.picture().followed;
    ArrayTouches columns{array, {}};
    const std::vector<int64_t> told =
        told_cells(at.sentence(), at.staged(), nth(at.trace().arrays, array), array);
    for (auto cell = told.rbegin(); cell != told.rend(); ++cell) {
        CellTouch touch;
        touch.cell = *cell;
        for (int i = 0; at.diagram().kept > 1 && i < at.diagram().kept; ++i)
            if (const DiagramPlace& place = nth(at.diagram().places, i); place.holds(array, *cell))
                touch.cell = *cell - place.first;
        if (columns.cells.empty() || std::abs(columns.cells.front().cell - touch.cell) < shown)
            columns.cells.push_back(touch);
    }
    sort(columns.cells, [](const CellTouch& a, const CellTouch& b) { return a.cell < b.cell; });
    return columns;
}

void choose_window(StageState& state, const StepPosition& at, int64_t cells, int64_t align) {
    const int64_t last = std::max<int64_t>(0, cells - state.shown);
    const emulator::ArrayId array = at.picture().followed;
    const bool other = state.seen_trace != &at.trace() || state.seen_array != array;
    if (other || at.step() != state.seen_step) {
        if (other || at.step() == 0) state.first = 0;
        state.seen_trace = &at.trace();
        state.seen_array = array;
        state.seen_step = at.step();
        const ArrayTouches touched = touched_columns(at);
        state.first = view_of(&touched, state.first, state.shown, align);
        // What the step is about is in view, whatever else it touches.
        const ArrayTouches told =
            state.shown < cells ? told_columns(at, state.shown) : ArrayTouches{array, {}};
        state.first = view_of(&told, state.first, state.shown, align);
    }
    state.first = std::clamp<int64_t>(state.first, 0, last);
}

/// Chooses the cells in view and gives each its column. True if there are more cells than columns.
bool place_columns(Context& context, const Box& rect, StageState& state) {
    const Canvas& canvas = context.canvas;
    const float names = context.at.diagram().kept > 1 ? 4.6F : 0;
    const float left = context.label_left + canvas.em((context.narrow ? 6.9F : 11.8F) + names);
    const float right = rect.max.x - canvas.em(context.narrow ? 1 : 1.5F);
    const float least = canvas.em(least_width(longest_value(context.at)));
    return choose_columns(context, left, right, least, canvas.em(widest), state);
}

/// Who gets how much of the height, pixels.
struct Shares {
    float rows = 0, tape = 0, overview = 0, banks = 0;
    int bank_rows = 0;  ///< 0: one line
};

/// So many rows of the diagram are worth more than the banks; longer diagrams scroll.
constexpr int most_wanted_rows = 14, least_wanted_rows = 3;
constexpr float stage_foot_em = 0.5F, rule_em = 1;

bool has_banks(const Context& context) {
    return context.info(context.picture().followed).space == emulator::Space::shared && context.options.banks;
}

/// A single row would say no more than the tape under it.
bool has_diagram(const Context& context) {
    return context.options.diagram && context.at.diagram().rows.size() > 1;
}

/// Rows of the diagram that should be in view, the present one among them.
int wanted_rows(const Context& context, int most) {
    return has_diagram(context) ? std::min(most, int(context.at.diagram().rows.size())) : 0;
}

float rows_height(const Context& context, int rows) {
    // With the elements' numbers above the input's row and below the output's.
    constexpr float numbers_em = 1.9F;
    return rows > 0 ? context.canvas.em(close_row_em * float(rows) + numbers_em + rule_em) : 0;
}

/// The diagram's rows and the cells are the last to give way: before them the tape's arcs get lower, the
/// banks lose row after row until they are a line, and the strip of the whole array goes.
Shares share_height(const Context& context, float height, bool windowed) {
    const Canvas& canvas = context.canvas;
    const float full = tape_height(context), least = least_tape_height(context);
    const float enough = full - (full - least) * 0.85F;
    const bool banks = has_banks(context);
    Shares shares;
    shares.overview = windowed ? canvas.em(overview_em) : 0;
    shares.bank_rows = banks ? std::clamp(bank_rows(context), 1, 3) : 0;
    shares.banks = banks ? banks_height(context, shares.bank_rows) : 0;
    float rows = rows_height(context, wanted_rows(context, most_wanted_rows));
    const auto spare = [&](float tape) { return height - rows - shares.overview - shares.banks - tape; };
    while (banks && shares.bank_rows > 0 && spare(enough) < 0)
        shares.banks = banks_height(context, --shares.bank_rows);
    if (spare(least) < 0) shares.banks = std::min(shares.banks, banks_line_height(context));
    const float fewest = rows_height(context, wanted_rows(context, least_wanted_rows));
    if (spare(least) < 0) rows = std::clamp(rows + spare(least), fewest, rows);
    // What the banks gave up comes back where the rows did not need it all.
    const float strip = banks ? banks_height(context, 0) : 0;
    if (shares.banks > 0 && shares.banks < strip && spare(least) >= strip - shares.banks)
        shares.banks = strip;
    if (spare(least) < 0) shares.banks = 0;
    if (spare(least) < 0) shares.overview = 0;
    shares.tape = std::clamp(least + spare(least), least, full);
    shares.rows = std::max(0.0F, rows + spare(shares.tape));
    return shares;
}

/// Height that the bands would like to have before the legend under them gets any.
float wanted_height(const Context& context) {
    const Canvas& canvas = context.canvas;
    const int banks = has_banks(context) ? std::clamp(bank_rows(context), 1, 3) : 0;
    return tape_height(context) + rows_height(context, wanted_rows(context, most_wanted_rows)) +
           (banks > 0 ? banks_height(context, banks) : 0) + canvas.em(stage_foot_em);
}

/// Diagram, tape, overview and banks under each other.
void draw_bands(Context& context, Box rest, bool windowed) {
    Canvas& canvas = context.canvas;
    const float right = rest.max.x - canvas.em(context.narrow ? 1 : 1.5F);
    rest.max.y -= canvas.em(stage_foot_em);
    const Shares shares = share_height(context, rest.height(), windowed);
    if (has_diagram(context)) {
        const RowWindow window = choose_rows(context, shares.rows - canvas.em(rule_em));
        context.foreseen = foreseen(context, window);
        context.rows_shown = window.count > 0 && window.input == context.at.diagram().has_input_row() &&
                             window.output == context.at.diagram().has_output_row();
        const Box diagram = rest.cut_top(window.total());
        const float line = snap(rest.min.y + canvas.em(0.5F));
        if (window.count > 0) canvas.line({context.label_left, line}, {right, line}, {{Role::line}, 1});
        draw_diagram(context, diagram, window);
        if (window.count > 0) rest.cut_top(canvas.em(rule_em));
    }
    draw_tape(context, rest.cut_top(shares.tape));
    if (shares.overview > 0) draw_overview(context, rest.cut_top(shares.overview));
    if (shares.banks > 0) draw_banks(context, rest.cut_top(shares.banks), shares.bank_rows);
}

/// The same at every step of a launch, but where blocks keep rows of a matrix: then the row is followed.
bool shows_grids(const Context& stage) {
    const StagedLaunch& staged = stage.staged();
    if (!is_about_grids(staged)) return false;
    const bool keeps_rows = any_of(staged.arrays(), [](const StagedArray& one) {
        return one.is_data() && one.is_shared() && one.extent.height <= 1 && one.extent.width > 1;
    });
    const bool tells_words = !stage.at.tiles().ways.empty();
    return !keeps_rows || tells_words || stage.info(stage.picture().followed).extent.height > 1;
}

/// The banks, and the tape under them where it has room.
void draw_banks_first(Context& context, Box rest, StageState& state) {
    const float banks = banks_alone_height(context);
    const bool tape =
        !context.options.presenting && !shows_grids(context) && rest.height() >= banks + tape_height(context);
    draw_banks_alone(context, tape ? rest.cut_top(banks) : rest);
    if (!tape) return;
    place_columns(context, rest, state);
    draw_tape(context, rest.cut_top(tape_height(context)));
}

constexpr std::array<std::string_view, 4> zooms = {"plan", "blocks", "block", "lanes"};
constexpr std::array steps = {StepSize::launch, StepSize::phase, StepSize::barrier, StepSize::statement};

}  // namespace

Zoom zoom_of(StepSize step) { return Zoom(position_of(steps, step)); }

Zoom zoom_at(const StepPosition& at) {
    if (at.step_count() == 0) return zoom_of(at.grain());
    const emulator::Step& step = at.trace().step_at(at.index().present(at.step()));
    const bool host = step.kind == emulator::StepKind::host && where(at.trace(), step).file >= 0;
    return host ? Zoom::plan : zoom_of(at.grain());
}

namespace {

/// A program that launches nothing has no other.
Zoom shown_zoom(const StepPosition& at, const StageOptions& options) {
    const Zoom usual = zoom_at(at);
    return usual == Zoom::plan && at.trace().launches.empty() ? usual : options.zoom.value_or(usual);
}

}  // namespace

StepSize step_of(Zoom zoom) { return nth(steps, zoom); }

std::string_view name_of(Zoom zoom) { return nth(zooms, zoom); }

Zoom parse_zoom(std::string_view name) {
    const int64_t at = position_of(zooms, name);
    if (at < 0) throw UsageError(in_quotes(name) + " is not a view; write plan, blocks, block or lanes.");
    return Zoom(at);
}

int longest_value(const StepPosition& at) {
    int longest = at.index().longest_value(at.picture().followed);
    for (const DiagramPlace& place : at.diagram().places)
        longest = std::max(longest, at.index().longest_value(place.array));
    return longest;
}

bool choose_columns(Context& context, float left, float right, float least, float most, StageState& state) {
    const StepPosition& at = context.at;
    const int64_t cells = std::max<int64_t>(1, at.diagram().cells);
    const auto columns = std::max<int64_t>(1, int64_t((right - left) / least + 0.05F));
    const int64_t align = std::max(1, at.trace().gpu.banks);
    state.shown = cells <= columns ? cells : columns >= align ? columns / align * align : columns;
    choose_window(state, at, cells, state.shown >= align ? align : 1);
    // Whole pixels, so that all cells are equally wide.
    const float width = std::floor(std::min(most, (right - left) / float(state.shown)));
    context.columns = {left, width, state.first, state.shown};
    return cells > columns;
}

void draw_block(Context& stage, Box rect, StageState& state) {
    const bool page = stage.options.presenting;
    if (shows_grids(stage))
        draw_grids(stage, page ? rect : rect.inset(stage.canvas.em(1.25F), stage.canvas.em(0.25F)));
    else if (page && !stage.at.diagram().rows.empty())
        draw_present_rows(stage, rect, state);
    else
        draw_bands(stage, rect, place_columns(stage, rect, state));
}

bool shows_passes(const StepPosition& at, const StageOptions& options) {
    const Zoom zoom = shown_zoom(at, options);
    const Diagram& diagram = at.diagram();
    return options.passes && !options.presenting && zoom == Zoom::block && diagram.rows.size() > 1 &&
           !diagram.serial && !is_about_grids(at.staged());
}

namespace {

bool shows_bands(const Context& stage) {
    if (stage.zoom == Zoom::lanes || (stage.zoom == Zoom::plan && !stage.at.plan().all().empty()))
        return false;
    if (is_about_grids(stage.staged()))
        return stage.zoom > Zoom::blocks && !stage.at.takes_corners() && !shows_grids(stage);
    return (stage.zoom > Zoom::blocks || stage.at.staged().blocks() == 1) && !shows_grids(stage);
}

/// The room in E that a few cells take: a row without a diagram, or small matrices beside each other.
Point few_cells_em(const Context& stage) {
    if (stage.zoom == Zoom::plan && !stage.at.plan().all().empty()) return plan_room_em(stage);
    if (shows_bands(stage) && !has_diagram(stage)) {
        constexpr float labels_em = 14;
        return {labels_em + widest * float(stage.at.diagram().cells),
                wanted_height(stage) / stage.canvas.em()};
    }
    if (stage.zoom != Zoom::block || stage.at.takes_corners() || !shows_grids(stage)) return {};
    constexpr float cell_em = 3.8F, beside_em = 5, around_em = 6;
    Point room{0, around_em};
    for (const StagedArray& one : stage.staged().arrays()) {
        room.x += beside_em + cell_em * float(one.extent.width);
        room.y = std::max(room.y, around_em + cell_em * float(one.extent.height));
    }
    if (has_banks(stage)) room.y += banks_height(stage, 1) / stage.canvas.em();
    return room;
}

/// How much larger these are drawn in a large window, in eighths.
float growth(const Context& stage, Box area) {
    constexpr float most = 1.5F;
    const Point room = few_cells_em(stage);
    if (room.x <= 0) return 1;
    const float fits = std::min(area.width() / room.x, area.height() / room.y) / stage.canvas.em();
    return std::clamp(std::floor(fits * 8) / 8, 1.0F, most);
}

}  // namespace

Point page_room(const StepPosition& at, const StageOptions& options) {
    Canvas none({}, 1);
    Context measured{none, at, options};
    measured.zoom = shown_zoom(at, options);
    const bool blocks =
        measured.zoom == Zoom::blocks && !is_about_grids(measured.staged()) && at.staged().blocks() > 1;
    return blocks ? blocks_page_em(measured) : Point{};
}

Picture draw_stage(Box area, float em, const StepPosition& at, const StageOptions& options,
                   StageState& state) {
    const Zoom zoom = shown_zoom(at, options);
    if (options.grows) {
        Canvas small(area, em);
        Context measured{small, at, options};
        measured.zoom = zoom;
        em *= growth(measured, area);
    }
    Canvas canvas(area, em);
    Context context{canvas, at, options};
    context.label_left = area.min.x + canvas.em(options.roomy ? 1.5F : 1);
    context.narrow = area.width() < canvas.em(58);
    context.zoom = zoom;
    const bool grids = is_about_grids(context.staged());
    const bool plan = context.zoom == Zoom::plan && !at.plan().all().empty();
    const bool lanes = context.zoom == Zoom::lanes;
    const bool corners = grids && at.takes_corners();
    const bool blocks = context.zoom <= Zoom::blocks && (grids || at.staged().blocks() > 1);
    const bool bands = shows_bands(context);
    context.overlaid = plan || lanes || corners || blocks;
    const float foot_high = canvas.em(1.5F);
    const bool room = !bands || area.height() - foot_high > wanted_height(context);
    const bool legend = options.legend && !options.presenting && room && area.height() > canvas.em(33);
    const bool foot_line = options.foot && !options.presenting;
    Box foot = legend || foot_line ? area.cut_bottom(foot_high) : Box{};
    foot = Box::edges(context.label_left, foot.min.y, foot.max.x - canvas.em(1), foot.max.y);
    const bool banks_alone = options.banks_alone && context.zoom == Zoom::block && has_banks(context) &&
                             (!bands || area.height() < wanted_height(context));
    if (banks_alone)
        draw_banks_first(context, area, state);
    else if (shows_passes(at, options))
        draw_passes(context, area, state);
    else if (plan)
        draw_plan(context, area);
    else if (lanes)
        draw_lanes(context, area, state);
    else if (corners)
        draw_corners(context, area);
    else if (blocks && grids)
        draw_tiles(context, area);
    else if (blocks)
        draw_blocks(context, area, state);
    else
        draw_block(context, area, state);
    if (foot_line && !state.fact.empty()) {
        canvas.text_within({foot.min.x, foot.centre().y}, foot.width(), type::small, {Role::t2}, state.fact);
    } else if (legend) {
        const bool copies = !plan && !corners && !blocks && !bands && !lanes;
        const bool shuffles = lanes && state.lanes && state.lanes->shuffles;
        draw_legend(canvas, foot,
                    copies || shuffles ? LegendArrows::read
                    : lanes            ? LegendArrows::none
                                       : LegendArrows::before);
    }
    return canvas.finish();
}

}  // namespace upsweep::stage
