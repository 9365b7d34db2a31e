// The blocks of a launch on a presented page: a large card each, what each has published under it, and
// who waits for whom.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "emulator/trace/trace.h"
#include "stage/marks.h"
#include "stage/present_blocks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float present_blocks_margin_em = 1.77F, present_blocks_pitch_em = 6.12F,
                present_blocks_least_pitch_em = 4.4F, present_blocks_card_share = 0.862F;
constexpr float card_em = 5.46F, message_em = 2.15F, present_blocks_label_em = 1.35F;
constexpr float loop_em = 4.2F;  ///< above the cards: room for a deadlock's last arrows
constexpr float present_blocks_least_gap_em = 2.6F, most_gap_em = 4.2F;

bool is_flag(const StagedArray& array) { return array.subject.role == SubjectRole::flag; }

/// Which array holds what blocks hand on: sums or words, else flags. Under weak memory a flag can be seen
/// before its sum, so both are shown.
void choose_messages(PresentedBlocks& view) {
    const std::vector<Message>* flags = nullptr;
    for (std::size_t i = 0; i < view.blocks.message_arrays.size(); ++i) {
        const StagedArray& array = *view.blocks.message_arrays[i];
        if (array.is_shared()) continue;
        const std::vector<Message>& list = view.blocks.messages[i];
        if (is_flag(array))
            flags = &list;
        else if (array.subject.role != SubjectRole::counter && view.told == nullptr)
            view.told = &list;
    }
    if (view.told == nullptr)
        view.told = flags;
    else if (view.stage.trace().gpu.weak_memory)
        view.raised = flags;
    else
        view.signs = flags;
}

void place(PresentedBlocks& view, Box rect, StageState& state) {
    const Canvas& canvas = view.stage.canvas;
    const auto all = static_cast<std::int64_t>(view.blocks.cards.size());
    const float room = rect.width() - canvas.em(2 * present_blocks_margin_em), between = canvas.em(0.84F);
    const auto most = std::max<std::int64_t>(
        1, static_cast<std::int64_t>((room + between) / canvas.em(present_blocks_least_pitch_em)));
    view.count = std::min(all, most);
    view.pitch = std::floor(
        std::min(canvas.em(present_blocks_pitch_em + 1), (room + between) / static_cast<float>(view.count)));
    view.card = std::floor(view.pitch * present_blocks_card_share);
    const float wide = view.pitch * static_cast<float>(view.count - 1) + view.card;
    view.left = snap(rect.min.x + (rect.width() - wide) / 2);
    std::int64_t& first = state.first_block;
    const std::int64_t acting = view.blocks.acting;
    if (acting >= 0 && (acting < first || acting >= first + view.count)) first = acting - view.count / 2;
    first = std::clamp<std::int64_t>(first, 0, all - view.count);
    view.first = first;
    if (view.count < all) rect.cut_top(canvas.em(1.2F));  // which ones these are is there
    // Arrows run between cards and messages, and of a deadlock above the cards.
    const float loop = view.blocks.deadlock.empty() ? 0 : canvas.em(loop_em);
    const float below = view.told == nullptr ? canvas.em(present_tab_em / 2)
                                             : canvas.em(message_em + present_blocks_label_em);
    const float flags = view.raised == nullptr ? 0 : canvas.em(message_em + 0.6F);
    const float gaps = view.told == nullptr ? 0 : canvas.em(present_tab_em / 2);
    const float rest = rect.height() - loop - canvas.em(card_em) - below - flags - gaps;
    const float gap = view.told == nullptr
                          ? 0
                          : std::clamp(rest, canvas.em(present_blocks_least_gap_em), canvas.em(most_gap_em));
    const float high = std::min(canvas.em(card_em), canvas.em(card_em) + rest - gap);
    float y = rect.min.y + loop + std::max(0.0F, rest - gap) / 2;
    const auto row = [&](float height) {
        const Box box = Box::edges(view.left, y, view.left + wide, y + height).snapped();
        y = box.max.y;
        return box;
    };
    view.cards = row(std::max(high, canvas.em(3.6F)));
    y += gaps + gap;
    if (view.raised != nullptr) {
        view.flags = row(canvas.em(message_em));
        y += canvas.em(0.6F);
    }
    if (view.told != nullptr) view.messages = row(canvas.em(message_em));
}

/// The first of the sizes in which a text fits.
TextStyle fitted(const Canvas& canvas, Face face, std::string_view text, float width,
                 std::initializer_list<float> sizes) {
    for (const float em : sizes)
        if (canvas.text_width({face, em}, text) <= width) return {face, em};
    return {face, *(sizes.end() - 1)};
}

