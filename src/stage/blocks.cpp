// Blocks on their slots: columns of cards, with the arrays of the subject as rows.
#include "stage/blocks.h"

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
    if (state == MessageState::nothing) return marks::ring(canvas, box, ink);
    if (state == MessageState::own_sum) return marks::half_disc(canvas, box, ink);
    marks::tick_disc(canvas, box, ink, on);
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
        for (size_t i = 0; i < blocks.message_arrays.size(); ++i)
            if (blocks.message_arrays[i] == &one) row.messages = i;
        if (row.messages < 0 && !is_row(one)) continue;
        if (row.messages < 0) row.common = common_part(stage.staged(), one);
        rows.push_back(row);
        if (!cards) rows.push_back({});
        cards = true;
    }
    if (!cards) rows.push_back({});
    return rows;
}

/// Chooses the blocks in view: all, or at most so many around the acting one.
void choose_blocks(BlocksView& view, float most, int64_t& first) {
    const auto all = length(view.blocks.cards);
    view.count = std::clamp<int64_t>(int64_t(most), 1, all);
    const int64_t acting = view.blocks.acting;
    if (acting >= 0 && (acting < first || acting >= first + view.count)) first = acting - view.count / 2;
    view.first = first = std::clamp<int64_t>(first, 0, all - view.count);
}

/// "blocks 3–8 of 24" above the columns where not all are in view; gives the room that it takes.
float draw_window(const BlocksView& view, float top) {
    const auto all = length(view.blocks.cards);
    if (view.count == all) return 0;
    const Canvas& canvas = view.stage.canvas;
    const Metrics& look = view.stage.look();
    view.stage.canvas.text({view.left, top + canvas.em(0.4F)}, look.about, {look.quiet},
                           window_text("blocks", view.first, view.count, all));
    return canvas.em(view.stage.options.presenting ? 1.2F : 1.4F);
}

constexpr float least_name_em = 0.7F;

