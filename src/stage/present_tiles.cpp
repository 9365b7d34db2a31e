// Blocks in two dimensions on a presented page: a card each where its tile lies, and the acting tile large,
// with what comes in from its neighbours and what it passes on.
#include <algorithm>
#include <cmath>

#include "replay/data/tiles.h"
#include "stage/grid.h"
#include "stage/lens.h"
#include "stage/present_blocks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float present_tiles_margin_em = 1.55F, present_tiles_head_em = 1.6F,
                present_tiles_between_em = 1.8F;
constexpr float arrow_share = 0.4F, sum_share = 0.25F;  ///< of a cell: room before and behind the tile
constexpr TextStyle present_tiles_head{Face::sans_semibold, 0.92F};

void draw_card(Context& stage, const BlockCard& card, const Box& box, bool acting) {
    Canvas& canvas = stage.canvas;
    StateInks inks = state_inks(look_of(card.state));
    if (acting && card.state == BlockState::running) inks = {Ink{Role::bg3}, Ink{Role::ink}, Ink{Role::t1}};
    const bool waiting = card.state == BlockState::waiting;
    const bool thick = acting || card.state == BlockState::done || card.state == BlockState::spinning;
    canvas.rectangle(box, waiting ? Ink{Role::bg0} : inks.fill,
                     {acting ? Ink{Role::ink} : inks.line, canvas.px(thick ? 2.4F : 1.4F)}, canvas.em(0.35F));
    canvas.hit("block." + std::to_string(card.number), box);
    const Ink text = waiting ? Ink{Role::t2} : inks.text;
    const std::string number = std::to_string(card.number);
    const float in = canvas.em(0.45F);
    const bool low = box.height() < canvas.em(3.4F);
    const float em = box.height() < canvas.em(4.4F) ? 1.45F : 1.9F;
    const float y = low ? box.centre().y : box.min.y + canvas.em(0.4F + em * 0.5F);
    const float wide = canvas.text({box.min.x + in, y}, {Face::mono_bold, em}, text, number);
    const float mark = canvas.em(1.1F);
    if (box.width() > wide + mark + 2.5F * in)
        draw_card_mark(canvas, Box::around({box.max.x - in - mark / 2, y}, mark, mark), card.state,
                       waiting ? Ink{Role::line2} : text);
    if (low) return;
    const std::string word = doing_now(card, true);
    const float room = box.width() - 1.5F * in;
    TextStyle style{Face::sans_semibold, 0.95F};
    for (const float smaller : {0.87F, 0.8F})
        if (canvas.text_width(style, word) > room) style.em = smaller;
    canvas.text_within({box.min.x + in, box.max.y - canvas.em(1)}, room, style, text, word);
}

/// The blocks' parts of a grid, as the tiles lie; gives what is left at the right.
void draw_map(Context& stage, Box rect, const StagedArray& grid, std::int64_t shown) {
    Canvas& canvas = stage.canvas;
    const BlocksPicture& blocks = stage.at.blocks();
    const ElementBox first = stage.staged().part(grid, 0);
    if (first.empty()) return;
    const std::int64_t wide = std::max<std::int64_t>(1, first.size.width),
                       high = std::max<std::int64_t>(1, first.size.height);
    const std::int64_t across = (grid.extent.width + wide - 1) / wide,
                       down = (grid.extent.height + high - 1) / high;
    canvas.text({rect.min.x, rect.min.y + canvas.em(0.5F)}, present_tiles_head, {Role::t2},
                std::to_string(across) + " × " + std::to_string(down) + " tiles of " + grid.name);
    rect.cut_top(canvas.em(present_tiles_head_em));
    const float gap = canvas.em(0.35F);
    const float pitch_x = (rect.width() + gap) / static_cast<float>(across),
                pitch_y = std::min((rect.height() + gap) / static_cast<float>(down), pitch_x * 1.2F);
    for (const BlockCard& card : blocks.cards) {
        const ElementBox part = stage.staged().part(grid, card.number);
        if (part.empty()) continue;
        const auto column = static_cast<float>(part.left / wide), row = static_cast<float>(part.top / high);
        const Box box = Box::sized({rect.min.x + column * pitch_x, rect.min.y + row * pitch_y}, pitch_x - gap,
                                   pitch_y - gap)
                            .snapped();
        draw_card(stage, card, box, card.number == shown);
    }
}

