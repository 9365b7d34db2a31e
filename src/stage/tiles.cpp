// Blocks in two dimensions: grids with their tiles, a card for each tile that is not stored yet, and the
// acting tile close by.
#include <algorithm>

#include "replay/structure/index.h"
#include "stage/card_words.h"
#include "stage/grid.h"
#include "stage/lens.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

void draw_tiles_card_mark(Canvas& canvas, const Box& box, BlockState state, Ink ink) {
    switch (state) {
        case BlockState::waiting:
            return marks::ring(canvas, box, ink);
        case BlockState::running:
            return marks::play(canvas, box, ink);
        case BlockState::spinning:
            return marks::hourglass(canvas, box, ink);
        case BlockState::done:
            return marks::tick(canvas, box, ink);
    }
}

std::string doing(const Canvas& canvas, const BlockCard& card, TextStyle style, float room) {
    if (card.state == BlockState::spinning && !card.waits.empty() && card.waits.front().of >= 0)
        return wait_words(canvas, style, card, room);
    const std::string words = card.state == BlockState::waiting ? "not started"
                              : card.phase.empty()              ? "begins"
                                                                : card.phase;
    return whole_words(canvas, style, words, room);
}

/// The tile's card in the place where its values will be.
void draw_tile_card(Context& stage, const BlockCard& card, const Box& box, bool acting) {
    Canvas& canvas = stage.canvas;
    const bool waits = card.state == BlockState::spinning;
    const bool begun = card.state != BlockState::waiting;
    const Ink fill = waits    ? Ink{Role::waiting_fill}
                     : acting ? Ink{Role::bg3}
                     : begun  ? Ink{Role::bg2}
                              : Ink{Role::bg0};
    const Ink line = acting  ? Ink{Role::ink}
                     : waits ? Ink{Role::waiting}
                             : Ink{begun ? Role::line2 : Role::line};
    const Ink text = waits ? Ink{Role::waiting_text} : Ink{begun ? Role::t1 : Role::t3};
    canvas.rectangle(box, fill, {line, canvas.px(acting || waits ? 2.0F : 1.0F)}, canvas.em(0.3F));
    canvas.hit("block." + std::to_string(card.number), box);
    if (box.height() < canvas.em(1.2F) || box.width() < canvas.em(1.6F)) return;
    const bool low = box.height() < canvas.em(3.4F);
    const TextStyle number{Face::mono_bold, low ? 1.0F : box.height() < canvas.em(5) ? 1.2F : 1.6F};
    const float in = canvas.em(box.width() < canvas.em(4) ? 0.35F : 0.6F);
    const float y = low ? box.centre().y : box.min.y + canvas.em(0.45F + number.em * 0.5F);
    const float named = canvas.text({box.min.x + in, y}, number, text, std::to_string(card.number));
    const float mark = canvas.em(0.85F);
    if (box.width() > named + 2 * in + mark + canvas.em(0.3F))
        draw_tiles_card_mark(canvas, Box::around({box.max.x - in - mark / 2, y}, mark, mark), card.state,
                             text);
    if (low || box.width() < canvas.em(4)) return;
    const float room = box.width() - 2 * in;
    float line_y = y + canvas.em(number.em * 0.5F + 1.0F);
    const TextStyle style{Face::sans_semibold, 0.85F};
    canvas.text_within({box.min.x + in, line_y}, room, style, text, doing(canvas, card, style, room));
    line_y += canvas.em(1.2F);
    if (begun && card.multiprocessor >= 0 && line_y < box.max.y - canvas.em(0.5F))
        canvas.text_within({box.min.x + in, line_y}, room, type::small, waits ? text : Ink{Role::t3},
                           "mp " + std::to_string(card.multiprocessor));
}

/// Whether the values of a tile can be seen: its block is done, or one of them is there.
bool is_stored(const Context& stage, const Grid& grid, const ElementBox& part, const BlockCard& card) {
    if (card.state == BlockState::done) return true;
    const auto id = static_cast<emulator::ArrayId>(grid.array);
    for (std::int64_t y = part.top; y < part.top + part.size.height; ++y)
        for (std::int64_t x = part.left; x < part.left + part.size.width; ++x)
            if (stage.at.player().defined(id, y * grid.extent.width + x)) return true;
    return false;
}

