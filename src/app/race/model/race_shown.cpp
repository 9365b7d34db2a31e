// Which of the Race's curves are shown, and what is said of them.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/race/model/race_model.h"

namespace upsweep::app {
namespace {

// Half a decade and a doubling: an axis without a single tick could not be read.
PlotAxis at_least(PlotAxis axis, double ratio) {
    const double missing = ratio / (axis.highest / axis.lowest);
    if (missing <= 1) return axis;
    return {axis.lowest / std::sqrt(missing), axis.highest * std::sqrt(missing)};
}

// Looks that algorithms wish for, by owner: the CPU's loop a disc, its fast form a square, the fastest on
// the GPU a diamond, its opening companions triangles.
std::map<std::string, Look> wishes_of(const std::vector<RaceCurve>& curves,
                                      const std::set<std::string>& opening,
                                      const std::map<std::string, double>& known) {
    std::map<std::string, Look> wishes;
    const RaceCurve* fastest = nullptr;
    const auto seconds = [&](const RaceCurve& curve) {
        const auto found = known.find(curve.owner);
        return found == known.end() ? 1e9 : found->second;
    };
    const auto opens = [&](const RaceCurve& curve) {
        return curve.gpu && !curve.copy && curve.source != CurveSource::published &&
               opening.count(curve.key) != 0;
    };
    for (const RaceCurve& curve : curves)
        if (opens(curve) && (fastest == nullptr || seconds(curve) < seconds(*fastest))) fastest = &curve;
    bool first = true;
    int companions = 0, others = 5;
    for (const RaceCurve& curve : curves) {
        Look look = numbered_look(others);
        if (curve.published != nullptr)
            look = {printed_line, Marker::hollow_square};
        else if (curve.copy)
            look = {ceiling_line, Marker::cross};
        else if (&curve == fastest)
            look = numbered_look(3);
        else if (opens(curve))
            look = numbered_look(companions++ == 0 ? 2 : 4);
        else if (curve.fast)
            look = numbered_look(1);
        else if (!curve.gpu && std::exchange(first, false))
            look = numbered_look(0);
        else
            ++others;
        if (opens(curve))
            wishes[curve.owner] = look;
        else
            wishes.try_emplace(curve.owner, look);
    }
    return wishes;
}

}  // namespace

const std::vector<RaceCurve>& RaceModel::curves() const {
    if (curves_) return *curves_;
    static const std::vector<RaceCurve> none;
    if (experiments_.empty()) return none;
    const RaceRecordings::Entry* entry = recordings.shown();
    const bool outdated = !results().lines.empty() && results().report.settings.types != types_;
    static const RaceResults nothing;
    curves_ = race_curves(experiment(), outdated ? nothing : results(), here_.machine,
                          entry == nullptr ? nullptr : &entry->recording, types_);
    for (RaceCurve& curve : *curves_)
        if (curve.edited) curve.note = edit_note(curve);
    give_looks(*curves_);
    return *curves_;
}

void RaceModel::give_looks(std::vector<RaceCurve>& curves) const {
    const auto known_here = known();
    const std::set<std::string> opening = opening_keys(curves, known_here);
    const auto wishes = wishes_of(curves, opening, known_here);
    const auto owner = [&](const RaceCurve& curve) {
        const LookKind kind = curve.published != nullptr ? LookKind::printed
                              : curve.copy               ? LookKind::copy
                                                         : LookKind::algorithm;
        return StyleOwner{curve.owner, kind, wishes.at(curve.owner)};
    };
    std::vector<StyleOwner> shown;
    for (RaceCurve& curve : curves) {
        curve.opening = opening.count(curve.key) != 0;
        curve.shown = is_shown(curve.key) && curve.reason.empty();
        const bool known_owner = std::any_of(
            shown.begin(), shown.end(), [&](const StyleOwner& other) { return other.key == curve.owner; });
        if (curve.shown && !known_owner) shown.push_back(owner(curve));
    }
    looks_.give(shown);
    for (RaceCurve& curve : curves) curve.look = looks_.last(owner(curve));
}

// The recording that comes with the program tells which algorithms are fast, on machines with a GPU too.
std::map<std::string, double> RaceModel::known() const {
    if (recordings.all().empty() || experiments_.empty()) return {};
    const RaceRecordings::Entry* entry = recordings.shown();
    if (entry == nullptr) entry = &recordings.all().front();
    return known_seconds(race_curves(experiment(), {}, {}, &entry->recording, types_));
}

bool RaceModel::is_shown(std::string_view key) const {
    return !shown_.empty() && shown_keys().count(std::string(key)) != 0;
}

void RaceModel::show_curve(std::string_view key, bool on) {
    if (on)
        shown_keys().insert(std::string(key));
    else
        shown_keys().erase(std::string(key));
    if (!on && lit_ == key) lit_.clear();
    changed();
    measure_missing();
}

void RaceModel::show_only(std::set<std::string> keys) {
    shown_keys() = std::move(keys);
    lit_.clear();
    zoom_.reset();
    changed();
    measure_missing();
}

template <typename F>
std::set<std::string> RaceModel::keys_of(F&& take) const {
    std::set<std::string> keys;
    for (const RaceCurve& curve : curves())
        if (take(curve)) keys.insert(curve.key);
    return keys;
}

void RaceModel::show_all() {
    show_only(keys_of([](const RaceCurve& curve) { return curve.reason.empty(); }));
}
void RaceModel::show_opening() {
    show_only(keys_of([](const RaceCurve& curve) { return curve.opening; }));
}
bool RaceModel::all_shown() const {
    return std::all_of(curves().begin(), curves().end(),
                       [](const RaceCurve& curve) { return curve.shown || !curve.reason.empty(); });
}
bool RaceModel::opening_shown() const {
    return std::all_of(curves().begin(), curves().end(),
                       [](const RaceCurve& curve) { return curve.shown == curve.opening; });
}

std::vector<std::string_view> RaceModel::papers() const { return papers_among(curves()); }

void RaceModel::show_paper(std::string_view paper) { show_only(paper_keys(curves(), paper)); }

std::vector<const RaceCurve*> RaceModel::plotted() const {
    std::vector<const RaceCurve*> plotted;
    const RaceCurve* base = baseline_of(curves());
    for (const RaceCurve& curve : curves())
        if (curve.shown && !series_of(curve, mode_, base).points.empty()) plotted.push_back(&curve);
    return plotted;
}

std::vector<PlotSeries> RaceModel::series() const {
    std::vector<PlotSeries> all;
    const RaceCurve* base = baseline_of(curves());
    for (const RaceCurve* curve : plotted()) all.push_back(series_of(*curve, mode_, base));
    return all;
}

RaceHeadline RaceModel::headline() const {
    if (experiments_.empty()) return {};
    const RaceRecordings::Entry* entry = recordings.shown();
    return race_headline(curves(), here_.machine,
                         entry == nullptr ? "" : short_machine(entry->recording.machine.gpu),
                         experiment().heading);
}

std::string RaceModel::missed() const {
    if (experiments_.empty() || results().lines.empty()) return {};
    return missed_remark(curves(), results().report.settings.stop.error);
}

bool RaceModel::end_frame() {
    const bool other = lit_ != pointed_;
    lit_ = std::exchange(pointed_, {});
    return other;
}

void RaceModel::zoom_to(const PlotZoom& zoom) {
    zoom_ = PlotZoom{at_least(zoom.x, 2.2), at_least(zoom.y, 3.3)};
}

}  // namespace upsweep::app
