// Chooses and words the rows of counts.
#include "replay/counts.h"

#include <array>
#include <string_view>

namespace upsweep::replay {

using emulator::Counts;

namespace {

struct Named {
    std::string_view name, title;
    std::int64_t (*of)(const Counts&);
};

constexpr std::array<Named, 17> known = {{
    {"additions", "additions", [](const Counts& c) { return c.additions; }},
    {"copies", "copies", [](const Counts& c) { return c.copies; }},
    {"barriers", "barriers", [](const Counts& c) { return c.barriers; }},
    {"shared_wavefronts", "wavefronts", [](const Counts& c) { return c.shared_wavefronts(); }},
    {"shared_load_wavefronts", "load wavefronts", [](const Counts& c) { return c.shared_load_wavefronts; }},
    {"shared_store_wavefronts", "store wavefronts",
     [](const Counts& c) { return c.shared_store_wavefronts; }},
    {"rounds", "rounds", [](const Counts& c) { return c.rounds; }},
    {"depth", "depth", [](const Counts& c) { return c.depth; }},
    {"moves", "moves", [](const Counts& c) { return c.moves; }},
    {"global_sectors", "sectors",
     [](const Counts& c) { return c.global_load_sectors + c.global_store_sectors; }},
    {"global_load_sectors", "load sectors", [](const Counts& c) { return c.global_load_sectors; }},
    {"global_store_sectors", "store sectors", [](const Counts& c) { return c.global_store_sectors; }},
    {"bank_conflicts", "conflicts", [](const Counts& c) { return c.bank_conflicts; }},
    {"atomics", "atomics", [](const Counts& c) { return c.atomics; }},
    {"steps", "steps", [](const Counts& c) { return c.steps; }},
    {"shared_loads", "shared loads", [](const Counts& c) { return c.shared_load_wavefronts; }},
    {"shared_stores", "shared stores", [](const Counts& c) { return c.shared_store_wavefronts; }},
}};

/// Shown without a formula too, if the trace has any.
bool always_of_interest(std::string_view name) {
    return name == "additions" || name == "copies" || name == "barriers" || name == "shared_wavefronts" ||
           name == "moves" || name == "global_sectors" || name == "atomics";
}

const Expectation* expectation_of(const std::vector<Expectation>& expectations, std::string_view name) {
    for (const Expectation& expectation : expectations)
        if (expectation.count == name) return &expectation;
    return nullptr;
}

}  // namespace

std::string_view meaning_of(std::string_view count) {
    if (count == "rounds")
        return "Rounds: barrier intervals in which data is added; a shuffle begins a new one.";
    if (count == "depth") return "Depth: the longest chain of additions from an input to an output.";
    return {};
}

std::int64_t count_named(const Counts& counts, std::string_view name) {
    for (const Named& one : known)
        if (one.name == name) return one.of(counts);
    return 0;
}

std::vector<CountLine> count_lines(const Counts& now, const Counts& total,
                                   const std::vector<Expectation>& expectations, bool complete,
                                   std::size_t limit) {
    std::vector<CountLine> rows;
    for (const Named& one : known) {
        const Expectation* expected = expectation_of(expectations, one.name);
        const std::int64_t all = one.of(total);
        const bool nothing = all == 0 && (expected == nullptr || expected->value == 0);
        if (nothing || (expected == nullptr && !always_of_interest(one.name))) continue;
        if (rows.size() >= limit) break;
        CountLine row{std::string(one.title), one.of(now), all, "", meaning_of(one.name), false};
        if (expected != nullptr) {
            const bool missed = complete && expected->value != all;
            row.note =
                (missed ? "should be " + std::to_string(expected->value) + " = " : "= ") + expected->formula;
            // "110 without conflicts" is a remark, no formula.
            if (!missed && expected->formula.find(" without ") != std::string::npos)
                row.note = expected->formula;
            row.trouble = missed;
        }
        if (one.name == "shared_wavefronts" && total.bank_conflicts > 0) {
            row.note = std::to_string(all - total.bank_conflicts) + " without conflicts";
            row.trouble = true;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace upsweep::replay
