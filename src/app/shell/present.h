// Presenting to a class: what the keys turn on and off, and what the pen has drawn. Needs no window.
#pragma once

#include <vector>

#include "canvas/geometry.h"
#include "canvas/palette.h"

namespace upsweep::app {

/// Points in parts of the window's width and height, in the order in which they were drawn.
using Stroke = std::vector<canvas::Point>;

class Present {
  public:
    bool on() const { return on_; }
    /// Nothing that was held, drawn or black before outlives it.
    void set_on(bool on);

    /// High contrast on white until the user chose otherwise, for as long as the program runs.
    canvas::ThemeKind theme() const { return theme_; }
    void set_theme(canvas::ThemeKind theme) { theme_ = theme; }
    /// From light to dark and back.
    void toggle_theme();

    bool black() const { return black_; }
    void set_black(bool black);

    /// The pointer is a light while its key is held.
    bool spotlight() const { return spotlight_; }
    void hold_spotlight(bool held) { spotlight_ = held; }

    /// The pointer draws while its key is held.
    bool drawing() const { return drawing_; }
    void hold_pen(bool held);
    /// Where the pointer is now; a pen that is held draws to there.
    void point_at(canvas::Point at);
    const std::vector<Stroke>& strokes() const { return strokes_; }
    void clear_strokes();
    /// What is shown now; what was drawn belongs to what was shown then, and goes with it.
    void show(int64_t moment);

    /// Escape: ends the black screen, else the pen with what it drew. False if there was neither.
    bool end_one();

  private:
    bool on_ = false, black_ = false, spotlight_ = false, drawing_ = false;
    canvas::ThemeKind theme_ = canvas::ThemeKind::presenter;
    std::vector<Stroke> strokes_;
    int64_t moment_ = 0;
};

}  // namespace upsweep::app
