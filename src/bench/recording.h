// Measurements that were made on another machine, read back from the JSON that `upsweep bench` writes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/export.h"
#include "bench/machine.h"
#include "core/element_type.h"
#include "core/extent.h"
#include "pipelines/algorithm.h"

namespace upsweep::bench {

/// One launch of a run, by itself.
struct RecordedLaunch {
    std::string name;
    double seconds = 0;
};

/// One median, of a checked run.
struct RecordedTime {
    std::string what;                  ///< "Integral image, one pass"; in a race's export empty
    std::string algorithm;             ///< slug, or "copy"; may be one that this catalog does not have
    std::vector<OptionValue> options;  ///< those that are not the defaults, by name
    std::string on;                    ///< "cpu", "gpu", "gpu+transfers"
    ElementTypes types;
    Extent extent;
    double seconds = 0;        ///< 0: there is no time, and `refusal` says why
    double mean = 0;           ///< 0: it was not kept
    double low = 0, high = 0;  ///< 5th and 95th percentile; the median where they were not kept
    /// The median lies between them with 95 % confidence; where that was not kept, low and high.
    double median_least = 0, median_most = 0;
    int64_t bytes = 0;              ///< read and written at least; 0: not noted
    double first_call_seconds = 0;  ///< 0: not noted
    /// Of a frame with its transfers, by itself; 0: not noted.
    double upload_seconds = 0, kernel_seconds = 0, download_seconds = 0;
    std::vector<RecordedLaunch> launches;  ///< in the plan's order; empty: not noted, or one alone
    double copy_seconds = 0;               ///< of a copy of the same bytes; 0: not noted
    double peer_seconds = 0;               ///< of another program's kernel; 0: none
    std::string
        against;  ///< what a target bounds: "copy", "milliseconds", or a peer's name; empty: no target
    double most = 0, value = -1;  ///< the bound, and what was reached (-1: not known)
    bool met = false;
    std::string refusal;
};

/// What ran when a time was recorded, with every option of the algorithm.
struct RecordedRun {
    const Algorithm* algorithm = nullptr;
    Parameters parameters;
};
/// None of a copy, and of what this catalog does not have or does not run so: a recording may be of another
/// version.
std::optional<RecordedRun> run_of(const RecordedTime& time);

/// "haar_cascade:cascade=1": line_text of it.
std::string line_of(const RecordedTime& time);
/// Whichever way they are written: options in any order, and with or without those at their defaults.
bool same_cell(const RecordedTime& a, const RecordedTime& b);
/// "copy", "copy:bins=32": the line of the copy of as many bytes.
std::string copy_line_of(const RecordedTime& time);

struct Recording {
    std::string name;  ///< that a user gave it; empty: none
    MachineInfo machine;
    std::string date, commit;  ///< empty: not noted
    std::string gpu_driver;    ///< "580.159.04"; empty: not noted
    std::vector<RecordedTime> times;
    /// What is measured once, and not over sizes: latencies of the GPU, "shared_latency" and its like, as
    /// `upsweep bench --microbenchmarks` has them, and the kernels of `upsweep occupancy --table-1`,
    /// "kernel add_block_sums".
    struct Once {
        double seconds = 0;
        int64_t bytes = 0;  ///< 0: of a latency
    };
    std::map<std::string, Once> microbenchmarks;
};

/// Reads what `bench --preset targets --format json` and `bench --format json` (also the window's export)
/// write; a file may hold the "targets" of the one and the "rows" of the other. Throws Error with one
/// sentence beginning with `name` for anything else.
Recording parse_recording(std::string_view text, const std::string& name);

/// What a file holds, as far as it is no longer than a recording. Throws Error if it cannot be read.
std::string recording_text(const std::string& path);

/// The whole file. Throws Error as parse_recording, or if it cannot be read.
Recording read_recording(const std::string& path);

/// The recordings that come with the program, in it; each is valid.
struct ShippedRecording {
    std::string_view name;  ///< "performance-h200.json"
    std::string_view text;
};
std::vector<ShippedRecording> shipped_recordings();

/// "NVIDIA H200, driver 580.159.04": what the times were measured on.
std::string machine_of(const Recording& recording);
/// Its name, else its machine.
std::string title_of(const Recording& recording);
/// The recording `text`, read from `file`, called `name` from now on; empty: after its machine. Throws Error
/// for what is no recording.
std::string with_name(const std::string& text, const std::string& file, const std::string& name);
/// "2026-11-21, commit “…”", or "date not noted".
std::string origin_of(const Recording& recording);

/// The recording `text`, called `name`, with the report's settled rows: each takes the place of the row with
/// its algorithm, options, place, type and size, or is behind the others, and carries its own day where
/// that is not the recording's. Everything else stays as it is written. Throws Error for what is no
/// recording, and UsageError where the report is of another GPU, or its rows are of another CUDA version or
/// CPU.
std::string add_to_recording(const std::string& text, const std::string& name, const Report& report);

}  // namespace upsweep::bench
