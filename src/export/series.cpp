// Pictures of a stage into files.
#include "export/series.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "canvas/raster.h"
#include "canvas/svg.h"
#include "core/error.h"
#include "core/quotes.h"
#include "emulator/trace/trace.h"
#include "media/file.h"
#include "media/gif.h"
#include "media/image.h"
#include "replay/structure/index.h"
#include "replay/words/sentence.h"
#include "scenes/run_scene.h"
#include "stage/history.h"

namespace upsweep::exports {
namespace {

constexpr size_t looked_at = 12;  // pictures from which a GIF's colours are taken

[[noreturn]] void refuse_steps(std::string_view text) {
    throw UsageError("A range of steps is written as 0:40, or 12: up to the end, not {}.", in_quotes(text));
}

/// Both ends of a number's place in a pattern: "%" and what follows "d".
struct NumberPlace {
    size_t begin = 0, end = 0, digits = 0;
};

NumberPlace number_place(const std::string& pattern) {
    NumberPlace place;
    place.begin = pattern.find('%');
    size_t at = place.begin == std::string::npos ? pattern.size() : place.begin + 1;
    const size_t digits = at;
    while (at < pattern.size() && pattern[at] >= '0' && pattern[at] <= '9') ++at;
    const bool one = at < pattern.size() && pattern[at] == 'd' && at - digits <= 2 &&
                     pattern.find('%', at) == std::string::npos;
    if (one) std::from_chars(pattern.data() + digits, pattern.data() + at, place.digits);
    place.end = at + 1;
    if (!one || place.digits > 9)
        throw UsageError(
            "Several pictures need a number in their names, run-%03d.svg, and {} has no place for one.",
            in_quotes(pattern));
    return place;
}

std::span<const uint32_t> colours_of(canvas::ThemeKind theme) { return canvas::palette(theme).roles; }

/// As SVG or PNG, as the name ends.
void write_one(const canvas::Picture& picture, const std::string& title, const stage::Drawing& how,
               const std::string& file, const InputFiles& inputs, canvas::Rasteriser& rasteriser) {
    if (media::ending_of(file) == ".svg")
        return write_file(file, canvas::to_svg(picture, {.theme = how.theme, .faces = true, .title = title}),
                          inputs);
    const canvas::Raster raster = rasteriser.draw(picture, how.theme);
    write_file(file, media::encode_png({raster.width, raster.height}, 3, raster.rgb.data()), inputs);
}

/// One run's pictures in their order.
class Show {
  public:
    explicit Show(const Series& series) : how_(series.how), at_(series.run) { at_.set_grain(series.shown); }
    const replay::StepPosition& at() const { return at_; }
    canvas::Raster raster(int64_t place) { return rasteriser_.draw(picture(place), how_.theme); }
    void write(int64_t place, const std::string& file, const InputFiles& inputs) {
        const canvas::Picture drawn = picture(place);
        write_one(drawn, stage::title_of(at_), how_, file, inputs, rasteriser_);
    }
    void start_again() { state_ = {}; }

  private:
    canvas::Picture picture(int64_t place) {
        at_.seek(place);
        return stage::draw_alone(at_, how_, state_);
    }

    const stage::Drawing& how_;
    replay::StepPosition at_;
    stage::StageState state_;
    canvas::Rasteriser rasteriser_;
};

/// The theme's own colours, and of the blends at edges those that are most frequent.
std::vector<uint32_t> gif_colours(Show& show, const std::vector<int64_t>& places, canvas::ThemeKind theme) {
    media::ColourCounts counts;
    const size_t looks = std::min(looked_at, places.size());
    for (size_t i = 0; i < looks; ++i)
        media::count_colours(
            show.raster(places[i * (places.size() - 1) / std::max<size_t>(looks - 1, 1)]).rgb, counts);
    show.start_again();
    return media::gif_palette(colours_of(theme), counts);
}

void write_gif(const Series& series, Show& show, const std::vector<int64_t>& places, const std::string& file,
               const InputFiles& inputs, const std::function<void(size_t)>& done) {
    media::GifWriter gif(series.how.width, series.how.height, gif_colours(show, places, series.how.theme));
    for (size_t i = 0; i < places.size(); ++i) {
        const bool last = i + 1 == places.size();
        gif.add(show.raster(places[i]).rgb, last ? 3 * series.delay_ms : series.delay_ms);
        done(i);
    }
    write_file(file, gif.finish(), inputs);
}

}  // namespace

std::string file_name_of(const scenes::Scene& scene) {
    if (scene.entry() != nullptr) return scene.slug();
    return std::filesystem::path(scene.program() ? scene.program()->file : scene.trace_file()->path)
        .stem()
        .string();
}

StepsAsked parse_steps(std::string_view text) {
    StepsAsked steps;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, steps.first);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ':' || steps.first < 0)
        refuse_steps(text);
    if (first.ptr + 1 == end) return steps;
    int64_t last = 0;
    const auto second = std::from_chars(first.ptr + 1, end, last);
    if (second.ec != std::errc{} || second.ptr != end || last < steps.first) refuse_steps(text);
    steps.last = last;
    return steps;
}

