#include "commands/trace_report.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::commands {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t findings_shown = 12;
constexpr std::size_t steps_listed = 100;  ///< of one finding in the JSON

std::string line_of(const std::string& text, int line) {
    std::istringstream lines(text);
    std::string found;
    for (int i = 0; i < line && std::getline(lines, found); ++i) {
    }
    return found;
}

/// "k.cu:7:9: sentence", the line and a caret; the sentence alone where there is no text.
std::string with_line(const emulator::Trace& trace, const emulator::Finding& finding) {
    const emulator::SourceRange& where = finding.where;
    const std::string sentence = sentence_of(trace, finding);
    if (where.file < 0) return sentence;
    const emulator::SourceText& source = trace.sources[static_cast<std::size_t>(where.file)];
    emulator::Diagnostic diagnostic;
    diagnostic.file = source.name;
    diagnostic.line = where.line;
    diagnostic.column = where.column;
    diagnostic.line_text = line_of(source.text, where.line);
    const int line_end = static_cast<int>(diagnostic.line_text.size()) + 1;
    diagnostic.end_column = where.end_line == where.line ? where.end_column : line_end;
    diagnostic.message = sentence;
    return to_string(diagnostic);
}

std::vector<const emulator::Finding*> faults_first(const emulator::Trace& trace) {
    std::vector<const emulator::Finding*> ordered;
    for (const emulator::Finding& finding : trace.findings) ordered.push_back(&finding);
    std::stable_sort(ordered.begin(), ordered.end(), [](const auto* a, const auto* b) {
        return static_cast<int>(a->severity) > static_cast<int>(b->severity);
    });
    return ordered;
}

/// Steps as the window counts them, from 1; the first ones where there are many.
ordered_json steps_json(const emulator::Finding& finding) {
    ordered_json steps = ordered_json::array();
    for (std::size_t i = 0; i < std::min(finding.steps.size(), steps_listed); ++i)
        steps.push_back(finding.steps[i] + 1);
    return steps;
}

ordered_json finding_json(const emulator::Trace& trace, const emulator::Finding& finding) {
    const emulator::SourceRange& where = finding.where;
    const auto file = static_cast<std::size_t>(where.file);
    const auto launch = static_cast<std::size_t>(finding.launch);
    const auto array = static_cast<std::size_t>(finding.array);
    const emulator::FindingWords words = words_of(trace, finding);
    return {{"kind", emulator::name_of(finding.kind)},
            {"severity", name_of(finding.severity)},
            {"message", words.sentence},
            {"cause", words.cause},
            {"cure", words.cure},
            {"file", where.file < 0 ? "" : trace.sources[file].name},
            {"line", where.line},
            {"column", where.column},
            {"end_line", where.end_line},
            {"end_column", where.end_column},
            {"launch", launch < trace.launches.size() ? trace.launches[launch].name : ""},
            {"block", finding.block},
            {"warp", finding.warp},
            {"lanes", finding.lanes},
            {"array", finding.array < 0 ? ordered_json() : ordered_json(trace.arrays[array].name)},
            {"elements", finding.elements},
            {"bytes", finding.bytes},
            {"degree", degree_of(finding)},
            {"times", finding.times},
            {"steps", steps_json(finding)}};
}

std::string times_text(const emulator::Finding& finding) {
    return finding.times > 1 ? fmt::format(", {} times", finding.times) : "";
}

}  // namespace

ordered_json counts_json(const emulator::Counts& counts) {
    ordered_json out;
    for (const emulator::CountName& name : emulator::count_names()) {
        if (name.whole.empty())
            out[name.key] = name.of(counts);
        else if (ordered_json& whole = out[name.whole]; whole.is_object())
            whole[name.part] = name.of(counts);
        else
            whole = {{name.part, name.of(counts)}};
    }
    return out;
}

ordered_json findings_json(const emulator::Trace& trace) {
    ordered_json findings = ordered_json::array();
    for (const emulator::Finding& finding : trace.findings) findings.push_back(finding_json(trace, finding));
    return findings;
}

void print_findings(const emulator::Trace& trace) {
    const std::vector<const emulator::Finding*> ordered = faults_first(trace);
    fmt::print("\nFindings{}\n", ordered.empty() ? ": none" : "");
    for (std::size_t i = 0; i < std::min(ordered.size(), findings_shown); ++i) {
        const emulator::Finding& finding = *ordered[i];
        fmt::print("  {}, {}", title_of(finding.kind), name_of(finding.severity));
        if (finding.where.file >= 0)
            fmt::print(" ({}:{})", trace.sources[static_cast<std::size_t>(finding.where.file)].name,
                       finding.where.line);
        const emulator::FindingWords words = words_of(trace, finding);
        fmt::print("{}: {}\n    Cure: {}\n", times_text(finding), words.sentence, words.cure);
    }
    if (ordered.size() > findings_shown)
        fmt::print("  and {} more; --json lists them all\n", ordered.size() - findings_shown);
}

void print_findings_with_lines(const emulator::Trace& trace) {
    const std::vector<const emulator::Finding*> ordered = faults_first(trace);
    fmt::print("\nFindings{}\n", ordered.empty() ? ": none" : "");
    for (std::size_t i = 0; i < std::min(ordered.size(), findings_shown); ++i)
        fmt::print("{}, {}{}\n{}\nCure: {}\n\n", title_of(ordered[i]->kind), name_of(ordered[i]->severity),
                   times_text(*ordered[i]), with_line(trace, *ordered[i]), words_of(trace, *ordered[i]).cure);
    if (ordered.size() > findings_shown)
        fmt::print("and {} more; --json lists them all\n", ordered.size() - findings_shown);
}

void require_complete(const emulator::Trace& trace) {
    if (!trace.complete) throw Error("The run was stopped before its end; the findings say why.");
}

void be_strict(const emulator::Trace& trace) {
    const auto count = std::count_if(trace.findings.begin(), trace.findings.end(), [](const auto& finding) {
        return finding.severity != emulator::Severity::note;
    });
    if (count > 0)
        throw Error(fmt::format("{} finding{} in a strict run; they are listed in the output.", count,
                                count == 1 ? "" : "s"));
}

}  // namespace upsweep::commands
