// The prediction as JSON and for a terminal.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "bench/rows.h"
#include "core/json.h"
#include "core/ranges.h"
#include "core/words.h"
#include "model/why.h"

namespace upsweep::model {
namespace {

struct PartName {
    std::string_view key, name;
};
constexpr std::array<PartName, part_count> part_names = {{{"launches", "launches"},
                                                          {"memory_l2", "memory, L2"},
                                                          {"memory_beyond", "memory beyond"},
                                                          {"memory_again", "memory again"},
                                                          {"shared", "shared"},
                                                          {"statements", "statements"},
                                                          {"idle_lanes", "idle lanes"},
                                                          {"barriers", "waiting"},
                                                          {"chain", "chain of blocks"},
                                                          {"transfers", "transfers"},
                                                          {"first_call", "first call"}}};

Json seconds_or_null(double seconds) { return seconds > 0 ? Json(seconds) : Json(); }

}  // namespace

std::string_view name_of(Part part) { return nth(part_names, size_t(part)).name; }
std::string_view key_of(Part part) { return nth(part_names, size_t(part)).key; }
std::string_view key_of(Reach reach) {
    constexpr std::array<std::string_view, 3> keys = {"kernels", "timed", "beside"};
    return nth(keys, size_t(reach));
}

std::string time_text(double seconds) {
    const bool long_time = seconds >= 1, short_time = seconds < 1e-3;
    const double number = seconds * (long_time ? 1 : short_time ? 1e6 : 1e3);
    const int decimals = number < 10 ? 2 : number < 100 ? 1 : 0;
    return fmt::format("{:.{}f} {}", number, decimals, long_time ? "s" : short_time ? "µs" : "ms");
}

Json to_json(const Why& why) {
    Json json = {{"title", why.title},
                 {"algorithm", why.slug.empty() ? Json() : Json(why.slug)},
                 {"gpu", why.gpu},
                 {"type", bench::types_text(why.types)},
                 {"width", why.extent.width},
                 {"height", why.extent.height},
                 {"headline", why.headline},
                 {"predicted_s", why.predicted},
                 {"measured_s", seconds_or_null(why.measured)},
                 {"measured_where", why.measured_where},
                 {"error_percent", why.error() ? Json(100 * *why.error()) : Json()},
                 {"cured_s", why.cured},
                 {"fit_error_percent", 100 * why.fit_error},
                 {"fit_sizes", why.fit_sizes}};
    json["parts"] = Json::array();
    for (const PartTime& part : why.parts)
        json["parts"].push_back({{"part", key_of(part.part)}, {"label", part.label}, {"s", part.seconds}});
    json["causes"] = Json::array();
    for (const Cause& cause : why.causes) {
        Json lines = Json::array();
        for (const CodeLine& line : cause.lines)
            lines.push_back({{"file", line.file}, {"line", line.line}, {"text", line.text}});
        json["causes"].push_back({{"cause", key_of(cause.kind)},
                                  {"part", key_of(cause.part)},
                                  {"reach", key_of(cause.reach)},
                                  {"title", cause.title},
                                  {"sentence", cause.sentence},
                                  {"saving_s", cause.saving},
                                  {"lines", std::move(lines)},
                                  {"learn", cause.learn}});
    }
    json["counts"] = Json::array();
    for (const CountLine& count : why.counts)
        json["counts"].push_back({{"name", count.name}, {"value", count.value}, {"of", count.of}});
    json["curve"] = Json::array();
    for (const CurvePoint& point : why.curve)
        json["curve"].push_back({{"width", point.extent.width},
                                 {"height", point.extent.height},
                                 {"predicted_s", seconds_or_null(point.predicted)},
                                 {"measured_s", seconds_or_null(point.measured)},
                                 {"cpu_s", seconds_or_null(point.cpu)}});
    json["beats_the_cpu_from"] = why.crossing > 0 ? Json(why.crossing) : Json();
    json["notes"] = why.notes;
    return json;
}

std::string to_text(const Why& why) {
    std::string text = why.headline + "\n";
    text += fmt::format("{}, {}, on an {}\n\n", bench::extent_text(why.extent), bench::types_text(why.types),
                        why.gpu);
    for (const PartTime& part : why.parts) {
        const bool beside = part.part == Part::transfers || part.part == Part::first_call;
        text += fmt::format(
            "  {:<18}{:>10}  {}\n", part.label, time_text(part.seconds),
            beside ? "beside the total" : fmt::format("{:.0f} %", 100 * part.seconds / why.predicted));
    }
    text += fmt::format("  {:<18}{:>10}\n", "predicted", time_text(why.predicted));
    if (why.measured > 0)
        text += fmt::format("  {:<18}{:>10}  {}; the model is off by {:+.0f} %\n", "measured",
                            time_text(why.measured), why.measured_where, 100 * *why.error());
    std::string sizes;
    for (const int64_t size : why.fit_sizes) sizes += (sizes.empty() ? "" : ", ") + grouped(size);
    text += fmt::format("  Counted on the emulator at {} elements; the fit misses the largest by {:.1f} %.\n",
                        sizes, 100 * why.fit_error);
    if (!why.causes.empty())
        text += "\nCauses, largest saving first, and what curing each alone would save\n";
    int number = 0;
    for (const Cause& cause : why.causes) {
        if (cause.reach == Reach::beside && (number == 0 || why.causes[number - 1].reach != Reach::beside))
            text += "Beside the kernels' time\n";
        text += fmt::format("{}. {}: {}\n   {}\n", ++number, cause.title, time_text(cause.saving),
                            cause.sentence);
        for (const CodeLine& line : cause.lines)
            text += fmt::format("   {}:{}: {}\n", line.file, line.line, line.text);
        text += fmt::format("   Learn it: {} ({})\n", cause.learn_title, cause.learn);
    }
    if (why.cured < why.predicted)
        text += fmt::format("With all cured the kernels take {}, the model says.\n", time_text(why.cured));
    if (!why.curve.empty()) text += "\n  elements          predicted    measured    CPU loop\n";
    for (const CurvePoint& point : why.curve) {
        const auto cell = [](double seconds) { return seconds > 0 ? time_text(seconds) : std::string("–"); };
        text += fmt::format("  {:<16}{:>11}{:>12}{:>12}\n", grouped(point.n), cell(point.predicted),
                            cell(point.measured), cell(point.cpu));
    }
    if (why.crossing > 0)
        text += fmt::format("It beats the CPU loop from {} elements on ({}).\n", grouped(why.crossing),
                            time_text(why.crossing_seconds));
    for (const std::string& note : why.notes) text += note + "\n";
    return text;
}

}  // namespace upsweep::model
