// What blocks tell each other in this step, who waits, and why no block can continue.
#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "canvas/curve.h"
#include "canvas/paragraph.h"
#include "emulator/trace/trace.h"
#include "replay/data/picture.h"
#include "replay/value_text.h"
#include "stage/blocks.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// Whether an array is one that blocks tell each other something in.
bool is_message(const BlocksView& view, int array) {
    return std::any_of(view.blocks.messages.begin(), view.blocks.messages.end(), [&](const auto& list) {
        return std::any_of(list.begin(), list.end(), [&](const Message& one) { return one.array == array; });
    });
}

/// Control values say who is ready; their arrows would hide the sums.
bool is_value(const BlocksView& view, int array) {
    const StagedArray* staged = view.stage.staged().find(static_cast<emulator::ArrayId>(array));
    return staged != nullptr && staged->subject.role != SubjectRole::flag &&
           staged->subject.role != SubjectRole::counter && staged->subject.role != SubjectRole::number;
}

/// A sum that is made of what blocks have published, and where it goes.
struct Joining {
    const Flow* flow = nullptr;
    Box target;
    std::vector<Box> sources;
};

std::vector<Joining> joinings_of(const BlocksView& view) {
    std::vector<Joining> all;
    std::set<std::pair<int, std::int64_t>> seen;
    for (const Flow& flow : view.stage.picture().flows) {
        const Box* target = view.cell(static_cast<int>(flow.array), flow.cell);
        if (target == nullptr || !is_message(view, static_cast<int>(flow.array)) ||
            !is_value(view, static_cast<int>(flow.array)))
            continue;
        if (!seen.insert({static_cast<int>(flow.array), flow.cell}).second) continue;
        Joining joining{&flow, *target, {}};
        for (const Leaf& leaf : flow.sources)
            if (const Box* source = view.cell(static_cast<int>(leaf.array), leaf.element);
                source != nullptr && is_value(view, static_cast<int>(leaf.array)))
                joining.sources.push_back(*source);
        if (!joining.sources.empty()) all.push_back(std::move(joining));
    }
    return all;
}

/// Of a word, the operation that made its value.
char symbol_of(const BlocksView& view, const Flow& flow) {
    const StagedArray* array = view.stage.staged().find(flow.array);
    if (array == nullptr || array->subject.role != SubjectRole::word) return flow.symbol;
    const emulator::Trace& trace = view.stage.trace();
    return number_symbol(trace, trace.accesses[static_cast<std::size_t>(flow.access)].origin);
}

void draw_joining(const BlocksView& view, const Joining& joining) {
    Canvas& canvas = view.stage.canvas;
    const float grown = view.stage.options.grown;
    const Point node{joining.target.centre().x, joining.target.min.y - canvas.em(1.15F)};
    const bool sum = joining.flow->operation && joining.sources.size() > 1;
    const Pen pen{{Role::read}, canvas.px(2.4F)};
    for (const Box& source : joining.sources) {
        const bool above = source.max.y <= node.y + 1;
        const Point from{source.centre().x, above ? source.max.y : source.min.y};
        // Down beside the column, then along the gap between the rows into the node.
        const float side = from.x < node.x ? -1.0F : 1.0F;
        const Point to{node.x + side * (sum && std::abs(from.x - node.x) > 1 ? canvas.em(0.6F) : 0), node.y};
        const float bend = above ? std::max(canvas.em(0.8F), (to.y - from.y) * 0.85F) : -canvas.em(1.1F);
        Curve curve{from, {from.x, from.y + bend}, {(from.x + to.x) / 2, to.y}, to, pen};
        canvas.curve(grown < 1 ? first_part(curve, length_of(curve) * grown) : curve);
    }
    if (grown < 1) return;
    draw_straight(canvas, node, {joining.target.centre().x, joining.target.min.y - 1}, ArrowKind::written);
    if (sum) draw_operation_node(canvas, node, operation_sign(symbol_of(view, *joining.flow)));
}

