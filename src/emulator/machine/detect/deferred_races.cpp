// Races that only the end of the launch confirms: volatile accesses to a cell that a loop
// waits for, and accesses of one warp that a race between warps on the same lines says more about.
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {

/// One finding for the lanes of an instruction; of later ones the steps alone are kept.
void Interpreter::defer(const FindingKey& key, const std::vector<Trouble>& lanes, int bytes) {
    constexpr std::size_t most = 200, most_steps = 1000;
    const auto known = deferred_.find(key);
    if (known == deferred_.end() && deferred_.size() == most) return;
    DeferredRace& race = known == deferred_.end() ? deferred_[key] : known->second;
    const std::int64_t step = shared_.recorder.current_step();
    if (race.steps.empty()) {
        race.finding = finding_of(lanes, bytes);
        race.of_volatile = lanes.front().of_volatile;
        race.cell = make_address(lanes.front().array, lanes.front().offset);
    }
    const bool again = !race.steps.empty() && race.steps.back() == step;
    if (!again && race.steps.size() < most_steps) race.steps.push_back(step);
}

/// The lines of two accesses that race, in whatever order they came.
void Interpreter::note_raced(const FindingKey& key) {
    raced_lines_.insert(key.operand);
    raced_lines_.insert(key.variant & ~benign_race);
}

/// A loop waits for the cell; or one of the lines races between warps or blocks too, and what cures that is
/// likely to cure this.
bool Interpreter::is_told_otherwise(const FindingKey& key, const DeferredRace& race) const {
    if (race.of_volatile && shared_.ordering.is_polled(race.cell)) return true;
    if (key.kind != FindingKind::relies_on_lockstep) return false;
    const std::uint32_t lines[] = {key.operand, key.variant & ~benign_race};
    return std::any_of(std::begin(lines), std::end(lines), [&](std::uint32_t line) {
        return raced_lines_.count(line) != 0 || met_lines_.count(line) != 0;
    });
}

void Interpreter::tell_deferred() {
    for (const auto& [key, race] : deferred_)
        if (key.kind == FindingKind::race && !is_told_otherwise(key, race)) note_raced(key);
    for (const auto& [key, race] : deferred_) {
        if (is_told_otherwise(key, race)) continue;
        for (const std::int64_t step : race.steps)
            shared_.findings.add(key, step, [&, &finding = race.finding] { return finding; });
    }
    deferred_.clear();
}

/// The access is a plain read by which a loop waits.
bool Interpreter::waits_plainly(const Stamp& access) const {
    const std::vector<std::uint32_t>& waits = code_.plain_waits;
    return access.strong == plain_access && access.operand >= context_.operand_base &&
           std::binary_search(waits.begin(), waits.end(), access.operand - context_.operand_base);
}

}  // namespace upsweep::emulator
