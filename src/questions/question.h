// A question that a trace itself asks: what comes next, and what follows from it. Its answer and its reason
// are read from the steps that come. Whoever asks (a paper, the Step view, a lesson) only names a kind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/element_type.h"
#include "emulator/trace/waiting.h"

namespace upsweep::questions {

/// The kind of question. A new kind comes last, and gets its maker in make.cpp.
enum class Kind : uint8_t {
    cell_value,     ///< what is in a cell after the step
    cell_holds,     ///< which inputs' sum that is
    cells_written,  ///< which cells of an array the step writes
    lanes_working,  ///< which lanes of a warp take part
    turns,          ///< how often the banks have to serve an access
    next_block,     ///< which block starts next
    who_waits,      ///< for whom a block, or a warp at a barrier, waits
    race,           ///< whether two accesses race
    order,          ///< in which order writes come
};
inline constexpr size_t kind_count = size_t(Kind::order) + 1;

/// "value", "holds", "writes", "lanes", "turns", "next-block", "waits", "race", "order": on the command line.
std::string_view name_of(Kind kind);
/// "What comes into the cell": as a heading.
std::string_view title_of(Kind kind);
/// Throws UsageError with the names that there are.
Kind parse_kind(std::string_view name);

/// What an answer looks like.
enum class Form : uint8_t {
    value,   ///< an element's value
    inputs,  ///< a range of inputs: 3…7, or of a matrix (0,0)…(2,3)
    cells,   ///< elements of an array; in a matrix (column,row)
    lanes,   ///< of a warp
    count,   ///< a whole number
    block,   ///< the number of one block
    warps,   ///< of a block
    yes_no,
    order,  ///< letters
};

struct Answer {
    std::string text;              ///< of `value`: as it was typed
    std::vector<int64_t> numbers;  ///< elements, lanes, warps: ascending; letters: A is 0, in their order
    bool yes = false;
    friend bool operator==(const Answer&, const Answer&) = default;
};

/// Cells of an array that have to be known to answer.
struct Given {
    emulator::ArrayId array = 0;
    std::vector<int64_t> elements;  ///< ascending
};

struct Question {
    Kind kind = Kind::cell_value;
    Form form = Form::value;
    /// The question comes after `before` steps, its answer shows after `after`.
    int64_t before = 0, after = 0;
    int64_t step = -1;       ///< that it is about, position in Trace::steps; -1: none
    int64_t condition = -1;  ///< a condition before it that matters, likewise; -1: none
    std::string ask;         ///< a sentence; what is in the kernel or in memory between back quotes
    std::string how;         ///< how the answer is written: "for example 3…7"; may be empty
    std::string reason;      ///< why the key is right, from the trace
    std::string key_text;    ///< the key as people write it
    Answer key;

    int array = -1;                     ///< ArrayId of the cells that it is about; -1: none
    int64_t element = -1;               ///< the cell that is to be predicted; -1: none
    ScalarType type = ScalarType::u32;  ///< of a value
    int64_t width = 0;                  ///< columns, where cells are written (column,row); 0: by their index
    int64_t limit = 0;                  ///< cells, lanes, blocks, warps or letters that there are
    int warp = -1;                      ///< whose lanes
    int64_t block = -1;                 ///< blockIdx of the block that acts; -1: none
    int inputs = -1;                    ///< of what a cell holds: ArrayId of the inputs
    std::vector<std::string> items;     ///< of an order: what the letters stand for
    std::vector<int64_t> steps;         ///< of an order: of each item, position in Trace::steps
    /// Of an order: the first has to come before the second. All else may come either way.
    std::vector<std::pair<int, int>> precedes;
    std::vector<Given> given;  ///< what a paper has to show
    std::string given_words;   ///< more of it, in a sentence; may be empty
    int interest = 1;          ///< 1: hardly worth asking … 3: the point of the step
};

/// Whether an answer is right. Of several right ones each is; a wrong one never is.
bool is_right(const Question& question, const Answer& answer);
/// The same of what someone typed. Throws as parse_answer does.
bool is_right(const Question& question, std::string_view text);

/// Reads what someone typed. Throws UsageError: how it is written, or what there is not.
Answer parse_answer(const Question& question, std::string_view text);

/// As people write it: what parse_answer reads.
std::string to_text(const Question& question, const Answer& answer);

}  // namespace upsweep::questions
