#include "commands/films.h"

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"
#include "core/write_file.h"
#include "media/film_writer.h"

namespace upsweep::commands {

FilmTotals process_film(const FilmRequest& request,
                        const std::function<std::vector<Array>(const media::Frame&)>& work) {
    if (!request.output.empty()) {
        media::check_film_name(request.output);
        check_output(request.output, {request.input});
    }
    const auto source =
        media::open_frames(request.input, {.colour = request.colour, .hardware = request.hardware});
    if (source->live() && request.most_frames == 0)
        throw UsageError("A camera has no end; say with --frames how many to take.");
    FilmTotals totals{.name = source->name(), .extent = source->extent()};
    std::unique_ptr<media::FilmWriter> writer;
    const double begin = steady_seconds();
    for (int64_t n = 0; request.most_frames == 0 || totals.frames < request.most_frames;) {
        double from = steady_seconds();
        const auto next = [&](double& sum) {
            const double now = steady_seconds();
            sum += (now - from) * 1e3;
            from = now;
        };
        const auto frame = source->frame(n);
        if (!frame) break;
        next(totals.waited_ms);
        totals.passed += frame->number - n;
        n = frame->number + 1;
        const std::vector<Array> shown = work(*frame);
        next(totals.worked_ms);
        if (!request.output.empty() && !writer)
            writer =
                std::make_unique<media::FilmWriter>(request.output, shown.front().extent(), source->rate());
        if (writer) writer->add(shown);
        next(totals.written_ms);
        ++totals.frames;
        totals.seconds = steady_seconds() - begin;
    }
    if (writer) writer->finish();
    totals.rate = source->rate();
    totals.note = source->note();
    return totals;
}

Json document_of(const FilmTotals& totals, Json frames) {
    const auto count = double(std::max<int64_t>(totals.frames, 1));
    return {{"film", totals.name},
            {"size", {totals.extent.width, totals.extent.height}},
            {"rate", totals.rate},
            {"frames", std::move(frames)},
            {"frames_per_second", totals.frames_a_second()},
            {"waited_ms", totals.waited_ms / count},
            {"worked_ms", totals.worked_ms / count},
            {"note", totals.note}};
}

void print_film(const FilmRequest& request, const FilmTotals& totals, std::string_view what,
                std::string_view place) {
    const auto frames = double(std::max<int64_t>(totals.frames, 1));
    fmt::print("{}: {} of {} × {}{}, {}; on the {}\n",
               in_quotes(request.output.empty() ? totals.name : request.output),
               counted(totals.frames, "frame"), totals.extent.width, totals.extent.height,
               request.colour ? " in colour" : "", what, place);
    fmt::print("{:.1f} frames/s{}: {:.2f} ms a frame: {:.2f} waiting for the decoder, {:.2f} the work{}\n",
               totals.frames_a_second(),
               totals.rate > 0 ? fmt::format(" (the film has {:.4g})", totals.rate) : "",
               totals.seconds * 1e3 / frames, totals.waited_ms / frames, totals.worked_ms / frames,
               request.output.empty()
                   ? "; nothing is written"
                   : fmt::format(", {:.2f} handing it to the encoder", totals.written_ms / frames));
    if (totals.passed > 0)
        fmt::print("{} passed meanwhile and were left out\n", counted(totals.passed, "frame"));
    if (!totals.note.empty()) fmt::print("{}\n", totals.note);
}

}  // namespace upsweep::commands
