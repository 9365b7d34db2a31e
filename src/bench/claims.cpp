// Judges what papers claim by what was measured here or recorded.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "bench/experiment_results.h"
#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::bench {
namespace {

/// What one machine says of a claim.
struct Answer {
    double value = 0;
    std::vector<HereNumber> numbers = {};
    std::string at = {};  ///< " at 1024 × 1024": where the value is from, if the claim does not say
};

bool in_range(const Claim& claim, Extent extent) {
    const bool low = claim.from.count() == 0 || extent.count() >= claim.from.count();
    const bool high = claim.to.count() == 0 || extent.count() <= claim.to.count();
    return low && high;
}

bool is_over_x(const Claim& claim) { return claim.where == Where::every_x || claim.where == Where::mean_x; }

/// A cell that a claim is about.
struct Spot {
    Extent extent;
    int64_t x = 0;
};

/// Where all of the series have a point, in the claim's range: the smallest size first, then along x.
std::vector<Spot> common_spots(const Claim& claim, const std::vector<const ExperimentSeries*>& all) {
    std::vector<Spot> spots;
    for (const ExperimentPoint& point : all.front()->points) {
        if (is_over_x(claim) ? point.x == 0 : point.x != claim.x) continue;
        if (!in_range(claim, point.extent)) continue;
        if (all_of(all, [&](const auto* one) { return one->at(point.extent, point.x) != nullptr; }))
            spots.push_back({point.extent, point.x});
    }
    stable_sort(spots, [](const Spot& a, const Spot& b) { return a.extent.count() < b.extent.count(); });
    return spots;
}

class Judging {
  public:
    Judging(const Claim& claim, const Experiment& experiment, std::vector<const ExperimentSeries*> series)
        : claim_(claim), experiment_(experiment), series_(std::move(series)) {}

    std::optional<Answer> answer() const {
        switch (claim_.judge) {
            case Judge::nothing:
                return std::nullopt;
            case Judge::crossing:
                return crossing();
            case Judge::flat:
                return flat();
            case Judge::occupancy:
                return occupancy();
            case Judge::best_side:
                return best_side();
            case Judge::ratio:
            case Judge::best:
            case Judge::time:
            case Judge::frames:
            case Judge::rate:
                break;
        }
        if (claim_.where == Where::at) {
            for (size_t i = 0; i < series_.size(); ++i)
                if (series_[i]->at(i == 0 ? claim_.at : second(claim_.at), claim_.x) == nullptr)
                    return std::nullopt;
            return at({claim_.at, claim_.x});
        }
        const std::vector<Spot> spots = common_spots(claim_, series_);
        if (spots.empty()) return std::nullopt;
        return claim_.where == Where::mean || claim_.where == Where::mean_x ? mean(spots) : worst(spots);
    }

  private:
    const ExperimentPoint& point(size_t number, Spot spot) const {
        return *series_[number]->at(spot.extent, spot.x);
    }
    HereNumber time_number(size_t number, Spot spot) const {
        const std::string& name = nth(experiment_.curves, series_[number]->curve).name;
        const bool two = claim_.than.count() > 0 || claim_.judge == Judge::flat;
        return {point(number, spot).seconds, Unit::seconds,
                two ? name + " at " + extent_text(spot.extent) : name};
    }
    /// Of the curves behind the first.
    Extent second(Extent extent) const { return claim_.than.count() > 0 ? claim_.than : extent; }

    std::optional<Answer> at(Spot spot) const {
        const double seconds = point(0, spot).seconds;
        const Spot other{second(spot.extent), spot.x};
        Answer answer{0, {time_number(0, spot)}};
        if (claim_.judge == Judge::time) {
            answer.value = seconds * 1e3;
        } else if (claim_.judge == Judge::frames) {
            answer.value = 1 / seconds;
        } else if (claim_.judge == Judge::rate) {
            answer.value = double(point(0, spot).bytes) / seconds * 1e-9;
            if (answer.value <= 0) return std::nullopt;
        } else if (claim_.judge == Judge::ratio) {
            answer.value = seconds / point(1, other).seconds;
            answer.numbers.push_back(time_number(1, other));
        } else {
            size_t rival = 1;
            for (size_t i = 2; i < series_.size(); ++i)
                if (point(i, spot).seconds < point(rival, spot).seconds) rival = i;
            answer.value = point(rival, spot).seconds / seconds;
            answer.numbers.push_back(time_number(rival, spot));
        }
        return answer;
    }

