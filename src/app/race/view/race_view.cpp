// The Race: CPU loops and GPU kernels at full size, plotted while they are measured.
#include "app/race/view/race_view.h"

#include <cmath>

#include <fmt/format.h>

#include "app/host/openable.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/numbers.h"

namespace upsweep::app {
namespace {

constexpr float rail_em = 17.5F, icons_em = 3.4F;

/// Whether a curve is named: by its key, by who wears its look, or by the algorithm's slug.
bool means(const std::string& name, const RaceCurve& curve) {
    const std::string slug = curve.owner.substr(0, curve.owner.find(' '));
    return name == curve.key || name == curve.owner || name == slug;
}

}  // namespace

RaceView::RaceView(Services& services)
    : services_(services),
      model_(catalog(), [&jobs = services.jobs] { jobs.post([] {}); }),
      why_(services.jobs),
      split_(services.jobs) {
    model_.offer_why(split_);
    keys_.bind({
        {"Space", "Start, pause, resume", [this] { start_or_pause(); }},
        {"C", "Cancel", [this] { model_.cancel(); }},
        {"M", "Next view: time, throughput, speed-up, one size, spread, heat map, streams, roofline",
         [this] {
             model_.mode() == model_.ways().back().mode ? model_.choose_mode(model_.ways().front().mode)
                                                        : model_.turn_mode(1);
         }},
        {"Shift+M", "Previous view", [this] { model_.turn_mode(-1); }},
        {"Left", "Smaller size, of one size and spread", [this] { model_.turn_side(-1); }},
        {"Right", "Larger size, of one size and spread", [this] { model_.turn_side(1); }},
        {"A", "All lines, or those that a lecture opens with",
         [this] { model_.all_shown() ? model_.show_opening() : model_.show_all(); }},
        {"G", "What do you think? Draw a line, reveal it, and back", [this] { guess_on(); }},
        {"F", "Show all of the plot", [this] { model_.zoom_out(); }},
        {"L", "Lines and settings (small windows)", [this] { rail_.open = !rail_.open; }},
    });
}

void RaceView::advance(double) {
    if (!looking_ && !model_.machine_known()) {
        looking_ = true;
        services_.jobs.start(
            "Looking for a GPU", [](Job&) { return bench::backends_here(); },
            [this](bench::BackendsHere here) {
                if (!model_.machine_known()) model_.set_machine(std::move(here));
            });
    }
    model_.advance();
    if (model_.machine_known() && !posing_ && !model_.races_nothing_by_itself()) model_.open_lecture();
    if (model_.machine_known() && !wanted_.empty()) show_wanted();
}

void RaceView::draw(Frame& frame) {
    Rect stage = frame.area;
    const bool always = frame.density >= Density::wide;
    if (frame.density == Density::medium && !rail_.open)
        draw_race_icons(frame, stage.cut_left(snap(frame.em(icons_em))), rail_);
    if (always || rail_.open) {
        const float width = frame.density == Density::tiny ? stage.width() : snap(frame.em(rail_em));
        const Rect rail = stage.cut_left(width);
        if (model_.mode() == RaceMode::why)
            draw_race_why_rail(frame, rail, why_);
        else
            act(draw_race_rail(frame, rail, model_, rail_));
    }
    stage.min.x += snap(frame.px());
    if (!stage.empty()) draw_stage(frame, stage);
    lit_changed_ = model_.end_frame();
    if (const auto scene = model_.take_scene()) services_.open(*scene);
}

bool RaceView::close_overlay() {
    if (std::exchange(rail_.open, false)) return true;
    if (model_.guess() != nullptr) return model_.end_guess(), true;
    const bool zoomed = model_.zoom().has_value();
    model_.zoom_out();
    return zoomed;
}

bool RaceView::on_drop(const std::string& path) {
    if (!is_recording_name(path) && !bench::is_experiment_name(path)) return false;
    try {
        if (is_recording_name(path)) {
            model_.open_recording(path);
        } else {
            model_.open_preset(path);
            rail_.presets = true;
        }
        services_.notices.clear("race.recording");
    } catch (const Error& error) {
        services_.notices.add(error.what(), "race.recording");
    }
    return true;
}

void RaceView::draw_stage(Frame& frame, Rect rect) {
    const float most = rect.height() * (frame.density <= Density::narrow ? 0.25F : 0.36F);
    if (model_.mode() == RaceMode::why) return draw_why(frame, rect);
    const bool paper = model_.mode() == RaceMode::paper;
    const float wanted =
        paper ? race_claims_height(frame, rect.width(), model_) : race_table_height(frame, model_);
    const float table = frame.low ? 0 : std::min(wanted, paper ? rect.height() * 0.42F : most);
    if (table > 0) {
        const Rect below = rect.cut_bottom(snap(table));
        paper ? draw_race_claims(frame, below, model_) : draw_race_table(frame, below, model_);
    }
    const Pane pane(frame, "race stage", rect, Role::bg0);
    Rect inner = rect.inset(frame.em(), frame.em(0.7F));
    // Where there is no strip of icons, the rail opens from the headline's row.
    if (frame.density <= Density::narrow) {
        const Rect box = Rect::sized(inner.min, frame.em(2), frame.em(2));
        if (button(frame, "race.menu", box, "",
                   {.icon = marks::menu, .tip = "Lines, settings and recordings: L", .bare = true}))
            rail_.open = !rail_.open;
        inner.cut_left(frame.em(2.4F));
    }
    act(draw_race_controls(frame, inner, model_));
    if (paper) return draw_race_paper(frame, inner, model_, race_controls_room(frame, model_));
    draw_race_lecture(frame, inner, model_, race_controls_room(frame, model_));
}

// The entry whose curve is named, a changed kernel or a program; else the quickest line that is shown.
void RaceView::ask_why(const scenes::RacePlace& place) {
    std::string slug = place.edited ? place.edited->slug() : place.curves.front();
    slug = slug.substr(0, slug.find(' '));
    if (const auto about = slug.empty() ? std::nullopt : model_.about(slug)) {
        model_.choose_experiment(std::string_view(about->experiment));
        model_.choose_mode(RaceMode::why);
    }
    why_.use(recording_for_why());
    place.edited ? why_.ask(*place.edited) : why_.ask(find_algorithm(slug), model_.types());
    prepare_why();
}

// The recording, and of the experiment's entries the one that it has as the quickest at this size.
void RaceView::prepare_why() {
    const bench::Recording* recording = recording_for_why();
    why_.use(recording);
    if (recording == nullptr || why_.algorithm() == nullptr) return why_.hold_against(nullptr);
    const Algorithm* rival = nullptr;
    double least = 0;
    for (const RaceLine& line : model_.experiment().lines) {
        const bench::Competitor& one = line.competitor;
        if (line.limit() || one.on != "gpu" || one.with_transfers || one.edited || !one.options.empty())
            continue;
        const Extent extent = RaceWhy::extent_for(*one.algorithm, why_.elements());
        for (const bench::RecordedTime& time : recording->times) {
            const bool its =
                time.algorithm == one.algorithm->slug && time.on == "gpu" && time.options.empty();
            if (!its || time.extent != extent || time.types != why_.types() || time.seconds <= 0) continue;
            if (rival != nullptr && time.seconds >= least) continue;
            rival = one.algorithm;
            least = time.seconds;
        }
    }
    why_.hold_against(rival);
}

const bench::Recording* RaceView::recording_for_why() const {
    const RaceRecordings::Entry* entry = model_.recordings.shown();
    if (entry == nullptr && !model_.recordings.all().empty()) entry = &model_.recordings.all().front();
    return entry == nullptr ? nullptr : &entry->recording;
}

// First it explains the line that the headline is about.
void RaceView::ask_something() {
    why_.use(recording_for_why());
    const std::string challenger = model_.headline().challenger;
    for (const RaceCurve& curve : model_.curves()) {
        if (!curve.gpu || curve.copy || curve.published != nullptr || curve.line < 0) continue;
        if (!challenger.empty() && curve.key != challenger) continue;
        return why_.ask(*nth(model_.experiment().lines, curve.line).competitor.algorithm, model_.types());
    }
}

void RaceView::draw_why(Frame& frame, Rect rect) {
    // The quickest line is known once the machine is.
    if (why_.subject().empty())
        ask_something();
    else
        prepare_why();
    const Pane pane(frame, "race stage", rect, Role::bg0);
    Rect inner = rect.inset(frame.em(), frame.em(0.7F));
    if (why_.answer() != nullptr) inner.max.x -= race_why_pane_width(frame);
    act(draw_race_controls(frame, inner, model_));
    const float y = inner.min.y + frame.em(2.1F);
    const std::string asked = elided(frame, type::code, why_.subject(), frame.em(14));
    const std::string size = power_text(why_.elements());
    const float first = chip_width(frame, "", asked), second = chip_width(frame, "n", size);
    float x = inner.max.x - first - second - frame.em(0.5F);
    chip(frame, "race.why.subject", {x, y}, "", asked, 22, [this, &frame] {
        for (const RaceLine& line : model_.experiment().lines) {
            if (line.limit() || line.competitor.on != "gpu" || line.competitor.with_transfers ||
                line.competitor.edited)
                continue;
            const Algorithm& algorithm = *line.competitor.algorithm;
            if (menu_row(frame, "race.why.of." + std::string(algorithm.slug), algorithm.title,
                         &algorithm == why_.algorithm())) {
                why_.ask(algorithm, model_.types());
                return true;
            }
        }
        return false;
    });
    x += first + frame.em(0.5F);
    chip(frame, "race.why.size", {x, y}, "n", size, 10, [this, &frame] {
        for (const int64_t elements : RaceWhy::choices())
            if (menu_row(frame, fmt::format("race.why.n.{}", elements), power_text(elements),
                         elements == why_.elements())) {
                why_.choose_elements(elements);
                return true;
            }
        return false;
    });
    HeadRoom room = race_controls_room(frame, model_);
    room.second = first + second + frame.em(1.5F);
    const WhyClick click = draw_race_why(frame, rect, why_, room);
    if (click.kind == WhyClick::Kind::none || why_.answer() == nullptr) return;
    const ::upsweep::model::Cause& cause = nth(why_.answer()->causes, click.cause);
    if (click.kind == WhyClick::Kind::learn) return services_.open(scenes::parse_destination(cause.learn));
    why_.open_line(cause.lines.front(), [this](const scenes::Scene& scene) { services_.open(scene); });
}

void RaceView::open(const scenes::Destination& to) {
    const auto* place = std::get_if<scenes::RacePlace>(&to);
    if (place == nullptr) return;
    if (std::optional<RaceEdit> edit =
            place->edited && place->view != "why" ? edit_of(*place->edited) : std::nullopt) {
        model_.race_edit(std::move(*edit));
        // Its row says its state.
        rail_.open = true;
    }
    if (!place->experiment.empty() && !model_.choose_experiment(std::string_view(place->experiment))) {
        std::string titles;
        for (const RaceExperiment& one : model_.experiments())
            titles += (titles.empty() ? "" : ", ") + one.title;
        throw UsageError("The Race has no experiment {}; it has {}.", in_quotes(place->experiment), titles);
    }
    if (!place->preset.empty()) {
        model_.choose_preset(std::string_view(place->preset));
        rail_.presets = true;
    }
    if (!place->view.empty()) model_.choose_mode(mode_named(place->view));
    if (model_.mode() == RaceMode::why && (place->edited || !place->curves.empty())) return ask_why(*place);
    wanted_ = place->curves;
}

std::optional<scenes::Destination> RaceView::here() {
    if (model_.experiments().empty()) return std::nullopt;
    scenes::RacePlace place{.experiment = model_.experiment().title};
    for (const RaceWay& way : model_.ways())
        if (way.mode == model_.mode()) place.view = way.name;
    if (model_.presets.chosen() >= 0) place.preset = model_.presets.at(model_.presets.chosen()).name;
    if (model_.mode() == RaceMode::why) {
        if (why_.algorithm() != nullptr) place.curves = {std::string(why_.algorithm()->slug)};
        return place;
    }
    if (model_.machine_known() && place.preset.empty() && !model_.opening_shown())
        for (const RaceCurve& curve : model_.curves())
            if (model_.is_shown(curve.key)) place.curves.push_back(curve.key);
    return place;
}

void RaceView::show_wanted() {
    std::vector<std::pair<std::string, bool>> shown;
    for (const RaceCurve& curve : model_.curves())
        shown.emplace_back(curve.key,
                           any_of(wanted_, [&](const std::string& name) { return means(name, curve); }));
    wanted_.clear();
    for (const auto& [key, on] : shown) model_.show_curve(key, on);
}

void RaceView::guess_on() {
    if (model_.guess() == nullptr) return model_.start_guess();
    model_.guess()->revealed ? model_.end_guess() : model_.reveal_guess();
}

void RaceView::act(RaceAction action) {
    if (action == RaceAction::start) model_.start();
    if (action == RaceAction::pause) model_.toggle_pause();
    if (action == RaceAction::cancel) model_.cancel();
    if (action == RaceAction::guess) guess();
    if (action == RaceAction::reveal) model_.reveal_guess();
    if (action == RaceAction::export_csv) write_export(".csv");
    if (action == RaceAction::export_json) write_export(".json");
}

std::vector<PaletteEntry> RaceView::offers() {
    std::vector<PaletteEntry> offers;
    for (const RaceExperiment& one : model_.experiments())
        offers.push_back(
            {.title = one.heading, .kind = "Race", .to = scenes::RacePlace{.experiment = one.title}});
    for (const RaceWay& way : model_.ways())
        offers.push_back({.title = std::string(way.title),
                          .kind = "Race",
                          .to = scenes::RacePlace{.view = std::string(way.name)}});
    for (int i = 0; i < model_.presets.count(); ++i)
        offers.push_back({.title = model_.presets.at(i).heading,
                          .kind = "Race",
                          .to = scenes::RacePlace{.preset = model_.presets.at(i).name}});
    return offers;
}

// Presented: the plot, the headline, and what it compares, which may not be cut off.
std::optional<stage::Page> RaceView::page() const {
    if (model_.experiments().empty()) return std::nullopt;
    stage::Page page{.subject = model_.experiment().heading};
    const std::vector<RaceWay> ways = model_.ways();
    page.place =
        int(find_if(ways, [this](const RaceWay& way) { return way.mode == model_.mode(); }) - ways.begin()) +
        1;
    page.count = int(ways.size());
    if (model_.mode() == RaceMode::paper) {
        const bench::Experiment& experiment = model_.presets.at(model_.presets.chosen());
        // The heading is for a page; a class reads one short line.
        page.subject = experiment.paper.empty()
                           ? experiment.heading
                           : fmt::format("{}, {}: {}", experiment.paper, experiment.figure, experiment.title);
        page.sentence = experiment.detail;
        for (const PaperClaim& claim : model_.presets.claims()) {
            if (claim.result.verdict == bench::Verdict::unknown) continue;
            page.sentence = fmt::format("{} It **{}**: {}.", claim.claim->sentence,
                                        bench::name_of(claim.result.verdict), claim.result.sentence);
            break;
        }
        return page;
    }
    if (model_.mode() == RaceMode::why) {
        page.subject = why_.subject();
        page.sentence = why_.answer() != nullptr ? why_.answer()->headline : why_.error();
        return page;
    }
    const RaceHeadline headline = model_.headline();
    const StressedWords& words = headline.words;
    page.sentence = words.before + (words.stressed.empty() ? "" : "**" + words.stressed + "**") + words.after;
    if (!headline.detail.empty()) page.sentence += " " + headline.detail;
    return page;
}

void RaceView::draw_presented(Frame& frame) {
    const Pane pane(frame, "race stage", frame.area, Role::bg0);
    const Rect inner = frame.area.inset(frame.em(1.25F), 0);
    if (model_.mode() == RaceMode::paper) return draw_race_panels(frame, inner, model_);
    if (model_.mode() == RaceMode::why) return draw_presented_why(frame, inner, why_);
    draw_race_plot(frame, inner, model_);
}

void RaceView::write_export(const std::string& ending) {
    try {
        const std::string path =
            unused_name(std::filesystem::current_path() / ("upsweep-race" + ending)).string();
        model_.export_to(path);
        rail_.exported = path;
        services_.notices.clear("race.export");
    } catch (const std::exception& error) {
        services_.notices.add(error.what(), "race.export");
    }
}

// A real race that takes two seconds or so: medians to 5 %, of sizes that fit. They stay chosen, so that the
// settings beside the plot are those that it was measured with.
void RaceView::pose() {
    posing_ = true;
    if (!model_.machine_known()) model_.set_machine(bench::backends_here());
    model_.cancel();
    model_.finish();
    model_.choose_sizes({.from = 64, .to = 4096, .steps_per_octave = 1});
    model_.choose_precision(0);
    const RaceMode mode = model_.mode();
    // The recording's lines are real as they are; and so is what the model says.
    if (mode == RaceMode::paper || mode == RaceMode::why) return;
    model_.choose_mode(RaceMode::time);
    model_.start();
    model_.finish();
    model_.choose_mode(mode);
    if (mode != RaceMode::heat) return;
    model_.start();
    model_.finish();
}

// "scan_blelloch gpu=1.8;scan_loop cpu=1.2"; what does not read so is left out.
void RaceView::restore_guesses(std::string_view text) {
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(text.size(), one.size() + 1));
        const size_t equals = one.rfind('=');
        if (equals == std::string_view::npos) continue;
        double factor = 0;
        read_number(one.data() + equals + 1, one.data() + one.size(), factor);
        if (factor >= 1) model_.best_guesses[std::string(one.substr(0, equals))] = factor;
    }
}