/// From a message up the gutter beside the reader's column to the reader's card: past all values.
std::vector<Point> route_to_card(const BlocksView& view, const Box& cell, std::int64_t reader,
                                 std::int64_t owner) {
    const Canvas& canvas = view.stage.canvas;
    const Box card = view.card_box(reader);
    const bool from_left = owner <= reader;
    const float gutter =
        from_left ? card.min.x - (view.pitch - view.card) / 2 : card.max.x + (view.pitch - view.card) / 2;
    const float out = canvas.em(0.55F), below = card.max.y + canvas.em(1.1F);
    const Point from{cell.centre().x + (from_left ? 1 : -1) * canvas.em(1), cell.min.y};
    const Point to{card.centre().x + (from_left ? -1 : 1) * std::min(canvas.em(2.9F), card.width() * 0.4F),
                   card.max.y};
    return {from, {from.x, from.y - out}, {gutter, from.y - out}, {gutter, below}, {to.x, below}, to};
}

/// What the step reads of others without summing it up yet: a line to the card that reads.
void draw_reads(const BlocksView& view, const std::vector<Joining>& joinings) {
    Canvas& canvas = view.stage.canvas;
    if (!joinings.empty()) return;
    for (const auto& list : view.blocks.messages)
        for (const Message& message : list) {
            const Box* cell = view.cell(message.array, message.element);
            if (!message.read || cell == nullptr || message.reader < 0 || !view.shows(message.reader))
                continue;
            if (view.blocks.cards[static_cast<std::size_t>(message.reader)].state == BlockState::spinning)
                continue;
            const std::vector<Point> route = route_to_card(view, *cell, message.reader, message.number);
            draw_route(canvas, route, ArrowKind::read, canvas.em(0.5F));
        }
}

void draw_waits(const BlocksView& view) {
    Canvas& canvas = view.stage.canvas;
    for (const BlockCard& card : view.blocks.cards) {
        if (card.state != BlockState::spinning || !view.shows(card.number)) continue;
        const BlockWait& wait = card.waits.front();
        const Box* cell = view.cell(wait.array, wait.element);
        if (cell == nullptr) continue;
        std::vector<Point> route =
            route_to_card(view, *cell, card.number, wait.of >= 0 ? wait.of : card.number);
        std::reverse(route.begin(), route.end());
        draw_route(canvas, route, ArrowKind::spins, canvas.em(0.5F));
        const Point middle = (route[2] + route[3]) * 0.5F;
        canvas.disc(middle, canvas.em(0.72F), {Role::waiting_fill}, {{Role::waiting}, canvas.px(1.2F)});
        marks::hourglass(canvas, Box::around(middle, canvas.em(0.6F), canvas.em(0.6F)), {Role::waiting_text});
    }
}

void draw_number(Canvas& canvas, Point at, int number) {
    canvas.disc(at, canvas.em(0.72F), {Role::trouble});
    canvas.text(at, {Face::mono_bold, 0.9F}, {Role::bg0}, std::to_string(number), Align::centre);
}

constexpr float loop_rise_em = 1.5F;  // the last arrows, above the cards

