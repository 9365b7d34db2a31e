// What presented blocks tell each other in this step, who waits for whom, and why no block can continue.
#include <algorithm>
#include <cmath>
#include <vector>

#include "canvas/curve.h"
#include "emulator/trace/trace.h"
#include "replay/data/picture.h"
#include "stage/present_blocks.h"

namespace upsweep::stage {

using namespace replay;

namespace {

float below_card(const PresentedBlocks& view, const BlockCard& card) {
    const bool tab = !slot_name(card, view.stage.trace().gpu).empty();
    return view.cards.max.y + (tab ? view.stage.canvas.em(present_tab_em / 2 + 0.1F) : 0);
}

/// From under a card, along the gap, down onto a message beside its middle.
std::vector<Point> route_down(const PresentedBlocks& view, std::int64_t from, std::int64_t to, float level) {
    const Canvas& canvas = view.stage.canvas;
    const Box card = view.part(view.cards, from), cell = view.part(view.messages, to);
    const float top = below_card(view, view.card_of(from)), y = top + (cell.min.y - top) * level;
    const float x = cell.centre().x + canvas.em(from > to ? 0.9F : from < to ? -0.9F : 0);
    const Point start{card.centre().x, top}, end{x, cell.min.y - canvas.em(0.15F)};
    if (from == to) return {start, end};
    return {start, {start.x, y}, {x, y}, end};
}

void draw_present_blocks_arrows_number(Canvas& canvas, Point at, int number) {
    canvas.disc(at, canvas.em(0.73F), {Role::trouble});
    canvas.text(at, {Face::mono_bold, 0.95F}, {Role::bg0}, std::to_string(number), Align::centre);
}

/// From the block without a slot over the cards to those that hold the slots.
void draw_starved(const PresentedBlocks& view, std::int64_t starved, const std::vector<std::int64_t>& holders,
                  int number) {
    Canvas& canvas = view.stage.canvas;
    const Box from = view.part(view.cards, starved);
    const float y = from.min.y - canvas.em(present_rise_em), x = from.centre().x, radius = canvas.em(0.7F);
    for (const std::int64_t holder : holders) {
        const Point tip{view.part(view.cards, holder).centre().x, from.min.y - canvas.em(0.2F)};
        const Point route[] = {{x, y}, {tip.x, y}, tip};
        draw_route(canvas, route, ArrowKind::waits, radius);
    }
    canvas.line({x, from.min.y}, {x, y}, {{Role::trouble}, canvas.px(3.2F)});
    draw_present_blocks_arrows_number(canvas, {x, y}, number);
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

void draw_loop(const PresentedBlocks& view) {
    int number = 1;
    std::vector<std::int64_t> holders;
    std::int64_t starved = -1;
    for (const WaitLink& link : view.blocks.deadlock) {
        if (!view.shows(link.from) || !view.shows(link.to)) continue;
        if (link.array < 0) {
            holders.push_back(link.to);
            starved = link.from;
            continue;
        }
        const std::vector<Point> route = route_down(view, link.from, link.to, 0.42F);
        draw_route(view.stage.canvas, route, ArrowKind::waits, view.stage.canvas.em(0.6F));
        draw_present_blocks_arrows_number(view.stage.canvas, (route[1] + route[route.size() - 2]) * 0.5F,
                                          number++);
    }
    std::sort(holders.begin(), holders.end());
    if (starved >= 0) draw_starved(view, starved, holders, number);
}

void draw_waits(const PresentedBlocks& view) {
    for (const BlockCard& card : view.blocks.cards) {
        if (card.state != BlockState::spinning || card.waits.empty() || !view.shows(card.number)) continue;
        const std::int64_t of = card.waits.front().of;
        if (of < 0 || !view.shows(of)) continue;
        draw_route(view.stage.canvas, route_down(view, card.number, of, 0.35F), ArrowKind::spins,
                   view.stage.canvas.em(0.6F));
    }
}

/// Numbers of the other blocks in view whose messages the acting block adds up, else reads.
std::vector<std::int64_t> heard_of(const PresentedBlocks& view) {
    const std::int64_t acting = view.blocks.acting;
    const auto number_of = [&](int array, std::int64_t element) {
        for (const Message& message : *view.told)
            if (message.array == array && message.element == element) return message.number;
        return std::int64_t{-1};
    };
    std::vector<std::int64_t> heard;
    for (const Flow& flow : view.stage.picture().flows) {
        const emulator::Step& step = view.stage.trace().steps[static_cast<std::size_t>(flow.step)];
        if (view.stage.staged().number_of(step.block) != acting) continue;
        std::vector<std::int64_t> found;
        for (const Leaf& leaf : flow.sources) {
            const std::int64_t of = number_of(static_cast<int>(leaf.array), leaf.element);
            if (of >= 0 && of != acting && view.shows(of)) found.push_back(of);
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        if (found.size() > heard.size()) heard = std::move(found);
    }
    if (!heard.empty()) return heard;
    for (const Message& message : *view.told)
        if (message.read && message.reader == acting && message.number != acting &&
            view.shows(message.number))
            heard.push_back(message.number);
    return heard;
}

/// What the acting block hears of the others goes up into its card, several through one node; what blocks
/// tell goes down.
void draw_messages_moved(const PresentedBlocks& view) {
    Canvas& canvas = view.stage.canvas;
    const float grown = std::min(1.0F, view.stage.options.grown);
    const std::int64_t acting = view.blocks.acting;
    for (const Message& message : *view.told) {
        if (!view.is_written(message) || !view.shows(message.number)) continue;
        const Box cell = view.part(view.messages, message.number);
        const float x = cell.centre().x + (message.number == acting ? canvas.em(1.2F) : 0);
        draw_straight(canvas, {x, below_card(view, view.card_of(message.number))}, {x, cell.min.y - 1},
                      ArrowKind::written, {grown});
    }
    if (!view.shows(acting) || view.card_of(acting).state == BlockState::spinning) return;
    const std::vector<std::int64_t> heard = heard_of(view);
    if (heard.empty()) return;
    const bool sums = heard.size() > 1;
    const float top = below_card(view, view.card_of(acting));
    const Point node{view.part(view.cards, acting).centre().x - canvas.em(0.7F), top + canvas.em(1.5F)};
    for (const std::int64_t of : heard) {
        const Point from = view.part(view.messages, of).top();
        const float side = from.x < node.x ? -1.0F : 1.0F;
        const Point to = node + Point{side * (sums ? canvas.em(0.62F) : 0), 0};
        const Curve curve{from,
                          {from.x, from.y + (to.y - from.y) * 0.9F},
                          {from.x + (to.x - from.x) * 0.5F, to.y},
                          to,
                          {{Role::read}, canvas.px(2.6F)}};
        canvas.curve(grown < 1 ? first_part(curve, length_of(curve) * grown) : curve);
    }
    if (grown < 1) return;
    draw_straight(canvas, node, {node.x, top + 1}, ArrowKind::read);
    if (sums) draw_operation_node(canvas, node, "+");
}

}  // namespace

void draw_presented_arrows(const PresentedBlocks& view) {
    const OnLayer bright(view.stage.canvas, Layer::bright);
    if (!view.blocks.deadlock.empty()) return draw_loop(view);
    draw_messages_moved(view);
    draw_waits(view);
}

}  // namespace upsweep::stage
