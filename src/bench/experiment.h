// An experiment of the Race as data: its curves, the sizes, what is drawn of them, what a paper printed
// beside, and how each of its claims is judged. It comes from a file (docs/experiment-file.md), and window,
// command line and lessons read the same one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rows.h"

namespace upsweep::bench {

enum class Statistic : uint8_t { median, mean };

/// In which a number of a paper, or of a claim, is written.
enum class Unit : uint8_t {
    seconds,
    milliseconds,
    microseconds,
    frames,   ///< a second
    gb,       ///< 10⁹ bytes a second
    times,    ///< as fast, or as long
    percent,  ///< of a multiprocessor's warps
    side,     ///< pixels, of a square
};
/// "ms", "frames/s", "GB/s", "×".
std::string_view name_of(Unit unit);
/// "8.38 ms", "185 frames/s", "21 ×", "256 × 256": three digits.
std::string quantity_text(double value, Unit unit);

/// How a panel draws its curves.
enum class View : uint8_t {
    time,        ///< over the size or an option
    throughput,  ///< GB/s of the bytes that have to be moved, with a copy as the ceiling
    speedup,     ///< times as fast as the panel's base, of the same machine
    frames,      ///< a second
    bars,        ///< of the last size, or of each
    spread,      ///< the 5th to the 95th percentile
    heat_map,    ///< of the first curve: time over width × height
    occupancy,   ///< over the side of a square block, or a table where the curves' blocks are fixed
    strip,       ///< launches and copies over time, stream by stream
};
std::string_view name_of(View view);

/// What a curve with transfers is of. A recording that does not know a frame's parts is of frames that did
/// not overlap.
enum class FrameKind : uint8_t {
    overlapping,  ///< whole frames one after another: the copies of one beside the kernels of others
    alone,        ///< its upload, its kernels and its download, one after the other
};

/// What a curve's times are made of, where they are not measured as they are.
enum class Combination : uint8_t {
    none,
    sum,         ///< of all parts
    difference,  ///< the first part without the others
    longest,     ///< of the parts: what double buffering leaves
};

/// A curve of occupancy: arithmetic, not measured. Its x is the side of a square block of threads, or it is a
/// single block of `threads`.
struct OccupancyCurve {
    std::string capability;    ///< "2.0"; see find_capability
    int64_t registers = 0;     ///< a thread
    int64_t shared_bytes = 0;  ///< a block, besides the tile
    int64_t border = -1;       ///< of the tile of (side + border)² words a block; -1: it has none
    int64_t threads = 0;       ///< a block; 0: side²
};

struct ExperimentCurve {
    std::string name;                      ///< "Best form: single-pass scan"; no two curves have the same
    const Algorithm* algorithm = nullptr;  ///< null: a copy, or see `parts` and `occupancy`
    std::vector<OptionValue> options = {};
    ElementTypes types = {};
    std::string on = "cpu";  ///< "cpu" or "gpu"; "gpu+pycuda" and "gpu+numba" are recorded only
    std::string film = {};   ///< Competitor::film; then "frame" may be along x
    bool with_transfers = false;
    FrameKind frames = FrameKind::overlapping;  ///< of a curve with transfers
    double share = 1;  ///< a point is so many of the run's times: 4, or 0.125 of a run of eight frames
    Combination combination = Combination::none;
    std::vector<int> parts = {};  ///< positions of earlier curves
    std::optional<OccupancyCurve> occupancy = {};
    /// Instead of a run: one of Recording::microbenchmarks, whose one point is at 1 × 1.
    std::string microbenchmark = {};

    bool measured() const { return parts.empty() && !occupancy && microbenchmark.empty(); }
    bool gpu() const { return on != "cpu"; }
};

/// A number that a paper prints, at a size.
struct PublishedPoint {
    Extent extent;       ///< 0 × 0: the paper does not say
    int64_t x = 0;       ///< of the panel's option; 0: the size is along x
    double value = 0;    ///< as printed, in the line's unit
    double seconds = 0;  ///< the same as a time; 0: of ×, GB/s and %
};

/// Numbers of one column of a paper's table or of its text: drawn dashed and hollow, with a letter.
struct PublishedLine {
    std::string paper;      ///< "Bugetti 2025"
    std::string machine;    ///< "RTX 3060 Ti"
    std::string what;       ///< "naive"; empty for the paper's own best form
    std::string source;     ///< "Table 3, SECTION_SIZE 256, BLOCK_ROWS 8"
    std::string statistic;  ///< "mean of 1000 runs"; empty: the paper does not say
    Unit unit = Unit::milliseconds;
    int beside = -1;          ///< the curve of the same algorithm; -1: none
    std::string on = "gpu";   ///< or "cpu", or what else there is ("Cell")
    bool in_race = false;     ///< is also drawn in the race of its kind of algorithms
    std::string slug = {};    ///< of the algorithm of `beside`; empty: none
    ElementTypes types = {};  ///< of `beside`
    std::vector<PublishedPoint> points;

