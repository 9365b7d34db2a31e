// "What do you think?": a line drawn by hand before it is seen, and how far it was off.
#pragma once

#include "app/race/model/race_curves.h"

namespace upsweep::app {

/// How far a guess was off, as factors: 2 is twice or half the time.
struct GuessScore {
    double usual = 0;       ///< the geometric mean over the sizes; 0: nothing to compare
    double worst = 0;       ///< at the size where it was farthest off
    double worst_side = 0;  ///< that size
    bool too_long = false;  ///< the guess there was longer than the time
};

struct RaceGuess {
    std::string owner, label;       ///< of the line that is guessed, which stays out of sight until then
    std::vector<PlotPoint> points;  ///< seconds over sides
    bool revealed = false;

    PlotSeries series() const;
};

/// One point at each of the line's sizes, all as long: in the middle of what the others take.
RaceGuess begin_guess(std::span<const RaceCurve> curves, const RaceCurve& line);
/// Against the line's own points at the same sizes.
GuessScore score_of(const RaceGuess& guess, const RaceCurve& line);
/// "Your line is off by a factor of 1.8; most at 64 × 64, where you said 6.1 times as long."
std::string score_words(const GuessScore& score);

}  // namespace upsweep::app
