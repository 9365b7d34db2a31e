// Chooses and words the rows of counts.
#include "replay/position/counts.h"

#include <algorithm>
#include <array>

#include "core/ranges.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

namespace {

/// Shown without a formula too, if the trace has any.
constexpr std::array<std::string_view, 7> always_of_interest = {
    "additions", "copies", "barriers", "shared_wavefronts", "moves", "global_sectors", "atomics"};
/// What a scan asks for first.
constexpr std::array<std::string_view, 15> order = {"additions",
                                                    "copies",
                                                    "barriers",
                                                    "shared_wavefronts",
                                                    "shared_load_wavefronts",
                                                    "shared_store_wavefronts",
                                                    "depth",
                                                    "moves",
                                                    "global_sectors",
                                                    "global_load_sectors",
                                                    "global_store_sectors",
                                                    "bank_conflicts",
                                                    "atomics",
                                                    "steps"};

bool is_of_interest(std::string_view key) { return contains(always_of_interest, key); }

/// The table's rows, those in `order` first.
std::vector<const emulator::CountName*> rows_in_order() {
    std::vector<const emulator::CountName*> rows;
    for (const emulator::CountName& name : emulator::count_names()) rows.push_back(&name);
    const auto place = [](const emulator::CountName* name) {
        return std::find(order.begin(), order.end(), name->key) - order.begin();
    };
    stable_sort(rows, [&](const auto* a, const auto* b) { return place(a) < place(b); });
    return rows;
}

const Expectation* expectation_of(const std::vector<Expectation>& expectations, std::string_view name) {
    return find_by(expectations, &Expectation::count, name);
}

}  // namespace

std::vector<CountLine> count_lines(const Counts& now, const Counts& total,
                                   const std::vector<Expectation>& expectations, bool complete,
                                   size_t limit) {
    std::vector<CountLine> rows;
    for (const emulator::CountName* one : rows_in_order()) {
        const Expectation* expected = expectation_of(expectations, one->key);
        const int64_t all = one->of(total);
        const bool nothing = all == 0 && (expected == nullptr || expected->value == 0);
        if (nothing || (expected == nullptr && !is_of_interest(one->key))) continue;
        if (rows.size() >= limit) break;
        CountLine row{std::string(one->words), one->of(now), all, "", one->meaning, false};
        if (expected != nullptr) {
            const bool differs = expected->value != all, missed = complete && differs;
            const std::string value = std::to_string(expected->value) + " = ";
            // A run that was stopped meets its formula only by chance.
            row.note = (missed ? "should be " + value : differs ? "of " + value : "= ") + expected->formula;
            // "110 without conflicts" is a remark, no formula.
            if (!missed && expected->formula.find(" without ") != std::string::npos)
                row.note = differs ? "" : expected->formula;
            row.trouble = missed;
        }
        if (one->key == "shared_wavefronts" && total.bank_conflicts > 0) {
            row.note = std::to_string(all - total.bank_conflicts) + " without conflicts";
            row.trouble = true;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace upsweep::replay
