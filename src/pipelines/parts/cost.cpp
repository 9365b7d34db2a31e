// Costs and formulas, added up.
#include "pipelines/parts/cost.h"

#include <fmt/format.h>

namespace upsweep {
namespace {

Term repeated_term(std::int64_t times, const Term& term) {
    return Term::of(term.value == 0 ? 0 : times, term.value, fmt::format("({})", term.formula));
}

}  // namespace

Term Term::of(std::int64_t times, std::int64_t each, const std::string& text) {
    if (times == 0) return {};
    return {times * each, times == 1 ? text : fmt::format("{}·{}", times, text)};
}

Term& Term::operator+=(const Term& other) {
    value += other.value;
    if (!formula.empty() && !other.formula.empty()) formula += " + ";
    formula += other.formula;
    return *this;
}

Cost& Cost::operator+=(const Cost& other) {
    additions += other.additions;
    copies += other.copies;
    barriers += other.barriers;
    depth += other.depth;
    wavefronts += other.wavefronts;
    conflicts += other.conflicts;
    return *this;
}

Cost repeated(std::int64_t times, const Cost& cost) {
    Cost all;
    all.additions = repeated_term(times, cost.additions);
    all.copies = repeated_term(times, cost.copies);
    all.barriers = repeated_term(times, cost.barriers);
    all.depth = repeated_term(times, cost.depth);
    all.wavefronts = times * cost.wavefronts;
    all.conflicts = times * cost.conflicts;
    return all;
}

void append_expectations(std::vector<Expectation>& all, const std::vector<Expectation>& more) {
    for (Expectation& one : all)
        for (const Expectation& other : more) {
            if (one.count != other.count || other.value == 0) continue;
            one.formula = one.value == 0 ? other.formula : one.formula + " + " + other.formula;
            one.value += other.value;
        }
}

std::vector<Expectation> to_expectations(const Cost& cost) {
    const auto text = [](const Term& term) { return term.formula.empty() ? std::string("0") : term.formula; };
    return {{"additions", text(cost.additions), cost.additions.value},
            {"copies", text(cost.copies), cost.copies.value},
            {"barriers", text(cost.barriers), cost.barriers.value},
            {"depth", text(cost.depth), cost.depth.value},
            {"shared_wavefronts", fmt::format("{} without conflicts", cost.wavefronts - cost.conflicts),
             cost.wavefronts},
            {"bank_conflicts", fmt::format("{} − {}", cost.wavefronts, cost.wavefronts - cost.conflicts),
             cost.conflicts}};
}

}  // namespace upsweep
