#include "emulator/findings/finding_table.h"

#include "core/ranges.h"
#include "emulator/findings/wording.h"
#include "emulator/trace/finding.h"

namespace upsweep::emulator {
namespace {

struct Row {
    FindingKind kind{};
    std::string_view name;
    std::string_view title;
    Severity severity{};
    FindingWords (*words)(const FindingReport& report) = nullptr;
    bool cured_at_its_line = true;
};

using Kind = FindingKind;
constexpr Severity cost = Severity::cost, fault = Severity::fault, note = Severity::note;

constexpr Row rows[] = {
    {Kind::bank_conflict, "bank_conflict", "Bank conflict", cost, words_of_bank_conflict, false},
    {Kind::uncoalesced, "uncoalesced", "Uncoalesced access", cost, words_of_uncoalesced},
    {Kind::divergence, "divergence", "Divergence", cost, words_of_divergence},
    {Kind::race, "race", "Data race", fault, words_of_race},
    {Kind::barrier_not_reached, "barrier_not_reached", "Barrier not reached by all", fault, words_of_barrier},
    {Kind::out_of_bounds, "out_of_bounds", "Out of bounds", fault, words_of_out_of_bounds},
    {Kind::misaligned, "misaligned", "Misaligned access", fault, words_of_misaligned},
    {Kind::read_before_write, "read_before_write", "Read before write", fault, words_of_unset, false},
    {Kind::relies_on_lockstep, "relies_on_lockstep", "Relies on lockstep", fault, words_of_race},
    {Kind::deadlock, "deadlock", "Deadlock", fault, words_of_deadlock, false},
    {Kind::step_limit, "step_limit", "Step limit reached", fault, words_of_step_limit, false},
    {Kind::memory_limit, "memory_limit", "Memory limit reached", fault, words_of_memory_limit, false},
    {Kind::wrapped_sum, "wrapped_sum", "Wrapped sum", note, words_of_wrapped_sum},
    {Kind::assertion, "assertion", "Assertion failed", fault, words_of_assertion},
    {Kind::trap, "trap", "Trap", fault, words_of_trap},
    {Kind::endless_loop, "endless_loop", "Endless loop", fault, words_of_endless_loop},
    {Kind::missing_lane, "missing_lane", "Missing lane", fault, words_of_missing_lane},
    {Kind::wrong_format, "wrong_format", "Wrong format", fault, words_of_wrong_format},
    {Kind::lock_in_warp, "lock_in_warp", "Lock within a warp", cost, words_of_lock},
    {Kind::plain_wait, "plain_wait", "Wait on plain memory", fault, words_of_race},
    {Kind::gone_since_volta, "gone_since_volta", "Removed since Volta", fault, words_of_gone_call},
    {Kind::host_code, "host_code", "Host code", fault, words_of_host_fault, false},
};

/// Each kind has its row, whole and at the kind's position.
constexpr bool is_whole() {
    for (size_t i = 0; i < std::size(rows); ++i) {
        const Row& row = rows[i];
        if (row.kind != FindingKind(i) || row.name.empty() || row.title.empty()) return false;
    }
    return std::size(rows) == size_t(last_finding_kind) + 1;
}
static_assert(is_whole(), "a kind of finding has no row in the table, or its row is out of order");

const Row& row_of(FindingKind kind) { return nth(rows, kind); }

}  // namespace

FindingWords words_of(const Trace& trace, const Finding& finding) {
    return row_of(finding.kind).words({trace, finding});
}

std::string sentence_of(const Trace& trace, const Finding& finding) {
    return words_of(trace, finding).sentence;
}

std::string_view name_of(FindingKind kind) { return row_of(kind).name; }
std::string_view title_of(FindingKind kind) { return row_of(kind).title; }
Severity severity_of(FindingKind kind) { return row_of(kind).severity; }
bool is_cured_at_its_line(FindingKind kind) { return row_of(kind).cured_at_its_line; }

std::string_view name_of(Severity severity) {
    constexpr std::string_view names[] = {"note", "cost", "fault"};
    return nth(names, severity);
}

}  // namespace upsweep::emulator
