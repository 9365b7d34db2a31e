// A catalog entry: everything the program knows about one algorithm, as data. Nothing else names an
// algorithm.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/array.h"
#include "core/plan.h"

namespace upsweep {

/// A number the user may set. Choices with names ("off", "on") are 0, 1, … in the order of value_names.
struct Option {
    std::string_view name;   ///< "padding"
    std::string_view title;  ///< "bank-conflict-free indices"
    int64_t lowest = 0;
    int64_t highest = 1;
    bool cures_bank_conflicts = false;  ///< a switch; stepping begins without it, see with_step_defaults
    int64_t initial = 0;                ///< may be 0 for "chosen from the size", see `automatic`
    bool power_of_two = false;          ///< only powers of two in the range
    bool automatic = false;             ///< 0 is allowed and means: chosen from the size
    std::vector<std::string_view> value_names = {};
    /// Why every value but the initial one is for the emulator only: it gives a kernel as printed, or leaves
    /// out what keeps it right. Empty: all values are sound.
    std::string_view slip = {};
    /// Of a switch with a slip: what it leaves out, for "Leave out: …" ("fence before the flag").
    std::string_view leaves_out = {};
};

/// Off or on.
Option switch_option(std::string_view name, std::string_view title, bool on = false);
/// One of several values with names.
Option choice_option(std::string_view name, std::string_view title, std::vector<std::string_view> value_names,
                     int64_t initial = 0);
Option number_option(std::string_view name, std::string_view title, int64_t lowest, int64_t highest,
                     int64_t initial);
/// A number that is chosen from the size where it is not given.
Option automatic_option(std::string_view name, std::string_view title, int64_t lowest, int64_t highest);
/// Likewise a power of two.
Option power_option(std::string_view name, std::string_view title, int64_t lowest, int64_t highest);
/// The same under another title.
Option titled(Option option, std::string_view title);

enum class Shape : uint8_t {
    rows,    ///< works on each row by itself; n = the row's width
    matrix,  ///< works on width x height
};

/// What the result means.
enum class Convention : uint8_t { none, inclusive, exclusive, padded };
std::string_view name_of(Convention convention);

/// What a run gives.
enum class ResultKind : uint8_t {
    none,        ///< not declared: no entry of the catalog
    scan,        ///< every row's prefix sums; of an entry for matrices every column's
    transpose,   ///< the input turned, plane by plane
    table,       ///< an integral image
    tensor,      ///< an integral histogram: a table for each bin, one below the other
    histogram,   ///< one count a bin
    filter,      ///< a picture of the input's extent, each pixel of the window around it
    statistics,  ///< the windows' means, and below them their variances
    likelihood,  ///< one number for each place of a window in the picture
    compaction,  ///< every row's elements that are kept, then zeros
    sorted,      ///< every row sorted by some of its bits
    pyramid,     ///< the picture ever smaller, level after level in one row
    survival,    ///< for each place of a window the stages that it survived, level after level in one row
    drawing,     ///< the picture with something drawn over it
};

/// How the result lies.
enum class Layout : uint8_t {
    upright,     ///< as the input does
    transposed,  ///< turned, plane by plane where there are several
};

struct OptionValue {
    std::string name;
    int64_t value = 0;
};

/// One concrete instance of an algorithm.
struct Parameters {
    Extent extent{8, 1};
    ElementTypes types;
    MachineShape machine;
    std::vector<OptionValue> options;  ///< every option of the algorithm, in its order (see with_defaults)

