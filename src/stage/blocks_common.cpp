// Rows of arrays that no block has to itself, as the bins of a histogram: they stand there once, and what
// blocks add to them goes there from their cards.
#include <algorithm>
#include <map>

#include "stage/arrows.h"
#include "stage/blocks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr std::int64_t most_blocks = 64;

/// In one row of elements, how many both have.
std::int64_t shared_by(const ElementBox& one, const ElementBox& other) {
    if (one.top != other.top) return 0;
    return std::min(one.left + one.size.width, other.left + other.size.width) -
           std::max(one.left, other.left);
}

bool is_atomic(const emulator::Trace& trace, const Flow& flow) {
    return trace.accesses[static_cast<std::size_t>(flow.access)].kind == emulator::AccessKind::atomic;
}

}  // namespace

ElementBox common_part(const StagedLaunch& staged, const StagedArray& array) {
    if (array.is_shared() || array.extent.height > 1) return {};
    ElementBox all = staged.part(array, 0);
    bool common = false;
    for (std::int64_t n = 1; n < std::min(staged.blocks(), most_blocks); ++n) {
        const ElementBox before = staged.part(array, n - 1), part = staged.part(array, n);
        if (part.empty() || before.empty()) continue;
        // Neighbours that a stencil reads belong to two blocks as well, but most of a part is its own.
        common = common || 2 * shared_by(before, part) > std::min(before.size.width, part.size.width);
        const std::int64_t end = std::max(all.left + all.size.width, part.left + part.size.width);
        all.left = std::min(all.left, part.left);
        all.size.width = end - all.left;
    }
    return common ? all : ElementBox{};
}

void draw_common_row(BlocksView& view, const BlockRow& row) {
    Context& stage = view.stage;
    Canvas& canvas = stage.canvas;
    const auto id = static_cast<emulator::ArrayId>(row.staged->array);
    const auto room = static_cast<std::int64_t>(row.box.width() / canvas.em(1.2F));
    const std::int64_t count = std::clamp<std::int64_t>(room, 1, row.common.size.width);
    const float each = std::min(canvas.em(3), row.box.width() / static_cast<float>(count));
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t element = row.common.left + i;
        const float x = row.box.min.x + static_cast<float>(i) * each;
        const Box cell = Box::edges(x, row.box.min.y, x + each - canvas.em(0.12F), row.box.max.y).snapped();
        const std::string value = value_now(stage, id, element);
        draw_node(canvas, cell, state_now(stage, id, element), value,
                  fitting_em(canvas, value, cell.width() - canvas.em(0.2F), 1.0F));
        name_cell(stage, id, element, cell);
        view.cells[{row.staged->array, element}] = cell;
    }
    if (count < row.common.size.width)
        canvas.text({row.box.max.x, row.box.min.y - canvas.em(0.6F)}, type::small, {Role::t3},
                    "the first " + std::to_string(count) + " of " + std::to_string(row.common.size.width),
                    Align::right);
}

void draw_atomics(const BlocksView& view) {
    Canvas& canvas = view.stage.canvas;
    const emulator::Trace& trace = view.stage.trace();
    if (view.stage.options.grown <= 0) return;
    // By number of the block and cell: how often.
    std::map<std::pair<std::int64_t, std::int64_t>, int> times;
    std::map<std::int64_t, int> of_cell;
    int array = -1;
    for (const Flow& flow : view.stage.picture().flows) {
        const auto row = std::find_if(view.rows.begin(), view.rows.end(), [&](const BlockRow& one) {
            return !one.common.empty() && one.staged->array == static_cast<int>(flow.array);
        });
        if (row == view.rows.end() || !is_atomic(trace, flow)) continue;
        array = row->staged->array;
        const std::uint32_t block = trace.steps[static_cast<std::size_t>(flow.step)].block;
        ++times[{view.stage.staged().number_of(block), flow.cell}];
        ++of_cell[flow.cell];
    }
    const OnLayer bright(canvas, Layer::bright);
    for (const auto& [key, count] : times) {
        const Box* cell = view.cell(array, key.second);
        if (cell == nullptr || !view.shows(key.first)) continue;
        const Box card = view.card_box(key.first);
        draw_straight(canvas, {card.centre().x, card.max.y}, {cell->centre().x, cell->min.y},
                      ArrowKind::written);
    }
    const OnLayer plates(canvas, Layer::plate);
    for (const auto& [element, count] : of_cell)
        if (const Box* cell = view.cell(array, element); cell != nullptr && count > 1)
            canvas.text({cell->centre().x, cell->max.y + canvas.em(0.7F)}, {Face::mono_bold, 0.85F},
                        {Role::written}, "× " + std::to_string(count), Align::centre);
}

}  // namespace upsweep::stage