void place_columns(BlocksView& view, Box rect, int64_t& first) {
    const Canvas& canvas = view.stage.canvas;
    // The longest name in the smallest letters of names.
    float label = canvas.em(view.stage.narrow ? 5.9F : 8);
    for (const StagedArray& staged : view.stage.staged().arrays())
        label = std::max(label, view.stage.label_left - rect.min.x + canvas.em(0.6F) +
                                    canvas.text_width({Face::mono_bold, least_name_em}, staged.name));
    view.left = rect.min.x + std::min(label, canvas.em(9));
    const float room = rect.max.x - view.left - canvas.em(view.stage.narrow ? 0.6F : 1.2F);
    choose_blocks(view, room / canvas.em(least_pitch_em), first);
    view.pitch = std::floor(std::min(canvas.em(blocks_pitch_em), room / view.count));
    view.card = std::floor(view.pitch * card_share);
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
    // In the lowest windows a card keeps its number, its mark and what the block does.
    struct Least {
        float card, gap, row;  ///< E
    };
    for (const Least& least : {Least{5.9F, 1.2F, 1.6F}, Least{low_card_em, 0.5F, 1.35F}}) {
        const auto lacks = [&] { return std::max(0.0F, needed(heights) - room); };
        if (lacks() > 0) heights.card = std::max(canvas.em(least.card), heights.card - lacks());
        if (lacks() > 0 && data + messages > 0)
            heights.gap = std::max(canvas.em(least.gap), heights.gap - lacks() / (data + messages));
        if (lacks() > 0) heights.data = heights.message = canvas.em(least.row);
    }
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

/// On a presented page: the cards, and what holds that which blocks hand on: sums or words, else flags. Under
/// weak memory a flag can be seen before its sum, so both are shown.
void choose_messages(BlocksView& view) {
    view.rows = {{}};
    int flags = -1, told = -1;
    for (size_t i = 0; i < view.blocks.message_arrays.size(); ++i) {
        const StagedArray& array = *view.blocks.message_arrays[i];
        if (array.is_shared()) continue;
        if (array.subject.role == SubjectRole::flag)
            flags = i;
        else if (array.subject.role != SubjectRole::counter && told < 0)
            told = i;
    }
    const auto add = [&](int messages) {
        if (messages >= 0) view.rows.push_back({nth(view.blocks.message_arrays, messages), messages});
    };
    if (told >= 0 && !view.stage.trace().gpu.weak_memory)
        view.signs = flags;
    else if (told >= 0)
        add(flags);
    add(told >= 0 ? told : flags);
    if (!view.stage.options.stored) return;
    for (const StagedArray& one : view.stage.staged().arrays())
        if (is_row(one) && !one.is_shared()) view.stored.staged = &one;
}

constexpr float page_card_em = 5.46F, message_em = 2.15F, messages_label_em = 1.35F, flags_gap_em = 0.6F,
                stored_em = 1.9F, stored_head_em = 1.5F, blocks_page_pitch_em = 7.12F,
                blocks_margin_em = 1.77F;

/// Around the cards of a presented page, E: arrows run above those of a deadlock, what blocks publish is
/// below.
struct PageHeights {
    float loop = 0, below = present_tab_em / 2;
};
PageHeights page_heights(const BlocksView& view) {
    PageHeights high;
    if (!view.blocks.deadlock.empty()) high.loop = 4.2F;
    if (view.rows.size() > 1) high.below += message_em + messages_label_em;
    if (view.rows.size() > 2) high.below += message_em + flags_gap_em;
    if (view.stored.staged != nullptr) high.below += stored_head_em + stored_em;
    return high;
}

/// The same rows on a presented page: cards as large as fit, and room for arrows between them and the
/// messages.
void place_page(BlocksView& view, Box rect, int64_t& first) {
    const Canvas& canvas = view.stage.canvas;
    const float room = rect.width() - canvas.em(2 * blocks_margin_em), between = canvas.em(0.84F);
    choose_blocks(view, (room + between) / canvas.em(least_pitch_em), first);
    view.pitch = std::floor(std::min(canvas.em(blocks_page_pitch_em), (room + between) / view.count));
    view.card = std::floor(view.pitch * 0.862F);
    const float wide = view.pitch * float(view.count - 1) + view.card;
    view.left = snap(rect.min.x + (rect.width() - wide) / 2);
    rect.cut_top(draw_window(view, rect.min.y));
    const PageHeights high = page_heights(view);
    const bool told = view.rows.size() > 1;
    const float tab = canvas.em(present_tab_em / 2), gap_em = view.stage.options.stored ? 1.6F : 2.6F;
    const float rest = rect.height() - canvas.em(high.loop + page_card_em + high.below);
    const float gap = told ? std::clamp(rest, canvas.em(gap_em), canvas.em(4.2F)) : 0;
    float y = rect.min.y + canvas.em(high.loop) + std::max(0.0F, rest - gap) / 2;
    for (BlockRow& row : view.rows) {
        const float card = std::max(canvas.em(3.6F), canvas.em(page_card_em) + std::min(0.0F, rest - gap));
        row.box =
            Box::edges(view.left, y, view.left + wide, y + (row.is_cards() ? card : canvas.em(message_em)))
                .snapped();
        y = row.box.max.y + (row.is_cards() ? (told ? tab : 0) + gap : canvas.em(flags_gap_em));
    }
    y += canvas.em(stored_head_em + (told ? messages_label_em - flags_gap_em : 0));
    view.stored.box = Box::edges(view.left, y, view.left + wide, y + canvas.em(stored_em)).snapped();
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
        const auto array = id_of(counter->array);
        const emulator::Player& player = view.stage.at.player();
        // Before it is cleared the counter holds whatever lay there.
        const uint64_t next =
            player.bits(array, 0) % std::max<uint64_t>(1, uint64_t(view.stage.staged().blocks() + 1));
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
                       canvas.text_fitting(type::small, width,
                                           {below, row.messages >= 0 ? below.substr(below.rfind(' ') + 1)
                                                                     : below.substr(0, below.find(' '))}));
}

constexpr float smallest_em = 0.55F;  ///< a number in a narrow cell; smaller ones are not numbers any more