/// The rows of each row of tiles, "4–7", or where there is no room the first of them.
void draw_tile_rows(Context& stage, const Grid& grid) {
    Canvas& canvas = stage.canvas;
    for (std::int64_t row = grid.first_row; row < grid.first_row + grid.rows;) {
        const std::int64_t end =
            std::min(grid.first_row + grid.rows, (row / grid.tile.height + 1) * grid.tile.height);
        const float y = (grid.y(row) + grid.y(end - 1) + grid.cell_height) / 2;
        const std::string first = std::to_string(row);
        for (const std::string& text : {first + "–" + std::to_string(end - 1), first})
            if (canvas.text_width({Face::mono, 0.8F}, text) <= grid_label(stage) + canvas.em(0.4F)) {
                canvas.text({grid.cells.min.x - canvas.em(0.4F), y}, {Face::mono, 0.8F}, {Role::t3}, text,
                            Align::right);
                break;
            }
        row = end;
    }
}

std::string about(const Grid& grid) {
    std::string text = std::to_string(grid.extent.width) + " × " + std::to_string(grid.extent.height);
    if (grid.tile.count() > 0) {
        const auto parts = [](std::int64_t all, std::int64_t one) {
            return std::to_string((all + one - 1) / one);
        };
        text += ", " + parts(grid.extent.width, grid.tile.width) + " × " +
                parts(grid.extent.height, grid.tile.height) + " tiles";
    }
    return text;
}

/// The grid that the launch writes: its tiles have cards until they are stored.
void draw_output(Context& stage, const Grid& grid, const BlocksPicture& blocks, bool in_tiles) {
    const StagedLaunch& staged = stage.staged();
    std::vector<bool> covered(static_cast<std::size_t>(grid.extent.count()));
    std::vector<bool> stored(covered.size());
    for (const BlockCard& card : blocks.cards) {
        const ElementBox part = in_tiles ? staged.part(*grid.staged, card.number) : ElementBox{};
        if (part.empty()) continue;
        const bool there = is_stored(stage, grid, part, card);
        if (there && card.state != BlockState::done) continue;
        for (std::int64_t y = part.top; y < part.top + part.size.height; ++y)
            for (std::int64_t x = part.left; x < part.left + part.size.width; ++x)
                (there ? stored : covered)[static_cast<std::size_t>(y * grid.extent.width + x)] = true;
        const Box box = there ? Box{} : grid.rect(part);
        if (!box.empty()) draw_tile_card(stage, card, box, card.number == blocks.acting);
    }
    draw_grid_cells(
        stage, grid,
        [&](std::int64_t element, CellState usual) {
            return usual == CellState::idle && stored[static_cast<std::size_t>(element)] ? CellState::right
                                                                                         : usual;
        },
        [&](std::int64_t element) { return covered[static_cast<std::size_t>(element)]; });
}

/// Chooses where the lens is and how large its cells are, together with the size of the grids' cells.
struct TilesLayout {
    Box grids, lens;
    int across = 0;
    bool indices = true;
};
TilesLayout lay_out(const Context& stage, std::vector<Grid*> grids, Lens& lens, const Box& rect) {
    const Canvas& canvas = stage.canvas;
    const auto count = static_cast<int>(grids.size());
    const bool indices =
        std::any_of(grids.begin(), grids.end(), [](const Grid* grid) { return grid->tile.count() == 0; });
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

}  // namespace

std::int64_t tile_to_show(const BlocksPicture& blocks) {
    if (blocks.acting >= 0) return blocks.acting;
    for (const BlockCard& card : blocks.cards)
        if (card.state == BlockState::running || card.state == BlockState::spinning) return card.number;
    return 0;
}

void draw_tiles(Context& stage, Box rect) {
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
    const std::int64_t number = tile_to_show(blocks);
    std::vector<const Grid*> shown;
    for (std::size_t i = 0; i < grids.size(); ++i) {
        Grid& grid = grids[i];
        const ElementBox part = staged.part(*grid.staged, number);
        look_at(grid, part.size.width < grid.columns || part.size.height < grid.rows
                          ? part
                          : touched_of(stage, grid));
        draw_grid_head(stage, grid, about(grid));
        const bool written = stage.at.index().writes(static_cast<std::uint32_t>(staged.launch()),
                                                     static_cast<emulator::ArrayId>(grid.array));
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
        shown.push_back(&grid);
    }
    if (lens.array != nullptr) draw_lens(stage, lens, layout.lens, number);
}

}  // namespace upsweep::stage