void draw_slot(const PresentedBlocks& view, const BlockCard& card, const Box& box, Ink line) {
    Canvas& canvas = view.stage.canvas;
    const emulator::ToyGpu& gpu = view.stage.trace().gpu;
    std::string text = slot_name(card, gpu);
    if (text.empty()) return;
    const float room = box.width() - canvas.em(1.2F);
    TextStyle style = fitted(canvas, Face::sans_semibold, text, room, {0.87F, 0.8F});
    // Slots of all multiprocessors, counted through.
    if (canvas.text_width(style, text) > room)
        text = "slot " + std::to_string(card.multiprocessor * gpu.resident_blocks + card.slot);
    const float wide = std::max(canvas.text_width(style, text) + canvas.em(1.1F), box.width() * 0.6F);
    const OnLayer plate(canvas, Layer::plate);
    const Box tab =
        Box::around({box.centre().x, box.max.y + canvas.em(0.08F)}, wide, canvas.em(present_tab_em))
            .snapped();
    canvas.rectangle(tab, {Role::bg0}, {line, canvas.px(2)}, canvas.em(0.2F));
    canvas.text(tab.centre(), style, {Role::t1}, text, Align::centre);
}

/// What the block does, under its number: in one line, else broken where a word ends.
void draw_doing(Canvas& canvas, Box box, Ink ink, const std::string& words) {
    const TextStyle style = fitted(canvas, Face::sans_semibold, words, box.width(), {1.05F, 0.95F, 0.85F});
    const std::size_t end = words.find_first_of(" -");
    const float x = box.min.x, y = box.min.y;
    if (canvas.text_width(style, words) <= box.width() || end == std::string::npos) {
        canvas.text_within({x, y + box.height() * 0.68F}, box.width(), style, ink, words);
        return;
    }
    canvas.text_within({x, y + box.height() * 0.57F}, box.width(), style, ink, words.substr(0, end + 1));
    canvas.text_within({x, y + box.height() * 0.75F}, box.width(), style, ink, words.substr(end + 1));
}

void draw_card(const PresentedBlocks& view, std::int64_t number) {
    Canvas& canvas = view.stage.canvas;
    const BlockCard& card = view.card_of(number);
    const Box box = view.part(view.cards, number);
    const bool acting = view.blocks.acting == number && view.blocks.deadlock.empty();
    const bool waiting = card.state == BlockState::waiting;
    StateInks inks = state_inks(look_of(card.state));
    if (card.state == BlockState::running && acting) inks = {Ink{Role::bg3}, Ink{Role::ink}, Ink{Role::t1}};
    const Ink line = acting ? Ink{Role::ink} : waiting ? Ink{Role::line2} : inks.line;
    const bool thick = acting || card.state == BlockState::done || card.state == BlockState::spinning;
    canvas.rectangle(box, waiting ? Ink{Role::bg0} : inks.fill, {line, canvas.px(thick ? 2.4F : 1.4F)},
                     canvas.em(0.35F));
    const Ink text = waiting ? Ink{Role::t1} : inks.text;
    const float in = canvas.em(0.7F), y = box.min.y + std::min(canvas.em(1.55F), box.height() * 0.3F);
    const bool numbered = card.numbered || !view.stage.staged().fetches_numbers();
    // Before it has fetched a number a block is known by its blockIdx alone.
    const std::string name = numbered ? std::to_string(number) : "b" + std::to_string(card.block);
    const float mark = canvas.em(1.3F);
    const TextStyle style = fitted(canvas, Face::mono_bold, name,
                                   box.width() - 2 * in - mark - canvas.em(0.2F), {2.2F, 1.9F, 1.6F});
    canvas.text({box.min.x + in, y}, style, text, name);
    draw_card_mark(canvas, Box::around({box.max.x - canvas.em(0.55F) - mark / 2, y}, mark, mark), card.state,
                   waiting ? Ink{Role::line2} : text);
    draw_doing(canvas, Box::edges(box.min.x + in, box.min.y, box.max.x - canvas.em(0.3F), box.max.y), text,
               doing_now(card, false));
    draw_slot(view, card, box, thick ? line : Ink{Role::line2});
    canvas.hit("block." + std::to_string(number), box);
}

/// Whether a block waits for what this one tells.
bool is_awaited(const PresentedBlocks& view, std::int64_t number) {
    return std::any_of(view.blocks.cards.begin(), view.blocks.cards.end(), [&](const BlockCard& card) {
        return card.state == BlockState::spinning && !card.waits.empty() && card.waits.front().of == number;
    });
}

