// What a compiler makes of a kernel's text: operators, and loops that it unrolls, batches or folds.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace upsweep::emulator {
struct Trace;
}

namespace upsweep::model {

/// Operators of a statement's text, at least 1: "sums[i] += sums[i - stride]" has 2. In an unrolled loop what
/// is in square brackets is known to the compiler.
int operators_of(std::string_view text, bool unrolled = false);

/// A loop of a text, from its head to its end.
struct TextLoop {
    size_t begin = 0, end = 0;
    bool unrolled = false;  ///< the compiler knows how often it runs
    /// It does not, but the body is plain and writes to no array: compilers make one pass of four, whose
    /// loads begin together.
    bool batched = false;
    std::string_view variable = {};
    int64_t trips = 0;  ///< 0: not known from the text alone

    /// How many passes the compiler makes one of, where they fold.
    double folded() const {
        constexpr int64_t most = 256;
        return trips > 0 && trips <= most ? double(trips) : 4;
    }
};
std::vector<TextLoop> loops_of(std::string_view text);
/// Whether the passes of the statement fold into one: sums and products of one integer with constants,
/// "value = value * 3 + k".
bool folds(std::string_view statement, const TextLoop& loop, std::string_view text);

/// What is known of a statement from its text alone.
struct StatementText {
    double operators = 1;   ///< of one pass, of the head of an unrolled loop 0
    double carries = 0;     ///< of these, those that wait for the pass before: "sum += kept[k]" 1
    bool chains = false;    ///< of these, one that does not even begin before
    bool head = false;      ///< of a loop: its counter waits for no number that the body makes
    bool selects = false;   ///< may belong to a function that picks one of several
    bool unrolled = false;  ///< in a loop that the compiler unrolls
    bool in_loop = false;   ///< in one whose length it does not know
    bool batched = false;   ///< of these, in one whose loads begin four by four
};
/// Of each statement of the trace.
std::vector<StatementText> texts_of(const emulator::Trace& trace);

}  // namespace upsweep::model
