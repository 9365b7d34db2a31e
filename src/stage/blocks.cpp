// Blocks on their slots: columns of cards, with the arrays of the subject as rows.
#include "stage/blocks.h"

#include <algorithm>
#include <array>

#include "emulator/trace/trace.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

CellState state_of(const Message& message) {
    if (message.delayed) return CellState::waiting;
    if (message.written) return CellState::written;
    if (message.state == MessageState::own_sum) return CellState::waiting;
    if (message.state == MessageState::prefix) return CellState::right;
    return CellState::to_come;
}

void draw_message_mark(Canvas& canvas, Box box, MessageState state, Ink ink, Ink on) {
    const float radius = box.width() / 2;
    const Pen pen{ink, canvas.px(1.6F)};
    if (state == MessageState::nothing) return canvas.disc(box.centre(), radius, no_ink, pen);
    if (state == MessageState::own_sum) {
        canvas.disc(box.centre(), radius, no_ink, pen);
        canvas.push_clip(Box::edges(box.min.x, box.min.y, box.centre().x, box.max.y));
        canvas.disc(box.centre(), radius, ink);
        return canvas.pop_clip();
    }
    canvas.disc(box.centre(), radius, ink);
    marks::tick(canvas, box.inset(box.width() * 0.27F), on);
}

