// Which of the Race's curves are shown, in which way of looking, and what is said of them.

#include <cmath>

#include <fmt/format.h>

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
               opening.contains(curve.key);
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
    const RaceRecordings::Entry *entry = recordings.shown(), *over = recordings.overlaid();
    const bool outdated = !results().lines.empty() && results().report.settings.types != types_;
    static const RaceResults nothing;
    curves_ = race_curves(experiment(), outdated ? nothing : results(), here_.machine,
                          entry == nullptr ? nullptr : &entry->recording, types_,
                          over == nullptr ? nullptr : &over->recording);
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
        curve.opening = opening.contains(curve.key);
        curve.shown = is_shown(curve.key) && curve.reason.empty();
        if (guess_ && !guess_->revealed && curve.owner == guess_->owner) curve.shown = false;
        const bool known_owner =
            any_of(shown, [&](const StyleOwner& other) { return other.key == curve.owner; });
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
    return !shown_.empty() && shown_keys().contains(std::string(key));
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
    return all_of(curves(), [](const RaceCurve& curve) { return curve.shown || !curve.reason.empty(); });
}
bool RaceModel::opening_shown() const {
    return all_of(curves(), [](const RaceCurve& curve) { return curve.shown == curve.opening; });
}

std::vector<std::string_view> RaceModel::papers() const { return papers_among(curves()); }

void RaceModel::show_paper(std::string_view paper) { show_only(paper_keys(curves(), paper)); }

std::vector<const RaceCurve*> RaceModel::plotted() const {
    std::vector<const RaceCurve*> plotted;
    for (const RaceCurve& curve : curves())
        if (curve.shown && !series_of(curve, mode_, base_of(curve)).points.empty()) plotted.push_back(&curve);
    return plotted;
}

std::vector<PlotSeries> RaceModel::series() const {
    std::vector<PlotSeries> all;
    for (const RaceCurve* curve : plotted()) all.push_back(series_of(*curve, mode_, base_of(*curve)));
    return all;
}

void RaceModel::step_through(std::string_view key) {
    const RaceCurve* curve = find_by(curves(), &RaceCurve::key, key);
    if (curve == nullptr || curve->edited || curve->copy) return;
    const std::string slug = curve->published != nullptr
                                 ? std::string(curve->published->slug)
                                 : bench::slug_of(nth(experiment().lines, curve->line).competitor);
    wanted_scene_ = scenes::initial_scene(slug);
}

std::vector<const RaceCurve*> RaceModel::guessable() const {
    std::vector<const RaceCurve*> found;
    for (const RaceCurve& curve : curves()) {
        const bool can = is_shown(curve.key) && !curve.copy && curve.source != CurveSource::published &&
                         curve.points.size() > 1;
        if (can && find_by(found, &RaceCurve::owner, curve.owner) == nullptr) found.push_back(&curve);
    }
    return found;
}

void RaceModel::start_guess(std::string_view owner) {
    guess_.reset();
    changed();
    choose_mode(RaceMode::time);
    const std::vector<const RaceCurve*> all = guessable();
    if (all.empty()) return;
    const std::string challenger = headline().challenger;
    const RaceCurve* line = all.back();
    for (const RaceCurve* one : all)
        if (owner.empty() ? one->key == challenger : one->owner == owner) line = one;
    guess_ = begin_guess(curves(), *line);
    changed();
}

void RaceModel::move_guess(int point, double seconds) {
    if (!guess_ || guess_->revealed || !(seconds > 0)) return;
    PlotPoint& moved = nth(guess_->points, point);
    moved.y = moved.low = moved.high = seconds;
}

GuessScore RaceModel::guess_score() const {
    if (!guess_) return {};
    for (const RaceCurve& curve : curves())
        if (curve.owner == guess_->owner && curve.points.size() > 1) return score_of(*guess_, curve);
    return {};
}

void RaceModel::reveal_guess() {
    if (!guess_ || guess_->revealed) return;
    guess_->revealed = true;
    changed();
    const double usual = guess_score().usual;
    if (usual <= 0) return;
    double& best = best_guesses[guess_->owner];
    best = best > 0 ? std::min(best, usual) : usual;
}

std::optional<RaceModel::About> RaceModel::about(std::string_view slug) const {
    const auto is_its = [&](const RaceLine& line) {
        return !line.limit() && !line.competitor.edited && line.competitor.algorithm->slug == slug;
    };
    const auto home =
        find_if(experiments_, [&](const RaceExperiment& one) { return any_of(one.lines, is_its); });
    if (home == experiments_.end() || recordings.all().empty()) return std::nullopt;
    const RaceRecordings::Entry* entry = recordings.shown();
    if (entry == nullptr) entry = &recordings.all().front();
    const RaceResults& here = nth(results_, home - experiments_.begin());
    const ElementTypes types = !here.lines.empty()
                                   ? here.report.settings.types
                                   : recorded_types(entry->recording, *home, home->types.front());
    std::vector<RaceCurve> all = race_curves(*home, here, here_.machine, &entry->recording, types);
    for (RaceCurve& curve : all) curve.shown = true;
    const RaceCurve* own = nullptr;
    for (const RaceCurve& curve : all) {
        const bool its = curve.line >= 0 && is_its(nth(home->lines, curve.line)) && !curve.transfers;
        if (own == nullptr && its && !curve.points.empty()) own = &curve;
    }
    if (own == nullptr) return std::nullopt;
    About about{home->title, {*own}};
    about.curves.front().look = numbered_look(own->gpu ? 3 : 1);
    if (const RaceCurve* loop = baseline_of(all, *own); loop != nullptr && loop != own) {
        about.curves.push_back(*loop);
        about.curves.back().look = numbered_look(0);
    }
    if (const RaceCurve* copy = copy_of(all, *own)) {
        about.curves.push_back(*copy);
        about.curves.back().look = {ceiling_line, Marker::cross};
    }
    return about;
}