/// Where the cells of the tile and those around it are.
struct Tile {
    Point cells;
    float wide = 0, high = 0, gap = 0;  ///< of a cell with its gap
    std::int64_t columns = 0, rows = 0;

    Box at(float column, float row) const {
        return Box::sized({cells.x + column * wide, cells.y + row * high}, wide - gap, high - gap).snapped();
    }
    Box cell(std::int64_t column, std::int64_t row) const {
        return at(static_cast<float>(column), static_cast<float>(row));
    }
    Box carry(std::int64_t index, bool across) const {
        const auto i = static_cast<float>(index);
        return across ? at(-1 - arrow_share, i) : at(i, -1 - arrow_share);
    }
    Box sum(std::int64_t index, bool across) const {
        const auto i = static_cast<float>(index);
        return across ? at(static_cast<float>(columns) + sum_share, i)
                      : at(i, static_cast<float>(rows) + sum_share);
    }
};

void draw_side(Context& stage, const Tile& tile, const TileSide& side, bool across) {
    Canvas& canvas = stage.canvas;
    const std::int64_t shown = across ? tile.rows : tile.columns;
    const float room = tile.wide - tile.gap - canvas.em(0.4F);
    for (const TileCarry& carry : side.carries) {
        if (carry.index >= shown) break;
        const Box box = tile.carry(carry.index, across);
        const bool known = !carry.value.empty(), waits = !known && carry.lane >= 0;
        draw_cell(canvas, box,
                  {.state = known   ? CellState::written
                            : waits ? CellState::waiting
                                    : CellState::to_come,
                   .value = carry.value,
                   .value_em = canvas.em_within(Face::mono_bold, carry.value, room, readable_ems)});
        const Box next = across ? tile.cell(0, carry.index) : tile.cell(carry.index, 0);
        if (known)
            draw_straight(canvas, across ? box.right() : box.bottom(), across ? next.left() : next.top(),
                          carry.now ? ArrowKind::read : ArrowKind::before);
    }
    for (const TileSum& sum : side.sums) {
        if (sum.index >= shown) break;
        const std::string& value = sum.so_far.empty() ? sum.own : sum.so_far;
        const CellState told = sum.state == MessageState::prefix    ? CellState::right
                               : sum.state == MessageState::own_sum ? CellState::waiting
                                                                    : CellState::idle;
        draw_cell(canvas, tile.sum(sum.index, across),
                  {.state = value.empty() ? CellState::to_come
                            : sum.now     ? CellState::written
                                          : told,
                   .value = value,
                   .value_em = canvas.em_within(Face::mono_bold, value, room, readable_ems)});
    }
}

void draw_cells(Context& stage, const Tile& tile, const StagedArray& array, std::int64_t number) {
    Canvas& canvas = stage.canvas;
    const StagedLaunch& staged = stage.staged();
    const int id = staged.array_of(array, staged.block_of(number));
    const ElementBox part = staged.part(array, number);
    const float room = tile.wide - tile.gap - canvas.em(0.4F);
    for (std::int64_t row = 0; row < std::min(tile.rows, part.size.height); ++row)
        for (std::int64_t column = 0; column < std::min(tile.columns, part.size.width); ++column) {
            const Box box = tile.cell(column, row);
            if (id < 0) {
                draw_cell(canvas, box, {.state = CellState::to_come});
                continue;
            }
            const auto which = static_cast<emulator::ArrayId>(id);
            const std::int64_t element = (part.top + row) * array.extent.width + part.left + column;
            const std::string value = value_now(stage, which, element);
            draw_cell(canvas, box,
                      {.state = state_now(stage, which, element),
                       .value = value,
                       .value_em = canvas.em_within(Face::mono_bold, value, room, readable_ems)});
            name_cell(stage, which, element, box);
        }
    const Box all = tile.cell(0, 0).with(tile.cell(tile.columns - 1, tile.rows - 1));
    canvas.outline(all.inset(-canvas.em(0.2F)), {{Role::ink}, canvas.px(2.4F)}, canvas.em(0.35F));
}

