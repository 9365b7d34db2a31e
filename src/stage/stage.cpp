// Lays out the stage: who gets how much height, and which cells are in view.
#include "stage/stage.h"

#include <algorithm>
#include <cmath>

#include "stage/grid.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

void name_cell(Context& stage, emulator::ArrayId array, std::int64_t element, const Box& box) {
    stage.canvas.hit(cell_name(stage.trace(), array, element), box);
}

const StageMark* mark_of(const Context& stage, std::int64_t cell) {
    for (const StageMark& mark : stage.options.marks)
        if (mark.cell == cell) return &mark;
    return nullptr;
}

std::string value_now(const Context& stage, emulator::ArrayId array, std::int64_t element) {
    const emulator::Player& player = stage.at.player();
    if (!player.defined(array, element)) return {};
    if (stage.options.symbols)
        if (std::string symbol = symbol_now(stage, array, element); !symbol.empty()) return symbol;
    return bits_to_text(stage.info(array).type, player.bits(array, element));
}

CellState state_now(const Context& stage, emulator::ArrayId array, std::int64_t element) {
    const ArrayTouches* touches = stage.picture().touches(array);
    const CellTouch* touch = touches != nullptr ? touches->find(element) : nullptr;
    if (touch != nullptr) {
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

float fitting_em(const Canvas& canvas, std::string_view text, float width, float largest) {
    for (const float em : {1.9F, 1.45F, 1.2F, 1.0F, 0.85F})
        if (em <= largest && canvas.text_width({Face::mono, em}, text) <= width) return em;
    return 0.7F;
}

namespace {

/// Whether every mark is on a cell that the diagram's row to come writes, and that row is in view.
bool foreseen(const Context& context, const RowWindow& window) {
    const int row = context.at.diagram_row();
    const auto& marks = context.options.marks;
    if (!context.at.ahead() || !window.shows(row)) return false;
    const Diagram& diagram = context.at.diagram();
    const auto& nodes = diagram.rows[static_cast<std::size_t>(row)].nodes;
    return std::all_of(marks.begin(), marks.end(), [&](const StageMark& mark) {
        return std::any_of(nodes.begin(), nodes.end(), [&](int id) {
            const DiagramNode& node = diagram.nodes[static_cast<std::size_t>(id)];
            return node.cell == mark.cell && context.columns.shows(node.column);
        });
    });
}

/// Cells never get narrower than this: beyond, the tape shows a window.
constexpr float narrowest = 2.2F, widest = 4.5F;

/// As wide as the longest value asks for at the smallest size of type.
float least_width(int characters) {
    return std::clamp(0.48F * static_cast<float>(characters) + 0.45F, narrowest, widest);
}

/// Columns of what the step touches in the places of the diagram that are kept.
ArrayTouches touched_columns(const StepPosition& at) {
    const Diagram& diagram = at.diagram();
    if (diagram.kept == 1) return touched_with_sources(at.picture());
    ArrayTouches columns{at.picture().followed, {}};
    for (int i = 0; i < diagram.kept; ++i) {
        const DiagramPlace& place = diagram.places[static_cast<std::size_t>(i)];
        const ArrayTouches* touched = at.picture().touches(place.array);
        if (touched == nullptr) continue;
        for (CellTouch touch : touched->cells) {
            if (!place.holds(place.array, touch.cell)) continue;
            touch.cell -= place.first;
            columns.cells.push_back(touch);
        }
    }
    std::sort(columns.cells.begin(), columns.cells.end(),
              [](const CellTouch& a, const CellTouch& b) { return a.cell < b.cell; });
    return columns;
}

void choose_window(StageState& state, const StepPosition& at, std::int64_t cells, std::int64_t align) {
    const std::int64_t last = std::max<std::int64_t>(0, cells - state.shown);
    const emulator::ArrayId array = at.picture().followed;
    const bool other = state.seen_trace != &at.trace() || state.seen_array != array;
    if (other || at.step() != state.seen_step) {
        if (other || at.step() == 0) state.first = 0;
        state.seen_trace = &at.trace();
        state.seen_array = array;
        state.seen_step = at.step();
        const ArrayTouches touched = touched_columns(at);
        state.first = view_of(&touched, state.first, state.shown, align);
    }
    state.first = std::clamp<std::int64_t>(state.first, 0, last);
}

/// Chooses the cells in view and gives each its column. True if there are more cells than columns.
bool place_columns(Context& context, const Box& rect, StageState& state) {
    const Canvas& canvas = context.canvas;
    const StepPosition& at = context.at;
    const float names = at.diagram().kept > 1 ? 4.6F : 0;
    const float left = context.label_left + canvas.em((context.narrow ? 6.9F : 11.8F) + names);
    const float right = rect.max.x - canvas.em(context.narrow ? 1 : 1.5F);
    const emulator::ArrayId array = at.picture().followed;
    const std::int64_t cells = std::max<std::int64_t>(1, at.diagram().cells);
    int longest = at.index().longest_value(array);
    for (const DiagramPlace& place : at.diagram().places)
        longest = std::max(longest, at.index().longest_value(place.array));
    const float narrowest_cell = canvas.em(least_width(longest));
    const auto most =
        std::max<std::int64_t>(1, static_cast<std::int64_t>((right - left) / narrowest_cell + 0.05F));
    const std::int64_t align = std::max(1, at.trace().gpu.banks);
    state.shown = cells <= most ? cells : most >= align ? most / align * align : most;
    choose_window(state, at, cells, state.shown >= align ? align : 1);
    // Whole pixels, so that all cells are equally wide.
    const float width =
        std::floor(std::min(canvas.em(widest), (right - left) / static_cast<float>(state.shown)));
    context.columns = {left, width, state.first, state.shown};
    return cells > most;
}

/// Diagram, tape, overview and banks under each other.
void draw_bands(Context& context, Box rest, bool windowed) {
    Canvas& canvas = context.canvas;
    const float right = rest.max.x - canvas.em(context.narrow ? 1 : 1.5F);
    rest.max.y -= canvas.em(0.5F);
    const bool shared =
        context.info(context.picture().followed).space == emulator::Space::shared && context.options.banks;
    // In the lowest windows the strip of the whole array loses its words, then gives way to the cells.
    const float least = least_tape_height(context);
    const bool strip = windowed && rest.height() > least + canvas.em(1.3F);
    const float overview = strip ? std::min(canvas.em(overview_em), rest.height() - least) : 0;
    // All rows of the diagram before the arcs over the tape are high, and before the banks are more than a
    // line.
    constexpr std::size_t most_rows = 14;
    const auto wanted = static_cast<float>(std::min(most_rows, context.at.diagram().rows.size()));
    const float least_diagram = context.options.diagram ? canvas.em(close_row_em * wanted + 3.6F) : 0;
    int rows = shared ? std::clamp(bank_rows(context), 1, 3) : 0;
    const auto room = [&](float tape) {
        return rest.height() - tape - overview - (shared ? banks_height(context, rows) : 0);
    };
    while (rows > 0 && room(least) < least_diagram) --rows;
    const float cells_high =
        std::clamp(room(0) - least_diagram, least, std::max(least, tape_height(context)));
    const float tape = cells_high + overview;
    const auto left_over = [&] { return rest.height() - tape - (shared ? banks_height(context, rows) : 0); };
    if (context.options.diagram) {
        const RowWindow window = choose_rows(context, left_over() - canvas.em(1));
        context.foreseen = foreseen(context, window);
        context.rows_shown = window.count > 0 && window.input == context.at.diagram().has_input_row() &&
                             window.output == context.at.diagram().has_output_row();
        const Box diagram = rest.cut_top(window.total());
        const float line = snap(rest.min.y + canvas.em(0.5F));
        if (window.count > 0 && left_over() > 0)
            canvas.line({context.label_left, line}, {right, line}, {{Role::line}, 1});
        draw_diagram(context, diagram, window);
        if (window.count > 0) rest.cut_top(canvas.em(1));
    }
    draw_tape(context, rest.cut_top(cells_high));
    if (strip) draw_overview(context, rest.cut_top(overview));
    if (shared && rest.height() >= banks_height(context, 0))
        draw_banks(context, rest.cut_top(banks_height(context, rows)), rows);
}

/// The same at every step of a launch, but where blocks keep rows of a matrix: then the row is followed.
bool shows_grids(const Context& stage) {
    const StagedLaunch& staged = stage.staged();
    if (!is_about_grids(staged)) return false;
    const bool keeps_rows =
        std::any_of(staged.arrays().begin(), staged.arrays().end(), [](const StagedArray& one) {
            return one.is_data() && one.is_shared() && one.extent.height <= 1 && one.extent.width > 1;
        });
    const bool tells_words = !stage.at.tiles().ways.empty();
    return !keeps_rows || tells_words || stage.info(stage.picture().followed).extent.height > 1;
}

}  // namespace

void draw_block(Context& stage, Box rect, StageState& state) {
    if (shows_grids(stage))
        draw_grids(stage, rect.inset(stage.canvas.em(1.25F), stage.canvas.em(0.25F)));
    else
        draw_bands(stage, rect, place_columns(stage, rect, state));
}

Picture draw_stage(Box area, float em, const StepPosition& at, const StageOptions& options,
                   StageState& state) {
    Canvas canvas(area, em);
    Context context{canvas, at, options};
    context.label_left = area.min.x + canvas.em(options.roomy ? 1.5F : 1);
    context.narrow = area.width() < canvas.em(58);
    if (options.legend && area.height() > canvas.em(33)) {
        const Box foot = area.cut_bottom(canvas.em(1.5F));
        draw_legend(canvas,
                    Box::edges(context.label_left, foot.min.y, foot.max.x - canvas.em(1), foot.max.y));
    }
    context.distance = options.distance.value_or(distance_of(at.grain()));
    const bool grids = is_about_grids(context.staged());
    if (context.distance == Distance::plan && !at.plan().all().empty())
        draw_plan(context, area);
    else if (grids && at.takes_corners())
        draw_corners(context, area);
    else if (grids && context.distance <= Distance::blocks)
        draw_tiles(context, area);
    else if (!grids && context.distance == Distance::blocks && at.staged().blocks() > 1)
        draw_blocks(context, area, state);
    else
        draw_block(context, area, state);
    return canvas.finish();
}

}  // namespace upsweep::stage
