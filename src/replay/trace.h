// Reading a trace: elements, origins as lists of cells, source text, values as people write them. Small
// queries that every part of the Step view asks.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/source/source_text.h"
#include "emulator/trace/trace_fwd.h"
#include "pipelines/algorithm.h"
#include "reference/operators.h"

namespace upsweep::replay {

// The words of a trace, which everything here reads.
using emulator::Access;
using emulator::AccessKind;
using emulator::ArrayId;
using emulator::ArrayInfo;
using emulator::Counts;
using emulator::Finding;
using emulator::LaunchInfo;
using emulator::Origin;
using emulator::OriginId;
using emulator::Phase;
using emulator::SourceRange;
using emulator::Space;
using emulator::Step;
using emulator::StepKind;
using emulator::Trace;

/// A cell that a value was read from.
struct Leaf {
    ArrayId array = 0;
    int64_t element = 0;
    int64_t access = 0;  ///< the read, position in Trace::accesses
};

/// Where a value came from, flattened to the cells at the ends.
struct Source {
    bool operation = false;    ///< an operation made the value; else it was copied or is a constant
    char symbol = ' ';         ///< of the outermost operation, as Origin::symbol
    std::vector<Leaf> leaves;  ///< at most `limit`, each cell once, left to right; locals are left out
};

/// Flattens an origin. Looks at 64 nodes at most, so a long chain costs no more than a short one. `stop`, if
/// given, is requested each node below the top and may take it for itself.
Source source_of(const Trace& trace, OriginId origin, size_t limit = 8,
                 const std::function<bool(OriginId)>& stop = nullptr);

/// The outermost operation on numbers that made a value, below those that only put bits together, as a word
/// of a state and a sum is; ' ' if none exists.
char number_symbol(const Trace& trace, OriginId origin);

/// First element that an access touches, and how many (vector loads touch several).
int64_t element_of(const Trace& trace, const Access& access);
int64_t elements_of(const Trace& trace, const Access& access);

/// The operation's sign as people write it: "+", "−", "·", "min".
std::string_view operation_sign(char symbol);

bool is_write(const Access& access);
bool is_read(const Access& access);
bool is_local(const Trace& trace, ArrayId array);

/// The step's launch; of a step of the host the next one, or the last. Null if none exists.
const LaunchInfo* launch_of(const Trace& trace, const Step& step);
const Phase* phase_of(const Trace& trace, const Step& step);
/// The statement's place; file is -1 where there is no text.
SourceRange where(const Trace& trace, const Step& step);

/// Whether a launch is a plain CPU loop: one lane, no warps to speak of.
bool is_cpu_loop(const Trace& trace, uint32_t launch);

/// Whether a single thread runs a whole launch, as in every CPU loop.
bool is_serial(const LaunchInfo& launch);

/// The text of one line (from 1), without its end.
std::string_view line_text(const Trace& trace, int file, int line);
/// The text inside a range, runs of white space as one space.
std::string text_of(const Trace& trace, const SourceRange& range);
/// The comment that is directly above a line ("Add the left child's sum to its parent."), or "". Ruled
/// comments, which name phases, are not.
std::string comment_above(const Trace& trace, int file, int line);

/// "Up-sweep: each pass …" as a short label: "up-sweep".
std::string short_phase_name(std::string_view name);

/// Whether one warp runs both steps.
bool same_warp(const Step& a, const Step& b);

/// Threads of a block are numbered lane by lane, warp by warp: the row of a local's array.
int64_t thread_of(const Trace& trace, const Step& step, int lane);

/// "no", "one" … "twelve", then digits.
std::string number_word(int64_t number);

/// How far one step of the user goes. `barrier` is a pass: what is written between two barriers in one phase;
/// where a single thread runs, a loop, one write.
using Grain = StepSize;

/// Steps first … end - 1.
struct StepRange {
    int64_t first = 0, end = 0;
    bool contains(int64_t step) const { return step >= first && step < end; }
    friend bool operator==(const StepRange&, const StepRange&) = default;
};

/// By StepSize.
inline constexpr std::array<std::string_view, 4> grain_names = {"statement", "barrier", "phase", "launch"};
/// Throws UsageError for another name.
StepSize parse_grain(std::string_view name);
inline std::string_view name_of(StepSize grain) { return grain_names[size_t(grain)]; }

/// What the trace's kernels combine where their text says `+`: the definition OPERATOR of its first launch.
reference::Operator operator_of(const Trace& trace);

/// An array's name; of an operator's word that a lane holds as the kernel's text has it, "left" for
/// "left.word".
std::string plain_name(const Trace& trace, ArrayId array);

/// A value of an array: a number of its type, or, of a scan whose words hold more than a number, "(2, 5)" or
/// "|7" (reference::word_text).
std::string value_text(const Trace& trace, ArrayId array, uint64_t bits);

/// The cells of global memory that a write's value was made of, each once, as the launch read them. Looks at
/// a limited number of origins and accesses: of a value made of more, the newest.
struct DeepSources {
    std::vector<Leaf> leaves;
    bool complete = true;
};
DeepSources deep_sources(const Trace& trace, int64_t write);

}  // namespace upsweep::replay
