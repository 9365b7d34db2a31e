// The scheduler's card at the stage's foot.
#pragma once

#include "app/step/model/order_game.h"
#include "app/ui/frame.h"

namespace upsweep::app::step {

/// Height in pixels that it takes.
float order_height(const Frame& frame);
/// Who may run, as buttons: "order.pick.3"; what was picked; "order.back", "order.look", "order.close".
void draw_order(Frame& frame, Rect rect, OrderGame& order);

}  // namespace upsweep::app::step