    int64_t option(std::string_view name) const;
    /// Of a switch.
    bool is_on(std::string_view name) const { return option(name) != 0; }
    /// Null where the parameters do not say.
    const OptionValue* find_option(std::string_view name) const;
    int64_t option_or(std::string_view name, int64_t otherwise) const;
    /// Changes the option where the algorithm has it; elsewhere nothing.
    void set_option(std::string_view name, int64_t value);
};

/// A count that the emulator's must meet, with the formula as people write it.
struct Expectation {
    std::string_view count;  ///< "additions", "copies", "barriers", "rounds", "shared_wavefronts", …
    std::string formula;     ///< "2(n − 1)"
    int64_t value = 0;       ///< for these parameters
};

/// What came of checking a result against the reference.
struct CheckResult {
    bool right = true;
    int64_t element = -1;  ///< first difference
    std::string expected, got;
    std::string message;              ///< "Element 17 should be 12 and is 9." or empty
    std::vector<int64_t> wrong = {};  ///< elements that differ, ascending; not more than the first 1024
};

/// How far one step of the user goes, from near to far; each has its distance of the stage: lanes, block,
/// blocks, plan.
enum class StepSize : uint8_t { statement, barrier, phase, launch };

/// What Step opens an entry with: the smallest scene in which its idea shows, so several blocks and someone
/// who waits where there are any. The toy GPU's other numbers are as they always are.
struct Opening {
    Extent extent{16, 1};
    std::vector<OptionValue> options = {};  ///< the others are at their defaults for stepping
    int lanes = 4, banks = 8, multiprocessors = 1, resident_blocks = 1;
    std::string_view schedule = {};  ///< as the option --schedule reads it; empty: the usual one
    std::string_view launch = {};    ///< it is where the launch of this name begins
    int64_t at = 0;                  ///< steps done, where that shows more than the beginning does
    StepSize step = StepSize::barrier;
};

/// Another entry that is worth seeing beside this one, and what the pair is called.
struct ComparedWith {
    std::string_view slug = {}, title = {};
};

// How the results of most entries lie, by the option "upright" where there is one, and what they mean.
Layout layout_of(const Parameters& parameters);
Convention no_convention(const Parameters& parameters);

/// Entries of a kind leave most of it to src/pipelines/parts/kinds.h.
struct Algorithm {
    std::string_view slug;
    std::string_view title;
    std::string_view chapter = {};  ///< group in the rail: "Prefix sums"
    std::string_view source;        ///< "Bilgic et al. 2010, section IV.A"
    std::string_view teaches;
    Shape shape = Shape::matrix;
    bool cpu_loop = false;  ///< one plain loop: runs natively on the CPU and as one lane on the emulator
    bool fast = false;      ///< of the CPU loops of a kind the quickest: what the program itself takes
    std::vector<Option> options = {};
    std::vector<ElementTypes> types = {};  ///< the first is the default
    Opening opening = {};
    ComparedWith compared_with = {};

    Plan (*make_plan)(const Parameters&) = nullptr;
    /// The right answer as make_plan's output buffer should hold it (transposed if that is).
    Array (*reference)(const Parameters&, const Array& input) = nullptr;
    /// Runs the compiled loop; only for cpu_loop entries. `output` has the plan's output extent and type.
    void (*run_on_cpu)(const Parameters&, const Array& input, Array& output) = nullptr;
    std::vector<Expectation> (*expectations)(const Parameters&) = nullptr;
    ResultKind result = ResultKind::none;
    Layout (*layout)(const Parameters&) = layout_of;
    Convention (*convention)(const Parameters&) = no_convention;
    /// Of floats: how many roundings an output may have gone through, for check_result's bound. 0: none, the
    /// result is bit-equal.
    double (*roundings)(const Parameters&) = [](const Parameters&) { return 0.0; };
    /// Host arrays that make_plan's plan uploads from slot 1 on; null: it takes the input alone.
    std::vector<Array> (*further_inputs)(const Parameters&) = nullptr;
};

/// What the entry's plan uploads besides the input, from host slot 1 on.
std::vector<Array> further_inputs_of(const Algorithm& algorithm, const Parameters& parameters);

/// Every algorithm, in teaching order.
std::span<const Algorithm* const> catalog();

/// Throws UsageError naming the closest slugs.
const Algorithm& find_algorithm(std::string_view slug);

/// Throws UsageError if there are no elements, or more than any machine holds: sides up to 2³⁰, 2⁴⁰ elements.
void check_extent(Extent extent);

/// Fills in the options that are not given and checks those that are, the extent and the types. Throws
/// UsageError.
Parameters with_defaults(const Algorithm& algorithm, Parameters parameters);

/// The same for stepping, in the window and on the command line: a cure of bank conflicts that is not given
/// stays off, since the trouble is shown before its cure.
Parameters with_step_defaults(const Algorithm& algorithm, Parameters parameters);

/// Compares: bit-equal for integers and where the order of additions is the same, else within
/// a bound scaled to the magnitude against a double reference.
CheckResult check_result(const Algorithm& algorithm, const Parameters& parameters, const Array& input,
                         const Array& output);

/// Random input with values that make mistakes visible (never all equal), from a seed.
Array random_input(const Algorithm& algorithm, const Parameters& parameters, uint64_t seed);

/// The text of a file under kernels/, from the binary. Throws Error if none exists. A SourceProvider.
std::string kernel_text(const std::string& name);

}  // namespace upsweep
