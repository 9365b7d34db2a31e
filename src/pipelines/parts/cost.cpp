// Costs and formulas, added up.
#include "pipelines/parts/cost.h"

#include <algorithm>
#include <bit>
#include <set>

#include <fmt/format.h>

#include "core/ranges.h"

namespace upsweep {
namespace {

Term repeated_term(int64_t times, const Term& term) {
    return Term::of(term.value == 0 ? 0 : times, term.value, fmt::format("({})", term.formula));
}

std::string text(const Term& term) { return term.formula.empty() ? "0" : term.formula; }

}  // namespace

Term Term::of(int64_t times, int64_t each, const std::string& text) {
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

Cost repeated(int64_t times, const Cost& cost) {
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

std::vector<Expectation> to_expectations(const Cost& cost, const std::optional<Term>& depth) {
    std::vector<Expectation> all = to_expectations(cost);
    if (!depth) return all;
    const auto rounds = find_if(all, [](const Expectation& e) { return e.count == "rounds"; });
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

int64_t depth_of_sum(int64_t a, int64_t b) {
    const int64_t deeper = std::max(a, b);
    return deeper < 0 ? -1 : deeper + 1;
}

int64_t deepest(const Depths& depths) {
    return depths.empty() ? 0 : std::max<int64_t>(0, *max_element(depths));
}

Term doubling_depth(int64_t elements) {
    if (elements < 2) return {};
    const auto steps = int64_t(std::bit_width(uint64_t(elements - 1)));
    return {steps, fmt::format("log₂ {}", int64_t{1} << steps)};
}

int64_t sweep_tree(Depths& leaves) {
    const size_t n = leaves.size();
    for (size_t stride = 1; stride < n; stride *= 2)
        for (size_t right = 2 * stride - 1; right < n; right += 2 * stride)
            leaves[right] = depth_of_sum(leaves[right], leaves[right - stride]);
    const int64_t total = leaves[n - 1];
    leaves[n - 1] = -1;
    for (size_t stride = n / 2; stride > 0; stride /= 2)
        for (size_t right = 2 * stride - 1; right < n; right += 2 * stride) {
            const int64_t left = leaves[right - stride];
            leaves[right - stride] = leaves[right];
            leaves[right] = depth_of_sum(leaves[right], left);
        }
    return total;
}

void double_reach(Depths& values) {
    for (size_t stride = 1; stride < values.size(); stride *= 2)
        for (size_t i = values.size(); i-- > stride;) values[i] = depth_of_sum(values[i], values[i - stride]);
}

void scan_in_pieces(Depths& values, int64_t piece) {
    int64_t before = -1;
    for (size_t first = 0; first < values.size(); first += size_t(piece)) {
        Depths sums(size_t(piece), -1);
        const size_t count = std::min(sums.size(), values.size() - first);
        std::copy_n(values.begin() + ptrdiff_t(first), count, sums.begin());
        if (first > 0) sums[0] = depth_of_sum(sums[0], before);
        double_reach(sums);
        std::copy_n(sums.begin(), count, values.begin() + ptrdiff_t(first));
        before = sums.back();
    }
}

std::optional<Term> both_ways(const std::optional<Term>& along, const std::optional<Term>& down) {
    if (!along || !down) return {};
    Term both = *along;
    both += *down;
    return both;
}

void BankCount::add_warp() {
    const size_t together = words_ == 1 ? indices_.size() : size_t(std::max(1, machine_.banks / words_));
    for (size_t begin = 0; begin < indices_.size(); begin += together)
        add_group(begin, std::min(begin + together, indices_.size()));
}

void BankCount::add_group(size_t begin, size_t end) {
    std::set<int64_t> words;
    for (size_t i = begin; i < end; ++i)
        for (int part = 0; indices_[i] >= 0 && part < words_; ++part)
            words.insert(indices_[i] * words_ + part);
    std::vector<int64_t> in_bank(size_t(machine_.banks));
    for (int64_t word : words) ++nth(in_bank, word % machine_.banks);
    wavefronts_ += *max_element(in_bank);
    least_ += (length(words) + machine_.banks - 1) / machine_.banks;
}

int64_t scan_lanes_additions(int64_t busy, int64_t lanes) {
    if (busy == 0) return 0;
    int64_t additions = 0;
    // After the steps before, data has gone stride - 1 lanes on, and this step takes it stride lanes further.
    for (int64_t stride = 1; stride < lanes; stride *= 2)
        additions += std::min(lanes, busy + 2 * stride - 1) - stride;
    return additions;
}

int64_t sum_lanes_additions(int64_t busy, int64_t lanes) {
    int64_t additions = 0;
    for (int64_t group = 2; group <= lanes; group *= 2) additions += (busy + group - 1) / group * group;
    return additions;
}

}  // namespace upsweep
