// The card at the stage's foot that asks something of the class: Predict's questions, who runs next.
#pragma once

#include "app/ui/controls.h"

namespace upsweep::app::step::card {

inline constexpr float pad_em = 0.8F, head_em = 1.8F, row_em = 2.0F, gap_em = 0.5F;
inline constexpr TextStyle title{Face::sans_semibold, 1.1F}, words{Face::sans, 1.05F};

/// Its box, with an outline of that colour; returns it in whole pixels.
inline Rect draw_box(Frame& frame, Rect rect, Role line = Role::line2) {
    const Rect box = rect.snapped();
    frame.fill(box, Role::bg2, frame.em(0.5F));
    frame.outline(box, line, frame.em(0.5F), snap(frame.px()));
    return box;
}

}  // namespace upsweep::app::step::card
