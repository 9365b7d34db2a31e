// `upsweep track`: a part of a film's frame followed through the film, as CSV, JSON or a film; and how near
// that comes to the truth of the built-in clips.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/films.h"
#include "commands/messages.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "core/write_file.h"
#include "media/clips.h"
#include "vision/tracker.h"

namespace upsweep::commands {
namespace {

using vision::PictureFeature;
using vision::Region;

struct TrackOptions {
    std::string film, output, wanted, target;
    std::vector<std::string> features;
    vision::TrackRequest tracking;
    int64_t from = 0, frames = 0;
    bool hardware = false;
    bool fixed_size = false, alike = false, json = false, table = false;
};

constexpr std::string_view clip_prefix = "clip:";

/// One frame's line.
struct TrackLine {
    int64_t frame = 0;
    double seconds = 0;
    Region window;
    float likelihood = 1;
    std::string_view state = "template";
    std::optional<media::TruthBox> truth;

    Region true_window() const { return {truth->x0, truth->y0, truth->x1, truth->y1}; }
    double error() const { return vision::centre_distance(window, true_window()); }
    double overlap() const { return vision::overlap(window, true_window()); }
    bool lost() const { return state == "lost"; }
    vision::TrackedPlace place() const { return {window, lost()}; }
    bool visible() const { return truth->visible >= 0.5F; }
};

/// What became of a thing whose truth is known, over the frames in which at least half of it is seen.
struct TrackScore {
    int64_t seen = 0, held = 0, apart = 0;  ///< held: found, with an overlap of at least 0.5
    double errors = 0, overlaps = 0, worst = 0;
    int64_t lost = 0, found_again = -1;  ///< frames; the first frame in which it was found again
    int64_t found = 0;
};

TrackScore score_of(const std::vector<TrackLine>& lines) {
    TrackScore score;
    for (const TrackLine& line : lines) {
        score.lost += line.lost();
        if (line.state == "found again" && score.found_again < 0) score.found_again = line.frame;
        if (line.state == "template" || !line.visible()) continue;
        ++score.seen;
        if (line.lost()) continue;
        ++score.found;
        score.held += line.overlap() >= 0.5;
        score.errors += line.error();
        score.overlaps += line.overlap();
        score.worst = std::max(score.worst, line.error());
    }
    return score;
}

double mean(double sum, int64_t count) { return count > 0 ? sum / double(count) : 0; }

TrackLine line_of(const vision::TrackedFrame& tracked, int64_t frame, double seconds) {
    return {frame, seconds, tracked.window, tracked.likelihood, tracked.state(), {}};
}

// ---- Out

Json window_json(const Region& window) { return {window.x0, window.y0, window.width(), window.height()}; }

Json as_json(const TrackLine& line) {
    Json one = {{"frame", line.frame},
                {"seconds", line.seconds},
                {"window", window_json(line.window)},
                {"likelihood", json_of(double(line.likelihood))},
                {"state", std::string(line.state)}};
    if (line.truth) {
        one["truth"] = window_json(line.true_window());
        one["visible"] = double(line.truth->visible);
        one["centre_error"] = line.error();
        one["overlap"] = line.overlap();
    }
    return one;
}

std::string as_csv(const std::vector<TrackLine>& lines) {
    const bool known = lines.front().truth.has_value();
    std::string text = "frame,seconds,x,y,width,height,likelihood,state";
    if (known) text += ",true_x,true_y,true_width,true_height,visible,centre_error,overlap";
    text += "\n";
    const auto box = [](const Region& at) {
        return fmt::format("{},{},{},{}", at.x0, at.y0, at.width(), at.height());
    };
    for (const TrackLine& line : lines) {
        text += fmt::format("{},{:.3f},{},{:.4f},{}", line.frame, line.seconds, box(line.window),
                            line.likelihood, line.state);
        if (known)
            text += fmt::format(",{},{:.2f},{:.2f},{:.3f}", box(line.true_window()), line.truth->visible,
                                line.error(), line.overlap());
        text += "\n";
    }
    return text;
}

// ---- The table of the documentation

struct TableRow {
    std::string_view clip, target;
    std::vector<PictureFeature> features;
};

std::vector<TrackLine> follow(const std::vector<Array>& frames, const media::Clip& clip,
                              const TableRow& row) {
    const auto truth = [&](int64_t n) { return clip.box(row.target, n); };
    const media::TruthBox first = truth(0);
    vision::TrackRequest request;
    request.features = row.features;
    vision::Tracker tracker(frames.front(), {first.x0, first.y0, first.x1, first.y1}, request);
    std::vector<TrackLine> lines;
    for (int64_t n = 1; n < length(frames); ++n) {
        lines.push_back(line_of(tracker.follow(frames[size_t(n)]), n, clip.seconds(n)));
        lines.back().truth = truth(n);
    }
    return lines;
}

std::string feature_words(const std::vector<PictureFeature>& features) {
    return with_commas(features, [](PictureFeature feature) {
        std::string name(name_of(feature));
        std::replace(name.begin(), name.end(), '_', ' ');
        return name;
    });
}

void print_tracking_table() {
    const std::vector<PictureFeature> usual = vision::TrackRequest{}.features,
                                      grey{PictureFeature::intensity};
    std::vector<PictureFeature> all;
    for (int i = 0; i < reference::feature_count; ++i) all.push_back(PictureFeature(i));
    const std::vector<TableRow> rows = {
        {"class", "front 2", usual}, {"class", "back 4", usual},       {"class", "front 4", usual},
        {"crowd", "face 31", usual}, {"roundabout", "taxi", usual},    {"roundabout", "taxi", grey},
        {"roundabout", "taxi", all}, {"spheres", "red sphere", usual}, {"spheres", "green sphere", usual}};
    fmt::print(
        "| clip | followed | features | frames with it seen | found with overlap ≥ 0.5 | mean centre error, "
        "pixels | worst | mean overlap | frames lost | found again "
        "|\n|---|---|---|---|---|---|---|---|---|---|"
        "\n");
    std::string_view drawn;
    std::vector<Array> frames;
    for (const TableRow& row : rows) {
        const media::Clip& clip = media::find_clip(row.clip);
        if (drawn != row.clip) {
            frames.clear();
            for (int64_t n = 0; n < clip.frames; ++n) frames.push_back(clip.paint(n).grey);
            drawn = row.clip;
        }
        const TrackScore score = score_of(follow(frames, clip, row));
        fmt::print("| {} | {} | {} | {} | {} | {:.1f} | {:.1f} | {:.2f} | {} | {} |\n", clip.title,
                   row.target, row.features.size() == all.size() ? "all six" : feature_words(row.features),
                   score.seen, score.held, mean(score.errors, score.found), score.worst,
                   mean(score.overlaps, score.found), score.lost,
                   score.found_again < 0 ? "–" : fmt::format("frame {}", score.found_again));
    }
}

// ---- The command

std::string in_words(const std::vector<TrackLine>& lines) {
    std::string text;
    int64_t lost = 0;
    for (const TrackLine& line : lines) {
        if (line.lost() && lost++ == 0) text += fmt::format("lost in frame {}", line.frame);
        if (line.state != "found again") continue;
        text += fmt::format(", found again in frame {}; ", line.frame);
        lost = 0;
    }
    if (lost > 0) text += " and not found again; ";
    const TrackLine& last = lines.back();
    text += fmt::format("at ({}, {}) in frame {}", last.window.x0, last.window.y0, last.frame);
    return text;
}

void print_score(const TrackScore& score) {
    fmt::print(
        "Against the truth: {} with it seen, overlap at least 0.5 in {}; mean centre error {:.1f} pixels (at "
        "most {:.1f}), mean overlap {:.2f} where it was found; lost in {}.\n",
        counted(score.seen, "frame"), score.held, mean(score.errors, score.found), score.worst,
        mean(score.overlaps, score.found), counted(score.lost, "frame"));
}

/// The truth of what is followed, in a clip; nothing in a film.
struct KnownThing {
    const media::Clip* clip = nullptr;
    std::string name;
    std::optional<media::TruthBox> at(int64_t frame) const {
        return clip == nullptr ? std::nullopt : std::optional(clip->box(name, frame));
    }
};

KnownThing known_thing(const TrackOptions& options) {
    KnownThing known;
    if (options.film.starts_with(clip_prefix)) {
        known.clip = &media::find_clip(options.film.substr(clip_prefix.size()));
        known.name = options.target.empty() ? known.clip->target : options.target;
        // Another template is of something that has no name.
        if (!options.wanted.empty() && options.target.empty()) known.clip = nullptr;
    } else if (!options.target.empty()) {
        throw UsageError("--target names a thing in a built-in clip; in a film give --template X,Y,W,H.");
    }
    if (known.clip == nullptr && options.wanted.empty())
        throw UsageError("Say what to follow: --template X,Y,W,H is its place in the first frame.");
    return known;
}

void run_track(const TrackOptions& options) {
    if (options.table) return print_tracking_table();
    if (options.film.empty()) throw UsageError("Say what film to follow something in: upsweep track FILM.");
    const KnownThing known = known_thing(options);
    const bool csv = options.output.ends_with(".csv"), json = options.output.ends_with(".json");
    FilmRequest film{options.film, csv || json ? "" : options.output,
                     !options.output.empty() && !csv && !json,
                     options.frames > 0 ? options.from + options.frames : 0, options.hardware};
    if (csv || json) check_output(options.output, {options.film});
    vision::TrackRequest request = options.tracking;
    request.scaled = !options.fixed_size;
    request.weighted = !options.alike;
    if (!options.features.empty()) request.features.clear();
    for (const std::string& feature : options.features)
        request.features.push_back(vision::parse_feature(feature));
    std::optional<vision::Tracker> tracker;
    std::vector<TrackLine> lines;
    std::vector<vision::TrackedPlace> places;
    const FilmTotals totals = process_film(film, [&](const media::Frame& frame) {
        std::vector<Array> shown = frame.colour;
        if (shown.empty() && film.colour) shown = {frame.grey};
        if (frame.number < options.from) return shown;
        if (tracker) {
            lines.push_back(line_of(tracker->follow(frame.grey), frame.number, frame.seconds));
        } else {
            Region wanted;
            if (!options.wanted.empty()) {
                wanted = vision::parse_template(options.wanted);
            } else {
                const media::TruthBox box = *known.at(frame.number);
                wanted = {box.x0, box.y0, box.x1, box.y1};
            }
            tracker.emplace(frame.grey, wanted, request);
            lines.push_back({frame.number, frame.seconds, wanted, 1, "template", {}});
        }
        lines.back().truth = known.at(frame.number);
        places.push_back(lines.back().place());
        if (!shown.empty()) vision::draw_tracked(shown, places);
        return shown;
    });
    if (lines.empty())
        throw Error("{} has {}, so frame {} is behind its end; choose an earlier one with --from.",
                    in_quotes(options.film), counted(totals.frames, "frame"), options.from);
    if (csv) write_file(options.output, as_csv(lines));
    Json frames = Json::array();
    if (json || options.json)
        for (const TrackLine& line : lines) frames.push_back(as_json(line));
    if (json) write_file(options.output, document_of(totals, frames).dump() + "\n");
    if (options.json) return print(document_of(totals, std::move(frames)));
    print_film(film, totals, fmt::format("by {}; {}", feature_words(request.features), in_words(lines)),
               "CPU");
    if (known.clip != nullptr) print_score(score_of(lines));
}

}  // namespace

void add_track_command(Command program) {
    const auto [command, options] = program.add_command(
        "track", "Follow a part of a film's first frame through the film, by its histograms", run_track);
    command.option("FILM", options.film,
                   "a film, a folder of pictures, camera, or a built-in clip: clip:class, clip:crowd, "
                   "clip:roundabout, clip:spheres");
    command.option("--template", options.wanted, "X,Y,W,H: what to follow, in the first frame");
    command.option("--target", options.target,
                   "of a built-in clip: the name of what to follow, and to compare with");
    command.list("--features", options.features,
                 "intensity, gradient_magnitude (these two without it), gradient_angle, shape_index, "
                 "curvature, orientation; their likelihoods are multiplied");
    command.option("--bins", options.tracking.bins, "bins of each histogram, 2 to 256").shows_default();
    command
        .option("--search", options.tracking.search,
                "how far the search reaches beyond the predicted window, in pixels, 4 to 256")
        .shows_default();
    command
        .option("--update", options.tracking.update,
                "the percentage of what is found that the template takes on, 0 to 100")
        .shows_default();
    command.flag("--fixed-size", options.fixed_size, "the window keeps its size");
    command.flag("--all-alike", options.alike,
                 "bins that are also around the template count like all others, as in a likelihood map");
    command.option("--from", options.from, "the frame that the template is in");
    command.option("--frames", options.frames, "follow it through this many frames, not to the end");
    command.flag("--hardware", options.hardware, hardware_help);
    command.option("-o,--output", options.output,
                   "windows as .csv or .json, or a film (.mp4) with the window and its path");
    command.flag("--json", options.json,
                 "print JSON: each frame's window, likelihood and state, and of clips the truth");
    command.flag("--table", options.table, "print the table of docs/tracking.md, from the built-in clips");
}

}  // namespace upsweep::commands