std::vector<int64_t> places_of(const replay::StepPosition& at, const StepsAsked& steps, StepSize by) {
    const int64_t last = steps.last.value_or(at.step_count());
    if (last > at.step_count() || steps.first > last)
        throw UsageError("There is no step {}; the run has {}.", std::max(last, steps.first),
                         at.step_count());
    std::vector<int64_t> places;
    const auto add = [&](int64_t place) {
        if (places.size() == most_pictures)
            throw UsageError(
                "That would be more than {} pictures; ask for fewer steps, or for larger ones with --by.",
                most_pictures);
        places.push_back(place);
    };
    for (int64_t place = steps.first; place < last;) {
        add(place);
        place = by == StepSize::statement ? place + 1 : at.index().forward(place, by);
    }
    add(last);
    return places;
}

std::string numbered(const std::string& pattern, size_t number) {
    const NumberPlace place = number_place(pattern);
    std::string digits = std::to_string(number);
    if (digits.size() < place.digits) digits.insert(0, place.digits - digits.size(), '0');
    return pattern.substr(0, place.begin) + digits + pattern.substr(place.end);
}

size_t write_series(const Series& series, const std::string& file, const InputFiles& inputs,
                    const std::atomic<bool>* cancel, const std::function<void(double)>& progress) {
    const std::string ending = media::ending_of(file);
    if (ending != ".gif" && ending != ".png" && ending != ".svg")
        throw UsageError(
            "Several pictures are written as GIF, PNG or SVG; end the name {} in .gif, or write run-%03d.png "
            "or run-%03d.svg.",
            in_quotes(file));
    if (series.delay_ms < media::shortest_frame_ms || series.delay_ms > media::longest_frame_ms)
        throw UsageError("A GIF shows each picture for 20 to 60 000 ms, not for {}.", series.delay_ms);
    check_output(ending == ".gif" ? file : numbered(file, 0), inputs);
    Show show(series);
    const std::vector<int64_t> places = places_of(show.at(), series.steps, series.by);
    const auto done = [&](size_t i) {
        if (cancel != nullptr && *cancel) throw Cancelled();
        if (progress) progress(double(i + 1) / double(places.size()));
    };
    if (ending == ".gif") {
        write_gif(series, show, places, file, inputs, done);
        return places.size();
    }
    for (size_t i = 0; i < places.size(); ++i) {
        show.write(places[i], numbered(file, i), inputs);
        done(i);
    }
    return places.size();
}

void write_picture(const replay::StepPosition& at, const stage::Drawing& how, const std::string& file,
                   const InputFiles& inputs) {
    stage::StageState state;
    canvas::Rasteriser rasteriser;
    write_one(stage::draw_alone(at, how, state), stage::title_of(at), how, file, inputs, rasteriser);
}

void write_history(const replay::StepPosition& at, replay::CellPlace cell, const stage::Drawing& how,
                   const std::string& file, const InputFiles& inputs) {
    constexpr float usual_em = 16, margin_em = 1.25F;
    const float em = usual_em * how.scale, margin = margin_em * em;
    const std::string ending = media::ending_of(file);
    if (ending != ".svg" && ending != ".png")
        throw UsageError("A cell's history is written as SVG or PNG; end the name {} in one of them.",
                         in_quotes(file));
    const replay::CellHistoryView view = replay::cell_history(at.trace(), cell, at.step());
    const canvas::Box area = canvas::Box::edges(margin, margin, float(how.width) - margin, float(how.height));
    canvas::Picture picture = stage::draw_history(area, em, at, view);
    picture.area = canvas::Box::edges(0, 0, float(how.width), std::ceil(picture.area.max.y + margin));
    canvas::Rasteriser rasteriser;
    write_one(picture, replay::plain(replay::history_sentence(at, view)), how, file, inputs, rasteriser);
}

}  // namespace upsweep::exports
