// Blocks in two dimensions: grids with their tiles, a card for each tile that is not stored yet, and the
// acting tile close by.
#include <algorithm>
#include <array>

#include "replay/data/tiles.h"
#include "replay/structure/index.h"
#include "stage/blocks.h"
#include "stage/grid.h"
#include "stage/lens.h"

namespace upsweep::stage {

using namespace replay;

namespace {

std::string doing(const Context& stage, const BlockCard& card, TextStyle style, float room) {
    if (stage.options.presenting) return doing_now(card, true);
    if (card.state == BlockState::spinning && !card.waits.empty() && card.waits.front().of >= 0)
        return wait_words(stage.canvas, style, card, room);
    const std::string words = card.state == BlockState::waiting ? "not started" : doing_now(card, true);
    return whole_words(stage.canvas, style, words, room);
}

/// The tile's card in the place where its values will be.
void draw_tile_card(Context& stage, const BlockCard& card, const Box& box, bool acting) {
    Canvas& canvas = stage.canvas;
    const bool large = stage.options.presenting;
    const Ink text = draw_card_frame(stage, box, card.state, acting);
    canvas.hit("block." + std::to_string(card.number), box);
    if (box.height() < canvas.em(1.2F) || box.width() < canvas.em(1.6F)) return;
    const bool low = box.height() < canvas.em(3.4F), narrow = box.width() < canvas.em(4);
    const std::array<float, 3> number_sizes =
        large ? std::array{1.45F, 1.45F, 1.9F} : std::array{1.0F, 1.2F, 1.6F};
    const float em = number_sizes[low ? 0 : box.height() < canvas.em(large ? 4.4F : 5) ? 1 : 2];
    const float in = canvas.em(large ? 0.45F : narrow ? 0.35F : 0.6F), x = box.min.x + in;
    const float y = low ? box.centre().y : box.min.y + canvas.em(0.45F + em * 0.5F);
    const float named = canvas.text({x, y}, {Face::mono_bold, em}, text, std::to_string(card.number));
    const float mark = canvas.em(large ? 1.1F : 0.85F);
    if (box.width() > named + 2 * in + mark + canvas.em(large ? 0.2F : 0.3F))
        draw_card_mark(stage, Box::around({box.max.x - in - mark / 2, y}, mark, mark), card.state, text);
    if (low || (narrow && !large)) return;
    const float room = box.max.x - in - x;
    TextStyle style{Face::sans_semibold, 0.85F};
    const std::string words = doing(stage, card, style, room);
    if (large) style.em = canvas.em_within(style.face, words, room, {0.95F, 0.87F, 0.8F});
    float line = large ? box.max.y - canvas.em(1) : y + canvas.em(em * 0.5F + 1.0F);
    canvas.text_within({x, line}, room, style, text, words);
    line += canvas.em(1.2F);
    if (card.multiprocessor >= 0 && line < box.max.y - canvas.em(0.5F))
        canvas.text_within({x, line}, room, type::small,
                           card.state == BlockState::spinning ? text : Ink{Role::t3},
                           "mp " + std::to_string(card.multiprocessor));
}

/// On a presented page: the blocks' parts of a grid, as the tiles lie.
void draw_map(Context& stage, Box rect, const StagedArray& grid, int64_t shown) {
    Canvas& canvas = stage.canvas;
    const BlocksPicture& blocks = stage.at.blocks();
    const ElementBox first = stage.staged().part(grid, 0);
    if (first.empty()) return;
    const int64_t wide = std::max<int64_t>(1, first.size.width),
                  high = std::max<int64_t>(1, first.size.height);
    const int64_t across = (grid.extent.width + wide - 1) / wide,
                  down = (grid.extent.height + high - 1) / high;
    constexpr TextStyle title{Face::sans_semibold, 0.92F};
    const std::string tiles = extent_text({across, down}) + " tiles";
    canvas.text({rect.min.x, rect.min.y + canvas.em(0.5F)}, title, {Role::t2},
                canvas.text_fitting(title, rect.width(), {tiles + " of " + grid.name, tiles, grid.name}));
    rect.cut_top(canvas.em(1.6F));
    const float gap = canvas.em(0.35F);
    const float pitch_x = (rect.width() + gap) / across,
                pitch_y = std::min((rect.height() + gap) / down, pitch_x * 1.2F);
    for (const BlockCard& card : blocks.cards) {
        const ElementBox part = stage.staged().part(grid, card.number);
        if (part.empty()) continue;
        const auto column = float(part.left / wide), row = float(part.top / high);
        const Box box = Box::sized({rect.min.x + column * pitch_x, rect.min.y + row * pitch_y}, pitch_x - gap,
                                   pitch_y - gap)
                            .snapped();
        draw_tile_card(stage, card, box, card.number == shown);
    }
}

/// Whether the values of a tile can be seen: its block is done, or one of them is there.
bool is_stored(const Context& stage, const Grid& grid, const ElementBox& part, const BlockCard& card) {
    if (card.state == BlockState::done) return true;
    for (int64_t y = part.top; y < part.top + part.size.height; ++y)
        for (int64_t x = part.left; x < part.left + part.size.width; ++x)
            if (stage.at.player().defined(grid.id(), y * grid.extent.width + x)) return true;
    return false;
}

/// The rows of each row of tiles, "4–7", or where there is no room the first of them.
void draw_tile_rows(Context& stage, const Grid& grid) {
    Canvas& canvas = stage.canvas;
    for (int64_t row = grid.first_row; row < grid.first_row + grid.rows;) {
        const int64_t end =
            std::min(grid.first_row + grid.rows, (row / grid.tile.height + 1) * grid.tile.height);
        const float y = (grid.y(row) + grid.y(end - 1) + grid.cell_height) / 2;
        canvas.text({grid.cells.min.x - canvas.em(0.4F), y}, type::tick, {Role::t3},
                    canvas.text_fitting(type::tick, grid_label(stage) + canvas.em(0.4F),
                                        {range_text(row, end - 1), std::to_string(row), ""}),
                    Align::right);
        row = end;
    }
}

std::string about(const Grid& grid) {
    const std::string text = extent_text(grid.extent);
    if (grid.tile.count() <= 0) return text;
    const auto parts = [](int64_t all, int64_t one) { return (all + one - 1) / one; };
    return text + ", " +
           extent_text(
               {parts(grid.extent.width, grid.tile.width), parts(grid.extent.height, grid.tile.height)}) +
           " tiles";
}

/// The grid that the launch writes: its tiles have cards until they are stored.
void draw_output(Context& stage, const Grid& grid, const BlocksPicture& blocks, bool in_tiles) {
    const StagedLaunch& staged = stage.staged();
    std::vector<bool> covered(size_t(grid.extent.count()));
    std::vector<bool> stored(covered.size());
    for (const BlockCard& card : blocks.cards) {
        const ElementBox part = in_tiles ? staged.part(*grid.staged, card.number) : ElementBox{};
        if (part.empty()) continue;
        const bool there = is_stored(stage, grid, part, card);
        if (there && card.state != BlockState::done) continue;
        for (int64_t y = part.top; y < part.top + part.size.height; ++y)
            for (int64_t x = part.left; x < part.left + part.size.width; ++x)
                nth(there ? stored : covered, y * grid.extent.width + x) = true;
        const Box box = there ? Box{} : grid.rect(part);
        if (!box.empty()) draw_tile_card(stage, card, box, card.number == blocks.acting);
    }
    draw_grid_cells(
        stage, grid,
        [&](int64_t element, CellState usual) {
            return usual == CellState::idle && nth(stored, element) ? CellState::right : usual;
        },
        [&](int64_t element) { return nth(covered, element); });
}

/// Chooses where the lens is and how large its cells are, together with the size of the grids' cells.
struct TilesLayout {
    Box grids, lens;
    int across = 0;
    bool indices = true;
};
TilesLayout lay_out(const Context& stage, std::vector<Grid*> grids, Lens& lens, const Box& rect) {
    const Canvas& canvas = stage.canvas;
    const auto count = int(grids.size());
    const bool indices = any_of(grids, [](const Grid* grid) { return grid->tile.count() == 0; });
    TilesLayout best{rect, {}, 0, indices};
    float most = 0;
    Lens chosen = lens;
    const auto try_layout = [&](const TilesLayout& layout, const Lens& tried) {
        const float cells = place_grids(stage, grids, layout.grids, layout.across, indices);
        const float score = std::min(1.0F, cells / 1.75F) * 2 + std::min(1.0F, tried.pitch / 3.6F) +
                            (tried.senders ? 0.15F : 0);
        if (score > most) most = score, best = layout, chosen = tried;
    };
    const float gap = canvas.em(stage.narrow ? 1.2F : 2);
    for (float pitch = lens.array != nullptr ? 3.9F : 0; pitch >= 1.5F; pitch -= 0.3F)
        for (const bool senders : {true, false}) {
            Lens tried = lens;
            tried.pitch = pitch;
            tried.senders = senders && pitch > 2.9F && (lens.rows || lens.columns);
            const float wide = tried.width(canvas), high = tried.height(canvas);
            for (int across = 1; across <= count; ++across) {
                if (high <= rect.height() && wide < rect.width() * 0.7F) {
                    TilesLayout beside{rect, rect, across, indices};
                    beside.lens = beside.grids.cut_right(wide);
                    beside.grids.max.x -= gap;
                    try_layout(beside, tried);
                }
                if (wide <= rect.width() && high < rect.height() * 0.7F) {
                    TilesLayout below{rect, rect, across, indices};
                    below.lens = below.grids.cut_bottom(high);
                    below.grids.max.y -= canvas.em(0.8F);
                    try_layout(below, tried);
                }
            }
        }
    lens = chosen;
    if (best.lens.empty()) lens.array = nullptr;
    return best;
}

/// The grid that the tiles are of: the output, else the first that blocks have parts of.
const StagedArray* mapped(const Context& stage) {
    if (const StagedArray* output = stage.at.tiles().output; output != nullptr) return output;
    for (const StagedArray& one : stage.staged().arrays())
        if (one.is_data() && !one.is_shared() && !stage.staged().part(one, 0).empty()) return &one;
    return nullptr;
}

}  // namespace

int64_t tile_to_show(const BlocksPicture& blocks) {
    if (blocks.acting >= 0) return blocks.acting;
    for (const BlockCard& card : blocks.cards)
        if (card.state == BlockState::running || card.state == BlockState::spinning) return card.number;
    return 0;
}

namespace {

/// On a presented page: cards where the tiles lie, and the acting tile large.
void draw_present_tiles(Context& stage, Box rect) {
    const Canvas& canvas = stage.canvas;
    rect = rect.inset(canvas.em(1.55F), 0);
    const int64_t number = tile_to_show(stage.at.blocks());
    const StagedArray* grid = mapped(stage);
    const Lens lens = lens_of(stage);
    if (lens.array != nullptr) {
        Box close = rect;
        if (grid != nullptr) {
            const Box map = close.cut_left(rect.width() * 0.41F);
            close.cut_left(canvas.em(1.8F));
            draw_map(stage, map, *grid, number);
        }
        return draw_present_lens(stage, lens, close, number);
    }
    if (grid != nullptr) draw_map(stage, rect, *grid, number);
}

}  // namespace

void draw_tiles(Context& stage, Box rect) {
    if (stage.options.presenting) return draw_present_tiles(stage, rect);
    Canvas& canvas = stage.canvas;
    rect = rect.inset(canvas.em(stage.narrow ? 0.9F : 1.25F), canvas.em(0.25F));
    std::vector<Grid> grids;
    for (Grid& grid : grids_of(stage))
        if (!grid.staged->is_shared()) grids.push_back(grid);
    if (grids.empty()) return;
    std::vector<Grid*> places;
    for (Grid& grid : grids) places.push_back(&grid);
    Lens lens = lens_of(stage);
    const TilesLayout layout = lay_out(stage, places, lens, rect);
    if (layout.across == 0)
        place_grids(stage, places, rect);
    else
        place_grids(stage, places, layout.grids, layout.across, layout.indices);
    const StagedLaunch& staged = stage.staged();
    const BlocksPicture& blocks = stage.at.blocks();
    const int64_t number = tile_to_show(blocks);
    for (Grid& grid : grids) {
        const ElementBox part = staged.part(*grid.staged, number);
        look_at(grid, part.size.width < grid.columns || part.size.height < grid.rows
                          ? part
                          : touched_of(stage, grid));
        draw_grid_head(stage, grid, about(grid));
        const bool written = stage.at.index().writes(staged.launch(), grid.id());
        const bool in_tiles = grid.tile.count() > 0;
        if (in_tiles)
            draw_tile_rows(stage, grid);
        else
            draw_grid_axes(stage, grid);
        if (written)
            draw_output(stage, grid, blocks, in_tiles);
        else
            draw_grid_cells(stage, grid);
        const bool whole = part.size.count() >= grid.extent.count();
        if (!part.empty() && !whole && staged.blocks() > 1) draw_frame(stage, grid, part, {Role::ink});
    }
    if (lens.array != nullptr) draw_lens(stage, lens, layout.lens, number);
}

}  // namespace upsweep::stage
