// Costs and formulas, added up.
#include "pipelines/parts/cost.h"

#include <fmt/format.h>

#include <algorithm>

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
    rounds += other.rounds;
    wavefronts += other.wavefronts;
    conflicts += other.conflicts;
    return *this;
}

Cost repeated(std::int64_t times, const Cost& cost) {
    Cost all;
    all.additions = repeated_term(times, cost.additions);
    all.copies = repeated_term(times, cost.copies);
    all.barriers = repeated_term(times, cost.barriers);
    all.rounds = repeated_term(times, cost.rounds);
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

namespace {

std::string text(const Term& term) { return term.formula.empty() ? "0" : term.formula; }

}  // namespace

std::vector<Expectation> to_expectations(const Cost& cost, const std::optional<Term>& depth) {
    std::vector<Expectation> all = to_expectations(cost);
    if (!depth) return all;
    const auto rounds =
        std::find_if(all.begin(), all.end(), [](const Expectation& e) { return e.count == "rounds"; });
    all.insert(rounds + 1, {"depth", text(*depth), depth->value});
    return all;
}

std::vector<Expectation> to_expectations(const Cost& cost) {
    return {{"additions", text(cost.additions), cost.additions.value},
            {"copies", text(cost.copies), cost.copies.value},
            {"barriers", text(cost.barriers), cost.barriers.value},
            {"rounds", text(cost.rounds), cost.rounds.value},
            {"shared_wavefronts", fmt::format("{} without conflicts", cost.wavefronts - cost.conflicts),
             cost.wavefronts},
            {"bank_conflicts", fmt::format("{} − {}", cost.wavefronts, cost.wavefronts - cost.conflicts),
             cost.conflicts}};
}

}  // namespace upsweep
