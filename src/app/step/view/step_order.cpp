// Who may run next, to be picked; what came of it.
#include "app/step/view/step_order.h"

#include <string>

#include <fmt/format.h>

#include "app/step/view/step_ask_card.h"
#include "app/ui/marks.h"

namespace upsweep::app::step {
namespace {

std::string picked_text(const scenes::ScheduleGame& game) {
    std::string text;
    for (const int number : game.picked())
        text += (text.empty() ? "picked: " : ", ") + std::to_string(number);
    return text;
}

void draw_head(Frame& frame, Rect row, const OrderGame& order) {
    const float y = row.centre().y;
    constexpr std::string_view title = "You are the scheduler";
    draw_text(frame, {row.min.x, y}, card::title, Role::t1, title);
    float x = row.min.x + text_width(frame, card::title, title) + frame.em(0.9F);
    const bool blocks = order.game().turn() == scenes::Turn::block;
    const std::string_view ask = blocks ? "Which block starts next?" : "Which warp has the next turn?";
    draw_text(frame, {x, y}, type::label, Role::t3, ask);
    x += text_width(frame, type::label, ask) + frame.em(1.5F);
    const std::string picked = picked_text(order.game());
    const float width = text_width(frame, type::label, picked);
    const float room = row.max.x - x;
    draw_elided(frame, {row.max.x - std::min(width, room), y}, room, type::label, Role::t2, picked);
}

/// The actions at the right end. Gives where they begin.
float draw_actions(Frame& frame, Rect row, OrderGame& order) {
    struct Action {
        std::string_view id, label, disabled;
        void (*act)(OrderGame&);
    };
    const bool none = order.game().picked().empty();
    const Action actions[] = {{"order.close", "Close", "", [](OrderGame& game) { game.leave(); }},
                              {"order.look", "Find one for me", order.looking() ? "It is searching." : "",
                               [](OrderGame& game) { game.look_for_one(); }},
                              {"order.back", "Take back", none ? "Nothing is picked." : "",
                               [](OrderGame& game) { game.take_back(); }}};
    float x = row.max.x;
    void (*chosen)(OrderGame&) = nullptr;
    for (const Action& action : actions) {
        ButtonOptions options;
        options.disabled = action.disabled;
        const float width = button_width(frame, action.label, options);
        if (button(frame, action.id, {x - width, row.min.y, x, row.max.y}, action.label, options))
            chosen = action.act;
        x -= width + frame.em(card::gap_em);
    }
    if (chosen != nullptr) chosen(order);
    return x;
}

void draw_picks(Frame& frame, Rect row, OrderGame& order) {
    const float width = frame.em(2.3F);
    float x = row.min.x;
    int picked = -1;
    for (const int number : order.game().may_run()) {
        if (x + width > row.max.x) break;
        const std::string label = std::to_string(number);
        if (button(frame, "order.pick." + label, {x, row.min.y, x + width, row.max.y}, label))
            picked = number;
        x += width + frame.em(card::gap_em);
    }
    if (picked >= 0) order.pick(picked);
}

}  // namespace

float order_height(const Frame& frame) {
    return frame.em(2 * card::pad_em + card::head_em + 2 * card::row_em + 2 * card::gap_em);
}

void draw_order(Frame& frame, Rect rect, OrderGame& order) {
    Rect rest = card::draw_box(frame, rect, order.broken() ? Role::trouble : Role::line2)
                    .inset(frame.em(card::pad_em));
    draw_head(frame, rest.cut_top(frame.em(card::head_em)), order);
    const Rect words = rest.cut_top(frame.em(card::row_em));
    draw_elided(frame, {words.min.x, words.centre().y}, words.width(), card::words,
                order.broken() ? Role::trouble_text : Role::t1, order.words());
    rest.cut_top(frame.em(card::gap_em));
    Rect row = rest.cut_top(frame.em(card::row_em));
    row.max.x = draw_actions(frame, row, order);
    if (order.active()) draw_picks(frame, row, order);
}

}  // namespace upsweep::app::step