/// A part's elements side by side; "…" where a number would not fit.
void draw_data_part(BlocksView& view, const BlockRow& row, int64_t number) {
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
    const auto id = id_of(array);
    const int64_t width = std::max<int64_t>(1, staged.extent.width), count = part.size.count();
    const float each = place.width() / count;
    if (each < canvas.em(0.75F)) {
        canvas.rectangle(place, {Role::idle_fill}, {{Role::line2}, 1}, canvas.em(0.25F));
        canvas.text(place.centre(), type::small, {Role::t3}, std::to_string(count) + " elements",
                    Align::centre);
        return;
    }
    for (int64_t i = 0; i < count; ++i) {
        const int64_t element = (part.top + i / part.size.width) * width + part.left + i % part.size.width;
        const float x = place.min.x + i * each;
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
        // Beside presented cards four numbers share the width of one.
        const float size = stage.options.presenting
                               ? canvas.em_within(Face::mono_bold, value, room, {1.35F, 1.15F, 1, 0.85F})
                               : stage.value_em(value, room, 1.0F);
        draw_node(canvas, cell, state, full ? value : "…", size);
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

void draw_message(BlocksView& view, const BlockRow& row, int64_t number) {
    Context& stage = view.stage;
    Canvas& canvas = stage.canvas;
    const Message& message = nth(view.messages_of(row), number);
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
    // What is still to come is quiet, unless the step wrote it.
    const Ink quiet = state == CellState::to_come ? Ink{Role::t3} : ink;
    // Under a cap there is room for a smaller line.
    const float mark = canvas.em(message.read ? 0.8F : 0.95F);
    if (!shared && (wide || !nothing)) {
        const Point at{inner.min.x + canvas.em(wide ? 1 : 0.8F), inner.centre().y};
        draw_message_mark(canvas, Box::around(at, mark, mark), message.state, nothing ? quiet : ink,
                          inks.fill);
    }
    const float off = shared ? 0 : canvas.em(wide ? 0.7F : 0.5F);
    canvas.text({inner.centre().x + off, inner.centre().y},
                nothing ? type::small
                        : TextStyle{Face::mono_bold, message.read ? 1.0F
                                                     : wide       ? 1.3F
                                                                  : 1.0F},
                nothing ? quiet : ink, text, Align::centre);
    if (message.array >= 0) {
        name_cell(stage, id_of(message.array), message.element, place);
        view.cells[{message.array, message.element}] = place;
    }
}

/// Whether a block waits for what this one tells.
bool is_awaited(const BlocksView& view, int64_t number) {
    return any_of(view.blocks.cards, [&](const BlockCard& card) {
        return card.state == BlockState::spinning && !card.waits.empty() && card.waits.front().of == number;
    });
}

/// On a presented page: its mark beside its value, in the middle.
void draw_page_message(BlocksView& view, const BlockRow& row, int64_t number) {
    Canvas& canvas = view.stage.canvas;
    const Message& message = nth(view.messages_of(row), number);
    const Box box = view.part(row.box, number);
    const bool last = &row == &view.rows.back();
    const bool flag = row.staged->subject.role == SubjectRole::flag;
    const bool nothing = message.state == MessageState::nothing && (!flag || message.value.empty());
    const bool awaited = nothing && last && is_awaited(view, number), marked = !nothing || awaited;
    const bool written = last && view.is_written(message) && !message.delayed;
    const StateInks inks = state_inks(awaited   ? CellState::waiting
                                      : written ? CellState::written
                                                : state_of(message));
    const Ink line = message.read ? Ink{Role::read} : inks.line;
    const Metrics& look = view.stage.look();
    canvas.rectangle(box, marked ? inks.fill : Ink{Role::bg0},
                     {line, canvas.px(marked ? look.thick : look.thin)}, canvas.em(0.25F));
    const float mark = canvas.em(1.08F), beside = marked ? mark + canvas.em(0.35F) : 0;
    const Ink text = marked ? inks.text : Ink{Role::t3};
    const std::string words = nothing ? "none" : message.value;
    const float room = box.width() - (marked ? mark + canvas.em(0.9F) : canvas.em(0.4F));
    TextStyle style{awaited ? Face::sans_semibold : nothing ? Face::sans : Face::mono_bold, 1};
    style.em = nothing ? canvas.em_within(style.face, words, room, {1.05F, 0.95F, 0.85F})
                       : canvas.em_within(style.face, words, room, {1.45F, 1.35F, 1.2F, 1.0F});
    const float y = box.centre().y;
    const float x = box.centre().x - (canvas.text_width(style, words) + beside) / 2;
    const Box place = Box::around({x + mark / 2, y}, mark, mark);
    if (awaited)
        marks::hourglass(canvas, place, text);
    else if (marked)
        draw_message_mark(canvas, place, message.state, text, inks.fill);
    canvas.text({x + beside, y}, style, text, words);
    if (message.array >= 0) name_cell(view.stage, id_of(message.array), message.element, box);
}

/// What is in the row of messages, beside the marks that it uses.
void draw_label(const BlocksView& view, float y, bool words) {
    Canvas& canvas = view.stage.canvas;
    constexpr TextStyle style{Face::sans_semibold, 0.92F};
    float x = view.left;
    const auto text = [&](std::string_view what) { x += canvas.text({x, y}, style, {Role::t2}, what); };
    if (!words) return text("sum that each block has published");
    const float mark = canvas.em(0.85F), before = canvas.em(0.8F), after = canvas.em(0.4F);
    // The longest words that fit.
    static constexpr std::array<std::array<std::string_view, 3>, 3> wordings = {
        {{"published so far:", "aggregate: its own part", "inclusive prefix: all up to here"},
         {"published:", "aggregate", "inclusive prefix"},
         {"", "aggregate", "prefix"}}};
    const auto wide = [&](const std::array<std::string_view, 3>& wording) {
        float sum = 2 * (before + mark + after);
        for (const std::string_view part : wording) sum += canvas.text_width(style, part);
        return sum;
    };
    const float room = view.rows.back().box.max.x - x;
    size_t chosen = 0;
    while (chosen + 1 < wordings.size() && wide(wordings[chosen]) > room) ++chosen;
    const auto& [lead, own, all] = wordings[chosen];
    text(lead);
    for (const auto& [state, what] : {std::pair(MessageState::own_sum, own), {MessageState::prefix, all}}) {
        x += before + mark / 2;
        draw_message_mark(canvas, Box::around({x, y}, mark, mark), state, {Role::t2}, {Role::bg0});
        x += mark / 2 + after;
        text(what);
    }
}

/// Whether neither flags nor an arrow are where the label would be above the messages.
bool label_is_free(const BlocksView& view) {
    const float end = view.left + view.stage.canvas.em(17);
    return !view.blocks.deadlock.empty() && view.rows.size() == 2 &&
           all_of(view.blocks.deadlock, [&](const WaitLink& link) {
               return link.array < 0 || !view.shows(link.to) ||
                      view.part(view.rows.back().box, link.to).min.x >= end;
           });
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
    for (size_t r = 0; r + 1 < view.rows.size(); ++r) {
        if (!view.rows[r].common.empty() || !view.rows[r + 1].common.empty()) continue;
        for (int64_t n = view.first; n < view.first + view.count; ++n) {
            const float x = snap(view.column(n) + view.card / 2) + 0.5F;
            canvas.line({x, view.rows[r].box.max.y}, {x, view.rows[r + 1].box.min.y}, {{Role::line2}, 1});
        }
    }
}

/// A large card each, what each has published under it, and who waits for whom.
void draw_page_of_blocks(BlocksView& view, Box rect, int64_t& first) {
    Canvas& canvas = view.stage.canvas;
    choose_messages(view);
    place_page(view, rect, first);
    for (const BlockRow& row : view.rows)
        for (int64_t n = view.first; n < view.first + view.count; ++n)
            row.is_cards() ? draw_block_card(view, n) : draw_page_message(view, row, n);
    if (const StagedArray* stored = view.stored.staged; stored != nullptr) {
        const Box& row = view.stored.box;
        canvas.text({view.left, row.min.y - canvas.em(0.75F)}, {Face::mono_bold, 0.92F}, {Role::t2},
                    stored->name);
        for (int64_t n = view.first; n < view.first + view.count; ++n) draw_data_part(view, view.stored, n);
    }
    if (view.rows.size() < 2) return;
    const Box& messages = view.rows.back().box;
    const float label =
        label_is_free(view) ? messages.min.y - canvas.em(0.9F) : messages.max.y + canvas.em(0.95F);
    // Half a page with a deadlock and flags of their own has no room left for it.
    if (label + canvas.em(0.4F) <= rect.max.y)
        draw_label(view, label, view.stage.staged().find(SubjectRole::word) != nullptr);
    draw_block_arrows(view);
}

}  // namespace

Point blocks_page_em(Context& stage) {
    BlocksView view{.stage = stage, .blocks = stage.at.blocks()};
    choose_messages(view);
    const PageHeights high = page_heights(view);
    constexpr float narrow_pitch_em = 4.8F, least_gap_em = 2.4F;
    return {2 * blocks_margin_em + narrow_pitch_em * float(view.blocks.cards.size()),
            high.loop + page_card_em + high.below + least_gap_em};
}

void draw_blocks(Context& stage, Box rect, StageState& state) {
    Canvas& canvas = stage.canvas;
    const BlocksPicture& blocks = stage.at.blocks();
    BlocksView view{.stage = stage, .blocks = blocks};
    if (blocks.cards.empty()) return;
    if (stage.options.presenting) return draw_page_of_blocks(view, rect, state.first_block);
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
    rect.cut_top(draw_window(view, rect.min.y));
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
        for (int64_t n = view.first; n < view.first + view.count; ++n) {
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
    if (stage.options.legend)
        draw_block_legend(
            view, Box::edges(stage.label_left, legend.min.y, rect.max.x - canvas.em(1), legend.max.y));
}

}  // namespace upsweep::stage
