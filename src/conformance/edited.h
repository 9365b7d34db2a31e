// Small changes to a kernel's text as a student makes them, drawn by a seed; and the catalog's kernels with
// one of them on the emulator and on a GPU: where the emulator finds no fault, the two have to agree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backends/isolated.h"
#include "pipelines/algorithm.h"

namespace upsweep::conformance {

enum class EditKind : uint8_t { barrier, index, operands, bound };
inline constexpr EditKind last_edit_kind = EditKind::bound;

/// "a barrier removed", "an index changed", "operands swapped", "a bound changed".
std::string_view name_of(EditKind kind);

/// One change: `length` characters from `at` on become `text`.
struct Edit {
    EditKind kind = EditKind::barrier;
    size_t at = 0, length = 0;
    std::string text;
    int line = 0;
};

/// Every change of these kinds that the functions of a text offer, in the order of the text.
std::vector<Edit> edits_of(std::string_view text);

std::string applied(const std::string& text, const Edit& edit);

/// An algorithm with one change in one of its kernels' files.
struct EditedForm {
    const Algorithm* algorithm = nullptr;
    Parameters parameters;
    std::string file;
    std::string original, text;  ///< of the file, before and after
    Edit edit;
};

/// "scan_blelloch.cu:41 an index changed: `right` → `(right) ^ 1`".
std::string name_of(const EditedForm& form);

/// How one form ended on the GPU.
enum class OnGpu : uint8_t {
    not_run,  ///< none exists
    equal,    ///< as on the emulator
    different,
    too_long,  ///< it did not end in time
    stopped,   ///< an illegal access, a trap, a process that crashed
    not_compiled,
};

struct EditedResult {
    EditedForm form;
    std::string fault;              ///< the emulator's first one as a sentence; empty: it finds nothing wrong
    bool only_independent = false;  ///< it finds that only where every lane runs independently
    OnGpu gpu = OnGpu::not_run;
    std::string said;  ///< the first difference, or how it failed there
};

/// Form number `number` of those that `seed` draws: of the catalog's kernels in turn, with a change that the
/// emulator's compiler takes, in a line of a function that runs.
EditedForm edited_form(uint64_t seed, int number);

/// Runs it on the emulator, and with `gpu` in a process of its own on the GPU. A failure is a result.
EditedResult run_edited(EditedForm form, bool gpu, const IsolatedOptions& options = {});

}  // namespace upsweep::conformance