void draw_close(Context& stage, Box rect, const Lens& lens, std::int64_t number) {
    Canvas& canvas = stage.canvas;
    const TilePicture picture = make_tile(stage.staged(), stage.at.tiles(), number, stage.at.moment());
    std::string title = "tile " + std::to_string(number);
    if (lens.array->is_shared()) title += " in " + lens.array->name;
    if (lens.rows || lens.columns) title += ": what comes in, what it passes on";
    canvas.text_within({rect.min.x, rect.min.y + canvas.em(0.5F)}, rect.width(), present_tiles_head,
                       {Role::t2}, title);
    rect.cut_top(canvas.em(present_tiles_head_em));
    rect.max.x -= canvas.em(0.2F);
    const float before_x = picture.rows ? 1 + arrow_share : 0.1F,
                after_x = picture.rows ? 1 + sum_share : 0.1F;
    const float before_y = picture.columns ? 1 + arrow_share : 0.1F,
                after_y = picture.columns ? 1 + sum_share : 0.1F;
    // A tile that has more cells than can be read is cut.
    const float least = canvas.em(2.3F);
    const auto cut = [&](std::int64_t all, float room, float around) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(room / least - around), 1, all);
    };
    Tile tile;
    tile.columns = cut(lens.cells.width, rect.width(), before_x + after_x);
    tile.rows = cut(lens.cells.height, rect.height(), before_y + after_y);
    tile.gap = canvas.em(0.25F);
    tile.wide =
        std::min(canvas.em(4.4F), rect.width() / (static_cast<float>(tile.columns) + before_x + after_x));
    tile.high = std::min(
        {canvas.em(3.4F), tile.wide, rect.height() / (static_cast<float>(tile.rows) + before_y + after_y)});
    tile.cells = snap(rect.min + Point{before_x * tile.wide, before_y * tile.high});
    draw_cells(stage, tile, *lens.array, number);
    if (picture.rows) draw_side(stage, tile, *picture.rows, true);
    if (picture.columns) draw_side(stage, tile, *picture.columns, false);
}

/// The grid that the tiles are of: the output, else the first that blocks have parts of.
const StagedArray* mapped(const Context& stage) {
    if (const StagedArray* output = stage.at.tiles().output; output != nullptr) return output;
    for (const StagedArray& one : stage.staged().arrays())
        if (one.is_data() && !one.is_shared() && !stage.staged().part(one, 0).empty()) return &one;
    return nullptr;
}

}  // namespace

void draw_present_tiles(Context& stage, Box rect) {
    const Canvas& canvas = stage.canvas;
    rect = rect.inset(canvas.em(present_tiles_margin_em), 0);
    const std::int64_t number = tile_to_show(stage.at.blocks());
    const StagedArray* grid = mapped(stage);
    const Lens lens = lens_of(stage);
    if (lens.array != nullptr) {
        Box close = rect;
        if (grid != nullptr) {
            const Box map = close.cut_left(rect.width() * 0.41F);
            close.cut_left(canvas.em(present_tiles_between_em));
            draw_map(stage, map, *grid, number);
        }
        return draw_close(stage, close, lens, number);
    }
    if (grid != nullptr) draw_map(stage, rect, *grid, number);
}

}  // namespace upsweep::stage
