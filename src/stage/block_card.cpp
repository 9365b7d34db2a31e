// The card of one block: its number, what it does, where it runs.
#include <algorithm>
#include <cmath>

#include "emulator/trace/trace.h"
#include "stage/blocks.h"
#include "stage/card_words.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float least_type = 0.7F;  // E, of a card's lines

struct CardLook {
    CellState state;
    std::string doing;
};

/// A line of a card: what it says where there is room, and where there is not.
struct CardLine {
    std::string text, brief;
    std::string longest = {};  ///< of all cards: they are written alike
};

/// "before 14": the widest that a card says so.
std::string longest_line(const BlocksView& view, const std::string& words,
                         const std::string BlockCard::*value) {
    const Canvas& canvas = view.stage.canvas;
    std::string longest = "?";
    for (const BlockCard& card : view.blocks.cards)
        if (canvas.text_width(type::label, card.*value) > canvas.text_width(type::label, longest))
            longest = card.*value;
    return words + longest;
}

CardLook card_look(const BlockCard& card) {
    switch (card.state) {
        case BlockState::waiting:
            return {CellState::to_come, "no slot yet"};
        case BlockState::done:
            return {CellState::right, "done"};
        case BlockState::spinning:
            return {CellState::waiting, "waits"};
        case BlockState::running:
            break;
    }
    return {CellState::idle, card.phase.empty() ? "begins" : card.phase};
}

void draw_slot(Canvas& canvas, Box card, const BlockCard& block, const emulator::ToyGpu& gpu, Ink line) {
    std::string text = slot_name(block, gpu);
    if (text.empty()) return;
    TextStyle style{Face::sans_semibold, 0.8F};
    // The card's corners stay in sight beside it.
    if (canvas.text_width(style, text) > card.width() - canvas.em(2)) style.em = 0.7F;
    if (canvas.text_width(style, text) > card.width() - canvas.em(1.2F)) text = short_slot_name(block, gpu);
    const Box tab = Box::around({card.centre().x, card.max.y},
                                canvas.text_width(style, text) + canvas.em(0.9F), canvas.em(1.25F))
                        .snapped();
    const OnLayer plate(canvas, Layer::plate);
    canvas.rectangle(tab, {Role::bg0}, {line, canvas.px(1.2F)}, canvas.em(0.25F));
    canvas.text(tab.centre(), style, {Role::t1}, text, Align::centre);
}

/// Whether any block's aggregate is known.
bool blocks_have_sums(const BlocksView& view) {
    return !view.blocks.message_arrays.empty() && view.blocks.sums_known;
}

}  // namespace

std::string whole_words(const Canvas& canvas, TextStyle style, const std::string& text, float room) {
    std::string words = text;
    while (canvas.text_width(style, words) > room) {
        const std::size_t last = words.find_last_of(" -");
        if (last == std::string::npos) break;
        words.resize(last);
        for (const std::string_view hanging : {" of", " for", " to", " the", " and"})
            if (words.ends_with(hanging)) words.resize(words.size() - hanging.size());
    }
    return words;
}

std::string wait_words(const Canvas& canvas, TextStyle style, const BlockCard& card, float room) {
    if (card.waits.empty() || card.waits.front().of < 0) return "waits";
    const std::string number = std::to_string(card.waits.front().of);
    for (const std::string& words : {"waits for " + number, "waits: " + number})
        if (canvas.text_width(style, words) <= room) return words;
    return "for " + number;  // the hourglass says that it waits
}

std::string slot_name(const BlockCard& card, const emulator::ToyGpu& gpu) {
    if (card.slot < 0 || card.state == BlockState::done) return {};
    std::string text = gpu.multiprocessors > 1 ? "mp " + std::to_string(card.multiprocessor) : "";
    if (gpu.resident_blocks > 1 || text.empty())
        text += (text.empty() ? "slot " : ", slot ") + std::to_string(card.slot);
    return text;
}

std::string short_slot_name(const BlockCard& card, const emulator::ToyGpu& gpu) {
    return "s" + std::to_string(card.multiprocessor * gpu.resident_blocks + card.slot);
}

void draw_card_mark(Canvas& canvas, Box box, BlockState state, Ink ink) {
    switch (state) {
        case BlockState::waiting:
            canvas.disc(box.centre(), box.width() / 2, no_ink, {ink, canvas.px(1.6F)});
            break;
        case BlockState::running: {
            const Point corners[] = {{box.min.x + box.width() * 0.15F, box.min.y},
                                     {box.max.x, box.centre().y},
                                     {box.min.x + box.width() * 0.15F, box.max.y}};
            canvas.polygon(corners, ink);
            break;
        }
        case BlockState::spinning:
            marks::hourglass(canvas, box, ink);
            break;
        case BlockState::done:
            draw_message_mark(canvas, box, MessageState::prefix, ink);
            break;
    }
}

