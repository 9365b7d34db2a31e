// A kernel's buffers after a run, compared with their expected values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "programs/fill.h"
#include "programs/launch.h"

namespace upsweep::emulator {
struct Trace;
}

namespace upsweep::programs {

// What a run leaves, by position: a parameter that has a buffer, or, behind all parameters, a __device__
// variable of Signature::globals.

/// All that a run leaves in device memory, as positions.
std::vector<size_t> results_of(const Signature& signature, const Prepared& prepared);
const Parameter& result_at(const Signature& signature, size_t result);
/// What it holds before and after the run, a buffer from where its parameter points to on. Empty where
/// nothing was put there before, and of a variable where the trace does not have it.
Array contents_before(const Signature& signature, const Prepared& prepared, const emulator::Trace& trace,
                      size_t result);
Array contents_after(const Signature& signature, const Prepared& prepared, const emulator::Trace& trace,
                     size_t result);

/// "out=f.npy" in its two parts. Throws UsageError that begins with `option` and says its `form`.
std::pair<std::string, std::string> halves(const std::string& text, const char* option, const char* form);

/// The result of that name. Throws UsageError that begins with `option`.
size_t buffer_named(const std::string& name, const char* option, const Signature& signature,
                    const Prepared& prepared);

/// Of one parameter: NAME=@FILE.npy, or NAME= and what else `fill` reads.
struct Expected {
    size_t parameter = 0;  ///< a result
    std::vector<Cell> cells;
};

/// Before the run: throws UsageError for a name without a buffer, and for more or fewer numbers than it has.
std::vector<Expected> expected_of(const std::vector<std::string>& texts, const Signature& signature,
                                  const Prepared& prepared);

/// How a buffer compares with what is expected, number by number.
struct Comparison {
    std::string parameter;
    int64_t count = 0, different = 0;
    int64_t first = -1;  ///< that differs
    Cell is = {}, should_be = {};
};

/// Whether two numbers are the same as values: -0 is 0, and NaN is NaN.
bool are_alike(const Cell& a, const Cell& b);

std::vector<Comparison> compare(const std::vector<Expected>& expected, const Signature& signature,
                                const Prepared& prepared, const emulator::Trace& trace);

/// What a run left in a buffer that it changed, or that has an expectation: a part of its numbers,
/// with the first wrong one.
struct Outcome {
    size_t parameter = 0;          ///< a result
    std::string name;              ///< the parameter's or variable's
    int64_t count = 0, first = 0;  ///< numbers of the buffer, and which of them cells[0] is
    std::vector<Cell> cells;
    std::vector<bool> written;   ///< as many: false for what the buffer never got
    std::vector<Cell> expected;  ///< as many, or none where nothing was expected
    int64_t different = 0;       ///< of all numbers
};

/// In the order of the parameters; of each buffer `most` numbers at the most.
std::vector<Outcome> outcomes_of(const std::vector<Expected>& expected, const Signature& signature,
                                 const Prepared& prepared, const emulator::Trace& trace, size_t most = 256);

}  // namespace upsweep::programs
