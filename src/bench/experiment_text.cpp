// Writers of experiments. The JSON's keys and their order are what other tools rely on.
#include "bench/experiment_text.h"

#include <fmt/format.h>

#include "core/json.h"
#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::bench {
namespace {

std::string source_of(const ExperimentReport& report, int curve) {
    const ExperimentCurve& one = nth(report.experiment.curves, curve);
    if (one.occupancy) return "computed";
    if (!one.gpu() || report.machine.gpu_missing.empty()) return "neither measured nor recorded";
    return "needs a GPU, and is not in the recording";
}

/// "1024 × 1024", "512 × 512, 16", "28 × 28 threads".
std::string place_text(const ExperimentPanel& panel, const ExperimentPoint& point) {
    if (panel.view == View::occupancy) return point.x == 0 ? "–" : fmt::format("{0} × {0} threads", point.x);
    if (panel.over.empty()) return extent_text(point.extent);
    return fmt::format("{}, {} {}", extent_text(point.extent), point.x, panel.over);
}

const ExperimentSeries* base_of(const ExperimentReport& report, const ExperimentPanel& panel,
                                SeriesSource source) {
    for (const ExperimentSeries& series : report.series) {
        const ExperimentCurve& curve = nth(report.experiment.curves, series.curve);
        const bool chosen = panel.base >= 0 ? series.curve == panel.base
                                            : !curve.gpu() && contains(panel.curves, series.curve);
        if (chosen && series.source == source) return &series;
    }
    return nullptr;
}

/// In the unit of the panel's view; "–" where there is nothing to say.
std::string value_text(const ExperimentPanel& panel, const ExperimentPoint& point,
                       const ExperimentSeries* base) {
    switch (panel.view) {
        case View::occupancy:
            return quantity_text(100 * point.occupancy, Unit::percent);
        case View::frames:
            return quantity_text(1 / point.seconds, Unit::frames);
        case View::throughput:
            if (point.bytes == 0) break;
            return quantity_text(double(point.bytes) / point.seconds * 1e-9, Unit::gb);
        case View::speedup: {
            const ExperimentPoint* slow = base == nullptr ? nullptr : base->at(point.extent, point.x);
            if (slow == nullptr) break;
            return quantity_text(slow->seconds / point.seconds, Unit::times);
        }
        case View::time:
        case View::bars:
        case View::spread:
        case View::heat_map:
        case View::strip:
            return time_text(point.seconds);
    }
    return "–";
}

void add_panel(std::string& text, const ExperimentReport& report, const ExperimentPanel& panel) {
    if (!panel.title.empty()) text += panel.title + "\n";
    std::vector<std::vector<std::string>> rows = {
        {"curve", "source", "at", std::string(name_of(panel.view)), "median", "mean"}};
    for (const ExperimentSeries& series : report.series) {
        const ExperimentSeries* base = base_of(report, panel, series.source);
        for (const ExperimentPoint& point : points_in(panel, series))
            rows.push_back({nth(report.experiment.curves, series.curve).name, series.where,
                            place_text(panel, point), value_text(panel, point, base),
                            point.seconds > 0 ? time_text(point.seconds) : "–",
                            point.mean > 0 ? time_text(point.mean) : "–"});
    }
    for (const int curve : panel.curves)
        if (none_of(report.series,
                    [&](const auto& one) { return one.curve == curve && !points_in(panel, one).empty(); }))
            rows.push_back(
                {nth(report.experiment.curves, curve).name, source_of(report, curve), "–", "–", "–", "–"});
    text += in_columns(rows) + "\n";
}

void add_published(std::string& text, const Experiment& experiment) {
    if (experiment.published.empty()) return;
    std::vector<std::vector<std::string>> rows = {{"published", "where", "at", "printed"}};
    for (const PublishedLine& line : experiment.published)
        for (const PublishedPoint& point : line.points)
            rows.push_back({line.label(), line.source,
                            point.extent.count() == 0 ? "size not said"
                            : point.x > 0 ? fmt::format("{}, {}", extent_text(point.extent), point.x)
                                          : extent_text(point.extent),
                            fmt::format("{} {}", point.value, name_of(line.unit))});
    text += in_columns(rows) + "\n";
}

std::string numbers_text(const Claim& claim) {
    return listed(claim.numbers, [&](const PaperNumber& one) {
        return fmt::format("{} of {}", quantity_text(one.value, claim.numbers_unit), one.who);
    });
}

std::string numbers_text(const ClaimResult& result) {
    return listed(result.numbers, [](const HereNumber& one) {
        return fmt::format("{} of “{}”", quantity_text(one.value, one.unit), one.who);
    });
}

std::string with_numbers(const std::string& text, const std::string& numbers) {
    return numbers.empty() ? text : text + ": " + numbers;
}

std::string here_text(const Claim& claim, const ClaimResult& result) {
    if (!result.value) return "–";
    // A time alone is its own number.
    if (claim.judge == Judge::time && claim.where == Where::at) return numbers_text(result);
    return with_numbers(quantity_text(*result.value, unit_of(claim.judge)), numbers_text(result));
}

void add_claims(std::string& text, const ExperimentReport& report) {
    for (size_t i = 0; i < report.claims.size(); ++i) {
        const Claim& claim = report.experiment.claims[i];
        const ClaimResult& result = report.claims[i];
        text += fmt::format("{} ({})\n", claim.sentence, claim.source);
        text += fmt::format("  paper  {}\n", with_numbers(paper_text(claim), numbers_text(claim)));
        if (result.value) text += fmt::format("  here   {}, {}\n", here_text(claim, result), result.where);
        text += fmt::format("  {}: {}\n", name_of(result.verdict), result.sentence);
        if (!claim.note.empty()) text += fmt::format("  {}\n", claim.note);
        text += "\n";
    }
}

template <typename Point>
Json place_json(const Point& point) {
    Json json = {{"width", point.extent.width}, {"height", point.extent.height}};
    if (point.x > 0) json["x"] = point.x;
    return json;
}

Json curve_json(const ExperimentCurve& curve, const std::string& source) {
    Json json = {{"name", curve.name}};
    if (curve.measured()) {
        json["algorithm"] = line_text(slug_of(competitor_of(curve)), options_of(competitor_of(curve)));
        json["on"] = place_of(competitor_of(curve));
        json["type"] = to_string(curve.types);
    }
    json["source"] = source;
    json["points"] = Json::array();
    return json;
}

Json curves_json(const ExperimentReport& report) {
    Json curves = Json::array();
    for (size_t i = 0; i < report.experiment.curves.size(); ++i) {
        const ExperimentCurve& curve = report.experiment.curves[i];
        bool any = false;
        for (const ExperimentSeries& series : report.series) {
            if (series.curve != int(i)) continue;
            any = true;
            Json json = curve_json(curve, series.where);
            for (const ExperimentPoint& point : series.points) {
                Json one = place_json(point);
                if (curve.occupancy) {
                    one["occupancy"] = point.occupancy;
                } else {
                    one["seconds"] = point.seconds;
                    if (point.mean > 0) one["mean_seconds"] = point.mean;
                    one["low_seconds"] = point.low;
                    one["high_seconds"] = point.high;
                    if (point.bytes > 0) one["bytes"] = point.bytes;
                }
                json["points"].push_back(std::move(one));
            }
            curves.push_back(std::move(json));
        }
        if (!any) curves.push_back(curve_json(curve, source_of(report, int(i))));
    }
    return curves;
}

Json published_json(const Experiment& experiment) {
    Json lines = Json::array();
    for (const PublishedLine& line : experiment.published) {
        Json json = {{"name", line.label()},  {"paper", line.paper},         {"machine", line.machine},
                     {"source", line.source}, {"statistic", line.statistic}, {"unit", name_of(line.unit)}};
        if (line.beside >= 0) json["beside"] = nth(experiment.curves, line.beside).name;
        json["points"] = Json::array();
        for (const PublishedPoint& point : line.points) {
            Json one = place_json(point);
            one["value"] = point.value;
            if (point.seconds > 0) one["seconds"] = point.seconds;
            json["points"].push_back(std::move(one));
        }
        lines.push_back(std::move(json));
    }
    return lines;
}

Json claim_json(const Claim& claim, const ClaimResult& result) {
    Json json = {{"sentence", claim.sentence}, {"where", claim.source}};
    json["paper"] = claim.paper ? json_of(*claim.paper) : Json(claim.paper_text);
    json["here"] = result.value ? json_of(*result.value) : Json();
    json["verdict"] = name_of(result.verdict);
    json["because"] = result.sentence;
    json["paper_text"] = paper_text(claim);
    json["unit"] = name_of(unit_of(claim.judge));
    if (!result.where.empty()) json["source"] = result.where;
    if (!claim.note.empty()) json["note"] = claim.note;
    json["paper_numbers"] = Json::array();
    for (const PaperNumber& one : claim.numbers)
        json["paper_numbers"].push_back(
            {{"value", one.value}, {"unit", name_of(claim.numbers_unit)}, {"who", one.who}});
    json["here_numbers"] = Json::array();
    for (const HereNumber& one : result.numbers)
        json["here_numbers"].push_back({{"value", one.value}, {"unit", name_of(one.unit)}, {"who", one.who}});
    return json;
}

Json panels_json(const Experiment& experiment) {
    Json panels = Json::array();
    for (const ExperimentPanel& panel : experiment.panels) {
        Json json = {{"title", panel.title}, {"view", name_of(panel.view)}, {"curves", Json::array()}};
        for (const int curve : panel.curves) json["curves"].push_back(nth(experiment.curves, curve).name);
        json["x"] = panel.over.empty() ? panel.view == View::occupancy ? "block side" : "size" : panel.over;
        panels.push_back(std::move(json));
    }
    return panels;
}

bool can_run(const ExperimentCurve& curve, const std::vector<std::string>& on) {
    return curve.occupancy.has_value() || contains(on, curve.on);
}

/// A vertical line would end a column of the table.
std::string cell(std::string text) {
    for (size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    return text;
}

}  // namespace

ExperimentReport report_of(const Experiment& experiment, const MachineInfo& machine, const Report* here,
                           const Recording* recording) {
    ExperimentReport report{experiment, machine, series_of(experiment, here, recording), {}};
    for (const Claim& claim : experiment.claims)
        report.claims.push_back(judge(claim, experiment, report.series));
    return report;
}

std::string to_table(const ExperimentReport& report) {
    const Experiment& experiment = report.experiment;
    std::string text = experiment.heading + "\n";
    if (!experiment.detail.empty()) text += experiment.detail + "\n";
    text += name_of(report.machine) + "\n\n";
    if (!experiment.curves.empty())
        for (const ExperimentPanel& panel : experiment.panels) add_panel(text, report, panel);
    add_published(text, experiment);
    add_claims(text, report);
    for (const std::string& note : experiment.notes) text += note + "\n";
    return text;
}

std::string to_csv(const ExperimentReport& report) {
    std::string text = "curve,source,width,height,x,seconds,mean_seconds\n";
    for (const ExperimentSeries& series : report.series)
        for (const ExperimentPoint& point : series.points)
            text += fmt::format("{},{},{},{},{},{},{}\n",
                                csv_field(nth(report.experiment.curves, series.curve).name),
                                csv_field(series.where), point.extent.width, point.extent.height, point.x,
                                point.seconds, point.mean);
    return text;
}

std::string to_json(const ExperimentReport& report) {
    const Experiment& experiment = report.experiment;
    Json json = {{"preset", experiment.name},   {"title", experiment.title}, {"heading", experiment.heading},
                 {"detail", experiment.detail}, {"paper", experiment.paper}, {"figure", experiment.figure}};
    json["machine"] = name_of(report.machine);
    json["panels"] = panels_json(experiment);
    json["curves"] = curves_json(report);
    json["published"] = published_json(experiment);
    json["claims"] = Json::array();
    for (size_t i = 0; i < report.claims.size(); ++i)
        json["claims"].push_back(claim_json(experiment.claims[i], report.claims[i]));
    json["notes"] = experiment.notes;
    return json.dump(2) + "\n";
}

std::string list_of(std::span<const Experiment> experiments, const std::vector<std::string>& on,
                    const Recording& recording) {
    std::vector<std::vector<std::string>> rows = {
        {"preset", "paper", "what", "curves", "run here", "recorded", "claims"}};
    for (const Experiment& experiment : experiments) {
        const auto series = series_of(experiment, nullptr, &recording);
        const auto recorded = [&](const ExperimentCurve& curve) {
            return any_of(series, [&](const ExperimentSeries& one) {
                return &nth(experiment.curves, one.curve) == &curve && one.source == SeriesSource::recorded;
            });
        };
        rows.push_back(
            {experiment.name, experiment.paper + (experiment.figure.empty() ? "" : ", " + experiment.figure),
             experiment.title, std::to_string(experiment.curves.size()),
             std::to_string(count_if(experiment.curves, [&](const auto& one) { return can_run(one, on); })),
             std::to_string(count_if(experiment.curves, recorded)),
             std::to_string(experiment.claims.size())});
    }
    return in_columns(rows);
}

std::string papers_document(std::span<const Experiment> experiments, const Recording& recording) {
    std::string text = fmt::format(
        "# What the papers claim, and what became of it\n\n"
        "Every preset of the four papers, with each claim, the paper's number, ours and the verdict. Ours "
        "come from the\nrecording that is part of the program: {}, recorded {}.\n"
        "Times are medians, and two times are divided only where one machine took both. `upsweep bench "
        "--papers -o docs/papers.md`\nwrites this page again; `upsweep bench --preset NAME` shows one "
        "preset with all its points.\n",
        machine_of(recording), origin_of(recording));
    int holds = 0, fails = 0, unknown = 0;
    std::string_view paper;
    for (const Experiment& experiment : experiments) {
        if (experiment.claims.empty()) continue;
        if (experiment.paper != paper)
            text += fmt::format(
                "\n## {}\n\n| preset | claim | where | paper | here | verdict |\n"
                "|---|---|---|---|---|---|\n",
                paper = experiment.paper);
        for (const Claim& claim : experiment.claims) {
            const ClaimResult result = judge(claim, experiment, series_of(experiment, nullptr, &recording));
            holds += result.verdict == Verdict::holds;
            fails += result.verdict == Verdict::fails;
            unknown += result.verdict == Verdict::unknown;
            std::string verdict(name_of(result.verdict));
            if (result.verdict == Verdict::unknown) verdict += ": " + result.sentence;
            if (!claim.note.empty()) verdict += ". " + claim.note;
            text +=
                fmt::format("| {} | {} | {} | {} | {} | {} |\n", experiment.name, cell(claim.sentence),
                            cell(claim.source), cell(with_numbers(paper_text(claim), numbers_text(claim))),
                            cell(here_text(claim, result)), cell(verdict));
        }
    }
    text += fmt::format("\n{} hold here, {} do not, and {} cannot be told.\n", counted(holds, "claim"), fails,
                        unknown);
    return text;
}

}  // namespace upsweep::bench