void draw_block_card(const BlocksView& view, std::int64_t number) {
    Context& stage = view.stage;
    Canvas& canvas = stage.canvas;
    const BlockCard& card = view.blocks.cards[static_cast<std::size_t>(number)];
    const Box box = view.card_box(number);
    const CardLook look = card_look(card);
    const bool acting = view.blocks.acting == number;
    StateInks inks = state_inks(look.state);
    if (card.state == BlockState::running && acting) inks = {Ink{Role::bg3}, Ink{Role::ink}, Ink{Role::t1}};
    const bool waiting = card.state == BlockState::waiting;
    canvas.rectangle(
        box, waiting ? Ink{Role::bg0} : inks.fill,
        {acting    ? Ink{Role::ink}
         : waiting ? Ink{Role::line2}
                   : inks.line,
         acting || look.state == CellState::right || look.state == CellState::waiting ? canvas.px(2) : 1.0F},
        canvas.em(0.45F));
    const float in = canvas.em(0.7F);
    const Ink text = waiting ? Ink{Role::t2} : inks.text;
    const bool numbered = card.numbered || !stage.staged().fetches_numbers();
    // Before it has fetched a number a block is known by its blockIdx alone.
    const bool low = box.height() < canvas.em(4.6F);
    const float line = canvas.em(low ? 1.05F : 1.35F);
    canvas.text({box.min.x + in, box.min.y + line}, {Face::mono_bold, numbered && !low ? 1.6F : 1.2F}, text,
                numbered ? std::to_string(number) : "b" + std::to_string(card.block));
    const float mark = canvas.em(1.05F);
    draw_card_mark(
        canvas,
        Box::around({box.max.x - in - mark / 2, box.min.y + line - canvas.em(low ? 0 : 0.1F)}, mark, mark),
        card.state, text);
    const float room = box.width() - in - canvas.em(0.2F);
    std::vector<CardLine> lines;
    const TextStyle smallest{Face::sans_semibold, least_type};
    lines.push_back(
        {card.state == BlockState::spinning ? wait_words(canvas, smallest, card, room) : look.doing,
         whole_words(canvas, smallest, look.doing, room)});
    if (waiting && stage.staged().fetches_numbers()) {
        // Where not even that fits, its blockIdx above says it.
        const bool fits = canvas.text_width(smallest, "no number") <= room;
        lines.push_back({"no number yet", fits ? "no number" : ""});
    }
    const bool sums = blocks_have_sums(view);
    if (!waiting && sums) {
        const std::string own = card.own.empty() ? "?" : card.own, before = number == 0 ? "0"
                                                                            : card.before.empty()
                                                                                ? "?"
                                                                                : card.before;
        lines.push_back(
            {"aggregate " + own, "own " + own, longest_line(view, "aggregate ", &BlockCard::own)});
        lines.push_back(
            {"before " + before, "from " + before, longest_line(view, "before ", &BlockCard::before)});
    }
    if (!waiting && stage.staged().fetches_numbers() && card.block != number)
        lines.push_back({"blockIdx " + std::to_string(card.block), "b" + std::to_string(card.block)});
    // Lines move together before one is left out, and alike in all cards: what lies before a block comes
    // last.
    const float top = low ? 2.3F : 2.95F, least = 1.02F, raised = 0.3F;
    const float height = box.height() / canvas.em(1) - 1.15F - top;
    const float most = std::max(1.0F, std::floor((height + raised) / least));
    const float more =
        std::min(most, static_cast<float>(std::max<std::size_t>(lines.size(), sums ? 3 : 2) - 1));
    const bool tight = !low && height / more < 1.3F;
    const float pitch = canvas.em(tight ? std::max(least, (height + raised) / more) : 1.3F);
    float y = box.min.y + canvas.em(tight ? top - raised : top);
    for (std::size_t i = 0; i < lines.size() && y < box.max.y - canvas.em(0.9F); ++i, y += pitch) {
        TextStyle style = i == 0 ? TextStyle{Face::sans_semibold, 0.9F} : type::label;
        const auto fits = [&](const std::string& one) { return canvas.text_width(style, one) <= room; };
        const std::string& measured = lines[i].longest.empty() ? lines[i].text : lines[i].longest;
        for (const float em : {0.8F, least_type})
            if (!fits(measured)) style.em = em;
        const std::string& words = fits(measured) ? lines[i].text : lines[i].brief;
        canvas.text_within({box.min.x + in, y}, room, style, text, words);
    }
    draw_slot(canvas, box, card, stage.trace().gpu, acting ? Ink{Role::ink} : inks.line);
    canvas.hit("block." + std::to_string(number), box);
}

}  // namespace upsweep::stage