namespace {

constexpr float blocks_pitch_em = 9.2F, least_pitch_em = 4.4F, card_share = 0.87F, low_card_em = 3.4F;

struct Heights {
    float data, card, message, gap;
};

bool is_row(const StagedArray& one) { return one.is_data() && one.subject.form == SubjectForm::row; }

/// Data in rows and one element a block; the cards are below what comes in.
std::vector<BlockRow> rows_of(const Context& stage, const BlocksPicture& blocks) {
    std::vector<BlockRow> rows;
    bool cards = false;
    for (const StagedArray& one : stage.staged().arrays()) {
        BlockRow row{&one, -1, {}};
        for (std::size_t i = 0; i < blocks.message_arrays.size(); ++i)
            if (blocks.message_arrays[i] == &one) row.messages = static_cast<int>(i);
        if (row.messages < 0 && !is_row(one)) continue;
        if (row.messages < 0) row.common = common_part(stage.staged(), one);
        rows.push_back(row);
        if (!cards) rows.push_back({});
        cards = true;
    }
    if (!cards) rows.push_back({});
    return rows;
}

constexpr float least_name_em = 0.7F;

/// Chooses the columns in view: all, or a stretch around the acting block.
void place_columns(BlocksView& view, Box rect, std::int64_t& first) {
    const Canvas& canvas = view.stage.canvas;
    const auto all = static_cast<std::int64_t>(view.blocks.cards.size());
    // The longest name in the smallest letters of names.
    float label = canvas.em(view.stage.narrow ? 5.9F : 8);
    for (const StagedArray& staged : view.stage.staged().arrays())
        label = std::max(label, view.stage.label_left - rect.min.x + canvas.em(0.6F) +
                                    canvas.text_width({Face::mono_bold, least_name_em}, staged.name));
    view.left = rect.min.x + std::min(label, canvas.em(9));
    const float room = rect.max.x - view.left - canvas.em(view.stage.narrow ? 0.6F : 1.2F);
    const auto most = std::max<std::int64_t>(1, static_cast<std::int64_t>(room / canvas.em(least_pitch_em)));
    view.count = std::min(all, most);
    view.pitch = std::floor(std::min(canvas.em(blocks_pitch_em),
                                     room / static_cast<float>(std::max<std::int64_t>(1, view.count))));
    view.card = std::floor(view.pitch * card_share);
    if (view.blocks.acting >= 0 && (view.blocks.acting < first || view.blocks.acting >= first + view.count))
        first = view.blocks.acting - view.count / 2;
    first = std::clamp<std::int64_t>(first, 0, all - view.count);
    view.first = first;
}

/// A deadlock's last arrows run above the cards, with words beside them.
float loop_room(const BlocksView& view) {
    return view.blocks.deadlock.empty() ? 0 : view.stage.canvas.em(1.8F);
}

/// Rows share the height: cards and gaps give way first.
Heights heights_of(const BlocksView& view, float room) {
    const Canvas& canvas = view.stage.canvas;
    float data = 0, messages = 0;
    for (const BlockRow& row : view.rows)
        if (row.staged != nullptr) (row.messages >= 0 ? messages : data) += 1;
    Heights heights{canvas.em(1.9F), canvas.em(7), canvas.em(2.1F), canvas.em(2.4F)};
    room -= loop_room(view);
    const auto needed = [&](const Heights& h) {
        return data * h.data + messages * h.message + h.card + (data + messages) * h.gap;
    };
    if (needed(heights) > room)
        heights.card = std::max(canvas.em(5.9F), heights.card - (needed(heights) - room));
    if (needed(heights) > room && data + messages > 0)
        heights.gap = std::max(canvas.em(1.2F), heights.gap - (needed(heights) - room) / (data + messages));
    if (needed(heights) > room) heights.data = heights.message = canvas.em(1.6F);
    // In the lowest windows a card keeps its number, its mark and what the block does.
    if (needed(heights) > room)
        heights.card = std::max(canvas.em(low_card_em), heights.card - (needed(heights) - room));
    if (needed(heights) > room && data + messages > 0)
        heights.gap = std::max(canvas.em(0.5F), heights.gap - (needed(heights) - room) / (data + messages));
    if (needed(heights) > room) heights.data = heights.message = canvas.em(1.35F);
    // What is left over goes between the rows, as far as arrows can use it.
    if (needed(heights) < room && data + messages > 0)
        heights.gap = std::min(canvas.em(4), heights.gap + (room - needed(heights)) / (data + messages));
    return heights;
}

void place_rows(BlocksView& view, Box rect) {
    // The last row's second word reaches below it.
    const Heights heights = heights_of(view, rect.height() - view.stage.canvas.em(0.5F));
    float y = rect.min.y;
    const float right = view.column(view.first + view.count - 1) + view.card;
    for (BlockRow& row : view.rows) {
        if (row.staged == nullptr) y += loop_room(view);
        const float high = row.staged == nullptr ? heights.card
                           : row.messages >= 0   ? heights.message
                                                 : heights.data;
        row.box = Box::edges(view.left, y, right, y + high).snapped();
        y += high + heights.gap;
    }
}

void draw_row_label(const BlocksView& view, const BlockRow& row) {
    Canvas& canvas = view.stage.canvas;
    const float x = view.stage.label_left, width = view.left - x - canvas.em(0.5F), y = row.box.centre().y;
    std::string name = "blocks", below = "a slot each";
    if (row.staged != nullptr) {
        name = row.staged->name;
        below = row.messages >= 0 ? std::string(role_name(row.staged->subject.role))
                                  : std::string(row.staged->is_shared() ? "shared" : "global");
        if (!row.common.empty()) below = view.stage.narrow ? "of all" : "of all blocks";
        if (row.staged->is_shared() && row.messages >= 0)
            below = view.stage.narrow ? "per block" : "of each block";
    } else if (const StagedArray* counter = view.stage.staged().find(SubjectRole::counter);
               counter != nullptr && view.stage.staged().fetches_numbers()) {
        const auto array = static_cast<emulator::ArrayId>(counter->array);
        const emulator::Player& player = view.stage.at.player();
        // Before it is cleared the counter holds whatever lay there.
        const std::uint64_t next =
            player.bits(array, 0) %
            std::max<std::uint64_t>(1, static_cast<std::uint64_t>(view.stage.staged().blocks() + 1));
        below = (view.stage.narrow ? "next: " : "next number ") +
                (player.defined(array, 0) ? std::to_string(next) : "?");
    }
    constexpr std::array sizes{1.0F, 0.9F, 0.8F, least_name_em};
    const float largest = view.stage.narrow ? 0.9F : 1.0F;
    const TextStyle style{Face::mono_bold, canvas.em_within(Face::mono_bold, name, width, sizes, largest)};
    const bool low = row.box.height() < canvas.em(1.5F);
    canvas.text_within({x, y - canvas.em(low ? 0 : 0.5F)}, width, style, {Role::t1}, name);
    if (low) return;
    canvas.text_within({x, y + canvas.em(0.65F)}, width, type::small, {Role::t3},
                       fitting(canvas, type::small, width, {below, below.substr(0, below.find(' '))}));
}

constexpr float smallest_em = 0.55F;  ///< a number in a narrow cell; smaller ones are not numbers any more

/// A part's elements side by side; "…" where a number would not fit.
void draw_data_part(BlocksView& view, const BlockRow& row, std::int64_t number) {
    Context& stage = view.stage;
    Canvas& canvas = stage.canvas;
    const StagedArray& staged = *row.staged;
    const Box place = view.part(row.box, number);
    const int array = stage.staged().array_of(staged, stage.staged().block_of(number));
    ElementBox part = stage.staged().part(staged, number);
    if (part.empty() || array < 0) {
        canvas.outline(place, {{Role::line}, 1}, canvas.em(0.25F));
        return;
    }
    const auto id = static_cast<emulator::ArrayId>(array);
    const std::int64_t width = std::max<std::int64_t>(1, staged.extent.width), count = part.size.count();
    const float each = place.width() / static_cast<float>(count);
    if (each < canvas.em(0.75F)) {
        canvas.rectangle(place, {Role::idle_fill}, {{Role::line2}, 1}, canvas.em(0.25F));
        canvas.text(place.centre(), type::small, {Role::t3}, std::to_string(count) + " elements",
                    Align::centre);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t element =
            (part.top + i / part.size.width) * width + part.left + i % part.size.width;
        const float x = place.min.x + static_cast<float>(i) * each;
        const Box cell = Box::edges(x, place.min.y, x + each - canvas.em(0.12F), place.max.y).snapped();
        const std::string value = value_now(stage, id, element);
        CellState state = state_now(stage, id, element);
        const auto last = stage.at.player().last_write(id, element);
        const bool written = last && *last >= stage.trace().launches[stage.staged().launch()].first_step;
        if (state == CellState::idle && !staged.is_shared() && written) state = CellState::right;
        // Alike in all cells: whole pixels make some of them narrower.
        const float room = each - canvas.em(0.24F);
        const bool full =
            each > canvas.em(1.2F) || canvas.text_width({Face::mono, smallest_em}, value) <= room;
        draw_node(canvas, cell, state, full ? value : "…", fitting_em(canvas, value, room, 1.0F));
        name_cell(stage, id, element, cell);
        view.cells[{array, element}] = cell;
    }
}

/// Which lane reads a message in this step.
void draw_read_cap(const BlocksView& view, Box cap, int lane, bool beside) {
    Canvas& canvas = view.stage.canvas;
    canvas.rectangle(cap, {Role::read_fill}, {{Role::read}, 1}, canvas.em(0.25F),
                     beside ? Corners::all : Corners::top);
    marks::triangle_up_hollow(
        canvas,
        Box::around({cap.min.x + canvas.em(0.7F), cap.centre().y}, canvas.em(0.45F), canvas.em(0.45F)),
        {Role::read_text});
    if (lane < 0) return;
    const bool brief = beside || view.card < canvas.em(5.5F);
    canvas.text({cap.centre().x + canvas.em(beside ? 0.4F : 0), cap.centre().y}, {Face::sans_semibold, 0.7F},
                {Role::read_text}, (brief ? "L" : "lane ") + std::to_string(lane), Align::centre);
}

void draw_message(BlocksView& view, const BlockRow& row, std::int64_t number) {
    Context& stage = view.stage;
    Canvas& canvas = stage.canvas;
    const Message& message =
        view.blocks.messages[static_cast<std::size_t>(row.messages)][static_cast<std::size_t>(number)];
    const Box place = view.part(row.box, number);
    const CellState state = state_of(message);
    const StateInks inks = state_inks(state);
    const bool shared = row.staged->is_shared();
    const bool plain = shared && state == CellState::right;  // only its own block sees it
    const float line = state == CellState::to_come || plain ? 1.0F : canvas.px(2);
    canvas.rectangle(place, plain ? Ink{Role::idle_fill} : inks.fill,
                     {plain ? Ink{Role::line2} : inks.line, line}, canvas.em(0.25F));
    Box inner = place;
    if (message.read) {
        // What the step does is on top, in a low row at the left; the body keeps the state.
        const bool beside = place.height() < canvas.em(1.85F);
        draw_read_cap(view, beside ? inner.cut_left(canvas.em(2.6F)) : inner.cut_top(canvas.em(0.95F)),
                      message.lane, beside);
        canvas.outline(place, {{Role::read}, canvas.px(2)}, canvas.em(0.25F));
    }
    const bool wide = inner.width() > canvas.em(6.6F);
    const bool nothing = message.state == MessageState::nothing && message.value.empty();
    const std::string_view text = nothing ? (wide ? "nothing yet" : "–") : std::string_view(message.value);
    const Ink ink = plain ? Ink{Role::idle_text} : inks.text;
    // Under a cap there is room for a smaller line.
    const float mark = canvas.em(message.read ? 0.8F : 0.95F);
    if (!shared && (wide || !nothing)) {
        const Point at{inner.min.x + canvas.em(wide ? 1 : 0.8F), inner.centre().y};
        draw_message_mark(canvas, Box::around(at, mark, mark), message.state, nothing ? Ink{Role::t3} : ink,
                          inks.fill);
    }
    const float off = shared ? 0 : canvas.em(wide ? 0.7F : 0.5F);
    canvas.text({inner.centre().x + off, inner.centre().y},
                nothing ? type::small
                        : TextStyle{Face::mono_bold, message.read ? 1.0F
                                                     : wide       ? 1.3F
                                                                  : 1.0F},
                nothing ? Ink{Role::t3} : ink, text, Align::centre);
    if (message.array >= 0) {
        name_cell(stage, static_cast<emulator::ArrayId>(message.array), message.element, place);
        view.cells[{message.array, message.element}] = place;
    }
}

/// Thin lines that carry the eye from row to row.
void draw_guides(const BlocksView& view) {
    Canvas& canvas = view.stage.canvas;
    const OnLayer guides(canvas, Layer::guide);
    if (view.shows(view.blocks.acting)) {
        const float x = view.column(view.blocks.acting), out = (view.pitch - view.card) / 2;
        canvas.rectangle(Box::edges(x - out, view.rows.front().box.min.y - canvas.em(0.5F),
                                    x + view.card + out, view.rows.back().box.max.y + canvas.em(0.5F))
                             .snapped(),
                         {Role::bg1}, {}, canvas.em(0.4F));
    }
    for (std::size_t r = 0; r + 1 < view.rows.size(); ++r) {
        if (!view.rows[r].common.empty() || !view.rows[r + 1].common.empty()) continue;
        for (std::int64_t n = view.first; n < view.first + view.count; ++n) {
            const float x = snap(view.column(n) + view.card / 2) + 0.5F;
            canvas.line({x, view.rows[r].box.max.y}, {x, view.rows[r + 1].box.min.y}, {{Role::line2}, 1});
        }
    }
}

}  // namespace