void draw_message(const PresentedBlocks& view, const Box& row, const Message& message) {
    Canvas& canvas = view.stage.canvas;
    const Box box = view.part(row, message.number);
    const bool nothing = message.state == MessageState::nothing && message.value.empty();
    const bool awaited = nothing && &row == &view.messages && is_awaited(view, message.number);
    const bool written = &row == &view.messages && view.is_written(message) && !message.delayed;
    const CellState state = awaited ? CellState::waiting : written ? CellState::written : state_of(message);
    const StateInks inks = state_inks(state);
    const Ink line = message.read ? Ink{Role::read} : inks.line;
    canvas.rectangle(box, nothing && !awaited ? Ink{Role::bg0} : inks.fill,
                     {line, canvas.px(nothing && !awaited ? 1.4F : 2.4F)}, canvas.em(0.25F));
    const float mark = canvas.em(1.08F);
    const Ink text = nothing && !awaited ? Ink{Role::t3} : inks.text;
    const std::string words = nothing ? "none" : message.value;
    const bool marked = !nothing || awaited;
    const float room = box.width() - (marked ? mark + canvas.em(0.9F) : canvas.em(0.4F));
    const TextStyle style =
        nothing
            ? fitted(canvas, awaited ? Face::sans_semibold : Face::sans, words, room, {1.05F, 0.95F, 0.85F})
            : fitted(canvas, Face::mono_bold, words, room, {1.45F, 1.35F, 1.2F, 1.0F});
    const float wide = canvas.text_width(style, words), all = wide + (marked ? mark + canvas.em(0.35F) : 0);
    float x = box.centre().x - all / 2;
    if (marked) {
        const Box place = Box::around({x + mark / 2, box.centre().y}, mark, mark);
        if (awaited)
            marks::hourglass(canvas, place, text);
        else
            draw_message_mark(canvas, place, message.state, text, inks.fill);
        x += mark + canvas.em(0.35F);
    }
    canvas.text({x, box.centre().y}, style, text, words);
    if (message.array >= 0)
        name_cell(view.stage, static_cast<emulator::ArrayId>(message.array), message.element, box);
}

/// What is in the row of messages, beside the marks that it uses.
void draw_label(const PresentedBlocks& view, float y, bool words) {
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
    const float room = view.messages.max.x - x;
    std::size_t chosen = 0;
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
bool label_is_free(const PresentedBlocks& view) {
    const float end = view.left + view.stage.canvas.em(17);
    return !view.blocks.deadlock.empty() && view.raised == nullptr &&
           std::all_of(view.blocks.deadlock.begin(), view.blocks.deadlock.end(), [&](const WaitLink& link) {
               return link.array < 0 || !view.shows(link.to) ||
                      view.part(view.messages, link.to).min.x >= end;
           });
}

}  // namespace

std::string doing_now(const BlockCard& card, bool tells_whom) {
    switch (card.state) {
        case BlockState::waiting:
            return "no slot";
        case BlockState::done:
            return "done";
        case BlockState::spinning:
            return !tells_whom || card.waits.empty() || card.waits.front().of < 0
                       ? "waits"
                       : "waits for " + std::to_string(card.waits.front().of);
        case BlockState::running:
            break;
    }
    return card.phase.empty() ? "begins" : card.phase;
}

CellState look_of(BlockState state) {
    if (state == BlockState::waiting) return CellState::to_come;
    if (state == BlockState::done) return CellState::right;
    return state == BlockState::spinning ? CellState::waiting : CellState::idle;
}

void draw_present_blocks(Context& stage, Box rect, StageState& state) {
    Canvas& canvas = stage.canvas;
    const BlocksPicture& blocks = stage.at.blocks();
    if (blocks.cards.empty()) return;
    PresentedBlocks view{.stage = stage, .blocks = blocks};
    choose_messages(view);
    place(view, rect, state);
    for (std::int64_t number = view.first; number < view.first + view.count; ++number) {
        draw_card(view, number);
        const auto at = static_cast<std::size_t>(number);
        if (view.raised != nullptr) draw_message(view, view.flags, (*view.raised)[at]);
        if (view.told != nullptr) draw_message(view, view.messages, (*view.told)[at]);
    }
    if (view.count < static_cast<std::int64_t>(blocks.cards.size()))
        canvas.text({view.left, rect.min.y + canvas.em(0.4F)}, {Face::sans, 0.9F}, {Role::t2},
                    "blocks " + std::to_string(view.first) + "–" +
                        std::to_string(view.first + view.count - 1) + " of " +
                        std::to_string(blocks.cards.size()));
    if (view.told == nullptr) return;
    const float label =
        label_is_free(view) ? view.messages.min.y - canvas.em(0.9F) : view.messages.max.y + canvas.em(0.95F);
    // Half a page with a deadlock and flags of their own has no room left for it.
    if (label + canvas.em(0.4F) <= rect.max.y)
        draw_label(view, label, stage.staged().find(SubjectRole::word) != nullptr);
    draw_presented_arrows(view);
}

}  // namespace upsweep::stage