/// The loop, link by link, in the order in which people ask: who waits for whom, and what keeps that one.
void draw_loop(const BlocksView& view) {
    Canvas& canvas = view.stage.canvas;
    int number = 1;
    std::vector<std::int64_t> holders;
    for (const WaitLink& link : view.blocks.deadlock) {
        if (!view.shows(link.from) || !view.shows(link.to)) continue;
        const Box from = view.card_box(link.from), to = view.card_box(link.to);
        if (link.array < 0) {
            holders.push_back(link.to);
            // Above the cards: it has no slot, and these keep them.
            const float y = from.min.y - canvas.em(loop_rise_em);
            const Pen pen{{Role::trouble}, canvas.px(2.6F)};
            canvas.line({from.centre().x, from.min.y}, {from.centre().x, y}, pen);
            canvas.line({from.centre().x, y}, {to.centre().x, y}, pen);
            draw_straight(canvas, {to.centre().x, y}, {to.centre().x, to.min.y - 1}, ArrowKind::waits);
            continue;
        }
        const Box* cell = view.cell(link.array, link.element);
        if (cell == nullptr) continue;
        std::vector<Point> route = route_to_card(view, *cell, link.from, link.to);
        std::reverse(route.begin(), route.end());
        draw_route(canvas, route, ArrowKind::waits, canvas.em(0.5F));
        draw_number(canvas, (route[2] + route[3]) * 0.5F, number++);
        const Point up{cell->centre().x, cell->min.y};
        draw_straight(canvas, up, {up.x, to.max.y + 1}, ArrowKind::raised);
        draw_number(canvas, {up.x, up.y + (to.max.y - up.y) * 0.35F}, number++);
    }
    if (holders.empty()) return;
    const WaitLink& last = view.blocks.deadlock.back();
    const Box from = view.card_box(last.from);
    const float y = from.min.y - canvas.em(loop_rise_em);
    draw_number(canvas, {from.centre().x, y}, number);
    const OnLayer plate(canvas, Layer::plate);
    canvas.text({from.centre().x - canvas.em(1), y}, {Face::sans_semibold, 0.9F}, {Role::t1},
                std::to_string(last.from) + " needs a slot; " + listed(holders) +
                    (holders.size() == 1   ? " holds it"
                     : holders.size() == 2 ? " hold both"
                                           : " hold them all"),
                Align::right);
}

struct BlocksArrowsTerm {
    std::string value, above, below;
    CellState state = CellState::idle;
};

/// The number of the block that runs a flow's step: of a long step several blocks have a part.
std::int64_t block_of(const BlocksView& view, const Flow& flow) {
    return view.stage.staged().number_of(view.stage.trace().steps[static_cast<std::size_t>(flow.step)].block);
}

/// What a block sums up of the values that others published.
std::vector<BlocksArrowsTerm> terms_of(const BlocksView& view, const Flow*& flow) {
    std::vector<BlocksArrowsTerm> terms;
    for (const Flow& one : view.stage.picture().flows) {
        if (!is_message(view, static_cast<int>(one.array)) || !is_value(view, static_cast<int>(one.array)))
            continue;
        std::vector<BlocksArrowsTerm> found;
        for (const Leaf& leaf : one.sources) {
            const StagedArray* staged = view.stage.staged().find(leaf.array);
            if (staged == nullptr || !is_value(view, static_cast<int>(leaf.array))) continue;
            const emulator::Access& access =
                view.stage.trace().accesses[static_cast<std::size_t>(leaf.access)];
            BlocksArrowsTerm term;
            if (staged->subject.role == SubjectRole::word) {
                const replay::Word word = word_of(view.stage.trace(), *staged, leaf.access);
                if (word.state == MessageState::nothing) continue;
                term.value = bits_to_text(staged->subject.value, word.bits);
                term.above = word.state == MessageState::prefix ? "inclusive prefix" : "aggregate";
                term.state = word.state == MessageState::prefix ? CellState::right : CellState::waiting;
            } else {
                term.value = value_text(view.stage.trace(), leaf.array, access.old_value);
                term.above = is_message(view, static_cast<int>(leaf.array))
                                 ? std::string(role_name(staged->subject.role))
                                 : staged->name;
                term.state = staged->subject.role == SubjectRole::prefix && !staged->is_shared()
                                 ? CellState::right
                                 : CellState::idle;
            }
            const std::int64_t number = staged->is_shared()
                                            ? block_of(view, one)
                                            : view.stage.staged().part_of(*staged, leaf.element);
            if (number >= 0) term.below = "of block " + std::to_string(number);
            found.push_back(std::move(term));
        }
        if (found.size() < terms.size() || found.empty() || (found.size() == 1 && !terms.empty())) continue;
        terms = std::move(found);
        flow = &one;
    }
    return terms;
}

}  // namespace