    /// The option along x: "frame".
    std::string along() const {
        const auto panel =
            find_if(experiment_.panels, [](const ExperimentPanel& one) { return !one.over.empty(); });
        return panel == experiment_.panels.end() ? "x" : panel->over;
    }
    std::string place_text(Spot spot) const {
        return is_over_x(claim_) ? fmt::format(" at {} {}", along(), spot.x)
                                 : " at " + extent_text(spot.extent);
    }

    std::optional<Answer> worst(const std::vector<Spot>& spots) const {
        std::optional<Answer> found;
        for (const Spot spot : spots) {
            auto answer = at(spot);
            if (!answer) continue;
            const bool worse = !found || (claim_.bound == Bound::at_most ? answer->value > found->value
                                                                         : answer->value < found->value);
            if (!worse) continue;
            found = std::move(answer);
            found->at = place_text(spot);
        }
        return found;
    }

    std::optional<Answer> mean(const std::vector<Spot>& spots) const {
        Answer answer;
        for (const Spot spot : spots) {
            const auto one = at(spot);
            if (!one) return std::nullopt;
            answer.value += one->value / double(spots.size());
        }
        answer.at =
            fmt::format(" on average over {}", counted(length(spots), is_over_x(claim_) ? along() : "size"));
        return answer;
    }

    /// Where the last size ends at which the first is the quicker; infinite if the second never overtakes.
    std::optional<Answer> crossing() const {
        const std::vector<Spot> spots = common_spots(claim_, series_);
        if (spots.size() < 2) return std::nullopt;
        Answer answer;
        size_t from = spots.size();
        while (from > 0 && point(1, spots[from - 1]).seconds < point(0, spots[from - 1]).seconds) --from;
        const Spot shown = spots[std::min(from, spots.size() - 1)];
        answer.value = from == spots.size() ? INFINITY : std::sqrt(double(spots[from].extent.count()));
        if (from > 0 && from < spots.size()) answer.value = between(spots[from - 1], spots[from]);
        answer.numbers = {time_number(0, shown), time_number(1, shown)};
        answer.at = place_text(shown);
        return answer;
    }

    /// The side at which both take the same time, on a straight line between two sizes in logarithms.
    double between(Spot before, Spot behind) const {
        const double a = std::log(point(0, before).seconds / point(1, before).seconds);
        const double b = std::log(point(0, behind).seconds / point(1, behind).seconds);
        const double share = b > a ? -a / (b - a) : 1;
        const double low = 0.5 * std::log(double(before.extent.count())),
                     high = 0.5 * std::log(double(behind.extent.count()));
        return std::exp(low + (high - low) * std::clamp(share, 0.0, 1.0));
    }

    std::optional<Answer> flat() const {
        const std::vector<Spot> spots = common_spots(claim_, series_);
        if (spots.size() < 2) return std::nullopt;
        const auto less = [&](Spot a, Spot b) { return point(0, a).seconds < point(0, b).seconds; };
        const Spot most = *max_element(spots, less), least = *min_element(spots, less);
        return Answer{point(0, most).seconds / point(0, least).seconds,
                      {time_number(0, most), time_number(0, least)}};
    }

    std::optional<Answer> occupancy() const {
        const ExperimentPoint* found = series_.front()->at({}, claim_.x);
        if (found == nullptr) return std::nullopt;
        return Answer{100 * found->occupancy};
    }

    std::optional<Answer> best_side() const {
        const ExperimentPoint* best = nullptr;
        for (const ExperimentPoint& one : series_.front()->points)
            if (one.x >= claim_.x && (best == nullptr || one.occupancy > best->occupancy)) best = &one;
        if (best == nullptr) return std::nullopt;
        return Answer{
            double(best->x),
            {{100 * best->occupancy, Unit::percent, nth(experiment_.curves, series_.front()->curve).name}}};
    }