const RaceCurve* RaceModel::base_of(const RaceCurve& curve) const {
    return baseline_of(curves(), curve, base_);
}

std::vector<const RaceCurve*> RaceModel::bases() const {
    std::vector<const RaceCurve*> found;
    for (const RaceCurve& curve : curves()) {
        const bool can = curve.shown && curve.source != CurveSource::published && !curve.points.empty();
        if (can && find_by(found, &RaceCurve::owner, curve.owner) == nullptr) found.push_back(&curve);
    }
    return found;
}

std::vector<double> RaceModel::sides() const {
    std::set<double> all;
    for (const RaceCurve& curve : curves())
        if (curve.shown)
            for (const CurvePoint& point : curve.points) all.insert(point.side);
    return {all.begin(), all.end()};
}

double RaceModel::side() const {
    const std::vector<double> all = sides();
    if (all.empty()) return 0;
    if (side_ && contains(all, *side_)) return *side_;
    const double spoken = race_table(curves(), results(), std::nullopt).spoken;
    return contains(all, spoken) ? spoken : all.back();
}

void RaceModel::turn_side(int by) {
    const std::vector<double> all = sides();
    if (all.empty()) return;
    const auto last = int64_t(all.size()) - 1;
    side_ = nth(all, std::clamp<int64_t>(position_of(all, side()) + by, 0, last));
}

const RaceCurve* RaceModel::strip_line() const {
    const RaceCurve* usual = nullptr;
    for (const RaceCurve& curve : curves()) {
        if (!curve.shown || !curve.gpu || curve.copy || curve.transfers || curve.edited || curve.line < 0 ||
            curve.source == CurveSource::published || app::point_at(curve, side()) == nullptr)
            continue;
        if (curve.key == strip_line_) return &curve;
        // The slowest has more to show than one that is a single launch.
        const auto seconds = [&](const RaceCurve& one) { return app::point_at(one, side())->seconds; };
        if (usual == nullptr || seconds(curve) > seconds(*usual)) usual = &curve;
    }
    return usual;
}

const std::vector<RaceHeat>& RaceModel::heats() const {
    if (heats_) return *heats_;
    const RaceRecordings::Entry* entry = recordings.shown();
    static const RaceResults nothing;
    if (experiments_.empty()) return heats_.emplace();
    const RaceResults& grid = nth(grids_, chosen_);
    const bool outdated = !grid.lines.empty() && grid.report.settings.types != types_;
    heats_ = race_heats(experiment(), outdated ? nothing : grid,
                        entry == nullptr ? nullptr : &entry->recording, types_);
    return *heats_;
}

const RaceHeat* RaceModel::heat() const {
    for (const RaceHeat& heat : heats())
        if (heat.owner + " " + heat.where == heat_) return &heat;
    return heats().empty() ? nullptr : &heats().front();
}

// Every doubling from the smallest to the largest side, or as many of these as a map has room for; no shape
// has more elements than the largest square of a race with all its sides.
std::vector<Extent> RaceModel::grid_extents() const {
    constexpr size_t most_sides = 7;
    std::vector<int64_t> sides;
    for (int64_t side = sizes_.from; side <= sizes_.to; side *= 2) sides.push_back(side);
    while (sides.size() > most_sides) {
        std::vector<int64_t> fewer;
        for (size_t i = (sides.size() - 1) % 2; i < sides.size(); i += 2) fewer.push_back(sides[i]);
        sides = std::move(fewer);
    }
    std::vector<Extent> extents;
    for (const int64_t height : sides)
        for (const int64_t width : sides) extents.push_back({width, height});
    return extents;
}

// Why a recording that is shown has no line on a GPU here; empty where it has one.
std::string RaceModel::not_recorded() const {
    const RaceRecordings::Entry* entry = recordings.shown();
    const auto on_gpu = [](const RaceCurve& curve) {
        return curve.source == CurveSource::recorded && curve.gpu && !curve.copy;
    };
    if (entry == nullptr || any_of(curves(), on_gpu)) return {};
    std::string others;
    for (const ElementTypes types : experiment().types)
        if (types != types_ && recorded_count(entry->recording, experiment(), types) > 0)
            others += (others.empty() ? "" : ", ") + bench::types_text(types);
    const std::string gpu = short_machine(entry->recording.machine.gpu);
    return fmt::format("The recording{} has no time of these algorithms in {}{}.",
                       gpu.empty() ? "" : " of the " + gpu, bench::types_text(types_),
                       others.empty() ? "" : "; it has times in " + others);
}

RaceHeadline RaceModel::headline() const {
    if (experiments_.empty()) return {};
    const RaceRecordings::Entry* entry = recordings.shown();
    static const bench::MachineInfo none;
    RaceHeadline headline = race_headline(
        curves(), here_.machine, entry == nullptr ? none : entry->recording.machine, experiment().heading);
    if (const std::string why = not_recorded(); !why.empty())
        headline.detail += (headline.detail.empty() ? "" : " ") + why;
    return headline;
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
