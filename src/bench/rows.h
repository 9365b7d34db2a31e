// What a race is about and what comes of it, as data.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "backends/backend.h"
#include "bench/sampler.h"
#include "pipelines/algorithm.h"

namespace upsweep::bench {

/// One line of the plot.
struct Competitor {
    const Algorithm* algorithm = nullptr;  ///< null: a copy of the same bytes, the limit
    /// Those that are not the defaults. Of a copy `bins`: so many elements are written for each that is read.
    std::vector<OptionValue> options = {};
    std::string on = "cpu";       ///< name of its backend
    bool with_transfers = false;  ///< the way to the device and back counts
    bool cold = false;            ///< every run begins with cold caches
    /// Of a cascade: the picture is a frame of the clip of this slug, "class" or "crowd"; empty: the class's
    /// picture.
    std::string film = {};
    int64_t frame = 0;
    bool edited = false;  ///< of a text that the user changed: timed by EditedRace, never by Race
};

/// The copy that moves as many bytes as the input and the output of the algorithm have: of a tensor a table
/// for each bin. `parameters` as with_defaults leaves them.
Competitor copy_beside(const Algorithm& algorithm, const Parameters& parameters, std::string on);

/// Without those that an entry of the catalog has at their defaults; by name.
std::vector<OptionValue> chosen_options(std::string_view slug, std::vector<OptionValue> options);
/// "haar_cascade:cascade=1,streams=2", or the slug alone: who ran, and with which options, in recordings and
/// lessons. The options are chosen ones.
std::string line_text(std::string_view slug, const std::vector<OptionValue>& options);

/// What `film` may be: recordings hold its place here; 0: no film.
inline constexpr std::array<std::string_view, 3> film_names = {"", "class", "crowd"};
/// What it runs on: random_input, or its frame.
Array input_of(const Competitor& competitor, const Parameters& parameters, uint64_t seed);

/// "scan_blelloch", or "copy".
std::string slug_of(const Competitor& competitor);
/// Those of its line, and of a film "frame" and "film" (its place in film_names); none of an edited text,
/// which is what it is whatever its options are.
std::vector<OptionValue> options_of(const Competitor& competitor);
/// "haar_cascade:cascade=1 gpu+transfers": no two lines of a race have the same.
std::string key_of(const Competitor& competitor);
/// "cpu", "gpu", "gpu+transfers", "cpu+cold", "gpu+edited".
std::string place_of(const Competitor& competitor);
/// "Work-efficient scan", "Copy on the CPU", with options, transfers and "edited" behind it.
std::string label_of(const Competitor& competitor);

struct RaceSettings {
    std::vector<Competitor> competitors;
    std::vector<Extent> extents;
    ElementTypes types;
    StopRule stop = {};
    uint64_t seed = 1;
};

/// With the smallest size first.
RaceSettings sorted_by_size(RaceSettings settings);

/// The time of one competitor at one size. It exists only if the result was right.
struct Row {
    int competitor = 0;
    Extent extent;
    ElementTypes types;
    Summary time;
    double first_call_seconds = 0;  ///< loading and first use; not part of `time`
    int64_t traffic_bytes = 0;
    std::optional<backends::FrameParts> parts = {};   ///< of frames with transfers
    std::vector<backends::LaunchTime> launches = {};  ///< of several kernels: each by itself
    backends::Company company = {};
    bool steady = true;  ///< the machine had warmed up before the first timed run
    Stopped stopped = Stopped::median_known;
    bool settled = false;  ///< all runs are in and the last result was checked as well
    /// Of a settled row every timed run, the shortest first; null where they were not kept.
    std::shared_ptr<const std::vector<double>> samples = {};

    /// Bytes that had to be moved, by the median. 1 GB = 10^9 bytes.
    double gb_per_s() const { return time.median > 0 ? double(traffic_bytes) / time.median * 1e-9 : 0; }
};

/// Why a cell has no time.
struct Refusal {
    int competitor = 0;
    Extent extent;
    std::string sentence;
    bool wrong = false;  ///< it ran, and its result was not the reference's
};

using Update = std::variant<Row, Refusal>;

/// "8192 × 8192".
std::string extent_text(Extent extent);
/// "f32" where input and output are the same, else "u8→u32".
std::string types_text(ElementTypes types);
/// "16384 × 16384 f64 needs 4.0 GiB; 2.1 GiB are free."
std::string too_big_text(Extent extent, ElementTypes types, int64_t needed, int64_t free);

}  // namespace upsweep::bench
