#include "app/race/model/race_guess.h"

#include <cmath>

#include <fmt/format.h>

#include "core/ranges.h"

namespace upsweep::app {

PlotSeries RaceGuess::series() const {
    return {.name = "Your guess",
            .note = label,
            .points = points,
            .line = 1,
            .marker = Marker::ring,
            .dashed = true};
}

RaceGuess begin_guess(std::span<const RaceCurve> curves, const RaceCurve& line) {
    RaceGuess guess{line.owner, line.label, {}};
    double logs = 0;
    int count = 0;
    for (const RaceCurve& other : curves)
        for (const CurvePoint& point : other.points)
            if (other.shown && other.owner != line.owner) logs += std::log(point.seconds), ++count;
    const double seconds = count > 0 ? std::exp(logs / count) : 1e-4;
    for (const CurvePoint& point : line.points)
        guess.points.push_back({point.side, seconds, seconds, seconds});
    return guess;
}

GuessScore score_of(const RaceGuess& guess, const RaceCurve& line) {
    GuessScore score;
    double logs = 0;
    int count = 0;
    for (const PlotPoint& point : guess.points) {
        const CurvePoint* truth = point_at(line, point.x);
        if (truth == nullptr) continue;
        const double off = std::log(point.y / truth->seconds);
        logs += std::abs(off);
        ++count;
        if (std::exp(std::abs(off)) <= score.worst) continue;
        score.worst = std::exp(std::abs(off));
        score.worst_side = point.x;
        score.too_long = off > 0;
    }
    if (count > 0) score.usual = std::exp(logs / count);
    return score;
}

std::string score_words(const GuessScore& score) {
    if (score.usual <= 0) return {};
    // Within a twentieth by hand is as good as it gets.
    if (score.worst < 1.05) return "Your line is the measured one, to within 5 %.";
    return fmt::format("Your line is off by a factor of {}; most at {}, where you said {} times as {}.",
                       times_text(score.usual), side_text(score.worst_side), times_text(score.worst),
                       score.too_long ? "long" : "fast");
}

}  // namespace upsweep::app
