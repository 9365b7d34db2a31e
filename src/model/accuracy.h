// How far the model is off: predicted and measured times of every scan and integral image of the recordings.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/why.h"

namespace upsweep::model {

struct AccuracyRow {
    std::string gpu;
    std::string slug;
    Extent extent;
    ElementTypes types;
    double predicted = 0, measured = 0;
    double plain = 0;         ///< "bytes / copy + launches": what the model has to beat
    std::string reason = {};  ///< beyond a factor of 2: why

    double factor() const { return predicted > measured ? predicted / measured : measured / predicted; }
    double plain_factor() const { return plain > measured ? plain / measured : measured / plain; }
};

/// Whether the entry has rows: a scan or an integral image with kernels.
bool is_judged(const Algorithm& algorithm);

/// At 2²⁰ and 2²⁴ elements: a row of them where it was recorded, and a square, on the GPU of each recording
/// that comes with the program, one after the other. Runs every entry on the emulator, which takes minutes.
/// Only of those that are judged.
std::vector<AccuracyRow> accuracy(std::span<const Algorithm* const> entries);

struct AccuracySummary {
    int rows = 0, within_half = 0, within_double = 0, plain_within_half = 0, plain_within_double = 0;
    double mean = 0, plain_mean = 0;  ///< factors, the geometric mean
    /// Of the five that are fastest at a size, as many as the model has among its five fastest; all sizes.
    int fastest = 0, fastest_of = 0;
};
AccuracySummary summary_of(const std::vector<AccuracyRow>& rows);

/// A cause of a slow line, and the line of the recording that does the same without it.
struct CureRow {
    std::string gpu;
    std::string slow, cured;  ///< lines as bench::line_text writes them, or files
    CauseKind cause = CauseKind::launches;
    Extent extent;
    /// What curing it saves, in seconds; negative: the cause is not named; 0: of a program no cause is.
    double predicted = -1;
    double measured = 0;  ///< the slow line's time less the cured one's
};
/// Every pair that the catalog has of a kernel with a flaw and one without, at 1024² and 4096² or as many in
/// a row.
std::vector<CureRow> cures();
std::string cures_text(const std::vector<CureRow>& rows);

/// Programs at 2²⁰ elements, "slow/NAME.cu" and "cured/NAME.cu" in `folder`, and how long they took by a file
/// of lines "NAME MICROSECONDS MICROSECONDS-WITHOUT-THE-FLAW GPU". The cause is the first that is named.
std::vector<CureRow> cured_programs(const std::string& folder, std::span<const std::string> names,
                                    std::string_view measured);

/// A Markdown table a GPU, each with a summary in front, as docs/model.md has it.
std::string accuracy_text(const std::vector<AccuracyRow>& rows);

}  // namespace upsweep::model
