// Rows of arrays that no block has to itself, as the bins of a histogram: they are there once, and what
// blocks add to them goes there from their cards.
#include <algorithm>
#include <array>
#include <map>

#include "canvas/paragraph.h"
#include "emulator/trace/trace.h"
#include "replay/data/picture.h"
#include "replay/trace.h"
#include "stage/arrows.h"
#include "stage/blocks.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr int64_t most_blocks = 64;

/// In one row of elements, how many both have.
int64_t shared_by(const ElementBox& one, const ElementBox& other) {
    if (one.top != other.top) return 0;
    return std::min(one.left + one.size.width, other.left + other.size.width) -
           std::max(one.left, other.left);
}

}  // namespace

ElementBox common_part(const StagedLaunch& staged, const StagedArray& array) {
    if (array.is_shared() || array.extent.height > 1) return {};
    ElementBox all = staged.part(array, 0);
    bool common = false;
    for (int64_t n = 1; n < std::min(staged.blocks(), most_blocks); ++n) {
        const ElementBox before = staged.part(array, n - 1), part = staged.part(array, n);
        if (part.empty() || before.empty()) continue;
        // Neighbours that a stencil reads belong to two blocks as well, but most of a part is its own.
        common = common || 2 * shared_by(before, part) > std::min(before.size.width, part.size.width);
        const int64_t end = std::max(all.left + all.size.width, part.left + part.size.width);
        all.left = std::min(all.left, part.left);
        all.size.width = end - all.left;
    }
    return common ? all : ElementBox{};
}

