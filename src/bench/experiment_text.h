// What came of experiments, as tables for people, as CSV and JSON for programs, and as the document of all
// papers' claims.
#pragma once

#include <span>
#include <string>

#include "bench/experiment_results.h"

namespace upsweep::bench {

/// Everything that is written of one experiment.
struct ExperimentReport {
    Experiment experiment;
    MachineInfo machine;
    std::vector<ExperimentSeries> series;  ///< as series_of gives them
    std::vector<ClaimResult> claims;       ///< in the experiment's order
};

/// `here` and `recording` may be null.
ExperimentReport report_of(const Experiment& experiment, const MachineInfo& machine, const Report* here,
                           const Recording* recording);

/// The curves panel by panel with their sources, what is printed, and of each claim both numbers and the
/// verdict.
std::string to_table(const ExperimentReport& report);
/// A point a line: curve, source, width, height, the option along x, seconds, mean.
std::string to_csv(const ExperimentReport& report);
/// {"preset","title","heading","detail","paper","figure","machine","panels":[{"title","view","curves":[…],
/// "x"}],"curves":[{"name","algorithm","on","type",
/// "source","points":[{"width","height","x"?,"seconds","mean_seconds"?,"low_seconds","high_seconds",
/// "bytes"?}]}],"published":[{"name","machine","source","statistic","unit","beside"?,"points":[{"width",
/// "height","x"?,"value","seconds"?}]}],"claims":[{"sentence","where","paper","here","verdict","because",
/// "paper_text","source"?,"note"?,"paper_numbers":[{"value","unit","who"}],"here_numbers":[…]}],"notes":[…]}.
/// A curve has an entry for each source; one without points has the reason as its source. `paper` is the
/// paper's number, or its words; `here` is null where it cannot be told.
std::string to_json(const ExperimentReport& report);

/// The presets with their titles, and of how many curves there are times here or in the recording. `on`:
/// backends of this machine.
std::string list_of(std::span<const Experiment> experiments, const std::vector<std::string>& on,
                    const Recording& recording);

/// docs/papers.md: a table of every preset's claims, judged by the recording alone.
std::string papers_document(std::span<const Experiment> experiments, const Recording& recording);

}  // namespace upsweep::bench