    const Claim& claim_;
    const Experiment& experiment_;
    const std::vector<const ExperimentSeries*> series_;
};

bool holds(const Claim& claim, double value) {
    switch (claim.bound) {
        case Bound::at_least:
            return value >= claim.limit;
        case Bound::at_most:
            return value <= claim.limit;
        case Bound::about:
            break;
    }
    return value <= claim.limit * claim.factor && value * claim.factor >= claim.limit;
}

/// What there is of the claim's curves from one kind of source; none if one is missing.
std::vector<const ExperimentSeries*> series_from(const Claim& claim, SeriesSource source,
                                                 const std::vector<ExperimentSeries>& all) {
    std::vector<const ExperimentSeries*> found;
    for (const int curve : claim.curves)
        for (const ExperimentSeries& series : all)
            if (series.curve == curve && series.source == source) {
                found.push_back(&series);
                break;
            }
    if (found.size() != claim.curves.size()) found.clear();
    return found;
}

std::string size_of_claim(const Claim& claim) {
    std::string text;
    if (claim.at.count() > 0) text = " at " + extent_text(claim.at);
    if (claim.x > 0) text += fmt::format(" with {}", claim.x);
    return text;
}

/// Which run would settle it.
std::string missing_text(const Claim& claim, const Experiment& experiment,
                         const std::vector<ExperimentSeries>& all) {
    for (const int number : claim.curves) {
        const ExperimentCurve& curve = nth(experiment.curves, number);
        const bool known = any_of(all, [&](const ExperimentSeries& series) {
            if (series.curve != number) return false;
            return claim.where == Where::at ? series.at(claim.at, claim.x) != nullptr
                                            : any_of(series.points, [&](const ExperimentPoint& point) {
                                                  return is_over_x(claim) ? point.x > 0 : point.x == claim.x;
                                              });
        });
        if (!known)
            return fmt::format("needs a run of “{}”{} on a {}", curve.name, size_of_claim(claim),
                               curve.gpu() ? "GPU" : "CPU");
    }
    return fmt::format("needs a run of all its curves{} on one machine", size_of_claim(claim));
}

std::string value_text(const Claim& claim, double value) {
    if (claim.judge == Judge::crossing && std::isinf(value)) return "never up to the largest size";
    return quantity_text(value, unit_of(claim.judge));
}

}  // namespace

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::holds:
            return "holds here";
        case Verdict::fails:
            return "does not hold here";
        case Verdict::unknown:
            break;
    }
    return "cannot be told";
}

std::string paper_text(const Claim& claim) {
    if (!claim.paper_text.empty()) return claim.paper_text;
    const Unit unit = claim.judge == Judge::nothing ? claim.numbers_unit : unit_of(claim.judge);
    return quantity_text(*claim.paper, unit);
}

ClaimResult judge(const Claim& claim, const Experiment& experiment,
                  const std::vector<ExperimentSeries>& all) {
    ClaimResult result;
    if (claim.judge == Judge::nothing) {
        result.sentence = "needs " + claim.needs;
        return result;
    }
    for (const SeriesSource source : {SeriesSource::computed, SeriesSource::here, SeriesSource::recorded}) {
        std::vector<const ExperimentSeries*> series = series_from(claim, source, all);
        if (series.empty()) continue;
        const std::string where = series.front()->where;
        const auto answer = Judging(claim, experiment, std::move(series)).answer();
        if (!answer) continue;
        result.value = answer->value;
        result.numbers = answer->numbers;
        result.where = where;
        result.verdict = holds(claim, answer->value) ? Verdict::holds : Verdict::fails;
        result.sentence = fmt::format("{}{} instead of {}", value_text(claim, answer->value), answer->at,
                                      paper_text(claim));
        return result;
    }
    result.sentence = missing_text(claim, experiment, all);
    if (!claim.needs.empty()) result.sentence += "; " + claim.needs;
    return result;
}

}  // namespace upsweep::bench
