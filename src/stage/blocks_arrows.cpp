// What blocks tell each other in this step, who waits, and why no block can continue.
#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "canvas/text.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "replay/data/picture.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "stage/blocks.h"
#include "stage/marks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// Whether an array is one that blocks tell each other something in.
bool is_message(const BlocksView& view, int array) {
    return any_of(view.blocks.messages, [&](const auto& list) {
        return any_of(list, [&](const Message& one) { return one.array == array; });
    });
}

/// Control values say who is ready; their arrows would hide the sums.
bool is_value(const BlocksView& view, int array) {
    const StagedArray* staged = view.stage.staged().find(id_of(array));
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
    std::set<std::pair<int, int64_t>> seen;
    for (const Flow& flow : view.stage.picture().flows) {
        const Box* target = view.cell(flow.array, flow.cell);
        if (target == nullptr || !is_message(view, flow.array) || !is_value(view, flow.array)) continue;
        if (!seen.insert({int(flow.array), flow.cell}).second) continue;
        Joining joining{&flow, *target, {}};
        for (const Leaf& leaf : flow.sources)
            if (const Box* source = view.cell(int(leaf.array), leaf.element);
                source != nullptr && is_value(view, int(leaf.array)))
                joining.sources.push_back(*source);
        if (!joining.sources.empty()) all.push_back(std::move(joining));
    }
    return all;
}

/// The operation that made a value, which a word puts together with its state.
char operation_of(const BlocksView& view, const Flow& flow) {
    const char symbol = number_symbol(view.stage.trace(), view.stage.trace().access_at(flow.access).origin);
    return symbol == ' ' || !reference::commutes(operator_of(view.stage.trace())) ? flow.symbol : symbol;
}

void draw_joining(const BlocksView& view, const Joining& joining) {
    Canvas& canvas = view.stage.canvas;
    const float grown = view.stage.options.grown;
    const Point node{joining.target.centre().x, joining.target.min.y - canvas.em(1.15F)};
    const bool sum = joining.flow->operation && joining.sources.size() > 1;
    for (const Box& source : joining.sources) {
        const bool above = source.max.y <= node.y + 1;
        const Point from{source.centre().x, above ? source.max.y : source.min.y};
        // Down beside the column, then along the gap between the rows into the node.
        const float side = from.x < node.x ? -1.0F : 1.0F;
        const Point to{node.x + side * (sum && std::abs(from.x - node.x) > 1 ? canvas.em(0.6F) : 0), node.y};
        const float bend = above ? std::max(canvas.em(0.8F), (to.y - from.y) * 0.85F) : -canvas.em(1.1F);
        draw_curve(canvas, {from, {from.x, from.y + bend}, {(from.x + to.x) / 2, to.y}, to, {}},
                   ArrowKind::read, {grown, false});
    }
    if (grown < 1) return;
    draw_straight(canvas, node, {joining.target.centre().x, joining.target.min.y - 1}, ArrowKind::written);
    if (sum) draw_operation_node(canvas, node, operation_sign(operation_of(view, *joining.flow)));
}

/// From a message up the gutter beside the reader's column to the reader's card: past all values.
std::vector<Point> route_to_card(const BlocksView& view, const Box& cell, int64_t reader, int64_t owner) {
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
            if (view.card_of(message.reader).state == BlockState::spinning) continue;
            const std::vector<Point> route = route_to_card(view, *cell, message.reader, message.number);
            draw_route(canvas, route, ArrowKind::read, canvas.em(0.5F));
        }
}

/// Where a mark on an arrow to or from a message covers no cell: in the gap above the message.
float gap_above(const Canvas& canvas, float message) { return message - canvas.em(0.85F); }

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
        const Point middle{route[3].x, gap_above(canvas, cell->min.y)};
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
    std::vector<int64_t> holders;
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
        draw_number(canvas, {route[3].x, gap_above(canvas, cell->min.y)}, number++);
        const Point up{cell->centre().x, cell->min.y};
        draw_straight(canvas, up, {up.x, to.max.y + 1}, ArrowKind::raised);
        draw_number(canvas, {up.x, gap_above(canvas, up.y)}, number++);
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

struct SumTerm {
    Value value;
    std::string above, below;
    CellState state = CellState::idle;
};

