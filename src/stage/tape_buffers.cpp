// The tape of a block that keeps two buffers and more: a row of cells for each, and this step's arrows in the
// gap between them, from the one that is read to the one that is written.
#include <algorithm>
#include <cmath>

#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/structure/places.h"
#include "replay/trace.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float tape_buffers_row_em = 2.7F, number_em = 1.35F, warp_em = 1.4F, tape_buffers_gap_em = 4.2F,
                tape_buffers_least_gap_em = 2.6F;

int rows_of(const Context& stage) { return stage.at.diagram().kept; }

float height_of(const Context& stage, float gap) {
    const auto rows = static_cast<float>(rows_of(stage));
    return stage.canvas.em(2 * warp_em + rows * (tape_buffers_row_em + number_em) + (rows - 1) * gap);
}

/// The numbers of the first row are above it, those of the others below: the gap is the arrows'.
struct Buffers {
    Context& stage;
    float top = 0, gap = 0;  ///< pixels

    float row_top(int row) const {
        const Canvas& canvas = stage.canvas;
        const float below = canvas.em(row > 1 ? number_em : 0) * static_cast<float>(row - 1);
        return snap(top + canvas.em(warp_em + number_em) +
                    static_cast<float>(row) * (canvas.em(tape_buffers_row_em) + gap) + below);
    }
    float row_bottom(int row) const { return row_top(row) + snap(stage.canvas.em(tape_buffers_row_em)); }
    float number_y(int row) const {
        const float half = stage.canvas.em(number_em / 2);
        return row == 0 ? row_top(0) - half : row_bottom(row) + half;
    }
    const DiagramPlace& place(int row) const {
        return stage.at.diagram().places[static_cast<std::size_t>(row)];
    }
    float x(int row, std::int64_t element) const { return stage.columns.centre(element - place(row).first); }
    bool shows(int row, std::int64_t element) const {
        return row >= 0 && stage.columns.shows(element - place(row).first);
    }
};

void draw_rows(const Buffers& buffers) {
    Context& stage = buffers.stage;
    Canvas& canvas = stage.canvas;
    const float half = (stage.columns.width - canvas.em(0.28F)) / 2;
    for (int row = 0; row < rows_of(stage); ++row) {
        const DiagramPlace& place = buffers.place(row);
        for (std::int64_t c = stage.columns.first; c < stage.columns.first + stage.columns.count; ++c) {
            if (c >= place.count) break;
            const float x = stage.columns.centre(c);
            const Box cell =
                Box::edges(x - half, buffers.row_top(row), x + half, buffers.row_bottom(row)).snapped();
            draw_tape_cell(stage, place.array, place.first + c, cell, buffers.number_y(row));
        }
        draw_tape_name(stage, stage.info(place.array), place.name,
                       (buffers.row_top(row) + buffers.row_bottom(row)) / 2);
        canvas.text({stage.label_left, buffers.number_y(row)}, type::small, {Role::t3}, "cell");
    }
}

/// From the cells of another row into the one that is written; sums meet in a node just before it.
void draw_flow(const Buffers& buffers, const Flow& flow) {
    Context& stage = buffers.stage;
    Canvas& canvas = stage.canvas;
    const Diagram& diagram = stage.at.diagram();
    const int row = diagram.place_of(flow.array, flow.cell);
    if (!buffers.shows(row, flow.cell)) return;
    std::vector<std::pair<int, const Leaf*>> sources;
    for (const Leaf& leaf : flow.sources) {
        const int from = diagram.place_of(leaf.array, leaf.element);
        if (from >= 0 && from != row && buffers.shows(from, leaf.element)) sources.emplace_back(from, &leaf);
    }
    if (sources.empty()) return;
    const bool down = sources.front().first < row;
    const float inset = canvas.em(0.1F), way = down ? 1.0F : -1.0F;
    const Point target{buffers.x(row, flow.cell),
                       down ? buffers.row_top(row) - inset : buffers.row_bottom(row) + inset};
    const bool sum = flow.operation && sources.size() > 1;
    const Point node = target - Point{0, way * std::min(canvas.em(1.35F), buffers.gap * 0.42F)};
    const float grown = std::min(1.0F, stage.options.grown);
    for (const auto& [from, leaf] : sources) {
        const Point begin{buffers.x(from, leaf->element),
                          down ? buffers.row_bottom(from) + inset : buffers.row_top(from) - inset};
        draw_straight(canvas, begin, sum ? node : target, ArrowKind::read,
                      {sum ? std::min(1.0F, grown * 2) : grown, !sum});
    }
    if (!sum || grown <= 0.5F) return;
    draw_straight(canvas, node, target, ArrowKind::written, {grown * 2 - 1, true});
}

/// Over all lines, so that none crosses a sign.
void draw_sign(const Buffers& buffers, const Flow& flow) {
    Context& stage = buffers.stage;
    const Diagram& diagram = stage.at.diagram();
    const int row = diagram.place_of(flow.array, flow.cell);
    if (!buffers.shows(row, flow.cell) || !flow.operation || stage.options.grown <= 0.5F) return;
    int from = -1, count = 0;
    for (const Leaf& leaf : flow.sources)
        if (const int place = diagram.place_of(leaf.array, leaf.element); place >= 0 && place != row)
            from = place, ++count;
    if (count < 2 || stage.columns.width < stage.canvas.em(1.5F)) return;
    const float way = from < row ? 1.0F : -1.0F;
    const float edge = from < row ? buffers.row_top(row) : buffers.row_bottom(row);
    const float away = std::min(stage.canvas.em(1.35F), buffers.gap * 0.42F) + stage.canvas.em(0.1F);
    draw_operation_node(stage.canvas, {buffers.x(row, flow.cell), edge - way * away},
                        operation_sign(flow.symbol));
}

}  // namespace

float buffers_height(const Context& stage) { return height_of(stage, tape_buffers_gap_em); }
float least_buffers_height(const Context& stage) { return height_of(stage, tape_buffers_least_gap_em); }

void draw_buffers(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    Buffers buffers{stage, rect.min.y};
    const float spare = rect.height() - height_of(stage, 0);
    buffers.gap = std::max(canvas.em(1), spare / static_cast<float>(std::max(1, rows_of(stage) - 1)));
    draw_rows(buffers);
    const auto& flows = stage.picture().flows;
    constexpr std::size_t most = 128;
    for (std::size_t i = 0; i < std::min(most, flows.size()); ++i) draw_flow(buffers, flows[i]);
    for (std::size_t i = 0; i < std::min(most, flows.size()); ++i) draw_sign(buffers, flows[i]);
    if (!has_warp_brackets(stage)) return;
    for (int row = 0; row < rows_of(stage); ++row) {
        const float away = canvas.em((number_em + warp_em) / 2);
        draw_warp_brackets(stage, buffers.place(row), buffers.number_y(row) + (row == 0 ? -away : away),
                           row > 0);
    }
}

}  // namespace upsweep::stage
