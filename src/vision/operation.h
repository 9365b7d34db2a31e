// A picture operation as data: its parameters, what it makes of a picture, what it says about one pixel, and
// the catalog entry that shows it step by step. The Playground's task and panel are made from it.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "vision/integral_image.h"
#include "vision/table.h"

namespace upsweep::vision {

/// A key that changes a parameter: "Left" to "Smaller radius".
struct ParameterKey {
    std::string_view key, title;
    int64_t by = 1;
};

/// How a command takes a parameter.
struct ParameterOption {
    std::string_view name = {}, help = {};     ///< "--radius"
    std::optional<int64_t> usual = {};         ///< nothing: it has to be given
    std::vector<std::string_view> words = {};  ///< what the numbers from 0 on are called there
    std::string_view unknown = {};             ///< what is said about other words or sizes, for {}
};

/// A whole number that the user chooses.
struct Parameter {
    enum class Control : uint8_t {
        none,     ///< the task's panel has one of its own
        radius,   ///< of a window: typed, and dragged by the logarithm of the window's side
        slider,   ///< dragged
        buttons,  ///< one for each number
        menu,     ///< of the words
        sizes,    ///< dragged from one of the sizes to the next
    };
    std::string_view name;     ///< "radius": in destinations
    std::string_view setting;  ///< "playground.contrast_radius": in settings, and the control's name
    int64_t least = 0, most = 0, initial = 0;
    Control control = Control::none;
    std::string_view label = {};               ///< beside the control, or above it
    std::string_view suffix = {};              ///< behind the number: " %"
    std::vector<std::string_view> words = {};  ///< what the numbers from 0 on stand for
    std::span<const int> sizes = {};           ///< the same where they stand for sizes
    std::vector<ParameterKey> keys = {};
    bool power_of_two = false;  ///< every number is one
    ParameterOption option = {};

    /// The nearest number that it takes; nothing for a word that there is not.
    std::optional<int64_t> fitted(int64_t value) const;
    /// Behind the last is the first.
    bool goes_round() const { return control == Control::menu || control == Control::buttons; }
    /// Moved by a key.
    int64_t moved(int64_t value, int64_t by) const;
    /// Of the option's word, or of a size. Throws UsageError for another.
    int64_t read(std::string_view word) const;
    int64_t read(int64_t size) const;
};

/// A number for each parameter, in their order.
using Values = std::vector<int64_t>;

struct OperationInput {
    std::span<const Array> channels;  ///< u8: red, green and blue, or grey
    const Array& grey;
    const IntegralImage* integral = nullptr;  ///< of `grey`, if there is one already
    const Algorithm* table = nullptr;         ///< makes integral images; null: the usual one
    const backends::Backend& on;
};

struct OperationRun {
    std::vector<Array> channels;       ///< of the input's extent
    std::vector<Array> values = {};    ///< f32, where the picture shows numbers
    const Algorithm* table = nullptr;  ///< made the integral images, where that may be chosen
    double tables_ms = 0, filter_ms = 0, transfer_ms = 0;  ///< of loops or kernels; 0 on the emulator
    /// About all of it: the number of black pixels, the largest magnitude.
    double whole = 0;

    /// The first channel; of grey pictures the only one.
    const Array& picture() const { return channels.front(); }
};

/// "mean      127.25"
struct NumberRow {
    std::string label, value;
    bool strong = false;
    bool apart = false;  ///< with a little room above it
};
/// A rectangle's four corners in a table, and their sum.
struct CornerSum {
    Region region;
    Corners corners;
    std::string label, sum;
};
/// Boxes over a picture, as SURF's figures draw them, and what they add up to.
struct BoxSum {
    struct Box {
        Region region;
        std::string name;    ///< "+1", "−2", "all"
        bool light = false;  ///< counts as added
        int64_t sum = 0;
    };
    std::string label, value;
    std::vector<Box> boxes;
};
struct NumberSection {
    std::string title, note = {};
    bool code = false;  ///< the note is code
    std::optional<CornerSum> corners = {};
    std::vector<BoxSum> boxes = {};
    std::vector<NumberRow> rows = {};
    std::string words = {};
};
/// What an operation says about a pixel.
struct PixelNumbers {
    std::vector<NumberRow> beside;  ///< beside the pixels around it
    std::vector<NumberSection> sections = {};
};
struct PixelInput {
    const OperationInput& picture;
    int64_t x = 0, y = 0;
    const IntegralImage* further = nullptr;  ///< Operation::further_table
    const OperationRun* run = nullptr;       ///< without its channels; null until there is one
    std::span<const Array> result = {};      ///< its channels, if it is of these values
};
/// What it reads around a pixel.
struct PixelMarks {
    Region window;
    std::vector<Region> outlines = {};
};

/// The entry that shows an operation step by step, on a part of the picture.
struct SteppedEntry {
    std::string_view slug;
    std::vector<OptionValue> options;
    Extent most = {10, 8};    ///< of the part
    bool two_halves = false;  ///< its output is two pictures, the second below the first
};

/// `upsweep threshold`, say.
struct OperationCommand {
    std::string_view name = {}, help = {}, output_help = {};
    std::string (*done)(const Values&, const OperationRun&) = nullptr;  ///< "mean of each window of 9 × 9"
    std::string_view tables = {}, filter = {};                          ///< parts of its time
};

struct Operation {
    std::string_view slug, title;
    std::vector<Parameter> parameters = {};
    std::string_view working = {};  ///< what is said while it runs: "Filtering"

