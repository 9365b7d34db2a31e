// The card of one block: its number, what it does, where it runs.
#include <algorithm>
#include <cmath>

#include "emulator/trace/trace.h"
#include "stage/blocks.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float least_type = 0.7F;  // E, of a card's lines

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

/// The slot that the block holds, on a tab at the card's lower edge.
void draw_slot(const Context& stage, Box card, const BlockCard& block, Ink line) {
    Canvas& canvas = stage.canvas;
    const bool large = stage.options.presenting;
    const emulator::ToyGpu& gpu = stage.trace().gpu;
    std::string text = slot_name(block, gpu);
    if (text.empty()) return;
    const float room = card.width() - canvas.em(1.2F);
    TextStyle style{Face::sans_semibold, 1};
    // In the window the card's corners stay in sight beside it.
    style.em = large ? canvas.em_within(style.face, text, room, {0.87F, 0.8F})
                     : canvas.em_within(style.face, text, card.width() - canvas.em(2), {0.8F, 0.7F});
    // Slots of all multiprocessors, counted through.
    if (canvas.text_width(style, text) > room)
        text =
            (large ? "slot " : "s") + std::to_string(block.multiprocessor * gpu.resident_blocks + block.slot);
    const float wide = canvas.text_width(style, text) + canvas.em(large ? 1.1F : 0.9F);
    const Box tab = Box::around({card.centre().x, card.max.y + canvas.em(large ? 0.08F : 0)},
                                large ? std::max(wide, card.width() * 0.6F) : wide,
                                canvas.em(large ? present_tab_em : 1.25F))
                        .snapped();
    const OnLayer plate(canvas, Layer::plate);
    canvas.rectangle(tab, {Role::bg0}, {line, canvas.px(large ? 2 : 1.2F)}, canvas.em(0.25F));
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
        const size_t last = words.find_last_of(" -");
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
    // The hourglass says that it waits.
    return canvas.text_fitting(style, room, {"waits for " + number, "waits: " + number, "for " + number});
}

std::string slot_name(const BlockCard& card, const emulator::ToyGpu& gpu) {
    if (card.slot < 0 || card.state == BlockState::done) return {};
    std::string text = gpu.multiprocessors > 1 ? "mp " + std::to_string(card.multiprocessor) : "";
    if (gpu.resident_blocks > 1 || text.empty())
        text += (text.empty() ? "slot " : ", slot ") + std::to_string(card.slot);
    return text;
}

std::string doing_now(const BlockCard& card, bool tells_whom) {
    switch (card.state) {
        case BlockState::waiting:
            return "no slot";
        case BlockState::done:
            return "done";
        case BlockState::spinning:
            if (!tells_whom || card.waits.empty() || card.waits.front().of < 0) return "waits";
            return "waits for " + std::to_string(card.waits.front().of);
        case BlockState::running:
            break;
    }
    return card.phase.empty() ? "begins" : card.phase;
}

namespace {

CellState look_of(BlockState state) {
    if (state == BlockState::waiting) return CellState::to_come;
    if (state == BlockState::done) return CellState::right;
    return state == BlockState::spinning ? CellState::waiting : CellState::idle;
}

}  // namespace

Ink draw_card_frame(const Context& stage, const Box& box, BlockState state, bool acting, float radius_em) {
    const bool large = stage.options.presenting;
    StateInks inks = state_inks(look_of(state));
    if (acting && state == BlockState::running) inks = {Ink{Role::bg3}, Ink{Role::ink}, Ink{Role::t1}};
    const bool thick = acting || state == BlockState::done || state == BlockState::spinning;
    const float width = stage.canvas.px(thick ? stage.look().thick : stage.look().thin);
    stage.canvas.rectangle(box, inks.fill, {acting ? Ink{Role::ink} : inks.line, width},
                           stage.canvas.em(large ? 0.35F : radius_em));
    return state == BlockState::waiting ? Ink{large ? Role::t1 : Role::t2} : inks.text;
}

void draw_card_mark(const Context& stage, Box box, BlockState state, Ink ink) {
    Canvas& canvas = stage.canvas;
    switch (state) {
        case BlockState::waiting:
            return marks::ring(canvas, box, stage.options.presenting ? Ink{Role::line2} : ink);
        case BlockState::running:
            return marks::play(canvas, box, ink);
        case BlockState::spinning:
            return marks::hourglass(canvas, box, ink);
        case BlockState::done:
            return draw_message_mark(canvas, box, MessageState::prefix, ink);
    }
}

