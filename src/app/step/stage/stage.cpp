// Lays out the stage: who gets how much height, and which cells are in view.
#include "app/step/stage/stage.h"

#include <cmath>

#include "app/step/stage/stage_parts.h"

namespace upsweep::app {

using namespace replay;

using stage::Columns;
using stage::Context;

namespace stage {

const StageMark* mark_of(const Context& stage, std::int64_t cell) {
    for (const StageMark& mark : stage.options.marks)
        if (mark.cell == cell) return &mark;
    return nullptr;
}

std::string value_now(const Context& stage, emulator::ArrayId array, std::int64_t element) {
    const emulator::Player& player = stage.at.player();
    if (!player.defined(array, element)) return {};
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

float fitting_em(const Frame& frame, std::string_view text, float width, float largest) {
    for (const float em : {1.9F, 1.45F, 1.2F, 1.0F, 0.85F})
        if (em <= largest && text_width(frame, {Face::mono, em}, text) <= width) return em;
    return 0.7F;
}

}  // namespace stage

namespace {

/// Whether every mark is on a cell that the diagram's row to come writes, and that row is in view.
bool foreseen(const Context& context, const stage::RowWindow& window) {
    const int row = context.at.diagram_row();
    const auto& marks = context.options.marks;
    if (!context.at.ahead() || row < window.first || row >= window.first + window.count) return false;
    const Diagram& diagram = context.at.diagram();
    const auto& nodes = diagram.rows[static_cast<std::size_t>(row)].nodes;
    return std::all_of(marks.begin(), marks.end(), [&](const StageMark& mark) {
        return context.columns.shows(mark.cell) && std::any_of(nodes.begin(), nodes.end(), [&](int id) {
                   return diagram.nodes[static_cast<std::size_t>(id)].cell == mark.cell;
               });
    });
}

/// Cells never get narrower than this: beyond, the tape shows a window.
constexpr float narrowest = 2.2F, widest = 4.5F;

/// As wide as the longest value asks for at the smallest size of type.
float least_width(int characters) {
    return std::clamp(0.48F * static_cast<float>(characters) + 0.45F, narrowest, widest);
}

}  // namespace

void StageView::choose_window(const StepPosition& at, std::int64_t cells, std::int64_t shown,
                              std::int64_t align) {
    const std::int64_t last = std::max<std::int64_t>(0, cells - shown);
    const emulator::ArrayId array = at.picture().followed;
    const bool other = seen_trace_ != &at.trace() || seen_array_ != array;
    if (other || at.step() != seen_step_) {
        if (other || at.step() == 0) first_ = 0;
        seen_trace_ = &at.trace();
        seen_array_ = array;
        seen_step_ = at.step();
        const ArrayTouches touched = touched_with_sources(at.picture());
        first_ = view_of(&touched, first_, shown, align);
    }
    first_ = std::clamp<std::int64_t>(first_, 0, last);
}

StageEvents StageView::draw(Frame& frame, Rect rect, const StepPosition& at, const StageOptions& options) {
    StageEvents events;
    const emulator::ArrayInfo& info = at.trace().arrays[at.picture().followed];
    Context context{frame,  at, options,
                    events, {}, rect.min.x + frame.em(frame.density >= Density::wide ? 1.5F : 1),
                    false};
    context.narrow = rect.width() < frame.em(58);
    if (options.legend && rect.height() > frame.em(33)) {
        const Rect foot = rect.cut_bottom(frame.em(1.5F));
        stage::draw_legend(frame, {context.label_left, foot.min.y, foot.max.x - frame.em(1), foot.max.y});
    }
    if (info.extent.height > 1) {
        stage::draw_grids(context, rect.inset(frame.em(1.25F), frame.em(0.25F)));
        return events;
    }
    const float left = context.label_left + frame.em(context.narrow ? 6.9F : 11.8F);
    const float right = rect.max.x - frame.em(context.narrow ? 1 : 1.5F);
    const std::int64_t cells = std::max<std::int64_t>(1, info.extent.count());
    const float narrowest_cell = frame.em(least_width(at.index().longest_value(at.picture().followed)));
    const auto most =
        std::max<std::int64_t>(1, static_cast<std::int64_t>((right - left) / narrowest_cell + 0.05F));
    const bool windowed = cells > most;
    const std::int64_t align = std::max(1, at.trace().gpu.banks);
    const std::int64_t shown = !windowed ? cells : most >= align ? most / align * align : most;
    choose_window(at, cells, shown, shown >= align ? align : 1);
    // Whole pixels, so that all cells are equally wide.
    const float width = std::floor(std::min(frame.em(widest), (right - left) / static_cast<float>(shown)));
    context.columns = {left, width, first_, shown};

    Rect rest = rect;
    rest.max.y -= frame.em(0.5F);
    const bool shared = info.space == emulator::Space::shared && options.banks;
    // In the lowest windows the strip of the whole array loses its words, then gives way to the cells.
    const float least = stage::least_tape_height(frame);
    const bool strip = windowed && rest.height() > least + frame.em(1.3F);
    const float overview = strip ? std::min(frame.em(stage::overview_em), rest.height() - least) : 0;
    const float cells_high = std::min(stage::tape_height(frame), std::max(least, rest.height() - overview));
    const float tape = cells_high + overview;
    int rows = shared ? std::clamp(stage::bank_rows(context), 1, 3) : 0;
    const float least_diagram = options.diagram ? frame.em(1.9F) * 3 + frame.em(0.6F) : 0;
    const auto left_over = [&] {
        return rest.height() - tape - (shared ? stage::banks_height(context, rows) : 0);
    };
    while (shared && rows > 0 && left_over() < least_diagram) --rows;
    if (options.diagram) {
        const stage::RowWindow window = stage::choose_rows(context, left_over() - frame.em(1));
        context.foreseen = foreseen(context, window);
        Rect diagram = rest.cut_top(window.height * static_cast<float>(window.count));
        const float line = snap(rest.min.y + frame.em(0.5F));
        if (window.count > 0 && left_over() > 0)
            frame.list()->AddLine({context.label_left, line}, {right, line}, frame.colour(Role::line), 1);
        stage::draw_diagram(context, diagram, window);
        if (window.count > 0) rest.cut_top(frame.em(1));
    }
    stage::draw_tape(context, rest.cut_top(cells_high));
    if (strip) dragging_ = stage::draw_overview(context, rest.cut_top(overview), first_);
    if (shared && rest.height() >= stage::banks_height(context, 0))
        stage::draw_banks(context, rest.cut_top(stage::banks_height(context, rows)), rows);
    return events;
}

}  // namespace upsweep::app