void draw_common_row(BlocksView& view, const BlockRow& row) {
    Context& stage = view.stage;
    Canvas& canvas = stage.canvas;
    const auto id = id_of(row.staged->array);
    const auto room = int64_t(row.box.width() / canvas.em(1.2F));
    const int64_t count = std::clamp<int64_t>(room, 1, row.common.size.width);
    const float each = std::min(canvas.em(3), row.box.width() / float(count));
    for (int64_t i = 0; i < count; ++i) {
        const int64_t element = row.common.left + i;
        const float x = row.box.min.x + float(i) * each;
        const Box cell = Box::edges(x, row.box.min.y, x + each - canvas.em(0.12F), row.box.max.y).snapped();
        const std::string value = value_now(stage, id, element);
        draw_node(canvas, cell, state_now(stage, id, element), value,
                  stage.value_em(value, cell.width() - canvas.em(0.2F), 1.0F));
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
    if (view.stage.options.grown <= 0) return;
    // By number of the block and cell: how often.
    std::map<std::pair<int64_t, int64_t>, int> times;
    std::map<int64_t, int> of_cell;
    int array = -1;
    for (const Flow& flow : view.stage.picture().flows) {
        const auto row = find_if(view.rows, [&](const BlockRow& one) {
            return !one.common.empty() && one.staged->array == int(flow.array);
        });
        if (row == view.rows.end() ||
            view.stage.trace().access_at(flow.access).kind != emulator::AccessKind::atomic)
            continue;
        array = row->staged->array;
        ++times[{view.stage.staged().number_of(view.stage.trace().step_at(flow.step).block), flow.cell}];
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

void draw_block_legend(const BlocksView& view, Box rect) {
    Canvas& canvas = view.stage.canvas;
    const bool words = view.stage.staged().find(SubjectRole::word) != nullptr,
               flags = view.stage.staged().find(SubjectRole::flag) != nullptr;
    if (!words && !flags) return;
    struct Entry {
        MessageState state;
        CellState look;
        std::string_view text, brief, flag;
    };
    static constexpr std::array<Entry, 3> all = {
        {{MessageState::nothing, CellState::to_come, "nothing yet: look again", "nothing: again", "0: wait"},
         {MessageState::own_sum, CellState::waiting, "aggregate: add, continue", "aggregate: add", ""},
         {MessageState::prefix, CellState::right, "inclusive prefix: add, stop", "prefix: add, stop",
          "1: the sum is there"}}};
    const float y = rect.centre().y;
    float x = rect.min.x;
    canvas.text({x, y}, type::small, {Role::t3}, words ? "a word says" : "a flag says");
    x += canvas.text_width(type::small, "a word says") + canvas.em(0.7F);
    const auto wide = [&](std::string_view text) {
        return canvas.em(1.6F) + canvas.text_width(type::small, text);
    };
    // All three, if they have to be brief.
    const float gap = canvas.em(1.2F);
    float full = -gap;
    for (const Entry& entry : all) full += wide(entry.text) + gap;
    const bool brief = words && x + full > rect.max.x;
    if (!brief && std::max(view.left, x) + full <= rect.max.x) x = std::max(view.left, x);
    for (const Entry& entry : all) {
        const std::string_view text = words ? brief ? entry.brief : entry.text : entry.flag;
        if (text.empty()) continue;
        const float whole = wide(text);
        if (x + whole > rect.max.x) return;
        const Box swatch = Box::around({x + canvas.em(0.55F), y}, canvas.em(1.1F), canvas.em(1.1F)).snapped();
        const StateInks inks = state_inks(entry.look);
        canvas.rectangle(swatch, inks.fill, {inks.line, canvas.px(1.2F)}, canvas.em(0.2F));
        draw_message_mark(canvas, swatch.inset(canvas.em(0.2F)), entry.state, inks.text);
        canvas.text({x + canvas.em(1.6F), y}, type::small, {Role::t3}, text);
        x += whole + gap;
    }
}

namespace {

constexpr float banner_line = 1.25F;  // E from line to line

/// The button's left edge, from the banner's left.
float cure_left(const Context& stage, float width) {
    const Canvas& canvas = stage.canvas;
    const float right = width - canvas.em(0.6F);
    if (stage.options.deadlock_cure.empty()) return right;
    return right - canvas.text_width(type::body, stage.options.deadlock_cure) - canvas.em(1.6F);
}

std::vector<Run> banner_words(const BlocksPicture& blocks) {
    return {{deadlock_sentence(blocks), type::body, {Role::trouble_text}}};
}

float banner_room(const Context& stage, float width) {
    return cure_left(stage, width) - stage.canvas.em(3.6F);
}

}  // namespace

float deadlock_banner_height(const Context& stage, float width) {
    return stage.canvas.em(1.55F) + paragraph_height(stage.canvas, banner_room(stage, width),
                                                     banner_words(stage.at.blocks()), banner_line);
}

void draw_deadlock_banner(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const BlocksPicture& blocks = stage.at.blocks();
    canvas.rectangle(rect, {Role::trouble_fill}, {{Role::trouble}, canvas.px(2)}, canvas.em(0.4F));
    const Point sign{rect.min.x + canvas.em(1.5F), rect.centre().y};
    canvas.disc(sign, canvas.em(0.85F), {Role::trouble});
    canvas.rectangle(Box::around(sign, canvas.em(0.95F), canvas.em(0.28F)), {Role::bg0});
    if (!stage.options.deadlock_cure.empty())
        canvas.hit("deadlock.cure",
                   Box::edges(rect.min.x + cure_left(stage, rect.width()), rect.centre().y - canvas.em(0.95F),
                              rect.max.x - canvas.em(0.6F), rect.centre().y + canvas.em(0.95F)),
                   false);
    const float x = rect.min.x + canvas.em(3), room = banner_room(stage, rect.width());
    canvas.text_within({x, rect.min.y + canvas.em(0.8F)}, room, type::strong, {Role::trouble_text},
                       "Deadlock at step " + std::to_string(stage.at.step()));
    const std::vector<Run> words = banner_words(blocks);
    const Point at{x, rect.min.y + canvas.em(1.35F)};
    if (canvas.text_width(type::body, words[0].text) <= room)
        canvas.text({x, at.y + canvas.em(banner_line / 2)}, type::body, {Role::trouble_text}, words[0].text);
    else
        draw_paragraph(canvas, at, room, words, banner_line);
}

}  // namespace upsweep::stage