namespace {

/// On a presented page: what the block does, under its number, in one line, else broken where a word ends.
void draw_doing(Canvas& canvas, Box box, Ink ink, const std::string& words) {
    constexpr Face face = Face::sans_semibold;
    const TextStyle style{face, canvas.em_within(face, words, box.width(), {1.05F, 0.95F, 0.85F})};
    const auto line = [&](float share, const std::string& text) {
        canvas.text_within(box.min + Point{0, box.height() * share}, box.width(), style, ink, text);
    };
    const size_t end = words.find_first_of(" -");
    if (canvas.text_width(style, words) <= box.width() || end == std::string::npos) return line(0.68F, words);
    line(0.57F, words.substr(0, end + 1));
    line(0.75F, words.substr(end + 1));
}

/// In the window: what the block does, its sums, its blockIdx, as far as lines find room.
void draw_lines(const BlocksView& view, const BlockCard& card, const Box& box, bool low, Ink text) {
    const Context& stage = view.stage;
    Canvas& canvas = stage.canvas;
    const bool waiting = card.state == BlockState::waiting;
    const float in = canvas.em(0.7F), room = box.width() - in - canvas.em(0.2F);
    std::vector<CardLine> lines;
    const TextStyle smallest{Face::sans_semibold, least_type};
    const std::string doing = waiting ? "no slot yet" : doing_now(card, false);
    lines.push_back({card.state == BlockState::spinning ? wait_words(canvas, smallest, card, room) : doing,
                     whole_words(canvas, smallest, doing, room)});
    if (waiting && stage.staged().fetches_numbers()) {
        // Where not even that fits, its blockIdx above says it.
        const bool fits = canvas.text_width(smallest, "no number") <= room;
        lines.push_back({"no number yet", fits ? "no number" : ""});
    }
    const bool sums = blocks_have_sums(view);
    if (!waiting && sums) {
        const auto known = [](const std::string& sum) { return sum.empty() ? "?" : sum; };
        const std::string own = known(card.own), before = card.number == 0 ? "0" : known(card.before);
        lines.push_back(
            {"aggregate " + own, "own " + own, longest_line(view, "aggregate ", &BlockCard::own)});
        lines.push_back(
            {"before " + before, "from " + before, longest_line(view, "before ", &BlockCard::before)});
    }
    if (!waiting && stage.staged().fetches_numbers() && card.block != card.number)
        lines.push_back({"blockIdx " + std::to_string(card.block), "b" + std::to_string(card.block)});
    // Lines move together before one is left out, and alike in all cards: what lies before a block comes
    // last.
    const float top = low ? 2.3F : 2.95F, least = 1.02F, raised = 0.3F;
    const float height = box.height() / canvas.em(1) - 1.15F - top;
    const float most = std::max(1.0F, std::floor((height + raised) / least));
    const float more = std::min(most, float(std::max<size_t>(lines.size(), sums ? 3 : 2) - 1));
    const bool tight = !low && height / more < 1.3F;
    const float pitch = canvas.em(tight ? std::max(least, (height + raised) / more) : 1.3F);
    float y = box.min.y + canvas.em(tight ? top - raised : top);
    for (size_t i = 0; i < lines.size() && y < box.max.y - canvas.em(0.9F); ++i, y += pitch) {
        TextStyle style = i == 0 ? TextStyle{Face::sans_semibold, 0.9F} : type::label;
        const auto fits = [&](const std::string& one) { return canvas.text_width(style, one) <= room; };
        const std::string& measured = lines[i].longest.empty() ? lines[i].text : lines[i].longest;
        for (const float em : {0.8F, least_type})
            if (!fits(measured)) style.em = em;
        const std::string& words = fits(measured) ? lines[i].text : lines[i].brief;
        canvas.text_within({box.min.x + in, y}, room, style, text, words);
    }
}

}  // namespace

void draw_block_card(const BlocksView& view, int64_t number) {
    const Context& stage = view.stage;
    Canvas& canvas = stage.canvas;
    const BlockCard& card = view.card_of(number);
    const Box box = view.card_box(number);
    const bool large = stage.options.presenting, low = box.height() < canvas.em(4.6F);
    const bool acting = view.blocks.acting == number && (!large || view.blocks.deadlock.empty());
    const Ink text = draw_card_frame(stage, box, card.state, acting, 0.45F);
    // Before it has fetched a number a block is known by its blockIdx alone.
    const bool numbered = card.numbered || !stage.staged().fetches_numbers();
    const std::string name = numbered ? std::to_string(number) : "b" + std::to_string(card.block);
    const float in = canvas.em(0.7F), mark = canvas.em(stage.look().mark);
    const float y = box.min.y + (large ? std::min(canvas.em(1.55F), box.height() * 0.3F)
                                       : canvas.em(low ? 1.05F : 1.35F));
    float em = numbered && !low ? 1.6F : 1.2F;
    if (large)
        em = canvas.em_within(Face::mono_bold, name, box.width() - 2 * in - mark - canvas.em(0.2F),
                              {2.2F, 1.9F, 1.6F});
    canvas.text({box.min.x + in, y}, {Face::mono_bold, em}, text, name);
    const Point middle{box.max.x - (large ? canvas.em(0.55F) : in) - mark / 2,
                       y - canvas.em(large || low ? 0 : 0.1F)};
    draw_card_mark(stage, Box::around(middle, mark, mark), card.state, text);
    if (large)
        draw_doing(canvas, Box::edges(box.min.x + in, box.min.y, box.max.x - canvas.em(0.3F), box.max.y),
                   text, doing_now(card, false));
    else
        draw_lines(view, card, box, low, text);
    draw_slot(stage, box, card, acting ? Ink{Role::ink} : state_inks(look_of(card.state)).line);
    canvas.hit("block." + std::to_string(number), box);
}

}  // namespace upsweep::stage
