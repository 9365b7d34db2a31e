// A key as a platform tells it, and the chord that it is in the layout in use.
#pragma once

#include <string_view>

#include "app/platform/input.h"

namespace upsweep::app {

/// A key that was pressed, as a platform tells it. `place`: what the key prints on a US keyboard, 'A' or '1';
/// 0 for a key that prints nothing there. `prints`: what it prints in the layout in use, without Shift; empty
/// where that is not known.
struct PressedKey {
    char place = 0;
    std::string_view prints = {};
    bool ctrl = false, shift = false, alt = false;
};
/// The chord of a key that prints; of another one without a key. Where Shift belongs to the sign (a digit of
/// a French or Czech keyboard, +), the chord is without it.
Chord chord_of(const PressedKey& pressed);

}  // namespace upsweep::app