    // Null where a task's work takes more than these numbers.
    /// Throws UsageError for what it does not take, Cancelled soon after *cancel becomes true.
    OperationRun (*run)(const OperationInput&, const Values&, const std::atomic<bool>* cancel) = nullptr;
    /// A table that `numbers` needs beside the picture's own, and what is said while it is made.
    IntegralImage (*further_table)(const Array& grey) = nullptr;
    std::string_view making_further = {};
    PixelNumbers (*numbers)(const PixelInput&, const Values&) = nullptr;
    PixelMarks (*marks)(const Values&, Extent picture, int64_t x, int64_t y) = nullptr;
    SteppedEntry (*step)(const Values&, Extent picture) = nullptr;

    // Words.
    std::string (*label)(const Values&) = nullptr;     ///< "box filter, r = 12"
    std::string (*file_tag)(const Values&) = nullptr;  ///< "box-r12"
    std::string (*subject)(const Values&) = nullptr;   ///< "Box filter, radius 12"
    std::string (*sentence)(const Values&) = nullptr;  ///< what it does, with **strong** marks
    /// What follows from the values; strong: the value is a number.
    std::vector<NumberRow> (*facts)(const Values&) = nullptr;
    std::string_view tables = {}, filter = {};  ///< parts of the time: "Integral image", "comparison"
    std::string (*result)(const OperationRun&,
                          int64_t pixels) = nullptr;  ///< a sentence about all of it
    OperationCommand command = {};                    ///< without a name it has none, or one of its own
};

extern const Operation box_filter_operation, contrast_operation, threshold_operation, difference_operation,
    likelihood_operation, track_operation, faces_operation;
/// In the order of the Playground's rail.
std::span<const Operation* const> operations();

Values initial_values(const Operation& operation);

/// A radius that is kept in `setting`, with its keys and its option.
Parameter radius_parameter(std::string_view setting, int64_t initial);
/// The place of `text` among the words. Throws UsageError, which says `unknown` with it for {}.
int64_t place_of_word(std::string_view text, std::span<const std::string_view> words,
                      std::string_view unknown);
/// The window of the radius, which is the first value, cut at the border.
PixelMarks window_marks(const Values& values, Extent picture, int64_t x, int64_t y);
/// "97", "97 102 88": of the first three channels; empty outside.
std::string samples_text(std::span<const Array> channels, int64_t x, int64_t y);
/// The radius that a window has in a part of a few pixels: up to 3, so that windows differ from pixel to
/// pixel.
int64_t step_radius(int64_t radius);

/// Throws UsageError unless `grey` is u8; `what` begins the sentence: "The adaptive threshold".
void check_bytes(const Array& grey, std::string_view what);

/// Throws UsageError for a picture of so many elements, in all, that the emulator would take minutes.
void check_emulated(Extent picture, int64_t elements, const backends::Backend& on);

/// The entry `slug` with these options, of `grey`: its output as the one channel. The last launch is the
/// filter, those before it make tables.
OperationRun run_entry(std::string_view slug, const Array& grey, std::vector<OptionValue> options,
                       const backends::Backend& on, const std::atomic<bool>* cancel);
/// The same of a plan.
OperationRun run_plan(Plan plan, const Array& grey, const backends::Backend& on,
                      const std::atomic<bool>* cancel);

/// Throws Cancelled once *cancel is true.
void stop_if(const std::atomic<bool>* cancel);

}  // namespace upsweep::vision