void RaceView::restore(const Settings& settings) {
    RaceSizes sizes = model_.sizes();
    sizes.from = settings.integer("race.from", sizes.from);
    sizes.to = settings.integer("race.to", sizes.to);
    sizes.steps_per_octave = int(settings.integer("race.steps", sizes.steps_per_octave));
    model_.choose_sizes(sizes);
    restore_guesses(settings.text("race.guesses", ""));
    for (const RaceWay& way : race_ways())
        if (settings.text("race.view", "") == way.name && way.mode < RaceMode::paper)
            model_.choose_mode(way.mode);
    model_.choose_precision(int(settings.integer("race.precision", model_.precision())));
    model_.choose_experiment(settings.text("race.experiment", ""));
    const std::string recording = settings.text("race.recording", "");
    if (recording == "none") model_.show_recording(-1);
    for (int i = 0; i < int(model_.recordings.all().size()); ++i)
        if (recording == "shipped " + std::to_string(i + 1)) model_.show_recording(i);
    if (!is_recording_name(recording)) return;
    try {
        model_.open_recording(recording);
    } catch (const Error&) {
        // It was moved or changed since: then none is shown.
    }
}

void RaceView::save(Settings& settings) const {
    settings.set("race.from", model_.sizes().from);
    settings.set("race.to", model_.sizes().to);
    settings.set("race.steps", model_.sizes().steps_per_octave);
    settings.set("race.precision", model_.precision());
    std::string guesses;
    for (const auto& [owner, factor] : model_.best_guesses)
        guesses += fmt::format("{}{}={:.3g}", guesses.empty() ? "" : ";", owner, factor);
    settings.set("race.guesses", guesses);
    settings.set("race.view", std::string(way_of(model_.mode()).name));
    if (!model_.experiments().empty()) settings.set("race.experiment", model_.experiment().title);
    const RaceRecordings::Entry* shown = model_.recordings.shown();
    const std::string shipped = "shipped " + std::to_string(model_.recordings.shown_index() + 1);
    const std::string chosen = shown == nullptr ? "none" : shown->path.empty() ? shipped : shown->path;
    settings.set("race.recording", model_.recording_chosen() ? chosen : "");
}

RaceGlimpse RaceView::glimpse(std::string_view slug) const {
    RaceGlimpse glimpse;
    const auto about = model_.about(slug);
    if (!about) return glimpse;
    for (const RaceCurve& curve : about->curves)
        glimpse.series.push_back(series_of(curve, RaceMode::time, nullptr));
    glimpse.place.experiment = about->experiment;
    return glimpse;
}

std::unique_ptr<View> make_race_view(Services& services) {
    auto view = std::make_unique<RaceView>(services);
    services.glimpse = [race = view.get()](std::string_view slug) { return race->glimpse(slug); };
    return view;
}

}  // namespace upsweep::app