/// The number of the block that runs a flow's step: of a long step several blocks have a part.
int64_t block_of(const BlocksView& view, const Flow& flow) {
    return view.stage.staged().number_of(view.stage.trace().step_at(flow.step).block);
}

/// What a block sums up of the values that others published.
std::vector<SumTerm> terms_of(const BlocksView& view, const Flow*& flow) {
    std::vector<SumTerm> terms;
    for (const Flow& one : view.stage.picture().flows) {
        if (!is_message(view, one.array) || !is_value(view, one.array)) continue;
        std::vector<SumTerm> found;
        for (const Leaf& leaf : one.sources) {
            const StagedArray* staged = view.stage.staged().find(leaf.array);
            if (staged == nullptr || !is_value(view, leaf.array)) continue;
            SumTerm term;
            if (staged->subject.role == SubjectRole::word) {
                const replay::Word word = word_of(view.stage.trace(), *staged, leaf.access);
                if (word.state == MessageState::nothing) continue;
                term.value = {staged->subject.value, word.bits,
                              bits_to_text(staged->subject.value, word.bits)};
                term.above = word.state == MessageState::prefix ? "inclusive prefix" : "aggregate";
                term.state = word.state == MessageState::prefix ? CellState::right : CellState::waiting;
            } else {
                const uint64_t bits = view.stage.trace().access_at(leaf.access).old_value;
                term.value = {view.stage.info(leaf.array).type, bits,
                              value_text(view.stage.trace(), leaf.array, bits)};
                term.above = is_message(view, leaf.array) ? std::string(role_name(staged->subject.role))
                                                          : staged->name;
                term.state = staged->subject.role == SubjectRole::prefix && !staged->is_shared()
                                 ? CellState::right
                                 : CellState::idle;
            }
            const int64_t number = staged->is_shared() ? block_of(view, one)
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

// ---- On a presented page: cards over messages, with nothing between them but the arrows ----

float below_card(const BlocksView& view, const BlockCard& card) {
    const bool tab = !slot_name(card, view.stage.trace().gpu).empty();
    return view.cards().max.y + (tab ? view.stage.canvas.em(present_tab_em / 2 + 0.1F) : 0);
}

/// From under a card, along the gap, down onto a message beside its middle.
std::vector<Point> route_down(const BlocksView& view, int64_t from, int64_t to, float level) {
    const Canvas& canvas = view.stage.canvas;
    const Box card = view.card_box(from), cell = view.part(view.rows.back().box, to);
    const float top = below_card(view, view.card_of(from)), y = top + (cell.min.y - top) * level;
    const float x = cell.centre().x + canvas.em(from > to ? 0.9F : from < to ? -0.9F : 0);
    const Point start{card.centre().x, top}, end{x, cell.min.y - canvas.em(0.15F)};
    if (from == to) return {start, end};
    return {start, {start.x, y}, {x, y}, end};
}

/// From the block without a slot over the cards to those that hold the slots.
void draw_starved(const BlocksView& view, int64_t starved, const std::vector<int64_t>& holders, int number) {
    Canvas& canvas = view.stage.canvas;
    const Box from = view.card_box(starved);
    const float y = from.min.y - canvas.em(2.42F), x = from.centre().x, radius = canvas.em(0.7F);
    for (const int64_t holder : holders) {
        const Point tip{view.card_box(holder).centre().x, from.min.y - canvas.em(0.2F)};
        const Point route[] = {{x, y}, {tip.x, y}, tip};
        draw_route(canvas, route, ArrowKind::waits, radius);
    }
    canvas.line({x, from.min.y}, {x, y}, {{Role::trouble}, canvas.px(3.2F)});
    draw_number(canvas, {x, y}, number);
    const std::string words = "needs a slot: " + listed(holders) +
                              (holders.size() == 1   ? " keeps it"
                               : holders.size() == 2 ? " keep both"
                                                     : " keep them all");
    constexpr TextStyle style{Face::sans_semibold, 0.95F};
    const float wide = canvas.text_width(style, words), right = canvas.area().max.x - canvas.em(1.5F);
    const bool leftwards = !holders.empty() && holders.front() < starved;
    const float start = leftwards ? x - canvas.em(1.25F) - wide : x + canvas.em(1.25F);
    canvas.text({std::clamp(start, canvas.area().min.x + canvas.em(1.5F), right - wide), y - canvas.em(1.2F)},
                style, {Role::t1}, words);
}

void draw_page_loop(const BlocksView& view) {
    int number = 1;
    std::vector<int64_t> holders;
    int64_t starved = -1;
    for (const WaitLink& link : view.blocks.deadlock) {
        if (!view.shows(link.from) || !view.shows(link.to)) continue;
        if (link.array < 0) {
            holders.push_back(link.to);
            starved = link.from;
            continue;
        }
        const std::vector<Point> route = route_down(view, link.from, link.to, 0.42F);
        draw_route(view.stage.canvas, route, ArrowKind::waits, view.stage.canvas.em(0.6F));
        draw_number(view.stage.canvas, (route[1] + route[route.size() - 2]) * 0.5F, number++);
    }
    sort(holders);
    if (starved >= 0) draw_starved(view, starved, holders, number);
}

void draw_page_waits(const BlocksView& view) {
    for (const BlockCard& card : view.blocks.cards) {
        if (card.state != BlockState::spinning || card.waits.empty() || !view.shows(card.number)) continue;
        const int64_t of = card.waits.front().of;
        if (of < 0 || !view.shows(of)) continue;
        draw_route(view.stage.canvas, route_down(view, card.number, of, 0.35F), ArrowKind::spins,
                   view.stage.canvas.em(0.6F));
    }
}

/// Numbers of the other blocks in view whose messages the acting block adds up, else reads.
std::set<int64_t> heard_of(const BlocksView& view) {
    const int64_t acting = view.blocks.acting;
    const std::vector<Message>& told = view.messages_of(view.rows.back());
    std::set<int64_t> heard;
    for (const Flow& flow : view.stage.picture().flows) {
        if (block_of(view, flow) != acting) continue;
        std::set<int64_t> found;
        for (const Leaf& leaf : flow.sources)
            for (const Message& message : told)
                if (message.array == int(leaf.array) && message.element == leaf.element &&
                    message.number != acting && view.shows(message.number))
                    found.insert(message.number);
        if (found.size() > heard.size()) heard = std::move(found);
    }
    if (!heard.empty()) return heard;
    for (const Message& message : told)
        if (message.read && message.reader == acting && message.number != acting &&
            view.shows(message.number))
            heard.insert(message.number);
    return heard;
}

/// What the acting block hears of the others goes up into its card, several through one node; what blocks
/// tell goes down.
void draw_messages_moved(const BlocksView& view) {
    Canvas& canvas = view.stage.canvas;
    const float grown = std::min(1.0F, view.stage.options.grown);
    const int64_t acting = view.blocks.acting;
    for (const Message& message : view.messages_of(view.rows.back())) {
        if (!view.is_written(message) || !view.shows(message.number)) continue;
        const Box cell = view.part(view.rows.back().box, message.number);
        const float x = cell.centre().x + (message.number == acting ? canvas.em(1.2F) : 0);
        draw_straight(canvas, {x, below_card(view, view.card_of(message.number))}, {x, cell.min.y - 1},
                      ArrowKind::written, {grown});
    }
    if (!view.shows(acting) || view.card_of(acting).state == BlockState::spinning) return;
    const std::set<int64_t> heard = heard_of(view);
    if (heard.empty()) return;
    const bool sums = heard.size() > 1;
    const float top = below_card(view, view.card_of(acting));
    const Point node{view.card_box(acting).centre().x - canvas.em(0.7F), top + canvas.em(1.5F)};
    for (const int64_t of : heard) {
        const Point from = view.part(view.rows.back().box, of).top();
        const float side = from.x < node.x ? -1.0F : 1.0F;
        const Point to = node + Point{side * (sums ? canvas.em(0.62F) : 0), 0};
        const Point down{from.x, from.y + (to.y - from.y) * 0.9F}, level{(from.x + to.x) / 2, to.y};
        draw_curve(canvas, {from, down, level, to, {}}, ArrowKind::read, {grown, false});
    }
    if (grown < 1) return;
    draw_straight(canvas, node, {node.x, top + 1}, ArrowKind::read);
    if (sums) draw_operation_node(canvas, node, "+");
}

}  // namespace

std::string listed(const std::vector<int64_t>& numbers) {
    return upsweep::listed(numbers, [](int64_t number) { return std::to_string(number); });
}

void draw_block_arrows(const BlocksView& view) {
    const OnLayer bright(view.stage.canvas, Layer::bright);
    const bool presenting = view.stage.options.presenting;
    if (!view.blocks.deadlock.empty()) return presenting ? draw_page_loop(view) : draw_loop(view);
    if (presenting) {
        draw_messages_moved(view);
        return draw_page_waits(view);
    }
    const std::vector<Joining> joinings = joinings_of(view);
    for (const Joining& joining : joinings) draw_joining(view, joining);
    draw_reads(view, joinings);
    draw_waits(view);
}

namespace {

/// "8 aggregate of block 2 + 14 … = 22" from a place on, pixels.
struct FormulaLine {
    Canvas& canvas;
    float y, x, right;

    float cell_width(const std::string& value) const {
        return std::max(canvas.em(2.4F), canvas.text_width(type::value, value) + canvas.em(0.9F));
    }
    float words_width(const SumTerm& term) const {
        return std::max(canvas.text_width({Face::sans_semibold, 0.85F}, term.above),
                        canvas.text_width(type::small, term.below));
    }
    void cell(const std::string& value, CellState state) {
        const float wide = cell_width(value);
        draw_node(canvas, Box::around({x + wide / 2, y}, wide, canvas.em(1.9F)), state, value, 1.45F);
        x += wide + canvas.em(0.4F);
    }
    void words(const SumTerm& term) {
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
void draw_terms(FormulaLine line, const std::vector<SumTerm>& terms, std::string_view sign,
                const std::string& result) {
    const float signs = line.canvas.em(1.2F), gap = line.canvas.em(0.4F), after = line.canvas.em(0.7F);
    const float end = signs + line.cell_width(result);
    float cells = end, worded = end;
    for (const SumTerm& term : terms) {
        const float wide = line.cell_width(term.value.text) + gap + (&term == &terms.front() ? 0 : signs);
        cells += wide;
        worded += wide + line.words_width(term) + after;
    }
    const bool named = line.x + worded <= line.right, all = line.x + cells <= line.right;
    for (size_t i = 0; i < terms.size(); ++i) {
        if (i > 0) line.sign(sign);
        // Room for "… =" and the result stays.
        if (!all && line.x + line.cell_width(terms[i].value.text) + gap + 2 * signs + end > line.right) {
            line.sign("…");
            break;
        }
        line.cell(terms[i].value.text, terms[i].state);
        if (named) line.words(terms[i]);
    }
    line.sign("=");
    line.cell(result, CellState::written);
}

}  // namespace

void draw_block_formula(const BlocksView& view, Box rect) {
    Canvas& canvas = view.stage.canvas;
    const Flow* flow = nullptr;
    const std::vector<SumTerm> terms = terms_of(view, flow);
    canvas.line({rect.min.x, rect.min.y + 0.5F}, {rect.max.x, rect.min.y + 0.5F}, {{Role::line}, 1});
    if (terms.empty() || flow == nullptr) return;
    const StagedArray* target = view.stage.staged().find(flow->array);
    if (target == nullptr) return;
    const float y = rect.centre().y;
    const float named =
        canvas.text({rect.min.x, y - canvas.em(0.5F)}, type::strong, {Role::t1}, target->name);
    const float placed = canvas.text({rect.min.x, y + canvas.em(0.65F)}, type::small, {Role::t3},
                                     "of block " + std::to_string(block_of(view, *flow)));
    const emulator::Trace& trace = view.stage.trace();
    const uint64_t bits = trace.access_at(flow->access).value;
    Value result{view.stage.info(flow->array).type, bits, value_text(trace, flow->array, bits)};
    if (target->subject.role == SubjectRole::word) {
        result = {target->subject.value, word_of(trace, *target, flow->access).bits, {}};
        result.text = bits_to_text(result.type, result.bits);
    }
    std::vector<Value> values;
    for (const SumTerm& term : terms) values.push_back(term.value);
    // Under the blocks, or behind a longer name.
    FormulaLine line{canvas, y, std::max(view.left, rect.min.x + std::max(named, placed) + canvas.em(0.6F)),
                     rect.max.x};
    const char symbol = operation_of(view, *flow);
    if (terms.size() > 1 && equation_of(trace, symbol, values, result).empty())
        return line.cell(result.text, CellState::written);
    draw_terms(line, terms, operation_sign(symbol), result.text);
}

}  // namespace upsweep::stage
