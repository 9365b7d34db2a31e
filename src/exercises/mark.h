// Marking an exercise by running what the student wrote: which rules it keeps, with the numbers, and where a
// rule fails the scene and step to look at.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/source/diagnostic.h"
#include "exercises/exercise.h"
#include "scenes/scene.h"

namespace upsweep::exercises {

enum class State : uint8_t {
    met,
    failed,
    open,  ///< not looked at, since something before it failed
};

/// One rule.
struct Row {
    std::string key;    ///< "result", "race", "additions" …: what tests and JSON call it
    std::string title;  ///< "Right result"
    State state = State::open;
    std::string sentence;                     ///< with the numbers of what was run
    std::string figure;                       ///< "14 / 14"; may be empty
    int line = 0;                             ///< of the student's text, from 1; 0: of none
    std::optional<scenes::Scene> scene = {};  ///< where it fails, at the step to look at
    /// Of a wrong result: the first cell of the output that is not as it should be.
    struct WrongCell {
        std::string array;
        int64_t element = 0;
    };
    std::optional<WrongCell> wrong = {};
};

struct Marks {
    std::vector<Row> rows;
    bool passed = false;    ///< every row is met
    bool compiles = false;  ///< and the fixed part is as it was
    std::vector<emulator::Diagnostic> diagnostics;
    int64_t cases = 0, schedules = 0, runs = 0;  ///< that were tried: each case under each schedule
    int64_t orders = 0;       ///< of warps, that differ in what they may give, beside those
    bool all_orders = false;  ///< and there are no others
    std::string tried;        ///< that in one or two sentences
};

/// Compiles and runs `text` for the exercise's cases; of `break_it` `text` says what the kernel is run with.
/// Takes up to 3 s: call it off the window's thread. Needs no window and no disk. Throws Cancelled.
Marks mark(const Exercise& exercise, const std::string& text, const std::atomic<bool>* cancel = nullptr,
           const std::function<void(double)>& progress = nullptr);

/// What a text is looked at for before anything has run, in the order of its rows: open, with what each asks.
std::vector<Row> rows_to_come(const Exercise& exercise);

/// Whether every case gives the right result under every schedule that was tried, without a fault. A rule
/// about counts may still be failed.
bool is_right(const Marks& marks);

/// The row to look at: the first that failed, a fault before the wrong result that it may be the cause of;
/// null where none did.
const Row* first_failed(const Marks& marks);

/// What a break-it text says: the machine and the case that the kernel is run with. Throws Error with one
/// sentence: line, what is wrong or not asked for.
struct Broken {
    emulator::ToyGpu gpu;
    Case with;
};
Broken parse_break(const Exercise& exercise, std::string_view text);

/// Whether a text counts as a try (the solution opens after two): it is neither the starter nor the
/// try before, white space and comments aside, and it compiles.
bool is_honest_try(const Exercise& exercise, const std::string& text, const std::string& last_try,
                   const Marks& marks);

}  // namespace upsweep::exercises