void draw_blocks(Context& stage, Box rect, StageState& state) {
    Canvas& canvas = stage.canvas;
    const BlocksPicture& blocks = stage.at.blocks();
    BlocksView view{.stage = stage, .blocks = blocks};
    if (blocks.cards.empty()) return;
    view.rows = rows_of(stage, blocks);
    place_columns(view, rect, state.first_block);
    rect.cut_top(canvas.em(blocks.deadlock.empty() ? 0.6F : 0.2F));
    if (!blocks.deadlock.empty()) {
        const float right = rect.max.x - canvas.em(1);
        const Box all = Box::edges(stage.label_left, rect.min.y, right, rect.max.y);
        const Box banner = rect.cut_top(deadlock_banner_height(stage, all.width()));
        draw_deadlock_banner(stage, Box::edges(all.min.x, banner.min.y, right, banner.max.y));
        rect.cut_top(canvas.em(0.7F));
    }
    if (view.count < static_cast<std::int64_t>(blocks.cards.size()))
        canvas.text({view.left, rect.min.y + canvas.em(0.4F)}, type::small, {Role::t3},
                    "blocks " + std::to_string(view.first) + "–" +
                        std::to_string(view.first + view.count - 1) + " of " +
                        std::to_string(blocks.cards.size()));
    if (view.count < static_cast<std::int64_t>(blocks.cards.size())) rect.cut_top(canvas.em(1.4F));
    const bool foot = rect.height() > canvas.em(24);
    const Box legend = foot ? rect.cut_bottom(canvas.em(1.8F)) : Box{};
    const bool sums_up = foot && blocks.deadlock.empty();
    const Box formula =
        sums_up ? rect.cut_bottom(canvas.em(rect.height() > canvas.em(34) ? 4.6F : 3.4F)) : Box{};
    place_rows(view, rect);
    draw_guides(view);
    for (const BlockRow& row : view.rows) {
        draw_row_label(view, row);
        if (!row.common.empty()) {
            draw_common_row(view, row);
            continue;
        }
        for (std::int64_t n = view.first; n < view.first + view.count; ++n) {
            if (row.staged == nullptr)
                draw_block_card(view, n);
            else if (row.messages >= 0)
                draw_message(view, row, n);
            else
                draw_data_part(view, row, n);
        }
    }
    draw_block_arrows(view);
    draw_atomics(view);
    if (!foot) return;
    if (sums_up)
        draw_block_formula(
            view, Box::edges(stage.label_left, formula.min.y, rect.max.x - canvas.em(1), formula.max.y));
    draw_block_legend(view,
                      Box::edges(stage.label_left, legend.min.y, rect.max.x - canvas.em(1), legend.max.y));
}

}  // namespace upsweep::stage
