#include "commands/trace_report.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "report/report.h"

namespace upsweep::commands {

namespace {

constexpr std::size_t findings_shown = 12;

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

std::string times_text(const emulator::Finding& finding) {
    return finding.times > 1 ? fmt::format(", {} times", finding.times) : "";
}

}  // namespace

void print_findings(const emulator::Trace& trace) {
    const std::vector<const emulator::Finding*> ordered = report::faults_first(trace);
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
    const std::vector<const emulator::Finding*> ordered = report::faults_first(trace);
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
