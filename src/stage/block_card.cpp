// The card of one block: its number, what it does, where it runs. And rows of arrays that no block has to
// itself, as the bins of a histogram: they are there once, and what blocks add to them goes there from their
// cards.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "canvas/text.h"
#include "emulator/trace/trace.h"
#include "replay/data/picture.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "stage/arrows.h"
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

/// In the window: what the block does and its sums, as far as lines find room.
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
        // Where not even that fits, its blockIdx in the place of a number says it.
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
    const float in = canvas.em(0.7F), mark = canvas.em(stage.look().mark);
    const std::string index = std::to_string(card.block);
    // Where its name leaves no room for the mark, the words under it say that the block waits.
    const bool marked = numbered || canvas.text_width({Face::mono_bold, 0.75F}, "Idx " + index) <=
                                        box.width() - 2 * in - mark - canvas.em(0.2F);
    const float room = box.width() - 2 * in - (marked ? mark + canvas.em(0.2F) : 0);
    const std::string name =
        numbered ? std::to_string(number)
                 : canvas.text_fitting({Face::mono_bold, 0.85F}, room, {"blockIdx " + index, "Idx " + index});
    const float y = box.min.y + (large ? std::min(canvas.em(1.55F), box.height() * 0.3F)
                                       : canvas.em(low ? 1.05F : 1.35F));
    float em = low ? 1.2F : 1.6F;
    if (!numbered)
        em = canvas.em_within(Face::mono_bold, name, room, {large ? 1.6F : 1.2F, 1.0F, 0.85F, 0.75F});
    else if (large)
        em = canvas.em_within(Face::mono_bold, name, room, {2.2F, 1.9F, 1.6F});
    canvas.text({box.min.x + in, y}, {Face::mono_bold, em}, text, name);
    const Point middle{box.max.x - (large ? canvas.em(0.55F) : in) - mark / 2,
                       y - canvas.em(large || low ? 0 : 0.1F)};
    if (marked) draw_card_mark(stage, Box::around(middle, mark, mark), card.state, text);
    if (large)
        draw_doing(canvas, Box::edges(box.min.x + in, box.min.y, box.max.x - canvas.em(0.3F), box.max.y),
                   text, doing_now(card, false));
    else
        draw_lines(view, card, box, low, text);
    draw_slot(stage, box, card, acting ? Ink{Role::ink} : state_inks(look_of(card.state)).line);
    canvas.hit("block." + std::to_string(number), box);
}

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
    const float each = std::min(canvas.em(3), row.box.width() / count);
    for (int64_t i = 0; i < count; ++i) {
        const int64_t element = row.common.left + i;
        const float x = row.box.min.x + i * each;
        const Box cell = Box::edges(x, row.box.min.y, x + each - canvas.em(0.12F), row.box.max.y).snapped();
        const std::string value = value_now(stage, id, element);
        draw_node(canvas, cell, state_now(stage, id, element), value,
                  stage.value_em(value, cell.width() - canvas.em(0.2F), 1.0F));
        name_cell(stage, id, element, cell);
        view.cells[{row.staged->array, element}] = cell;
    }
    if (count < row.common.size.width)
        canvas.text({row.box.max.x, row.box.min.y - canvas.em(0.6F)}, type::small, {Role::t3},
                    fmt::format("the first {} of {}", count, row.common.size.width), Align::right);
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