    /// "RTX 3060 Ti, naive".
    std::string label() const;
};

/// One plot of the experiment.
struct ExperimentPanel {
    std::string title;  ///< "Over bins, at 512 × 512"; empty: the experiment has this one alone
    View view = View::time;
    std::vector<int> curves;     ///< positions, in the order of their looks
    std::vector<int> published;  ///< positions of the lines that are drawn here
    std::string over = {};       ///< the option along x; empty: the size (of an occupancy: the block's side)
    std::vector<int64_t> values = {};        ///< of that option, or sides of a block
    std::vector<Extent> extents = {};        ///< the smallest first; where an option is along x: one
    int base = -1;                           ///< of View::speedup; -1: the first curve on the CPU
    std::string x_title = {}, y_title = {};  ///< empty: as the view has them
};

/// What a claim is about.
enum class Judge : uint8_t {
    nothing,  ///< it cannot be measured here: see Claim::needs
    ratio,    ///< how many times as long the first curve takes as the second
    best,    ///< the same of the quickest of the others and the first curve: ≥ 1, the first is the quickest
    time,    ///< of the first curve
    frames,  ///< a second, of the first curve
    rate,    ///< GB/s, of the first curve
    crossing,   ///< the side from which the second curve stays quicker than the first
    flat,       ///< the longest time of the first curve over its shortest
    occupancy,  ///< per cent, of the first curve
    best_side,  ///< the side of the block of the highest occupancy, of the first curve
};
/// The unit in which its number is written.
Unit unit_of(Judge judge);

enum class Bound : uint8_t { at_least, at_most, about };
enum class Where : uint8_t {
    at,
    every,
    mean,
    every_x,  ///< of an option along x: the worst of its values
    mean_x,
};

/// A number that the paper puts into its claim, and of what.
struct PaperNumber {
    double value = 0;
    std::string who;  ///< "i5-12400F"
};

struct Claim {
    std::string sentence;              ///< "The GPU is 21 times as fast as the CPU."
    std::string source;                ///< "Table 4, at 8192², the best of its four settings"
    std::vector<PaperNumber> numbers;  ///< none, one, or two whose ratio `paper` is
    Unit numbers_unit = Unit::milliseconds;
    std::optional<double> paper = {};  ///< in the unit of `judge`
    std::string paper_text = {};       ///< instead of the number: "49 or 94 frames/s"

    Judge judge = Judge::nothing;
    std::vector<int> curves = {};  ///< first, second, others
    Where where = Where::at;
    Extent at = {0, 0};    ///< of Where::at
    Extent than = {0, 0};  ///< of the second curve, where that is at another size; else 0 × 0
    int64_t x = 0;         ///< of an option along x; 0: the points over sizes. Of best_side: the least side
    Extent from = {0, 0}, to = {0, 0};  ///< of the others: sizes from this to that; 0 × 0: no end
    Bound bound = Bound::at_least;
    double limit = 0;   ///< in the unit of `judge`
    double factor = 1;  ///< of Bound::about: so many times more or less still count
    std::string needs;  ///< "four GPUs": why it cannot be judged on this program's machines
    std::string note;   ///< what else there is to say: "false in the paper's own table"
};

struct Experiment {
    std::string name;     ///< of its file, without the ending: "bugetti-6"
    std::string title;    ///< in lists: "times in C++"
    std::string heading;  ///< "Bugetti 2025, Figure 6: the integral image from 1024² to 8192²"
    std::string detail;   ///< what is compared, in a sentence or two
    std::string paper;    ///< "Bugetti 2025"; empty: of no paper
    std::string figure;   ///< "Figure 6"
    Statistic statistic = Statistic::median;  ///< the paper's own, which is beside ours
    std::vector<ExperimentCurve> curves;
    std::vector<ExperimentPanel> panels;  ///< at least one
    std::vector<PublishedLine> published;
    std::vector<Claim> claims;
    std::vector<std::string> notes;

    /// -1: none has this name.
    int find_curve(std::string_view name) const;
};

/// Reads a file's text; `file` is what messages call it, and without its ending the experiment's name. Throws
/// Error with file, line, what is wrong and what to write.
Experiment parse_experiment(const std::string& file, std::string_view text);
/// Throws Error.
Experiment read_experiment(const std::string& path);
/// By its ending: a file that read_experiment tries to read, "mine.race.toml".
bool is_experiment_name(const std::string& path);

/// Those that come with the program, paper by paper in the order of the papers' figures and tables.
const std::vector<Experiment>& shipped_experiments();
/// Null if none has this name.
const Experiment* find_experiment(std::string_view name);

/// The lines that any race of their algorithms shows, those of `in_race`: in the papers' order.
const std::vector<PublishedLine>& published_lines();

/// The papers whose algorithms the catalog has, by the words that an entry's source begins with.
std::span<const std::string_view> papers();
/// The paper that an entry's source begins with; empty if it is another source.
std::string_view paper_of(std::string_view source);

}  // namespace upsweep::bench
