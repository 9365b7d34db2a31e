// Measured rows as a table, as CSV and as JSON.
#pragma once

#include <string>
#include <vector>

#include "bench/machine.h"
#include "bench/rows.h"

namespace upsweep::bench {

/// What was measured, where. Only settled rows are written.
struct Report {
    MachineInfo machine;
    RaceSettings settings;
    std::vector<Row> rows;
    std::vector<Refusal> refusals;
    bool fresh_first_calls = false;  ///< the rows' first calls are of processes of their own
};

/// Puts an update where it belongs: a row of a cell replaces the one before; a wrong result takes its row
/// away.
void add(Report& report, const Update& update);
/// All of a race's, behind those of the races before. A copy that the report has at this size is left out.
void add(Report& report, const RaceSettings& settings, std::vector<Update> updates);

/// What a reader of the rows has to know, a sentence each: medians that are less well known than was asked,
/// lines that had not settled, other programs that were in the way.
std::vector<std::string> remarks(const Report& report);

constexpr size_t most_launches_noted = 256;

std::string to_table(const Report& report);
/// One line of names, then a row a line; the last column is the machine. The algorithm is with its
/// options, as line_text writes them.
std::string to_csv(const Report& report);
/// {"machine":{…},"rows":[{"algorithm","on","type","width","height","median_ms","low_ms","high_ms","runs",
/// "gb_per_s","checked":true,"bytes","median_least_ms","median_most_ms","mean_ms","options":{…}}]}: bytes are
/// those that a run reads and writes at least, the median lies between least and most with 95 % confidence,
/// options are those that are not the defaults, left out where none exist. Besides, where there is something
/// to say: "first_call_ms"; "stopped_by" ("runs", "time limit") where the median is not known as well as
/// asked; "steady": false where the runs had not settled; "waited_percent" of the time in which another
/// program had the core; of 2 to 256 launches "launches" [{"name", "ms"}],
/// each by itself; of whole frames with their transfers "upload_ms", "kernel_ms", "download_ms" of a
/// frame by itself, "overlapped_ms" of them that neighbouring frames hide, "frames_per_s" and
/// "most_frames_per_s", which is 1 / the longest of the three. No two rows have the same algorithm, options,
/// place, type and size; NaN and infinity as strings.
std::string to_json(const Report& report);

/// A field of a CSV line: in quotes where it holds a comma or a quote.
std::string csv_field(const std::string& text);
/// Rows of words as columns: the first `words` of them aligned left, the others, numbers, right.
std::string in_columns(const std::vector<std::vector<std::string>>& rows, size_t words = 3);

/// "98.0 ms", "319 µs", "1.25 s": three digits, in the unit that suits.
std::string time_text(double seconds);

/// "0.031", "7.14", "98", "4180": GB/s without an exponent.
std::string rate_text(double gb_per_s);

}  // namespace upsweep::bench