std::string listed(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        text += (i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ") + std::to_string(numbers[i]);
    return text;
}

void draw_block_arrows(const BlocksView& view) {
    const OnLayer bright(view.stage.canvas, Layer::bright);
    if (!view.blocks.deadlock.empty()) return draw_loop(view);
    const std::vector<Joining> joinings = joinings_of(view);
    for (const Joining& joining : joinings) draw_joining(view, joining);
    draw_reads(view, joinings);
    draw_waits(view);
}

namespace {

/// "8 own sum of block 2 + 14 … = 22" from a place on, pixels.
struct FormulaLine {
    Canvas& canvas;
    float y, x, right;

    float cell_width(const std::string& value) const {
        return std::max(canvas.em(2.4F), canvas.text_width(type::value, value) + canvas.em(0.9F));
    }
    float words_width(const BlocksArrowsTerm& term) const {
        return std::max(canvas.text_width({Face::sans_semibold, 0.85F}, term.above),
                        canvas.text_width(type::small, term.below));
    }
    void cell(const std::string& value, CellState state) {
        const float wide = cell_width(value);
        draw_node(canvas, Box::around({x + wide / 2, y}, wide, canvas.em(1.9F)), state, value, 1.45F);
        x += wide + canvas.em(0.4F);
    }
    void words(const BlocksArrowsTerm& term) {
        canvas.text({x, y - canvas.em(0.5F)}, {Face::sans_semibold, 0.85F}, {Role::t1}, term.above);
        canvas.text({x, y + canvas.em(0.6F)}, type::small, {Role::t3}, term.below);
        x += words_width(term) + canvas.em(0.7F);
    }
    void sign(std::string_view text) {
        canvas.text({x + canvas.em(0.4F), y}, {Face::mono_bold, 1.3F}, {Role::t1}, text, Align::centre);
        x += canvas.em(1.2F);
    }
};

/// All terms, or as many as there is room for and "…": a sum without one of its terms would be wrong. Words
/// are beside them where all have room.
void draw_terms(FormulaLine line, const std::vector<BlocksArrowsTerm>& terms, std::string_view sign,
                const std::string& result) {
    const float signs = line.canvas.em(1.2F), gap = line.canvas.em(0.4F), after = line.canvas.em(0.7F);
    const float end = signs + line.cell_width(result);
    float cells = end, worded = end;
    for (const BlocksArrowsTerm& term : terms) {
        const float wide = line.cell_width(term.value) + gap + (&term == &terms.front() ? 0 : signs);
        cells += wide;
        worded += wide + line.words_width(term) + after;
    }
    const bool named = line.x + worded <= line.right, all = line.x + cells <= line.right;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (i > 0) line.sign(sign);
        // Room for "… =" and the result stays.
        if (!all && line.x + line.cell_width(terms[i].value) + gap + 2 * signs + end > line.right) {
            line.sign("…");
            break;
        }
        line.cell(terms[i].value, terms[i].state);
        if (named) line.words(terms[i]);
    }
    line.sign("=");
    line.cell(result, CellState::written);
}

}  // namespace

void draw_block_formula(const BlocksView& view, Box rect) {
    Canvas& canvas = view.stage.canvas;
    const Flow* flow = nullptr;
    const std::vector<BlocksArrowsTerm> terms = terms_of(view, flow);
    canvas.line({rect.min.x, rect.min.y + 0.5F}, {rect.max.x, rect.min.y + 0.5F}, {{Role::line}, 1});
    if (terms.empty() || flow == nullptr) return;
    const StagedArray* target = view.stage.staged().find(flow->array);
    if (target == nullptr) return;
    const float y = rect.centre().y;
    const float named =
        canvas.text({rect.min.x, y - canvas.em(0.5F)}, type::strong, {Role::t1}, target->name);
    const float placed = canvas.text({rect.min.x, y + canvas.em(0.65F)}, type::small, {Role::t3},
                                     "of block " + std::to_string(block_of(view, *flow)));
    const emulator::Access& write = view.stage.trace().accesses[static_cast<std::size_t>(flow->access)];
    std::string result = value_text(view.stage.trace(), flow->array, write.value);
    if (target->subject.role == SubjectRole::word)
        result = bits_to_text(target->subject.value, word_of(view.stage.trace(), *target, flow->access).bits);
    // Under the blocks, or behind a longer name.
    const float x = std::max(view.left, rect.min.x + std::max(named, placed) + canvas.em(0.6F));
    draw_terms({canvas, y, x, rect.max.x}, terms, operation_sign(flow->symbol), result);
}

}  // namespace upsweep::stage
